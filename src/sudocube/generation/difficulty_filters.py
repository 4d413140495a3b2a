"""Puzzles of a difficulty: the attempts that have the level, the depth, the backdoor and the methods.

What was shown on the way is noted for each puzzle, and nothing else: a bound where only a bound was needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.clock import Clock
from sudocube.generation.attempts import AttemptBatch
from sudocube.generation.plan import GenerationPlan
from sudocube.plan_fields import Range
from sudocube.puzzle import Puzzle
from sudocube.rating.backdoor_search import find_backdoor, small_backdoors
from sudocube.rating.depth import depths_of, first_masks
from sudocube.rating.puzzle_rating import is_solved_by
from sudocube.solvers.techniques.solving import NETS, level_of, word_of

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
        most = _sought(plan.depth)
        masks, known = (first_masks(cells, plan.geometry) for cells in (made.puzzles, made.grids))
        numbers, _ = depths_of(masks, known, plan.geometry, most=most, clock=clock)
        clock.check()  # without time, these are bounds
        depths = numbers.tolist()
        rows = rows[[plan.depth.holds(depth) for depth in depths]]
        for row in rows.tolist():
            shown[row] |= _as_shown("depth", depths[row], is_exact=depths[row] <= most)
    if plan.backdoor is not None:
        sizes = small_backdoors(made.puzzles[rows], made.grids[rows], plan.geometry, clock=clock).tolist()
        for row, size in zip(rows.tolist(), sizes, strict=True):
            shown[row] |= _as_shown("backdoor", size, is_exact=size < 2)
        may_be_larger = _sought(plan.backdoor) >= 2
        rows = rows[[plan.backdoor.holds(size) or (size == 2 and may_be_larger) for size in sizes]]
    found: dict[int, int] = {}
    for row in rows.tolist():
        index = int(indexes[row])
        if index not in found and _is_as_hard(plan, made.puzzles[row], made.grids[row], shown[row], clock):
            found[index] = row
    chosen = np.array(list(found.values()), np.int64)
    return made.only(chosen), [shown[row] for row in found.values()]


def _sought(limits: Range) -> int:
    """How far a number has to be looked for: one that is larger is known to be in the range, or not."""
    return limits.least - 1 if limits.most is None else limits.most


def _as_shown(name: str, number: int, *, is_exact: bool) -> ShownRating:
    """A number, or else its lower bound."""
    return {name: number if is_exact else None, f"{name}_at_least": number}


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
    if plan.backdoor is None or shown["backdoor"] is not None or _sought(plan.backdoor) < 2:
        return True
    masks, known = (first_masks(board[np.newaxis], plan.geometry) for board in (cells, grid))
    found = find_backdoor(masks, known, plan.geometry, most=_sought(plan.backdoor), clock=clock)
    clock.check()  # without time, these are bounds that may say nothing
    shown |= _as_shown("backdoor", found.at_least, is_exact=found.is_smallest)
    return plan.backdoor.holds(found.at_least)
