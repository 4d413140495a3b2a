"""The symmetries that the cells with clues of a puzzle can have, and the orbits of cells under each.

A symmetry is a set of ways to turn or mirror the square of cells. An *orbit* is the set of cells that one
cell goes to. Clues have the symmetry if each orbit holds clues in all of its cells or in none. It is about
the cells alone: neither digits nor boxes matter, so every size has all symmetries, boxes of 2 × 3 as well.

    >>> [len(orbit) for orbit in clue_orbits("half-turn", 4)], clue_orbits("diagonal", 4)[1]
    ([2, 2, 2, 2, 2, 2, 2, 2], (1, 4))
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache

from sudocube.errors import UnknownNameError

_Turn = Callable[[int, int, int], tuple[int, int]]
"""Where a row and a column go in a square whose last row is the third number."""


def _turned_by_half(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, last - column


def _turned_by_quarter(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _left_to_right(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def _top_to_bottom(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, column


def _over_diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return column, row


def _over_anti_diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return last - column, last - row


_GENERATORS: dict[str, tuple[_Turn, ...]] = {
    "none": (),
    "half-turn": (_turned_by_half,),
    "quarter-turn": (_turned_by_quarter,),
    "left-right": (_left_to_right,),
    "top-bottom": (_top_to_bottom,),
    "both-mirrors": (_left_to_right, _top_to_bottom),
    "diagonal": (_over_diagonal,),
    "anti-diagonal": (_over_anti_diagonal,),
    "both-diagonals": (_over_diagonal, _over_anti_diagonal),
    "full": (_turned_by_quarter, _left_to_right),
}

SYMMETRIES = tuple(_GENERATORS)
"""The names of all symmetries, the fewest demands first."""


@cache
def clue_orbits(symmetry: str, size: int) -> tuple[tuple[int, ...], ...]:
    """The orbits of the cells of a board of that size: each ascending, in the order of their first cells.

    Raises UnknownNameError for a symmetry that is not one of SYMMETRIES.
    """
    if symmetry not in _GENERATORS:
        raise UnknownNameError("symmetry", symmetry, SYMMETRIES)
    found: set[int] = set()
    orbits = []
    for cell in range(size * size):
        if cell not in found:
            orbit = _orbit_of(cell, _GENERATORS[symmetry], size)
            found.update(orbit)
            orbits.append(orbit)
    return tuple(orbits)


def _orbit_of(cell: int, turns: Collection[_Turn], size: int) -> tuple[int, ...]:
    orbit, left = {cell}, [cell]
    while left:
        row, column = divmod(left.pop(), size)
        for turn in turns:
            new_row, new_column = turn(row, column, size - 1)
            if (other := size * new_row + new_column) not in orbit:
                orbit.add(other)
                left.append(other)
    return tuple(sorted(orbit))


def has_symmetry(cells: Collection[int], symmetry: str, size: int) -> bool:
    """Whether these cells, as those with clues, have a symmetry.

    >>> has_symmetry({0, 15}, "half-turn", 4), has_symmetry({0, 15}, "left-right", 4)
    (True, False)
    """
    chosen = set(cells)
    return all(len(chosen.intersection(orbit)) in (0, len(orbit)) for orbit in clue_orbits(symmetry, size))


def closed_under(cells: Collection[int], symmetry: str, size: int) -> frozenset[int]:
    """These cells, and all others in their orbits."""
    chosen = set(cells)
    orbits = (orbit for orbit in clue_orbits(symmetry, size) if chosen.intersection(orbit))
    return frozenset(cell for orbit in orbits for cell in orbit)
