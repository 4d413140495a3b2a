"""A column of puzzles or answers: rows of 81 bytes, and by their places the values that are none.

Whatever a file holds is brought into this form: texts, lists of numbers, arrays. Nearly all values have 81
bytes, and no Python object is made for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.puzzle_values import puzzle_of_value, text_of_value
from sudocube.auditing.row_batches import Malformed
from sudocube.formats.plain_lines import CELLS, symbols_of_nine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle


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
        texts = [bytes_of(value) if isinstance(value, str) else b"" for value in values]
        others = {place: values[place] for place, text in enumerate(texts) if len(text) != CELLS}
        for place in others:
            texts[place] = bytes(CELLS)
        return cls(np.frombuffer(b"".join(texts), np.uint8).reshape(-1, CELLS), others)

    @classmethod
    def of_numbers(cls, numbers: NDArray[np.integer]) -> CellColumn:
        """The column of numbers (n, 81) of any integer type: digits, 0 for a blank, or codes of symbols."""
        are_digits = (numbers >= 0) & (numbers <= 9)
        if are_digits.all():
            return cls(numbers.astype(np.uint8) + np.uint8(ord("0")))
        are_symbols: NDArray[np.bool_] = np.all((numbers > ord(" ")) & (numbers < 127), axis=1)
        odd = np.flatnonzero(~are_symbols & ~np.all(are_digits, axis=1))
        rows = np.where(are_symbols[:, None], numbers, numbers + ord("0")).astype(np.uint8)
        rows[odd] = 0
        return cls(rows, {place: numbers[place].tolist() for place in odd.tolist()})

    def puzzles(self, fixed: Geometry | None) -> tuple[NDArray[np.uint8], dict[int, Puzzle | Malformed]]:
        """The puzzles as `RowBatch` has them: rows of symbols that the kernel takes, and all the others.

        `fixed` is the geometry that all puzzles have, None if each value decides.
        """
        is_nine = fixed in (None, Geometry(3, 3))
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
            value = self.others[place] if place in self.others else _text(self.rows[place])
            rows[place] = 0
            puzzle = puzzle_of_value(value, fixed)
            if (
                isinstance(puzzle, Puzzle)
                and puzzle.geometry.size == 9
                and is_nine
                and puzzle.candidates is None
            ):
                rows[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
            else:
                found[place] = puzzle
        return rows, found

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


def bytes_of(text: str) -> bytes:
    """The bytes of a text as it stood in a file; a lone surrogate is the byte that it stands for."""
    return text.encode("utf-8", "surrogateescape")


def _text(row: NDArray[np.uint8]) -> str:
    return row.tobytes().decode("utf-8", "surrogateescape")
