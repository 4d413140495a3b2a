r"""The cells of a row, in each of the ways in which people separate them.

| a row | its cells |
|---|---|
| `│7│ │.│` and Markdown's `\| 7 \| \| . \|` | what stands between two bars; nothing is a blank |
| `7,,.` or with semicolons or tabs | what stands between two delimiters; nothing is a blank |
| `[7, 0, 0],` and `"7..",` | the members of a list; the symbols of a text in quotes |
| `\| 4 89 3 \| 9 8 2 \|`, `10 . 3` | what spaces separate: a symbol, a number, or several candidates |
| `\|4..\|..3\|` | each symbol |

Rows with spaces for blanks are not here but in `grid_columns`: one row does not tell them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from sudocube.rows.grid_lines import GridLine
from sudocube.rows.grid_text import BARS, HEAVY_BAR

_BAR = re.compile(f"[{BARS}]")
_DOUBLE_BAR = re.compile(r"\|\|")
_TOKEN = re.compile(rf"[^\s{BARS}]+")
_SYMBOL = re.compile(rf"[^\s{BARS}]")
_ONE_BRACKET = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_BRACKETS = re.compile(r"[\[\](){}]")
_NAME = re.compile(
    r"^\s*(?:[a-z]+\s+)?[A-Za-z_]\w*(?:\[\d*\])*\s*=(?=\s*[\w.]*[\[({]|\s*$)|\"\w+\"\s*:(?=\s*\[)"
)
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_QUOTES = re.compile("[\"']")
_LIST_SIGNS = "[](){}\"'"
DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class CellRow:
    """The cells of a row as text (empty: a blank), the column of each, and the bars between boxes.

    `bar_columns` is the column of a bar by the cell (0 to n) that follows it. If there is a bar between all
    cells, it holds the heavy ones only.
    """

    number: int
    cells: tuple[str, ...]
    columns: tuple[int, ...]
    bar_columns: dict[int, int] = field(default_factory=dict)

    @property
    def bars(self) -> tuple[int, ...]:
        """The cells that follow a bar, without the bars at the two ends."""
        return tuple(sorted(set(self.bar_columns) - {0, len(self.cells)}))

    def without_label(self) -> CellRow:
        """The row without its first cell."""
        bars = {cell - 1: column for cell, column in self.bar_columns.items() if cell}
        return CellRow(self.number, self.cells[1:], self.columns[1:], bars)


def rows_by_bars(line: GridLine, *, has_double_bars: bool) -> list[CellRow] | None:
    """A cell between each bar and the next; `has_double_bars`: two bars side by side are one heavy bar."""
    text = line.text or ""
    if has_double_bars:
        text = _DOUBLE_BAR.sub(f" {HEAVY_BAR}", text)
    if not _BAR.search(text):
        return None
    parts = _parts(_BAR.sub("|", text), "|")
    if any(len(part.split()) > 1 for _, part in parts):
        return None
    first = int(not parts[0][1].strip())
    last = len(parts) - int(not parts[-1][1].strip())
    ends = [start - 1 for start, _ in parts[1:]]
    bars = {i - first: column + 1 for i, column in enumerate(ends, 1) if text[column] == HEAVY_BAR}
    return [_row(line, parts[first:last], bars)]


def rows_by_delimiter(line: GridLine, *, delimiter: str) -> list[CellRow] | None:
    """A cell between each delimiter and the next; where there is none, a cell between spaces."""
    text = line.text or ""
    if any(sign in text for sign in _LIST_SIGNS):
        return None
    if delimiter not in text:
        return rows_by_spaces(line)
    parts = _parts(text.replace("|", " "), delimiter)
    return None if any(len(part.split()) > 1 for _, part in parts) else [_row(line, parts, {})]


def rows_by_spaces(line: GridLine) -> list[CellRow] | None:
    """A cell for each run of characters between spaces and bars."""
    return [_matched_row(line, line.text or "", 0, _TOKEN)]


def rows_of_symbols(line: GridLine) -> list[CellRow] | None:
    """A cell for each symbol; spaces and bars are left out."""
    return [_matched_row(line, line.text or "", 0, _SYMBOL)]


def rows_of_lists(line: GridLine) -> list[CellRow] | None:
    """A row for each innermost list of the line, and for each text in quotes that is as long as a row."""
    text = _NAME.sub(lambda name: " " * len(name[0]), line.text or "")
    lists = [(found.start(1), found[1]) for found in _ONE_BRACKET.finditer(text)]
    outside = _BRACKETS.sub(" ", _ONE_BRACKET.sub(" ", text)).strip(" \t,;")
    if not lists and outside:
        lists = [(0, _BRACKETS.sub(" ", text))]
    elif outside not in ("", "array", "np.array", "numpy.array"):
        return None
    rows: list[CellRow] = []
    for start, content in lists:
        quoted = [(found.start() + 1, found[1] or found[2] or "") for found in _QUOTED.finditer(content)]
        if quoted and all(len(row) > 3 for _, row in quoted):
            rows += [_matched_row(line, row, start + at, _SYMBOL) for at, row in quoted]
        elif "," in content:
            members = content.rstrip(" \t;").removesuffix(",")
            rows.append(_row(line, _parts(_QUOTES.sub(" ", members), ",", start), {}))
        else:
            rows.append(_matched_row(line, content, start, _TOKEN))
    return rows


def _parts(text: str, delimiter: str, start: int = 0) -> list[tuple[int, str]]:
    """What stands between the delimiters, each with where it begins."""
    parts = []
    for part in text.split(delimiter):
        parts.append((start, part))
        start += len(part) + 1
    return parts


def _row(line: GridLine, parts: Sequence[tuple[int, str]], bars: dict[int, int]) -> CellRow:
    """The row with these parts of the line, each with where it begins, without the spaces around them."""
    columns = tuple(start + len(part) - len(part.lstrip()) + 1 for start, part in parts)
    return CellRow(line.number, tuple(part.strip() for _, part in parts), columns, bars)


def _matched_row(line: GridLine, text: str, start: int, pattern: re.Pattern[str]) -> CellRow:
    """The row with a cell for each match in a text, which begins there in the line."""
    found = list(pattern.finditer(text))
    columns = tuple(start + cell.start() + 1 for cell in found)
    bars = box_bars(line, columns, start, start + len(text))
    return CellRow(line.number, tuple(cell[0] for cell in found), columns, bars)


def box_bars(
    line: GridLine, columns: Sequence[int], start: int = 0, end: int | None = None
) -> dict[int, int]:
    """The bars of a line, or of the part from `start` to `end`, by the cell that follows.

    Where there is a bar between all cells, only the heavy ones.
    """
    text = line.text or ""
    bars: dict[int, int] = {}
    heavy: dict[int, int] = {}
    before = 0
    for match in _BAR.finditer(text, start, len(text) if end is None else end):
        while before < len(columns) and columns[before] <= match.start():
            before += 1
        bars[before] = match.start() + 1
        if match[0] == HEAVY_BAR:
            heavy[before] = match.start() + 1
    inner = set(bars) - {0, len(columns)}
    return heavy if len(columns) > 2 and len(inner) == len(columns) - 1 else bars


Reading = Callable[[GridLine], list[CellRow] | None]
"""A way to read a row: the rows in a line, or None where the line has no meaning in it."""


def readings(lines: Sequence[str]) -> Iterator[Reading]:
    """The ways to read rows in which what stands between the cells of these lines may be meant."""
    text = "\n".join(lines)
    yield rows_of_symbols
    if " " in text or "\t" in text:
        yield rows_by_spaces
    if any(bar in text for bar in BARS):
        yield partial(rows_by_bars, has_double_bars=False)
        if "||" in text:
            yield partial(rows_by_bars, has_double_bars=True)
    for delimiter in DELIMITERS:
        if delimiter in text:
            yield partial(rows_by_delimiter, delimiter=delimiter)
    if any(sign in text for sign in f"{_LIST_SIGNS},"):
        yield rows_of_lists
