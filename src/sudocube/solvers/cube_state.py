r"""The state of a solver on the cube, as integers: bit e is set while element e may still be true.

One integer is a whole state of a solver: the digits that each blank cell may still hold, which is the same as
the cells where each digit may still go. It is immutable, so a state is saved by keeping it, and restored by
using it again. Shifts look at all lines of a family together:

    cell lines of size 4:   cell 15 … cell 1  cell 0
    possible                0100 … 0110      1000        bit 4c + d - 1: cell c may hold d
    possible >> 0 & ends       0 …    0         0   \
    possible >> 1 & ends       0 …    1         0    \  n rows of bits, one column for each line;
    possible >> 2 & ends       1 …    1         0    /  `once` and `twice` collect them with two ORs
    possible >> 3 & ends       0 …    0         1   /

With Python's long integers this takes about 20 operations for the n² lines of a family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from sudocube.cube import Family, clashes, cube
from sudocube.geometry import SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers.trace import SILENT, Rule, StepKind, Trace

State = tuple[int, int]
"""Which elements are possible and which are placed, a bit for each."""

CLUES = Rule("the clues", "candidates")
CLASH = Rule("the clues", "clash")


class FamilyMasks(NamedTuple):
    """The lines of a family, the first element of each, and the distances of all its elements from that."""

    masks: tuple[int, ...]
    ends: int
    shifts: tuple[int, ...]


class Plane(NamedTuple):
    """Two sets of lines that cross: each element of one lies in the other, too."""

    lines: Sequence[int]
    crossing: Sequence[int]
    mask: int
    is_simple: bool
    """Whether two lines that cross share one element; a box and a row share several."""


class CubeMasks:
    """The masks of one geometry; get them with `cube_masks(geometry)`, which makes them once.

    A line is its mask, and so is a part of it; what techniques ask of lines stands in the middle. The last
    methods are what solvers with such states share: the state of the clues, a move, and how both are reported
    to a trace.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry, self.size, self.cube = geometry, geometry.size, cube(geometry)
        self.all = (1 << self.cube.element_count) - 1
        self.by_mask = {sum(1 << element for element in line.elements): line for line in self.cube.lines}
        self.masks = tuple(self.by_mask)
        """All lines, in the order of `Cube.lines`: the n² cells, then n digits for each of the 3n units."""
        through: list[list[int]] = [[] for _ in range(self.cube.element_count)]
        for mask, line in self.by_mask.items():
            for element in line.elements:
                through[element].append(mask)
        self.through = tuple(map(tuple, through))
        """By element: its cell, row, column and box line."""
        units = (unit for unit in self.cube.units for _ in geometry.digits)
        self.unit_of = dict(zip(self.masks[geometry.cell_count :], units, strict=True))
        """The unit of each line of a digit."""
        self.families = {family: self._of_family(family) for family in Family}
        self.without_peers = tuple(
            self.all & ~reduce(or_, lines) | 1 << element for element, lines in enumerate(self.through)
        )
        """By element: all elements except its peers."""

    def _of_family(self, family: Family) -> FamilyMasks:
        masks = tuple(mask for mask, line in self.by_mask.items() if line.family is family)
        first, *others = self.by_mask[masks[0]].elements
        ends = sum(mask & -mask for mask in masks)
        return FamilyMasks(masks, ends, (0, *(element - first for element in others)))

    def candidates(self, possible: int) -> list[int]:
        """The candidates of each cell, by cell: a mask in which bit d - 1 stands for digit d."""
        one_cell = (1 << self.size) - 1
        return [possible >> start & one_cell for start in range(0, self.cube.element_count, self.size)]

    def lone(self, possible: int, family: Family) -> tuple[int, bool]:
        """The elements that are alone on their line of the family, and whether some line is empty.

        On cell lines these are the naked singles, on all other lines the hidden singles.
        """
        lines = self.families[family]
        ends = lines.ends
        once = twice = 0
        for shift in lines.shifts:
            here = possible >> shift & ends
            twice |= once & here
            once |= here
        lone_ends = once & ~twice
        lone = 0
        if lone_ends:
            for shift in lines.shifts:
                lone |= lone_ends << shift
            lone &= possible
        return lone, once != ends

    def fewest(self, possible: int, placed: int, families: Iterable[Family]) -> int:
        """The line of these families with the fewest possible elements, among those without a placed one.

        Of several such lines the first is taken; it is 0 if each line has a placed element.
        """
        lines = (mask for family in families for mask in self.families[family].masks if not placed & mask)
        return min(lines, key=lambda mask: (possible & mask).bit_count(), default=0)

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

    @cached_property
    def segments(self) -> dict[int, list[int]]:
        """By line: what it shares with each line that it shares several elements with."""
        found = {}
        for line in self.masks:
            shared = {line & other for element in elements_of(line) for other in self.through[element]}
            found[line] = sorted(segment for segment in shared - {line} if segment & (segment - 1))
        return found

    @cached_property
    def planes(self) -> list[Plane]:
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

    def place(self, possible: int, placed: int, element: int) -> State:
        """The state after a move: the element is placed, and its peers are no longer possible."""
        return possible & self.without_peers[element], placed | 1 << element

    def state_of_clues(self, puzzle: Puzzle, trace: Trace = SILENT) -> State | None:
        """The state after all clues are placed; None where two of them clash."""
        possible, placed = self.all, 0
        for cell, digit in puzzle.clues.items():
            element = self.cube.element(cell, digit)
            if not possible >> element & 1:
                if trace.is_on:
                    clash = clashes(puzzle)[0]
                    digits, unit = [clash.digit], clash.unit
                    trace.conclusion(CLASH, about=clash.cells, digits=digits, unit=unit, after=None)
                return None
            possible, placed = self.place(possible, placed, element)
        if trace.is_on:
            after = self.candidates(possible)
            trace.conclusion(CLUES, cells=puzzle.clues, units=self.cube.units, after=after)
        return possible, placed

    def place_all(
        self, elements: int, possible: int, placed: int, trace: Trace, rule: Rule, families: Sequence[Family]
    ) -> State:
        """The state after single after single was placed, up to one that those before it have ruled out.

        Then there is a contradiction, which the next look finds. Each single is recorded: as a hidden single
        in the first unit of these families that shows it; without families, as a naked single.
        """
        for element in elements_of(elements):
            if not possible >> element & 1:
                break
            possible, placed = self.place(possible, placed, element)
            if trace.is_on:
                cell, digit = self.cube.cell_and_digit(element)
                units, masks = self.cube.units_of(cell), enumerate(trace.state.masks)
                others = {one for one, mask in masks if mask >> digit - 1 & 1} - {cell}
                hidden = (one for one in units if one.family in families and others.isdisjoint(one.cells))
                unit, left = next(hidden, None), self.candidates(possible)
                trace.conclusion(rule, placed={cell: digit}, unit=unit, units=units, after=left)
        return possible, placed

    def assume(self, trace: Trace, rule: Rule, element: int, line: int, possible: int, placed: int) -> State:
        """The state after a guess, the first or another one of a line; it is recorded."""
        possible, placed = self.place(possible, placed, element)
        if trace.is_on:
            cell, digit = self.cube.cell_and_digit(element)
            unit, after = self.unit_of.get(line), self.candidates(possible)
            trace.assume(StepKind.GUESS, rule, {cell: digit}, unit=unit, after=after)
        return possible, placed

    def record_empty(self, trace: Trace, rule: Rule, possible: int, family: Family = Family.CELL) -> None:
        """Record a contradiction, the first empty line of a family; the rule has the source's word for it."""
        if trace.is_on:
            empty = self.fewest(possible, 0, [family])
            unit = self.unit_of.get(empty)
            about, digits = ([], self.digits(empty)) if unit else (self.cells(empty), [])
            trace.conclusion(rule, about=about, digits=digits, unit=unit, after=None)


def elements_of(state: int) -> Iterator[int]:
    """The elements whose bits are set, in ascending order.

    >>> list(elements_of(0b10010))
    [1, 4]
    """
    while state:
        lowest = state & -state
        yield lowest.bit_length() - 1
        state ^= lowest


def unions(sets: Sequence[int], size: int, width: int) -> list[tuple[tuple[int, ...], int]]:
    """All choices of so many of these sets (masks) whose union has at most `width` members.

    Each has its places among the sets, which ascend, and the union. A partial choice is dropped as soon as
    its union is too large.

    >>> unions([0b0011, 0b0111, 0b0011, 0b1110], 2, 2)
    [((0, 2), 3)]
    """
    narrow = [(place, one) for place, one in enumerate(sets) if one.bit_count() <= width]
    chosen: list[tuple[tuple[int, ...], int]] = [((place,), one) for place, one in narrow]
    for _ in range(size - 1):
        chosen = [
            ((*places, place), union | one)
            for places, union in chosen
            for place, one in narrow
            if place > places[-1] and (union | one).bit_count() <= width
        ]
    return chosen


@cache
def cube_masks(geometry: Geometry) -> CubeMasks:
    """The masks of a geometry, made once."""
    return CubeMasks(geometry)
