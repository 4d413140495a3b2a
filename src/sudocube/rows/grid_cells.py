r"""A text line of a drawn grid: in plain signs, whether it is a rule or prose, and its cells.

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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from sudocube.geometry import BLANKS, SIZES, SYMBOLS
from sudocube.rows.text_input import text_of
from sudocube.symbol_forms import usual_symbols

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


def plain_drawing(line: bytes) -> str:
    """A line as characters, with box drawing in ASCII, and spaces for what surrounds a pasted grid."""
    text = usual_symbols(text_of(line).translate(_DRAWN)).partition("#")[0]
    if quoted := _QUOTE.match(text):
        text = " " * quoted.end() + text[quoted.end() :]
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "[" in text else text


def is_tag(text: str) -> bool:
    """Whether text is a tag of a forum, such as `[code]`, and no section."""
    return bool(_TAG.fullmatch(text))


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


@dataclass(frozen=True, slots=True)
class GridLine:
    """A text line of a grid, which is a row, a rule or dashes, without what stands around it.

    `text` is None for a line that is too long, and empty for brackets alone.
    """

    number: int
    text: str | None
    kind: LineKind

    @classmethod
    def of(cls, number: int, raw: bytes | None, kind: LineKind) -> GridLine:
        """A line of that kind; sixteen symbols are a row or dashes."""
        if raw is None:
            return cls(number, None, kind)
        text = plain_drawing(raw)
        if kind is LineKind.SIXTEEN:
            kind = LineKind.DASHES if is_dashes(text) else LineKind.ROW
        return cls(number, _without_brackets(text) if kind is LineKind.ROW else text, kind)

    @property
    def is_markdown(self) -> bool:
        """Whether the line may be the rule below the header of a Markdown table."""
        text = (self.text or "").strip()
        return text.count("|") >= min(SIZES) - 1 and not set(text) - set("|-: \t")


def _without_brackets(text: str) -> str:
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

    `bar_columns` is the column of a bar by the cell (0 to n) that follows it. If there is a bar between all
    cells, it holds the heavy ones only.
    """

    number: int
    cells: tuple[str, ...]
    columns: tuple[int, ...]
    bar_columns: dict[int, int]

    @property
    def bars(self) -> tuple[int, ...]:
        """The cells that follow a bar, without the bars at the two ends."""
        return tuple(sorted(set(self.bar_columns) - {0, len(self.cells)}))

    def part(self, start: int, end: int | None) -> CellRow:
        """The cells from `start` to `end`."""
        bars = {cell - start: column for cell, column in self.bar_columns.items() if cell >= start}
        return CellRow(self.number, self.cells[start:end], self.columns[start:end], bars)


def parted_row(line: GridLine, way: str) -> CellRow | None:
    """The cells of a line, parted in one of WAYS; None where the line has no meaning in it."""
    text = line.text or ""
    if len(way) > 1:
        found = [(cell.start() + 1, cell[0]) for cell in re.finditer(way, text)]
        return _row(line, [column for column, _ in found], [cell for _, cell in found])
    parts = (text.replace(HEAVY_BAR, "|") if way == "|" else re.sub(f"[{BARS}]", " ", text)).split(way)
    if any(len(part.split()) > 1 for part in parts):
        return None
    columns, start = [], 0
    for part in parts:
        columns.append(start + 1 + len(part) - len(part.lstrip()) if part.strip() else max(start, 1))
        start += len(part) + 1
    first = int(way == "|" and not parts[0].strip())
    last = len(parts) - int(way == "|" and not parts[-1].strip())
    return _row(line, columns[first:last], [part.strip(" \t\"'") for part in parts[first:last]])


def _row(line: GridLine, columns: Sequence[int], cells: Sequence[str]) -> CellRow:
    """The row with these cells, and the bars of the line; if one is between all cells, the heavy ones."""
    bars: dict[int, int] = {}
    heavy: dict[int, int] = {}
    before = 0
    for bar in re.finditer(f"[{BARS}]", line.text or ""):
        while before < len(columns) and columns[before] <= bar.start():
            before += 1
        bars[before] = bar.start() + 1
        if bar[0] == HEAVY_BAR:
            heavy[before] = bar.start() + 1
    is_between_all = len(columns) > 2 and len(set(bars) - {0, len(columns)}) == len(columns) - 1
    return CellRow(line.number, tuple(cells), tuple(columns), heavy if is_between_all else bars)


def aligned_rows(lines: Sequence[GridLine]) -> list[CellRow] | None:
    """The rows of one puzzle with spaces for blanks, in a frame whose bars show equally wide boxes.

    None where that is not so, or where cells may stand in several ways: a lost cell must not move the others.
    """
    size, texts = len(lines), [line.text or "" for line in lines]
    if any(sign in text for text in texts for sign in BLANKS + "\t"):
        return None
    symbols = {cell.start() for text in texts for cell in re.finditer(SYMBOL, text)}
    bars = {tuple(bar.start() for bar in re.finditer(f"[{BARS}]", text)) for text in texts}
    layouts = _layouts_in_boxes(size, *bars) if len(bars) == 1 else ()
    found: dict[str, list[CellRow]] = {}
    for layout in layouts:
        if symbols <= set(layout):
            cells = [[text[column : column + 1].strip() for column in layout] for text in texts]
            columns = [column + 1 for column in layout]
            found[str(cells)] = [_row(line, columns, row) for line, row in zip(lines, cells, strict=True)]
    return next(iter(found.values())) if symbols and len(found) == 1 else None


def _layouts_in_boxes(size: int, bars: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The columns of all cells, for rows with bars at these columns, also before the first box and behind."""
    widths = {right - left - 1 for left, right in pairwise(bars)}
    count = len(bars) - 1
    if count < 2 or count == size or size % count or len(widths) != 1:
        return
    side, width = size // count, widths.pop()
    for distance in _DISTANCES:
        before, odd = divmod(width - distance * (side - 1) - 1, 2)  # as many spaces before as behind
        for margin in {before, before + odd}:
            if 0 <= margin < distance:
                yield tuple(bar + 1 + margin + distance * k for bar in bars[:-1] for k in range(side))
