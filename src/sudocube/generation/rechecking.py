"""Puzzles counted again, by another level of the kernel and by other engines, before anybody sees them.

Each 9×9 puzzle is counted by a level of the kernel other than the one that made it, and its solution goes
before the compiled referee, which shares no code with the search. One in a hundred is decided by SAT as well;
where there is no other compiled level, each is. Of other sizes each puzzle is decided by a SAT solver other
than the one that made it. An engine that the user names decides each puzzle besides.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.engines import engine_for
from sudocube.errors import EngineError, NotGeneratedError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.kernel import TWIN, chosen_level, finish, first_refused, levels, start_search
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import check

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.generation.generating import GeneratedPuzzle

EVERY = 100
"""Of this many 9×9 puzzles one is decided by SECOND_ENGINE: the first, the 101st and so on."""

SECOND_ENGINE = "sat"
"""The engine for one in EVERY 9×9 puzzles."""

ENGINE_OF_OTHER_SIZES = "sat:extended@minisat22"
"""Puzzles of other sizes are made with another solver."""


def recheck_puzzles(
    geometry: Geometry,
    indexes: Sequence[int],
    puzzles: NDArray[np.uint8],
    grids: NDArray[np.uint8],
    clock: Clock = NO_LIMIT,
) -> None:
    """Count puzzles again: each has this grid as its solution, and no other.

    `puzzles` and `grids` are uint8 (n, cells), `indexes` the numbers of the puzzles. Raises EngineError for a
    puzzle of which that is not so, since one of the two that counted it is wrong, and TimeoutError where the
    clock runs out.
    """
    others = [one for one in levels() if one not in (TWIN, chosen_level(None))]
    is_each = geometry.size != 9 or not others
    if not is_each:
        _count_again(puzzles, grids, others[-1])
    engine = SECOND_ENGINE if geometry.size == 9 else ENGINE_OF_OTHER_SIZES
    for index, cells, grid in zip(indexes, puzzles, grids, strict=True):
        if is_each or index % EVERY == 1:
            confirm(Puzzle(cells.tobytes(), geometry), Grid(grid.tobytes(), geometry), engine, clock)


def _count_again(puzzles: NDArray[np.uint8], grids: NDArray[np.uint8], level: str) -> None:
    search = start_search(puzzles, limit=2, level=level)
    finish(search)
    wrong = np.flatnonzero((search.counts != 1) | (search.solutions[:, 0] != grids).any(axis=1))
    row = int(wrong[0]) if len(wrong) else first_refused(puzzles, search.solutions, search.counts)
    if row is not None:
        raise _not_confirmed(Puzzle(puzzles[row].tobytes()), Grid(grids[row].tobytes()), f"kernel {level}")


def confirm(puzzle: Puzzle, grid: Grid, engine: str, clock: Clock = NO_LIMIT) -> None:
    """Raise EngineError unless the engine finds that the puzzle has this solution and no other.

    The referee sees the solution. Raises TimeoutError where the clock runs out.
    """
    checked = check(puzzle, engine=engine, timeout=clock.timeout_left)
    clock.check()
    if checked.verdict is Verdict.UNKNOWN:
        raise EngineError(f"{engine} did not decide the puzzle {puzzle}: {checked.reason}")
    if checked.verdict is not Verdict.UNIQUE or checked.solutions not in ((), (grid,)):
        raise _not_confirmed(puzzle, grid, engine)


def check_engine(name: str, geometry: Geometry) -> None:
    """Raise UnsupportedError for an engine that cannot decide all puzzles of a geometry.

    Also UnknownNameError or UnavailableError for one that does not exist or is not installed.
    """
    empty = Puzzle(bytes(geometry.cell_count), geometry)
    traits = engine_for(empty, name).traits
    if not (traits.complete or traits.is_outside) or not traits.supports(empty):
        raise UnsupportedError(f"{name} does not decide every puzzle: choose another engine to check again")


def decided_again(
    made: Generator[GeneratedPuzzle, None, None], engine: str, clock: Clock
) -> Iterator[GeneratedPuzzle]:
    """Puzzles as they are made, each once the engine has confirmed it.

    Raises EngineError for one that is not confirmed, NotGeneratedError where the clock runs out.
    """
    with closing(made):
        for number, one in enumerate(made):
            try:
                confirm(one.puzzle, one.solution, engine, clock)
            except TimeoutError:
                raise NotGeneratedError(one.index, one.attempt, number, "time") from None
            yield one


def _not_confirmed(puzzle: Puzzle, grid: Grid, engine: str) -> EngineError:
    return EngineError(
        f"{engine} does not confirm that {puzzle} has the one solution {grid}: one of two programs is wrong; "
        "`sudocube crosscheck` with this puzzle says which"
    )
