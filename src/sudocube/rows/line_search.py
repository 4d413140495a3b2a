"""A puzzle on one text line: n² symbols, the 729 pencilmarks of a 9×9 puzzle, or a list of cells.

    53..7....6…  8.3
    1. 53..7....6…
    easy-1<TAB>53..7....6…<TAB>8.3
    https://www.example.org/?bd=53..7....6…
    5,3,,,7,, …              81 numbers or symbols with commas, semicolons, tabs or spaces between them
    [[5, 3, 0, …], …]        lists in lists, as programs print them, with `null`, `None` or `nan` for blanks
    10 3 . 16 …              numbers 1 to n
    53..7.... 6..195... …    rows, or parts of rows as wide as a box

What stands in the first column is a puzzle if it has the symbols of one; elsewhere, only what certainly is
one. One puzzle is read, once or repeated, or a puzzle and its solution, which is stored beside it. With
others in the same line, it cannot be known which one is meant. Behind a puzzle in the first column, whatever
is no puzzle of at least its size is ignored. More than WIDEST_ROW cells are never a row of a grid; fewer are
a puzzle only as several lists in a list.
"""

from __future__ import annotations

import re
from bisect import bisect_left as bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.cube import clashes
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful
from sudocube.rows.entry import Entry, Numerals
from sudocube.rows.grid_cells import DRAWN_BARS, is_heading, is_rule
from sudocube.rows.links import LinkError, holds_link, puzzle_link
from sudocube.rows.symbols import (
    SYMBOLS_OF,
    allowed,
    blank_of,
    counted,
    fault_of,
    nearest_size,
    prose_fault,
    puzzle_of_symbols,
    square,
)
from sudocube.rows.text_input import USUAL_SHAPES, TextInput, TextLine, usual_text

LONGEST_TITLE = 80
WIDEST_ROW = 30
"""More symbols than this without a gap are a puzzle on one line: the number lies between 25 and 36."""

_FEWEST_DIGITS = 3
"""A number in words or a date has few different digits; a puzzle that certainly is one has as many."""

_CELL_COUNTS = {size * size: size for size in SIZES}
_NINE = Geometry(3, 3)
_SIXTEEN = " (a 4×4 puzzle; rows of a 16×16 puzzle stand in a block of exactly 16 lines)"
_FIRST = re.compile(r"\s*([^\s,;#]*)")
"""The first column of a line, up to white space, a comma, a semicolon or a comment."""

_EDGES = re.compile(r"(?=\.*[-*])[-*.]+")
"""Perhaps a rule, or `.---.---.` of a drawn grid."""

_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_FOUR_BY_FOUR = re.compile(r"\s*\(?[0-9]+[.):]\s+([1-4.]{16}|[0-4]{16}|[1-4*]{16}|[1-4_]{16})(?=[\s,;]|$)")
_LINK_OR_COMMENT = re.compile(r"(?<![A-Za-z])[A-Za-z]+://\S*|#")
_NAME = re.compile(r"[A-Za-z]+[-_]")
_NEARLY_NINE = re.compile(r"(?:^|(?<=[\s=/]))(?=\S*[1-9])[0-9.*_?xX-]{79,83}(?=[\s,;&#]|$)")
"""Almost as many symbols as a 9×9 puzzle has, with a clue."""

_WORD_BEFORE = re.compile(r"(?:^|\s)[A-Za-z']+ $")
_VERB = re.compile(r"(?i)(?:^|\s)(?:is|was|this|of|for|with|try|to) $")
_NEXT_SENTENCE = re.compile(r"\s+[A-Z].*[.?!]")
_MARKUP = "?*_-."
"""What may stand at a puzzle without a gap: the beginning of a link's query, stars around bold print, …"""

_NO_VALUE = ("", "null", "none", "nan", "na")
_NUMBER = re.compile(r"([0-9]{1,2})(?:\.0+)?")
_ELEMENT = re.compile(rf"[^\s,;|/{DRAWN_BARS}]+")
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

    @classmethod
    def at(cls, symbols: str, column: int) -> LineCells:
        """Symbols without gaps from that column on."""
        return cls(symbols, range(column, column + len(symbols)))

    @property
    def digits(self) -> list[int]:
        """The digit of each cell, 0 for a blank."""
        return [VALUES.get(symbol, 0) for symbol in self.symbols]

    def is_answer_of(self, other: LineCells) -> bool:
        """Whether this is a grid without blanks that has all clues of a puzzle."""
        pairs = [*zip(self.digits, other.digits, strict=False)]
        return all(self.digits) and all(clue in (0, digit) for digit, clue in pairs)


