"""Pencilmarks as text: nine symbols for each of 81 cells, and the candidates that they give."""

from __future__ import annotations

from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS, SYMBOLS

MARKS = 729
"""How many symbols pencilmarks have as text: nine for each of 81 cells. The k-th of a cell is k, or a blank
if k is not a candidate."""

ANY_DIGIT = 0b111111111
"""The candidates of a cell that can hold any digit: bit d - 1 for digit d."""


def first_wrong_mark(symbols: str) -> int | None:
    """The index of the first pencilmark that is neither a blank nor the digit of its place."""
    places = enumerate(symbols)
    return next((i for i, symbol in places if symbol not in BLANKS and symbol != SYMBOLS[i % 9 + 1]), None)


def masks_of(symbols: str) -> tuple[int, ...]:
    """The candidates of each cell, from text; raises PuzzleError for a symbol that is not in its place."""
    at = first_wrong_mark(symbols)
    if at is not None:
        place = f"{at % 9 + 1} of r{at // 81 + 1}c{at // 9 % 9 + 1}"
        raise PuzzleError(f"symbol {at + 1} is {symbols[at]!r}: pencilmark {place} is that digit or a blank")
    marks = (symbols[start : start + 9] for start in range(0, MARKS, 9))
    return tuple(sum(1 << k for k, symbol in enumerate(cell) if symbol not in BLANKS) for cell in marks)


def clue_of(mask: int) -> int:
    """The digit of a cell with a single candidate, otherwise 0."""
    return mask.bit_length() if mask.bit_count() == 1 else 0
