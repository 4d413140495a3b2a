"""From the rows of a block to whole puzzles: rules between them, labels around them, gaps between boxes.

A label is a number or letter in front of each row, or above each column, that counts: `1` to `9`, `A` to `I`,
`r1` to `r9`. Rows and columns are too many by one then, so labels are told from clues with certainty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sudocube.formats.grid_cells import CellRow
from sudocube.formats.grid_text import DrawnLine
from sudocube.geometry import SIZES

_DASHES = re.compile(r"-+")
_LABEL = re.compile(r"[(\[]?([rRcC]?)(\d{1,2}|[A-Ya-y])[)\].:]?")


@dataclass(frozen=True, slots=True)
class GridRows:
    """The rows of one puzzle, n of n cells, and the line of each rule by the number of rows above it."""

    rows: tuple[CellRow, ...]
    rules: dict[int, int]

    @property
    def size(self) -> int:
        """The size of the puzzle."""
        return len(self.rows)


def puzzles_in(rows: Sequence[CellRow], rules: Sequence[tuple[int, DrawnLine]]) -> list[GridRows]:
    """Whole puzzles of one size, one after the other; nothing where the rows do not make any.

    `rules` has the number of rows above each rule. A header of Markdown and labels are left out.
    """
    if len(rows) > 1 and is_header(rows[0].cells) and all(map(_DASHES.fullmatch, rows[1].cells)):
        return []
    rows, rules = _without_labels(*_without_header(list(rows), list(rules)))
    sizes = {len(row.cells) for row in rows}
    if len(sizes) != 1 or (size := sizes.pop()) not in SIZES or len(rows) % size:
        return []
    return [
        GridRows(tuple(rows[start : start + size]), _box_rules(size, rules, start))
        for start in range(0, len(rows), size)
    ]


def _box_rules(size: int, rules: Sequence[tuple[int, DrawnLine]], start: int) -> dict[int, int]:
    """The rules between boxes: of rules between all rows the heavy ones, and no rule below a header."""
    inner = [(above - start, rule) for above, rule in rules if 0 < above - start < size]
    places = {above for above, _ in inner}
    if places == {1} and all(rule.is_below_header for _, rule in inner):
        return {}
    if len(places) == size - 1 and size > 2:
        inner = [(above, rule) for above, rule in inner if rule.is_heavy]
        if len({above for above, _ in inner}) == size - 1:
            return {}
    return {above: rule.number for above, rule in inner}


def _without_header(
    rows: list[CellRow], rules: list[tuple[int, DrawnLine]]
) -> tuple[list[CellRow], list[tuple[int, DrawnLine]]]:
    """The rows below the header of a Markdown table: an empty row or labels, with a rule below.

    Such a line is never a row, also where rows are missing below it.
    """
    inner = [(above, rule) for above, rule in rules if 0 < above < len(rows)]
    if not inner or any(above != 1 for above, _ in inner) or len(rows) < 3:
        return rows, rules
    is_below = any(rule.is_below_header for _, rule in inner) or len(rows) - 1 in SIZES
    return (rows[1:], []) if is_below and is_header(rows[0].cells) else (rows, rules)


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells may be the header of a Markdown table: nothing, or labels."""
    return bool(cells) and (not any(cells) or _are_labels(cells) or _are_labels(cells[1:]))


def _without_labels(
    rows: list[CellRow], rules: list[tuple[int, DrawnLine]]
) -> tuple[list[CellRow], list[tuple[int, DrawnLine]]]:
    """The rows without a label in front of each, and without a row of labels above them."""
    for above in (0, 1):
        size = len(rows) - above
        labelled = rows[above:]
        if size not in SIZES or any(len(row.cells) != size + 1 for row in labelled):
            continue
        if not _are_labels([row.cells[0] for row in labelled]):
            continue
        if above and not _are_labels(rows[0].cells[-size:]):
            continue
        shorter = [
            replace(
                row,
                cells=row.cells[1:],
                columns=row.columns[1:],
                bar_columns={cell - 1: column for cell, column in row.bar_columns.items() if cell},
            )
            for row in labelled
        ]
        return shorter, [(place - above, rule) for place, rule in rules]
    return rows, rules


def _are_labels(cells: Sequence[str]) -> bool:
    """Whether cells count: `1`, `2`, `3` or `A`, `B`, `C`, perhaps with `r` or `c` in front.

    >>> _are_labels(["r1", "r2", "r3", "r4"]), _are_labels(["A.", "B.", "C."]), _are_labels(["1", "3", "2"])
    (True, True, False)
    """
    found = [_LABEL.fullmatch(cell) for cell in cells]
    if not all(found):
        return False
    labels = [(match[1].lower(), match[2].upper()) for match in found if match]
    if len({prefix for prefix, _ in labels}) != 1:
        return False
    names = [name for _, name in labels]
    numbers = [str(k) for k in range(1, len(names) + 1)]
    return (
        names in (numbers, [chr(ord("A") + k) for k in range(len(names))])
        or [name.lstrip("0") for name in names] == numbers
    )
