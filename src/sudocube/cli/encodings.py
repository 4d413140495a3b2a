"""`sudocube encodings`: the catalogue listed, shown, compared and proved."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command_group import CommandGroup, PlainCommand
from sudocube.cli.command_help import epilog
from sudocube.cli.inputs import puzzles_of
from sudocube.cli.options import (
    Box,
    EncodingFile,
    EncodingNames,
    GridSize,
    Inputs,
    Jobs,
    Json,
    Output,
    Plot,
    Quiet,
    Size,
    WholeTimeout,
    flag,
    seconds_above_zero,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Generator

    from sudocube.lab.comparing import Figures

NoFailedLiterals = Annotated[bool, flag("--no-failed-literals", "Leave out failed literals.")]
NoSearch = Annotated[bool, flag("--no-search", "Leave out full checks.")]
Thorough = Annotated[
    bool, flag("--thorough", "Check all puzzles in full, even where that takes an encoding very long.")
]
CompareTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for one full check, and for the failed literals of one puzzle; writing and counting"
        " clauses, and loading them for unit propagation, are not limited.",
        callback=seconds_above_zero,
    ),
]
Minimal = Annotated[bool, flag("--minimal", "Say which statements of the file follow from the others, too.")]

app = typer.Typer(
    name="encodings", cls=CommandGroup, help="List, show, compare and prove encodings.", no_args_is_help=True
)


@app.command("list", cls=PlainCommand, epilog=epilog("encodings list"))
def list_encodings(output: Output = STANDARD_OUTPUT, json: Json = False, quiet: Quiet = False) -> None:
    """List the catalogue: names, titles and sources."""
    with Run(quiet=quiet, output=output) as run:
        from sudocube.encoder import load, names
        from sudocube.report.encoding_text import listed_in_words, listed_row

        encodings = [load(name) for name in names()]
        if json:
            for encoding in encodings:
                run.output.put_row(listed_row(encoding))
        else:
            run.output.put_rendered(*listed_in_words(encodings, run.output.width))


@app.command(cls=PlainCommand, epilog=epilog("encodings show"))
def show(
    name: EncodingFile,
    output: Output = STANDARD_OUTPUT,
    size: GridSize = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what an encoding says: in words, formulas, numbers and clauses."""
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.encoder import load
        from sudocube.report.encoding_text import shown_in_words, shown_row

        encoding = load(name)
        if json:
            run.output.put_row(shown_row(encoding, run.geometry))
        else:
            run.output.put_rendered(*shown_in_words(encoding, run.geometry, run.output.width))


@app.command(cls=PlainCommand, epilog=epilog("encodings compare"))
def compare(
    inputs: Inputs,
    encodings: EncodingNames = None,
    plot: Plot = None,
    no_failed_literals: NoFailedLiterals = False,
    no_search: NoSearch = False,
    thorough: Thorough = False,
    output: Output = STANDARD_OUTPUT,
    jobs: Jobs = None,
    timeout: CompareTimeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare encodings on puzzles: size, propagation, effort.

    Says how large each is, what share of the puzzles unit propagation
    decides, with failed literals and without, and what a full check (a
    solution, and whether there is another) costs. Takes clues only, no pencilmarks.
    The time limit is for what is inferred and searched of each puzzle: the
    clauses are always written, because their number is part of the answer.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.encoder import Formalism, load, names
        from sudocube.lab import compare as compare_encodings
        from sudocube.report.comparison_plot import plotted
        from sudocube.report.picture_files import check_plot
        from sudocube.report.words import counted

        if plot is not None:
            check_plot(plot)
        wanted = names(Formalism.CNF) if encodings is None else encodings
        loaded = [load(name) for name in dict.fromkeys(wanted)]
        puzzles = list(puzzles_of(run, inputs))
        show_share = partial(run.progress.work, counted(len(puzzles), "puzzle"), is_steady=True)
        show_share(0.0)
        results = compare_encodings(
            puzzles,
            loaded,
            failed_literals=not no_failed_literals,
            search=not no_search,
            thorough=thorough,
            timeout=timeout,
            jobs=jobs,
            progress=show_share,
        )
        rows = _report_figures(run, results, json=json)
        if plot is not None and rows:
            plotted(rows, plot)
            if len({row.geometry for row in rows}) > 1:
                run.info(f"{plot} shows the first table only")


@app.command(cls=PlainCommand, epilog=epilog("encodings prove"))
def prove(
    name: EncodingFile,
    size: GridSize = None,
    minimal: Minimal = False,
    output: Output = STANDARD_OUTPUT,
    timeout: WholeTimeout = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove that an encoding says the rules, or refute it by a grid.

    Sound: each solution of the formula is a valid grid. Complete: each
    valid grid is a solution.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.lab.proving import TIME_LIMIT, ProofOutcome
        from sudocube.lab.proving import prove as prove_encoding
        from sudocube.report.encoding_proof_text import proved_in_words, proved_row

        proof = prove_encoding(
            name,
            run.geometry,
            timeout=TIME_LIMIT if timeout is None else timeout,
            minimal=minimal,
            progress=run.progress.work,
        )
        if proof.outcome is ProofOutcome.REFUTED:
            run.status.note(PROBLEM)
        elif proof.outcome is not ProofOutcome.PROVED:
            run.status.note(UNDECIDED)
        if json:
            run.output.put_row(proved_row(proof))
        else:
            run.output.put_rendered(*proved_in_words(proof, run.output.width))


def _report_figures(run: Run, results: Generator[Figures, None, None], *, json: bool) -> list[Figures]:
    """Print all rows: in JSON each at once; as text in a table at the end, or after Ctrl-C."""
    from sudocube.report.comparison_text import compared_in_words, compared_row, remarks

    rows: list[Figures] = []
    with closing(results):
        try:
            for figures in results:
                rows.append(figures)
                if figures.is_partly_undecided:
                    run.status.note(UNDECIDED)
                if json:
                    run.output.put_row(compared_row(figures))
        finally:
            if rows and not json:
                run.output.put_rendered(*compared_in_words(rows, run.output.width))
    for remark in remarks(rows):
        run.info(remark)
    return rows
