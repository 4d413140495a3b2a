"""A column of puzzles or answers: rows of 81 bytes, and by their places the values that are none.

Whatever a file holds is brought into this form: texts, lists of numbers, arrays. Nearly all values have 81
bytes, and no Python object is made for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.puzzle_values import PuzzleShape, puzzle_of_value, text_of_value
from sudocube.auditing.row_batches import Malformed
from sudocube.formats.plain_lines import CELLS, symbols_of_nine
from sudocube.formats.text_input import bytes_of
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

_NINE = Geometry(3, 3)


@dataclass(frozen=True, slots=True, eq=False)
class CellColumn:
    """n values of a column: `rows` is uint8 (n, 81), the bytes of each value.

    A value that does not have 81 bytes stands in `others`, by its place, and its row is zero: a text, a list
    of numbers, None where there is no value, or anything else that a file can hold.
    """

    rows: NDArray[np.uint8]
    others: dict[int, object] = field(default_factory=dict)

    @classmethod
    def of_values(cls, values: Sequence[object]) -> CellColumn:
        """The column of values of Python."""
        try:
            if set(map(len, values)) == {CELLS}:  # type: ignore[arg-type]  # a value may have no length
                joined = "".join(values).encode("ascii")  # type: ignore[arg-type]
                return cls(np.frombuffer(joined, np.uint8).reshape(-1, CELLS))
        except (TypeError, UnicodeEncodeError):  # not all of them are texts in ASCII
            pass
        texts = [bytes_of_value(value) for value in values]
        others = {place: values[place] for place, text in enumerate(texts) if len(text) != CELLS}
        for place in others:
            texts[place] = bytes(CELLS)
        return cls(np.frombuffer(b"".join(texts), np.uint8).reshape(-1, CELLS), others)

    @classmethod
    def of_numbers(cls, numbers: NDArray[Any]) -> CellColumn:
        """The column of cells (n, k), integers or floats: digits, with 0 or NaN for blanks; or ASCII."""
        numbers = np.ascontiguousarray(numbers)  # what is read of Fortran order is not
        if numbers.dtype.kind == "f":
            numbers = np.nan_to_num(numbers, nan=0, posinf=-1, neginf=-1)
        if numbers.shape[1] != CELLS:
            return cls(np.zeros((len(numbers), CELLS), np.uint8), dict(enumerate(numbers.tolist())))
        are_digits = (numbers >= 0) & (numbers <= 9)
        are_symbols = (numbers > ord(" ")) & (numbers < 127)
        if numbers.dtype.kind == "f":
            are_digits &= numbers == np.floor(numbers)
            are_symbols &= are_digits
        if are_digits.all():
            return cls(numbers.astype(np.uint8) + np.uint8(ord("0")))
        of_digits, of_symbols = are_digits.all(axis=1), are_symbols.all(axis=1)
        rows = np.zeros(numbers.shape, np.uint8)
        rows[of_digits] = numbers[of_digits].astype(np.uint8) + np.uint8(ord("0"))
        rows[of_symbols] = numbers[of_symbols].astype(np.uint8)
        odd = np.flatnonzero(~of_digits & ~of_symbols).tolist()
        return cls(rows, {place: numbers[place].tolist() for place in odd})

    def spread(self, are_there: NDArray[np.bool_]) -> CellColumn:
        """The column with its values, in their order, where `are_there` is true, and none elsewhere."""
        places = np.flatnonzero(are_there)
        rows = np.zeros((len(are_there), CELLS), np.uint8)
        rows[places] = self.rows
        others: dict[int, object] = dict.fromkeys(np.flatnonzero(~are_there).tolist())
        return CellColumn(rows, others | {int(places[at]): value for at, value in self.others.items()})

    def puzzles(self, shape: PuzzleShape) -> tuple[NDArray[np.uint8], dict[int, Puzzle | Malformed]]:
        """The puzzles as `RowBatch` has them: rows of symbols that the kernel takes, and all the others."""
        is_nine = shape.fixed in (None, _NINE)
        rows, are_symbols = symbols_of_nine(self.rows)
        odd = dict.fromkeys(self.others)
        if not is_nine:
            odd = dict.fromkeys(range(len(rows)))
        elif not are_symbols.all():
            odd |= dict.fromkeys(np.flatnonzero(~are_symbols).tolist())
        if not odd:
            return rows, {}
        rows = rows.copy()
        found: dict[int, Puzzle | Malformed] = {}
        for place in sorted(odd):
            value = self.others[place] if place in self.others else text_of_value(self.rows[place].tobytes())
            found[place] = puzzle_of_value(value, shape)
            rows[place] = 0
        return rows, put_puzzles(rows, found)

    def answers(self) -> tuple[NDArray[np.uint8], dict[int, str]]:
        """The answers as `RowBatch` has them: the bytes of each, and the others as texts."""
        rows = self.rows
        others: dict[int, str] = {}
        for place, value in self.others.items():
            text = text_of_value(value).strip()
            if len(encoded := bytes_of(text)) == CELLS:
                rows = rows if rows.flags.writeable else rows.copy()
                rows[place] = np.frombuffer(encoded, np.uint8)
            else:
                others[place] = text
        return rows, others


def bytes_of_value(value: object) -> bytes:
    """The bytes of a text, in which a lone surrogate stands for a byte; none of any other value."""
    if isinstance(value, str):
        return bytes_of(value)
    return value if isinstance(value, bytes) else b""


def put_puzzles(
    rows: NDArray[np.uint8], found: Mapping[int, Puzzle | Malformed]
) -> dict[int, Puzzle | Malformed]:
    """Write the 9×9 puzzles among these into the rows of their places; gives the others."""
    others = {}
    for place, puzzle in found.items():
        if isinstance(puzzle, Puzzle) and puzzle.geometry == _NINE and puzzle.candidates is None:
            rows[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
        else:
            others[place] = puzzle
    return others
