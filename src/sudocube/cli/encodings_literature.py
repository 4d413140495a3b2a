"""`sudocube encodings literature`: what papers measured, beside the same on a list of one's own."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Annotated

import typer

from sudocube.cli.inputs import puzzles_of
from sudocube.cli.options import Inputs, Jobs, Json, Output, Quiet, seconds_above_zero
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED

Sample = Annotated[
    int,
    typer.Option(
        "--sample",
        metavar="N",
        min=1,
        help="On how many puzzles of the list, at equal distances, to measure what is costly.",
    ),
]
FigureTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for one puzzle and one figure; what runs out of time counts as undecided.",
        callback=seconds_above_zero,
    ),
]


def literature(
    inputs: Inputs,
    sample: Sample = 1000,
    output: Output = STANDARD_OUTPUT,
    jobs: Jobs = None,
    timeout: FigureTimeout = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure on a list what papers measured on theirs, side by side.

    What unit propagation, failed literals, hyper-binary resolution and binary
    failed literals decide (Lynce and Ouaknine, 2006); unit propagation with triads
    (Dillon, 2019); the sizes of formulas (Kwon and Jain, 2006); all-differents by
    three schemes of propagation, and shaving (Simonis, 2005). Takes 9x9 puzzles.
    """
    with Run(quiet=quiet, output=output) as run:
        from sudocube.lab.literature import literature as tables_of
        from sudocube.report.literature_text import literature_in_words, literature_rows
        from sudocube.report.words import counted

        puzzles = list(puzzles_of(run, inputs))
        show_share = partial(run.progress.work, counted(len(puzzles), "puzzle"), is_steady=True)
        start = perf_counter()
        if not puzzles:
            return
        for table in tables_of(puzzles, sample=sample, timeout=timeout, jobs=jobs, progress=show_share):
            if any(figure.late for figure in table.figures):
                run.status.note(UNDECIDED)
            if json:
                for row in literature_rows(table):
                    run.output.put_row(row)
            else:
                run.output.put_rendered(*literature_in_words(table, run.output.width))
        run.info(f"took {perf_counter() - start:,.0f} s")
