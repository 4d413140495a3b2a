"""`sudocube decode`: the output of an outside solver, read and verified."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.inputs import STANDARD_INPUT, only_puzzle, opened_file
from sudocube.cli.options import Box, EncodingName, Json, OnePuzzle, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.formats import Writer


def decode(
    puzzle: OnePuzzle,
    output: Annotated[
        str,
        typer.Argument(
            metavar="OUTPUT",
            help="What the solver printed: a file, or [bold]-[/bold] for standard input.",
            show_default=False,
        ),
    ],
    encoding: EncodingName = "extended",
    format: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="dimacs, opb, lp, smtlib, minizinc, asp or cpsat.",
            show_default="as it looks",
        ),
    ] = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Read an outside solver's answer to what `encode` wrote, and judge it.

    Prints the solution where it is right, in the format of the input;
    else says what is wrong. That there is no solution is checked, too.
    Takes clues only, no pencilmarks.
    """
    if puzzle == output == STANDARD_INPUT:
        raise typer.BadParameter("the puzzle and the output cannot both be standard input.")
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.exchange import decode as decoded
        from sudocube.report.json_rows import decoded_row

        subject, entry = only_puzzle(run, puzzle, "decode")
        with opened_file(output) as stream:
            text = stream.read().decode("utf-8", "replace")
        writer = Writer(entry.style)
        for answer in decoded(subject, encoding, text, format=format, source=output, timeout=timeout):
            if json:
                run.output.put_row(decoded_row(1, entry.source, answer))
            elif answer.grid is not None:
                run.output.put_text(writer.text(subject, answer.grid))
            if answer.accepted is None:
                run.status.note(UNDECIDED if answer.is_undecided else USAGE_ERROR)
                run.error(f"{output}: {answer.reason}")
            elif not answer.accepted:
                run.status.note(PROBLEM)
                run.error(f"{output}: wrong: {answer.reason}")
            elif answer.grid is None:
                run.info(f"{output}: right: the puzzle has no solution")
