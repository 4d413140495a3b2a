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
a puzzle only as several lists in a list. The rows of a list are read as those of a grid.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from sudocube.candidate_marks import MARKS
from sudocube.cube import clashes
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, Style
from sudocube.rows.grids import CellRow, Line, Reading, drawn_line, elements, is_heading, prose_fault
from sudocube.rows.links import linked
from sudocube.rows.symbols import (
    NINE,
    TOO_LONG,
    USUAL_SHAPES,
    Fault,
    name_before,
    nearest_size,
    style_of,
    symbol_of,
)

WIDEST_ROW = 30
"""More symbols than this without a gap are a puzzle on one line: the number lies between 25 and 36."""

_FEWEST_DIGITS = 3
"""A number in words or a date has few different digits; a puzzle that certainly is one has as many."""

_COUNTS = {MARKS, *USUAL_SHAPES}
"""How many symbols a puzzle may have."""

_FIRST = re.compile(r"\s*([^\s,;#]*)")
"""The first column of a line, up to white space, a comma, a semicolon or a comment."""

_LONG_FIELD = re.compile(rf"[^\s,;|/]{{{WIDEST_ROW + 1},}}")
_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_COMMENT = re.compile(r"((?<![A-Za-z])[A-Za-z]+://\S*)|#.*")  # the # of a link begins none
_NAME = re.compile(r"[A-Za-z]+[-_]")
_NEARLYNINE = re.compile(r"(?:^|(?<=[\s=/]))(?=\S*[1-9])[0-9.*_?xX-]{79,83}(?=[\s,;&#]|$)")
"""Almost as many symbols as a 9×9 puzzle has, with a clue."""

_SENTENCE = re.compile(r"(?i)(?:^|\s)(?:is|was|this|of|for|with|try|to|solve|answer|about) $")
"""What stands before a puzzle that may be the object of a sentence."""

_MARKUP = "?*_-."
"""What may stand at a puzzle without a gap: the beginning of a link's query, stars around bold print, …"""

_BRACKETS = str.maketrans("[](){}\"'", 8 * " ")
_LIST = re.compile(r"(?:[\[(]|\{(?=\s*[{\d]))(?:[^\[\](){}]++|[\[({][^\[\](){}]*+[\])}])*+[\])}]")
_NUMBERED = re.compile(r"\s*\(?[0-9]+[.):]\s+")
GAP = re.compile(r"[\s,;|]")
_SIGNS = re.escape(SYMBOLS + SYMBOLS.lower() + BLANKS)
_FIRST_OF_LINE = re.compile(rf"[{_SIGNS}]{{16}}(?=[\s,;])|[^\s,;#|]{{{WIDEST_ROW + 1},}}(?=[\s,;#]|$)")


class _Found(NamedTuple):
    """What may be a puzzle in a text line: its entry, right or wrong, and where it begins and ends, from 0.

    `is_certain` says that it is a puzzle whatever stands around it, `is_first` that it is the first column,
    and `is_whole` that nothing stands at it.
    """

    entry: Entry
    begin: int
    end: int
    is_certain: bool = False
    is_first: bool = False
    is_whole: bool = True

    @property
    def cells(self) -> bytes:
        """The digits of the puzzle; empty where there is none."""
        return b"" if self.entry.puzzle is None else self.entry.puzzle.cells

    @property
    def is_full(self) -> bool:
        """Whether this is a grid without blanks."""
        return bool(self.cells) and 0 not in self.cells

    def is_answer_of(self, other: _Found) -> bool:
        """Whether this is a grid without blanks that has all clues of a puzzle."""
        pairs = zip(self.cells, other.cells, strict=False)
        is_like = self.is_full and len(self.cells) == len(other.cells)
        return is_like and all(clue in (0, digit) for digit, clue in pairs)


