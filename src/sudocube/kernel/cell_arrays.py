"""Arrays of puzzles: digits, ASCII symbols or masks of candidates, checked and cut into batches.

Candidates are of type uint16. All other integers are digits or symbols, which the kernel takes as uint8: a
batch of another type is copied when it is searched, so that memory stays flat.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sudocube.errors import PuzzleError
from sudocube.kernel.texts import CELLS, READ_AS_TEXT
from sudocube.kernel.twin import DIGITS, FULL, SYMBOLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel import Puzzles

    Integers = NDArray[np.integer]

LARGEST_BATCH = 1 << 14
"""Enough puzzles to keep all lanes of a vector busy, few enough to stay in the cache."""

SMALLEST_BATCH = 256

NO_CELL = 255
"""A byte that is neither a digit nor a symbol."""


def is_cell_array(puzzles: object) -> bool:
    """Whether this is an array of anything but texts and objects, which may be texts."""
    return isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in "OUST"


def checked_array(puzzles: object) -> Integers:
    """The array itself; raises PuzzleError for one of the wrong shape or type."""
    assert isinstance(puzzles, np.ndarray)
    if isinstance(puzzles, np.ma.MaskedArray):
        raise PuzzleError("a masked array: fill it first, with .filled(0) if what is masked is blank")
    shapes = f"puzzles are of shape (n, {CELLS}) or (n, 9, 9)"
    is_one_puzzle = puzzles.shape == (CELLS,) and puzzles.dtype.kind in "iu"
    if puzzles.dtype.kind in "iuf" and puzzles.ndim == 1 and not is_one_puzzle:
        raise PuzzleError(f"an array of shape {puzzles.shape}: {shapes}{READ_AS_TEXT}")
    if puzzles.dtype.kind not in "iu":
        expected = "puzzles are integers: uint16 for candidates, any other type for digits or symbols"
        raise PuzzleError(f"an array of {puzzles.dtype}: {expected}")
    if puzzles.ndim < 2 or puzzles.shape[1:] not in ((CELLS,), (9, 9)):
        single = f"; a single one is array.reshape(1, {CELLS})" if puzzles.size == CELLS else ""
        raise PuzzleError(f"an array of shape {puzzles.shape}: {shapes}{single}")
    return puzzles


def batches_of(puzzles: Integers, threads: int) -> Iterator[Integers]:
    """An array in batches, small enough that every thread gets several if there are enough puzzles."""
    size = min(LARGEST_BATCH, max(SMALLEST_BATCH, -(-len(puzzles) // (4 * threads))))
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def as_puzzles(batch: Integers) -> Puzzles:
    """A batch as the kernel takes it, uint8 or uint16 (n, 81); what does not fit in uint8 becomes NO_CELL."""
    cells = batch.reshape(len(batch), CELLS)
    if is_candidates(cells):
        return np.ascontiguousarray(cells, np.uint16)
    if cells.dtype == np.uint8:
        return np.ascontiguousarray(cells, np.uint8)
    fits = (cells >= 0) & (cells <= NO_CELL)
    values = cells.astype(np.uint8, order="C")
    values[~fits] = NO_CELL
    return values


_CLUE_OF = np.full(FULL + 1, NO_CELL, np.uint8)
"""The digit of a mask with a single candidate, and 0 for all candidates; NO_CELL for any other mask."""
_CLUE_OF[FULL] = 0
_CLUE_OF[[1 << digit >> 1 for digit in range(1, 10)]] = range(1, 10)


def as_clues(puzzles: Puzzles) -> NDArray[np.uint8]:
    """Puzzles as the kernel takes them, as clues: digits or symbols as they are, masks as digits.

    A cell with some candidates, but neither one nor all nine, is no clue and no blank: it becomes NO_CELL.
    """
    if puzzles.dtype == np.uint8:
        return puzzles.astype(np.uint8, copy=False)
    return np.where(puzzles <= FULL, _CLUE_OF[np.minimum(puzzles, FULL)], np.uint8(NO_CELL))


def is_candidates(batch: Integers) -> bool:
    """Whether the values are masks of candidates, in whatever order of bytes."""
    return batch.dtype.kind == "u" and batch.dtype.itemsize == 2


def error_in_row(batch: Integers, row: int, first: int) -> PuzzleError:
    """The error for a row that is not a puzzle; `first` is the place of the batch in the array."""
    values: list[int] = batch[row].ravel().tolist()
    allowed: Container[int]
    if is_candidates(batch):
        allowed, expected = range(FULL + 1), f"candidates, 0 to {FULL}"
    elif values[0] in DIGITS:
        allowed, expected = DIGITS, "a digit, 0 to 9, as the row began"
    elif values[0] in SYMBOLS:
        allowed, expected = SYMBOLS, "a digit or one of the blanks . 0 * _ - x X, in ASCII"
    else:
        allowed, expected = (), "a digit, 0 to 9, or a symbol in ASCII"
    column = next(index for index, value in enumerate(values) if value not in allowed)
    value = values[column]
    shown = f" ({chr(value)!r})" if 32 < value < 127 and not is_candidates(batch) else ""
    place = f"row {first + row}, column {column} (from 0)"
    if batch.ndim == 3:
        place = f"puzzle {first + row}, row {column // 9}, column {column % 9} (from 0)"
    return PuzzleError(f"{place} holds {value}{shown}; expected {expected}")
