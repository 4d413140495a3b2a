"""`sudocube convert`: puzzles from one format to another, without solving them."""

from __future__ import annotations

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import entries_of
from sudocube.cli.out import Out
from sudocube.cli.run import PUZZLE_FORMATS, Run


@command(*READING, "output_file", "format", "json")
def convert(run: Run) -> None:
    """Write puzzles in another format, without solving them.

    There is one record for each puzzle, in the order of the input;
    invalid stands in place of what is no puzzle, or cannot be written in
    that format: pencilmarks where it holds clues only, boxes of a shape
    that it does not show, sizes that it does not have.

    A table that stays one keeps its columns; of a further table, columns
    that the first one does not have are left out with a remark. No other
    format holds columns, nor comments: these are left out, and columns
    with a remark.

    Example: sudocube convert puzzles.sdk --format csv -o puzzles.csv

    Exit status: 0 each puzzle written.

    Options:
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki
            (links) or json; it has to be given.
    """
    from sudocube.report.checks import ConvertReport

    format = run.chosen_format(PUZZLE_FORMATS)
    if format is None:
        raise typer.BadParameter(f"which format? --format takes one of {', '.join(PUZZLE_FORMATS)}.")
    out = Out(run, ConvertReport(), format)
    for index, entry in enumerate(entries_of(run, keep=True), 1):
        out.add((index, entry))