def _is_certain(puzzle: Puzzle, blanks: set[str], *, is_known: bool) -> bool:
    """Whether a puzzle among words is certainly one, and no number, name or time of another kind.

    81 symbols with a clue are, and where the size `is_known`. In other sizes there are at least
    _FEWEST_DIGITS different digits, one kind of blank, and no digit twice in a unit; in 4×4 the blank is no
    digit, or it may be a number.
    """
    size, digits = puzzle.geometry.size, {*puzzle.cells} - {0}
    if not digits or is_known or size == 9:
        return bool(digits)
    if (size == 4 and not blanks & set(".*_")) or len(blanks) > 1:
        return False
    return len(digits) >= _FEWEST_DIGITS and not clashes(puzzle)


def line_of(number: int, text: str | None, fixed: Geometry | None) -> Line:
    """A text line, and what it looks like; `text` is None if it is too long.

    Its first column should hold a puzzle if it is as long as one: in prose, without a gap in it.
    """
    line, content = drawn_line(number, text)
    if not text or not content or line.kind == "rule":
        return line
    are_dashes, counts = line.kind == "dashes", [fixed.cell_count] if fixed else USUAL_SHAPES
    if not GAP.search(content) and (len(content) == 16 or (are_dashes and len(content) in counts)):
        return replace(line, kind="dashes" if are_dashes else "row", is_alone=True)
    if are_dashes:
        return line
    entry, is_long = search(text, fixed), "|" not in content and _FIRST_OF_LINE.match(content)
    is_puzzle = is_long and not (GAP.search(content[:17]) and is_heading(content))
    if entry or is_puzzle or (fixed and search(text)):
        return replace(line, kind="puzzle", entry=entry or line_entry(text, fixed))
    return line


def line_entry(text: str | None, fixed: Geometry | None) -> Entry:
    """The puzzle on a text line that should hold one, or the error in its place; without their place.

    The error is that of the first column; if it is empty, the comma behind it is the fault.
    """
    if text is None:
        return Entry.wrong(TOO_LONG)
    if entry := search(text, fixed):
        return entry
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    symbols = token[1] or text[token.end() : token.end() + 1]
    error = _run_fault(symbols, token.start(1), fixed)
    return Entry.wrong(prose_fault(text) if error.column is None and is_heading(text) else error)


def search(text: str, fixed: Geometry | None = None) -> Entry | None:
    """The puzzle in a text line, right or wrong, as an entry without its place; None where there is none.

    Where the user fixed the geometry, whatever has that shape is a puzzle.
    """
    if "://" in text and (entry := linked(text, fixed)):
        return entry
    parts = text.split()
    if fixed is None and len(parts) == 2 and len(parts[0]) in USUAL_SHAPES and _is_nine("".join(parts)):
        return Entry.wrong(Fault("81 symbols in two parts", "81 without a gap (a 9×9 puzzle), or --size"))
    shapes, bare = {fixed.cell_count: fixed} if fixed else USUAL_SHAPES, _COMMENT.sub(r"\1", text)
    found = [*_tokens(bare, shapes)]
    first = next((one for one in found if one.is_first), None)
    if not (fixed or len(bare) > WIDEST_ROW or _NUMBERED.match(bare)):
        found = [first] if first else []
    elif not first:
        found += _lists(bare, fixed)
    if certain := [one for one in found if one.is_certain]:
        return _chosen(bare, found, certain, first)
    if wrong := next((one.entry for one in found if one.entry.error), None):
        return wrong
    for near in _NEARLYNINE.finditer(bare) if fixed in (None, NINE) else ():
        if len(near[0]) != NINE.cell_count:
            return Entry.wrong(_run_fault(near[0], near.start(), fixed), name_before(bare[: near.start()]))
    return None


def _is_nine(symbols: str) -> bool:
    return len(symbols) == NINE.cell_count and Fault.of_symbols(symbols, 9) is None


