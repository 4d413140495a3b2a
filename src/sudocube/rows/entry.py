"""What reading gives: entries, how they are written, why something is no puzzle; symbols and text lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any, Literal, TypeAlias

from sudocube.cell_values import MARKS, NINE, first_wrong_mark, usual_symbols
from sudocube.errors import FormatError, UnknownNameError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful

FORMATS = {
    "line": "one puzzle per line, n² symbols",
    "grid": "rows on lines of their own, with or without spaces, bars and rules",
    "ss": "rows with bars and rules in a frame of stars and dashes, as Simple Sudoku writes them",
    "sdk": "rows below [Puzzle], a solution below [State], as SadMan Sudoku writes them; 9×9 only",
    "sdm": "one puzzle per line, as SudoCue writes its collections; 9×9 only",
    "pencilmarks": "one puzzle per line, nine symbols per cell: its candidates, blanks for others; 9×9 only",
    "csv": "a table whose header names the columns puzzle and solution",
    "f-puzzles": "one link per line that opens the puzzle at f-puzzles.com; up to 16×16",
    "sudokupad": "one link per line that opens the puzzle at sudokupad.app",
    "sudokuwiki": "one link per line that opens the puzzle at sudokuwiki.org; 9×9 only",
}
"""Every format by name, and what it looks like.

