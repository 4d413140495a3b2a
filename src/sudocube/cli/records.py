"""Records: one for each puzzle, in the order of the input, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from sudocube.cli.inputs import Batches, keep_freed_memory
from sudocube.cli.run import CSV, JSON, Run
from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import UnsupportedError
from sudocube.report.document import Phrase
from sudocube.report.visible_characters import visible
from sudocube.report.words import listed
from sudocube.rows import FORMATS, Entry, RecordWriter, Style
from sudocube.rows.writer import TableWriter
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines import Engine
    from sudocube.verdicts.batches import CheckedRows

PUZZLE_FORMATS = (*FORMATS, JSON)
"""The formats of puzzles and solutions."""


def checked_all(
    run: Run, batches: Batches, *, engine: Engine | None, limit: int = 2
) -> Generator[CheckedRows, None, None]:
    """The results for all puzzles of the inputs, in order; each one that was taken steps the progress bar.

    Up to `limit` solutions of each puzzle are counted; 9×9 ones go through the compiled kernel.
    """
    from sudocube.verdicts.batches import check_rows, serves_in_bulk

    if serves_in_bulk(engine):
        keep_freed_memory()
    found = check_rows(
        batches,
        engine=engine,
        limit=limit,
        timeout=run.timeout,
        jobs=run.jobs,
        on_result=None if limit <= 2 else lambda _: run.progress.found(),
    )
    with closing(found) as results:
        for result in results:
            yield result
            run.progress.step(len(result))


class TableRecords:
    """Writes the rows of tables to the answer; says once of each table which of its columns are left out."""

    def __init__(self, run: Run, table: TableWriter) -> None:
        self._run, self._table = run, table
        self._names: list[str] = []

    def put(self, entry: Entry, fields: Sequence[str]) -> None:
        """Write the row of a puzzle, with the fields of the added columns."""
        self.put_text(entry, self._table.text(entry, list(map(visible, fields))))

    def put_text(self, entry: Entry, text: str) -> None:
        """Write the row of a puzzle as the table's writer has given it."""
        self._run.output.put_records(text)
        if self._is_new(entry):
            self._remark(entry, self._table.left_out(entry), "the table begun has no such column")

    def remark_others(self, entry: Entry, format: str) -> None:
        """Say of a table, once, that a format which is no table has its puzzles only."""
        if format != CSV and self._is_new(entry) and entry.record is not None:
            self._remark(entry, entry.record.others, f"{format} holds puzzles only; csv holds all")

    def _is_new(self, entry: Entry) -> bool:
        names = [*entry.record.values] if entry.record is not None else self._names
        before, self._names = self._names, names
        return names != before

    def _remark(self, entry: Entry, names: Sequence[str], why: str) -> None:
        if names:
            columns = f"the column{'s' * (len(names) > 1)} {listed(list(map(repr, names)))}"
            self._run.info(f"{entry.source.rpartition(':')[0]}: {columns} left out: {why}")


class PuzzleRecords:
    """Writes records in the format of the input, or in another one: rows of a table, text lines, verdicts.

    `writer` makes the records; see RecordWriter. Raises UnknownNameError for a format that does not exist.
    """

    def __init__(
        self, run: Run, format: str | None, *, columns: Sequence[str] = (), in_blocks: bool = False
    ) -> None:
        format = None if format == JSON else format
        self.writer = RecordWriter(format, columns=columns, in_blocks=in_blocks)
        self._run, self.table = run, TableRecords(run, self.writer.table)

    def put(self, entry: Entry, text: str, verdict: Verdict | None = None) -> None:
        """Write a row of a table, or text lines, of which the last one may be a verdict."""
        if self.writer.style(entry.style).format == CSV:
            self.table.put_text(entry, text)
        elif verdict is None:
            self._run.output.put_text(text)
        else:
            self._run.output.put_lines(*text.splitlines()[:-1], (verdict,))

    def put_made(self, entry: Entry, made: Callable[[], str]) -> None:
        """Write the record that is made, or that the format cannot hold it: with a word in its place."""
        try:
            self.put(entry, made())
        except UnsupportedError as error:
            self.refuse(entry, error)

    def refuse(self, entry: Entry, error: UnsupportedError) -> None:
        """Report that the format cannot hold a record, with a word in its place."""
        self.put_word(entry, Verdict.INVALID)
        self._run.note(USAGE_ERROR)
        self._run.error(f"{entry.place}: {error}")

    def put_invalid(self, entry: Entry) -> None:
        """Write the word for what is no puzzle, and report why it is none."""
        self.put_word(entry, Verdict.INVALID)
        self._run.report_invalid(entry)

    def put_word(self, entry: Entry, verdict: Verdict, *, is_next: bool = True) -> None:
        """Write the record for a puzzle that has no other: a verdict, or in a table nothing."""
        title = visible(entry.source)
        self.put(entry, self.writer.word(entry, verdict, is_next=is_next, title=title), verdict)

    def put_lines(self, style: Style, lines: str | Sequence[str | Phrase]) -> None:
        """Write the lines of a batch, a record each, whose style in the output is this one."""
        self._run.output.put_lines(*self.writer.placed(style, "").splitlines())
        if isinstance(lines, str):
            self._run.output.put_text(lines)
        else:
            self._run.output.put_lines(*lines)
