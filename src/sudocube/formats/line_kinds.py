"""What a text line looks like, what a block of lines means, and which column of a table holds the puzzles.

A block is a run of text lines without a blank one. Most lines show their format at once. Two kinds do not:
sixteen symbols (a 4×4 puzzle, or a row of a 16×16 grid) and dashes (a rule, or blanks). For these the block
decides; at most LOOK_AHEAD of its lines are read ahead, except where they are rows of 16×16 grids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import islice

from sudocube.errors import FormatError
from sudocube.formats.cell_lists import WIDEST_ROW, symbol_of
from sudocube.formats.grid_text import LineRole, is_rule, is_tag, plain_drawing, role_of, without_drawing
from sudocube.formats.line_search import holds_puzzle, puzzles_in
from sudocube.formats.symbols import ALL_SYMBOLS, SYMBOLS_OF, TOKEN
from sudocube.formats.table_fields import fields_of
from sudocube.formats.text_input import (
    TextInput,
    TextLine,
    TextLines,
    is_blank,
    is_comment,
    is_long,
    text_of,
    usual_line,
)
from sudocube.geometry import SIZES, Geometry

LOOK_AHEAD = 17
"""One line more than a 16×16 grid has."""

MOST_ROWS = 64 * 16
"""How many rows of 16×16 grids, one below the other, are read ahead."""

FEWEST_ROWS = 4
"""So many consecutive rows are a grid and not wrongly written puzzles: the smallest grid has 4 rows."""

FAMILIES = {"line": "one puzzle per line", "grid": "rows of a grid", "csv": "a table (CSV)"}
"""The three ways of reading, and their names in errors."""

_NAMES = "puzzle puzzles quiz quizzes question questions sudoku sudokus grid grids board boards unsolved"
PUZZLE_COLUMNS = tuple(_NAMES.split())
"""The names of a column of puzzles, in any case. Where several occur, the first of this list counts.

