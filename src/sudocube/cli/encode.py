"""`sudocube encode`: a puzzle written for outside solvers."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.inputs import only_puzzle
from sudocube.cli.options import Box, EncodingName, OnePuzzle, Quiet, Size
from sudocube.cli.output import write_whole
from sudocube.cli.run import Run

STANDARD_OUTPUT = "-"


def encode(
    puzzle: OnePuzzle,
    encoding: EncodingName = "extended",
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help="dimacs, opb, lp, smtlib, minizinc, asp or cpsat.")
    ] = "dimacs",
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a file, completely or not at all.",
            show_default="standard output",
        ),
    ] = STANDARD_OUTPUT,
    size: Size = None,
    box: Box = None,
    quiet: Quiet = False,
) -> None:
    """Write a puzzle for outside solvers.

    CNF encodings go to every format but cpsat, those for CP-SAT to cpsat
    and minizinc. Comments in the text say what the variables stand for,
    and how to solve it and have the answer read with `decode`. Takes
    clues only, no pencilmarks.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.exchange import encode as encoded

        subject, entry = only_puzzle(run, puzzle, "encode")
        source = None if entry.source.startswith("argument:") else entry.source
        if output != STANDARD_OUTPUT:
            write_whole(output, encoded(subject, encoding, to, source=source, file=output))
            return
        for text in encoded(subject, encoding, to, source=source):
            run.output.put_text(text)
