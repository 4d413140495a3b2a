"""What a command answers with: each result as text, a row of JSON or a record of a table.

`add` takes result after result, and `finish` ends the answer. The report of the command says how each is
shown, and a table of outcomes what they mean for the exit status.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sudocube.cli.records import CSV, JSON, TableRecords
from sudocube.cli.run import Run
from sudocube.report.base import Report
from sudocube.report.document import Document

if TYPE_CHECKING:
    from sudocube.rows import Entry

T = TypeVar("T")


class Out(Generic[T]):
    """Writes the results of one command; `statuses` says what an outcome means for its exit status.

    `format` is JSON, CSV, or something else for text; with --json it is JSON.
    """

    def __init__(
        self, run: Run, report: Report[T], statuses: Mapping[Any, int], format: str | None = None
    ) -> None:
        self._run, self._report, self._statuses = run, report, statuses
        self._format = JSON if run.json else format
        self._table: TableRecords | None = None
        self._begin = perf_counter()
        self._last: Document = ()

    def __enter__(self) -> Out[T]:
        """Finish at the end of this context; after Ctrl-C, sum up what was finished by then."""
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: object) -> None:
        if kind is None:
            self.finish()
        elif kind is KeyboardInterrupt:
            self._run.info(*self._report.summary(perf_counter() - self._begin))

    def add(self, result: T) -> None:
        """Count and write the next result, and note what it means for the exit status."""
        report, run = self._report, self._run
        report.add(result)
        for outcome in report.outcomes(result):
            run.status.note(self._statuses.get(outcome, 0))
        if self._format == JSON:
            run.output.put_rows(report.rows(result))
            return
        if self._format == CSV:
            self._put_records(report.records(result))
        elif (lines := report.plain_lines(result)) is not None:
            run.output.put_text(lines)
        elif document := report.document(result):
            self._put(document, follows=report.follows(result))
        for entry in report.invalid(result):
            run.report_invalid(entry)
        for line in report.errors(result):
            run.error(line)
        run.info(*report.remarks(result))

    def _put(self, document: Document, *, follows: bool = False) -> None:
        """Write a document, after a blank line where it is more than lines, and not the first."""
        from sudocube.report.document import Boards
        from sudocube.report.terminal import is_of_lines

        last, self._last = self._last, document
        is_close = follows or not last or (is_of_lines(last) and is_of_lines(document))
        if not is_close or (last and isinstance(last[-1], Boards)):
            self._run.output.put_lines("")
        self._run.output.put(document)

    def _put_records(self, records: Iterable[tuple[Entry, Sequence[str]]]) -> None:
        from sudocube.rows.writer import TableWriter

        for entry, fields in records:
            self._table = self._table or TableRecords(self._run, TableWriter(self._report.columns))
            self._table.put(entry, fields)

    def finish(self) -> None:
        """Write what comes after the last result: the last row, or what remains to be said."""
        seconds = perf_counter() - self._begin
        if self._format == JSON and (row := self._report.last_row(seconds)) is not None:
            self._run.output.put_rows([row])
            return
        if self._format not in (JSON, CSV) and (document := self._report.closing()):
            self._put(document)
        self._run.info(*self._report.summary(seconds))
