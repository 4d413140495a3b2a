"""All 4×4 puzzles: which of a kind there are, by trying every set of cells in every grid.

There are 288 grids, and 65,536 sets of cells. A set shows a grid if no other grid has the same digits there:
then these clues have one solution. Which sets do so depends on the grid up to an exchange of digits, so the
12 grids with the first row 1 2 3 4 are enough. A set of cells is a number, with bit c set for cell c.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from sudocube.generation.clue_orbits import closed_under, clue_orbits
from sudocube.generation.small_grid_lists import listed_grid_count, listed_grids
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

GEOMETRY = Geometry(2, 2)
SETS = 1 << GEOMETRY.cell_count
GRIDS_WITH_FIRST_ROW = 12


def clue_numbers(
    symmetry: str, minimal: str, pattern: frozenset[int] | None = None, given: Puzzle | None = None
) -> list[int]:
    """How many clues there can be in 4×4 puzzles with one solution, ascending; empty where there is none.

    The arguments mean what they do in a GenerationPlan.

    >>> clue_numbers("none", "strict"), clue_numbers("half-turn", "strict"), clue_numbers("full", "strict")
    ([4, 5, 6], [4], [])
    """
    forced = closed_under(given.clues, symmetry, GEOMETRY.size) if given else frozenset[int]()
    orbits = clue_orbits(symmetry, GEOMETRY.size)
    sets = _sets_of_orbits(orbits)
    sets = sets[sets & _number_of(forced) == _number_of(forced)]
    if pattern is not None:
        sets = sets[sets == _number_of(pattern)]
    shows = _sets_that_show()[_grids_with(given)]
    found = shows[:, sets]
    if minimal == "strict":
        orbits = clue_orbits("none", GEOMETRY.size)
    for orbit in orbits if minimal != "no" else ():
        if orbit[0] not in forced:
            cells = _number_of(orbit)
            found &= ~(shows[:, sets & ~cells] & (sets & cells > 0))
    return sorted({int(one).bit_count() for one in sets[found.any(axis=0)]})


def _number_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _sets_of_orbits(orbits: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """All sets that are made of whole orbits."""
    sets = np.zeros(1, np.int64)
    for orbit in orbits:
        sets = np.concatenate([sets, sets | _number_of(orbit)])
    return sets


@cache
def _all_grids() -> NDArray[np.uint8]:
    """All grids, uint8 (288, 16): twelve with each order of the digits, in the order of the first twelve."""
    return listed_grids(GEOMETRY, np.arange(listed_grid_count(GEOMETRY)))


def _grids_with(given: Puzzle | None) -> list[int]:
    """Which of the twelve grids have the given clues, after an exchange of digits."""
    cells = np.array(list(given.clues) if given else [], int)
    digits = np.array(list(given.clues.values()) if given else [], np.uint8)
    fits = np.flatnonzero((_all_grids()[:, cells] == digits).all(axis=1))
    return sorted({int(one) % GRIDS_WITH_FIRST_ROW for one in fits})


@cache
def _sets_that_show() -> NDArray[np.bool_]:
    """Whether a set shows a grid, bool (12, sets). It does not if another grid agrees with it there."""
    grids, bits = _all_grids(), 1 << np.arange(GEOMETRY.cell_count)
    shows = np.ones((GRIDS_WITH_FIRST_ROW, SETS), bool)
    for own, sets in zip(grids, shows, strict=False):
        agreeing = (grids == own) @ bits
        sets[agreeing[agreeing < SETS - 1]] = False
        for bit in bits.tolist():  # what holds for a set holds for each part of it
            by_cell = sets.reshape(-1, 2, bit)
            by_cell[:, 0] &= by_cell[:, 1]
    return shows
