"""All cells of a puzzle on one text line, with something between them.

    5,3,0,0,7,0, …           81 numbers or symbols, with commas, semicolons, tabs or spaces
    5,3,,,7,, …              … in which a blank may be nothing
    [[5, 3, 0, …], …]        lists in lists, as programs print them, with `null`, `None` or `nan` for blanks
    10 3 . 16 …              numbers 1 to n
    53..7.... 6..195... …    rows, or parts of rows as wide as a box

More than WIDEST_ROW cells are never a row of a grid. Fewer are a puzzle only as several lists in a list.
"""

from __future__ import annotations

import re
from bisect import bisect_left as bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sudocube.cube import clashes
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful
from sudocube.rows.entry import Numerals

WIDEST_ROW = 30
"""More symbols than this without a gap are a puzzle on one line: the number lies between 25 and 36."""

FEWEST_DIGITS = 3
"""A number in words or a date has few different digits; a puzzle that certainly is one has as many."""

CELL_COUNTS = {size * size: size for size in SIZES}

_NO_VALUE = ("", "null", "none", "nan", "na")
_NUMBER = re.compile(r"([0-9]{1,2})(?:\.0+)?")
_ELEMENT = re.compile(r"[^\s,;|/]+")
_BRACKETS = str.maketrans("[](){}\"'", 8 * " ")
_LIST = re.compile(r"(?:[\[(]|\{(?=\s*[{\d]))(?:[^\[\](){}]++|[\[({][^\[\](){}]*+[\])}])*+[\])}]")
_NUMBERED = re.compile(r"\s*\(?[0-9]+[.):]\s+")


@dataclass(frozen=True, slots=True)
class LineCells:
    """The cells of a puzzle that were found in a text line: a symbol for each, and its column, from 1.

    729 symbols are pencilmarks. `numerals` and `between` are those of the style.
    """

    symbols: str
    columns: Sequence[int]
    numerals: Numerals = "symbols"
    between: str = ""

    @property
    def is_full(self) -> bool:
        """Whether no cell is blank."""
        return not any(symbol in BLANKS for symbol in self.symbols)


@dataclass(frozen=True, slots=True)
class CellList:
    """The elements of a list in a text line, each with its column, from 1.

    `rows` holds the columns where the lists in it begin, if there are several. `between` is that of the
    style.
    """

    elements: list[tuple[str, int]]
    between: str
    rows: list[int]

    @property
    def size(self) -> int | None:
        """The size of a puzzle with so many cells; None where lists in the list show another shape."""
        count = len(self.elements)
        size = CELL_COUNTS.get(count) if count > WIDEST_ROW or self.rows else None
        widths = self.widths()
        return size if not widths or widths == [size] * len(widths) else None

    def widths(self) -> list[int]:
        """How many elements each of the lists in the list has."""
        columns = [column for _, column in self.elements]
        starts = [bisect(columns, row) for row in self.rows]
        return [end - start for start, end in pairwise([*starts, len(columns)])]

    def cells(self) -> LineCells | None:
        """The cells, if they are those of a puzzle: one in each element, or equally many."""
        if (size := self.size) is not None:
            symbols = self.symbols
            if None in symbols or set(symbols) <= set(BLANKS):
                return None
            columns = [column for _, column in self.elements]
            is_numbered = size > 9 and not any(element[:1].isalpha() for element, _ in self.elements)
            numerals: Numerals = "numbers" if is_numbered else "symbols"
            return LineCells("".join(map(str, symbols)), columns, numerals, self.between)
        return self._grouped()

    @property
    def symbols(self) -> list[str | None]:
        """The symbol of each element, None where it is no cell."""
        size = self.size or max(SIZES)
        return [symbol_of(element, size) for element, _ in self.elements]

    def is_mostly_cells(self) -> bool:
        """Whether there are more elements than a row has, most of them cells, not all blank."""
        symbols = self.symbols
        is_blank = set(symbols) <= set(BLANKS)
        return len(symbols) > WIDEST_ROW and not is_blank and 4 * symbols.count(None) <= len(symbols)

    def _grouped(self) -> LineCells | None:
        """The cells of a puzzle whose rows, or parts of rows as wide as a box, are the elements."""
        widths = {len(element) for element, _ in self.elements}
        width = min(widths, default=0)
        count = width * len(self.elements)
        size = CELL_COUNTS.get(count)
        if len(widths) > 1 or size is None or count <= WIDEST_ROW:
            return None
        symbols = "".join(element for element, _ in self.elements)
        is_known = all(VALUES.get(symbol, size + 1) <= size for symbol in symbols)
        if not is_known or width not in (size, Geometry.of_size(size).box_columns):
            return None
        if all(list(element) == sorted(set(element) - set(BLANKS)) for element, _ in self.elements):
            return None  # these may be candidates
        columns = [column + i for element, column in self.elements for i in range(width)]
        return LineCells(symbols, columns)


