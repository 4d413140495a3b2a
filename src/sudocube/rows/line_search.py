"""A puzzle on one text line: n² symbols, the 729 pencilmarks of a 9×9 puzzle, a list of cells, or a link.

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
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.cube import clashes
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, VALUES, Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal, is_zero_doubtful
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.grids import DRAWN_BARS, is_heading, is_rule, parted, prose_fault
from sudocube.rows.links import linked
from sudocube.rows.symbols import (
    SYMBOLS_OF,
    TOO_LONG,
    USUAL_SHAPES,
    Fault,
    allowed,
    blank_of,
    counted,
    fault_of,
    nearest_size,
    puzzle_of_symbols,
    square,
    symbol_of,
)

LONGEST_TITLE = 80
WIDEST_ROW = 30
"""More symbols than this without a gap are a puzzle on one line: the number lies between 25 and 36."""

_FEWEST_DIGITS = 3
"""A number in words or a date has few different digits; a puzzle that certainly is one has as many."""

_SIZE_OF = {size * size: size for size in SIZES} | {MARKS: 9}
_NINE = Geometry(3, 3)

_FIRST = re.compile(r"\s*([^\s,;#]*)")
"""The first column of a line, up to white space, a comma, a semicolon or a comment."""

_LONG_FIELD = re.compile(rf"[^\s,;|/]{{{WIDEST_ROW + 1},}}")
_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_LINK_OR_COMMENT = re.compile(r"(?<![A-Za-z])[A-Za-z]+://\S*|#")
_NAME = re.compile(r"[A-Za-z]+[-_]")
_NEARLY_NINE = re.compile(r"(?:^|(?<=[\s=/]))(?=\S*[1-9])[0-9.*_?xX-]{79,83}(?=[\s,;&#]|$)")
"""Almost as many symbols as a 9×9 puzzle has, with a clue."""

_SENTENCE = re.compile(r"(?i)(?:^|\s)(?:is|was|this|of|for|with|try|to|solve|answer|about) $")
"""What stands before a puzzle that may be the object of a sentence."""

_MARKUP = "?*_-."
"""What may stand at a puzzle without a gap: the beginning of a link's query, stars around bold print, …"""

_ELEMENT = rf"[^\s,;|/{DRAWN_BARS}]+"
_BRACKETS = str.maketrans("[](){}\"'", 8 * " ")
_LIST = re.compile(r"(?:[\[(]|\{(?=\s*[{\d]))(?:[^\[\](){}]++|[\[({][^\[\](){}]*+[\])}])*+[\])}]")
_NUMBERED = re.compile(r"\s*\(?[0-9]+[.):]\s+")


@dataclass(frozen=True, slots=True)
class LineCells:
    """Cells that were found in a text line: a symbol for each, and its column, from 1.

    729 symbols are pencilmarks. `is_certain` says that they are a puzzle whatever stands around them, and
    `is_whole` that nothing stands at them. `numerals` are those of the style. A list that is no
    puzzle has its `fault`, and no symbols.
    """

    symbols: str
    columns: Sequence[int]
    is_certain: bool = False
    is_whole: bool = True
    numerals: Numerals = "symbols"
    fault: Fault | None = None

    @property
    def digits(self) -> tuple[int, ...]:
        """The digit of each cell, 0 for a blank, and for what is none."""
        return tuple(VALUES.get(symbol, 0) for symbol in self.symbols)

    @property
    def is_full(self) -> bool:
        """Whether this is a grid without blanks."""
        return all(0 < digit <= _SIZE_OF[len(self.symbols)] for digit in self.digits)

    def is_answer_of(self, other: LineCells) -> bool:
        """Whether this is a grid without blanks that has all clues of a puzzle."""
        pairs = zip(self.digits, other.digits, strict=False)
        is_like = len(self.symbols) == len(other.symbols)
        return is_like and self.is_full and all(clue in (0, digit) for digit, clue in pairs)


def _is_certain(symbols: str, size: int, *, is_size_known: bool) -> bool:
    """Whether symbols among words are certainly a puzzle, and no number, name or time of another kind.

    81 symbols with a clue are. In other sizes there are at least _FEWEST_DIGITS different digits, one kind of
    blank, and no digit twice in a unit; in 4×4 the blank is no digit, or it may be a number.
    """
    if not any(map(VALUES.get, symbols)) or any(VALUES.get(symbol, size + 1) > size for symbol in symbols):
        return False
    if is_size_known or size == 9 or is_hexadecimal(symbols, size) or is_zero_doubtful(symbols, size):
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


def line_entry(text: str | None, fixed: Geometry | None) -> Entry:
    """The puzzle on a text line that should hold one, or the error in its place; without their place."""
    entry = refused(TOO_LONG) if text is None else search(text, fixed)
    return entry or refused(_first_fault(text or "", fixed))


