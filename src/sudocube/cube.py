"""The rules of Sudoku, stated once: a cube of Booleans and the lines that hold exactly one true element.

Element x[cell, d] is true when the cell holds digit d; there are n³. The rules are 4n² lines of n
elements each, and each line holds exactly one true element:

    family  line                  says                                      one element left is a
    cell    x[cell, ·]            the cell holds exactly one digit          naked single
    row     x[cells of row, d]    the digit is exactly once in the row      hidden single
    column  x[cells of column, d] … in the column                           hidden single
    box     x[cells of box, d]    … in the box                              hidden single

Elements are numbered from 0: element(cell, d) = cell * n + d - 1. Every solver and every encoding of the
package derives from this table. Only the trusted package and the kernel (with its Python twin) state the
rules themselves, so that a mistake here would be noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import compress
from typing import TYPE_CHECKING

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle

if TYPE_CHECKING:
    from sudocube.fields import Cell, Digit


class Family(StrEnum):
    """The four directions in which lines run."""

    CELL = "cell"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"


UNIT_FAMILIES = (Family.ROW, Family.COLUMN, Family.BOX)
"""The families whose lines belong to a unit: a row, a column or a box."""


@dataclass(frozen=True, slots=True)
class Line:
    """n elements, exactly one of which is true; `index` is that of the cell or the unit, from 0."""

    family: Family
    index: int
    elements: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A row, column or box: n cells that hold different digits; `index` counts from 0."""

    family: Family
    index: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name, counted from 1: "row 1", "box 9"."""
        return f"{self.family} {self.index + 1}"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Triad:
    """The cells that a row or column (`line`) and a box share, in ascending order.

    The digits of these cells are all that connects the row or column with the box.
    """

    line: Unit
    box: Unit
    cells: tuple[int, ...]


class Cube:
    """The table for one geometry; get it with `cube(geometry)`, which makes it once."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.size = geometry.size
        self.element_count = geometry.cell_count * geometry.size

    def element(self, cell: int, digit: int) -> int:
        """The number of x[cell, digit]; digits from 1."""
        return cell * self.size + digit - 1

    def cell_and_digit(self, element: int) -> tuple[int, int]:
        """The cell and the digit of an element."""
        cell, less_one = divmod(element, self.size)
        return cell, less_one + 1

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The 3n units: rows, then columns, then boxes; cells in ascending order."""
        places = (self.geometry.row, self.geometry.column, self.geometry.box)
        units = []
        for family, place in zip(UNIT_FAMILIES, places, strict=True):
            inside: list[list[int]] = [[] for _ in range(self.size)]
            for cell in range(self.geometry.cell_count):
                inside[place(cell)].append(cell)
            units += [Unit(family, index, tuple(cells)) for index, cells in enumerate(inside)]
        return tuple(units)

    def units_of(self, cell: int) -> tuple[Unit, Unit, Unit]:
        """The row, the column and the box of a cell."""
        n, shape = self.size, self.geometry
        row, column, box = shape.row(cell), shape.column(cell), shape.box(cell)
        return self.units[row], self.units[n + column], self.units[2 * n + box]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The 4n² lines: by cell, then by unit and digit."""
        n = self.size
        of_cells = [
            Line(Family.CELL, cell, tuple(range(self.element(cell, 1), self.element(cell, n) + 1)))
            for cell in range(self.geometry.cell_count)
        ]
        of_units = [
            Line(unit.family, unit.index, elements)  # of one digit, a cell at a time
            for unit in self.units
            for elements in zip(*(of_cells[cell].elements for cell in unit.cells), strict=True)
        ]
        return (*of_cells, *of_units)

    def lines_of(self, family: Family) -> tuple[Line, ...]:
        """The n² lines of one family."""
        first = list(Family).index(family) * self.geometry.cell_count
        return self.lines[first : first + self.geometry.cell_count]

    @cached_property
    def triads(self) -> tuple[Triad, ...]:
        """The triads of the rows, row by row, then those of the columns.

        In a 9×9 grid each has three cells, hence the name; in other grids as many as a box is wide or tall.
        """
        n = self.size
        boxes = self.units[2 * n :]
        shared = (
            (line, box, set(line.cells) & set(box.cells)) for line in self.units[: 2 * n] for box in boxes
        )
        return tuple(Triad(line, box, tuple(sorted(cells))) for line, box, cells in shared if cells)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """The peers of each element: the others that share a line with it. They are false if it is true."""
        peers: list[set[int]] = [set() for _ in range(self.element_count)]
        for line in self.lines:
            for element in line.elements:
                peers[element].update(line.elements)
        return tuple(frozenset(others - {element}) for element, others in enumerate(peers))

    def digits(self, held: Sequence[bool]) -> list[tuple[int, ...]]:
        """By cell: the digits of its elements of which that is true."""
        size, digits = self.geometry.size, self.geometry.digits
        return [tuple(compress(digits, held[start : start + size])) for start in range(0, len(held), size)]

    def grid(self, true_elements: Iterable[int]) -> Grid:
        """The grid in which exactly these n² elements are true, one for each cell.

        Raises PuzzleError where a cell has no element.
        """
        cells = bytearray(self.geometry.cell_count)
        for element in true_elements:
            cell, digit = self.cell_and_digit(element)
            cells[cell] = digit
        return Grid(bytes(cells), self.geometry)


