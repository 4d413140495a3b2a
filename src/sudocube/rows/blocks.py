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
from typing import TYPE_CHECKING

from sudocube.errors import FormatError
from sudocube.geometry import SYMBOLS
from sudocube.rows.entry import Entry
from sudocube.rows.grid_cells import (
    HEAVY_BAR,
    GridLine,
    LineKind,
    is_dashes,
    is_heading,
    is_rule,
    is_tag,
    plain_drawing,
)
from sudocube.rows.grids import read_grids
from sudocube.rows.line_search import (
    LONGEST_TITLE,
    WIDEST_ROW,
    damaged_entry,
    holds_puzzle,
    line_entry,
    puzzles_in,
)
from sudocube.rows.symbols import ALL_SYMBOLS, counted
from sudocube.rows.text_input import TextInput, TextLine, is_blank, text_of, usual_text

if TYPE_CHECKING:
    from sudocube.rows.batch import InputPause, Rows

ROWS_AT_ONCE = 3_600
"""So many rows of a block are read together at most: a multiple of all sizes, so that no puzzle is cut."""

_IN_A_GRID = {LineKind.ROW, LineKind.RULE, LineKind.DASHES, LineKind.SIXTEEN}
_MOST_ROWS_OF_A_BAND = 5

_NO_TITLE = re.compile(r"(?:`{3,}|~{3,})\w*|(?:code:?)?\s*\[?(?:select all)?\]?|\W*", re.IGNORECASE)
_SECTIONS = ("state", "pencilmarks", "colours", "colors", "settings")
_SECTION = re.compile(r"\[(?!\s*(?:nan|none|null)\b)\s*[A-Za-z][^\[\]\"',;|\d]*\]", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"\s*\d{1,3}\s*")
_DRAWN = re.compile(r"\s*(?:_+|[*\s]+|[-\s]+)")
_DIGITS_AND_POINTS = b"0123456789."
_FEWEST_CELLS = 16
_SHORT = 80
_SIGNS = re.escape(ALL_SYMBOLS.decode())
_ONLY_SYMBOLS = re.compile(rf"[{_SIGNS}|\s]+")
_LETTERS = re.compile(r"[A-Za-z]{2}|[.:]\s*$")
_GAP = re.compile(r"[\s,;|]")
_FIRST_OF_LINE = re.compile(rf"[{_SIGNS}]{{16}}(?=[\s,;])|[^\s,;#|]{{{WIDEST_ROW + 1},}}(?=[\s,;#]|$)")
_ABOVE_FOUR = re.compile(f"[5-9{SYMBOLS[10:]}]", re.I)


def kind_of(text: bytes | Rows | None) -> LineKind:
    """What a line looks like, without the comment at its end."""
    if not isinstance(text, bytes):
        return LineKind.PUZZLE if text else LineKind.ROW
    if 2 < len(text) < _FEWEST_CELLS and not text.translate(None, _DIGITS_AND_POINTS):
        return LineKind.ROW  # by far the most frequent line of a grid
    return _recent_kind_of(text) if len(text) <= _SHORT else _kind_of(text)


def _kind_of(text: bytes) -> LineKind:
    """See `kind_of`."""
    plain = plain_drawing(text).replace(HEAVY_BAR, "|")
    content = plain.strip()
    if not content and plain.count("\t") < 3:  # no tabs between empty cells either
        return LineKind.BLANK
    if _SECTION.fullmatch(content) and not is_tag(content):
        return LineKind.SECTION
    if is_rule(content):
        return LineKind.RULE
    if len(content) == 16 and not _GAP.search(content):
        return LineKind.SIXTEEN
    if is_dashes(content):
        return LineKind.DASHES
    if holds_puzzle(usual_text(text)):
        return LineKind.PUZZLE
    is_prose = is_heading(plain)
    if (
        _FIRST_OF_LINE.match(content)
        and (not is_prose or not _GAP.search(content[:17]))
        and "|" not in content
    ):
        return LineKind.PUZZLE
    if _ONLY_SYMBOLS.fullmatch(content) and not _LETTERS.search(content):
        return LineKind.ROW
    return LineKind.WORDS if is_prose else LineKind.ROW


