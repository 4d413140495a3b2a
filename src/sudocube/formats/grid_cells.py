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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isqrt

from sudocube.formats.grid_text import BARS, HEAVY_BAR, DrawnLine
from sudocube.geometry import SIZES

_BAR = re.compile(f"[{BARS}]")
_DOUBLE_BAR = re.compile(r"\|\|")
_TOKEN = re.compile(rf"[^\s{BARS}]+")
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


def rows_by_bars(line: DrawnLine, *, has_double_bars: bool) -> list[CellRow] | None:
    """A cell between each bar and the next; `has_double_bars`: two bars side by side are one heavy bar."""
    text = line.text or ""
    if has_double_bars:
        text = _DOUBLE_BAR.sub(f" {HEAVY_BAR}", text)
    ends = [match.start() for match in _BAR.finditer(text)]
    if not ends:
        return None
    starts = [0, *(end + 1 for end in ends)]
    parts = [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)]
    first = 1 if not parts[0].strip() else 0
    last = len(parts) - 1 if not parts[-1].strip() else len(parts)
    if any(len(part.split()) > 1 for part in parts):
        return None
    bars = {i - first: column + 1 for i, column in enumerate(ends, 1) if text[column] == HEAVY_BAR}
    return [_row(line, list(zip(starts, parts, strict=True))[first:last], bars)]


def rows_by_delimiter(line: DrawnLine, *, delimiter: str) -> list[CellRow] | None:
    """A cell between each delimiter and the next; a delimiter at the end ends the last cell."""
    text = line.text or ""
    if delimiter not in text or any(sign in text for sign in _LIST_SIGNS):
        return None
    starts, parts = [0], text.split(delimiter)
    for part in parts[:-1]:
        starts.append(starts[-1] + len(part) + 1)
    if any(len(part.replace("|", " ").split()) > 1 for part in parts):
        return None
    return [_row(line, list(zip(starts, [part.replace("|", " ") for part in parts], strict=True)), {})]


def rows_by_spaces(line: DrawnLine) -> list[CellRow] | None:
    """A cell for each run of characters between spaces and bars."""
    return [_spaced_row(line, line.text or "", 0)]


def rows_of_symbols(line: DrawnLine) -> list[CellRow] | None:
    """A cell for each symbol; spaces and bars are left out."""
    return [_symbols_row(line, line.text or "", 0)]


def rows_of_lists(line: DrawnLine) -> list[CellRow] | None:
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
            rows += [_symbols_row(line, row, start + at) for at, row in quoted]
        elif "," in content:
            rows += _listed(line, start, content)
        else:
            rows.append(_spaced_row(line, content, start))
    return rows


def _listed(line: DrawnLine, start: int, content: str) -> list[CellRow]:
    """The members of a list, in several rows where they are the cells of a whole puzzle."""
    members = content.rstrip(" \t;").removesuffix(",").split(",")
    places = [start]
    for member in members[:-1]:
        places.append(places[-1] + len(member) + 1)
    parts = [(at, _QUOTES.sub(" ", member)) for at, member in zip(places, members, strict=True)]
    side = isqrt(len(parts))
    width = side if side * side == len(parts) and len(parts) > max(SIZES) else len(parts)
    return [_row(line, parts[i : i + width], {}) for i in range(0, len(parts), width)]


def _row(line: DrawnLine, parts: Sequence[tuple[int, str]], bars: dict[int, int]) -> CellRow:
    """The row with these parts of the line, each with where it begins, without the spaces around them."""
    columns = tuple(start + len(part) - len(part.lstrip()) + 1 for start, part in parts)
    return CellRow(line.number, tuple(part.strip() for _, part in parts), columns, bars)


def _spaced_row(line: DrawnLine, text: str, start: int) -> CellRow:
    found = list(_TOKEN.finditer(text))
    columns = tuple(start + token.start() + 1 for token in found)
    bars = box_bars(line, columns, start, start + len(text))
    return CellRow(line.number, tuple(token[0] for token in found), columns, bars)


def _symbols_row(line: DrawnLine, text: str, start: int) -> CellRow:
    places = [i for i, symbol in enumerate(text) if symbol not in BARS and not symbol.isspace()]
    columns = tuple(start + i + 1 for i in places)
    bars = box_bars(line, columns, start, start + len(text))
    return CellRow(line.number, tuple(text[i] for i in places), columns, bars)


def box_bars(
    line: DrawnLine, columns: Sequence[int], start: int = 0, end: int | None = None
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


Reading = Callable[[DrawnLine], list[CellRow] | None]
"""A way to read a row: the rows in a line, or None where the line has no meaning in it."""

READINGS: tuple[Reading, ...] = (
    rows_of_symbols,
    rows_by_spaces,
    partial(rows_by_bars, has_double_bars=False),
    partial(rows_by_bars, has_double_bars=True),
    *(partial(rows_by_delimiter, delimiter=delimiter) for delimiter in DELIMITERS),
    rows_of_lists,
)
"""All ways to read a row; a puzzle is certain if all that give one give the same."""
