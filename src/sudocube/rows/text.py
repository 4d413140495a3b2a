"""A text to its puzzles, block by block: each block decides for itself what it is.

A block is a run of text lines without a blank one. In it, puzzles on one line, grids, headings and sections
may follow each other. What is no puzzle and may be one is one error for its line or its grid; words are
passed over, and those directly above a puzzle are its title.

Lines of a grid that make no puzzle may be a part of one, which single blank lines separate from the others,
between bands of boxes or between all rows. The parts up to words, a wider gap or a whole puzzle are read
together or not at all, so that a part that is missing never joins the parts of two puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from sudocube.errors import FormatError, InputError, PuzzleError
from sudocube.geometry import SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.columns import NO_COLUMN, Reading, Role
from sudocube.rows.entry import Entry, InputPause, Style
from sudocube.rows.grids import Line, prose_fault, read_grids
from sudocube.rows.line_search import GAP, line_entry, line_of
from sudocube.rows.symbols import LONGEST_TITLE, Fault, TextLine, bytes_of, fixed_geometry, text_lines
from sudocube.symbol_forms import usual_symbols

if TYPE_CHECKING:
    from sudocube.rows.batch import Rows


ROWS_AT_ONCE = 3_600
"""So many rows of a block are read together at most: a multiple of all sizes, so that no puzzle is cut."""

_MOST_ROWS_OF_A_BAND = 5

_NO_TITLE = re.compile(r"(?:`{3,}|~{3,})\w*|(?:code:?)?\s*\[?(?:select all)?\]?|\W*", re.IGNORECASE)
_SECTIONS = {"puzzle", "state", "pencilmarks", "colours", "colors", "settings"}
_SECTION = re.compile(r"\s*\[\s*([A-Za-z][^\[\]\"',;|\d]*?)\s*\]\s*(?:#.*)?")
_BARE_NUMBER = re.compile(r"\d{1,3} *")
_DRAWN = re.compile(r"\s*(?:_+|[*\s]+|[-\s]+)")
_ABOVE_FOUR = re.compile(f"[5-9{SYMBOLS[10:]}]", re.I)

Item: TypeAlias = "Line | Rows | InputPause"
_GRID = ("row", "rule", "dashes")
"""The kinds of lines of a grid."""


class TextReader:
    """Reads the blocks of a text."""

    def __init__(self, name: str, lines: Iterator[TextLine | InputPause], reading: Reading) -> None:
        self._name, self._lines, self._reading, self._fixed = name, lines, reading, reading.fixed
        self._ahead: list[Item] = []  # what was read already; the next one is the last
        self._title, self._blanks, self._is_sdk, self._is_empty = "", 0, False, True
        self._first_words: Line | None = None  # that were passed over
        self._has_answers: bool | None = None  # as the first puzzle has one

    def entries(self) -> Iterator[Entry | Rows | InputPause]:
        """The puzzles, and an error for each line or grid that is damaged.

        Where there is nothing but words, their first line is the error. If the first puzzle has an answer,
        all others on one line that have none lack one.
        """
        is_read, is_below = True, False  # in no section without a puzzle; below a puzzle on one line
        while (line := self._next()) is not None:
            section = None
            if isinstance(line, Line) and line.kind == "words":
                section = _SECTION.fullmatch(line.text or "")
            if isinstance(line, InputPause):
                yield line
            elif not isinstance(line, Line):
                is_read = is_below = True
                yield self._finished_rows(line)
            elif section and (self._is_sdk or section[1].lower() in _SECTIONS):
                is_read, is_below, self._is_sdk = section[1].lower() == "puzzle", False, True
            elif line.entry or (is_below and line.is_alone):
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
            yield self._finished(Entry.wrong(prose_fault(words.text or "")), words.number)

    def _finished_rows(self, rows: Rows) -> Rows:
        """Rows of the fast path, with their title."""
        title, self._title, self._is_empty = self._title, "", False
        rows = rows.with_title(title) if title else rows
        if self._has_answers is None:
            self._has_answers = rows.answers is not None and rows.answer(0) is not None
        return rows.lacking_answers() if self._has_answers else rows

    def _finished(self, entry: Entry, number: int) -> Entry:
        """The entry at this line with what is known of the whole input, and with its title."""
        error, style, stored = entry.error, entry.style, entry.stored
        if error is not None:
            place = self._name, error.line or number, error.column
            error = error.moved(*place)
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
        if self._ahead:
            return self._ahead.pop()
        item = next(self._lines, None)
        if not isinstance(item, tuple):
            return item
        return line_of(*item, self._fixed) if isinstance(item[1], str | None) else item[1]

    def _add_heading(self, line: Line) -> None:
        """A line that is no puzzle: the title of the next one, with at most one blank line between."""
        words = " ".join(line.drawn.split())
        if not (line.text or "").strip():
            self._blanks += 1
            self._title = self._title if self._blanks < 2 else ""
        elif line.kind != "blank":
            self._first_words = self._first_words or line
        if not _NO_TITLE.fullmatch(words):
            self._title, self._blanks = words[:LONGEST_TITLE], 0

    def _part(self) -> list[Line]:
        """The next lines of a grid."""
        taken, rows = list[Line](), 0
        while (line := self._next()) is not None:
            if isinstance(line, Line) and line.kind in _GRID and rows < ROWS_AT_ONCE:
                taken.append(line)
                rows += line.kind == "row"
            elif not isinstance(line, InputPause):
                self._ahead.append(line)
                break
        return taken

    def _grids(self) -> Iterator[Entry]:
        """The puzzles of the next lines of a grid, and of further parts of it; or their one error."""
        lines = self._part()
        numbered = [at for at, line in enumerate(lines[:-1]) if _is_number(line) > _is_number(lines[at + 1])]
        if numbered[:1] == [0]:  # the puzzles have numbers
            self._add_heading(lines[0])
            end = (*numbered, len(lines))[1]
            self._ahead += reversed(lines[end:])
            lines = lines[1:end]
        if self._are_listed(lines):
            for line in lines:
                if line.kind == "row" or line.is_alone:
                    yield replace(line_entry(line.text, self._fixed), source=str(line.number))
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
        is_grid = len(alone) == 16 and not rows and _ABOVE_FOUR.search("".join(alone))
        return self._fixed.size != 16 if self._fixed else not is_grid

    def _stands_between(self, lines: Sequence[Line]) -> bool:
        """Whether lines are a rule between puzzles or below a heading, or the number of a puzzle."""
        text = lines[0].drawn.strip()
        if all(line.kind != "row" for line in lines):
            return not any(line.is_alone for line in lines)
        return len(lines) == 1 and bool(_DRAWN.fullmatch(text) or _BARE_NUMBER.fullmatch(text))

    def _joined(self, lines: list[Line], error: FormatError) -> list[Entry]:
        """The puzzles of the parts that begin with these lines, which make none; or their one error.

        Single blank lines are between parts, and are rules of the grid. Twice as many rows may be two parts.
        """
        parts, rows = [lines], _row_count(lines)
        while sum(map(_row_count, parts)) < ROWS_AT_ONCE:
            blank = self._next()
            below = self._part() if isinstance(blank, Line) and blank.kind == "blank" else []
            count = _row_count(below)
            is_other = not below or (not parts[1:] and min(rows, count) > _MOST_ROWS_OF_A_BAND)
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


def _is_number(line: Line) -> bool:
    """Whether there is nothing but a number on a line."""
    return bool(_BARE_NUMBER.fullmatch(line.text or ""))


def _row_count(lines: Sequence[Line]) -> int:
    """How many lines of a part are rows, or dashes that may be rows."""
    return sum(line.kind in ("row", "dashes") for line in lines)


def _text_entries(
    text: str, name: str, geometry: Geometry | None, size: int | None = None, *, answers: bool = True
) -> Iterator[Entry]:
    """The puzzles of a text that is no table."""
    columns = {} if answers else {Role.ANSWER: NO_COLUMN}
    reading = Reading(columns, fixed_geometry(geometry, size), geometry is not None)
    if "\0" in text:
        raise InputError(name, "is not text: it holds NUL bytes")
    items = TextReader(name, text_lines(bytes_of(text).splitlines()), reading).entries()
    return (item for item in items if isinstance(item, Entry))


def read_argument(
    text: str, k: int, *, geometry: Geometry | None = None, size: int | None = None, answers: bool = False
) -> Iterator[Entry]:
    r"""The puzzles of the k-th argument on the command line: usually one, on one line.

    As `read`, with four differences: the source of each puzzle is `argument:K`; the column of an error
    counts from the beginning of the argument, line ends included; rows may be separated by spaces; and
    answers are not looked for, unless `answers` is true.
    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry, and
    InputError for text that holds NUL bytes.

    >>> [entry] = read_argument("12..\n..1.\n.1..\n..!.", 3)
    >>> entry.source, entry.error.line, entry.error.column
    ('argument:3', 3, 18)
    """
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

    return map(placed, _text_entries(text, "argument", geometry, size, answers=answers))


def puzzle_of(text: str, geometry: Geometry | None = None) -> Puzzle | None:
    r"""The puzzle in a text of any form that is read, such as a drawn grid; None where there is none.

    This is what `Puzzle(text)` takes where there are other things than cells.
    Raises FormatError for what is no puzzle, and PuzzleError for several puzzles.

    >>> puzzle_of("12|..\n..|1.\n--+--\n.1|..\n..|..")
    Puzzle('12....1..1......')
    """
    try:
        found = [*_text_entries(text, "text", geometry)]
    except InputError:
        return None
    if len(found) > 1:
        raise PuzzleError(f"{len(found)} puzzles, or what may be some: Puzzle takes one, `read` takes many")
    if found and found[0].error is not None:
        raise found[0].error
    return found[0].puzzle if found else None