@dataclass(frozen=True)
class CellList:
    """The elements of a list in a text line, each with its column, from 1.

    `rows` holds the columns where the lists in it begin, if there are several. `between` is that of the
    style.
    """

    elements: list[tuple[str, int]]
    between: str
    rows: list[int]

    @cached_property
    def size(self) -> int | None:
        """The size of a puzzle with so many cells; None where lists in the list show another shape."""
        count = len(self.elements)
        size = _CELL_COUNTS.get(count) if count > WIDEST_ROW or self.rows else None
        return size if set(self.widths) <= {size} else None

    @cached_property
    def widths(self) -> list[int]:
        """How many elements each of the lists in the list has."""
        columns = [column for _, column in self.elements]
        starts = [bisect(columns, row) for row in self.rows]
        return [end - start for start, end in pairwise([*starts, len(columns)])] if starts else []

    @cached_property
    def symbols(self) -> list[str | None]:
        """The symbol of each element, None where it is no cell."""
        size = self.size or max(SIZES)
        return [symbol_of(element, size) for element, _ in self.elements]

    def cells(self) -> LineCells | None:
        """The cells, if they are those of a puzzle: one in each element, or equally many."""
        texts, columns = [text for text, _ in self.elements], [column for _, column in self.elements]
        if self.size is not None:
            if None in self.symbols or set(self.symbols) <= set(BLANKS):
                return None
            is_numbered = self.size > 9 and not any(text[:1].isalpha() for text in texts)
            numerals: Numerals = "numbers" if is_numbered else "symbols"
            return LineCells("".join(map(str, self.symbols)), columns, numerals, self.between)
        width, symbols = len(texts[0]) if texts else 0, "".join(texts)  # rows, or as wide as a box
        size = _CELL_COUNTS.get(len(symbols), 0)
        is_known = all(len(text) == width for text in texts) and not _is_other(symbols, size)
        are_candidates = all([*text] == sorted({*text} - {*BLANKS}) for text in texts)
        if len(symbols) <= WIDEST_ROW or not size or not is_known or are_candidates:
            return None
        columns = [column + at for column in columns for at in range(width)]
        return LineCells(symbols, columns) if width in (size, Geometry.of_size(size).box_columns) else None

    def is_mostly_cells(self) -> bool:
        """Whether there are more elements than a row has, most of them cells, not all blank."""
        is_blank = set(self.symbols) <= set(BLANKS)
        is_long = len(self.symbols) > WIDEST_ROW
        return is_long and not is_blank and 4 * self.symbols.count(None) <= len(self.symbols)


def _is_other(symbols: str, size: int) -> bool:
    """Whether there is something else than cells of that size."""
    return any(VALUES.get(symbol, size + 1) > size for symbol in symbols)


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
    return element if len(element) == 1 and not _is_other(element, size) else None


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
            starts = accumulate((len(field) + 1 for field in fields), initial=column)
            places = [
                at + len(field) - len(field.lstrip()) for at, field in zip(starts, fields, strict=False)
            ]
            gap = " " * (fields[1].startswith(" ") and bool(fields[1].strip()))
            return CellList([*zip(map(str.strip, fields), places, strict=True)], delimiter + gap, rows)
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
    is_cell = len(fields) in _CELL_COUNTS and not all(field.strip() for field in fields[:-1])
    return fields if is_cell else fields[:-1]


def _is_certain(symbols: str, size: int) -> bool:
    """Whether symbols among words are certainly a puzzle, and no number, name or time of another kind.

    81 symbols are. In other sizes there are at least _FEWEST_DIGITS different digits, one kind of blank, and
    no digit twice in a unit; in 4×4 the blank is no digit, or it may be a number.
    """
    if size == 9 or is_hexadecimal(symbols, size) or is_zero_doubtful(symbols, size):
        return True  # whether a 0 is a blank is asked elsewhere
    blanks = {symbol for symbol in symbols if symbol in BLANKS}
    if (size == 4 and not blanks & set(".*_")) or len(blanks) > 1:
        return False
    is_poor = len({*symbols.upper()} - set(BLANKS)) < _FEWEST_DIGITS
    return not is_poor and not clashes(Puzzle(bytes(VALUES[symbol] for symbol in symbols)))


def without_comment(text: str) -> str:
    """The text up to its comment; the `#` of a link does not begin one.

    >>> without_comment("http://a.org/#12 # a comment")
    'http://a.org/#12 '
    """
    if "://" not in text:
        return text.partition("#")[0]
    matches = _LINK_OR_COMMENT.finditer(text)
    return text[: next((match.start() for match in matches if match[0] == "#"), len(text))]


