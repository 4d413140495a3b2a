"""Which cells of a board hold clues: the symmetries that they can have, and patterns as people write them.

A symmetry is a set of ways to turn or mirror the square of cells. An *orbit* is the set of cells that one
cell goes to. Clues have the symmetry if each orbit holds clues in all of its cells or in none. It is about
the cells alone: neither digits nor boxes matter, so every size has all symmetries, boxes of 2 × 3 as well.

    >>> [len(orbit) for orbit in clue_orbits("half-turn", 4)], clue_orbits("diagonal", 4)[1]
    ([2, 2, 2, 2, 2, 2, 2, 2], (1, 4))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from operator import index

from sudocube.cell_values import DARK_SIGNS, usual_symbols
from sudocube.errors import FormatError, PuzzleError, UnknownNameError, quoted
from sudocube.geometry import SYMBOLS, VALUES, Geometry

_Turn = Callable[[int, int, int], tuple[int, int]]
"""Where a row and a column go in a square whose last row is the third number."""

_QUARTER: _Turn = lambda row, column, last: (column, last - row)  # noqa: E731 -- a table of formulas
_MIRROR: _Turn = lambda row, column, last: (row, last - column)  # noqa: E731
_FLIP: _Turn = lambda row, column, last: (last - row, column)  # noqa: E731
_DIAGONAL: _Turn = lambda row, column, last: (column, row)  # noqa: E731
_ANTI_DIAGONAL: _Turn = lambda row, column, last: (last - column, last - row)  # noqa: E731

_GENERATORS: dict[str, tuple[_Turn, ...]] = {
    "none": (),
    "half-turn": (lambda row, column, last: (last - row, last - column),),
    "quarter-turn": (_QUARTER,),
    "left-right": (_MIRROR,),
    "top-bottom": (_FLIP,),
    "both-mirrors": (_MIRROR, _FLIP),
    "diagonal": (_DIAGONAL,),
    "anti-diagonal": (_ANTI_DIAGONAL,),
    "both-diagonals": (_DIAGONAL, _ANTI_DIAGONAL),
    "full": (_QUARTER, _MIRROR),
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


SURE_BLANKS = ".0_-"
"""Blanks in every pattern."""

OTHER_BLANKS = "*xX?"
"""Clues beside SURE_BLANKS; without those, blanks beside digits and MARKS."""

MARKS = f"#oO@{DARK_SIGNS}"
"""Clues in every pattern, as are the digits."""

DRAWN = "|"
"""What is drawn between boxes; a line that holds `+` is drawn, too."""


def pattern_cells(
    pattern: str | Iterable[int], geometry: Geometry, *, source: str = "the pattern"
) -> frozenset[int]:
    """The cells with clues, numbered from 0, row by row, of a text or of their numbers.

    A text has a symbol for each cell; white space, `|` and lines with `+` are left out. Digits of the size
    and MARKS are clues, SURE_BLANKS are blanks. What `*`, `x`, `X` and `?` are shows the rest of the text:
    clues beside SURE_BLANKS, else blanks beside digits or MARKS. So a puzzle of any form is a pattern, too.
    In a text of these signs alone, `?` is a blank, and the others are clues: a board of `x` is full.

    Raises PuzzleError for a text with another number of cells, for a cell outside the board, for a pattern
    without clues, and for one of `x` and `*` alone, where each could be the blank; FormatError, a PuzzleError
    with the place in `source`, for any other symbol; TypeError for what is neither a text nor cells.

    >>> sorted(pattern_cells("#..# .... .... #..#", Geometry(2, 2)))
    [0, 3, 12, 15]
    >>> sorted(pattern_cells([15, 0], Geometry(2, 2)))
    [0, 15]
    """
    if isinstance(pattern, str):
        cells = frozenset(_cells_of_text(pattern, geometry, source))
    else:
        cells = frozenset(map(index, pattern))
    if outside := sorted(cell for cell in cells if not 0 <= cell < geometry.cell_count):
        raise PuzzleError(f"the pattern has a cell {outside[0]}: cells are 0 to {geometry.cell_count - 1}")
    if not cells:
        raise PuzzleError("the pattern has no clues: mark the cells with clues by #, and the others by a dot")
    return cells


def _cells_of_text(text: str, geometry: Geometry, source: str) -> Iterable[int]:
    lines = text.splitlines()
    placed = [
        (sign, line, column)
        for line, signs in enumerate(lines, 1)
        if "+" not in signs
        for column, sign in enumerate(map(usual_symbols, signs), 1)
        if sign and not sign.isspace() and sign not in DRAWN
    ]
    if len(placed) != geometry.cell_count:
        raise PuzzleError(
            f"the pattern has {len(placed)} cells: a board of {geometry} has {geometry.cell_count}"
        )
    for sign, line, column in placed:
        if sign not in SURE_BLANKS + OTHER_BLANKS + MARKS and VALUES.get(sign, 0) not in geometry.digits:
            largest = SYMBOLS[geometry.size]
            raise FormatError(
                source,
                line if len(lines) > 1 else None,
                column,
                found=quoted(sign),
                expected=f"a digit 1 to {largest}, # or x for a clue, or . for a blank",
            )
    signs = [sign for sign, _, _ in placed]
    blanks = _blanks({*signs})
    return (cell for cell, sign in enumerate(signs) if sign not in blanks)


def _blanks(signs: set[str]) -> str:
    """Which signs are blanks, in a text of these."""
    if signs & {*SURE_BLANKS}:
        return SURE_BLANKS
    if signs - {*OTHER_BLANKS}:
        return OTHER_BLANKS
    if "?" not in signs and "*" in signs and signs & {*"xX"}:
        raise PuzzleError("the pattern has x and * alone: write . for the cells without a clue")
    return "?"
