"""Plain facts about puzzles that do not exist, said at once. Whatever else is impossible, tries and time end.

That no 9×9 puzzle with 16 clues has one solution was shown by Gary McGuire, Bastian Tugemann and Gilles
Civario: "There is no 16-clue sudoku: solving the sudoku minimum number of clues problem via hitting set
enumeration", 2012. That no 6×6 puzzle with 7 clues has, can be shown in their way, for each of the 49 classes
of grids.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from sudocube.cube import clashes
from sudocube.errors import ImpossibleError
from sudocube.generation.clue_orbits import has_symmetry
from sudocube.geometry import Geometry

if TYPE_CHECKING:
    from sudocube.generation.plan import GenerationPlan

FEWEST_CLUES = {4: 4, 6: 8, 9: 17}
"""The fewest clues with which a puzzle of that size has one solution, where that is known."""


def check_possible(plan: GenerationPlan) -> None:
    """Raise ImpossibleError where one of these facts shows that no puzzle fulfils the plan."""
    for reason, board in _reasons(plan):
        raise ImpossibleError(reason, board)


def fewest_clues(geometry: Geometry) -> int:
    """The fewest clues that a puzzle with one solution can have, as far as it is known.

    Two digits without a clue could be exchanged in each solution, so there are clues of n - 1 digits.
    """
    return FEWEST_CLUES.get(geometry.size, geometry.size - 1)


def _reasons(plan: GenerationPlan) -> Iterator[tuple[str, str | None]]:
    """Why there is none, the plainest reason first, and which board that is about."""
    geometry, fewest = plan.geometry, fewest_clues(plan.geometry)
    name = f"{geometry.size}×{geometry.size}"
    if plan.clues is not None:
        least, most = plan.clues
        if least > geometry.cell_count:
            yield f"{least} clues: a {name} board has {geometry.cell_count} cells", None
        if most is not None and most < fewest:
            yield f"no {name} puzzle with fewer than {fewest} clues has one solution", None
        if most is not None and most < len(plan.forced):
            forced = f"given clues, with what the symmetry adds to them, are {len(plan.forced)}"
            yield f"{forced}, not {most} at most", None
    if plan.given is not None and (found := clashes(plan.given)):
        yield f"the given clues clash: {found[0]}", "given"
    boards = {"pattern": plan.pattern, "near": frozenset(plan.near.clues) if plan.near else None}
    for board, cells in boards.items():
        if cells is not None and len(cells) < fewest:
            few = f"{board} has {len(cells)} clues: with fewer than {fewest}, no {name} puzzle is unique"
            yield few, board
        if cells is not None and plan.clues and not plan.clues.holds(len(cells)):
            yield f"{board} has {len(cells)} clues, and so has each puzzle made, not {plan.clues}", board
    if plan.pattern is not None:
        yield from ((reason, "pattern") for reason in _about_pattern(plan, plan.pattern))


def _about_pattern(plan: GenerationPlan, pattern: frozenset[int]) -> Iterator[str]:
    geometry = plan.geometry
    if not has_symmetry(pattern, plan.symmetry, geometry.size):
        yield f"the pattern does not have the symmetry {plan.symmetry}"
    if outside := sorted(plan.forced - pattern):
        yield f"{geometry.cell_name(outside[0])} holds a given clue, and the pattern has none there"
    for what, bands, in_band, line_of in (
        ("rows", "band", geometry.box_rows, geometry.row),
        ("columns", "stack", geometry.box_columns, geometry.column),
    ):
        empty = sorted(set(range(geometry.size)) - {line_of(cell) for cell in pattern})
        for one, other in pairwise(empty):
            if one // in_band == other // in_band:
                yield (
                    f"{what} {one + 1} and {other + 1} have no clues and stand in one {bands}: exchanged, "
                    "they make another solution of each"
                )
