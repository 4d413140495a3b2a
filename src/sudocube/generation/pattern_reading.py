"""Patterns: which cells of a board hold clues, as texts that people write."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from sudocube.errors import PuzzleError
from sudocube.geometry import Geometry

SURE_BLANKS = ".0_-"
"""Blanks in every pattern."""

OTHER_BLANKS = "*xX?"
"""Blanks in a pattern without any of SURE_BLANKS; in others these are clues, as every other symbol."""

DRAWN = "|"
"""What is drawn between boxes; a line that holds `+` is drawn, too."""


def pattern_cells(pattern: str | Iterable[int], geometry: Geometry) -> frozenset[int]:
    """The cells with clues, numbered from 0, row by row, of a text or of their numbers.

    A text has a symbol for each cell; white space, `|` and lines with `+` are left out. Blanks are `.`, `0`,
    `_` and `-`, and if none of these occurs `*`, `x`, `X` and `?`; every other symbol is a clue. So a puzzle
    of any form is a pattern, too. Raises PuzzleError for a text with another number of cells, for a cell
    outside the board, and for a pattern without clues; TypeError for what is neither a text nor cells.

    >>> sorted(pattern_cells("#..# .... .... #..#", Geometry(2, 2)))
    [0, 3, 12, 15]
    >>> sorted(pattern_cells([15, 0], Geometry(2, 2)))
    [0, 15]
    """
    cells = frozenset(_cells_of_text(pattern, geometry) if isinstance(pattern, str) else map(index, pattern))
    if outside := sorted(cell for cell in cells if not 0 <= cell < geometry.cell_count):
        raise PuzzleError(f"the pattern has a cell {outside[0]}: cells are 0 to {geometry.cell_count - 1}")
    if not cells:
        raise PuzzleError("the pattern has no clues: mark the cells with clues by #, and the others by a dot")
    return cells


def _cells_of_text(text: str, geometry: Geometry) -> frozenset[int]:
    lines = [line for line in text.splitlines() if "+" not in line]
    symbols = [sign for sign in "".join(lines) if not sign.isspace() and sign not in DRAWN]
    if len(symbols) != geometry.cell_count:
        raise PuzzleError(
            f"the pattern has {len(symbols)} cells: a board of {geometry} has {geometry.cell_count}"
        )
    blanks = SURE_BLANKS if set(symbols) & set(SURE_BLANKS) else OTHER_BLANKS
    return frozenset(cell for cell, sign in enumerate(symbols) if sign not in blanks)