def line_entry(text_input: TextInput, line: TextLine, *, is_list: bool) -> Entry | None:
    """The puzzle on a text line, right or wrong; None where there is none.

    Outside of a list of lines, only in the first column, and only what certainly is one.
    """
    number, raw = line
    if raw is None:
        return None
    text = usual_text(raw)
    first = _first_column(text, text_input.shapes)
    if not is_list:
        count = len(first.symbols) if first else 0
        if first is None or not WIDEST_ROW < count < MARKS or _EDGES.fullmatch(first.symbols):
            return None
    elif first is None and holds_link(text):
        return _linked(text_input, number, text)
    found = puzzles_in(text, text_input.shapes, first)
    return _entry(text_input, number, text, found, is_first=first is not None) if found else None


def _first_column(text: str, shapes: Mapping[int, Geometry]) -> LineCells | None:
    """What stands in the first column, if it has as many symbols as a puzzle, or as pencilmarks."""
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    symbols = token[1]
    geometry = shapes.get(len(symbols))
    if not symbols.isascii() or ("-" in symbols and is_rule(symbols)):
        return None
    is_puzzle = geometry and not symbols.encode().translate(None, SYMBOLS_OF[geometry.size])
    is_marks = len(symbols) == MARKS and _NINE.cell_count in shapes
    return LineCells.at(symbols, token.start(1) + 1) if is_puzzle or is_marks else None


def puzzles_in(text: str, shapes: Mapping[int, Geometry], first: LineCells | None = None) -> list[LineCells]:
    """The puzzle in a text line, or several where it is not known which is meant.

    `shapes` are the possible ones, `first` is the puzzle in the first column. Where only one shape is
    possible, whatever has that shape is a puzzle; otherwise, only what certainly is.
    """
    count = len(first.symbols) if first else 0
    if first and len(text) - first.columns[-1] <= count:
        return [first]
    text = without_comment(text)
    found = [first] if first else []
    for cells in (*_tokens(text, shapes), *(() if first else _lists(text, shapes))):
        length = len(cells.symbols)
        is_rival = not first or length == count or count < min(_NINE.cell_count, length)
        if is_rival and not any(length == len(one.symbols) and cells.digits == one.digits for one in found):
            found.append(cells)
    if first:
        found = [one for one in found if one is first or not all(one.digits) or len(one.symbols) > count]
    puzzles = [cells for cells in found if not all(cells.digits)]
    if len(puzzles) != 1:
        return found
    [puzzle] = puzzles
    others = (one for one in found if one is not puzzle)
    are_answers = all(len(one.symbols) == len(puzzle.symbols) and one.is_answer_of(puzzle) for one in others)
    return puzzles if are_answers else found


def holds_puzzle(text: str) -> bool:
    """Whether there is a puzzle in a text line, or almost one, or a list of cells that is none."""
    if holds_link(text):
        return True
    if len(text) <= WIDEST_ROW and not _FOUR_BY_FOUR.match(text):
        return False
    bare = without_comment(text)
    if puzzles_in(text, USUAL_SHAPES) or _nearly_a_puzzle(bare):
        return True
    return any(found.is_mostly_cells() for found in cell_lists(bare))


def _nearly_a_puzzle(text: str) -> re.Match[str] | None:
    """The first run of almost as many symbols as a 9×9 puzzle has."""
    return next((run for run in _NEARLY_NINE.finditer(text) if len(run[0]) != _NINE.cell_count), None)


def _answer_beside(puzzle: LineCells, text: str, size: int) -> str | None:
    """The full grid, without gaps or as a list, that stands in a line before or behind a puzzle."""
    if len(text) < len(puzzle.symbols) + size * size:
        return None
    text = without_comment(text)
    tokens = (LineCells.at(match[0], match.start() + 1) for match in _TOKEN.finditer(text))
    lists = (cells for found in cell_lists(text) if (cells := found.cells()))
    for cells in (*tokens, *lists):
        is_full = len(cells.symbols) == size * size and all(
            0 < VALUES.get(one, 0) <= size for one in cells.symbols
        )
        if cells.columns[0] != puzzle.columns[0] and is_full:
            return cells.symbols
    return None


def may_end_sentence(cells: LineCells, text: str) -> bool:
    """Whether the last symbol of a puzzle among words may be the full stop or question mark of a sentence.

    >>> text = "My puzzle is 1.....2..3.....4.. What now?"
    >>> may_end_sentence(LineCells.at(text[13:31], 14), text)
    True
    """
    last = cells.symbols[-1]
    if cells.between or last not in ".?" or (last == "?" and "?" in cells.symbols[:-1]):
        return False
    before, behind = text[: cells.columns[0] - 1], text[cells.columns[-1] :].rstrip()
    if not _WORD_BEFORE.search(before):
        return False
    return last == "?" or bool(_NEXT_SENTENCE.fullmatch(behind)) or bool(not behind and _VERB.search(before))