`clues` is not one of them: such a column mostly holds the number of clues.
"""

DELIMITERS = ",;\t"

_WORD = re.compile(r"[^\W\d][\w .()/-]*")
_LONG_FIELD = re.compile(rb"[\w.*?-]{16}")
"""As much as the smallest puzzle holds."""

_SECTION = re.compile(rb"\[[^\[\]\"',;|]*\]")
_NO_TITLE = b"[]0123456789.*_-? \t"
_DIGITS_AND_POINTS = b"0123456789."
_RULE_SIGNS = b"-=+|*:.'`,~ \t"
_DASHES = re.compile(rb"-+|\*-+\*")
_SQUARES = {size * size for size in SIZES}
_FEWEST_CELLS = min(_SQUARES)
_SHORT = 80


class LineKind(Enum):
    """What a text line looks like."""

    PUZZLE = auto()  # a puzzle on one line
    SIXTEEN = auto()  # sixteen symbols and nothing else
    BARE_ROW = auto()  # a row of symbols alone
    ROW = auto()  # a row with bars or spaces
    RULE = auto()  # certainly a rule: it holds + or =
    DASHES = auto()  # a rule, or blanks
    SECTION = auto()  # [Puzzle]
    HEADER = auto()  # names of columns, with one for the puzzles
    WORDS = auto()  # words in columns, as in a header
    OTHER = auto()


GRID_KINDS = {LineKind.BARE_ROW, LineKind.ROW, LineKind.RULE, LineKind.DASHES}
"""The kinds of lines in a grid (besides lines of sixteen symbols)."""

_FAMILY_OF_KIND = {
    LineKind.PUZZLE: "line",
    LineKind.SECTION: "grid",
    LineKind.ROW: "grid",
    LineKind.HEADER: "csv",
}
"""The kinds that show the family whatever follows."""


def kind_of(text: bytes | None) -> LineKind:
    """What a line looks like, without the comment at its end."""
    if text is None or is_long(text):
        return LineKind.OTHER
    if 0 < len(text) < _FEWEST_CELLS and not text.translate(None, _DIGITS_AND_POINTS):
        return LineKind.BARE_ROW  # by far the most frequent line of a grid
    return _recent_kind_of(text) if len(text) <= _SHORT else _kind_of(text)


def _kind_of(text: bytes) -> LineKind:
    """See `kind_of`."""
    content = without_drawing(text.partition(b"#")[0]).strip()
    if _SECTION.fullmatch(content) and content.translate(None, _NO_TITLE) and not is_tag(text_of(content)):
        return LineKind.SECTION
    if not content.translate(None, _RULE_SIGNS) and is_rule(text_of(content)):
        return LineKind.RULE
    bare = content.translate(None, b"| \t\v\f")
    first = TOKEN.match(content)
    token = first[1] if first else b""
    if token == content and len(token) == 16 and b"|" not in token:
        return LineKind.SIXTEEN
    if _DASHES.fullmatch(bare):
        return LineKind.DASHES
    if len(token) > WIDEST_ROW and b"|" not in token:
        return LineKind.PUZZLE
    if holds_puzzle(text_of(text)):
        return LineKind.PUZZLE
    if b"|" in content:
        return LineKind.ROW
    if len(token) == 16 and not token.translate(None, ALL_SYMBOLS):
        return LineKind.PUZZLE
    if not bare.translate(None, ALL_SYMBOLS):
        return LineKind.BARE_ROW if bare == content else LineKind.ROW
    words = text_of(content)
    if puzzle_column(words):
        return LineKind.HEADER
    return LineKind.WORDS if looks_like_words(words) else LineKind.OTHER


_recent_kind_of = lru_cache(maxsize=2 * LOOK_AHEAD)(_kind_of)
"""Before each line of words, those that follow are looked at, again and again."""


def begins_with_puzzle(text: bytes | None) -> bool:
    """Whether the first column of a line may be a puzzle."""
    token = TOKEN.match(text or b"")
    is_long_enough = token is not None and (len(token[1]) == 16 or len(token[1]) > WIDEST_ROW)
    return is_long_enough and kind_of(text) is LineKind.PUZZLE


def is_dashes(text: bytes) -> bool:
    """Whether a line may be a rule or blanks: dashes and bars, perhaps with a star at each end."""
    return bool(_DASHES.fullmatch(text.partition(b"#")[0].translate(None, b"| \t\v\f")))


def family_of_block(lines: TextLines, fixed: Geometry | None) -> str | None:
    """The family ("line", "grid" or "csv") of the block that begins with the next line; None if it has none.

    Reads ahead as far as needed, and pushes all of it back.
    """
    block: list[TextLine] = []
    kinds: list[LineKind] = []
    for line in lines:
        block.append(line)
        if is_blank(line[1]):
            break
        is_found = fixed and line[1] and puzzles_in(text_of(line[1]), {fixed.cell_count: fixed})
        kinds.append(LineKind.PUZZLE if is_found else kind_of(line[1]))
        count = len(kinds)
        if kinds[-1] in _FAMILY_OF_KIND or (count >= LOOK_AHEAD and kinds[-1] is not LineKind.SIXTEEN):
            break
        is_grid_ended = count > 1 and count % 16 == 1
        if is_grid_ended and (count > MOST_ROWS or not _are_rows(kinds[-17:-1], _texts(block[-17:-1]))):
            break
    lines.push_back(block)
    return _family(kinds, _texts(block[: len(kinds)]), fixed)


def _texts(lines: list[TextLine]) -> list[bytes]:
    """The texts of lines, without comments and indents."""
    return [(text or b"").partition(b"#")[0].strip() for _, text in lines]


def _family(kinds: list[LineKind], texts: list[bytes], fixed: Geometry | None) -> str | None:
    """The family of a block with lines of these kinds; `texts` are the lines without comments and indents."""
    if (
        kinds[:1] == [LineKind.WORDS]
        and len(texts) > 1
        and have_same_columns([text_of(text) for text in texts[:2]])
        and _LONG_FIELD.search(texts[1])
    ):
        return "csv"
    open_kinds = (LineKind.OTHER, LineKind.WORDS, LineKind.DASHES, LineKind.RULE)
    leading = next((kind for kind in kinds if kind not in open_kinds), None)
    if leading is None:
        widths = [len(text) for kind, text in zip(kinds, texts, strict=True) if kind is LineKind.DASHES]
        has_bars = any(b"|" in text for text in texts)  # then what looks like a puzzle is a frame
        if not has_bars and any(width in _SQUARES for width in widths):
            return "line"
        return "grid" if len(widths) >= min(SIZES) else None  # fewer lines of dashes underline a heading
    if leading in _FAMILY_OF_KIND:
        return _FAMILY_OF_KIND[leading]
    if (
        kinds[-1] is LineKind.ROW
        or LineKind.RULE in kinds
        or kinds.count(LineKind.BARE_ROW) >= max(1, kinds.count(LineKind.SIXTEEN))
    ):
        return "grid"
    return "grid" if _is_sixteen_by_sixteen(kinds, texts, fixed) else "line"


def _is_sixteen_by_sixteen(kinds: list[LineKind], texts: list[bytes], fixed: Geometry | None) -> bool:
    """Whether lines of sixteen symbols are rows: exactly sixteen lines, one of them with a symbol above 4.

    A line of prose or a rule ends them, too; then they may be several grids.
    """
    if fixed is not None:
        return fixed.size == 16
    count = next((i for i, kind in enumerate(kinds) if kind is not LineKind.SIXTEEN), len(kinds))
    if count == len(kinds):
        return count == 16 and _are_rows(kinds, texts)
    ends = (LineRole.HEADING, LineRole.RULE, LineRole.DASHES, LineRole.BLANK)  # BLANK: a tag of a forum
    return (
        count in range(16, MOST_ROWS + 1, 16)
        and role_of(plain_drawing(texts[count])) in ends
        and all(_are_rows(kinds[k : k + 16], texts[k : k + 16]) for k in range(0, count, 16))
    )


def _are_rows(kinds: list[LineKind], texts: list[bytes]) -> bool:
    """Whether these lines all have sixteen symbols, and one of them a symbol above 4."""
    if set(kinds) != {LineKind.SIXTEEN}:
        return False
    return any(byte not in SYMBOLS_OF[4] and byte in ALL_SYMBOLS for byte in b"".join(texts))


def other_family(text_input: TextInput, line: int, found: str, expected: str) -> FormatError:
    """The error for a block of another family than that of the input's beginning."""
    words = f"{FAMILIES[expected]}, as the input began"
    return text_input.error(line, None, found=FAMILIES[found], expected=words)


