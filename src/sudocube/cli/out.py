"""What a command answers with: results, shown as its report says, in the format asked for; and as a page."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Generic, TypeVar

from sudocube.cli.command import CSV, JSON, Run, as_typed
from sudocube.cli.inputs import refuse_input_as_output
from sudocube.cli.options import DONE, PROBLEM, STANDARD_INPUT, UNDECIDED, USAGE_ERROR
from sudocube.cli.output import WholeFile
from sudocube.errors import InputError, UnsupportedError
from sudocube.file_names import shortest_ends
from sudocube.interrupt import ignore_interrupts
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.document import Boards, Document, is_of_lines, visible
from sudocube.report.words import Report, WritingReport, Written, WrittenLines, listed
from sudocube.rows import Entry
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:
    from sudocube.rows.writer import RecordWriter

T = TypeVar("T")

STATUSES: Mapping[str, int] = {
    Verdict.NONE: PROBLEM,
    Verdict.MULTIPLE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
    **dict.fromkeys(StoredAnswer, PROBLEM),
    StoredAnswer.RIGHT: DONE,
    StoredAnswer.MISSING: DONE,
    **dict.fromkeys(("disagreement", "refuted", "refused", "failed"), PROBLEM),
    "undecided": UNDECIDED,
}
"""What an outcome means for the exit status; a report names those that mean something in its command."""


class Out(Generic[T]):
    """Writes the results of one command: `add` takes result after result, and `finish` ends the answer.

    Within `whole`, the page of `--html` is written, too.
    The report of the command says how each is shown. As `format` says, or --json, it is JSON, CSV or text; a
    WritingReport has puzzles in any format, by default as they were read, and with `in_blocks` several grids
    of each.
    """

    def __init__(
        self, run: Run, report: Report[T], format: str | None = None, *, in_blocks: bool = False
    ) -> None:
        self._run, self._report = run, report
        self._format, self._in_blocks = format, in_blocks
        self.is_json = run.json or format == JSON
        self._writer: RecordWriter | None = None
        self._table: list[str] = []
        """The columns of the last table that was read."""
        self._begin = perf_counter()
        self._last: Document = ()

    def add_all(self, results: Iterator[T]) -> None:
        """Add all results, and finish; see `whole`."""
        try:
            with self.whole():
                for result in results:
                    self.add(result)
        finally:
            if isinstance(results, Generator):
                results.close()

    @contextmanager
    def whole(self) -> Iterator[Out[T]]:
        """Within this context results are added; then the answer is finished, and the page written.

        After Ctrl-C, both have what was finished by then.
        """
        with _page(self._run, self._report):
            try:
                yield self
            except KeyboardInterrupt:
                if self._format != JSON:
                    self.finish()
                raise
            self.finish()

    def add(self, result: T) -> None:
        """Count and write the next result, and note what it means for the exit status."""
        report, run = self._report, self._run
        report.add(result)
        for outcome in report.outcomes(result):
            run.note(STATUSES.get(outcome, DONE))
        if self.is_json:
            run.output.put_rows(report.rows(result))
        elif isinstance(report, WritingReport):
            self._put_all(report.written(result))
        elif self._format == CSV:
            for entry, fields in report.records(result):
                self.put(Written(entry, "", fields))
        elif isinstance(document := report.document(result), str):
            run.output.put_text(document)
        elif document:
            self._put_document(document, follows=report.follows(result))
        for remark in report.remarks(result):
            if isinstance(remark, tuple):
                run.info(remark)
            elif self.is_json:
                continue
            elif isinstance(remark, str):
                run.error(remark)
            else:
                run.report_invalid(remark)
        run.progress.step(report.puzzles(result))

    def _put_document(self, document: Document, *, follows: bool = False) -> None:
        """Write a document, after a blank line where it is more than lines, and not the first."""
        last, self._last = self._last, document
        is_close = follows or not last or (is_of_lines(last) and is_of_lines(document))
        if not is_close or (last and isinstance(last[-1], Boards)):
            self._run.output.put_lines("")
        self._run.output.put(document)

    def _put_all(self, some: Iterable[Written | WrittenLines]) -> None:
        """Write records; for one that the format cannot hold, a word in its place."""
        for one in some:
            if isinstance(one, Written):
                try:
                    self.put(one)
                except UnsupportedError as error:
                    self.refuse(one.entry, error)
                continue
            self._run.output.put_lines(*self._records.placed(self._records.style(one.style), "").splitlines())
            if isinstance(one.lines, str):
                self._run.output.put_text(one.lines)
            else:
                self._run.output.put_lines(*one.lines)

    def put(self, one: Written) -> None:
        """Write the record of a puzzle. Raises UnsupportedError where the format cannot hold it."""
        output, entry = self._run.output, one.entry
        format = self._records.style(entry.style).format
        text = self._text(one)
        if format == CSV:
            output.put_records(text)
        elif isinstance(one.shown, Verdict):
            output.put_lines(*text.splitlines()[:-1], (one.shown,))
        else:
            output.put_text(text)
        self._remark_columns(entry, format)

    def refuse(self, entry: Entry, error: UnsupportedError) -> None:
        """Report that the format cannot hold a record, with a word in its place."""
        self.put(Written(entry, Verdict.INVALID))
        self._run.note(USAGE_ERROR)
        self._run.error(f"{entry.place}: {error}")

    @property
    def _records(self) -> RecordWriter:
        """Makes the records; once the first one is known, so are the columns of a table."""
        if self._writer is None:
            from sudocube.rows.writer import RecordWriter

            columns = self._report.columns
            self._writer = RecordWriter(self._format, columns=columns, in_blocks=self._in_blocks)
        return self._writer

    def _text(self, one: Written) -> str:
        """The text of a record: a row of a table, or text lines, of which the last one may be a verdict."""
        writer, entry, shown = self._records, one.entry, one.shown
        if one.fields is not None and writer.style(entry.style).format == CSV:
            body = writer.row(entry, list(map(visible, one.fields)))
            return writer.placed(writer.style(entry.style), body)
        if isinstance(shown, Grid):
            return writer.record(entry, shown, is_next=one.is_next, title=one.title)
        if isinstance(shown, Puzzle):
            return writer.record(replace(entry, puzzle=shown))
        return writer.record(entry, str(shown), is_next=one.is_next, title=visible(entry.source))

    def _remark_columns(self, entry: Entry, format: str) -> None:
        """Say of a table, once, which of its columns are left out."""
        if self._table == [*entry.record]:
            return
        self._table = [*entry.record]
        names = [name for name in entry.record if name != entry.column]
        why = f"{format} holds puzzles only; csv holds all"
        if format == CSV:
            names, why = self._records.left_out(entry), "the table begun has no such column"
        if names:
            columns = f"the column{'s' * (len(names) > 1)} {listed(list(map(repr, names)))}"
            self._run.info(f"{entry.source.rpartition(':')[0]}: {columns} left out: {why}")

    def finish(self) -> None:
        """Write what comes after the last result: the last row, or what remains to be said."""
        seconds = perf_counter() - self._begin
        if self.is_json:
            if (row := self._report.last_row(seconds)) is not None:
                self._run.output.put_rows([row])
                return
        elif self._format != CSV and (document := self._report.closing()):
            self._put_document(document)
        self._run.info(*self._report.summary(seconds))


@contextmanager
def _page(run: Run, report: Report[T]) -> Iterator[None]:
    """Write the page of what was found within this context; nothing without --html.

    After Ctrl-C the page goes to a file of another name, and an old one stays. Raises InputError for a file
    that cannot be opened or that is read, too, and OutputError if it cannot be written to its end.
    """
    if run.html is None:
        yield
        return
    from sudocube.report.document import PageHead

    name = str(run.html)
    if name == run.output_file:
        raise InputError(name, "--html and --output name the same file")
    refuse_input_as_output(name, run.inputs)
    with WholeFile(name) as file:
        interrupted = None
        try:
            yield
        except KeyboardInterrupt as error:
            ignore_interrupts()
            interrupted = error
        late = ["The command was interrupted: this page has what was finished by then."]
        errors = late * (interrupted is not None) + run.errors
        head = PageHead(_title(run.inputs), command_typed(run), errors)
        text = report.page(head)
        file.write(text or "")
        if text is None:
            file.end(is_whole=False)
            run.info(f"{name} was not written, because there is nothing to show")
        elif interrupted is not None:
            run.info(f"what was finished is in {file.end(is_whole=False) or name}")
        if interrupted is not None:
            raise interrupted
    run.info(*[f"{name}: the results as a page"] * (text is not None))


def _last_part(name: str) -> str:
    """A path as a page shows it that others read: of an absolute one, its last part only."""
    return Path(name).name if Path(name).is_absolute() else name


def _title(inputs: list[str]) -> str:
    """What a page is about: its files, and how many puzzles were written out on the command line."""
    from sudocube.report.audits import listed_files
    from sudocube.report.words import counted

    paths = [one for one in inputs if one != STANDARD_INPUT and os.path.exists(one)]  # noqa: PTH110 — Path.exists raises for long names
    names = list(dict.fromkeys(shortest_ends(paths)))
    names += ["standard input"] * (STANDARD_INPUT in inputs)
    puzzles = len(inputs) - len(paths) - inputs.count(STANDARD_INPUT)
    return listed_files([*names, *[counted(puzzles, "puzzle")] * (puzzles > 0)]) or "Sudoku"


def command_typed(run: Run) -> str:
    """The command line as it was typed, without the folders of a machine."""
    command, *typed = run.typed
    parts = (re.fullmatch(r"(-\w(?=/)|-[^=]*=|)(.*)", word, re.DOTALL) for word in typed)
    return as_typed([command, *(part[1] + _last_part(part[2]) for part in parts if part)])