`.sdk` and `.sdm` are written for 9×9 only, because the programs that read them know no other size.
`.ss` is written for every geometry: its bars and rules show the box shape.
"""

Numerals = Literal["symbols", "hexadecimal", "numbers"]


@dataclass(frozen=True, slots=True)
class Style:
    """How a puzzle was written, so that its solution can be written in the same way.

    `format` is a name in FORMATS and `blank` one of BLANKS; otherwise raises UnknownNameError. For rows,
    `spaced` says that spaces separate the symbols, `barred` that bars and rules separate the boxes, and
    `framed` that they also run around the grid. `delimiter` separates the columns of a table. `box_given`
    says that the user gave the box shape, so that a format need not show it. `numerals` tells how digits are
    written: as "symbols" (1 to 9, then letters), "hexadecimal" (0 to F, in 16×16 only), or as "numbers",
    which spaces separate.
    `box_shown` says that bars or rules showed the shape of boxes; styles that differ in this alone are equal.
    """

    format: str = "line"
    blank: str = "."
    spaced: bool = False
    barred: bool = False
    framed: bool = False
    delimiter: str = ","
    box_given: bool = False
    numerals: Numerals = "symbols"
    box_shown: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UnknownNameError("format", self.format, FORMATS)
        if len(self.blank) != 1 or self.blank not in BLANKS:
            raise UnknownNameError("blank", self.blank, BLANKS)

    @classmethod
    def of(cls, symbols: str, format: str = "line", *, are_numbers: bool = False) -> Style:
        """The style of a puzzle with these cells: how its digits are written, and its first blank, or `.`."""
        is_from_0 = is_hexadecimal(symbols, isqrt(len(symbols)))
        numerals: Numerals = "numbers" if are_numbers else "hexadecimal" if is_from_0 else "symbols"
        blanks = BLANKS.replace("0", "") if is_from_0 else BLANKS
        return cls(format, next(filter(blanks.__contains__, symbols), SYMBOLS[0]), numerals=numerals)

    @classmethod
    def named(cls, name: str, like: Style | None = None) -> Style:
        """The usual style of the format of that name, with the blank of the style `like`.

        If `like` already has that format, it stays as it is, but numbers become symbols again. Raises
        UnknownNameError for a name that is not in FORMATS.

        >>> Style.named("ss").framed, Style.named("grid", Style("line", "0")).blank
        (True, '0')
        """
        usual = cls(name, barred=name == "ss", framed=name == "ss")
        if like is None:
            return usual
        if like.format == name:
            return replace(like, numerals="symbols") if like.numerals == "numbers" else like
        return replace(usual, blank=like.blank, box_given=like.box_given)


@dataclass(frozen=True, slots=True)
class Entry:
    r"""One puzzle of an input, or the error in its place: exactly one of `puzzle` and `error` is set.

    `source` is "puzzles.txt:12", with the line of the puzzle's first row, or `argument:K` for a puzzle on
    the command line. `record` has the values of the record that the puzzle stands in, as texts, by the names
    of their columns, of which `column` holds the puzzle; it is empty if there is no table, or where its
    columns are not wanted.
    `stored` is the answer that stands beside the puzzle, as it is written, and empty where there is none; it
    is None where the table has no column of answers, or the list no answer beside its first puzzle.
    `title` is what a text calls its puzzle, if it does: the
    words above it, or before it on its line, at most 80 characters.

    >>> import io
    >>> from sudocube import read
    >>> good, bad = read(io.BytesIO(b"1.....2..3.....4\n1.....2..3.....5\n"), "puzzles.txt", size=4)
    >>> good.source, good.puzzle, good.is_box_assumed, bad.puzzle, bad.error.column
    ('puzzles.txt:1', Puzzle('1.....2..3.....4'), False, None, 16)
    """

    in_row = ""
    source: str
    puzzle: Puzzle | None
    error: FormatError | None
    style: Style
    record: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    column: str = field(default="puzzle", compare=False, repr=False)
    stored: str | None = None
    title: str | None = field(default=None, compare=False)

    @classmethod
    def wrong(cls, error: FormatError, title: str | None = None) -> Entry:
        """The entry of what is no puzzle, before its source is known.

        >>> Entry.wrong(Fault("3 symbols", "81")).error.found
        '3 symbols'
        """
        return cls("", None, error, Style(), title=title)

    @property
    def place(self) -> str:
        """The source, with the title behind it if there is one.

        >>> Entry("forum.txt:44", Puzzle(16 * "."), None, Style(), title="Nr. 12 (hard)").place
        'forum.txt:44 Nr. 12 (hard)'
        """
        return self.source if self.title is None else f"{self.source} {self.title}"

    @property
    def is_box_assumed(self) -> bool:
        """Whether boxes are at least as wide as tall only because neither the user nor bars say otherwise.

        Square boxes are not assumed: no other shape has that size.
        """
        if self.puzzle is None or self.style.box_given or self.style.box_shown:
            return False
        return self.puzzle.geometry != self.puzzle.geometry.turned


@dataclass(frozen=True, slots=True)
class InputPause:
    """No more input can be read right now without waiting, so this is the moment to report results."""


AS_TEXT = "save and read digits as text (in pandas: dtype=str): a number loses its zeros"
_FEWEST_LEFT = 51
"""Fewer digits than this are no puzzle that was saved as a number: it begins with too many blanks."""


def nearest_size(size: float) -> int:
    """The size that is nearest to a number; of two equally near ones, the smaller."""
    return min(SIZES, key=lambda known: abs(known - size))


def shown(character: str) -> str:
    """How an error shows a character: in quotes, or as a byte that is not text."""
    code = ord(character) - 0xDC00 * (0xDC80 <= ord(character) <= 0xDCFF)
    is_byte = code < 0x20 or code == 0x7F or code != ord(character)
    return f"byte 0x{code:02x}, not text" if is_byte else repr(character)


def square(size: int) -> str:
    """The kind of puzzle: `a 9×9 puzzle`."""
    return f"{'an' if size == 8 else 'a'} {size}×{size} puzzle"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 row`, `8 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Fault(FormatError):  # noqa: N818 — it is seldom raised
    """Why something is no puzzle, in a text without a name; `at` is the index of the wrong symbol.

    `reason` says it in one word: it is "missing" (empty, or null), "too_short", "too_long", "not_text" (a
    number, or another value that is no text), or "unreadable" as a whole, such as a line that is no JSON. By
    default, it has a "wrong_symbol" `at` a place, or is unreadable.
    """

    def __init__(
        self, found: str, expected: str, reason: str = "", *, at: int | None = None, line: int | None = None
    ) -> None:
        reason = reason or ("unreadable" if at is None else "wrong_symbol")
        column = None if at is None else at + 1
        super().__init__("", line, column, found=found, expected=expected, reason=reason)

    @classmethod
    def of_cell(cls, cell: str, size: int, at: int, *, are_numbers: bool = False) -> Fault:
        """The fault of a cell, which may be a single symbol, of a puzzle of that size.

        >>> print(Fault.of_cell("é", 12, 0).expected, Fault.of_cell("13", 12, 0, are_numbers=True).expected)
        a digit 1 to 9, a letter A to C or one of the blanks . 0 * _ - x X ? a number 1 to 12 or a blank
        """
        letters = {9: "", 10: ", the letter A"}.get(max(size, 9), f", a letter A to {SYMBOLS[size]}")
        expected = f"a digit 1 to {min(size, 9)}{letters} or one of the blanks {' '.join(BLANKS)}"
        expected = f"a number 1 to {size} or a blank" if are_numbers else expected
        return cls(shown(cell) if len(cell) == 1 else repr(cell[:20]), expected, at=at)

    @classmethod
    def of_length(cls) -> Fault:
        """The fault of a line that is too long."""
        return cls(f"a line of more than {LONGEST:,} bytes", f"lines of at most {LONGEST:,} bytes")

    @classmethod
    def of_run(cls, symbols: str, start: int, fixed: Geometry | None) -> FormatError:
        """The fault of symbols from a place on that should be the n² cells of a puzzle, in a line."""
        size = fixed.size if fixed else 9 if len(symbols) == MARKS else nearest_size(len(symbols) ** 0.5)
        if (error := cls.of_symbols(symbols, size)) is None:  # the rule of a grid, as wide as a puzzle
            return cls("dashes", "a puzzle: write blanks as .", at=start)
        return error.moved("", None, error.column and start + error.column)

    @classmethod
    def of_count(cls, count: int, noun: str, most: int, what: str) -> Fault:
        """The fault of a number of things that should be so many, as `what` has."""
        return cls(counted(count, noun), f"{most} ({what})", "too_short" if count < most else "too_long")

    @classmethod
    def of_zero(cls, symbols: str, size: int, *, are_numbers: bool = False) -> Fault | None:
        """The fault of cells in which `0` may be a blank or a digit; None where it is clear."""
        is_from_0 = are_numbers and is_hexadecimal(symbols, size)  # 0 to 15 could not be written
        if not is_from_0 and not is_zero_doubtful(symbols, size):
            return None
        last = str(size) if are_numbers else SYMBOLS[size]
        blank = next(symbol for symbol in symbols if symbol in BLANKS and symbol != "0")
        found = f"'0' beside {blank!r}, and no {last}: it may be a blank or a digit"
        expected = f"the digits of {square(size)} as 1 to {last}, and one kind of blank"
        return cls(found, expected, at=symbols.find("0"))

    @classmethod
    def of_symbols(cls, symbols: str, size: int) -> Fault | None:
        """The first fault of what should be the cells of a puzzle, or the 729 pencilmarks of a 9×9."""
        if size == 9 and len(symbols) == MARKS and symbols.isascii():
            if (at := first_wrong_mark(symbols)) is None:
                return None
            expected = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {NINE.cell_name(at // 9)})"
            return cls(shown(symbols[at]), expected, at=at)
        is_number = symbols.isascii() and symbols.isdigit() and symbols[0] != "0" and "0" in symbols
        may_be_nine = size == 9 or (size == 8 and "9" in symbols)
        if is_number and may_be_nine and _FEWEST_LEFT <= len(symbols) < 81:
            found = f"{len(symbols)} digits, as if zeros before them were lost"
            return cls(found, f"81 ({square(9)}): {AS_TEXT}", "too_short")
        values = [VALUES.get(symbol, 255) for symbol in symbols]
        if len(symbols) != size * size and max(values) <= max(SIZES):
            return cls.of_count(len(symbols), "symbol", size * size, square(size))
        if (at := next((at for at, value in enumerate(values) if value > size), None)) is not None:
            return cls.of_cell(symbols[at], size, at)
        return cls.of_zero(symbols, size)


_BLANK = re.compile(r"none|null|nan|nil|na|([0.*_xX?-])\1{0,2}|", re.I)
_NUMBER = re.compile(r"([0-9]{1,2})(?:\.0*)?")


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


_LONGEST_TITLE = 80
LONGEST = 65_536
"""How many bytes a line may have."""

USUAL_SHAPES = {size * size: Geometry.of_size(size) for size in SIZES} | {MARKS: NINE}
"""The possible geometries by how many symbols a puzzle has, where the user fixed none."""

TextLine: TypeAlias = tuple[int, Any]
"""The number of a line, and its text in the usual form, without its end; None for a line that is too long.

A run of lines with a puzzle each may come as one, with the Rows that it holds in place of the text.
"""


def is_left_out(line: bytes) -> bool:
    """Whether a line holds nothing but white space or a comment."""
    return not line.strip() or _is_comment(line)


def _is_comment(line: bytes) -> bool:
    return b"#" in line and usual_text(line[:LONGEST]).lstrip().startswith("#")


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
        if not _is_comment(line):
            yield number, None if len(line) > LONGEST else usual_text(line)


def name_before(text: str) -> str | None:
    r"""The name or the number of the puzzle that stands behind this text; None where it is none.

    >>> name_before("Nr. 12 (hard): "), name_before("easy-1\t"), name_before('{"puzzle": "')
    ('Nr. 12 (hard)', 'easy-1', None)
    """
    name = text.strip().rstrip(":;,=|-\t ").strip("*_|` \t,;")
    is_name = any(sign.isalnum() for sign in name) and not any(sign in name for sign in '{}[]<>"=/')
    return name[:_LONGEST_TITLE] if is_name and name[-1] != "(" else None


def title_of(text: str) -> str:
    """A text as a title: on one line, and cut."""
    return " ".join(text.split())[:_LONGEST_TITLE]
