"""What a line looks like, and from that which format a block is in.

A block is a run of lines without a blank one. Most lines tell their format at once; the two that do not
are a line of sixteen symbols (a 4×4 puzzle, or a row of a 16×16 grid) and a line of dashes (a rule, or
blanks). For those the block decides, of which at most LOOK_AHEAD lines are read ahead.
"""

from __future__ import annotations

import re
from collections.abc import Set
from enum import Enum, auto

from sudocube.errors import FormatError
from sudocube.formats import header
from sudocube.formats.lines import Line, Lines, is_blank
from sudocube.formats.symbols import ALL_SYMBOLS, SYMBOLS_OF, TOKEN, Source, text_of
from sudocube.geometry import SIZES, Geometry

LOOK_AHEAD = 17
"""One line more than a 16×16 grid has."""

WIDEST_ROW = 30
"""More symbols in one piece are meant as a puzzle on one line: this lies between 25 and 36."""

FEWEST_ROWS = 4
"""So many rows of a grid on end are a grid and no spoilt puzzles: the smallest grid has 4 rows."""

FAMILIES = {"line": "one puzzle per line", "grid": "rows of a grid", "csv": "a table (CSV)"}
"""The three ways of reading, and their names in errors."""

_SECTION = re.compile(rb"\[[^\[\]]*\]")
_DASHES = re.compile(rb"-+|\*-+\*")
_SQUARES = {size * size for size in SIZES}


class Kind(Enum):
    """What a line looks like."""

    LINE = auto()  # a puzzle on one line
    SIXTEEN = auto()  # sixteen symbols and nothing else
    PLAIN = auto()  # a row in one piece
    ROW = auto()  # a row with bars or spaces
    RULE = auto()  # a rule, certainly: it holds + or =
    DASHES = auto()  # a rule, or blanks
    SECTION = auto()  # [Puzzle]
    HEADER = auto()  # names of columns, that of the puzzles among them
    WORDS = auto()  # words in columns, as in a header
    OTHER = auto()


GRID_KINDS = {Kind.PLAIN, Kind.ROW, Kind.RULE, Kind.DASHES}
"""The lines that a grid is made of (besides lines of sixteen symbols)."""

_TELLING = {
    Kind.LINE: "line",
    Kind.SECTION: "grid",
    Kind.ROW: "grid",
    Kind.HEADER: "csv",
}
"""The lines that tell the format whatever follows."""


def kind_of(text: bytes | None) -> Kind:
    """What a line looks like; comments at its end do not count."""
    if text is None:
        return Kind.OTHER
    content = text.partition(b"#")[0].strip()
    if _SECTION.fullmatch(content):
        return Kind.SECTION
    if (b"+" in content or b"=" in content) and not content.translate(None, b"-=+|* \t"):
        return Kind.RULE
    bare = content.translate(None, b"| \t\v\f")
    first = TOKEN.match(content)
    token = first[1] if first else b""
    if token == content and len(token) == 16 and b"|" not in token:
        return Kind.SIXTEEN
    if _DASHES.fullmatch(bare):
        return Kind.DASHES
    if len(token) > WIDEST_ROW and b"|" not in token:
        return Kind.LINE
    if b"|" in content:
        return Kind.ROW
    if len(token) == 16 and not token.translate(None, ALL_SYMBOLS):
        return Kind.LINE
    if not bare.translate(None, ALL_SYMBOLS):
        return Kind.PLAIN if bare == content else Kind.ROW
    words = text_of(content)
    if header.puzzle_column(words):
        return Kind.HEADER
    return Kind.WORDS if header.looks_like_words(words) else Kind.OTHER


def is_dashes(text: bytes) -> bool:
    """Whether a line may be a rule or blanks: dashes and bars, perhaps with a star at each end."""
    return bool(_DASHES.fullmatch(text.partition(b"#")[0].translate(None, b"| \t\v\f")))


def family_of_block(lines: Lines, fixed: Geometry | None) -> str | None:
    """The family ("line", "grid" or "csv") of the block that begins with the next line; None if it is none.

    Reads ahead as far as needed, at most LOOK_AHEAD lines, and pushes all of it back.
    """
    block: list[Line] = []
    kinds: list[Kind] = []
    for line in lines:
        block.append(line)
        if is_blank(line[1]):
            break
        kinds.append(kind_of(line[1]))
        if kinds[-1] in _TELLING or len(kinds) == LOOK_AHEAD:
            break
    lines.push_back(block)
    return _family(
        kinds, [(text or b"").partition(b"#")[0].strip() for _, text in block[: len(kinds)]], fixed
    )


def _family(kinds: list[Kind], texts: list[bytes], fixed: Geometry | None) -> str | None:
    """The family of a block of lines of these kinds; `texts` are the lines without comments and indents."""
    if kinds[:1] == [Kind.WORDS] and header.same_columns([text_of(text) for text in texts[:2]]):
        return "csv"
    open_kinds = (Kind.OTHER, Kind.WORDS, Kind.DASHES, Kind.RULE)
    leading = next((kind for kind in kinds if kind not in open_kinds), None)
    if leading is None:
        widths = [len(text) for kind, text in zip(kinds, texts, strict=True) if kind is Kind.DASHES]
        has_bars = any(b"|" in text for text in texts)  # then what looks like a puzzle is a frame
        if not has_bars and any(width in _SQUARES for width in widths):
            return "line"
        return "grid" if len(widths) >= min(SIZES) else None  # fewer underline a heading
    if leading in _TELLING:
        return _TELLING[leading]
    if (
        kinds[-1] is Kind.ROW
        or Kind.RULE in kinds
        or kinds.count(Kind.PLAIN) >= max(1, kinds.count(Kind.SIXTEEN))
    ):
        return "grid"
    return "grid" if _is_sixteen_by_sixteen(kinds, texts, fixed) else "line"


def _is_sixteen_by_sixteen(kinds: list[Kind], texts: list[bytes], fixed: Geometry | None) -> bool:
    """Whether lines of sixteen symbols are rows: exactly sixteen lines of which one holds more than a 4."""
    if fixed is not None:
        return fixed.size == 16
    if len(kinds) != 16 or set(kinds) != {Kind.SIXTEEN}:
        return False
    return any(byte not in SYMBOLS_OF[4] and byte in ALL_SYMBOLS for byte in b"".join(texts))


def other_family(source: Source, line: int, found: str, expected: str) -> FormatError:
    """The error for a block of another family than the input began with."""
    words = f"{FAMILIES[expected]}, as the input began"
    return source.error(line, None, found=FAMILIES[found], expected=words)


def is_grid_begun(lines: Lines, first: Line) -> bool:
    """Whether the line `first`, which was taken, and those after it are FEWEST_ROWS lines of a grid."""
    ahead: list[Line] = [first]
    for line in lines:
        if is_blank(line[1]) or kind_of(ahead[-1][1]) not in GRID_KINDS or len(ahead) == FEWEST_ROWS:
            lines.push_back([line])
            break
        ahead.append(line)
    lines.push_back(ahead[1:])
    return len(ahead) == FEWEST_ROWS and all(kind_of(text) in GRID_KINDS for _, text in ahead)


def pass_over(lines: Lines, stops: Set[Kind] = frozenset()) -> None:
    """Drop lines up to a blank one or one of the kinds at which to stop; that one is the next."""
    for line in lines:
        if is_blank(line[1]) or (stops and kind_of(line[1]) in stops):
            lines.push_back([line])
            return
