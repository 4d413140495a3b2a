r"""A text line as it is drawn: in plain signs, whether it is a rule or prose, and the cells of a row.

Each character stands for one character of the input, so columns stay right. What stands around a row in a
program (`grid = [`, `np.array([`, quotes) becomes spaces. The cells of a row are parted in one of these ways:

| way | a row |
|---|---|
| symbols | `\|4..\|..3\|`, or with spaces |
| tokens, by spaces and bars | `\| 4 89 3 \| 9 8 2 \|`, `10 . 3` |
| `,`, `;` or a tab | `7,,.`: nothing is a blank |
| bars | `│7│ │.│` and Markdown's `\| 7 \| \| . \|`: nothing is a blank |

Rows with spaces for blanks, in a frame with bars, are read together: one of them does not tell where its
cells are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES
from sudocube.rows.symbols import Fault, counted, described

HEAVY_BAR = "‖"
"""A bar that is drawn heavy or double; where there are others, it stands between boxes."""

BARS = "|" + HEAVY_BAR
SYMBOL, TOKEN = rf"[^\s{BARS}]", rf"[^\s{BARS}]+"
WAYS = (SYMBOL, TOKEN, ",", ";", "\t", "|")
"""The ways to part cells: an expression for a cell, or what stands between two cells."""

_LIGHT, _HEAVY = "│╎┆┊¦❘｜", "┃║╏┇┋"
DRAWN_BARS = _LIGHT + _HEAVY
"""The bars of box drawing."""

_DRAWN = dict.fromkeys(range(9472, 9600), "+")  # corners, crossings, stubs
_DRAWN |= dict.fromkeys(map(ord, _LIGHT), "|") | dict.fromkeys(map(ord, _HEAVY), HEAVY_BAR)
_DRAWN |= dict.fromkeys(map(ord, "─╌┄┈‐‑‒–—―−"), "-") | dict.fromkeys(map(ord, "━═╍┅┉"), "=")

_TAG = re.compile(r"\[/?(?:b|code|color|font|i|list|pre|quote|size|spoiler|tt|u|url)(?:=[^\[\]]*)?\]", re.I)
_QUOTE = re.compile(r"[ \t]*>[> \t]*")
_RULE = re.compile(rf"[-=+:.'*`,~ \t{BARS}]+")
_FRAME = re.compile(r"[.,]-{3,}(?:[.,]-{3,})*[.,]|\*-{3,}(?:[.,*]-{3,})+\*")
_DASHES = re.compile(r"-+|\*-+\*")

_FEWEST_SYMBOLS = 4
"""A line with a word and fewer symbols than this is a heading, whatever the puzzles are."""

_MOST_SYMBOLS = 8
"""A row with letters has more cells than this that are 1 to 9 or blank."""

_NO_ROW = re.compile(
    r"(?:`{3,}|~{3,})\w*"  # the fence of a block of code
    r"|\(\d{1,6}\)|\[\d{1,6}\]|\d{1,6}[.):]"  # the number of a puzzle
    r"|\[(?!\s*(?:nan|none|null)\b)\s*[A-Za-z][^\[\]\"',;|\d]*\]"  # a word in brackets
    r"|[A-Za-z]{2,}\s*[=:]\s*\d{1,2}(?:\.\d)?(?:/\d{1,2}(?:\.\d)?){0,2}"  # its rating
)
_LIST = re.compile(r"[\[{]\s*[\d.\"'\[]")
_WORD = re.compile(r"(?<![^\W\d_])(?!(?:none|null|nan|nil|x+)(?![^\W\d_]))[^\W\d_]{2,}", re.I)
_LOWER_WORD = re.compile(r"(?<!\S)[(\"']?(?!(?:none|null|nan|nil|x+)\b)([A-Za-z]?[a-z]+)[.,:;!?)\"']*(?!\S)")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.:/-]\d+){1,3}(?![\w.])|(?<![\w.])\d{2,}(?![\w.])")
_PLAIN_SYMBOLS = set("123456789" + BLANKS)

_BEFORE_LIST = re.compile(
    r"[\s{]*(?:(?:[a-z]+\s+)?[A-Za-z_]\w*(?:\[\d*\])*\s*=(?=\s*[\w.]*[\[({]|\s*$)|\"\w+\"\s*:(?=\s*\[))?"
    r"\s*(?:(?:np\.|numpy\.)?array(?=\())?(?:,\s*(?=[\[({]))?[\s\[({\"']*"
)
_AFTER_LIST = " \t,;[](){}\"'"

_DISTANCES = range(1, 6)
"""How many columns apart neighbouring cells may stand."""


def plain_drawing(text: str) -> str:
    """A line with box drawing in ASCII, without its comment, and spaces for what surrounds a pasted grid."""
    text = (text if text.isascii() else text.translate(_DRAWN)).partition("#")[0]
    if quoted := _QUOTE.match(text):
        text = " " * quoted.end() + text[quoted.end() :]
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "[" in text else text


def is_rule(text: str) -> bool:
    """Whether a line is certainly a rule: dashes with crossings, colons or a frame's corners.

    >>> is_rule("'---------+-------'"), is_rule("|:-:|:-:|"), is_rule("---------"), is_rule(". . - . .")
    (True, True, False, False)
    """
    content = text.strip()
    if not _RULE.fullmatch(content):
        return False
    if any(sign in content for sign in "=+"):
        return True
    return "-" in content and (any(sign in content for sign in ":`'~") or bool(_FRAME.fullmatch(content)))


def is_dashes(text: str) -> bool:
    """Whether a line may be a rule or blanks: dashes and bars, perhaps with a star at each end."""
    return "--" in text and bool(_DASHES.fullmatch("".join(re.findall(SYMBOL, text))))


def is_heading(text: str) -> bool:
    """Whether a line is prose: a number such as `(3)`, or words and fewer symbols than letters.

    In a row with letters, 1 to 9 and blanks are nine cells at least; so a line with fewer is no whole row. A
    line with more symbols is never passed over as a heading: it may be a damaged row.

    >>> is_heading("Code: Select all"), is_heading("SE 8.3"), is_heading("53..7.oops"), is_heading("1 2 A B")
    (True, True, False, False)
    """
    if _NO_ROW.fullmatch(text.strip()):
        return True
    if _LIST.search(text):
        return False
    words = _WORD.findall(text)
    if is_certain := any(letter.upper() not in SYMBOLS + BLANKS for word in words for letter in word):
        text = _FIGURE.sub(" ", _WORD.sub(" ", text))
    else:  # the letters may be digits above 9
        words = _LOWER_WORD.findall(text)
    symbols = sum(symbol in _PLAIN_SYMBOLS for symbol in text)
    letters = sum(is_certain or letter not in BLANKS for word in words for letter in word)
    most = letters if is_certain else min(letters, _MOST_SYMBOLS)
    return bool(words) and symbols <= max(most, _FEWEST_SYMBOLS - 1)


def prose_fault(text: str) -> Fault:
    """Why a line is no puzzle: its first character that is no symbol, or how many it has."""
    where = ", in what looks like prose" if is_heading(text) else ""
    expected = "a puzzle: 81 symbols on a line, rows of a grid, or a table"
    for at, character in enumerate(text):
        if not character.isspace() and VALUES.get(character, 10) > 9:
            return Fault(described(character) + where, expected, at=at)
    return Fault(counted(len("".join(text.split())), "symbol"), f"{expected}, with blanks as .")


class LineKind(Enum):
    """What a text line looks like."""

    PUZZLE = auto()  # a puzzle on one line, or almost one
    ROW = auto()  # a row of a grid, or what may be a damaged one
    RULE = auto()  # certainly a rule
    DASHES = auto()  # a rule, or a row of blanks
    WORDS = auto()  # a heading, or other prose
    BLANK = auto()  # nothing, or tags of a forum


@dataclass(frozen=True, slots=True)
class Line:
    """A text line: its text (None if it is too long), what it looks like, and how it is drawn in plain signs.

    Of a row, what stands around it is left out; brackets alone are drawn as nothing. `is_sixteen` says that
    it is sixteen symbols and nothing else: a 4×4 puzzle, or a row of a 16×16 grid.
    """

    number: int
    text: str | None
    kind: LineKind
    drawn: str
    is_sixteen: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether this is a line of a grid."""
        return self.kind in (LineKind.ROW, LineKind.RULE, LineKind.DASHES)

    @property
    def is_markdown(self) -> bool:
        """Whether the line may be the rule below the header of a Markdown table."""
        return self.drawn.count("|") >= min(SIZES) - 1 and not set(self.drawn) - set("|-: \t")


