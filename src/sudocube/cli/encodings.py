"""`sudocube encodings`: the catalogue listed, shown, compared and proved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.encodings_prove import prove
from sudocube.cli.options import Box, GridSize, Inputs, Jobs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, meaning
from sudocube.geometry import Geometry

if TYPE_CHECKING:
    from sudocube.lab.comparing import Figures

DEFAULT_SIZE = 9

app = typer.Typer(
    name="encodings",
    help="List, show, compare and prove encodings.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("list")
def list_encodings(json: Json = False, quiet: Quiet = False) -> None:
    """List the catalogue: names, titles and sources."""
    with Run(quiet=quiet) as run:
        from sudocube.encoder import load, names
        from sudocube.report.encodings import listed_in_words, listed_row

        encodings = [load(name) for name in names()]
        if json:
            for encoding in encodings:
                run.put_row(listed_row(encoding))
        else:
            run.put_text(run.rendered(*listed_in_words(encodings, run.width)))


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="An encoding of the catalogue, or the path of a file.", show_default=False
        ),
    ],
    size: GridSize = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what an encoding says: in words, formulas, numbers and clauses."""
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.encoder import load
        from sudocube.report.encodings import shown_in_words, shown_row

        shape = Geometry.of_box(box) if box is not None else Geometry.of_size(size or DEFAULT_SIZE)
        encoding = load(name)
        if json:
            run.put_row(shown_row(encoding, shape))
        else:
            run.put_text(run.rendered(*shown_in_words(encoding, shape, run.width)))


@app.command(epilog=meaning("compare"))
def compare(
    inputs: Inputs,
    encodings: Annotated[
        str | None,
        typer.Option(
            "--encodings",
            "-e",
            metavar="A,B,...",
            help="Which: names of the catalogue, paths of files.",
            show_default="all in CNF",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the figures, too: an .svg, .pdf or .png.", show_default=False
        ),
    ] = None,
    no_failed_literals: Annotated[
        bool, typer.Option("--no-failed-literals", help="Leave out failed literals.")
    ] = False,
    no_search: Annotated[bool, typer.Option("--no-search", help="Leave out full checks.")] = False,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough", help="Check all puzzles in full, even where that takes an encoding very long."
        ),
    ] = False,
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
        from contextlib import closing

        from sudocube.encoder import Formalism, load, names
        from sudocube.lab import compare as compare_encodings
        from sudocube.report.compared import compared_in_words, compared_row, remarks
        from sudocube.report.plotted import check_plot, plotted

        wanted = names(Formalism.CNF) if encodings is None else [one.strip() for one in encodings.split(",")]
        if plot is not None:
            check_plot(plot)
        loaded = [load(name) for name in dict.fromkeys(wanted)]
        puzzles = []
        for entry in run.entries(inputs):
            if entry.puzzle is not None:
                puzzles.append(entry.puzzle)
            else:
                run.complain(str(entry.error))
        rows: list[Figures] = []
        results = compare_encodings(
            puzzles,
            loaded,
            failed_literals=not no_failed_literals,
            search=not no_search,
            thorough=thorough,
            timeout=timeout,
            jobs=jobs,
            tell=lambda share: run.progress.work(f"{share:.0%}, {len(puzzles):,} puzzles", share),
        )

        def show_table() -> None:
            if rows and not json:
                run.put_text(run.rendered(*compared_in_words(rows, run.width)))

        with closing(results):
            try:
                for figures in results:
                    rows.append(figures)
                    if figures.is_partly_undecided:
                        run.status.note(UNDECIDED)
                    if json:
                        run.put_row(compared_row(figures))
            except KeyboardInterrupt:
                show_table()
                raise
        show_table()
        for remark in remarks(rows):
            run.tell(remark)
        if plot is not None and rows:
            plotted(rows, plot)
            if len({row.geometry for row in rows}) > 1:
                run.tell(f"{plot} shows the first table only")


app.command(epilog=meaning("prove"))(prove)