@cache
def cube(geometry: Geometry) -> Cube:
    """The cube of a geometry, made once."""
    return Cube(geometry)


@dataclass(frozen=True, slots=True)
class Clash:
    """At least two clues that a rule forbids together: cells of one unit with the same digit."""

    in_row = "unit digit cells"

    unit: Unit
    """A row, a column or a box, from 1; boxes are numbered row by row. For example: "row 1"."""
    digit: Digit
    cells: tuple[Cell, ...]
    """The clues with this digit. For example: ["r1c1", "r2c1"]."""
    geometry: Geometry

    def __str__(self) -> str:
        names = [self.geometry.cell_name(cell) for cell in self.cells]
        number = "both" if len(names) == 2 else "all"
        which = f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{which} {number} hold {SYMBOLS[self.digit]} in {self.unit.name}"


def clashes(board: Board) -> list[Clash]:
    """The direct contradictions between filled cells, unit by unit.

    A board without any may still have no solution.

    >>> from sudocube.puzzle import Puzzle
    >>> [str(clash) for clash in clashes(Puzzle("1..1 .... .... ...."))]
    ['r1c1 and r1c4 both hold 1 in row 1']
    """
    found = []
    for unit in cube(board.geometry).units:
        values = [board.cells[cell] for cell in unit.cells]
        if len(set(values)) + values.count(0) - (0 in values) == len(values):
            continue
        for digit in board.geometry.digits:
            cells = tuple(cell for cell in unit.cells if board.cells[cell] == digit)
            if len(cells) > 1:
                found.append(Clash(unit, digit, cells, board.geometry))
    return found


def candidates_left(puzzle: Puzzle) -> dict[int, tuple[int, ...]]:
    """For each blank cell the digits that no clue rules out, in ascending order; nothing else is concluded.

    A puzzle with pencilmarks has no others than these.

    >>> left = candidates_left(Puzzle("12.. .... 3... ...."))
    >>> left[2], left[4]
    ((3, 4), (4,))
    """
    table = cube(puzzle.geometry)
    ruled_out: set[int] = set()
    for cell, digit in puzzle.clues.items():
        ruled_out.update(table.peers[table.element(cell, digit)])
    marks = puzzle.candidates
    return {
        cell: tuple(
            digit
            for digit in puzzle.geometry.digits
            if table.element(cell, digit) not in ruled_out and (marks is None or marks[cell] >> digit - 1 & 1)
        )
        for cell, value in enumerate(puzzle.cells)
        if not value
    }