def holds_puzzle(text: str) -> bool:
    """Whether there is a puzzle in a text line, or almost one, or a list of cells that is none."""
    return search(text) is not None


@lru_cache(maxsize=64)
def search(text: str, fixed: Geometry | None = None) -> Entry | None:
    """The puzzle in a text line, right or wrong, as an entry without its place; None where there is none.

    Where the user fixed the geometry, whatever has that shape is a puzzle.
    """
    if "://" in text and (entry := _linked(text, fixed)):
        return entry
    shapes, bare = {fixed.cell_count: fixed} if fixed else USUAL_SHAPES, without_comment(text)
    first = _first_column(bare, shapes)
    found = [first] if first else []
    is_long = fixed or len(bare) > WIDEST_ROW or _NUMBERED.match(bare)
    if is_long and (first is None or len(bare) - first.columns[-1] > _SIZE_OF[len(first.symbols)] ** 2):
        found += _tokens(bare, shapes, first)
        found += () if first else _lists(bare, shapes)
    if any(one.is_certain for one in found):
        return _chosen(bare, shapes, found, first)
    if fault := next((one.fault for one in found if one.fault), None):
        return refused(fault)
    for near in _NEARLY_NINE.finditer(bare) if fixed in (None, _NINE) else ():
        if len(near[0]) != _NINE.cell_count:
            return refused(_fault_of_run(near[0], near.start(), fixed), bare[: near.start()])
    return None


def _chosen(
    text: str, shapes: Mapping[int, Geometry], found: Sequence[LineCells], first: LineCells | None
) -> Entry:
    """The entry of the puzzle that is meant, if only one may be."""
    least = len(first.symbols) if first else 0
    certain = [one for one in found if one.is_certain and (len(one.symbols) == least or least < 81)]
    certain = [one for one in certain if len(one.symbols) >= least]
    distinct = sorted({one.digits: one for one in reversed(certain)}.values(), key=lambda one: one.columns[0])
    puzzles = [one for one in distinct if not one.is_full]
    cells = (puzzles or distinct)[0]
    grids = [one for one in distinct if one.is_full and one is not cells and not one.is_answer_of(cells)]
    rivals = puzzles[1:] + [one for one in grids if cells is not first or len(one.symbols) > least]
    title = "" if first else text[: cells.columns[0] - 1]
    symbols, is_marks = cells.symbols, len(cells.symbols) == MARKS
    geometry = _NINE if is_marks else shapes[len(symbols)]
    if cells.is_full and cells is not first and (fault := _damaged_beside(text, found, cells)):
        return refused(fault)
    if rivals:
        one, other = sorted([cells, rivals[0]], key=lambda one: one.columns[0])
        what = f"{len(rivals) + 1} puzzles in one line ({len(one.symbols)} and {len(other.symbols)} symbols)"
        expected = "one of them, or a puzzle and its solution"
        expected += ", or the size (--size)" * (len(one.symbols) != len(other.symbols))
        return refused(Fault(what, expected, at=other.columns[0] - 1), title)
    if not first and _may_end_sentence(symbols, title):
        what = f"{symbols[-1]!r} at the end of {len(symbols)} symbols: it may be a blank or end the sentence"
        return refused(Fault(what, "the puzzle on a line of its own", at=cells.columns[-1] - 1), title)
    if fault := fault_of(symbols, geometry.size, cells.numerals):
        return refused(fault._replace(at=cells.columns[fault.at or 0] - 1), title)
    puzzle, numerals = (Puzzle(symbols), cells.numerals) if is_marks else puzzle_of_symbols(symbols, geometry)
    numerals = cells.numerals if numerals == "symbols" else numerals
    name, blank = "pencilmarks" if is_marks else "line", blank_of(symbols, numerals)
    style = Style(name, blank, numerals=numerals)
    others = (one for one in found if one.is_whole and one.is_full and one.columns[0] != cells.columns[0])
    stored = next((one.symbols for one in others if len(one.symbols) == geometry.cell_count), None)
    is_run = cells.columns[-1] - cells.columns[0] == len(symbols) - 1
    as_read = symbols if numerals == "symbols" and is_run and not is_marks else None
    return Entry("", puzzle, None, style, None, stored, as_read, name_before(title))


def _damaged_beside(text: str, found: Sequence[LineCells], grid: LineCells) -> Fault | None:
    """What is wrong with the puzzle, if a full grid beside it is its answer."""
    fields = (field for field in _LONG_FIELD.finditer(text) if field[0].find(grid.symbols) < 0)
    runs = (_fault_of_run(field[0], field.start(), None) for field in fields)
    return next((one.fault for one in found if one.fault), None) or next(runs, None)


