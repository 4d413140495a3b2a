"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sudocube.cli.options import Box, EngineName, Inputs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import AMISS, MISUNDERSTOOD, UNDECIDED
from sudocube.puzzle import Grid
from sudocube.verdict import Verdict


def solve(
    inputs: Inputs,
    engine: EngineName = None,
    all_solutions: Annotated[bool, typer.Option("--all", help="Print all solutions.")] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="Print up to K solutions.", show_default="1")
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="Write line, grid, ss, sdk, sdm or csv.",
            show_default="as read",
        ),
    ] = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print a solution of each puzzle, in the format of the input.

    Of several solutions, prints one and says so on standard error.
    """
    if all_solutions and limit is not None:
        raise typer.BadParameter("it is --all or --limit, not both.")
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.checking import answer_of
        from sudocube.engines import DEFAULT_ENGINE
        from sudocube.engines import engine as make_engine
        from sudocube.errors import UnsupportedError
        from sudocube.formats import Style, Writer
        from sudocube.report.rows import solved_row
        from sudocube.report.words import no_solution_in_words

        if format is not None:
            Style.named(format)
        wanted = sys.maxsize if all_solutions else limit
        one = make_engine(DEFAULT_ENGINE if engine is None else engine)
        if wanted is not None and not one.traits.keeps_time:
            raise UnsupportedError(f"{one.name} cannot list solutions; another engine does")
        writers: dict[Style, Writer] = {}
        for index, entry in enumerate(run.entries(inputs), 1):
            puzzle = entry.puzzle
            if puzzle is None:
                if json:
                    run.put_row(solved_row(index, entry))
                else:
                    run.complain(str(entry.error))
                run.progress.step(entry.source)
                continue
            style = entry.style if format is None else Style.named(format, entry.style)
            writer = writers.setdefault(style, Writer(style))
            gathered: list[Grid] = []

            def each(grid: Grid, puzzle=puzzle, writer=writer, gathered=gathered) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
                if json:
                    gathered.append(grid)
                else:
                    run.put_text(writer.text(puzzle, grid))
                if wanted is not None:
                    run.progress.found()

            try:
                if wanted is None:
                    answer = answer_of(puzzle, one, limit=2, timeout=timeout)
                    for grid in answer.solutions[:1]:
                        each(grid)
                else:
                    answer = answer_of(puzzle, one, limit=wanted, timeout=timeout, each=each)
            except UnsupportedError as error:  # the format cannot hold it
                run.status.note(MISUNDERSTOOD)
                run.complain(f"{entry.source}: {error}")
                continue
            is_open = answer.reason is not None and (wanted is not None or not answer.solutions)
            if json:
                run.put_row(solved_row(index, entry, gathered, answer.reason if is_open else None))
            if answer.verdict is Verdict.NONE:
                run.status.note(AMISS)
                run.tell(f"{entry.source}: {no_solution_in_words(puzzle)}")
            elif is_open:
                run.status.note(UNDECIDED)
                run.tell(f"{entry.source}: undecided: {answer.reason}")
            elif wanted is None and answer.verdict is Verdict.MULTIPLE:
                run.tell(f"{entry.source}: there are several solutions; this is one of them")
            run.progress.step(entry.source)
