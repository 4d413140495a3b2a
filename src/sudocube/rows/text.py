"""A text to its puzzles, block by block: each block decides for itself what it is.

A block is a run of text lines without a blank one. In it, puzzles on one line, grids, headings and sections
may follow each other. What is no puzzle and may be one is one error for its line or its grid; words are
passed over, and those directly above a puzzle are its title.

Lines of a grid that make no puzzle may be a part of one, which single blank lines separate from the others,
between bands of boxes or between all rows. The parts up to words, a wider gap or a whole puzzle are read
together or not at all, so that a part that is missing never joins the parts of two puzzles.

On one line there may be n² symbols, the 729 pencilmarks of a 9×9 puzzle, a list of cells, or a link:

    53..7....6…  8.3
    1. 53..7....6…
    easy-1<TAB>53..7....6…<TAB>8.3
    https://www.example.org/?bd=53..7....6…
    5,3,,,7,, …              81 numbers or symbols with commas, semicolons, tabs or spaces between them
    [[5, 3, 0, …], …]        lists in lists, as programs print them, with `null`, `None` or `nan` for blanks
    10 3 . 16 …              numbers 1 to n
    53..7.... 6..195... …    rows, or parts of rows as wide as a box

What stands in the first column is a puzzle if it has the symbols of one; elsewhere, only what certainly is
one. One puzzle is read, once or repeated; a full grid beside it is its answer, right or wrong. With other
puzzles in the same line, it cannot be known which one is meant. Behind a puzzle in the first column, whatever
is no puzzle is ignored. More than WIDEST_ROW cells are never a row of a grid; fewer are
a puzzle only as several lists in a list. The rows of a list are read as those of a grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sudocube.cell_values import MARKS, NINE, usual_symbols
from sudocube.errors import FormatError, PuzzleError
from sudocube.geometry import BLANKS, BOX_SIDES, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.columns import NO_COLUMN, Kind, Layout, Reading, Role, layout_of_lists
from sudocube.rows.entry import USUAL_SHAPES, Entry, Fault, Style, bytes_of, name_before, text_lines, title_of
from sudocube.rows.grids import BARS, HEAVY_BAR, Line, is_heading, parted, prose_fault, read_grids, read_list
from sudocube.rows.values import IN_BRACKETS, is_numbered, nine_cells, respelled

if TYPE_CHECKING:
    from sudocube.rows.batch import Rows

WIDEST_ROW = 30
"""More symbols than this without a gap are a puzzle on one line: the number lies between 25 and 36."""

_FEWEST_DIGITS = 3
"""A number in words or a date has few different digits; a puzzle that certainly is one has as many."""

_LONG_FIELD = re.compile(rf"[^\s,;|/]{{{WIDEST_ROW + 1},}}")
_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_COMMENT = re.compile(r"((?<![A-Za-z])[A-Za-z]+://\S*)|#.*")  # the # of a link begins none
_NEARLY_NINE = re.compile(r"(?:^|(?<=[\s=/]))(?=\S*[1-9])[0-9.*_?xX-]{79,83}(?=[\s,;&#]|$)")
"""Almost as many symbols as a 9×9 puzzle has, with a clue."""

_SENTENCE = re.compile(r"(?i)(?:^|\s)(?:is|was|this|of|for|with|try|to|solve|answer|about) $")
"""What stands before a puzzle that may be the object of a sentence."""

_LIST = re.compile(r"(?:[\[(]|\{(?=\s*[{\d]))(?:[^\[\](){}]++|[\[({][^\[\](){}]*+[\])}])*+[\])}]")
_NUMBERED = re.compile(r"\s*\(?[0-9]+[.):]\s+")
GAP = re.compile(r"[\s,;|]")
_SIGNS = re.escape(SYMBOLS + SYMBOLS.lower() + BLANKS)
_LIGHT, _HEAVY = "│╎┆┊¦❘｜", "┃║╏┇┋"
_ELEMENT = rf"[^\s,;|/{_LIGHT}{_HEAVY}]+"
"""What stands between space, bars and signs of lists."""

_IN_ASCII = dict.fromkeys(range(9472, 9600), "+")  # corners, crossings, stubs
_IN_ASCII |= dict.fromkeys(map(ord, _LIGHT), "|") | dict.fromkeys(map(ord, _HEAVY), HEAVY_BAR)
_IN_ASCII |= dict.fromkeys(map(ord, "─╌┄┈‐‑‒–—―−"), "-") | dict.fromkeys(map(ord, "━═╍┅┉"), "=")

_TAG = re.compile(r"\[/?(?:b|code|color|font|i|list|pre|quote|size|spoiler|tt|u|url)(?:=[^\[\]]*)?\]", re.I)
_RULE = re.compile(
    rf"(?=.*[=+]|(?=.*-).*[:`'~])[-=+:.'*`,~ \t{BARS}]+"
    r"|[.,]-{3,}(?:[.,]-{3,})*[.,]|\*-{3,}(?:[.,*]-{3,})+\*"  # a frame
)
_ONLY_SYMBOLS = re.compile(rf"[{_SIGNS}|\s]+")
_LETTERS = re.compile(r"[A-Za-z]{2}|[.:]\s*$")
_BEFORE_LIST = re.compile(
    r"[\s{]*(?:(?:[a-z]+\s+)?[A-Za-z_]\w*(?:\[\d*\])*\s*=(?=\s*[\w.]*[\[({]|\s*$)|\"\w+\"\s*:(?=\s*\[))?"
    r"\s*(?:(?:np\.|numpy\.)?array(?=\())?(?:,\s*(?=[\[({]))?[\s\[({\"']*"
)
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
    from sudocube.cube import clashes

    return len(digits) >= _FEWEST_DIGITS and not clashes(puzzle)


def plain_drawing(text: str) -> str:
    """A line with box drawing in ASCII, without its comment, and spaces for what surrounds a pasted grid."""
    text = (text if text.isascii() else text.translate(_IN_ASCII)).partition("#")[0]
    if quoted := re.match(r"[ \t]*>[> \t]*", text):
        text = " " * quoted.end() + text[quoted.end() :]
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "[" in text else text


def without_brackets(text: str) -> str:
    """The row with spaces for the brackets and quotes around it, and empty where there is nothing else."""
    if not set(text) & set("[](){}\"'"):
        return text
    before = _BEFORE_LIST.match(text)
    start = before.end() if before else 0
    core = text[start:].rstrip(" \t,;[](){}\"'")
    return " " * start + core if core else ""


def line_of(number: int, text: str | None, fixed: Geometry | None, blank: int = 0) -> Line:
    """A text line, and what it looks like; `text` is None if it is too long.

    Its first column should hold a puzzle if it is as long as one: in prose, without a gap in it.

    >>> [line_of(1, text, None).kind for text in ("'-----+-----'", "|:-:|:-:|", "-----", ". . - . .")]
    ['rule', 'rule', 'dashes', 'row']
    """
    if text is None:
        return Line(number, "", "row", "", Entry.wrong(Fault.of_length()))
    if (blank or "-1" in text) and (cells := nine_cells(text)):
        try:
            text = respelled(text, blank)
        except FormatError as error:
            return Line(number, text, "row" if len(cells) == NINE.size else "puzzle", "", Entry.wrong(error))
    if 3 < len(text) < min(SIZES) ** 2 and not text.strip("0123456789."):
        return Line(number, text, "row", text)  # by far the most frequent line of a grid
    drawn = plain_drawing(text)
    plain = drawn.replace(HEAVY_BAR, "|")
    content, counts = plain.strip(), [fixed.cell_count] if fixed else USUAL_SHAPES
    if not content and plain.count("\t") < 3:  # no tabs between empty cells either
        return Line(number, text, "blank", drawn)
    if _RULE.fullmatch(content):
        return Line(number, text, "rule", drawn)
    if "--" in content and re.fullmatch(r"-+|\*-+\*", re.sub(r"[\s|]", "", content)):
        is_alone = len(content) in {16, *counts} and not GAP.search(content)
        return Line(number, text, "dashes", drawn, is_alone=is_alone)
    is_row = (_ONLY_SYMBOLS.fullmatch(content) and not _LETTERS.search(content)) or not is_heading(plain)
    drawn = without_brackets(drawn) if is_row else drawn
    if len(content) == 16 and not GAP.search(content):
        return Line(number, text, "row", drawn, is_alone=True)
    is_long = "|" not in content and _FIRST_OF_LINE.match(content)
    entry = search(text, fixed) or (line_entry(text, fixed) if is_long else None)
    return Line(number, text, "puzzle" if entry else "row" if is_row else "words", drawn, entry)


def line_entry(text: str, fixed: Geometry | None) -> Entry:
    """The puzzle on a text line that should hold one, or the error in its place; without their place.

    The error is that of the first column, or of the comma where it is empty.
    """
    if entry := search(text, fixed):
        return entry
    token = re.match(r"\s*([^\s,;#]+|\S)", text)  # up to white space, a comma, a semicolon or a comment
    assert token is not None  # it matches all but white space
    return Entry.wrong(Fault.of_run(token[1], token.start(1), fixed))


def search(text: str, fixed: Geometry | None = None) -> Entry | None:
    """The puzzle in a text line, right or wrong, as an entry without its place; None where there is none.

    Where the user fixed the geometry, whatever has that shape is a puzzle.
    """
    if "://" in text:
        from sudocube.rows.links import linked

        if (entry := linked(text, fixed)) is not None:
            return entry
    parts = [] if fixed else text.split()
    if len(parts) == 2 and len(parts[0]) in USUAL_SHAPES and not Fault.of_symbols("".join(parts), 9):
        return Entry.wrong(Fault("81 symbols in two parts", "81 without a gap (a 9×9 puzzle), or --size"))
    bare = _COMMENT.sub(r"\1", text)
    found = [*_tokens(bare, fixed)]
    first = next((one for one in found if one.is_first), None)
    if not (fixed or len(bare) > WIDEST_ROW or _NUMBERED.match(bare)):
        found = [first] if first else []
    elif not first:
        found += _lists(bare, fixed)
    if certain := [one for one in found if one.is_certain]:
        return _chosen(bare, found, certain, first)
    if wrong := next((one.entry for one in found if one.entry.error), None):
        return wrong
    for near in _NEARLY_NINE.finditer(bare) if fixed in (None, NINE) else ():
        if len(near[0]) != NINE.cell_count:
            return Entry.wrong(Fault.of_run(near[0], near.start(), fixed), name_before(bare[: near.start()]))
    return None


def _chosen(text: str, found: Sequence[_Found], certain: Sequence[_Found], first: _Found | None) -> Entry:
    """The entry of the puzzle that is meant, if only one may be; `certain` are those that are puzzles."""
    distinct: dict[Puzzle | None, _Found] = {}
    for one in sorted(certain, key=lambda one: one.begin):
        distinct.setdefault(one.entry.puzzle, one)
    meant, *rivals = [one for one in distinct.values() if not one.is_full] or distinct.values()
    before, last = "" if first else text[: meant.begin], text[meant.end - 1]
    title = name_before(before)
    if meant.is_full and meant is not first and (wrong := _damaged_beside(text, found, meant)):
        return wrong
    if rivals:
        expected = "one of them, or a puzzle and its solution, or the size (--size)"
        error = Fault(f"{len(rivals) + 1} puzzles in one line", expected, at=rivals[0].begin)
        return Entry.wrong(error, title)
    is_mark = last == "." or (last == "?" and "?" not in text[meant.begin : meant.end - 1])
    if is_mark and _SENTENCE.search(before):
        what = f"{last!r} at the end of {len(meant.cells)} symbols: it may be a blank or end the sentence"
        return Entry.wrong(Fault(what, "the puzzle on a line of its own", at=meant.end - 1), title)
    others = (one for one in found if one.is_whole and one.is_full and one.begin != meant.begin)
    stored = next((one for one in others if len(one.cells) == len(meant.cells)), None)
    answer = str(stored.entry.puzzle) if stored else None
    return replace(meant.entry, stored=answer, title=title)


def _damaged_beside(text: str, found: Sequence[_Found], grid: _Found) -> Entry | None:
    """What is wrong with the puzzle, if a full grid beside it is its answer."""
    fields = (one for one in _LONG_FIELD.finditer(text) if not one.start() <= grid.begin < one.end())
    runs = (Entry.wrong(Fault.of_run(field[0], field.start(), None)) for field in fields)
    return next((one.entry for one in found if one.entry.error), None) or next(runs, None)


def _tokens(text: str, fixed: Geometry | None) -> Iterator[_Found]:
    """The puzzles and full grids among the symbols without gaps.

    In the first column all are puzzles; but sixteen symbols before words may be a number.
    """
    for match in _TOKEN.finditer(text):
        is_first = not text[: match.start()].strip()
        is_alone = is_first and text[match.end() : match.end() + 1].strip() in ("", *",;#")
        for token in _forms(match[0], is_first=is_first):
            is_whole = token == match[0]
            is_alone = is_alone and is_whole
            geometry, are_marks = USUAL_SHAPES.get(len(token)), len(token) == MARKS
            if geometry is None or (fixed and fixed.size != geometry.size):
                continue
            begin, error = match.start() + match[0].index(token), Fault.of_symbols(token, geometry.size)
            where = begin, begin + len(token)
            if error is not None:
                if token[(at := error.column or 1) - 1] == "0":  # it may be a blank or a digit
                    yield _Found(Entry.wrong(error.moved("", None, begin + at)), *where, True, is_alone)
                continue
            puzzle = Puzzle(token, fixed or geometry)
            style = Style.of(token, "pencilmarks" if are_marks else "line")
            is_known = fixed is not None or style.numerals != "symbols"
            is_certain = are_marks or is_alone or _is_certain(puzzle, {*token} & {*BLANKS}, is_known=is_known)
            yield _Found(Entry("", puzzle, None, style), *where, is_certain, is_alone, is_whole)


def _forms(token: str, *, is_first: bool) -> Iterator[str]:
    """A token, and where no puzzle has so many symbols, the token without a name and markup at its ends."""
    yield token
    if len(token) in USUAL_SHAPES:
        return
    if name := re.match(r"[A-Za-z]+[-_]", token):
        yield token[name.end() :]
    for mark in "?*_-.":  # a link's query may begin with it, bold print with stars, …
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
    return chain.from_iterable(_list_in(text, begin, end, fixed) for begin, end in spans)


def _elements(text: str) -> list[tuple[str, int]]:
    """The elements of a list, each with its column.

    A delimiter at the end ends the last element, unless a blank cell follows.

    >>> _elements("1, 2, 3, "), len(_elements("1,,,2, ,,,,,3,,,,,4,"))
    ([('1', 1), ('2', 4), ('3', 7)], 16)
    """
    for delimiter in ",;\t":
        if delimiter in text and (found := parted(text, delimiter)):
            is_cell = len(found) ** 0.5 in SIZES and not all(cell for cell, _ in found[:-1])
            return found[: len(found) - (not found[-1][0] and not is_cell)]
    return parted(text, _ELEMENT) or []


def _list_in(text: str, begin: int, end: int, fixed: Geometry | None) -> Iterator[_Found]:
    """The list that stands in this part of a text line, if it is one; it may have a list for each row.

    Twice as many cells as 9×9 has are two lists: a puzzle and its answer.
    """
    cells = _elements(" " * begin + text[begin:end].translate(IN_BRACKETS))
    if len(cells) > WIDEST_ROW and is_numbered(cell for cell, _ in cells):
        return
    if len(cells) == 2 * NINE.cell_count:
        middle = cells[NINE.cell_count][1] - 1
        yield from (*_list_in(text, begin, middle, fixed), *_list_in(text, middle, end, fixed))
        return
    inner = [begin + 1 + one.start() for one in re.finditer(r"[\[({]", text[begin + 1 : end])]
    starts = inner if len(inner) > 1 else []
    symbols, widths = "".join(cell for cell, _ in cells), {len(cell) for cell, _ in cells}
    shape = fixed or USUAL_SHAPES.get(len(symbols), NINE)
    is_long = len(symbols) == shape.cell_count > max(WIDEST_ROW, len(cells))
    are_parts = is_long and widths in ({shape.size}, {Geometry.of_size(shape.size).box_columns})
    if are_parts and any([*cell] != sorted({*cell} - {*BLANKS}) for cell, _ in cells):  # no candidates
        cells = [(symbol, column + at) for cell, column in cells for at, symbol in enumerate(cell)]
    entry = read_list(cells, starts, fixed) if len(cells) > WIDEST_ROW or starts else None
    if entry is None or entry.puzzle is None:
        yield from [_Found(entry, begin, end)] if entry else []
        return
    is_known = bool(fixed or starts) or entry.puzzle.geometry.size in (16, 25)
    if _is_certain(entry.puzzle, {*symbols} & {*BLANKS}, is_known=is_known):
        style = Style("line", entry.style.blank, numerals=entry.style.numerals)
        style = entry.style if entry.style.format == "pencilmarks" else style
        yield _Found(replace(entry, style=style), begin, end, True)


ROWS_AT_ONCE = 3_600
"""So many rows of a block are read together at most: a multiple of all sizes, so that no puzzle is cut."""

_NO_TITLE = re.compile(r"(?:`{3,}|~{3,})\w*|(?:code:?)?\s*\[?(?:select all)?\]?|\W*", re.IGNORECASE)
_SECTIONS = {"puzzle", "state", "pencilmarks", "colours", "colors", "settings"}
_SECTION = re.compile(r"\s*\[\s*([A-Za-z][^\[\]\"',;|\d]*?)\s*\]\s*(?:#.*)?")

Item: TypeAlias = "Line | Rows"
_GRID = ("row", "rule", "dashes")
"""The kinds of lines of a grid."""


class TextReader:
    """Reads the blocks of a text."""

    def __init__(self, layout: Layout, lines: Iterator[Any]) -> None:
        self._name, self._reading, self._fixed = layout.source, layout.reading, layout.reading.fixed
        self._items: Iterator[Item] = (
            line_of(number, text, self._fixed, layout.blank) if isinstance(text, str | None) else text
            for number, text in lines
        )
        self._ahead: list[Item] = []  # what was read already; the next one is the last
        self._title, self._blanks, self._is_sdk, self._is_empty = "", 0, False, True
        self._first_words: Line | None = None  # that were passed over
        self._has_answers: bool | None = None  # as the first puzzle has one

    def entries(self) -> Iterator[Entry | Rows]:
        """The puzzles, and an error for each line or grid that is damaged.

        Where there is nothing but words, their first line is the error. If the first puzzle has an answer,
        all others on one line that have none lack one.
        """
        is_read, is_below = True, False  # in no section without a puzzle; below a puzzle on one line
        while (line := self._next()) is not None:
            section = isinstance(line, Line) and _SECTION.fullmatch(line.text)
            if not isinstance(line, Line):
                is_read = is_below = True
                yield self._finished_rows(line)
            elif section and (self._is_sdk or section[1].lower() in _SECTIONS):
                is_read, is_below, self._is_sdk = section[1].lower() == "puzzle", False, True
            elif line.kind == "puzzle" or (is_below and line.is_alone):
                is_read = is_below = True
                yield self._finished(line.entry or line_entry(line.text, self._fixed), line.number)
            elif not is_read:
                self._title = ""
            else:
                is_below = False
                if line.kind in _GRID:
                    self._ahead.append(line)
                    for entry in self._grids():
                        yield self._finished(entry, int(entry.source))
                else:
                    self._add_heading(line)
        if self._is_empty and (words := self._first_words):
            self._title = ""
            yield self._finished(Entry.wrong(prose_fault(words.text)), words.number)

    def _finished_rows(self, rows: Rows) -> Rows:
        """Rows of the fast path, with their title."""
        title, self._title, self._is_empty = self._title, "", False
        if title:
            rows = replace(rows, written={0: replace(rows.entry(0), title=title)})
        self._has_answers = rows.answer(0) is not None if self._has_answers is None else self._has_answers
        return rows.lacking_answers() if self._has_answers else rows

    def _finished(self, entry: Entry, number: int) -> Entry:
        """The entry at this line with what is known of the whole input, and with its title."""
        error, style, stored = entry.error, entry.style, entry.stored
        error = error and error.moved(self._name, error.line or number, error.column)
        if self._is_sdk and style.format == "grid" and (not entry.puzzle or entry.puzzle.geometry.size == 9):
            style = replace(style, format="sdk")
        stored = stored if self._reading.with_answers else None
        if entry.puzzle is not None:
            self._has_answers = stored is not None if self._has_answers is None else self._has_answers
            if self._has_answers and stored is None and style.format in ("line", "pencilmarks"):
                stored = ""
        title, self._title, self._is_empty = entry.title or self._title, "", False
        style = replace(style, box_given=self._reading.box_given)
        source = f"{self._name}:{number}"
        return replace(entry, source=source, error=error, style=style, stored=stored, title=title or None)

    def _next(self) -> Item | None:
        """What comes next: a line, or many in rows."""
        return self._ahead.pop() if self._ahead else next(self._items, None)

    def _add_heading(self, line: Line) -> None:
        """A line that is no puzzle: the title of the next one, with at most one blank line between."""
        words = title_of(line.drawn)
        if not line.text.strip():
            self._blanks += 1
            self._title = self._title if self._blanks < 2 else ""
        elif line.kind != "blank":
            self._first_words = self._first_words or line
        if not _NO_TITLE.fullmatch(words):
            self._title, self._blanks = words, 0

    def _part(self) -> list[Line]:
        """The next lines of a grid."""
        taken, rows = list[Line](), 0
        while (line := self._next()) is not None:
            if isinstance(line, Line) and line.kind in _GRID and rows < ROWS_AT_ONCE:
                taken.append(line)
                rows += line.kind == "row"
            else:
                self._ahead.append(line)
                break
        return taken

    def _grids(self) -> Iterator[Entry]:
        """The puzzles of the next lines of a grid, and of further parts of it; or their one error."""
        lines = self._part()
        alone = [re.fullmatch(r"\d{1,3} *", line.text) is not None for line in lines]
        numbered = [at for at in range(len(lines) - 1) if alone[at] > alone[at + 1]]
        if numbered[:1] == [0]:  # the puzzles have numbers
            self._add_heading(lines[0])
            end = (*numbered, len(lines))[1]
            self._ahead += reversed(lines[end:])
            lines = lines[1:end]
        if self._are_listed(lines):
            for line in lines:
                if line.is_alone or (line.kind == "row" and not line.text.isspace()):
                    yield replace(line.entry or line_entry(line.text, self._fixed), source=str(line.number))
            return
        found = read_grids(lines, self._fixed)
        if isinstance(found, FormatError) and self._stands_between(lines):
            self._add_heading(lines[0])
            return
        yield from found if isinstance(found, list) else self._joined(lines, found)

    def _are_listed(self, lines: Sequence[Line]) -> bool:
        """Whether lines are 4×4 puzzles, or dashes for the blanks of an empty puzzle.

        Sixteen symbols are rows if there are exactly 16 such lines with a symbol above 4, and if other rows,
        rules or gaps show it.
        """
        alone = [line.drawn for line in lines if line.is_alone]
        others = [line for line in lines if not line.is_alone and line.drawn]  # no brackets alone
        rows = [line for line in others if line.kind == "row"]
        if len(rows) >= len(alone) or any(x.kind == "rule" or GAP.search(x.drawn.strip()) for x in others):
            return False
        is_grid = len(alone) == 16 and not rows and re.search("[5-9A-P]", "".join(alone), re.I)
        return self._fixed.size != 16 if self._fixed else not is_grid

    def _stands_between(self, lines: Sequence[Line]) -> bool:
        """Whether lines are a rule between puzzles or below a heading, or the number of a puzzle."""
        text = lines[0].drawn.strip()
        if all(line.kind != "row" for line in lines):
            return not any(line.is_alone for line in lines)
        return len(lines) == 1 and bool(re.fullmatch(r"_+|[*\s]+|[-\s]+|\d{1,3}", text))

    def _joined(self, lines: list[Line], error: FormatError) -> list[Entry]:
        """The puzzles of the parts that begin with these lines, which make none; or their one error.

        Single blank lines are between parts, and are rules of the grid. Twice as many rows may be two parts.
        """
        parts, rows = [lines], _row_count(lines)
        while sum(map(_row_count, parts)) < ROWS_AT_ONCE:
            blank = self._next()
            below = self._part() if isinstance(blank, Line) and blank.kind == "blank" else []
            count = _row_count(below)
            is_other = not below or (not parts[1:] and min(rows, count) > max(BOX_SIDES))
            is_other = is_other or self._stands_between(below)
            if is_other or (count != 2 * rows and isinstance(read_grids(below, self._fixed), list)):
                self._ahead += [*reversed(below), *([] if blank is None else [blank])]
                break
            parts.append([blank, *below] if isinstance(blank, Line) else [])
        found = read_grids([line for part in parts for line in part], self._fixed) if parts[1:] else error
        odd = next((part for part in parts if _row_count(part) != rows), None)
        if isinstance(found, list) and odd:
            what = f"{rows} and {_row_count(odd)} rows between blank lines"
            expected = "as many rows in each part of a puzzle, and two blank lines between puzzles"
            found = Fault(what, expected, line=odd[1].number)
        if isinstance(found, list):
            return found
        first = next((line for line in lines if line.kind == "row"), lines[0])
        return [Entry(str(first.number), None, found, Style("grid"))]


def _row_count(lines: Sequence[Line]) -> int:
    """How many lines of a part are rows, or dashes that may be rows."""
    return sum(line.kind in ("row", "dashes") for line in lines)


def text_entries(text: str, layout: Layout) -> Iterator[Entry]:
    """The puzzles of a text that is no table."""
    items = TextReader(layout, text_lines(bytes_of(text).splitlines())).entries()
    return (item for item in items if isinstance(item, Entry))


def read_argument(
    text: str, k: int, *, geometry: Geometry | None = None, size: int | None = None, answers: bool = False
) -> Iterator[Entry]:
    r"""The puzzles of the k-th argument on the command line: usually one, on one line.

    As `read`, with four differences: the source of each puzzle is `argument:K`; the column of an error
    counts from the beginning of the argument, line ends included; rows may be separated by spaces; and
    answers are not looked for, unless `answers` is true.
    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry.

    >>> [entry] = read_argument("12..\n..1.\n.1..\n..!.", 3)
    >>> entry.source, entry.error.line, entry.error.column
    ('argument:3', 3, 18)
    """
    reading = Reading.of({} if answers else {Role.ANSWER: NO_COLUMN}, geometry, size)
    text = usual_symbols(text)
    rows = text.split()
    if len(rows) in SIZES and {len(row) for row in rows} == {len(rows)} and text == " ".join(rows):
        text = "\n".join(rows)  # of the same length, so that columns stay right
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]

    def placed(entry: Entry) -> Entry:
        if error := entry.error:
            column = error.column
            if column is not None and error.line is not None:
                column += starts[error.line - 1]
            error = error.moved("argument", k, column)
        return replace(entry, source=f"argument:{k}", error=error)

    layout = layout_of_lists(bytes_of(text))._replace(reading=reading, source="argument")
    return map(placed, text_entries(text, layout))


def puzzle_of(text: str, geometry: Geometry | None = None) -> Puzzle | None:
    r"""The puzzle in a text of any form that is read, such as a drawn grid; None where there is none.

    This is what `Puzzle(text)` takes where there are other things than cells.
    Raises FormatError for what is no puzzle, and PuzzleError for several puzzles.

    >>> puzzle_of("12|..\n..|1.\n--+--\n.1|..\n..|..")
    Puzzle('12....1..1......')
    """
    found = [*text_entries(text, Layout(Kind.TEXT, reading=Reading(fixed=geometry), source="text"))]
    if len(found) > 1:
        raise PuzzleError(f"{len(found)} puzzles, or what may be some: Puzzle takes one, `read` takes many")
    if found and found[0].error is not None:
        raise found[0].error
    return found[0].puzzle if found else None