def without_brackets(text: str) -> str:
    """The row with spaces for the brackets and quotes around it, and empty where there is nothing else."""
    if not set(text) & set("[](){}\"'"):
        return text
    before = _BEFORE_LIST.match(text)
    start = before.end() if before else 0
    core = text[start:].rstrip(_AFTER_LIST)
    tail = text[start + len(core) :]
    if not set(tail) & set("])}\"'"):
        core += tail
    return " " * start + core if core.strip() else ""


@dataclass(frozen=True, slots=True)
class CellRow:
    """The cells of a row as text (empty: a blank), the column of each, and the bars between boxes.

    `bars` has the cells (0 to n) that follow a bar. If there is a bar between all cells, it has those that
    follow a heavy one.
    """

    number: int
    cells: tuple[str, ...]
    columns: tuple[int, ...]
    bars: tuple[int, ...]

    @property
    def inner_bars(self) -> tuple[int, ...]:
        """The bars without those at the two ends."""
        return tuple(cell for cell in self.bars if 0 < cell < len(self.cells))

    def part(self, start: int, end: int | None) -> CellRow:
        """The cells from `start` to `end`."""
        bars = tuple(cell - start for cell in self.bars if cell >= start)
        return CellRow(self.number, self.cells[start:end], self.columns[start:end], bars)


