"""Rows in which blanks are spaces: cells stand at fixed columns, the same in all rows.

One row does not tell where its cells are; all rows of a puzzle together do, where some of their symbols
stand in the first column and in the last, or where bars show how wide a row is. All layouts are tried: the
distance of cells, a gap between boxes, numbers aligned left or right. What fits several of them, or a wider
one whose outer columns are empty, is not certain. Nor are rows with few blanks, or with clashes between
them: a cell was probably lost or doubled, and all behind it stand in wrong columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from sudocube.geometry import GEOMETRIES, SIZES
from sudocube.rows.grid_cells import CellRow, box_bars
from sudocube.rows.grid_lines import GridLine
from sudocube.rows.grid_text import BARS

DISTANCES = range(1, 6)
"""How many columns apart neighbouring cells may stand."""

GAPS = range(4)
"""How many more columns there may be between two boxes."""

_BAR = re.compile(f"[{BARS}]")
_SYMBOL = re.compile(rf"[^\s{BARS}]")
_NUMBER = re.compile(rf"[^\s{BARS}]+")
_NINE = 9


def aligned_rows(lines: Sequence[GridLine]) -> list[CellRow] | None:
    """The rows of one puzzle with spaces for blanks; None where not exactly one layout fits them."""
    size = len(lines)
    texts = [line.text or "" for line in lines]
    if size not in SIZES or any("\t" in text for text in texts):
        return None
    bars = [tuple(match.start() for match in _BAR.finditer(text)) for text in texts]
    starts_of = _starts_between_bars(bars) if any(bars) else [None]
    found: dict[tuple[tuple[str, ...], ...], list[CellRow]] = {}
    is_drawn = False
    for distance in DISTANCES:
        tokens = [_tokens(text, distance) for text in texts]
        if not any(tokens) or any(not _is_cell(token[0], size) for row in tokens for token in row):
            continue
        for starts, at_end in product(starts_of, (False, True) if distance > 2 else (False,)):
            columns = {_place(token, at_end) for row in tokens for token in row}
            layouts = (
                _layouts(size, min(columns), max(columns), distance)
                if starts is None
                else _layouts_in_boxes(size, starts, distance)
            )
            for layout in layouts:
                if columns <= set(layout) and (rows := _placed(lines, tokens, layout, at_end)) is not None:
                    is_wider = not {layout[0], layout[-1]} <= columns
                    if starts is None and (is_wider or _may_miss_rows(size, columns, distance)):
                        return None
                    is_drawn = starts == bars[0]
                    found[tuple(row.cells for row in rows)] = rows
    if len(found) != 1:
        return None
    [rows] = found.values()
    return rows if is_drawn or (_has_many_blanks(rows) and not _has_clashes(rows)) else None


def _is_cell(text: str, size: int) -> bool:
    """Whether a token may be a cell: a symbol, or in sizes from 10 a number."""
    return len(text) == 1 or (size > _NINE and len(text) == 2 and text.isdigit())


def _has_many_blanks(rows: Sequence[CellRow]) -> bool:
    """Whether rows have spaces for blanks, and are not full rows, some of them damaged.

    At least half of the rows have a blank, there are n blanks in all, and no more than half of the rows have
    their symbols at the same columns.
    """
    size = len(rows)
    blanks = [row.cells.count("") for row in rows]
    shapes = Counter(
        tuple(map(bool, row.cells))
        for row, count in zip(rows, blanks, strict=True)
        if size - count >= min(SIZES)
    )
    is_same = any(2 * times > size for times in shapes.values())
    return 2 * sum(map(bool, blanks)) >= size and sum(blanks) >= size and not is_same


def _has_clashes(rows: Sequence[CellRow]) -> bool:
    """Whether a symbol occurs twice in a row or in a column: some cells may stand where they should not."""
    lines = [
        list(filter(None, line))
        for line in (*(row.cells for row in rows), *zip(*(row.cells for row in rows), strict=True))
    ]
    return any(len(set(line)) < len(line) for line in lines)


def _tokens(text: str, distance: int) -> list[re.Match[str]]:
    """The symbols of a line, or its numbers where cells are wider than one column."""
    return list((_SYMBOL if distance <= 2 else _NUMBER).finditer(text))


def _place(token: re.Match[str], at_end: bool) -> int:
    """The column of the first symbol of a token, or of its last, from 0."""
    return token.end() - 1 if at_end else token.start()


def _layouts(size: int, first: int, last: int, distance: int) -> set[tuple[int, ...]]:
    """The columns of all cells, for rows without bars whose symbols stand between these two columns."""
    sides = {geometry.box_columns for geometry in GEOMETRIES if geometry.size == size}
    offsets = {
        tuple(distance * k + gap * (k // side) for k in range(size)) for gap, side in product(GAPS, sides)
    }
    return {
        tuple(start + offset for offset in one)
        for one in offsets
        for start in range(last - one[-1], first + 1)
    }


def _may_miss_rows(size: int, columns: set[int], distance: int) -> bool:
    """Whether symbols at these columns fill the width of a larger grid, of which there are too few rows."""
    first, last = min(columns), max(columns)
    return any(
        layout[0] == first and layout[-1] == last and columns <= set(layout)
        for larger in SIZES
        if larger > size
        for layout in _layouts(larger, first, last, distance)
    )


def _starts_between_bars(bars: Sequence[tuple[int, ...]]) -> list[tuple[int, ...] | None]:
    """Where the boxes of a row begin, and behind them where the last one ends; nothing if rows differ."""
    if len(set(bars)) != 1 or len(bars[0]) < 2:
        return []
    places = bars[0]
    width = places[1] - places[0]
    starts = [places]
    if places[0] > 0:
        starts.append((places[0] - width, *places))
    return [one for start in starts for one in (start, (*start, start[-1] + width))]


def _layouts_in_boxes(size: int, places: tuple[int, ...], distance: int) -> Iterator[tuple[int, ...]]:
    """The columns of all cells, for rows with bars at these columns, the last one behind the last box."""
    count = len(places) - 1
    widths = {right - left - 1 for left, right in pairwise(places)}
    if count < 2 or size % count or len(widths) != 1 or size == count:
        return
    side, width = size // count, widths.pop()
    used = distance * (side - 1) + 1
    for before in range(distance):
        after = width - used - before
        if 0 <= after <= distance and (distance > 2 or abs(after - before) <= 1):
            yield tuple(left + 1 + before + distance * k for left in places[:-1] for k in range(side))


def _placed(
    lines: Sequence[GridLine], tokens: Sequence[list[re.Match[str]]], layout: tuple[int, ...], at_end: bool
) -> list[CellRow] | None:
    """The rows with each token in its cell; None where one stands in no cell of the layout."""
    cell_at = {column: cell for cell, column in enumerate(layout)}
    rows = []
    for line, row in zip(lines, tokens, strict=True):
        cells = [""] * len(layout)
        for token in row:
            cell = cell_at.get(_place(token, at_end))
            if cell is None or cells[cell]:
                return None
            cells[cell] = token[0]
        columns = tuple(column + 1 for column in layout)
        rows.append(CellRow(line.number, tuple(cells), columns, box_bars(line, columns)))
    return rows
