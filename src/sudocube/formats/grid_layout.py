"""One text line of a grid, and the box shape that bars and rules show.

- `| 5 3 . | . 7 . | . . . |` is a row: nine symbols, bars before symbols 0, 3, 6 and 9;
- `|-------+-------+-------|` is a rule;
- `---------` is a line of dashes: a rule, or a row of blanks; the block decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from sudocube.errors import FormatError
from sudocube.formats.grid_text import without_drawing
from sudocube.formats.line_kinds import LineKind, is_dashes, kind_of
from sudocube.formats.symbols import first_fault, square
from sudocube.formats.text_input import TextInput, TextLine, text_of
from sudocube.geometry import GEOMETRIES, Geometry


@dataclass(frozen=True)
class GridLine:
    """One text line of a block: a row, a rule, or dashes. `text` is None for a line that is too long."""

    number: int
    text: str | None
    kind: LineKind

    @classmethod
    def of(cls, line: TextLine) -> GridLine:
        """The same line as part of a grid; comments are cut off."""
        number, text = line
        if text is None:
            return cls(number, None, LineKind.OTHER)
        plain = without_drawing(text)
        kind = LineKind.DASHES if is_dashes(plain) else kind_of(plain)  # in a grid, sixteen dashes are dashes
        return cls(number, text_of(plain).partition("#")[0].rstrip(), kind)

    @cached_property
    def columns(self) -> list[int]:
        """The column of each symbol in the text, from 1."""
        return [i for i, symbol in enumerate(self.text or "", 1) if symbol != "|" and not symbol.isspace()]

    @cached_property
    def symbols(self) -> str:
        """The symbols, without bars and white space."""
        return "".join((self.text or "").replace("|", " ").split())

    @cached_property
    def bar_columns(self) -> dict[int, int]:
        """The column of each bar in the text, by the symbol (0 to n) that follows the bar."""
        places: dict[int, int] = {}
        before = 0
        for column, symbol in enumerate(self.text or "", 1):
            if symbol == "|":
                places[before] = column
            elif not symbol.isspace():
                before += 1
        return places

    @cached_property
    def bars(self) -> tuple[int, ...]:
        """The symbols that follow a bar, without the bars at the two ends."""
        return tuple(sorted(set(self.bar_columns) - {0, len(self.symbols)}))

    @property
    def is_framed(self) -> bool:
        """Whether there is a bar before the first symbol."""
        return 0 in self.bar_columns

    @property
    def is_spaced(self) -> bool:
        """Whether white space separates all neighbouring symbols that have no bar between them."""
        neighbours = [
            right - left
            for i, (left, right) in enumerate(zip(self.columns, self.columns[1:], strict=False), 1)
            if i not in self.bar_columns
        ]
        return bool(neighbours) and min(neighbours) > 1

    def fault(self, text_input: TextInput, size: int) -> FormatError | None:
        """What is wrong with the line as a row of a grid of that size; bars are not looked at."""
        if self.text is None:
            return text_input.long_line(self.number)
        fault = first_fault(self.symbols, size, size, f"a row of {square(size)}")
        if fault is None:
            return None
        at, found, expected = fault
        column = None if at is None else self.columns[at]
        return text_input.error(self.number, column, found=found, expected=expected)


class BarredRow(Protocol):
    """What a row shows of the box shape: its bars, as a GridLine or a CellRow has them."""

    @property
    def number(self) -> int:
        """The number of the text line."""

    @property
    def bars(self) -> tuple[int, ...]:
        """The cells that follow a bar, without the bars at the two ends."""

    @property
    def bar_columns(self) -> Mapping[int, int]:
        """The column of each bar in the text, by the cell (0 to n) that follows the bar."""


def geometry_of(
    text_input: TextInput, size: int, rows: Sequence[BarredRow], rules: Mapping[int, int]
) -> Geometry:
    """The geometry of a grid of that size with these rows and rules.

    `rules` has the number of rows above each rule (1 to n-1), and the rule's line number. Without bars and
    rules, the geometry is the usual one of the size. Raises FormatError where rows have different bars,
    where bars or rules do not fall between boxes, and where they contradict what the user fixed.
    """
    for above, row in pairwise(rows):
        if row.bars != above.bars:
            raise _other_bars(text_input, row, above)
    possible = _possible(text_input, size)
    bars = rows[0].bars
    by_bars = [g for g in possible if not bars or bars == _between(size, g.box_columns)]
    if not by_bars:
        raise _bad_bars(text_input, rows[0], size, possible)
    fits = [g for g in by_bars if not rules or tuple(sorted(rules)) == _between(size, g.box_rows)]
    if not fits:
        raise _bad_rules(text_input, rules, size, by_bars)
    usual = Geometry.of_size(size)
    return usual if usual in fits else fits[0]


def are_between_boxes(text_input: TextInput, size: int, rules: Iterable[int]) -> bool:
    """Whether rules after these rows are between boxes of some shape, and complete."""
    inner = tuple(sorted(set(rules)))
    return not inner or any(inner == _between(size, g.box_rows) for g in _possible(text_input, size))


def _possible(text_input: TextInput, size: int) -> list[Geometry]:
    """The geometries of that size that the user allows."""
    if text_input.fixed:
        return [text_input.fixed]
    return [geometry for geometry in GEOMETRIES if geometry.size == size]


def _between(size: int, side: int) -> tuple[int, ...]:
    """After which rows (or columns) a box ends and another begins."""
    return tuple(range(side, size, side))


def _places(noun: str, unit: str, places: Iterable[int]) -> str:
    """Where bars or rules are, in words: `bars after columns 3, 6`."""
    numbers = ", ".join(map(str, places))
    return f"{noun} after {unit} {numbers}" if numbers else f"no {noun}"


def _alternatives(noun: str, unit: str, size: int, sides: Iterable[int]) -> str:
    """Where bars or rules may be, in words, for each of these sides of a box."""
    return " or ".join(_places(noun, unit, _between(size, side)) for side in sorted(set(sides)))


def _as_asked(text_input: TextInput) -> str:
    """The shape that the user fixed, as the end of an error's text; empty where it is not fixed."""
    return f", for a grid that is {text_input.fixed} as asked for" if text_input.fixed else ""


