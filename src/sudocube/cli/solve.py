"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, EngineName, Inputs, Json, Quiet, Size, Timeout, flag
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.puzzle import Grid
from sudocube.verdict import Answer, Verdict

if TYPE_CHECKING:
    from sudocube.engines import Engine
    from sudocube.formats import Entry, Style, Writer


All = Annotated[bool, flag("--all", "Print all solutions.")]
Limit = Annotated[
    int | None, typer.Option(metavar="K", min=1, help="Print up to K solutions.", show_default="1")
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help="Write line, grid, ss, sdk, sdm, pencilmarks or csv.",
        show_default="as read",
    ),
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
        from sudocube.engines import engine as make_engine
        from sudocube.engines import engine_for
        from sudocube.errors import UnsupportedError
        from sudocube.report.json_rows import solved_row

        writer = _SolutionWriter(run, format)
        wanted = sys.maxsize if all_solutions else limit
        named = None if engine is None else make_engine(engine)
        if named is not None and wanted is not None and not named.traits.supports_timeout:
            raise UnsupportedError(f"{named.name} cannot list solutions; another engine does")
        for index, entry in enumerate(entries_of(run, inputs), 1):
            solutions: list[Grid] = []
            answer = None
            if entry.puzzle is not None:
                put = solutions.append if json else writer.put_for(entry)
                answer = _answer(run, entry, named or engine_for(entry.puzzle), wanted, timeout, put)
            elif not json:
                run.error(str(entry.error))
            if json:
                is_open = answer is not None and _is_open(answer, wanted)
                run.output.put_row(
                    solved_row(index, entry, solutions, answer.reason if answer and is_open else None)
                )
            run.progress.step(entry.source)


class _SolutionWriter:
    """Writes solutions in one format, or each in that of its puzzle.

    Raises UnknownNameError for a format that does not exist.
    """

    def __init__(self, run: Run, format: str | None) -> None:
        from sudocube.formats import Style

        if format is not None:
            Style.named(format)
        self._run, self._format = run, format
        self._writers: dict[Style, Writer] = {}

    def put_for(self, entry: Entry) -> Callable[[Grid], None]:
        """A function that writes a solution of this puzzle."""
        from sudocube.formats import Style, Writer

        style = entry.style if self._format is None else Style.named(self._format, entry.style)
        writer = self._writers.setdefault(style, Writer(style))

        def write(grid: Grid) -> None:
            assert entry.puzzle is not None
            self._run.output.put_text(writer.text(entry.puzzle, grid))

        return write


def _answer(
    run: Run,
    entry: Entry,
    engine: Engine,
    wanted: int | None,
    timeout: float | None,
    put: Callable[[Grid], None],
) -> Answer | None:
    """The engine's answer, after its solutions were put; None if the format cannot hold them."""
    from sudocube.checking import answer_of
    from sudocube.errors import UnsupportedError

    def count_and_put(grid: Grid) -> None:
        put(grid)
        run.progress.found()

    assert entry.puzzle is not None
    try:
        if wanted is None:
            answer = answer_of(entry.puzzle, engine, limit=2, timeout=timeout)
            for grid in answer.solutions[:1]:
                put(grid)
        else:
            answer = answer_of(entry.puzzle, engine, limit=wanted, timeout=timeout, on_result=count_and_put)
    except UnsupportedError as error:
        run.status.note(USAGE_ERROR)
        run.error(f"{entry.source}: {error}")
        return None
    _remark(run, entry, answer, wanted)
    return answer


def _is_open(answer: Answer, wanted: int | None) -> bool:
    """Whether what was asked for is not known: one solution, or all that were wanted."""
    return answer.reason is not None and (wanted is not None or not answer.solutions)


def _remark(run: Run, entry: Entry, answer: Answer, wanted: int | None) -> None:
    """Say on standard error what the solutions do not show: none, several, or undecided."""
    from sudocube.report.words import no_solution_in_words

    if answer.verdict is Verdict.NONE and entry.puzzle is not None:
        run.status.note(PROBLEM)
        run.info(f"{entry.source}: {no_solution_in_words(entry.puzzle)}")
    elif _is_open(answer, wanted):
        run.status.note(UNDECIDED)
        run.info(f"{entry.source}: undecided: {answer.reason}")
    elif wanted is None and answer.verdict is Verdict.MULTIPLE:
        run.info(f"{entry.source}: there are several solutions; this is one of them")
