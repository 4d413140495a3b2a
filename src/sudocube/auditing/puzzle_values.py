"""A value of a table as a puzzle, whatever the file: a text, a list of numbers; or what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from sudocube.auditing.row_batches import Malformed, MalformedReason
from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.errors import PuzzleError, quoted
from sudocube.formats.reader import puzzle_of
from sudocube.formats.symbols import (
    described,
    first_fault,
    puzzle_of_symbols,
    square,
    zero_doubt,
)
from sudocube.formats.text_input import USUAL_SHAPES, bytes_of
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.kernel.texts import READ_AS_TEXT
from sudocube.puzzle import Puzzle
from sudocube.symbol_forms import usual_symbols

_NINE = Geometry(3, 3)


@dataclass(frozen=True, slots=True)
class PuzzleShape:
    """What the puzzles of a file look like: `fixed` is the geometry of all of them, if the user says so.

    Without it, the number of cells decides. `usual_size` is the size that most puzzles of the file have; what
    fits no size is compared with it.
    """

    fixed: Geometry | None = None
    usual_size: int = 9


_ANY = PuzzleShape()


def puzzle_of_value(value: object, shape: PuzzleShape = _ANY) -> Puzzle | Malformed:
    """The puzzle that a value stands for, or why it is none.

    A text that is not symbols alone may be a puzzle in any form that the formats read, such as a list of
    numbers.

    >>> puzzle_of_value("1... ..2. .3.. ...4")
    Puzzle('1.....2..3.....4')
    >>> print(puzzle_of_value(80 * ".").message)
    found 80 symbols; expected 81 (a 9×9 puzzle)
    """
    if value is None or (isinstance(value, float) and value != value):
        return Malformed(MalformedReason.MISSING, "there is no value")
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if isinstance(value, list | tuple):
        if not all(isinstance(cell, int) and ord(" ") < cell <= ord("~") for cell in value) or not value:
            return _puzzle_of_list(value, shape)
        value = "".join(map(chr, value))  # codes of symbols
    if not isinstance(value, str):
        what = f"found {quoted(value)}, of type {type(value).__name__}; expected a text{READ_AS_TEXT}"
        return Malformed(MalformedReason.NOT_TEXT, what)
    symbols = usual_symbols(value).strip()
    if not symbols:
        return Malformed(MalformedReason.MISSING, "the field is empty")
    fault = _fault_of_symbols(symbols, shape)
    if fault is None:
        return _puzzle_of_symbols(symbols, shape)
    bare = "".join(symbols.split())
    if len(bare) < len(symbols) and _fault_of_symbols(bare, shape) is None:
        return _puzzle_of_symbols(bare, shape)
    try:
        found = puzzle_of(value, shape.fixed) if any(map(symbols.__contains__, " \n\t,;[")) else None
    except (PuzzleError, UnicodeEncodeError):  # a lone surrogate of JSON
        found = None
    return fault if found is None else found


def text_of_value(value: object) -> str:
    """A value as the text that it is, or stands for; empty where there is none.

    >>> text_of_value([1, 2]), text_of_value(None), text_of_value(2.0)
    ('[1, 2]', '', '2.0')
    """
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _fault_of_symbols(symbols: str, shape: PuzzleShape) -> Malformed | None:
    """What is wrong with symbols that should be a puzzle, without the others; None where they are one."""
    token = bytes_of(symbols)
    if len(token) == MARKS and token.isascii() and shape.fixed in (None, _NINE):
        at = first_wrong_mark(symbols)
        if at is None:
            return None
        expected = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {_NINE.cell_name(at // 9)})"
        return _wrong(at, described(symbols[at]), expected)
    geometry = shape.fixed or USUAL_SHAPES.get(len(token))
    size = geometry.size if geometry else shape.usual_size
    fault = first_fault(symbols, size, size * size, square(size))
    if fault is not None:
        at, found, expected = fault
        if at is not None:
            return _wrong(at, found, expected)
        reason = MalformedReason.TOO_SHORT if len(symbols) < size * size else MalformedReason.TOO_LONG
        return Malformed(reason, f"found {found}; expected {expected}")
    if doubt := zero_doubt(symbols, size):
        return _wrong(symbols.find("0"), *doubt)
    return None


def _wrong(at: int, found: str, expected: str) -> Malformed:
    return Malformed(MalformedReason.WRONG_SYMBOL, f"symbol {at + 1}: found {found}; expected {expected}")


def _puzzle_of_symbols(symbols: str, shape: PuzzleShape) -> Puzzle:
    if len(symbols) == MARKS:
        return Puzzle(symbols)
    return puzzle_of_symbols(symbols, shape.fixed or USUAL_SHAPES[len(symbols)])[0]


def _puzzle_of_list(cells: list[object] | tuple[object, ...], shape: PuzzleShape) -> Puzzle | Malformed:
    """The puzzle of a list of cells, or of rows of cells."""
    try:
        return Puzzle(cells, shape.fixed)
    except PuzzleError as error:
        message = str(error)
    flat = sum((len(row) if isinstance(row, list | tuple | str) else 1 for row in cells), 0)
    size = shape.fixed.size if shape.fixed else shape.usual_size
    if flat == size * size:
        return Malformed(MalformedReason.WRONG_SYMBOL, message)
    if not flat:
        return Malformed(MalformedReason.MISSING, "the list is empty")
    reason = MalformedReason.TOO_SHORT if flat < size * size else MalformedReason.TOO_LONG
    return Malformed(reason, f"found {flat} cells; expected {size * size} ({square(size)})")