def _may_end_sentence(symbols: str, before: str) -> bool:
    """Whether the last symbol of a puzzle among words may be the full stop or question mark of a sentence.

    >>> _may_end_sentence("1.....2..3.....4.", "My puzzle is "), _may_end_sentence("1.", "hard: ")
    (True, False)
    """
    is_mark = symbols[-1] == "." or (symbols[-1] == "?" and "?" not in symbols[:-1])
    return is_mark and bool(_SENTENCE.search(before))


def _first_column(text: str, shapes: Mapping[int, Geometry]) -> LineCells | None:
    """What stands in the first column, if it has as many symbols as a puzzle, or as pencilmarks.

    Sixteen symbols before words may be a number.
    """
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    symbols = token[1]
    geometry = shapes.get(len(symbols))
    if not symbols.isascii() or ("-" in symbols and is_rule(symbols)):
        return None
    is_puzzle = geometry and not symbols.encode().translate(None, SYMBOLS_OF[geometry.size])
    is_marks = len(symbols) == MARKS and _NINE.cell_count in shapes
    if (not is_puzzle and not is_marks) or (len(symbols) <= WIDEST_ROW and is_heading(text)):
        return None
    return _cells_at(symbols, token.start(1) + 1, is_certain=True)


def _cells_at(symbols: str, column: int, *, is_certain: bool, is_whole: bool = True) -> LineCells:
    return LineCells(symbols, range(column, column + len(symbols)), is_certain, is_whole)


def _tokens(text: str, shapes: Mapping[int, Geometry], first: LineCells | None) -> Iterator[LineCells]:
    """The puzzles and full grids among the symbols without gaps, behind the first column."""
    for match in _TOKEN.finditer(text, first.columns[-1] if first else 0):
        for token in _forms(match[0], is_first=not text[: match.start()].strip()):
            geometry = shapes.get(len(token))
            is_marks = len(token) == MARKS and 81 in shapes and first_wrong_mark(token) is None
            if geometry and geometry.size == 4 and "|" in text:  # sixteen symbols may be a row between bars
                continue
            if is_marks or geometry:
                is_known = len(shapes) == 1
                is_certain = is_marks or _is_certain(token, _SIZE_OF[len(token)], is_size_known=is_known)
                at = match.start() + match[0].index(token) + 1
                yield _cells_at(token, at, is_certain=is_certain, is_whole=token == match[0])


def _forms(token: str, *, is_first: bool) -> Iterator[str]:
    """A token, and where no puzzle has so many symbols, the token without a name and markup at its ends."""
    yield token
    if len(token) in _SIZE_OF:
        return
    if name := _NAME.match(token):
        yield token[name.end() :]
    for mark in _MARKUP:
        core = token.strip(mark)
        is_around = token[:1] == token[-1:] == mark  # nothing may be left of it
        if mark not in core and (is_around or not is_first):
            token = core
    yield token


def _lists(text: str, shapes: Mapping[int, Geometry]) -> Iterator[LineCells]:
    """The lists in a text line: what stands in brackets, or else the line, without its number and with it."""
    found = [*_LIST.finditer(text)]
    for outer in found:
        inner = [outer.start() + one.start() for one in re.finditer(r"(?<!^)[\[({]", outer[0])]
        yield from _list_of(outer[0], outer.start(), inner if len(inner) > 1 else [], shapes)
    number = _NUMBERED.match(text)
    if number and not found:
        yield from _list_of(text[number.end() :], number.end(), [], shapes)
    if not found and not (number and ")" in number[0]):  # `53.` may be three cells
        yield from _list_of(text, 0, [], shapes)


