"""Symbols to digits, and the words for what is no symbol.

The tables here are `puzzle.VALUES` as bytes, for `bytes.translate`: a million lines go through them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sudocube.errors import FormatError, PuzzleError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.lines import LONGEST, Lines
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import VALUES

NOT_A_SYMBOL = 255
TO_VALUES = bytes(VALUES.get(chr(byte), NOT_A_SYMBOL) for byte in range(256))
"""The digit of each byte, 0 for a blank; NOT_A_SYMBOL for what is neither."""

SYMBOLS_OF = {size: bytes(b for b in range(256) if TO_VALUES[b] <= size) for size in SIZES}
"""All symbols that a grid of that size may hold, the blanks among them."""

ALL_SYMBOLS = SYMBOLS_OF[max(SIZES)]
DIGITS = bytes(byte for byte in ALL_SYMBOLS if TO_VALUES[byte])

_USUAL_SHAPES = {size * size: Geometry.of_size(size) for size in SIZES}

TOKEN = re.compile(rb"\s*([^\s,;#]*)")
"""The first column of a line, up to white space, a comma, a semicolon or a comment."""


@dataclass(frozen=True, slots=True)
class Source:
    """An input while it is read: its name, its lines, and what the user fixed of the shape.

    `fixed` is the geometry that the user asked for (None: the text decides), `box_given` says that it was
    a box shape and not only a size.
    """

    name: str
    lines: Lines
    fixed: Geometry | None
    box_given: bool

    @property
    def shapes(self) -> dict[int, Geometry]:
        """For each number of cells that a puzzle may have here, the geometry of such a puzzle."""
        return {self.fixed.cell_count: self.fixed} if self.fixed else _USUAL_SHAPES

    def has_extension(self, extension: str) -> bool:
        """Whether the file's name ends so, in capitals or not."""
        return self.name.lower().endswith(extension)

    def error(self, line: int, column: int | None, *, found: str, expected: str) -> FormatError:
        """The error for a place in this input."""
        return FormatError(self.name, line, column, found=found, expected=expected)

    def refusal(self, error: FormatError, style: Style, first: int | None = None) -> Entry:
        """The entry of a puzzle that could not be read; `first` is its first line, if not the error's."""
        return Entry(f"{self.name}:{error.line if first is None else first}", None, error, style)


def fixed_geometry(geometry: Geometry | None, size: int | None) -> Geometry | None:
    """The geometry that a box shape, a size, both or neither fix; raises PuzzleError where they clash."""
    if geometry is None:
        return None if size is None else Geometry.of_size(size)
    if size not in (None, geometry.size):
        raise PuzzleError(f"size {size} and boxes of {geometry.box_rows} x {geometry.box_columns} do not fit")
    return geometry


def first_blank(symbols: bytes) -> str:
    """The first blank among symbols (nothing else may be there), `.` where there is none."""
    return symbols.lstrip(DIGITS)[:1].decode("ascii") or SYMBOLS[0]


def text_of(line: bytes) -> str:
    """A line as characters; a byte that is no UTF-8 becomes one character of its own (a lone surrogate)."""
    return line.decode("utf-8", "surrogateescape")


def nearest_size(size: float) -> int:
    """The size nearest to a number, the smaller of two."""
    return min(SIZES, key=lambda known: abs(known - size))


def described(character: str) -> str:
    """How an error shows a character: in quotes, or as the byte that is no text."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"byte 0x{code - 0xDC00:02x}, not text"
    if code < 0x20 or code == 0x7F:
        return f"byte 0x{code:02x}, not text"
    return repr(character)


def allowed(size: int) -> str:
    """What a cell may hold, in words.

    >>> allowed(12)
    'a digit 1 to 9, a letter A to C or one of the blanks . 0 * _ - x X'
    """
    letters = {9: "", 10: ", the letter A"}.get(max(size, 9), f", a letter A to {SYMBOLS[size]}")
    return f"a digit 1 to {min(size, 9)}{letters} or one of the blanks {' '.join(BLANKS)}"


def square(size: int) -> str:
    """The kind of puzzle: `a 9×9 puzzle`."""
    return f"{'an' if size == 8 else 'a'} {size}×{size} puzzle"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 row`, `8 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def first_fault(symbols: str, limit: int) -> int | None:
    """The index of the first character that is neither a blank nor a digit up to the limit."""
    return next((i for i, symbol in enumerate(symbols) if VALUES.get(symbol, NOT_A_SYMBOL) > limit), None)


def long_line(source: Source, line: int) -> FormatError:
    """The error for a line that is too long."""
    return source.error(
        line,
        None,
        found=f"a line of more than {LONGEST:,} characters",
        expected=f"lines of at most {LONGEST:,} characters",
    )


def cells_fault(
    source: Source, line: int, column: int | None, symbols: str, *, more: str = ""
) -> FormatError:
    """What is wrong with symbols that should be the n² cells of a puzzle and are not.

    `column` is where they begin (None: no single place); `more` goes on after what was expected.
    """
    size = source.fixed.size if source.fixed else nearest_size(len(symbols) ** 0.5)
    at = first_fault(symbols, max(SIZES))
    if at is None and len(symbols) != size * size:
        expected = f"{size * size} ({square(size)})"
        return source.error(line, None, found=counted(len(symbols), "symbol"), expected=expected)
    if at is None:
        at = first_fault(symbols, size)
    if at is None:
        raise AssertionError(f"nothing is wrong with {symbols!r}")
    place = None if column is None else column + at
    return source.error(line, place, found=described(symbols[at]), expected=allowed(size) + more)