def _chosen(text: str, found: Sequence[_Found], certain: Sequence[_Found], first: _Found | None) -> Entry:
    """The entry of the puzzle that is meant, if only one may be; `certain` are those that are puzzles."""
    if doubtful := next((one for one in (certain if first is None else [first]) if not one.cells), None):
        return replace(doubtful.entry, title=name_before("" if first else text[: doubtful.begin]))
    least = len(first.cells) if first else 0
    certain = [one for one in certain if len(one.cells) == least or least < min(81, len(one.cells))]
    distinct = sorted(
        {one.entry.puzzle: one for one in reversed(certain)}.values(), key=lambda one: one.begin
    )
    puzzles = [one for one in distinct if not one.is_full]
    meant = (puzzles or distinct)[0]
    grids = [one for one in distinct if one.is_full and one is not meant and not one.is_answer_of(meant)]
    rivals = puzzles[1:] + [one for one in grids if meant is not first or len(one.cells) > least]
    title, last = "" if first else text[: meant.begin], text[meant.end - 1]
    if meant.is_full and meant is not first and (wrong := _damaged_beside(text, found, meant)):
        return wrong
    if rivals:
        second = max(meant.begin, rivals[0].begin)
        expected = "one of them, or a puzzle and its solution, or the size (--size)"
        error = Fault(f"{len(rivals) + 1} puzzles in one line", expected, at=second)
        return Entry.wrong(error, name_before(title))
    is_mark = last == "." or (last == "?" and "?" not in text[meant.begin : meant.end - 1])
    if is_mark and _SENTENCE.search(title):
        what = f"{last!r} at the end of {len(meant.cells)} symbols: it may be a blank or end the sentence"
        return Entry.wrong(
            Fault(what, "the puzzle on a line of its own", at=meant.end - 1), name_before(title)
        )
    others = (one for one in found if one.is_whole and one.is_full and one.begin != meant.begin)
    stored = next((one.entry for one in others if len(one.cells) == len(meant.cells)), None)
    answer = None if stored is None else stored.symbols or str(stored.puzzle)
    return replace(meant.entry, stored=answer, title=name_before(title))


def _damaged_beside(text: str, found: Sequence[_Found], grid: _Found) -> Entry | None:
    """What is wrong with the puzzle, if a full grid beside it is its answer."""
    fields = (one for one in _LONG_FIELD.finditer(text) if not one.start() <= grid.begin < one.end())
    runs = (Entry.wrong(_run_fault(field[0], field.start(), None)) for field in fields)
    return next((one.entry for one in found if one.entry.error), None) or next(runs, None)


def _tokens(text: str, shapes: Mapping[int, Geometry]) -> Iterator[_Found]:
    """The puzzles and full grids among the symbols without gaps.

    In the first column all are puzzles; but sixteen symbols before words may be a number.
    """
    for match in _TOKEN.finditer(text):
        is_first = not text[: match.start()].strip()
        is_alone = is_first and text[match.end() : match.end() + 1].strip() in ("", *",;#")
        is_alone = is_alone and (len(match[0]) > WIDEST_ROW or not is_heading(text))
        for token in _forms(match[0], is_first=is_first):
            is_whole = token == match[0]
            is_alone = is_alone and is_whole
            are_marks = len(token) == MARKS and NINE.cell_count in shapes
            geometry = NINE if are_marks else shapes.get(len(token))
            if geometry is None or (geometry.size == 4 and "|" in text and not is_alone):
                continue  # sixteen symbols may be a row between bars
            begin, error = match.start() + match[0].index(token), Fault.of_symbols(token, geometry.size)
            where = begin, begin + len(token)
            if error is not None:
                if token[(at := error.column or 1) - 1] == "0":  # it may be a blank or a digit
                    yield _Found(Entry.wrong(error.moved("", None, begin + at)), *where, True, is_alone)
                continue
            puzzle, style = Puzzle(token, geometry), style_of(token, "pencilmarks" if are_marks else "line")
            is_known = are_marks or len(shapes) == 1 or style.numerals != "symbols"
            is_certain = is_alone or _is_certain(puzzle, {*token} & {*BLANKS}, is_known=is_known)
            entry = Entry("", puzzle, None, style, symbols=None if are_marks else token)
            yield _Found(entry, *where, is_certain or are_marks, is_alone, is_whole)


def _forms(token: str, *, is_first: bool) -> Iterator[str]:
    """A token, and where no puzzle has so many symbols, the token without a name and markup at its ends."""
    yield token
    if len(token) in _COUNTS:
        return
    if name := _NAME.match(token):
        yield token[name.end() :]
    for mark in _MARKUP:
        core = token.strip(mark)
        is_around = token[:1] == token[-1:] == mark  # nothing may be left of it
        if mark not in core and (is_around or not is_first):
            token = core
    yield token