def _tokens(text: str, shapes: Mapping[int, Geometry]) -> Iterator[LineCells]:
    """The puzzles among the symbols without gaps."""
    small = _FOUR_BY_FOUR.match(text)
    if small and 16 in shapes and set(small[1]) & set("1234"):
        yield LineCells.at(small[1], small.start(1) + 1)
    for match in _TOKEN.finditer(text):
        for token in _forms(match[0], is_first=not text[: match.start()].strip()):
            geometry = shapes.get(len(token))
            if geometry and geometry.size == 4 and "|" in text:  # sixteen symbols may be a row between bars
                continue
            is_marks = len(token) == MARKS and 81 in shapes and first_wrong_mark(token) is None
            if is_marks or (geometry and _is_puzzle(token, geometry.size, len(shapes) == 1)):
                yield LineCells.at(token, match.start() + match[0].index(token) + 1)


def _forms(token: str, *, is_first: bool) -> Iterator[str]:
    """A token, and where no puzzle has so many symbols, the token without a name and markup at its ends."""
    yield token
    if len(token) in _CELL_COUNTS:
        return
    if name := _NAME.match(token):
        yield token[name.end() :]
    for mark in _MARKUP:
        core = token.strip(mark)
        is_around = token[:1] == token[-1:] == mark  # nothing may be left of it
        if mark not in core and (is_around or not is_first):
            token = core
    yield token


def _is_puzzle(symbols: str, size: int, is_size_known: bool) -> bool:
    """Whether these are the cells of a puzzle with at least one clue, and certainly so."""
    if _is_other(symbols, size) or not any(map(VALUES.get, symbols)):
        return False
    return is_size_known or _is_certain(symbols, size)


def _lists(text: str, shapes: Mapping[int, Geometry]) -> Iterator[LineCells]:
    """The puzzles among the lists."""
    for found in cell_lists(text):
        if (cells := found.cells()) and (geometry := shapes.get(len(cells.symbols))):
            is_known = bool(found.rows) or len(shapes) == 1 or geometry.size in (9, 16, 25)
            if is_known or _is_certain(cells.symbols, geometry.size):
                yield cells


def _linked(text_input: TextInput, number: int, text: str) -> Entry | None:
    """The puzzle in a link of a site, or why it is refused."""
    style = replace(text_input.style(), box_shown=True)
    try:
        link = puzzle_link(text)
        if link is None:
            return None
        if text_input.fixed not in (None, link.puzzle.geometry):
            what = f"a puzzle of {link.puzzle.geometry} in the link"
            raise LinkError(what, f"{text_input.fixed} as asked for", span=link.span)
    except LinkError as error:
        fault = text_input.error(number, error.span[0] + 1, found=error.found, expected=error.expected)
        return text_input.refusal(fault, style)
    title = (link.title or name_before(text[: link.span[0]]) or "")[:LONGEST_TITLE] or None
    stored = link.answer if text_input.answers else None
    return Entry(f"{text_input.name}:{number}", link.puzzle, None, style, None, stored, None, title)


def _entry(text_input: TextInput, number: int, text: str, found: list[LineCells], *, is_first: bool) -> Entry:
    """The entry of a text line in which these puzzles were found: of the puzzle, if there is only one."""
    cells, symbols = found[0], found[0].symbols
    is_marks = len(symbols) == MARKS
    geometry = _NINE if is_marks else text_input.shapes[len(symbols)]
    title = None if is_first else name_before(text[: cells.columns[0] - 1])
    style = replace(text_input.style(), between=cells.between)
    if fault := _doubt(text_input, number, text, found, is_first=is_first):
        return replace(text_input.refusal(fault, style), title=title)
    if is_marks:
        puzzle, numerals, name = Puzzle(symbols), cells.numerals, "pencilmarks"
    else:
        puzzle, numerals = puzzle_of_symbols(symbols, geometry)
        numerals = cells.numerals if numerals == "symbols" else numerals
        is_sdm = geometry.size == 9 and text_input.has_extension(".sdm") and not cells.between
        name = "sdm" if is_sdm else "line"
    style = replace(style, format=name, blank=blank_of(symbols, numerals), numerals=numerals)
    as_read = symbols if numerals == "symbols" and not cells.between and not is_marks else None
    stored = _answer_beside(cells, text, geometry.size) if text_input.answers else None
    return Entry(f"{text_input.name}:{number}", puzzle, None, style, None, stored, as_read, title)


