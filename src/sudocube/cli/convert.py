"""`sudocube convert`: puzzles from one format to another, without solving them."""

from __future__ import annotations

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Inputs, NewFormat
from sudocube.cli.records import CSV, JSON, LeftOutColumns, TableRecords, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import UnsupportedError
from sudocube.rows import FORMATS, Entry, RecordWriter
from sudocube.verdict import Verdict


@command("records", "size", "json")
def convert(
    run: Run,
    inputs: Inputs,
    format: NewFormat = None,
) -> None:
    """Write puzzles in another format, without solving them.

    There is one record for each puzzle, in the order of the input;
    invalid stands in place of what is no puzzle, or cannot be written in
    that format: pencilmarks where it holds clues only, boxes of a shape
    that it does not show, sizes that it does not have.

    A table that stays one keeps its columns; of a further table, columns
    that the first one does not have are left out with a remark. No other
    format holds columns, nor comments: these are left out, and columns
    with a remark.
    """
    chosen = chosen_format(format, [*FORMATS, JSON], json=run.json)
    if chosen is None:
        raise typer.BadParameter(f"which format? --format takes one of {', '.join([*FORMATS, JSON])}.")
    reporter = _PuzzleReporter(run, chosen)
    for index, entry in enumerate(entries_of(run, inputs, keep=True), 1):
        reporter.report(index, entry)
        run.progress.step()


class _PuzzleReporter:
    """Writes the record of each puzzle in one format, and reports what cannot be written."""

    def __init__(self, run: Run, format: str) -> None:
        self._run, self._format = run, format
        self._writer = RecordWriter(None if format == JSON else format)
        self._table, self._columns = TableRecords(run, self._writer.table), LeftOutColumns(run)

    def report(self, index: int, entry: Entry) -> None:
        """Write a puzzle; `index` is its number in the run."""
        from sudocube.report.row import PuzzleRow, row_of

        if self._format == JSON:
            self._run.output.put_rows([row_of(PuzzleRow, entry, index=index)])
        else:
            self._put(entry)
        if self._format != CSV:
            self._columns.remark_others(entry, self._format)

    def _put(self, entry: Entry) -> None:
        """Write a puzzle, or `invalid` in its place."""
        refused: UnsupportedError | None = None
        text = ""
        if entry.puzzle is not None:
            try:
                text = self._writer.puzzle(entry)
            except UnsupportedError as error:
                refused = error
        text = text or self._writer.word(entry, Verdict.INVALID)
        if self._format == CSV:
            self._table.put_text(entry, text)
        else:
            self._run.output.put_text(text)
        if refused is not None:
            self._run.status.note(USAGE_ERROR)
            self._run.error(f"{entry.source}: {refused}")
        elif entry.error is not None:
            self._run.report_invalid(entry)