def symbol_of(element: str, size: int) -> str | None:
    """The symbol of an element of a list: a number up to the size, a symbol, or nothing for a blank.

    >>> [symbol_of(element, 16) for element in ("12", "7.0", "03", "C", "_", "null", "17", "word")]
    ['C', '7', '3', 'C', '_', '.', None, None]
    """
    if element.lower() in _NO_VALUE:
        return SYMBOLS[0]
    if number := _NUMBER.fullmatch(element):
        value = int(number[1])
        return None if value > size else SYMBOLS[value] if value else "0"
    return element if len(element) == 1 and VALUES.get(element, size + 1) <= size else None


def cell_lists(text: str) -> list[CellList]:
    """The lists in a text line: what stands in brackets, or else the line, without its number and with it."""
    found = []
    for outer in _LIST.finditer(text):
        column = outer.start() + 1
        rows = [column + inner.start() for inner in re.finditer(r"(?<!^)[\[({]", outer[0])]
        found.append(_list_of(outer[0], column, rows if len(rows) > 1 else []))
    if found:
        return found
    number = _NUMBERED.match(text)
    starts = [number.end()] if number else []
    if not number or ")" not in number[0]:  # `53.` may be three cells
        starts.append(0)
    return [_list_of(text[start:], start + 1, []) for start in starts]


def _list_of(text: str, column: int, rows: list[int]) -> CellList:
    """The elements of a text, which begins in that column."""
    body = text.translate(_BRACKETS)
    for delimiter in ",;\t":
        fields = _fields(body, delimiter)
        if len(fields) > 1 and all(len(field.split()) <= 1 for field in fields):
            elements = []
            for field in fields:
                elements.append((field.strip(), column + len(field) - len(field.lstrip())))
                column += len(field) + 1
            gap = " " * (fields[1].startswith(" ") and bool(fields[1].strip()))
            return CellList(elements, delimiter + gap, rows)
    words = [(word[0], column + word.start()) for word in _ELEMENT.finditer(body)]
    return CellList(words, " ", rows)


def _fields(text: str, delimiter: str) -> list[str]:
    """What stands between the delimiters; one at the end ends the last field, unless a blank cell follows.

    >>> _fields("1,,,2, ,,,,,3,,,,,4,", ","), _fields("1, 2, 3, ", ",")
    (['1', '', '', '2', ' ', '', '', '', '', '3', '', '', '', '', '4', ''], ['1', ' 2', ' 3'])
    """
    fields = text.rstrip(" \r\n").split(delimiter)
    if fields[-1].strip():
        return fields
    is_cell = len(fields) in CELL_COUNTS and not all(field.strip() for field in fields[:-1])
    return fields if is_cell else fields[:-1]


def is_certain(symbols: str, size: int) -> bool:
    """Whether symbols among words are certainly a puzzle, and no number, name or time of another kind.

    81 symbols are. In other sizes there are at least FEWEST_DIGITS different digits, one kind of blank, and
    no digit twice in a unit; in 4×4 the blank is no digit, or it may be a number.
    """
    if size == 9 or is_hexadecimal(symbols, size) or is_zero_doubtful(symbols, size):
        return True  # whether a 0 is a blank is asked elsewhere
    blanks = {symbol for symbol in symbols if symbol in BLANKS}
    if size == 4 and not blanks & set(".*_"):
        return False
    if len(blanks) > 1 or len({*symbols.upper()} - set(BLANKS)) < FEWEST_DIGITS:
        return False
    return not clashes(Puzzle(bytes(VALUES[symbol] for symbol in symbols)))