def _list_of(
    text: str, start: int, inner: Sequence[int], shapes: Mapping[int, Geometry]
) -> Iterator[LineCells]:
    """The cells of a list that begins in this place of its line, as do the lists in it in `inner`."""
    elements = _elements(text.translate(_BRACKETS))
    texts, columns = [text for text, _ in elements], [start + column for _, column in elements]
    count = len(texts)
    places = [bisect_left(columns, place + 1) for place in inner]
    widths = {end - begin for begin, end in pairwise([*places, count])} if places else set()
    size = _SIZE_OF.get(count, 0) if count > WIDEST_ROW or inner else 0
    symbols = [symbol_of(text, size or max(SIZES)) for text in texts]
    if any(len(text) > 1 and text[:2].isdigit() for text in texts):  # numbers: a letter is none
        symbols = [None if VALUES.get(text, 0) > 9 else one for text, one in zip(texts, symbols, strict=True)]
    if not {*BLANKS}.isdisjoint(texts):  # nothing is no blank where another sign is one
        symbols = [one if text else None for text, one in zip(texts, symbols, strict=True)]
    if size and None not in symbols and count in shapes and widths <= {size}:
        is_known = len(shapes) == 1 or bool(inner) or size in (16, 25)
        is_numbered = size > 9 and not any(text[:1].isalpha() for text in texts)
        numerals: Numerals = "numbers" if is_numbered else "symbols"
        joined = "".join(map(str, symbols))
        if _is_certain(joined, size, is_size_known=is_known):
            yield LineCells(joined, columns, True, True, numerals)
            return
    width, joined = len(texts[0]) if texts else 0, "".join(texts)  # rows, or as wide as a box
    geometry = shapes.get(len(joined)) if len(joined) > max(WIDEST_ROW, count) else None
    are_rows = geometry and width in (geometry.size, Geometry.of_size(geometry.size).box_columns)
    are_candidates = all([*text] == sorted({*text} - {*BLANKS}) for text in texts)
    if geometry and are_rows and not are_candidates and all(len(text) == width for text in texts):
        columns = [column + at for column in columns for at in range(width)]
        is_known = len(shapes) == 1 or geometry.size in (16, 25)
        yield LineCells(joined, columns, _is_certain(joined, geometry.size, is_size_known=is_known))
    elif count > WIDEST_ROW and not {*symbols} <= {*BLANKS} and 4 * symbols.count(None) <= count:
        size = next(iter(shapes.values())).size if len(shapes) == 1 else nearest_size(count**0.5)
        fault = Fault(counted(count, "number"), f"{size * size} ({square(size)})")
        if count == size * size and None in symbols:
            odd = symbols.index(None)
            fault = Fault(repr(texts[odd]), allowed(size, texts[odd]), at=columns[odd] - 1)
        elif count == size * size:
            found = (
                f"lists of {', '.join(map(str, sorted(widths)))} numbers" if inner else "perhaps no puzzle"
            )
            fault = Fault(found, f"{size} rows of {size}, or the size (--size {size})", at=start)
        yield LineCells("", columns, fault=fault)


def _elements(text: str) -> list[tuple[str, int]]:
    """The elements of a list, each with its column.

    A delimiter at the end ends the last element, unless a blank cell follows.

    >>> _elements("1, 2, 3, "), len(_elements("1,,,2, ,,,,,3,,,,,4,"))
    ([('1', 1), ('2', 4), ('3', 7)], 16)
    """
    for delimiter in ",;\t":
        if delimiter in text and (found := parted(text, delimiter)):
            is_cell = len(found) in _SIZE_OF and not all(cell for cell, _ in found[:-1])
            return found[: len(found) - (not found[-1][0] and not is_cell)]
    return parted(text, _ELEMENT) or []


def _linked(text: str, fixed: Geometry | None) -> Entry | None:
    """The puzzle in a link of a site, or why it is refused."""
    entry, begin = linked(text) or (None, 0)
    if entry is None or entry.puzzle is None:
        return entry
    if fixed not in (None, entry.puzzle.geometry):
        found = f"a puzzle of {entry.puzzle.geometry} in the link"
        return refused(Fault(found, f"{fixed} as asked for", at=begin))
    return replace(entry, title=(entry.title or name_before(text[:begin]) or "")[:LONGEST_TITLE] or None)


def refused(fault: Fault, before: str = "") -> Entry:
    """The entry of what is no puzzle, and what stands before it."""
    column = None if fault.at is None else fault.at + 1
    error = FormatError("", None, column, found=fault.found, expected=fault.expected)
    return Entry("", None, error, Style(), title=name_before(before))


def name_before(text: str) -> str | None:
    r"""The name or the number of the puzzle that stands behind this text; None where it is none.

    >>> name_before("Nr. 12 (hard): "), name_before("easy-1\t"), name_before('{"puzzle": "')
    ('Nr. 12 (hard)', 'easy-1', None)
    """
    name = text.strip().rstrip(":;,=|-\t ").strip("*_|` \t,;")
    is_name = any(sign.isalnum() for sign in name) and not any(sign in name for sign in '{}[]<>"=/')
    return name[:LONGEST_TITLE] if is_name else None


def _first_fault(text: str, fixed: Geometry | None) -> Fault:
    """Why the first column of a line is no puzzle; if it is empty, the comma behind it is the fault."""
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    symbols = token[1] or text[token.end() : token.end() + 1]
    fault = _fault_of_run(symbols, token.start(1), fixed)
    return prose_fault(text) if fault.at is None and is_heading(text) else fault


def _fault_of_run(symbols: str, start: int, fixed: Geometry | None) -> Fault:
    """Why symbols from a place on that should be the n² cells of a puzzle are none."""
    size = fixed.size if fixed else nearest_size(len(symbols) ** 0.5)
    fault = fault_of(symbols, size)
    if fault is None:  # the rule of a grid, as wide as a puzzle
        return Fault("dashes", "a puzzle: write blanks as .", at=start)
    return fault if fault.at is None else fault._replace(at=start + fault.at)
