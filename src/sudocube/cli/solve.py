"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.options import (
    Box,
    EngineName,
    Format,
    Inputs,
    Json,
    Quiet,
    Size,
    Timeout,
    flag,
    only_engine,
)
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.errors import UnsupportedError
from sudocube.formats import Style, Writer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines import Engine

All = Annotated[bool, flag("--all", "Print all solutions.")]
Limit = Annotated[
    int | None, typer.Option(metavar="K", min=1, help="Print up to K solutions.", show_default="1")
]


def solve(
    inputs: Inputs,
    engine: EngineName = None,
    all_solutions: All = False,
    limit: Limit = None,
    format: Format = None,
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
        from sudocube.engines import engine_for
        from sudocube.report.json_rows import solved_row

        writer = _SolutionWriter(run, format)
        wanted = sys.maxsize if all_solutions else limit
        named = only_engine(engine)
        if named is not None and wanted is not None and not named.traits.supports_timeout:
            raise UnsupportedError(f"{named.name} cannot list solutions; another engine does")
        for index, entry in enumerate(entries_of(run, inputs), 1):
            solutions: list[Grid] = []
            undecided = None
            if entry.puzzle is not None:
                put = solutions.append if json else writer.put_for(entry.puzzle, entry.style)
                one = named or engine_for(entry.puzzle)
                undecided = _put_solutions(run, entry.source, entry.puzzle, one, wanted, timeout, put)
            elif not json:
                run.report_invalid(entry)
            if json:
                run.output.put_row(solved_row(index, entry, solutions, undecided))
            run.progress.step(entry.source)
        run.remark_other_boxes(timeout)


class _SolutionWriter:
    """Writes solutions in one format, or each in that of its puzzle.

    Raises UnknownNameError for a format that does not exist.
    """

    def __init__(self, run: Run, format: str | None) -> None:
        if format is not None:
            Style.named(format)
        self._run, self._format = run, format
        self._writers: dict[Style, Writer] = {}

    def put_for(self, puzzle: Puzzle, style: Style) -> Callable[[Grid], None]:
        """A function that writes a solution of a puzzle, which was read in a style."""
        if self._format is not None:
            style = Style.named(self._format, style)
        writer = self._writers.setdefault(style, Writer(style))
        return lambda grid: self._run.output.put_text(writer.text(puzzle, grid))


def _put_solutions(
    run: Run,
    source: str,
    puzzle: Puzzle,
    engine: Engine,
    wanted: int | None,
    timeout: float | None,
    put: Callable[[Grid], None],
) -> str | None:
    """Put one solution, or as many as are wanted, and say on standard error what they do not show.

    Returns the reason if it is undecided whether there is one, or whether there are more.
    """
    from sudocube.checking.one_by_one import answer_of
    from sudocube.report.words import no_solution_in_words

    def count_and_put(grid: Grid) -> None:
        put(grid)
        run.progress.found()

    try:
        if wanted is None:
            answer = answer_of(puzzle, engine, limit=2, timeout=timeout)
            for grid in answer.solutions[:1]:
                put(grid)
        else:
            answer = answer_of(puzzle, engine, limit=wanted, timeout=timeout, on_result=count_and_put)
    except UnsupportedError as error:  # the format cannot hold the solution
        run.status.note(USAGE_ERROR)
        run.error(f"{source}: {error}")
        return None
    if answer.verdict is Verdict.NONE:
        run.status.note(PROBLEM)
        run.info(f"{source}: {no_solution_in_words(puzzle)}")
    elif answer.reason is not None and (wanted is not None or not answer.solutions):
        run.status.note(UNDECIDED)
        run.info(f"{source}: undecided: {answer.reason}")
        return answer.reason
    elif wanted is None and answer.verdict is Verdict.MULTIPLE:
        run.info(f"{source}: there are several solutions; this is one of them")
    return None
