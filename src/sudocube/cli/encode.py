"""`sudocube encode`: a puzzle written for outside solvers."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.inputs import only_entry
from sudocube.cli.options import Box, EncodingName, OnePuzzle, Quiet, Size
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
    and how to solve it and have the answer read with `decode`.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.cli.atomic_file import write_whole
        from sudocube.exchange import encode as encoded

        entry = only_entry(run, puzzle, "encode")
        if entry is None or entry.puzzle is None:
            return
        is_file = output != STANDARD_OUTPUT
        texts = encoded(
            entry.puzzle,
            encoding,
            to,
            source=None if entry.source.startswith("argument:") else entry.source,
            file=output if is_file else None,
        )
        if is_file:
            write_whole(output, texts)
            return
        for text in texts:
            run.output.put_text(text)
