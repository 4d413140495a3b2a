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
from functools import lru_cache
from typing import TYPE_CHECKING, TypeGuard

from sudocube.errors import FormatError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.rows.entry import Entry
from sudocube.rows.grid_cells import (
    HEAVY_BAR,
    GridLine,
    LineKind,
    is_dashes,
    is_heading,
    is_rule,
    plain_drawing,
)
from sudocube.rows.grids import read_grids
from sudocube.rows.line_search import LONGEST_TITLE, WIDEST_ROW, line_entry, search
from sudocube.rows.symbols import SYMBOLS_OF, Fault, counted
from sudocube.rows.text_input import USUAL_SHAPES, TextInput, TextLine

if TYPE_CHECKING:
    from sudocube.rows.batch import InputPause, Rows

ROWS_AT_ONCE = 3_600
"""So many rows of a block are read together at most: a multiple of all sizes, so that no puzzle is cut."""

_IN_A_GRID = {LineKind.ROW, LineKind.RULE, LineKind.DASHES, LineKind.SIXTEEN}
_MOST_ROWS_OF_A_BAND = 5

_NO_TITLE = re.compile(r"(?:`{3,}|~{3,})\w*|(?:code:?)?\s*\[?(?:select all)?\]?|\W*", re.IGNORECASE)
_SECTIONS = {"puzzle", "state", "pencilmarks", "colours", "colors", "settings"}
_SECTION = re.compile(r"\s*\[\s*([A-Za-z][^\[\]\"',;|\d]*?)\s*\]\s*(?:#.*)?")
_BARE_NUMBER = re.compile(r"\s*\d{1,3}\s*")
_DRAWN = re.compile(r"\s*(?:_+|[*\s]+|[-\s]+)")
_SIGNS = re.escape(SYMBOLS_OF[25].decode())
_ONLY_SYMBOLS = re.compile(rf"[{_SIGNS}|\s]+")
_LETTERS = re.compile(r"[A-Za-z]{2}|[.:]\s*$")
_GAP = re.compile(r"[\s,;|]")
_FIRST_OF_LINE = re.compile(rf"[{_SIGNS}]{{16}}(?=[\s,;])|[^\s,;#|]{{{WIDEST_ROW + 1},}}(?=[\s,;#]|$)")
_ABOVE_FOUR = re.compile(f"[5-9{SYMBOLS[10:]}]", re.I)


@lru_cache(maxsize=64)
def _kind_of(text: str, fixed: Geometry | None) -> LineKind:
    """What a line looks like, without the comment at its end; lines are looked at again by those above."""
    if 3 < len(text) < min(USUAL_SHAPES) and not text.strip("0123456789."):
        return LineKind.ROW  # by far the most frequent line of a grid
    plain = plain_drawing(text).replace(HEAVY_BAR, "|")
    content = plain.strip()
    if not content and plain.count("\t") < 3:  # no tabs between empty cells either
        return LineKind.BLANK
    if fixed and not is_dashes(content) and (found := search(text, fixed)) and found.puzzle:
        return LineKind.PUZZLE
    if is_rule(content):
        return LineKind.RULE
    if len(content) == 16 and not _GAP.search(content):
        return LineKind.SIXTEEN
    if is_dashes(content):
        return LineKind.DASHES
    is_prose = is_heading(plain)
    should_be = "|" not in content and _FIRST_OF_LINE.match(content)
    if search(text, fixed) or search(text) or (should_be and not (is_prose and _GAP.search(content[:17]))):
        return LineKind.PUZZLE
    is_row = _ONLY_SYMBOLS.fullmatch(content) and not _LETTERS.search(content)
    return LineKind.WORDS if is_prose and not is_row else LineKind.ROW


def _is_rows(text: str | Rows | None) -> TypeGuard[Rows]:
    return not isinstance(text, str | None)


