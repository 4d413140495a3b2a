"""Symbols to digits, and the words with which errors describe a wrong symbol.

The tables hold the same as `geometry.VALUES`, as bytes for `bytes.translate`, which is fast enough for
millions of lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.cell_values import hexadecimal_values
from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful
from sudocube.rows.entry import Numerals, Reason
from sudocube.symbol_forms import usual_symbols

_NINE = Geometry(3, 3)
NOT_A_SYMBOL = 255
TO_VALUES = bytes(VALUES.get(chr(byte), NOT_A_SYMBOL) for byte in range(256))
"""The digit of each byte, 0 for a blank, NOT_A_SYMBOL for all other bytes."""

SYMBOLS_OF = {size: bytes(b for b in range(256) if TO_VALUES[b] <= size) for size in SIZES}
"""All symbols that a grid of that size may hold, including blanks."""

AS_TEXT = "save and read digits as text (in pandas: dtype=str): a number loses its zeros"
_FEWEST_LEFT = 51
"""Fewer digits than this are no puzzle that was saved as a number: it begins with too many blanks."""


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


def allowed(size: int, cell: str = "") -> str:
    """What may stand in place of a cell, in words.

    >>> allowed(12), allowed(12, "13")
    ('a digit 1 to 9, a letter A to C or one of the blanks . 0 * _ - x X ?', 'a number 1 to 12 or a blank')
    """
    if len(cell) > 1 and size > 9:
        return f"a number 1 to {size} or a blank"
    letters = {9: "", 10: ", the letter A"}.get(max(size, 9), f", a letter A to {SYMBOLS[size]}")
    return f"a digit 1 to {min(size, 9)}{letters} or one of the blanks {' '.join(BLANKS)}"


def square(size: int) -> str:
    """The kind of puzzle: `a 9×9 puzzle`."""
    return f"{'an' if size == 8 else 'a'} {size}×{size} puzzle"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 row`, `8 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Fault(NamedTuple):
    """Why something is no puzzle: what was found, what was expected, and why, in one word.

    `at` is the index of the wrong symbol, without spaces around the text; None where there is none.
    """

    found: str
    expected: str
    reason: Reason = Reason.UNREADABLE
    at: int | None = None


def fault_of(symbols: str, size: int, numerals: Numerals = "symbols") -> Fault | None:
    """The first fault of symbols that should be the cells of a puzzle, or the 729 pencilmarks of a 9×9."""
    if size == 9 and len(symbols) == MARKS and symbols.isascii():
        if (at := first_wrong_mark(symbols)) is None:
            return None
        expected = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {_NINE.cell_name(at // 9)})"
        return Fault(described(symbols[at]), expected, Reason.WRONG_SYMBOL, at)
    count = size * size
    is_number = symbols.isascii() and symbols.isdigit() and symbols[0] != "0" and "0" in symbols
    if is_number and _FEWEST_LEFT <= len(symbols) < 81 and (size == 9 or (size == 8 and "9" in symbols)):
        found = f"{len(symbols)} digits, as if zeros before them were lost"
        return Fault(found, f"81 ({square(9)}): {AS_TEXT}", Reason.TOO_SHORT)
    if len(symbols) != count and _first_above(max(SIZES), symbols) is None:
        reason = Reason.TOO_SHORT if len(symbols) < count else Reason.TOO_LONG
        return Fault(counted(len(symbols), "symbol"), f"{count} ({square(size)})", reason)
    if (at := _first_above(size, symbols)) is not None:
        return Fault(described(symbols[at]), allowed(size), Reason.WRONG_SYMBOL, at)
    return zero_doubt(symbols, size, numerals)


def _first_above(size: int, symbols: str) -> int | None:
    """The index of the first symbol that no grid of that size may hold."""
    values = (VALUES.get(symbol, NOT_A_SYMBOL) for symbol in symbols)  # there may be millions
    return next((i for i, value in enumerate(values) if value > size), None)


def zero_doubt(symbols: str, size: int, numerals: Numerals = "symbols") -> Fault | None:
    """The fault of cells in which `0` may be a blank or a digit; None where it is clear."""
    is_from_0 = numerals == "numbers" and is_hexadecimal(symbols, size)  # 0 to 15 could not be written
    if not is_from_0 and not is_zero_doubtful(symbols, size):
        return None
    last = str(size) if numerals == "numbers" else SYMBOLS[size]
    blank = next(symbol for symbol in symbols if symbol in BLANKS and symbol != "0")
    found = f"'0' beside {blank!r}, and no {last}: it may be a blank or a digit"
    expected = f"the digits of {square(size)} as 1 to {last}, and one kind of blank"
    return Fault(found, expected, Reason.WRONG_SYMBOL, symbols.find("0"))


_BLANK = re.compile(r"none|null|nan|nil|na|([0.*_xX?-])\1{0,2}|", re.I)
_NUMBER = re.compile(r"([0-9]{1,2})(?:\.0+)?")


def symbol_of(cell: str, size: int) -> str | None:
    """The symbol of a cell: a symbol, a number up to the size, or a blank, which may be nothing or a word.

    Where there are numbers of two digits, a blank may be as wide.

    >>> [symbol_of(cell, 16) for cell in ("12", "7.0", "03", "C", "__", "null", "", "17", "word")]
    ['C', '7', '3', 'C', '_', '.', '.', None, None]
    """
    if cell in VALUES:
        return cell if VALUES[cell] <= size else None
    if _BLANK.fullmatch(cell) and (size > 9 or not {*cell} <= {*BLANKS} or not cell):
        return cell[0] if cell and cell[0] in BLANKS else SYMBOLS[0]
    value = int(number[1]) if (number := _NUMBER.fullmatch(cell)) else size + 1
    return None if value > size else SYMBOLS[value] if value else "0"


LONGEST = 65_536
"""How many bytes a line may have."""

TOO_LONG = Fault(f"a line of more than {LONGEST:,} bytes", f"lines of at most {LONGEST:,} bytes")


USUAL_SHAPES = {size * size: Geometry.of_size(size) for size in SIZES}
"""The possible geometries by their number of cells, where the user fixed none."""

TextLine: TypeAlias = tuple[int, Any]
"""The number of a line, and its text in the usual form, without its end; None for a line that is too long.