def is_title(lines: TextLines, first: TextLine) -> bool:
    """Whether `first`, which was already taken, is a title such as `Sudoku` and not the name of a column.

    It is if a row, a rule or another heading comes next.
    """
    text = text_of(first[1] or b"")
    if kind_of(first[1]) is not LineKind.HEADER or any(delimiter in text for delimiter in DELIMITERS):
        return False
    ahead: list[TextLine] = []
    lines.is_raw = True  # as a table is read, if it is one
    try:
        for line in lines:
            ahead.append(line)
            if not is_blank(line[1]) and not _is_left_out(line[1]):
                break
    finally:
        lines.is_raw = False
    last = usual_line(ahead[-1][1] or b"") if ahead else b""
    is_blank_puzzle = is_dashes(last) and len(last.strip()) in _SQUARES
    is_one = not (is_long(last) or is_blank_puzzle) and (
        kind_of(last) in GRID_KINDS or role_of(plain_drawing(last)) is LineRole.HEADING
    )
    if is_one:
        ahead = [(number, usual_line(text or b"")) for number, text in ahead if not _is_left_out(text)]
    lines.push_back(ahead)
    return is_one


def is_grid_of_fields(lines: TextLines, first: TextLine, *, has_names: bool = False) -> bool:
    """Whether `first`, the next line, begins n rows of n fields, each a cell or nothing.

    With `has_names`, the rows stand below names of columns.
    """
    head = text_of(first[1] or b"")
    delimiter = likely_delimiter(head)
    size = len(fields_of(head, delimiter))
    if size not in SIZES or puzzle_column(head):
        return False
    block = list(islice(lines, size + 1))
    lines.push_back(block)
    are_cells = [_are_cells(text_of(text or b""), delimiter, size) for _, text in block]
    if has_names and all(are_cells[:size]):
        return False
    rows = are_cells[has_names : has_names + size]
    return len(rows) == size and all(rows)


def _are_cells(text: str, delimiter: str, size: int) -> bool:
    """Whether a line has so many fields, each of them a cell or nothing."""
    fields = fields_of(text, delimiter)
    return len(fields) == size and all(symbol_of(field, size) is not None for field in fields)


def is_grid_begun(lines: TextLines, first: TextLine) -> bool:
    """Whether `first`, which was already taken, is a section or the first of FEWEST_ROWS lines of a grid."""
    kind = kind_of(first[1])
    if kind not in GRID_KINDS:
        return kind is LineKind.SECTION
    ahead: list[TextLine] = []
    rows = 1
    for line in lines:
        if _is_left_out(line[1]):
            continue
        ahead.append(line)
        if is_blank(line[1]) or kind_of(line[1]) not in GRID_KINDS:
            break
        rows += 1
        if rows == FEWEST_ROWS:
            break
    lines.push_back(ahead)
    return rows == FEWEST_ROWS


def _is_left_out(text: bytes | None) -> bool:
    """Whether a line is a comment, as there are among raw lines only; the pieces of a long one are not."""
    return text is not None and is_comment(text) and not is_long(text)


def pass_over(lines: TextLines, is_stop: Callable[[bytes | None], bool] = is_blank) -> None:
    """Drop lines up to a blank one or one where to stop, which is then the next line."""
    for line in lines:
        if _is_left_out(line[1]):
            continue
        if is_blank(line[1]) or is_stop(line[1]):
            lines.push_back([line])
            return


def puzzle_column(text: str) -> tuple[str, int] | None:
    """The delimiter of a header and the index of its column of puzzles; None where there is no such column.

    >>> puzzle_column("id;Quizzes;solutions")
    (';', 1)
    """
    for delimiter in DELIMITERS:
        if (index := index_of_puzzles(fields_of(text, delimiter))) is not None:
            return delimiter, index
    return None


def index_of_puzzles(names: Sequence[str]) -> int | None:
    """The index of the column of puzzles among the columns with these names; None where there is none."""
    lower = [name.lower() for name in names]
    return next((lower.index(name) for name in PUZZLE_COLUMNS if name in lower), None)


def likely_delimiter(text: str) -> str:
    """The delimiter that splits a line into the most fields."""
    return max(DELIMITERS, key=lambda delimiter: len(fields_of(text, delimiter)))


def looks_like_words(text: str) -> bool:
    """Whether a line looks like a header: at least two fields, all of them words, not all single letters."""
    fields = [field for field in fields_of(text, likely_delimiter(text)) if field]
    return len(fields) > 1 and all(map(_WORD.fullmatch, fields)) and max(map(len, fields)) > 1


def have_same_columns(texts: list[str]) -> bool:
    """Whether these records, the first of which looks like a header, have the same number of fields."""
    delimiter = likely_delimiter(texts[0])
    return len({len(fields_of(text, delimiter)) for text in texts}) == 1