class TextReader:
    """Reads the blocks of a text. `first_words` is the first line of words that was passed over."""

    def __init__(self, text_input: TextInput) -> None:
        self._input, self._lines = text_input, text_input.lines
        self._title, self._blanks = "", 0
        self._format = next((name for name in ("sdk", "ss") if text_input.has_extension(name)), "grid")
        self.first_words: TextLine | None = None

    def entries(self) -> Iterator[Entry | Rows | InputPause]:
        """The puzzles, and an error for each line or grid that is damaged."""
        for item in self._read():
            if isinstance(item, Entry):
                title, self._title = self._title, ""
                item = replace(item, title=title) if title and item.title is None else item
            yield item

    def _read(self) -> Iterator[Entry | Rows | InputPause]:
        is_read, is_below = True, False  # in a section that holds a puzzle; below a puzzle on one line
        for line in self._lines.with_pauses():
            if not isinstance(line, tuple):
                yield line
                continue
            number, text = line
            kind = self._kind(line)
            section = _SECTION.fullmatch(text) if kind is LineKind.WORDS else None
            name = section[1].lower() if section else ""
            if _is_rows(text):
                is_read = is_below = True
                yield text.with_title(self._title) if self._title else text
                self._title = ""
            elif name and (self._format == "sdk" or name in _SECTIONS):
                is_read, is_below = name == "puzzle", False
                self._format = "sdk"
            elif kind is LineKind.PUZZLE or (is_below and kind is LineKind.SIXTEEN):
                is_read = is_below = True
                yield line_entry(self._input, number, text)
            elif not is_read:
                self._title = ""
            elif kind in (LineKind.BLANK, LineKind.WORDS):
                self._add_heading(line, kind)
                is_below = False
            else:
                self._lines.push_back(line)
                yield from self._grids()
                is_below = False

    def _kind(self, line: TextLine) -> LineKind:
        """What a line looks like."""
        text = line[1]
        if _is_rows(text):
            return LineKind.PUZZLE
        return LineKind.ROW if text is None else _kind_of(text, self._input.fixed)

    def _add_heading(self, line: TextLine, kind: LineKind) -> None:
        """A line that is no puzzle: the title of the next one, with at most one blank line between."""
        words = " ".join(plain_drawing(line[1] or "").split())
        if not (line[1] or "").strip():
            self._blanks += 1
            self._title = self._title if self._blanks < 2 else ""
        elif kind is not LineKind.BLANK:
            self.first_words = self.first_words or line
        if not _NO_TITLE.fullmatch(words):
            self._title, self._blanks = words[:LONGEST_TITLE], 0

    def _grids(self) -> Iterator[Entry]:
        """The puzzles of the next lines of a grid, and of further parts of it; or their one error."""
        first, *below = taken = self._next_lines()
        if below and self._kind(below[0]) is LineKind.SIXTEEN and _BARE_NUMBER.fullmatch(first[1] or ""):
            self._add_heading(first, LineKind.WORDS)
            taken = below
        if self._are_listed(taken):
            for number, text in taken:
                if (
                    self._kind((number, text)) in (LineKind.SIXTEEN, LineKind.ROW)
                    or len(text) in self._input.shapes
                ):
                    yield line_entry(self._input, number, text)
            return
        lines = self._grid_lines(taken)
        found = read_grids(self._input, self._format, lines)
        if isinstance(found, FormatError) and self._stands_between(lines):
            self._add_heading(taken[0], LineKind.WORDS)
            return
        if isinstance(found, FormatError) and (parts := _below_numbers(lines)):
            read = [read_grids(self._input, self._format, part[1:]) for part in parts]
            if any(isinstance(one, list) for one in read):
                for part, one in zip(parts, read, strict=True):
                    self._title = (part[0].text or "").strip()
                    yield from one if isinstance(one, list) else [self._refusal(part[1:], one)]
                return
            if len(parts) == 1:
                self._title, lines, found = (lines[0].text or "").strip(), lines[1:], read[0]
        yield from found if isinstance(found, list) else self._run(lines, found)

    def _next_lines(self) -> list[TextLine]:
        """The next lines of a grid."""
        taken: list[TextLine] = []
        rows = 0
        for line in self._lines:
            kind = self._kind(line)
            if kind not in _IN_A_GRID or rows == ROWS_AT_ONCE or len(taken) == 3 * ROWS_AT_ONCE:
                self._lines.push_back(line)
                break
            taken.append(line)
            rows += kind in (LineKind.ROW, LineKind.SIXTEEN)
        return taken

    def _are_listed(self, lines: Sequence[TextLine]) -> bool:
        """Whether lines are 4×4 puzzles, or dashes for the blanks of an empty puzzle.

        Sixteen symbols are rows if there are exactly 16 such lines with a symbol above 4, and if other rows,
        rules or gaps show it.
        """
        texts = [(text or "").strip() for _, text in lines]
        kinds = [self._kind(line) for line in lines]
        rows = [text for text, kind in zip(texts, kinds, strict=True) if text and kind is LineKind.ROW]
        fours = kinds.count(LineKind.SIXTEEN)
        if not rows and not fours:
            is_drawn = any("|" in text for text in texts)
            return not is_drawn and any(len(text) in self._input.shapes for text in texts)
        if len(rows) >= fours or any(map(_GAP.search, rows)) or LineKind.RULE in kinds:
            return False
        if self._input.fixed:
            return self._input.fixed.size != 16
        is_grid = fours == 16 and {*kinds} <= {LineKind.SIXTEEN, LineKind.DASHES}
        return not (is_grid and _ABOVE_FOUR.search("".join(texts)))

    def _stands_between(self, lines: Sequence[GridLine]) -> bool:
        """Whether lines are a rule between puzzles or below a heading, or the number of a puzzle."""
        text = (lines[0].text or "").strip()
        if all(line.kind in (LineKind.RULE, LineKind.DASHES) for line in lines):
            return len(text.replace("|", "")) not in self._input.shapes
        return len(lines) == 1 and bool(_DRAWN.fullmatch(text) or _BARE_NUMBER.fullmatch(text))

    def _run(self, first: list[GridLine], fault: FormatError) -> Iterator[Entry]:
        """The puzzles of the parts that begin with these lines, which make none; or their one error."""
        parts = [first]
        while sum(map(_row_count, parts)) < ROWS_AT_ONCE and (below := self._next_part(parts)):
            parts.append(below)
        heights = [_row_count(part) for part in parts]
        odd = next((at for at, height in enumerate(heights) if height != heights[0]), None)
        found: list[Entry] | FormatError = fault
        if len(parts) > 1:
            gaps = [GridLine(part[0].number - 1, " ", LineKind.BLANK) for part in parts]
            lines = [line for gap, part in zip(gaps, parts, strict=True) for line in (gap, *part)]
            found = read_grids(self._input, self._format, lines[1:])
        if isinstance(found, list) and odd is not None:
            what = f"{counted(heights[odd], 'row')} between blank lines, and {heights[0]} above"
            expected = "as many rows in each part of a puzzle, and two blank lines between puzzles"
            found = self._input.error(parts[odd][0].number, Fault(what, expected))
        yield from found if isinstance(found, list) else [self._refusal(first, found)]

    def _next_part(self, parts: list[list[GridLine]]) -> list[GridLine]:
        """The lines of the next part, below a single blank line; they are taken. Empty if there is none."""
        blank = next(iter(self._lines), None)
        if blank is None:
            return []
        taken = self._next_lines() if self._kind(blank) is LineKind.BLANK else []
        below, first = self._grid_lines(taken), parts[0]
        is_alone = len(parts) == 1 and min(_row_count(first), _row_count(below)) > _MOST_ROWS_OF_A_BAND
        may_be_two_parts = _row_count(below) == 2 * _row_count(first)  # without a blank line between them
        if (
            not below
            or is_alone
            or self._stands_between(below)
            or (not may_be_two_parts and isinstance(read_grids(self._input, self._format, below), list))
        ):
            self._lines.push_back(blank, *taken)
            return []
        return below

    def _grid_lines(self, lines: Sequence[TextLine]) -> list[GridLine]:
        return [GridLine.of(*line, self._kind(line)) for line in lines]

    def _refusal(self, lines: Sequence[GridLine], fault: FormatError) -> Entry:
        """The one error for some lines."""
        first = next((line for line in lines if line.kind is LineKind.ROW), lines[0])
        return self._input.refusal(fault, self._input.style(self._format), first.number)


def _row_count(lines: Sequence[GridLine]) -> int:
    """How many lines of a part are rows, or dashes that may be rows."""
    return sum(line.kind in (LineKind.ROW, LineKind.DASHES) for line in lines)


def _below_numbers(lines: Sequence[GridLine]) -> list[list[GridLine]]:
    """The lines in parts, each with a number of its own above it; nothing if there is more than that.

    Where the first puzzle has no number, or the last number no puzzle, it may be a part of a row.
    """
    parts: list[list[GridLine]] = []
    for line in lines:
        if line.kind is LineKind.ROW and _BARE_NUMBER.fullmatch(line.text or ""):
            parts.append([line])
        elif not parts:
            return []
        else:
            parts[-1].append(line)
    return parts if all(len(part) > 1 for part in parts) else []
