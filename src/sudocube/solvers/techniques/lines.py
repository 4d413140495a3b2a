"""The lines of the cube as masks, which of them cross, and what a technique found with them.

Elements are bits: bit e of a mask stands for element e. A line is its mask, and so is a part of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from typing import NamedTuple

from sudocube.cube import Family
from sudocube.geometry import SYMBOLS, VALUES, Geometry
from sudocube.solvers.cube_state import CubeMasks, elements_of


class Plane(NamedTuple):
    """Two sets of lines that cross: each element of one lies in the other, too."""

    lines: Sequence[int]
    crossing: Sequence[int]
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

    `removed` is a mask. `placed` is the element of a single, and `assumed` that of a net, whose singles are
    in `forced`, in order: line and element. `chain` holds the links of a chain in order, each with its two
    parts. Without covers, it is a contradiction.
    """

    bases: Mapping[int, int]
    covers: Mapping[int, int]
    removed: int
    placed: int | None = None
    assumed: int | None = None
    chain: tuple[tuple[Link, int, int], ...] = ()
    forced: tuple[tuple[int, int], ...] = ()

    @property
    def is_loop(self) -> bool:
        """Whether the ends of a chain share a line: there are as many covers as bases then."""
        return sum(self.covers.values()) == sum(self.bases.values())


class Lines(CubeMasks):
    """The lines of a geometry; get them with `lines_of(geometry)`, which makes them once."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self.geometry, self.size = geometry, geometry.size
        self.segments = {mask: self._segments(mask) for mask in self.masks}
        """By line: what it shares with each line that it shares several elements with."""
        self.planes = tuple(self._planes())

    def holding(self, part: int) -> list[int]:
        """The lines that hold a whole part, a mask of at least one element."""
        return [line for line in self.through[(part & -part).bit_length() - 1] if not part & ~line]

    def digits(self, mask: int) -> list[int]:
        """The digits of some elements, in ascending order."""
        return sorted({element % self.size + 1 for element in elements_of(mask)})

    def cells(self, mask: int) -> list[int]:
        """The cells of some elements, in ascending order."""
        return sorted({element // self.size for element in elements_of(mask)})

    def family(self, line: int) -> Family | None:
        """The family of a line; None for a rectangle."""
        return self.by_mask[line].family if line in self.by_mask else None

    def name(self, line: int) -> str:
        """The name of a line: "r4c5", "1 in row 4"; of a rectangle "not only 1 2 in r1c1 r1c4 r2c1 r2c4"."""
        digits, cells = self.digits(line), [*map(self.geometry.cell_name, self.cells(line))]
        if line not in self.by_mask:
            others = " ".join(SYMBOLS[digit] for digit in self.geometry.digits if digit not in digits)
            return f"not only {others} in {' '.join(cells)}"
        return f"{SYMBOLS[digits[0]]} in {self.unit_of[line]}" if line in self.unit_of else cells[0]

    def named(self, name: str) -> int | None:
        """The line or rectangle of that name; None for any other text."""
        if found := re.fullmatch("not only (.) (.) in (.*)", name):
            digits, corners = {VALUES.get(found[1]), VALUES.get(found[2])}, found[3].split()
            for cells in self.rectangles:
                if len(digits - {None, 0}) == 2 and corners == [*map(self.geometry.cell_name, cells)]:
                    return self.rectangle(cells, [digit for digit in digits if digit])
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {self.name(line): line for line in self.masks}

    @cached_property
    def rectangles(self) -> tuple[tuple[int, ...], ...]:
        """Four cells in two rows, two columns and two boxes."""
        n, sides = self.size, combinations(range(self.size), 2)
        corners = (
            (top * n + left, top * n + right, bottom * n + left, bottom * n + right)
            for (top, bottom), (left, right) in product(sides, repeat=2)
        )
        return tuple(cells for cells in corners if len({*map(self.geometry.box, cells)}) == 2)

    def rectangle(self, cells: Sequence[int], digits: Sequence[int]) -> int:
        """The elements of four cells, but for two digits."""
        return sum(self.masks[cell] & ~sum(1 << cell * self.size + d - 1 for d in digits) for cell in cells)

    def _segments(self, mask: int) -> list[int]:
        shared = {mask & other for element in elements_of(mask) for other in self.through[element]} - {mask}
        return sorted(segment for segment in shared if segment & (segment - 1))

    def _planes(self) -> list[Plane]:
        """The planes: cells and digits of a unit; rows and columns of a digit; boxes and rows or columns."""
        n, shape, units = self.size, self.geometry, self.cube.units
        tall, wide = shape.box_rows, shape.box_columns
        of_unit = [self.masks[k * n : (k + 1) * n] for k in range(n, 4 * n)]  # the lines of a unit, by digit
        sides = [([self.masks[cell] for cell in unit.cells], of_unit[k]) for k, unit in enumerate(units)]
        pairs = [(range(n), range(n, 2 * n))]
        pairs += [(range(k, k + tall), range(2 * n + k, 2 * n + k + tall)) for k in range(0, n, tall)]
        pairs += [
            (range(n + k * wide, n + (k + 1) * wide), range(2 * n + k, 3 * n, tall)) for k in range(tall)
        ]
        for (some, others), digit in product(pairs, range(n)):
            sides.append(([of_unit[k][digit] for k in some], tuple(of_unit[k][digit] for k in others)))
        return [Plane(one, other, sum(one), len(one) == n) for one, other in sides]


@cache
def lines_of(geometry: Geometry) -> Lines:
    """The lines of a geometry, made once."""
    return Lines(geometry)
