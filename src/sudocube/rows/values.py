"""Values as puzzles and answers: texts, lists, numbers; a single one, or a column of them as arrays.

Whatever an input holds is brought into one form: rows of 81 bytes, and by their places the values that have
not 81 bytes. Nearly all values have, and no Python object is made for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudocube.candidate_marks import MARKS
from sudocube.errors import FormatError, PuzzleError, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal
from sudocube.rows.batch import CELLS, Reason, is_ordinary
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.layout import Numbers, Shape
from sudocube.rows.plain import symbols_of_nine
from sudocube.rows.reader import puzzle_of
from sudocube.rows.symbols import AS_TEXT, blank_of, fault_of, puzzle_of_symbols, square
from sudocube.rows.symbols import Fault as Fault
from sudocube.rows.text_input import USUAL_SHAPES, bytes_of, text_of
from sudocube.symbol_forms import usual_symbols

_NINE = Geometry(3, 3)
_ZERO = ord("0")
_STYLE = Style()
_WAYS = {
    Numbers.USUAL: (0, 0),
    Numbers.MINUS_ONE: (-1, 0),
    Numbers.FROM_ZERO: (-1, -1),
    Numbers.FROM_TWO: (1, 1),
}
"""The number that is a blank, and how much a number is above its digit."""


@dataclass(frozen=True, slots=True, eq=False)
class CellColumn:
    """n values of a column: `rows` is uint8 (n, 81), the bytes of each value.

    A value that does not have 81 bytes stands in `others`, by its place, and its row is zero: a text, a list
    of numbers, None where there is no value, or anything else that an input can hold.
    """

    rows: NDArray[np.uint8]
    others: dict[int, object] = field(default_factory=dict)

    @classmethod
    def of_values(cls, values: Sequence[object]) -> CellColumn:
        """The column of values of Python."""
        texts = [bytes_of(one) if isinstance(one, str) else one for one in values]
        fit = [one if isinstance(one, bytes) and len(one) == CELLS else None for one in texts]
        others = {place: values[place] for place, one in enumerate(fit) if one is None}
        joined = b"".join(one or bytes(CELLS) for one in fit)
        return cls(np.frombuffer(joined, np.uint8).reshape(-1, CELLS), others)

    @classmethod
    def of_numbers(cls, numbers: NDArray[Any], how: Numbers = Numbers.USUAL) -> CellColumn:
        """The column of cells (n, k), integers or floats: digits in one of the ways of `Numbers`, or ASCII.

        NaN is a blank.
        """
        numbers = np.ascontiguousarray(numbers)  # what is read of Fortran order is not
        is_float = numbers.dtype.kind == "f"
        if is_float:
            numbers = np.nan_to_num(numbers, nan=_WAYS[how][0], posinf=127, neginf=127)
        digits = _digits(numbers, how)
        if numbers.shape[1] != CELLS:
            return cls(np.zeros((len(numbers), CELLS), np.uint8), dict(enumerate(digits.tolist())))
        are_digits = (digits >= 0) & (digits <= 9)
        if is_float:
            are_digits &= digits == np.floor(digits)
        if are_digits.all():
            return cls(digits.astype(np.uint8) + np.uint8(_ZERO))
        rows = np.where(are_digits, digits + _ZERO, numbers)
        of_digits = are_digits.all(axis=1)
        of_symbols = ((numbers > ord(" ")) & (numbers < 127)).all(axis=1) & (not is_float)
        rows[~of_digits & ~of_symbols] = 0
        odd = np.flatnonzero(~of_digits & ~of_symbols).tolist()
        return cls(rows.astype(np.uint8), {place: numbers[place].tolist() for place in odd})

    def spread(self, are_there: NDArray[np.bool_]) -> CellColumn:
        """The column with its values, in their order, where `are_there` is true, and none elsewhere."""
        places = np.flatnonzero(are_there)
        rows = np.zeros((len(are_there), CELLS), np.uint8)
        rows[places] = self.rows
        others: dict[int, object] = dict.fromkeys(np.flatnonzero(~are_there).tolist())
        return CellColumn(rows, others | {int(places[at]): value for at, value in self.others.items()})

    def puzzles(
        self, shape: Shape, name: str, numbers: Sequence[int] | NDArray[np.int64], style: Style = _STYLE
    ) -> tuple[NDArray[np.uint8], dict[int, Entry]]:
        """The puzzles as `Rows` has them: uint8 (n, 81) of symbols that the kernel takes, and all others.

        `name` is that of the input, and `numbers` has the line or the row of each value, for messages.
        """
        rows, are_symbols = symbols_of_nine(self.rows)
        if shape.fixed not in (None, _NINE):
            are_symbols = np.zeros(len(rows), np.bool_)
        odd = sorted({*self.others, *np.flatnonzero(~are_symbols).tolist()})
        rows = rows.copy() if odd else rows
        found: dict[int, Entry] = {}
        for place in odd:
            value = self.others[place] if place in self.others else text_of_value(self.rows[place].tobytes())
            puzzle = puzzle_of_value(value, shape)
            rows[place] = 0
            if isinstance(puzzle, Fault):
                found[place] = faulty(name, int(numbers[place]), puzzle, style)
            elif is_ordinary(puzzle):
                rows[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
            else:
                symbols, size = usual_symbols(text_of_value(value)).strip(), puzzle.geometry.size
                numerals: Numerals = "hexadecimal" if is_hexadecimal(symbols, size) else "symbols"
                written = replace(style, blank=blank_of(symbols, numerals), numerals=numerals)
                found[place] = Entry(f"{name}:{numbers[place]}", puzzle, None, written)
        return rows, found

    def answers(self) -> tuple[NDArray[np.uint8], dict[int, str | None]]:
        """The answers as `Rows` has them: the bytes of each, and the others as texts."""
        rows = self.rows
        others: dict[int, str | None] = {}
        for place, value in self.others.items():
            text = text_of_value(value).strip()
            if len(bare := "".join(text.split())) == CELLS:
                text = bare  # a grid over nine lines
            if isinstance(value, list | tuple) and not isinstance(one := puzzle_of_value(value), Fault):
                text = str(one)
            if len(encoded := bytes_of(text)) == CELLS:
                rows = rows if rows.flags.writeable else rows.copy()
                rows[place] = np.frombuffer(encoded, np.uint8)
            else:
                others[place] = text
        return rows, others


def shift_of(how: Numbers) -> int:
    """How much a number is above the digit that it stands for."""
    return _WAYS[how][1]


def _digits(numbers: NDArray[Any], how: Numbers) -> NDArray[Any]:
    """The numbers as digits with 0 for a blank; what is none in this way becomes 127."""
    if how is Numbers.USUAL:
        return numbers
    blank, shift = _WAYS[how]
    digits = numbers - np.int64(shift)
    return np.where(numbers == blank, 0, np.where(digits > 0, digits, 127))


def numbers_of(cells: NDArray[Any]) -> Numbers:
    """How numbers stand for cells, by a sample of all cells, integers or floats of any shape.

    >>> [numbers_of(np.array(cells)).name for cells in ([-1, 5, 9], [1, 1, 10], [-1, 0, 8], [0, 5, 9])]
    ['MINUS_ONE', 'FROM_TWO', 'FROM_ZERO', 'USUAL']
    """
    there = cells[np.isfinite(cells)] if cells.dtype.kind == "f" else cells.reshape(-1)
    low, high = (int(there.min()), int(there.max())) if there.size else (0, 9)
    if low == -1 and high <= 9 and not (there == 0).any():
        return Numbers.MINUS_ONE
    if low == -1 and high <= 8:
        return Numbers.FROM_ZERO
    return Numbers.FROM_TWO if (low, high) == (1, 10) else Numbers.USUAL


def faulty(name: str, number: int | None, fault: Fault, style: Style = _STYLE) -> Entry:
    """The entry of a row that holds no puzzle; `number` is that of its line, or of the row from 0."""
    found = fault.found if fault.at is None else f"{fault.found} as symbol {fault.at + 1}"
    error = FormatError(name, number, None, found=found, expected=fault.expected, reason=str(fault.reason))
    return Entry(error.place, None, error, style)


def puzzle_of_value(value: object, shape: Shape = Shape()) -> Puzzle | Fault:  # noqa: B008 — it is frozen
    """The puzzle that a value stands for, or why it is none.

    A text that is not symbols alone may be a puzzle in any form that is read, such as a list of numbers.

    >>> puzzle_of_value("1... ..2. .3.. ...4")
    Puzzle('1.....2..3.....4')
    >>> puzzle_of_value(80 * ".").found
    '80 symbols'
    """
    if isinstance(value, list | tuple):
        if all(isinstance(cell, int) and ord(" ") < cell <= ord("~") for cell in value):
            value = "".join(map(chr, value))  # codes of symbols
        elif all(cell is None or (isinstance(cell, str | bytes) and len(cell) < 2) for cell in value):
            value = "".join(text_of_value(cell).strip() or "." for cell in value)
        else:
            return _puzzle_of_list(value, shape)
    if value is not None and value == value and not isinstance(value, str | bytes):
        found = f"{quoted(value)}, of type {type(value).__name__}"
        return Fault(found, f"a text: {AS_TEXT}", Reason.NOT_TEXT)
    text = text_of_value(value)
    symbols = usual_symbols(text).strip()
    if not symbols:
        found = "an empty field" if isinstance(value, str | bytes) else "no value"
        return Fault(found, "a puzzle", Reason.MISSING)
    fault = _fault_of_symbols(symbols, shape)
    if fault is not None:
        bare = "".join(symbols.split())
        if len(bare) == len(symbols) or _fault_of_symbols(bare, shape) is not None:
            try:
                is_drawn = any(map(symbols.__contains__, " \n\t,;[/"))
                return (puzzle_of(text, shape.fixed) if is_drawn else None) or fault
            except (PuzzleError, UnicodeEncodeError):  # a lone surrogate of JSON
                return fault
        symbols = bare
    if len(symbols) == MARKS:
        return Puzzle(symbols)
    return puzzle_of_symbols(symbols, shape.fixed or USUAL_SHAPES[len(symbols)])[0]


def text_of_value(value: object) -> str:
    """A value as the text that it is, or stands for; empty where there is none.

    >>> text_of_value([1, 2]), text_of_value(None), text_of_value(2.0)
    ('[1, 2]', '', '2.0')
    """
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return text_of(value) if isinstance(value, bytes) else str(value)


def _fault_of_symbols(symbols: str, shape: Shape) -> Fault | None:
    """What is wrong with symbols that should be a puzzle; None where they are one.

    Digits that were saved as a number may be rounded; `fault_of` tells those that lost zeros.
    """
    if shape.usual_size == 9 and shape.fixed in (None, _NINE) and symbols.isascii():
        mantissa, exponent, power = symbols.partition("e+")
        if exponent and power.isdigit() and mantissa.replace(".", "", 1).isdigit():
            return Fault(f"the number {symbols}", f"81 symbols: {AS_TEXT}", Reason.NOT_TEXT)
    usual = _NINE if len(symbols) == MARKS else USUAL_SHAPES.get(len(bytes_of(symbols)))
    geometry = shape.fixed or usual
    return fault_of(symbols, geometry.size if geometry else shape.usual_size)


def _puzzle_of_list(cells: list[object] | tuple[object, ...], shape: Shape) -> Puzzle | Fault:
    """The puzzle of a list of cells, or of rows of cells."""
    if shape.numbers is not Numbers.USUAL:
        with suppress(ValueError, TypeError):
            digits = _digits(np.array(cells, np.float64), shape.numbers)
            cells = digits.astype(np.int64).tolist() if (digits == np.floor(digits)).all() else cells
    try:
        return Puzzle(cells, shape.fixed)
    except PuzzleError as error:
        message = str(error)
    count = sum((len(row) if isinstance(row, list | tuple | str) else 1 for row in cells), 0)
    size = shape.fixed.size if shape.fixed else shape.usual_size
    if count == size * size:
        return Fault(f"cells that are none: {message}", square(size), Reason.WRONG_SYMBOL)
    reason = Reason.TOO_SHORT if count < size * size else Reason.TOO_LONG
    return Fault(f"{count} cells", f"{size * size} ({square(size)})", reason)
