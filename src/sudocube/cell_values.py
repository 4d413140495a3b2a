"""Cells in all forms in which they are given, as digits: texts, lists, rows, arrays, mappings, pencilmarks.

A blank may be a dot, a bullet or an empty square; digits and letters may be full-width; spaces may be of any
width: `usual_symbols` gives the form in ASCII that all readers know. Pencilmarks are nine symbols for each of
81 cells. An array is anything with a method `tolist` or `__array__`, so NumPy need not be there. A cell is a
whole number or a symbol; None, 0 and an empty text are blanks. True and False are no digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import isqrt
from typing import Any, NamedTuple

from sudocube.errors import PuzzleError, quoted
from sudocube.file_names import file_hint
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry

_DOTS_AND_SQUARES = "·•∙⋅‧・･◦○◯□▢▫◻◽⬜。｡"
DARK_SIGNS = "■●█"
"""What marks a cell in a drawing; they are no symbols of a puzzle."""

_FULL_WIDTH = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.*_-?|+="
_FULL_WIDTH_OFFSET = 0xFEE0
_WITHOUT_WIDTH = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3"
"""Marks that people do not see, which come along with a copied text; the last three are parts of emoji."""


_SPACES = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

_TABLE = {
    **{ord(blank): "." for blank in _DOTS_AND_SQUARES},
    **{ord(symbol) + _FULL_WIDTH_OFFSET: symbol for symbol in _FULL_WIDTH},
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _WITHOUT_WIDTH)),
}


def usual_symbols(text: str) -> str:
    """The text with symbols and spaces in their usual form; marks without width are left out.

    Every other character stays as it is and where it is.

    >>> usual_symbols("５·□\u00a0３•ｘ\u3000７？ Ａé")
    '5.. 3.x 7? Aé'
    """
    return text if text.isascii() else text.translate(_TABLE)


NINE = Geometry(3, 3)
"""The geometry of a mapping for which none is given."""


class Cells(NamedTuple):
    """One digit per cell, row by row, and the geometry if known; `symbols` are those given as such."""

    values: bytes
    geometry: Geometry | None
    symbols: str


def cells_of(given: object, geometry: Geometry | None) -> Cells:
    """The cells of a list, rows, an array or a mapping of (row, column), counted from 1, to digit.

    A mapping without a geometry is 9×9. Raises PuzzleError for anything else: rows that are not as many as
    they are long, a key that is no cell, a set, which has no order, a file, and a cell that is no digit, by
    its name.

    >>> cells_of([[1, None, "", "."], "..2.", (0, 3, 0, 0), "...4"], None).values.hex()
    '01000000000002000003000000000004'
    """
    if not hasattr(given, "tolist") and callable(as_array := getattr(given, "__array__", None)):
        given = as_array()  # a data frame
    if callable(to_list := getattr(given, "tolist", None)):
        given = to_list()
    if isinstance(given, Mapping):
        geometry = geometry or NINE
        return _of_items(_in_order(given, geometry), geometry)
    if isinstance(given, set | frozenset):
        raise PuzzleError(f"a {type(given).__name__} has no order: give the cells as a list")
    if (hint := file_hint(given)) or not isinstance(given, Iterable):
        raise PuzzleError(hint or "cells that are not digits: each is a whole number, 0 for a blank")
    items = list(given)
    if any(map(_is_row, items)):
        geometry = geometry or Geometry.of_size(len(items))
        items = _row_by_row(items, geometry)
    return _of_items(items, geometry)


def _is_boolean(kind: type) -> bool:
    """Whether a type is that of True and False, in Python or in NumPy, which call it `bool` or `bool_`."""
    return kind.__name__ in ("bool", "bool_")


def _is_row(item: object) -> bool:
    """Whether an item of a list is a row and not a cell: a text of two symbols may be a number."""
    return len(item.strip()) > 2 if isinstance(item, str) else isinstance(item, Iterable)


def _row_by_row(rows: Sequence[object], geometry: Geometry) -> list[object]:
    """The cells of rows, which may be texts."""
    size, cells = geometry.size, list[object]()
    if len(rows) != size:
        raise PuzzleError(f"{len(rows)} rows: a grid of {geometry} has {size}")
    for number, row in enumerate(rows, 1):
        if isinstance(row, str):
            words = row.split()
            row = words if len(words) == size else "".join(words)
        if not isinstance(row, Iterable):
            raise PuzzleError(f"row {number} is {quoted(row)}: a row has {size} cells")
        cells.extend(row)
        if len(cells) != number * size:
            found = len(cells) - (number - 1) * size
            raise PuzzleError(f"row {number} has {found} cells: each of the {size} rows has {size}")
    return cells


def _in_order(given: Mapping[object, object], geometry: Geometry) -> list[object]:
    """The cells of a mapping from (row, column), row by row."""
    size = geometry.size
    cells: list[object] = [0] * geometry.cell_count
    for key, value in given.items():
        if not isinstance(key, tuple) or len(key) != 2:
            raise PuzzleError(
                f"key {quoted(key)}: a mapping goes from (row, column), counted from 1, to digit; "
                "Puzzle.of_clues takes cells that are counted from 0"
            )
        row, column = (_whole_number(place) or 0 for place in key)
        if not (1 <= row <= size and 1 <= column <= size):
            raise PuzzleError(
                f"key {quoted(key)}: rows and columns count from 1 to {size} in a grid of {geometry}; "
                "another size is given as a Geometry"
            )
        cells[(row - 1) * size + column - 1] = value
    return cells


def _of_items(items: Sequence[object], geometry: Geometry | None) -> Cells:
    """Cells, row by row, as digits."""
    if not any(map(_is_boolean, {*map(type, items)})):
        with suppress(TypeError, ValueError, OverflowError):
            return Cells(bytes(items), geometry, "")  # type: ignore[arg-type]
    values, symbols, side = bytearray(), list[str](), isqrt(len(items))
    for at, item in enumerate(items):
        value = _value_of(item, symbols)
        if value is None:
            is_square = side * side == len(items)
            name = f"r{at // side + 1}c{at % side + 1}" if is_square else f"cell {at + 1}"
            what = "a cell is a whole number or a symbol; 0, None and '' are blanks"
            raise PuzzleError(f"{name} is {quoted(item)}: {what}")
        values.append(value)
    return Cells(bytes(values), geometry, "".join(symbols))


def _value_of(item: object, symbols: list[str]) -> int | None:
    """The digit of a cell, 0 for a blank, and None for what is no cell; a symbol is added to `symbols`."""
    if isinstance(item, str | None):
        symbol = usual_symbols(item or "").strip()
        if symbol in VALUES or not symbol:
            symbols.append(symbol or SYMBOLS[0])
            return VALUES.get(symbol, 0)
        is_number = len(symbol) == 2 and symbol.isascii() and symbol.isdigit() and symbol[0] != "0"
        return int(symbol) if is_number else None
    value = _whole_number(item)
    return value if value in range(256) else None


def _whole_number(item: object) -> int | None:
    """The integer that equals a value; None where there is none."""
    if isinstance(item, bytes) or _is_boolean(type(item)):  # b"5" is text
        return None
    try:
        return int(item) if float(item).is_integer() else None  # type: ignore[call-overload, arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


_NONE = 255
TO_VALUES = bytes(VALUES.get(chr(code), _NONE) for code in range(256))
"""The digit of each symbol in ASCII, or 255: `bytes.translate` looks up those of a whole text at once."""


def values_of_text(text: str) -> bytes:
    """The digits of the symbols of a text; raises PuzzleError for any other symbol."""
    symbols = "".join(text.split())
    if symbols.isascii() and _NONE not in (values := symbols.encode("ascii").translate(TO_VALUES)):
        return values
    try:
        return bytes([VALUES[symbol] for symbol in symbols])
    except KeyError as error:
        at = symbols.index(error.args[0])
        raise PuzzleError(
            f"symbol {at + 1} is {error.args[0]!r}: a cell is a digit, a letter or one of {' '.join(BLANKS)}"
        ) from None


def hexadecimal_values(symbols: str) -> bytes:
    """The digits of the symbols 0 to F, from 1 on, and 0 for blanks; white space is left out."""
    values = ((symbol, VALUES.get(symbol, 0)) for symbol in "".join(symbols.split()))
    return bytes(value + 1 if value or symbol == "0" else 0 for symbol, value in values)


_DIGITS = {size: bytes(range(size + 1)) for size in SIZES}


def plain_digits(cells: object, geometry: Geometry) -> bytes | None:
    """The digits of that geometry that `bytes` are, or that a text of one plain symbol for each cell spells.

    None of anything else, which may be wrong; and of a text in a size in which 0 might be a digit.
    """
    if isinstance(cells, str) and geometry.size < 10 and cells.isascii():
        cells = cells.encode("ascii").translate(TO_VALUES)
    if type(cells) is not bytes or len(cells) != geometry.cell_count:
        return None
    return None if cells.translate(None, _DIGITS[geometry.size]) else cells


def values_of_bytes(digits: bytes) -> bytes:
    """The bytes as they are; PuzzleError where they are text."""
    text = digits.translate(None, b" \n\r")
    if text and text.isascii() and min(text) >= ord(min(BLANKS)):
        raise PuzzleError("bytes that are text: a puzzle takes text, or digits as they are")
    return digits


def read_as_a_file(text: str, geometry: Geometry | None, fault: PuzzleError) -> Any:  # noqa: ANN401 — a Puzzle
    """The puzzle in a text of any form that is read, such as a drawn grid or a link.

    Raises `fault` for one word, symbols alone, or as many as a puzzle has, and otherwise the reader's
    PuzzleError; a name of a file is told as such.
    """
    from sudocube.rows.text import puzzle_of

    try:
        if (found := puzzle_of(text, geometry)) is not None:
            return found
    except PuzzleError as error:
        if "\n" in text.strip():
            raise
        words = usual_symbols(text).split()
        symbols = "".join(words)
        are_cells = VALUES.keys() >= {*symbols} or len(symbols) in (size * size for size in SIZES)
        fault = fault if len(words) == 1 or are_cells else error
    hint = file_hint(text)
    raise (PuzzleError(hint) if hint else fault) from None


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