def _lists(text: str, fixed: Geometry | None) -> Iterator[_Found]:
    """The lists in a text line: what stands in brackets, or else the line, without its number and with it."""
    spans = [one.span() for one in _LIST.finditer(text)]
    if not spans:
        number = _NUMBERED.match(text)
        spans = [(number.end(), len(text))] if number else []
        spans += [] if number and ")" in number[0] else [(0, len(text))]  # `53.` may be three cells
    for begin, end in spans:
        yield from _list_in(text, begin, end, fixed)


def _list_in(text: str, begin: int, end: int, fixed: Geometry | None) -> Iterator[_Found]:
    """The list that stands in this part of a text line, if it is one; it may have a list for each row."""
    cells = elements(" " * begin + text[begin:end].translate(_BRACKETS))
    inner = [begin + 1 + one.start() for one in re.finditer(r"[\[({]", text[begin + 1 : end])]
    symbols = "".join(cell for cell, _ in cells)
    geometry, widths = fixed or USUAL_SHAPES.get(len(symbols)), {len(cell) for cell, _ in cells}
    is_long = geometry and len(symbols) == geometry.cell_count > max(WIDEST_ROW, len(cells))
    are_parts = (
        geometry and is_long and widths in ({geometry.size}, {Geometry.of_size(geometry.size).box_columns})
    )
    if are_parts and any([*cell] != sorted({*cell} - {*BLANKS}) for cell, _ in cells):  # no candidates
        cells = [(symbol, column + at) for cell, column in cells for at, symbol in enumerate(cell)]
    elif any(cell in BLANKS for cell, _ in cells if cell):  # nothing is no blank where another sign is one
        cells = [(cell or "nothing", column) for cell, column in cells]
    count, known = len(cells), [symbol_of(cell, max(SIZES)) for cell, _ in cells]
    is_list = count > WIDEST_ROW or len(inner) > 1
    if not is_list or {*known} <= {*BLANKS} or 4 * known.count(None) > count:
        return
    size = fixed.size if fixed else nearest_size(count**0.5)
    starts = [0, *(bisect_left(cells, place, key=lambda cell: cell[1]) for place in inner[1:])]
    if len(inner) < 2:
        starts = [*range(0, count, size)]
    parts = [cells[at:to] for at, to in pairwise([*starts, count])]
    rows = [CellRow(0, tuple(cell for cell, _ in part), tuple(at for _, at in part)) for part in parts]
    reading = Reading(fixed, rows, [], size)
    entry = Entry("", None, reading.fault, Style())
    if len(inner) < 2 and count != size * size:
        entry = Entry.wrong(Fault.of_count(count, "cell", size))
    elif len(rows) == size and not reading.faults:
        [entry] = reading.entries
    if entry.puzzle is None:
        yield _Found(entry, begin, end)
        return
    is_known = fixed is not None or len(inner) > 1 or size in (16, 25)
    if _is_certain(entry.puzzle, {*symbols} & {*BLANKS}, is_known=is_known):
        style = Style("line", entry.style.blank, numerals=entry.style.numerals)
        style = entry.style if entry.style.format == "pencilmarks" else style
        yield _Found(replace(entry, style=style), begin, end, True)
    elif not are_parts:
        expected = f"{size} rows of {size}, or the size (--size {size})"
        yield _Found(Entry.wrong(Fault("perhaps no puzzle", expected, at=begin)), begin, end)


def _run_fault(symbols: str, start: int, fixed: Geometry | None) -> FormatError:
    """Why symbols from a place on that should be the n² cells of a puzzle are none."""
    size = fixed.size if fixed else 9 if len(symbols) == MARKS else nearest_size(len(symbols) ** 0.5)
    error = Fault.of_symbols(symbols, size)
    if error is None:  # the rule of a grid, as wide as a puzzle
        return Fault("dashes", "a puzzle: write blanks as .", at=start)
    return error.moved("", None, error.column and start + error.column)