def parted(text: str, way: str) -> list[tuple[str, int]] | None:
    """The cells of a text, each with its column from 1, parted in one of WAYS; None if it has no meaning."""
    if len(way) > 1:
        return [(cell[0], cell.start() + 1) for cell in re.finditer(way, text)]
    parts = text.split(way)
    if any(len(part.split()) > 1 for part in parts):
        return None
    cells, start = [], 0
    for part in parts:
        column = start + len(part) - len(part.lstrip()) + bool(part.strip())
        cells.append((part.strip(" \t\"'"), max(column, 1)))
        start += len(part) + 1
    first, last = (int(way == "|" and not part.strip()) for part in (parts[0], parts[-1]))
    return cells[first : len(cells) - last]


def parted_row(line: Line, way: str) -> CellRow | None:
    """The cells of a line, parted in one of WAYS; None where the line has no meaning in it."""
    text = line.drawn
    bars = {ord(HEAVY_BAR): "|"} if way == "|" else dict.fromkeys(map(ord, BARS), " ")
    cells = parted(text if len(way) > 1 else text.translate(bars), way)
    return None if cells is None else row_of(line, cells)


def row_of(line: Line, cells: Sequence[tuple[str, int]]) -> CellRow:
    """The row with these cells and their columns, and the bars of its line."""
    texts, columns = tuple(cell for cell, _ in cells), tuple(column for _, column in cells)
    drawn = [(bisect_right(columns, bar.start()), bar[0]) for bar in re.finditer(f"[{BARS}]", line.drawn)]
    if len(cells) > 2 and set(range(1, len(cells))) <= {cell for cell, _ in drawn}:
        drawn = [(cell, bar) for cell, bar in drawn if bar == HEAVY_BAR]
    return CellRow(line.number, texts, columns, tuple(sorted({cell for cell, _ in drawn})))


def aligned_rows(lines: Sequence[Line]) -> list[CellRow]:
    """The rows of one puzzle with spaces for blanks, in a frame whose bars show equally wide boxes.

    Empty where that is not so, or where cells may stand in several ways: a lost cell must not move others.
    """
    size, texts = len(lines), [line.drawn for line in lines]
    drawn = {tuple(bar.start() for bar in re.finditer(f"[{BARS}]", text)) for text in texts}
    symbols = {cell.start() for text in texts for cell in re.finditer(SYMBOL, text)}
    bars = drawn.pop() if len(drawn) == 1 else ()
    widths = {right - left - 1 for left, right in pairwise(bars)}
    boxes = len(bars) - 1
    if len(widths) != 1 or not 1 < boxes < size or size % boxes or not symbols:
        return []
    if any(sign in text for text in texts for sign in BLANKS + "\t"):
        return []
    side, found = size // boxes, {}
    for distance in _DISTANCES:
        before, odd = divmod(min(widths) - distance * (side - 1) - 1, 2)  # as many spaces before as behind
        for margin in {before, before + odd} & {*range(distance)}:
            places = [bar + 1 + margin + distance * k for bar in bars[:-1] for k in range(side)]
            if symbols <= {*places}:
                cells = [[(text[at : at + 1].strip(), at + 1) for at in places] for text in texts]
                found[str([[cell for cell, _ in row] for row in cells])] = cells
    return [*map(row_of, lines, next(iter(found.values())))] if len(found) == 1 else []
