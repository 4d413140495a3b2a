"""One text line: what it looks like, and what it is as a line of a grid.

Most lines show at once what they are. Two kinds do not: sixteen symbols (a 4×4 puzzle, or a row of a 16×16
grid) and dashes (a rule, or blanks). For these the lines around them decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from sudocube.geometry import SIZES
from sudocube.rows.cell_lists import WIDEST_ROW
from sudocube.rows.grid_text import BARS, HEAVY_BAR, is_empty, is_heading, is_rule, is_tag, plain_drawing
from sudocube.rows.line_search import holds_puzzle
from sudocube.rows.symbols import ALL_SYMBOLS
from sudocube.rows.text_input import TextLine, is_long, text_of

_SECTION = re.compile(r"\[(?!\s*(?:nan|none|null)\b)\s*[A-Za-z][^\[\]\"',;|\d]*\]", re.IGNORECASE)
_DIGITS_AND_POINTS = b"0123456789."
_DASHES = re.compile(r"-+|\*-+\*")
_BARS_AND_SPACES = re.compile(rf"[{BARS}\s]+")
_GAP = re.compile(r"[\s,;|]")
_LONG_TOKEN = re.compile(rf"[^\s,;#|]{{{WIDEST_ROW + 1},}}(?=[\s,;#]|$)")
_SYMBOLS = re.escape(ALL_SYMBOLS.decode())
_ONLY_SYMBOLS = re.compile(rf"[{_SYMBOLS}|\s]+")
_SIXTEEN = re.compile(rf"[{_SYMBOLS}]{{16}}(?=[\s,;])")
_LETTERS = re.compile(r"[A-Za-z]{2}|[.:]\s*$")
_FEWEST_CELLS = 16
_SHORT = 80


class LineKind(Enum):
    """What a text line looks like."""

    PUZZLE = auto()  # a puzzle on one line, or almost one
    SIXTEEN = auto()  # sixteen symbols and nothing else: a 4×4 puzzle, or a row of a 16×16 grid
    ROW = auto()  # a row of a grid, or what may be a damaged one
    RULE = auto()  # certainly a rule
    DASHES = auto()  # a rule, or a row of blanks
    WORDS = auto()  # a heading, or other prose
    BLANK = auto()  # nothing, or tags of a forum
    SECTION = auto()  # [Puzzle]


IN_A_GRID = {LineKind.ROW, LineKind.RULE, LineKind.DASHES, LineKind.SIXTEEN}


def kind_of(text: bytes | None) -> LineKind:
    """What a line looks like, without the comment at its end."""
    if text is None or is_long(text):
        return LineKind.ROW
    if 2 < len(text) < _FEWEST_CELLS and not text.translate(None, _DIGITS_AND_POINTS):
        return LineKind.ROW  # by far the most frequent line of a grid
    return _recent_kind_of(text) if len(text) <= _SHORT else _kind_of(text)


def _kind_of(text: bytes) -> LineKind:
    """See `kind_of`."""
    plain = plain_drawing(text).replace(HEAVY_BAR, "|")
    content = plain.strip()
    if is_empty(plain):
        return LineKind.BLANK
    if _SECTION.fullmatch(content) and not is_tag(content):
        return LineKind.SECTION
    if is_rule(content):
        return LineKind.RULE
    if len(content) == 16 and not _GAP.search(content):
        return LineKind.SIXTEEN
    if is_dashes(content):
        return LineKind.DASHES
    is_puzzle = holds_puzzle(text_of(text))
    if is_puzzle or (_LONG_TOKEN.match(content) and not is_heading(plain)):
        return LineKind.PUZZLE
    if "|" not in content and _SIXTEEN.match(content):
        return LineKind.PUZZLE
    if _ONLY_SYMBOLS.fullmatch(content) and not _LETTERS.search(content):
        return LineKind.ROW
    return LineKind.WORDS if is_heading(plain) else LineKind.ROW


_recent_kind_of = lru_cache(maxsize=64)(_kind_of)
"""Lines are looked at again where those below decide what they are."""


def is_dashes(text: str) -> bool:
    """Whether a line may be a rule or blanks: dashes and bars, perhaps with a star at each end."""
    return "--" in text and bool(_DASHES.fullmatch(_BARS_AND_SPACES.sub("", text)))


@dataclass(frozen=True, slots=True)
class GridLine:
    """A text line of a grid with box drawing in ASCII, without comment, quotation marks and tags.

    What is left out is replaced by spaces, so columns stay right. `text` is None for a line that is too long.
    Its kind is a row, a rule or dashes, or it is blank.
    """

    number: int
    text: str | None
    kind: LineKind

    @classmethod
    def of(cls, line: TextLine) -> GridLine:
        """The same line as part of a grid."""
        number, raw = line
        if raw is None:
            return cls(number, None, LineKind.ROW)
        text, kind = plain_drawing(raw), kind_of(raw)
        if kind is LineKind.SIXTEEN:
            kind = LineKind.DASHES if is_dashes(text) else LineKind.ROW
        return cls(number, text, kind)

    @property
    def is_heavy(self) -> bool:
        """Whether the line is a rule that is drawn heavy or double."""
        return "=" in (self.text or "")

    @property
    def is_below_header(self) -> bool:
        """Whether the line may be the rule below the header of a Markdown table."""
        text = (self.text or "").strip()
        return text.count("|") >= min(SIZES) - 1 and not set(text) - set("|-: \t")