def _doubt(
    text_input: TextInput, number: int, text: str, found: list[LineCells], *, is_first: bool
) -> FormatError | None:
    """Why the first of the puzzles that were found in a line is not read; None where it is."""
    cells, symbols = found[0], found[0].symbols
    if len(found) > 1:
        lengths = [len(other.symbols) for other in found[:2]]
        what = f"{len(found)} puzzles in one line ({lengths[0]} and {lengths[1]} symbols)"
        expected = "one of them, or a puzzle and its solution"
        expected += ", or the size (--size)" * (lengths[0] != lengths[1])
        return text_input.error(number, found[1].columns[0], found=what, expected=expected)
    if not is_first and may_end_sentence(cells, text):
        what = f"{symbols[-1]!r} at the end of {len(symbols)} symbols: it may be a blank or end the sentence"
        expected = "the puzzle on a line of its own"
        return text_input.error(number, cells.columns[-1], found=what, expected=expected)
    size = 9 if len(symbols) == MARKS else _CELL_COUNTS[len(symbols)]
    if (fault := fault_of(symbols, size, cells.numerals)) is None:
        return None
    column = cells.columns[fault.at or 0]
    return text_input.error(number, column, found=fault.found, expected=fault.expected)


def name_before(text: str) -> str | None:
    r"""The name or the number of the puzzle that stands behind this text; None where it is none.

    >>> name_before("Nr. 12 (hard): "), name_before("easy-1\t"), name_before('{"puzzle": "')
    ('Nr. 12 (hard)', 'easy-1', None)
    """
    name = text.strip().rstrip(":;,=|-\t ").strip("*_|` \t,;")
    is_name = any(sign.isalnum() for sign in name) and not any(sign in name for sign in '{}[]<>"=/')
    return name[:LONGEST_TITLE] if is_name else None


def damaged_entry(text_input: TextInput, line: TextLine) -> Entry:
    """The error for a line that should hold one puzzle and does not, with the name before it."""
    number, raw = line
    if raw is None:
        return text_input.refusal(text_input.long_line(number), text_input.style())
    text = usual_text(raw)
    bare, title = without_comment(text), None
    fault = _list_fault(text_input, number, bare)
    if fault is None and (near := _nearly_a_puzzle(bare)) and text_input.fixed in (None, _NINE):
        fault = _fault_of_run(text_input, number, near.start() + 1, near[0])
        title = name_before(text[: near.start()])
    if fault is None:  # the first column should be a puzzle; if it is empty, the comma behind it is the fault
        token = _FIRST.match(text)
        assert token is not None  # it matches anything
        symbols = token[1] or text[token.end() : token.end() + 1]
        fault = _fault_of_run(text_input, number, token.start(1) + 1, symbols)
        fault = prose_fault(text_input, number, text) if fault.column is None and is_heading(text) else fault
    return replace(text_input.refusal(fault, text_input.style()), title=title)


def _fault_of_run(text_input: TextInput, number: int, column: int, symbols: str) -> FormatError:
    """The error for symbols from a column on that should be the n² cells of a puzzle and are not."""
    size = text_input.fixed.size if text_input.fixed else nearest_size(len(symbols) ** 0.5)
    fault = fault_of(symbols, size)
    assert fault is not None
    more = _SIXTEEN if len(symbols) == 16 and not text_input.fixed else ""
    place = None if fault.at is None else column + fault.at
    return text_input.error(number, place, found=fault.found, expected=fault.expected + more)


def _list_fault(text_input: TextInput, number: int, text: str) -> FormatError | None:
    """The error for a list of cells that is no puzzle; None where a line holds no such list."""
    found = next((one for one in cell_lists(text) if one.is_mostly_cells()), None)
    if found is None:
        return None
    count = len(found.elements)
    size = text_input.fixed.size if text_input.fixed else nearest_size(count**0.5)
    if found.size and None in found.symbols:
        element, column = found.elements[found.symbols.index(None)]
        expected = allowed(size) if size <= 9 else f"a number 1 to {size}, a symbol or a blank"
        return text_input.error(number, column, found=repr(element), expected=expected)
    row = next((row for row, width in enumerate(found.widths) if width != size), None)
    if count != size * size or row is None:
        expected = f"{size * size} ({square(size)})"
        return text_input.error(number, None, found=counted(count, "number"), expected=expected)
    what = f"{counted(found.widths[row], 'number')} in row {row + 1}"
    return text_input.error(number, found.rows[row], found=what, expected=f"{size} ({square(size)})")