def _other_bars(text_input: TextInput, row: BarredRow, above: BarredRow) -> FormatError:
    """The error for a row whose bars differ from those of the row above it."""
    odd = sorted(set(row.bars) - set(above.bars))
    column = row.bar_columns[odd[0]] if odd else None
    found = _places("bars", "columns", row.bars)
    expected = f"{_places('bars', 'columns', above.bars)}, as in line {above.number}"
    return text_input.error(row.number, column, found=found, expected=expected)


def _bad_bars(text_input: TextInput, row: BarredRow, size: int, possible: list[Geometry]) -> FormatError:
    """The error for bars that are not between boxes; its column is that of the first wrong bar."""
    sides = [geometry.box_columns for geometry in possible]
    column = row.bar_columns[_first_odd(row.bars, sides)]
    found = _places("bars", "columns", row.bars)
    expected = _alternatives("bars", "columns", size, sides) + _as_asked(text_input)
    return text_input.error(row.number, column, found=found, expected=expected)


def _bad_rules(
    text_input: TextInput, rules: Mapping[int, int], size: int, by_bars: list[Geometry]
) -> FormatError:
    """The error for rules that are not between boxes; its line is that of the first wrong rule."""
    sides = [geometry.box_rows for geometry in by_bars]
    places = sorted(rules)
    found = _places("rules", "rows", places)
    expected = _alternatives("rules", "rows", size, sides) + _as_asked(text_input)
    return text_input.error(rules[_first_odd(places, sides)], None, found=found, expected=expected)


def _first_odd(places: Sequence[int], sides: list[int]) -> int:
    """The first place that is between boxes of none of these sides; if there is none, the first place."""
    return next((place for place in places if all(place % side for side in sides)), places[0])
