"""Rows in which blanks are spaces: cells stand at fixed columns, the same in all rows.

One row does not tell where its cells are; all rows of a puzzle together do, where some of their symbols
stand in the first column and in the last, or where bars or spaces at the ends of lines show how wide a row
is. All layouts are tried: the distance of cells, a gap between boxes, numbers aligned left or right. What
fits several of them in different ways is not certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from sudocube.formats.grid_cells import CellRow, box_bars
from sudocube.formats.grid_text import BARS, DrawnLine
from sudocube.geometry import GEOMETRIES, SIZES

DISTANCES = range(1, 6)
"""How many columns apart neighbouring cells may stand."""

GAPS = range(4)
"""How many more columns there may be between two boxes."""

_BAR = re.compile(f"[{BARS}]")


@dataclass(frozen=True, slots=True)
class _Token:
    """A symbol or a number at the columns from `start` to `end`, from 0."""

    text: str
    start: int
    end: int


def aligned_rows(lines: Sequence[DrawnLine]) -> Iterator[list[CellRow]]:
    """The rows of one puzzle with spaces for blanks, once for each layout that fits; blank lines are rows."""
    size = len(lines)
    texts = [line.text or "" for line in lines]
    if size not in SIZES or any("\t" in text for text in texts):
        return
    bars = [tuple(match.start() for match in _BAR.finditer(text)) for text in texts]
    starts_of = _starts_between_bars(bars) if any(bars) else [None]
    for distance in DISTANCES:
        tokens = [_tokens(text, distance) for text in texts]
        if not any(tokens):
            return
        for starts, at_end in product(starts_of, (False, True) if distance > 1 else (False,)):
            layouts = (
                _layouts(size, texts, tokens, distance, at_end)
                if starts is None
                else (_layouts_in_boxes(size, starts, distance, at_end))
            )
            for layout in layouts:
                if (rows := _placed(lines, tokens, layout, at_end)) is not None:
                    yield rows


def _tokens(text: str, distance: int) -> list[_Token]:
    """The symbols of a line, or its numbers where cells are wider than one column."""
    pattern = rf"[^\s{BARS}]" + ("+" if distance > 2 else "")
    return [_Token(found[0], found.start(), found.end() - 1) for found in re.finditer(pattern, text)]


def _layouts(
    size: int, texts: Sequence[str], tokens: Sequence[list[_Token]], distance: int, at_end: bool
) -> Iterator[tuple[int, ...]]:
    """The columns of all cells, for rows without bars, so that the symbols fill the whole width."""
    columns = [token.end if at_end else token.start for row in tokens for token in row]
    first, last = min(columns), max(columns)
    widths = {len(text) for text in texts}
    padded = widths.pop() if len(widths) == 1 and any(text.endswith(" ") for text in texts) else None
    sides = {geometry.box_columns for geometry in GEOMETRIES if geometry.size == size}
    seen = set()
    for gap, side in product(GAPS, sorted(sides)):
        offsets = tuple(distance * k + gap * (k // side) for k in range(size))
        if last - first == offsets[-1]:
            seen.add(tuple(first + offset for offset in offsets))
        if padded is not None and padded - offsets[-1] in range(1, distance + 1):
            seen.update(
                tuple(at + offset for offset in offsets)
                for at in ({distance - 1, padded - 1 - offsets[-1]} if at_end else {0})
            )
    yield from sorted(seen)


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


def _layouts_in_boxes(
    size: int, starts: tuple[int, ...] | None, distance: int, at_end: bool
) -> Iterator[tuple[int, ...]]:
    """The columns of all cells, for rows with bars at these columns, the last one behind the last box."""
    places = starts or ()
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
    lines: Sequence[DrawnLine], tokens: Sequence[list[_Token]], layout: tuple[int, ...], at_end: bool
) -> list[CellRow] | None:
    """The rows with each token in its cell; None where one stands in no cell of the layout."""
    cell_at = {column: cell for cell, column in enumerate(layout)}
    rows = []
    for line, row in zip(lines, tokens, strict=True):
        cells = [""] * len(layout)
        for token in row:
            cell = cell_at.get(token.end if at_end else token.start)
            if cell is None or cells[cell]:
                return None
            cells[cell] = token.text
        columns = tuple(column + 1 for column in layout)
        rows.append(CellRow(line.number, tuple(cells), columns, box_bars(line, columns)))
    return rows
