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
    )
    with closing(found) as results:
        for result in results:
            yield result
            run.progress.step(len(result))


class Records:
    """Writes records in the format of the input, or in another one: rows of a table, text lines, verdicts.

    `writer` makes the records; see RecordWriter. Raises UnknownNameError for a format that does not exist.
    """

    def __init__(
        self, run: Run, format: str | None, *, columns: Sequence[str] = (), in_blocks: bool = False
    ) -> None:
        format = None if format == JSON else format
        self.writer = RecordWriter(format, columns=columns, in_blocks=in_blocks)
        self._run = run
        self._table: list[str] = []
        """The columns of the last table that was read."""

    def put(self, entry: Entry, text: str, verdict: Verdict | None = None) -> None:
        """Write a row of a table, or text lines, of which the last one may be a verdict."""
        format = self.writer.style(entry.style).format
        if format == CSV:
            self._run.output.put_records(text)
        elif verdict is None:
            self._run.output.put_text(text)
        else:
            self._run.output.put_lines(*text.splitlines()[:-1], (verdict,))
        self._remark_columns(entry, format)

    def put_fields(self, entry: Entry, fields: Sequence[str]) -> None:
        """Write the row of a puzzle in a table, with the fields of the added columns."""
        self.put(entry, self.writer.table.text(entry, list(map(visible, fields))))

    def _remark_columns(self, entry: Entry, format: str) -> None:
        """Say of a table, once, which of its columns are left out."""
        if entry.record is None or self._table == [*entry.record.values]:
            return
        self._table = [*entry.record.values]
        names, why = entry.record.others, f"{format} holds puzzles only; csv holds all"
        if format == CSV:
            names, why = self.writer.table.left_out(entry), "the table begun has no such column"
        if names:
            columns = f"the column{'s' * (len(names) > 1)} {listed(list(map(repr, names)))}"
            self._run.info(f"{entry.source.rpartition(':')[0]}: {columns} left out: {why}")

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
