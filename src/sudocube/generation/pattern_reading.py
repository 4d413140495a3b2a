"""Patterns: which cells of a board hold clues, as texts that people write."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from sudocube.errors import FormatError, PuzzleError, quoted
from sudocube.geometry import SYMBOLS, VALUES, Geometry
from sudocube.symbol_forms import DARK_SIGNS, usual_symbols

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
