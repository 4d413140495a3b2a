"""Puzzles counted again, by another level of the kernel and by other engines, before anybody sees them.

Each 9×9 puzzle is counted by a level of the kernel other than the one that made it, and its solution goes
before the compiled referee, which shares no code with the search. One in a hundred is decided by SAT as well;
where there is no other compiled level, each is. Of other sizes each puzzle is decided by a SAT solver other
than the one that made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.engines import engine_for, is_outside, kept_engine
from sudocube.engines.asking import refereed_answer
from sudocube.errors import EngineError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.kernel import TWIN, chosen_level, finish, first_refused, levels, start_search
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict
from sudocube.verdicts.batches import check_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

EVERY = 100
"""Of this many 9×9 puzzles one is decided by SECOND_ENGINE: the first, the 101st and so on."""

SECOND_ENGINE = "sat"
"""The engine for one in EVERY 9×9 puzzles."""

ENGINE_OF_OTHER_SIZES = "sat:extended@minisat22"
"""Puzzles of other sizes are made with another solver."""


def check_engine(name: str, geometry: Geometry) -> None:
    """Raise UnsupportedError for an engine that cannot decide all puzzles of a geometry.

    Also UnknownNameError or UnavailableError for one that does not exist or is not installed.
    """
    empty = Puzzle(bytes(geometry.cell_count), geometry)
    traits = engine_for(empty, name).traits
    if not traits.complete and not is_outside(name):
        raise UnsupportedError(f"{name} does not decide every puzzle: choose another engine to check again")
    if not traits.supports(empty):
        raise UnsupportedError(f"{name} does not take {geometry}: choose another engine to check again")


def recheck_puzzles(
    geometry: Geometry,
    indexes: Sequence[int],
    puzzles: NDArray[np.uint8],
    grids: NDArray[np.uint8],
    *,
    engine: str | None = None,
    level: str | None = None,
    clock: Clock = NO_LIMIT,
) -> None:
    """Count puzzles again: each has this grid as its solution, and no other.

    `puzzles` and `grids` are uint8 (n, cells), `indexes` the numbers of the puzzles. `engine` decides each of
    them, in place of the usual one; `level` is the one that made them. Raises EngineError for a puzzle of
    which that is not so, since one of the two that counted it is wrong, and TimeoutError where the clock runs
    out.
    """
    other = other_level(level) if geometry.size == 9 else None
    if other is not None:
        _count_again(puzzles, grids, other)
    name = engine or (SECOND_ENGINE if geometry.size == 9 else ENGINE_OF_OTHER_SIZES)
    is_each = engine is not None or other is None
    confirm(
        [
            (Puzzle(cells.tobytes(), geometry), Grid(grid.tobytes(), geometry))
            for index, cells, grid in zip(indexes, puzzles, grids, strict=True)
            if is_each or index % EVERY == 1
        ],
        name,
        clock,
    )


def other_level(level: str | None) -> str | None:
    """The fastest compiled level that is not this one (by default, the one in use); None if there is none."""
    others = [one for one in levels() if one not in (TWIN, chosen_level(level))]
    return others[-1] if others else None


def _count_again(puzzles: NDArray[np.uint8], grids: NDArray[np.uint8], level: str) -> None:
    search = start_search(puzzles, limit=2, level=level)
    finish(search)
    wrong = np.flatnonzero((search.counts != 1) | (search.solutions[:, 0] != grids).any(axis=1))
    row = int(wrong[0]) if len(wrong) else first_refused(puzzles, search.solutions, search.counts)
    if row is not None:
        raise _not_confirmed(Puzzle(puzzles[row].tobytes()), Grid(grids[row].tobytes()), f"kernel {level}")


def confirm(boards: Sequence[tuple[Puzzle, Grid]], engine: str, clock: Clock = NO_LIMIT) -> None:
    """Raise EngineError unless the engine finds that each puzzle has this solution and no other.

    The referee sees the solutions. Raises TimeoutError where the clock runs out.
    """
    puzzles = [puzzle for puzzle, _ in boards]
    for (puzzle, grid), (verdict, solutions, reason) in zip(
        boards, _answers(puzzles, engine, clock), strict=True
    ):
        clock.check()
        if verdict is Verdict.UNKNOWN:
            raise EngineError(f"{engine} did not decide the puzzle {puzzle}: {reason}")
        if verdict is not Verdict.UNIQUE or solutions not in ((), (grid,)):
            raise _not_confirmed(puzzle, grid, engine)


def _answers(
    puzzles: Sequence[Puzzle], engine: str, clock: Clock
) -> Iterator[tuple[Verdict, tuple[Grid, ...], str | None]]:
    """The verdict of an engine on each puzzle, with its solutions and the reason why it is unknown."""
    if is_outside(engine):  # a program is started once for all, contained, and ended
        for checked in check_many(puzzles, engine=engine, timeout=clock.timeout_left, jobs=1):
            yield checked.verdict, checked.solutions, checked.reason
        return
    for puzzle in puzzles:
        answer = refereed_answer(kept_engine(engine), puzzle, limit=2, timeout=clock.timeout_left)
        yield answer.verdict, answer.solutions, answer.reason


def _not_confirmed(puzzle: Puzzle, grid: Grid, engine: str) -> EngineError:
    return EngineError(
        f"{engine} does not confirm that {puzzle} has the one solution {grid}: one of two programs is wrong; "
        "`sudocube crosscheck` with this puzzle says which"
    )
