"""A text to its puzzles, block by block: each block decides for itself what it is.

A block is a run of text lines without a blank one. In it, puzzles on one line, grids, headings and sections
may follow each other. What is no puzzle and may be one is one error for its line or its grid; words are
passed over, and those directly above a puzzle are its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sudocube.rows.entry import Entry
from sudocube.rows.grid_lines import IN_A_GRID, GridLine, LineKind, kind_of
from sudocube.rows.grid_text import plain_drawing
from sudocube.rows.grids import read_block, stands_between
from sudocube.rows.line_search import LONGEST_TITLE, damaged_entry, line_entry, puzzles_in
from sudocube.rows.symbols import ALL_SYMBOLS, SYMBOLS_OF
from sudocube.rows.text_input import TextInput, TextLine, is_blank, text_of

_NO_TITLE = re.compile(r"(?:`{3,}|~{3,})\w*|(?:code:?)?\s*\[?(?:select all)?\]?|\W*", re.IGNORECASE)
_SECTIONS = ("state", "pencilmarks", "colours", "colors", "settings")
_WORDS = (LineKind.BLANK, LineKind.WORDS, LineKind.SECTION)
_NOT_ABOVE_FOUR = bytes(b for b in range(256) if b in SYMBOLS_OF[4] or b not in ALL_SYMBOLS)
_MOST_ROWS = 64 * 16  # of 16×16 grids, one below the other


class Titles:
    """What stands above the next puzzle, with at most one blank line between: words, or else a number."""

    def __init__(self) -> None:
        self._words = self._number = ""
        self._blanks = 0

    def add(self, text: bytes | None, *, is_number: bool = False) -> None:
        """A line that is no puzzle."""
        words = " ".join(plain_drawing(text or b"").split())
        if is_blank(text):
            self._blanks += 1
            if self._blanks > 1:
                self._words = self._number = ""
        elif not _NO_TITLE.fullmatch(words):
            self._blanks = 0
            if is_number:
                self._number = words[:LONGEST_TITLE]
            else:
                self._words, self._number = words[:LONGEST_TITLE], ""

    def taken(self) -> str | None:
        """The title of the puzzle that follows, which is none of the next one."""
        title = self._words or self._number
        self._words = self._number = ""
        self._blanks = 0
        return title or None


class TextReader:
    """Reads the blocks of a text. `first_words` is the first line of words that was passed over."""

    def __init__(self, text_input: TextInput) -> None:
        self._input, self._lines = text_input, text_input.lines
        self._titles = Titles()
        self._format = next((name for name in ("sdk", "ss") if text_input.has_extension(f".{name}")), "grid")
        self.first_words: TextLine | None = None

    def entries(self) -> Iterator[Entry]:
        """The puzzles, and an error for each line or grid that is damaged."""
        for entry in self._read():
            title = self._titles.taken()
            yield replace(entry, title=title) if title and entry.title is None else entry

    def _read(self) -> Iterator[Entry]:
        is_read = True  # False in a section that holds no puzzle
        after_puzzle = in_list = False  # directly above is a puzzle on one line, or one of sixteen symbols
        for line in self._lines:
            text = line[1]
            if entry := line_entry(self._input, line, is_list=False):
                is_read, after_puzzle, in_list = True, True, False
                yield entry
                continue
            kind = self._kind(text)
            if kind is LineKind.SECTION and self._is_section(text):
                is_read = self._format == "sdk" and _name_of(text) == "puzzle"
            elif not is_read:
                self._titles.taken()
                continue
            elif kind in _WORDS:
                if not is_blank(text) and kind is not LineKind.BLANK:
                    self.first_words = self.first_words or line
                self._titles.add(text)
            elif (
                kind is LineKind.PUZZLE
                or (after_puzzle and kind is LineKind.SIXTEEN)
                or (in_list and (kind is LineKind.ROW or len((text or b"").strip()) in self._input.shapes))
            ):
                after_puzzle, in_list = True, kind is not LineKind.PUZZLE
                yield self._on_line(line)
                continue
            else:
                self._lines.push_back([line])
                if self._is_list():
                    next(iter(self._lines))
                    after_puzzle = in_list = True
                    yield self._on_line(line)
                    continue
                if stands_between(self._input, [GridLine.of(line)]):
                    self.first_words = self.first_words or line
                    self._titles.add(text, is_number=True)
                yield from read_block(self._input, self._format)
            after_puzzle = in_list = False

    def _kind(self, text: bytes | None) -> LineKind:
        """What a line looks like; where the size is known, whatever has that size is a puzzle."""
        fixed = self._input.fixed
        if fixed and text and puzzles_in(text_of(text), {fixed.cell_count: fixed}):
            return LineKind.PUZZLE
        return kind_of(text)

    def _is_section(self, text: bytes | None) -> bool:
        """Whether a line in brackets begins a section of SadMan Sudoku; otherwise it is a title."""
        if _name_of(text) == "puzzle":
            self._format = "sdk"
        return self._format == "sdk" or _name_of(text) in _SECTIONS

    def _is_list(self) -> bool:
        """Whether the next lines are puzzles on one line: of sixteen symbols, or of dashes for blanks."""
        ahead: list[TextLine] = []
        for line in self._lines:
            ahead.append(line)
            count = len(ahead)
            is_long = count > _MOST_ROWS or (count > 16 and count % 16 == 1 and not _are_rows(ahead[-17:-1]))
            if is_long or kind_of(line[1]) not in IN_A_GRID:
                break
        self._lines.push_back(ahead)
        kinds = [kind_of(text) for _, text in ahead]
        end = kinds[-1] if kinds[-1] not in IN_A_GRID else None
        kinds = kinds[:-1] if end else kinds
        texts = [(text or b"").partition(b"#")[0].strip() for _, text in ahead[: len(kinds)]]
        if LineKind.SIXTEEN not in kinds:
            are_rules = not set(kinds) - {LineKind.RULE, LineKind.DASHES} and b"|" not in b"".join(texts)
            return are_rules and any(len(text) in self._input.shapes for text in texts)
        rows = [text for text, kind in zip(texts, kinds, strict=True) if kind is LineKind.ROW and text]
        rows = [text for text in rows if not text.translate(None, ALL_SYMBOLS + b"| \t")]
        has_gaps = any(b" " in text or b"|" in text for text in rows)
        if has_gaps or LineKind.RULE in kinds or len(rows) >= kinds.count(LineKind.SIXTEEN):
            return False
        if self._input.fixed:
            return self._input.fixed.size != 16
        count = next((at for at, kind in enumerate(kinds) if kind is not LineKind.SIXTEEN), len(kinds))
        below = kinds[count] if count < len(kinds) else end
        if count == 0 or count % 16 or below in (LineKind.ROW, LineKind.PUZZLE, LineKind.SECTION):
            return True
        return not all(_are_rows(ahead[k : k + 16]) for k in range(0, count, 16))

    def _on_line(self, line: TextLine) -> Entry:
        """The puzzle on a text line that should hold one, or what is wrong with it."""
        return line_entry(self._input, line, is_list=True) or damaged_entry(self._input, line)


def _name_of(text: bytes | None) -> str:
    """The name of a section."""
    return text_of(text or b"").partition("#")[0].strip(" \t[]").lower()


def _are_rows(lines: list[TextLine]) -> bool:
    """Whether these lines all have sixteen symbols, and one of them a symbol above 4."""
    if any(kind_of(text) is not LineKind.SIXTEEN for _, text in lines):
        return False
    return bool((b"".join(text or b"" for _, text in lines)).translate(None, _NOT_ABOVE_FOUR))