_recent_kind_of = lru_cache(maxsize=64)(_kind_of)
"""Lines are looked at again where those below decide what they are."""


class TextReader:
    """Reads the blocks of a text. `first_words` is the first line of words that was passed over."""

    def __init__(self, text_input: TextInput) -> None:
        self._input, self._lines = text_input, text_input.lines
        self._title, self._blanks = "", 0
        self._format = next((name for name in ("sdk", "ss") if text_input.has_extension(f".{name}")), "grid")
        self.first_words: TextLine | None = None

    def entries(self) -> Iterator[Entry | Rows | InputPause]:
        """The puzzles, and an error for each line or grid that is damaged."""
        for item in self._read():
            if isinstance(item, Entry):
                title, self._title = self._title, ""
                item = replace(item, title=title) if title and item.title is None else item
            yield item

    def _read(self) -> Iterator[Entry | Rows | InputPause]:
        is_read = True  # False in a section that holds no puzzle
        above = None  # the kind of the puzzle on one line that stands directly above
        for line in self._lines.with_pauses():
            if not isinstance(line, tuple):
                yield line
                continue
            text = line[1]
            if text is not None and not isinstance(text, bytes):
                is_read, above = True, LineKind.PUZZLE
                yield text.with_title(self._title) if self._title else text
                self._title = ""
                continue
            if entry := line_entry(self._input, line, is_list=False):
                is_read, above = True, LineKind.PUZZLE
                yield entry
                continue
            kind = self._kind(text)
            if kind is LineKind.SECTION and self._is_section(text):
                is_read, above = self._format == "sdk" and _name_of(text) == "puzzle", None
            elif not is_read:
                self._title = ""
            elif kind in (LineKind.BLANK, LineKind.WORDS, LineKind.SECTION):
                self._add_heading(line, kind)
                above = None
            elif self._is_puzzle(line, kind, above):
                above = above if kind is LineKind.ROW else kind
                yield line_entry(self._input, line, is_list=True) or damaged_entry(self._input, line)
            else:
                above = None
                self._lines.push_back([line])
                yield from self._grids()

    def _kind(self, text: bytes | Rows | None) -> LineKind:
        """What a line looks like; where the size is known, whatever has that size is a puzzle."""
        fixed = self._input.fixed
        if fixed and isinstance(text, bytes) and puzzles_in(usual_text(text), {fixed.cell_count: fixed}):
            return LineKind.PUZZLE
        return kind_of(text)

    def _add_heading(self, line: TextLine, kind: LineKind) -> None:
        """A line that is no puzzle: the title of the next one, with at most one blank line between."""
        text = line[1]
        if is_blank(text):
            self._blanks += 1
            if self._blanks > 1:
                self._title = ""
            return
        if kind is not LineKind.BLANK:
            self.first_words = self.first_words or line
        words = " ".join(plain_drawing(text or b"").split())
        if not _NO_TITLE.fullmatch(words):
            self._title, self._blanks = words[:LONGEST_TITLE], 0

    def _is_section(self, text: bytes | None) -> bool:
        """Whether a line in brackets begins a section of SadMan Sudoku; otherwise it is a title."""
        if _name_of(text) == "puzzle":
            self._format = "sdk"
        return self._format == "sdk" or _name_of(text) in _SECTIONS

    def _is_puzzle(self, line: TextLine, kind: LineKind, above: LineKind | None) -> bool:
        """Whether a line should hold a puzzle, and is no row of a grid."""
        if kind is LineKind.PUZZLE or (above and kind is LineKind.SIXTEEN):
            return True
        return (above is LineKind.SIXTEEN and kind is LineKind.ROW) or self._are_listed(line)

    def _are_listed(self, first: TextLine) -> bool:
        """Whether this line and the next ones are 4×4 puzzles, or dashes for the blanks of an empty puzzle.

        Sixteen symbols are rows if there are exactly 16 such lines with a symbol above 4, and if other rows,
        rules or gaps show it.
        """
        ahead = [first]
        if kind_of(first[1]) in _IN_A_GRID:
            for line in self._lines:
                ahead.append(line)
                if len(ahead) > 16 or kind_of(line[1]) not in _IN_A_GRID:
                    break
        self._lines.push_back(ahead[1:])
        kinds = [kind_of(text) for _, text in ahead]
        end = kinds.pop() if kinds[-1] not in _IN_A_GRID else None
        rows = [text for (_, text), kind in zip(ahead, kinds, strict=False) if text and kind is LineKind.ROW]
        fours = kinds.count(LineKind.SIXTEEN)
        if not rows and not fours:
            texts = [(text or b"").strip() for _, text in ahead[: len(kinds)]]
            is_drawn = any(b"|" in text for text in texts)
            return not is_drawn and any(len(text) in self._input.shapes for text in texts)
        has_gaps = any(sign in row.strip() for row in rows for sign in (b" ", b"|"))
        if len(rows) >= fours or has_gaps or LineKind.RULE in kinds:
            return False
        if self._input.fixed:
            return self._input.fixed.size != 16
        text = b"".join(text or b"" for _, text in ahead[: len(kinds)][:16])
        is_grid = kinds[:16] == 16 * [LineKind.SIXTEEN] and bool(_ABOVE_FOUR.search(text_of(text)))
        no_ends = {LineKind.SIXTEEN, LineKind.ROW, LineKind.PUZZLE, LineKind.SECTION}
        return not is_grid or not no_ends.isdisjoint({end, *kinds[16:]})

    def _grids(self) -> Iterator[Entry]:
        """The puzzles of the next lines of a grid, and of further parts of it; or their one error."""
        taken = self._next_lines()
        lines = _grid_lines(taken)
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
            kind = kind_of(line[1])
            if kind not in _IN_A_GRID or rows == ROWS_AT_ONCE or len(taken) == 3 * ROWS_AT_ONCE:
                self._lines.push_back([line])
                break
            taken.append(line)
            rows += kind in (LineKind.ROW, LineKind.SIXTEEN)
        return taken

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
            expected += ": write blanks as ."
            found = self._input.error(parts[odd][0].number, None, found=what, expected=expected)
        yield from found if isinstance(found, list) else [self._refusal(first, found)]

    def _next_part(self, parts: list[list[GridLine]]) -> list[GridLine]:
        """The lines of the next part, below a single blank line; they are taken. Empty if there is none."""
        blank = next(iter(self._lines), None)
        if blank is None:
            return []
        taken = self._next_lines() if kind_of(blank[1]) is LineKind.BLANK else []
        below, first = _grid_lines(taken), parts[0]
        is_alone = len(parts) == 1 and min(_row_count(first), _row_count(below)) > _MOST_ROWS_OF_A_BAND
        may_be_two_parts = _row_count(below) == 2 * _row_count(first)  # without a blank line between them
        if (
            not below
            or is_alone
            or self._stands_between(below)
            or (not may_be_two_parts and isinstance(read_grids(self._input, self._format, below), list))
        ):
            self._lines.push_back([blank, *taken])
            return []
        return below

    def _refusal(self, lines: Sequence[GridLine], fault: FormatError) -> Entry:
        """The one error for some lines."""
        first = next((line for line in lines if line.kind is LineKind.ROW), lines[0])
        return self._input.refusal(fault, self._input.style(self._format), first.number)


def _name_of(text: object) -> str:
    """The name of a section."""
    return text_of(text if isinstance(text, bytes) else b"").partition("#")[0].strip(" \t[]").lower()


def _grid_lines(lines: Sequence[TextLine]) -> list[GridLine]:
    return [GridLine.of(number, text, kind_of(text)) for number, text in lines]


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
