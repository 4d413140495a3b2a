"""The lines of the cube as masks, which of them cross, and what a technique found with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from sudocube.cube import Family
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.solvers.cube_state import cube_masks

FAMILIES = tuple(Family)


class Plane(NamedTuple):
    """Two sets of lines that cross: each element of one lies in the other, too; numbers of lines."""

    lines: tuple[int, ...]
    crossing: tuple[int, ...]
    mask: int
    is_simple: bool
    """Whether two lines that cross share one element; a box and a row share several."""


class Link(NamedTuple):
    """A strong link between two parts: bases whose open elements lie in these parts and in `inner` covers."""

    bases: tuple[int, ...]
    inner: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What one technique shows: bases and covers with their counts, and the elements that are false.

    Lines are numbers, see `Lines`. `removed` is a mask. `placed` is the element of a single, and `assumed`
    that of a net, whose singles are in `forced`, in order: line and element. `chain` holds the links of a
    chain in order, and `parts` the two masks of each; a loop has `is_loop`. Without covers, it is a
    contradiction.
    """

    level: int
    bases: Mapping[int, int]
    covers: Mapping[int, int]
    removed: int
    placed: int | None = None
    assumed: int | None = None
    chain: tuple[Link, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    is_loop: bool = False
    forced: tuple[tuple[int, int], ...] = ()


class Lines:
    """The lines of a geometry by number; get them with `lines_of(geometry)`, which makes them once.

    Lines are numbered as in `Cube.lines`: the n² cells, then n digits for each of the 3n units. Higher
    numbers stand for rectangles, see `uniqueness`; they are bases only.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.table = cube_masks(geometry)
        self.geometry, self.size = geometry, geometry.size
        self.lines = self.table.cube.lines
        self.units = self.table.cube.units
        self.masks = tuple(sum(1 << element for element in line.elements) for line in self.lines)
        through: list[list[int]] = [[] for _ in range(self.table.cube.element_count)]
        for number, line in enumerate(self.lines):
            for element in line.elements:
                through[element].append(number)
        self.through = tuple(map(tuple, through))
        """By element: its cell, row, column and box line."""
        self.segments = tuple(self._segments(number) for number in range(len(self.lines)))
        """By line: what it shares with each line that it shares several elements with."""
        self.planes = tuple(self._planes())

    def line(self, unit: int, digit: int) -> int:
        """The line of a unit, by its index in `units`, and a digit from 1."""
        return self.geometry.cell_count + unit * self.size + digit - 1

    def unit_and_digit(self, number: int) -> tuple[int, int]:
        """The unit, by its index in `units`, and the digit of a line that is no cell."""
        unit, less_one = divmod(number - self.geometry.cell_count, self.size)
        return unit, less_one + 1

    def family(self, number: int) -> Family | None:
        """The family of a line; None for a rectangle."""
        return self.lines[number].family if number < len(self.lines) else None

    def mask(self, number: int) -> int:
        """The elements of a line or a rectangle."""
        if number < len(self.masks):
            return self.masks[number]
        cells, digits = self.rectangle(number)
        return sum(self.masks[cell] & ~sum(1 << cell * self.size + d - 1 for d in digits) for cell in cells)

    @property
    def rectangles(self) -> tuple[tuple[int, int, int, int], ...]:
        """Four cells in two rows, two columns and two boxes."""
        return _rectangles(self.geometry)

    def rectangle(self, number: int) -> tuple[tuple[int, int, int, int], tuple[int, int]]:
        """The four cells and the two digits of a rectangle."""
        place, digits = divmod(number - len(self.lines), self.size**2)
        return self.rectangles[place], (digits // self.size + 1, digits % self.size + 1)

    def rectangle_number(self, place: int, low: int, high: int) -> int:
        """The number of a rectangle, by its place in `rectangles` and its two digits."""
        return len(self.lines) + place * self.size**2 + (low - 1) * self.size + high - 1

    def name(self, number: int) -> str:
        """The name of a line: "r4c5", "1 in row 4"; of a rectangle "not only 1 2 in r1c1 r1c4 r2c1 r2c4"."""
        if number < self.geometry.cell_count:
            return self.geometry.cell_name(number)
        if number < len(self.lines):
            unit, digit = self.unit_and_digit(number)
            return f"{SYMBOLS[digit]} in {self.units[unit].name}"
        cells, digits = self.rectangle(number)
        symbols = " ".join(SYMBOLS[digit] for digit in digits)
        return f"not only {symbols} in {' '.join(map(self.geometry.cell_name, cells))}"

    def named(self, name: str) -> int | None:
        """The number of the line or rectangle of that name; None for any other text."""
        numbers = _numbers_by_name(self.geometry)
        if name in numbers:
            return numbers[name]
        if not name.startswith("not only "):
            return None
        pairs = combinations(self.geometry.digits, 2)
        places = range(len(self.rectangles))
        numbers_of = (self.rectangle_number(place, *pair) for place, pair in product(places, pairs))
        return next((number for number in numbers_of if self.name(number) == name), None)

    def holding(self, part: int) -> list[int]:
        """The lines that hold a whole part; a part is a mask of at least one element."""
        first = (part & -part).bit_length() - 1
        return [number for number in self.through[first] if not part & ~self.masks[number]]

    def _segments(self, number: int) -> tuple[int, ...]:
        mask = self.masks[number]
        shared = {
            mask & self.masks[other]
            for element in self.lines[number].elements
            for other in self.through[element]
            if other != number
        }
        return tuple(sorted(one for one in shared if one & (one - 1)))

    def _planes(self) -> list[Plane]:
        """The planes: cells and digits of a unit; rows and columns of a digit; boxes and rows or columns."""
        n, shape = self.size, self.geometry
        planes = [
            self._plane(unit.cells, [self.line(index, digit) for digit in shape.digits], is_simple=True)
            for index, unit in enumerate(self.units)
        ]
        tall, wide = shape.box_rows, shape.box_columns
        bands = [(range(k, k + tall), range(2 * n + k, 2 * n + k + tall)) for k in range(0, n, tall)]
        stacks = [
            (range(n + k, n + k + wide), range(2 * n + k // wide, 3 * n, tall)) for k in range(0, n, wide)
        ]
        for digit in shape.digits:
            for sides in ((range(n), range(n, 2 * n)), *bands, *stacks):
                rows, others = ([self.line(unit, digit) for unit in side] for side in sides)
                planes.append(self._plane(rows, others, is_simple=len(rows) == n))
        return planes

    def _plane(self, lines: Sequence[int], crossing: Sequence[int], *, is_simple: bool) -> Plane:
        mask = sum(self.masks[number] for number in lines)  # those of one family share nothing
        return Plane(tuple(lines), tuple(crossing), mask, is_simple)


@cache
def lines_of(geometry: Geometry) -> Lines:
    """The lines of a geometry, made once."""
    return Lines(geometry)


@cache
def _numbers_by_name(geometry: Geometry) -> dict[str, int]:
    lines = lines_of(geometry)
    return {lines.name(number): number for number in range(len(lines.lines))}


@cache
def _rectangles(geometry: Geometry) -> tuple[tuple[int, int, int, int], ...]:
    n, corners = geometry.size, []
    for (top, bottom), (left, right) in product(combinations(range(n), 2), repeat=2):
        cells = (top * n + left, top * n + right, bottom * n + left, bottom * n + right)
        if len({geometry.box(cell) for cell in cells}) == 2:
            corners.append(cells)
    return tuple(corners)
