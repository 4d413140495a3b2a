"""From the rows of a block to whole puzzles: rules between them, labels around them, the shape of boxes.

A label is a number or letter in front of each row, or above each column, that counts: `1` to `9`, `A` to `I`,
`r1` to `r9`. Rows and columns are too many by one then, so labels are told from clues with certainty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sudocube.geometry import GEOMETRIES, SIZES, Geometry
from sudocube.rows.grid_cells import CellRow
from sudocube.rows.grid_lines import GridLine
from sudocube.rows.text_input import TextInput

_DASHES = re.compile(r"-+")
_LABEL = re.compile(r"[(\[]?([rRcC]?)(\d{1,2}|[A-Ya-y])[)\].:]?")


Rules = list[tuple[int, GridLine]]
"""Lines of rules, each with the number of rows above it."""


@dataclass(frozen=True, slots=True)
class GridRows:
    """The rows of one puzzle of n×n cells, and the rules above, between and below them."""

    size: int
    rows: tuple[CellRow, ...]
    rules: Rules

    @property
    def inner_rules(self) -> dict[int, int]:
        """The line of each rule between boxes, by the number of rows above it.

        Of rules between all rows the heavy ones, and no rule below a header.
        """
        inner = [(above, rule) for above, rule in self.rules if 0 < above < self.size]
        places = {above for above, _ in inner}
        if places == {1} and all(rule.is_below_header for _, rule in inner):
            return {}
        if len(places) == self.size - 1 and self.size > 2:
            inner = [(above, rule) for above, rule in inner if rule.is_heavy]
            if len({above for above, _ in inner}) == self.size - 1:
                return {}
        return {above: rule.number for above, rule in inner}


def parted(size: int, rows: Sequence[CellRow], rules: Rules) -> list[GridRows]:
    """The rows of puzzles of that size, one after the other."""
    return [
        GridRows(
            size,
            tuple(rows[start : start + size]),
            [(above - start, rule) for above, rule in rules if start <= above <= start + size],
        )
        for start in range(0, len(rows), size)
    ]


def without_names(rows: list[CellRow], rules: Rules) -> tuple[list[CellRow], Rules]:
    """The rows without a header of Markdown and without labels; `rules` has the number of rows above each.

    A header is an empty row or labels, with a rule below; it is never a row, also where rows are missing
    below it. Nothing is left where a rule of Markdown is taken for a row.
    """
    if len(rows) < min(SIZES):
        return rows, rules
    names = rows[0].cells
    is_header = bool(names) and (not any(names) or _are_labels(names) or _are_labels(names[1:]))
    if is_header and all(map(_DASHES.fullmatch, rows[1].cells)):
        return [], []
    inner = [(above, rule) for above, rule in rules if 0 < above < len(rows)]
    is_below = any(rule.is_below_header for _, rule in inner) or len(rows) - 1 in SIZES
    if is_header and is_below and {above for above, _ in inner} == {1}:
        rows, rules = rows[1:], []
    for above in (0, 1):
        size, body, names = len(rows) - above, rows[above:], rows[0].cells if above else ()
        widths = {len(row.cells) for row in body}
        below = [(place - above, rule) for place, rule in rules]
        if size not in SIZES:
            continue
        if widths == {size + 1} and (not above or _are_labels(names[-size:])):
            if _are_labels([row.cells[0] for row in body]):
                return [row.without_label() for row in body], below
        elif above and widths == {size} == {len(names)} and names[0].isalpha() and _are_labels(names):
            return body, below
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


def geometry_of(
    text_input: TextInput, size: int, rows: Sequence[CellRow], rules: Mapping[int, int]
) -> Geometry:
    """The geometry of a grid of that size with these rows and rules.

    `rules` has the number of rows above each rule (1 to n-1), and the rule's line number. Without bars and
    rules, the geometry is the usual one of the size. Raises FormatError where rows have different bars,
    where bars or rules do not fall between boxes, and where they contradict what the user fixed.
    """
    fixed = text_input.fixed
    asked = f", for a grid that is {fixed} as asked for" if fixed else ""
    for above, row in pairwise(rows):
        if row.bars != above.bars:
            column = next((row.bar_columns[bar] for bar in row.bars if bar not in above.bars), None)
            expected = f"{_places('bars', above.bars)}, as in line {above.number}"
            raise text_input.error(row.number, column, found=_places("bars", row.bars), expected=expected)
    possible = [fixed] if fixed else [geometry for geometry in GEOMETRIES if geometry.size == size]
    bars = rows[0].bars
    by_bars = [one for one in possible if not bars or bars == _between(size, one.box_columns)]
    if not by_bars:
        sides = sorted({one.box_columns for one in possible})
        raise text_input.error(
            rows[0].number,
            rows[0].bar_columns[_first_odd(bars, sides)],
            found=_places("bars", bars),
            expected=_alternatives("bars", size, sides) + asked,
        )
    inner = tuple(sorted(rules))
    fits = [one for one in by_bars if not rules or inner == _between(size, one.box_rows)]
    if not fits:
        sides = sorted({one.box_rows for one in by_bars})
        raise text_input.error(
            rules[_first_odd(inner, sides)],
            None,
            found=_places("rules", inner),
            expected=_alternatives("rules", size, sides) + asked,
        )
    usual = Geometry.of_size(size)
    return usual if usual in fits else fits[0]


def _between(size: int, side: int) -> tuple[int, ...]:
    """After which rows (or columns) a box ends and another begins."""
    return tuple(range(side, size, side))


def _places(noun: str, places: Iterable[int]) -> str:
    """Where bars or rules are, in words: `bars after columns 3, 6`."""
    numbers = ", ".join(map(str, places))
    unit = "columns" if noun == "bars" else "rows"
    return f"{noun} after {unit} {numbers}" if numbers else f"no {noun}"


def _alternatives(noun: str, size: int, sides: Iterable[int]) -> str:
    """Where bars or rules may be, in words, for each of these sides of a box."""
    return " or ".join(_places(noun, _between(size, side)) for side in sides)


def _first_odd(places: Sequence[int], sides: Sequence[int]) -> int:
    """The first place that is between boxes of none of these sides; if there is none, the first place."""
    return next((place for place in places if all(place % side for side in sides)), places[0])
