"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.options import Box, EngineName, Inputs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import AMISS, MISUNDERSTOOD, UNDECIDED
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Verdict

if TYPE_CHECKING:
    from sudocube.formats import Entry, Writer


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
            help="Write line, grid, ss, sdk, sdm, pencilmarks or csv.",
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
        from sudocube.engines import engine as make_engine
        from sudocube.engines import engine_for
        from sudocube.errors import UnsupportedError
        from sudocube.formats import Style, Writer
        from sudocube.report.rows import solved_row

        if format is not None:
            Style.named(format)
        wanted = sys.maxsize if all_solutions else limit
        named = None if engine is None else make_engine(engine)
        if named is not None and wanted is not None and not named.traits.keeps_time:
            raise UnsupportedError(f"{named.name} cannot list solutions; another engine does")
        writers: dict[Style, Writer] = {}
        for index, entry in enumerate(run.entries(inputs), 1):
            solutions: list[Grid] = []
            answer = None
            if entry.puzzle is None:
                if not json:
                    run.complain(str(entry.error))
            else:
                one = named or engine_for(entry.puzzle)
                style = entry.style if format is None else Style.named(format, entry.style)
                writer = writers.setdefault(style, Writer(style))
                put = solutions.append if json else partial(_put, run, writer, entry.puzzle)
                try:
                    if wanted is None:
                        answer = answer_of(entry.puzzle, one, limit=2, timeout=timeout)
                        for grid in answer.solutions[:1]:
                            put(grid)
                    else:
                        each = partial(_count_and_put, run, put)
                        answer = answer_of(entry.puzzle, one, limit=wanted, timeout=timeout, each=each)
                    _remark(run, entry, answer, wanted)
                except UnsupportedError as error:  # the format cannot hold it
                    run.status.note(MISUNDERSTOOD)
                    run.complain(f"{entry.source}: {error}")
            if json:
                is_open = answer is not None and _is_open(answer, wanted)
                run.put_row(
                    solved_row(index, entry, solutions, answer.reason if answer and is_open else None)
                )
            run.progress.step(entry.source)


def _put(run: Run, writer: Writer, puzzle: Puzzle, grid: Grid) -> None:
    """Write a solution."""
    run.put_text(writer.text(puzzle, grid))


def _count_and_put(run: Run, put: Callable[[Grid], None], grid: Grid) -> None:
    """Write or keep one of several solutions, and let the progress bar know."""
    put(grid)
    run.progress.found()


def _is_open(answer: Answer, wanted: int | None) -> bool:
    """Whether what was asked for is not known: any solution, or all that were wanted."""
    return answer.reason is not None and (wanted is not None or not answer.solutions)


def _remark(run: Run, entry: Entry, answer: Answer, wanted: int | None) -> None:
    """Say on standard error what the solutions do not say by themselves."""
    from sudocube.report.words import no_solution_in_words

    if answer.verdict is Verdict.NONE and entry.puzzle is not None:
        run.status.note(AMISS)
        run.tell(f"{entry.source}: {no_solution_in_words(entry.puzzle)}")
    elif _is_open(answer, wanted):
        run.status.note(UNDECIDED)
        run.tell(f"{entry.source}: undecided: {answer.reason}")
    elif wanted is None and answer.verdict is Verdict.MULTIPLE:
        run.tell(f"{entry.source}: there are several solutions; this is one of them")