A run of lines with a puzzle each may come as one, with the Rows that it holds in place of the text.
"""


def fixed_geometry(geometry: Geometry | None, size: int | None) -> Geometry | None:
    """The geometry that the user fixed by a box shape, a size, or both; None for neither.

    Raises PuzzleError where the two contradict each other, and for a size that does not exist.
    """
    if geometry is None:
        return None if size is None else Geometry.of_size(size)
    if size not in (None, geometry.size):
        raise PuzzleError(f"size {size} and boxes of {geometry.box_rows} x {geometry.box_columns} do not fit")
    return geometry


def is_blank(text: bytes) -> bool:
    """Whether a line holds nothing but white space."""
    return not text.strip()


def is_comment(text: bytes) -> bool:
    """Whether a line holds nothing but a comment."""
    begin = text if text.isascii() else usual_text(text[:LONGEST]).encode("utf-8", "replace")
    return begin.lstrip()[:1] == b"#"


def text_of(line: bytes) -> str:
    """A line as characters; a byte that is not UTF-8 becomes a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


def usual_text(line: bytes) -> str:
    """A line as characters, those that have other forms in Unicode in their usual form."""
    return text_of(line) if line.isascii() else usual_symbols(text_of(line))


def bytes_of(text: str) -> bytes:
    """The bytes that `text_of` made a text of; another lone surrogate, which JSON can hold, becomes three."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def in_utf8(text: str) -> str:
    r"""The text with each lone surrogate escaped, as files that must be UTF-8 can hold none.

    >>> print(in_utf8(text_of(b"caf\xe9")))
    caf\udce9
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_lines(lines: Iterable[bytes], first: int = 1) -> Iterator[TextLine]:
    r"""The numbered lines of a text without comment lines.

    >>> list(text_lines(b"1.\r\n# a comment\r\r.2".splitlines()))
    [(1, '1.'), (3, ''), (4, '.2')]
    """
    for number, line in enumerate(lines, first):
        if not is_comment(line):
            yield number, None if len(line) > LONGEST else usual_text(line)
