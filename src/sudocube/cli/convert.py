"""`sudocube convert`: puzzles from one format to another, without solving them."""

from __future__ import annotations

from functools import partial

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Inputs
from sudocube.cli.records import CSV, JSON, LeftOutColumns, PuzzleRecords, chosen_format
from sudocube.cli.run import Run
from sudocube.rows import FORMATS


@command("records", "size", "json")
def convert(
    run: Run,
    inputs: Inputs,
    format: str | None = None,
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

    Exit status: 0 each puzzle written.

    Options:
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki
            (links) or json; it has to be given.
    """
    from sudocube.report.row import PuzzleRow, row_of

    chosen = chosen_format(format, [*FORMATS, JSON], json=run.json)
    if chosen is None:
        raise typer.BadParameter(f"which format? --format takes one of {', '.join([*FORMATS, JSON])}.")
    records, columns = PuzzleRecords(run, None if chosen == JSON else chosen), LeftOutColumns(run)
    for index, entry in enumerate(entries_of(run, inputs, keep=True), 1):
        if chosen == JSON:
            run.output.put_rows([row_of(PuzzleRow, entry, index=index)])
        elif entry.puzzle is None:
            records.put_invalid(entry)
        else:
            records.put_made(entry, partial(records.writer.puzzle, entry))
        if chosen != CSV:
            columns.remark_others(entry, chosen)
        run.progress.step()
