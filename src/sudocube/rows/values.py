"""Values in all forms in which inputs hold them: numbers, texts, bytes, and lists of cells or of rows.

A text that is a list of cells, as programs write it (with commas or spaces, in brackets or in none), is that
list. Where the cells are numbers, 0 is a blank, or another number, if all rows agree on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sudocube.cell_values import NINE, usual_symbols
from sudocube.errors import FormatError, PuzzleError, quoted
from sudocube.geometry import SIZES, SYMBOLS
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import AS_TEXT, USUAL_SHAPES, Fault, nearest_size, symbol_of, text_of

if TYPE_CHECKING:
    from sudocube.rows.columns import Layout

TOLD = {0: "0 is a blank", -1: "-1 is a blank", 1: "1 is a blank, 2 to 10 are the digits 1 to 9"}
"""The numbers that may be blanks, and what the user is told of them."""

_WHOLE = re.compile(r"(-?[0-9]{1,2})(?:\.0*)?")
IN_BRACKETS = str.maketrans("[](){}\"'", 8 * " ")
_FEWEST_LISTED = 9
"""Fewer cells than in a row of a 9×9 puzzle may be anything."""


def is_cell(text: str) -> bool:
    """Whether this is a digit, a small number, or a blank."""
    return bool(_WHOLE.fullmatch(text)) or symbol_of(text, max(SIZES)) is not None


def blank_of(values: Sequence[object]) -> int:
    """The number that is a blank in these values, if they are numbers, perhaps as texts, or lists of them.

    It is 1 only where there is no other blank: a 10 by mistake must not move all digits.

    >>> [blank_of(cells) for cells in ([[-1, 5, 9]], ["1", "1", "10"], [[[0, 5]], [[9]]], [[1, None, 10]])]
    [-1, 1, 0, 0]
    """
    found = [_WHOLE.fullmatch(text_of_value(cell).strip()) for cell in cells_in(values)]
    numbers = {int(one[1]) for one in found if one}
    low, high = min(numbers, default=0), max(numbers, default=9)
    is_minus = low == -1 and high <= 9 and 0 not in numbers
    return low if is_minus or ((low, high) == (1, 10) and all(found)) else 0


def listed(text: str) -> list[str] | None:
    r"""The cells of a text that is a list of them, as programs write it; None for any other text.

    >>> listed("[[7, -1, 10],\n [1, 1, 1], [1, 1, 1]]"), listed("5 3 0 0 7")
    (['7', '-1', '10', '1', '1', '1', '1', '1', '1'], None)
    """
    if len(text) < _FEWEST_LISTED:
        return None
    parts = re.split("[,;\t]", text.translate(IN_BRACKETS).strip(" \r\n"))
    cells = [cell for part in parts for cell in part.split() or [""]]
    is_list = len(cells) >= _FEWEST_LISTED and all(map(is_cell, {*cells})) and not is_numbered(cells)
    return cells if is_list else None


def is_numbered(cells: Iterable[str]) -> bool:
    """Whether the first of these cells ends with a dot, and no other: it is the number of a line."""
    return [at for at, cell in enumerate(cells) if len(cell) > 1 and cell[-1] == "."] == [0]


def _as_list(value: object) -> object:
    """The list that a text is; every other value as it is, and bytes as a text."""
    value = text_of(value) if isinstance(value, bytes) else value
    return (listed(value) or value) if isinstance(value, str) else value


def cells_in(values: Iterable[object]) -> Iterator[object]:
    """The values, those of lists, and of texts that are lists, one by one."""
    for value in map(_as_list, values):
        if isinstance(value, list | tuple):
            yield from cells_in(value)
        else:
            yield value


def text_of_value(value: object, blank: int = 0) -> str:
    """A value as the text that it is, or stands for: of a list, the symbols of its cells; empty for no value.

    A cell that is none becomes a sign that is no symbol.

    >>> text_of_value([[1, 2], [None, 10]]), text_of_value(None), text_of_value(2.0), text_of_value(b"5.")
    ('12.A', '', '2.0', '5.')
    """
    if isinstance(value := _as_list(value), list | tuple):
        cells = [*cells_in(value)]
        codes = [cell for cell in cells if isinstance(cell, int) and ord(" ") < cell <= ord("~")]
        if len(codes) == len(cells):
            return "".join(map(chr, codes))
        symbols = "".join(_symbol_of(cell, blank) for cell in cells)
        return symbols if SYMBOLS[0] in symbols else symbols.replace("0", SYMBOLS[0])  # or it may be a digit
    return "" if value is None or value != value else str(value)


NO_SYMBOL = "\ufffd"
"""Stands for a cell that is no symbol."""


def _symbol_of(cell: object, blank: int) -> str:
    """The symbol of a cell, or the symbols of a row."""
    text = text_of_value(cell).strip()
    if (number := _WHOLE.fullmatch(text)) is None:
        symbol = symbol_of(text, max(SIZES)) or (text if isinstance(cell, str) else NO_SYMBOL)
        return symbol if blank != 1 else NO_SYMBOL  # beside another blank, 1 may be none
    if (value := int(number[1])) == blank:
        return "0"
    digit = value - max(blank, 0)
    return SYMBOLS[digit] if 0 < digit <= (9 if blank else max(SIZES)) else NO_SYMBOL


def nine_cells(text: str) -> list[str] | None:
    """The cells of a 9×9 puzzle on a line, or nearly as many, or twice as many, or of a row with -1."""
    count = len(cells := listed(text) or [])
    is_row = count == 9 and "-1" in text  # without, it may be a row of a 10×10 puzzle that lost a cell
    return cells if is_row or count == 162 or nearest_size(count**0.5) == 9 else None


def respelled(text: str, blank: int) -> str:
    """A list of values of which this one is a blank, with the usual symbols where the values stand.

    Raises FormatError for the first that is none.
    """

    def symbol(cell: re.Match[str]) -> str:
        if (found := _symbol_of(cell[0], blank)) == NO_SYMBOL:
            raise Fault(repr(cell[0]), f"a digit 1 to 9; {TOLD[blank]}", at=cell.start())
        return found.rjust(len(cell[0]))

    return re.sub(r"[^\s,;\[\](){}\"']+|(?:^|(?<=[\[(,;\t]))(?=\s*[,;\t])", symbol, text)


def puzzle_of_value(value: object, layout: Layout) -> Puzzle | FormatError:
    """The puzzle that a value stands for, or why it is none.

    A text that is not symbols alone may be a puzzle in any form that is read, such as a list of numbers.

    >>> from sudocube.rows.columns import Kind, Layout
    >>> puzzle_of_value("1... ..2. .3.. ...4", Layout(Kind.TABLE))
    Puzzle('1.....2..3.....4')
    >>> puzzle_of_value(80 * ".", Layout(Kind.TABLE)).found
    '80 symbols'
    """
    if value == value and not isinstance(value, str | bytes | list | tuple | None):
        return Fault(f"{quoted(value)}, of type {type(value).__name__}", f"a text: {AS_TEXT}", "not_text")
    text, fixed = text_of_value(value, layout.blank), layout.reading.fixed
    symbols = "".join(usual_symbols(text).split())
    if not symbols:
        found = "an empty field" if isinstance(value, str | bytes) else "no value"
        return Fault(found, "a puzzle", "missing")
    if layout.usual_size == 9 and fixed in (None, NINE) and re.fullmatch(r"\d+\.?\d*e\+\d+", symbols, re.A):
        return Fault(f"the number {symbols}", f"81 symbols: {AS_TEXT}", "not_text")
    geometry = fixed or USUAL_SHAPES.get(len(symbols))
    size = geometry.size if geometry else layout.usual_size
    are_numbers = re.search(r"(?<![\w.*?-])1[0-5](?:\.0)?(?![\w.*?-])", str(value)) is not None
    error = Fault.of_symbols(symbols, size) or Fault.of_zero(symbols, size, are_numbers=are_numbers)
    if error is None:
        return Puzzle(symbols, geometry)
    drawn = text_of(value) if isinstance(value, bytes) else value
    if isinstance(drawn, str) and not layout.blank and any(map(drawn.__contains__, " \n\t,;[/")):
        from sudocube.rows.text import puzzle_of

        with suppress(PuzzleError, UnicodeEncodeError):  # a lone surrogate of JSON
            return puzzle_of(drawn, fixed) or error
    cells = [*cells_in([value])]
    if len(cells) == len(symbols) and error.column is not None:  # else they are the texts of rows
        expected = error.expected if not layout.blank else f"a digit 1 to 9; {TOLD[layout.blank]}"
        return Fault(quoted(cells[error.column - 1]), expected, at=error.column - 1)
    return error
