"""Puzzles of a difficulty: the attempts that have the level, the depth, the backdoor and the methods.

What was shown on the way is noted for each puzzle, and nothing else: a bound where only a bound was needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.clock import Clock
from sudocube.generation.attempts import AttemptBatch
from sudocube.generation.plan import GenerationPlan
from sudocube.geometry import Geometry
from sudocube.plan_fields import Range
from sudocube.puzzle import Puzzle
from sudocube.rating.backdoor_search import find_backdoor, small_backdoors
from sudocube.rating.closures import depths_of, first_masks
from sudocube.rating.puzzle_rating import is_solved_by
from sudocube.solvers.techniques import NETS, level_of, word_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

ShownRating = dict[str, Any]
"""What was shown of a puzzle: `level`, `depth`, `backdoor`, bounds, `methods`, as in a JSON row of `rate`."""


def first_of_difficulty(
    plan: GenerationPlan, made: AttemptBatch, indexes: NDArray[np.int64], clock: Clock
) -> tuple[AttemptBatch, list[ShownRating]]:
    """Of each index the first puzzle that has the difficulty, and what was shown of it.

    `indexes` is int64 (k,), those of the puzzles of the batch, ascending. Depths, and backdoors of up to one
    cell, are found for all puzzles together; the rest, which takes longer, for one puzzle after the other,
    until one of its index is found.
    Raises TimeoutError where the clock runs out.
    """
    shown: list[ShownRating] = [{} for _ in indexes]
    rows = np.arange(len(indexes))
    if plan.depth is not None:
        depths = _depths(made, plan.geometry, plan.depth, clock)
        rows = rows[[_is_in(plan.depth, one) for one in depths]]
        for row in rows.tolist():
            shown[row] |= _as_bounds("depth", *depths[row])
    if plan.backdoor is not None:
        of_rows = small_backdoors(made.puzzles[rows], made.grids[rows], plan.geometry, clock=clock)
        for row, size in zip(rows.tolist(), of_rows.tolist(), strict=True):
            shown[row] |= _as_bounds("backdoor", size if size < 2 else None, size)
        rows = rows[[_may_be_in(plan.backdoor, size) for size in of_rows.tolist()]]
    found: dict[int, int] = {}
    for row in rows.tolist():
        index = int(indexes[row])
        if index not in found and _is_as_hard(plan, made.puzzles[row], made.grids[row], shown[row], clock):
            found[index] = row
    chosen = np.array(list(found.values()), np.int64)
    return made.only(chosen), [shown[row] for row in found.values()]


_Bounds = tuple[int | None, int]
"""A number, None where it is not known, and how small it can be."""


def _is_in(limits: Range, bounds: _Bounds) -> bool:
    """Whether a number is in a range; where it is not known, its bound was sought beyond the range."""
    exactly, at_least = bounds
    least, most = limits
    return at_least >= least and (most is None or (exactly is not None and exactly <= most))


def _may_be_in(limits: Range, small: int) -> bool:
    """Whether a backdoor may be in a range; `small` is 0, 1, or 2 where it is larger."""
    if small < 2:
        return _is_in(limits, (small, small))
    return limits[1] is None or limits[1] >= small


def _sought(limits: Range) -> int:
    """How far a number has to be looked for: beyond that it is in the range, or is not."""
    least, most = limits
    return least - 1 if most is None else most


def _as_bounds(name: str, exactly: int | None, at_least: int) -> ShownRating:
    return {name: exactly, f"{name}_at_least": at_least}


def _depths(made: AttemptBatch, geometry: Geometry, limits: Range, clock: Clock) -> list[_Bounds]:
    most = _sought(limits)
    depths = depths_of(made.puzzles, geometry, most=most, solutions=made.grids, clock=clock)
    return [(depth if depth <= most else None, depth) for depth in depths.tolist()]


def _is_as_hard(
    plan: GenerationPlan,
    cells: NDArray[np.uint8],
    grid: NDArray[np.uint8],
    shown: ShownRating,
    clock: Clock,
) -> bool:
    """Whether level and backdoor are in their ranges, and methods solve the puzzle; notes what was shown."""
    puzzle = Puzzle(cells.tobytes(), plan.geometry)
    if plan.level is not None:
        level = level_of(
            puzzle, clock=clock, up_to=min(NETS, NETS if plan.level.most is None else plan.level.most)
        )
        if not plan.level.holds(level):
            return False
        shown |= {"level": level, "level_name": word_of(level)}
    for wanted, names in ((True, plan.methods), (False, plan.not_methods)):
        for name in names:
            if is_solved_by(name, puzzle, clock=clock) is not wanted:
                return False
            shown.setdefault("methods", {})[name] = wanted
    if plan.backdoor is None or shown["backdoor"] is not None or _is_in(plan.backdoor, (None, 2)):
        return True
    masks, known = (first_masks(board[np.newaxis], plan.geometry) for board in (cells, grid))
    found = find_backdoor(masks, known, plan.geometry, most=_sought(plan.backdoor), clock=clock)
    clock.check()  # without time, these are bounds that may say nothing
    bounds = len(found.cells) if found.is_smallest else None, found.at_least
    shown |= _as_bounds("backdoor", *bounds)
    return _is_in(plan.backdoor, bounds)
