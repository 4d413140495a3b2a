"""Symbols to digits, and the words with which errors describe a wrong symbol.

The tables hold the same as `puzzle.VALUES`, as bytes for `bytes.translate`, which is fast enough for millions
of lines.
"""

from __future__ import annotations

from sudocube.cell_values import hexadecimal_values
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful
from sudocube.rows.entry import Numerals
from sudocube.rows.grid_cells import is_heading
from sudocube.rows.text_input import TextInput

NOT_A_SYMBOL = 255
TO_VALUES = bytes(VALUES.get(chr(byte), NOT_A_SYMBOL) for byte in range(256))
"""The digit of each byte, 0 for a blank, NOT_A_SYMBOL for all other bytes."""

SYMBOLS_OF = {size: bytes(b for b in range(256) if TO_VALUES[b] <= size) for size in SIZES}
"""All symbols that a grid of that size may hold, including blanks."""

ALL_SYMBOLS = SYMBOLS_OF[max(SIZES)]
DIGITS = bytes(byte for byte in ALL_SYMBOLS if TO_VALUES[byte])

A_PUZZLE = "a puzzle: 81 symbols on a line, rows of a grid, or a table"
"""What is expected where nothing tells which form was meant."""


def first_blank(symbols: bytes) -> str:
    """The first blank among symbols that are all digits or blanks; `.` where there is no blank."""
    return symbols.lstrip(DIGITS)[:1].decode("ascii") or SYMBOLS[0]


def puzzle_of_symbols(symbols: str, geometry: Geometry) -> tuple[Puzzle, Numerals]:
    """The puzzle of cells that are all symbols of its size, not in doubt, and how its digits are written."""
    if is_hexadecimal(symbols, geometry.size):
        return Puzzle(hexadecimal_values(symbols), geometry), "hexadecimal"
    return Puzzle(symbols.encode("ascii").translate(TO_VALUES), geometry), "symbols"


def blank_of(symbols: str, numerals: Numerals) -> str:
    """The first blank among such cells; `.` where there is no blank."""
    blanks = BLANKS.replace("0", "") if numerals == "hexadecimal" else BLANKS
    return next(filter(blanks.__contains__, symbols), SYMBOLS[0])


def nearest_size(size: float) -> int:
    """The size that is nearest to a number; of two equally near ones, the smaller."""
    return min(SIZES, key=lambda known: abs(known - size))


def described(character: str) -> str:
    """How an error shows a character: in quotes, or as a byte that is not text."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"byte 0x{code - 0xDC00:02x}, not text"
    if code < 0x20 or code == 0x7F:
        return f"byte 0x{code:02x}, not text"
    return repr(character)


def allowed(size: int) -> str:
    """What a cell may hold, in words.

    >>> allowed(12)
    'a digit 1 to 9, a letter A to C or one of the blanks . 0 * _ - x X ?'
    """
    letters = {9: "", 10: ", the letter A"}.get(max(size, 9), f", a letter A to {SYMBOLS[size]}")
    return f"a digit 1 to {min(size, 9)}{letters} or one of the blanks {' '.join(BLANKS)}"


def square(size: int) -> str:
    """The kind of puzzle: `a 9×9 puzzle`."""
    return f"{'an' if size == 8 else 'a'} {size}×{size} puzzle"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 row`, `8 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def first_fault(symbols: str, size: int, count: int, whole: str) -> tuple[int | None, str, str] | None:
    """The first fault of symbols that should be `count` cells of a puzzle of that size (`whole`, in words).

    Gives the index of the wrong symbol (None where their number is wrong), what was found, and what was
    expected; None where nothing is wrong.
    """
    if len(symbols) != count and _first_above(max(SIZES), symbols) is None:
        return None, counted(len(symbols), "symbol"), f"{count} ({whole})"
    at = _first_above(size, symbols)
    return None if at is None else (at, described(symbols[at]), allowed(size))


def _first_above(size: int, symbols: str) -> int | None:
    """The index of the first symbol that no grid of that size may hold."""
    values = (VALUES.get(symbol, NOT_A_SYMBOL) for symbol in symbols)  # there may be millions
    return next((i for i, value in enumerate(values) if value > size), None)


def zero_fault(
    text_input: TextInput,
    line: int,
    column: int | None,
    symbols: str,
    size: int,
    numerals: Numerals = "symbols",
) -> FormatError | None:
    """The error for the cells of a puzzle in which `0` may be a blank or a digit; None where it is clear."""
    if (doubt := zero_doubt(symbols, size, numerals)) is None:
        return None
    found, expected = doubt
    return text_input.error(line, column, found=found, expected=expected)


def zero_doubt(symbols: str, size: int, numerals: Numerals = "symbols") -> tuple[str, str] | None:
    """What was found and what was expected where `0` may be a blank or a digit; None where it is clear."""
    is_from_0 = numerals == "numbers" and is_hexadecimal(symbols, size)  # 0 to 15 could not be written
    if not is_from_0 and not is_zero_doubtful(symbols, size):
        return None
    last = str(size) if numerals == "numbers" else SYMBOLS[size]
    blank = next(symbol for symbol in symbols if symbol in BLANKS and symbol != "0")
    found = f"'0' beside {blank!r}, and no {last}: it may be a blank or a digit"
    letters = "A" if last == "A" else f"A to {last}"
    digits = f"1 to {last}" if numerals == "numbers" else f"1 to 9 and {letters}"
    return found, f"the digits of {square(size)} as {digits}, and one kind of blank"


def cells_fault(
    text_input: TextInput, line: int, column: int | None, symbols: str, *, more: str = ""
) -> FormatError:
    """The error for symbols that should be the n² cells of a puzzle and are not.

    `column` is where they begin (None: no single place); `more` is appended to what was expected.
    """
    size = text_input.fixed.size if text_input.fixed else nearest_size(len(symbols) ** 0.5)
    fault = first_fault(symbols, size, size * size, square(size))
    if fault is None:
        raise AssertionError(f"nothing is wrong with {symbols!r}")
    at, found, expected = fault
    place = None if column is None or at is None else column + at
    return text_input.error(line, place, found=found, expected=expected + more)


def prose_fault(text_input: TextInput, number: int, text: str) -> FormatError:
    """The error for a line that is no puzzle: its first character that is no symbol, or how many it has."""
    known = {symbol for symbol, value in VALUES.items() if value <= 9}
    where = ", in what looks like prose" if is_heading(text) else ""
    for column, character in enumerate(text, 1):
        if not character.isspace() and character not in known:
            return text_input.error(number, column, found=described(character) + where, expected=A_PUZZLE)
    found = counted(len("".join(text.split())), "symbol")
    return text_input.error(number, None, found=found, expected=f"{A_PUZZLE}, with blanks as .")
