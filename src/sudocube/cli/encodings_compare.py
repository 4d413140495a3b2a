"""`sudocube encodings compare`: what encodings cost, and what they infer."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, Size, Timeout, listed
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Generator

    from sudocube.lab.comparing import Figures

Encodings = Annotated[
    str | None,
    typer.Option(
        "--encodings",
        "-e",
        metavar="A,B,...",
        help="Which: names of the catalogue, paths of files.",
        show_default="all in CNF",
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw the figures, too: an .svg, .pdf or .png.", show_default=False),
]
NoFailedLiterals = Annotated[bool, typer.Option("--no-failed-literals", help="Leave out failed literals.")]
NoSearch = Annotated[bool, typer.Option("--no-search", help="Leave out full checks.")]
Thorough = Annotated[
    bool,
    typer.Option(
        "--thorough", help="Check all puzzles in full, even where that takes an encoding very long."
    ),
]


def compare(
    inputs: Inputs,
    encodings: Encodings = None,
    plot: Plot = None,
    no_failed_literals: NoFailedLiterals = False,
    no_search: NoSearch = False,
    thorough: Thorough = False,
    jobs: Jobs = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare encodings on puzzles: size, propagation, effort.

    Says how large each is, what share of the puzzles unit propagation
    decides, with failed literals and without, and what a full check (a
    solution, and whether there is another) costs.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.encoder import Formalism, load, names
        from sudocube.lab import compare as compare_encodings
        from sudocube.report.comparison_plot import check_plot

        if plot is not None:
            check_plot(plot)
        wanted = names(Formalism.CNF) if encodings is None else listed(encodings)
        loaded = [load(name) for name in dict.fromkeys(wanted)]
        puzzles = list(run.puzzles(inputs))
        results = compare_encodings(
            puzzles,
            loaded,
            failed_literals=not no_failed_literals,
            search=not no_search,
            thorough=thorough,
            timeout=timeout,
            jobs=jobs,
            progress=lambda share: run.progress.work(f"{share:.0%}, {len(puzzles):,} puzzles", share),
        )
        rows = _shown(run, results, json=json)
        if plot is not None and rows:
            _draw(run, rows, plot)


def _shown(run: Run, results: Generator[Figures, None, None], *, json: bool) -> list[Figures]:
    """All rows: in JSON each as it comes, as text in a table at the end, and after Ctrl-C what there is."""
    from sudocube.report.comparison_text import compared_in_words, compared_row, remarks

    rows: list[Figures] = []
    with closing(results):
        try:
            for figures in results:
                rows.append(figures)
                if figures.is_partly_undecided:
                    run.status.note(UNDECIDED)
                if json:
                    run.put_row(compared_row(figures))
        finally:
            if rows and not json:
                run.put_text(run.rendered(*compared_in_words(rows, run.width)))
    for remark in remarks(rows):
        run.info(remark)
    return rows


def _draw(run: Run, rows: list[Figures], plot: Path) -> None:
    """The picture."""
    from sudocube.report.comparison_plot import plotted

    plotted(rows, plot)
    if len({row.geometry for row in rows}) > 1:
        run.info(f"{plot} shows the first table only")
