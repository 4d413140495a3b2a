"""The rules, and what it is to break one.

    a cell without a digit      none of the n elements of a cell is true
    a cell with two digits      two elements of a cell are
    a digit twice in a unit     two elements are that give the same digit to two cells of a unit

A variable need not be an element: "is true" is then a conjunction of literals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from sudocube.cube import Cube, Unit
from sudocube.encoder.at_most_one import Clause
from sudocube.errors import EngineError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid
from sudocube.trusted import objection


class ViolationKind(StrEnum):
    """The three rules, by how they are broken; what is seen best in a grid comes first."""

    TWICE = "a digit twice in a unit"
    WITHOUT = "a cell without a digit"
    TWO = "a cell with two digits"


@dataclass(frozen=True, slots=True)
class Violation:
    """One way to break a rule: by which cells and digits, and in which units (all that hold the cells)."""

    rule: ViolationKind
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    units: tuple[Unit, ...]

    def elements(self, cube: Cube) -> list[int]:
        """The elements in question: all false where a cell is without a digit, else both true."""
        return [cube.element(cell, digit) for cell in self.cells for digit in self.digits]

    def clauses(self, cube: Cube, meaning: Sequence[Sequence[int]]) -> list[Clause]:
        """Clauses that hold exactly when the rule is broken so; `meaning` has the literals by element."""
        spelt = [meaning[element] for element in self.elements(cube)]
        if self.rule is ViolationKind.WITHOUT:
            return [[-literal for literal in literals] for literals in spelt]
        return [[literal] for literal in dict.fromkeys(literal for literals in spelt for literal in literals)]

    def is_in(self, digits: Sequence[Sequence[int]]) -> bool:
        """Whether the rule is broken so where the cells hold these digits."""
        if self.rule is ViolationKind.WITHOUT:
            return not digits[self.cells[0]]
        return all(set(self.digits).issubset(digits[cell]) for cell in self.cells)

    def in_words(self, geometry: Geometry) -> str:
        """What is wrong: "r1c1 and r1c5 both hold 3 in row 1"."""
        names = [geometry.cell_name(cell) for cell in self.cells]
        digits = [SYMBOLS[digit] for digit in self.digits]
        if self.rule is ViolationKind.WITHOUT:
            return f"{names[0]} holds no digit"
        if self.rule is ViolationKind.TWO:
            return f"{names[0]} holds both {digits[0]} and {digits[1]}"
        return f"{names[0]} and {names[1]} both hold {digits[0]} in {self.units[0].name}"


def violations(cube: Cube) -> Iterator[Violation]:
    """All ways to break a rule, each once: two cells may share a box and a line."""
    digits = tuple(cube.geometry.digits)
    units_of: dict[tuple[int, ...], list[Unit]] = {}
    for unit in cube.units:
        for cell in unit.cells:
            units_of.setdefault((cell,), []).append(unit)
        for pair in combinations(unit.cells, 2):
            units_of.setdefault(pair, []).append(unit)
    for cells, units in units_of.items():
        if len(cells) == 2:
            for digit in digits:
                yield Violation(ViolationKind.TWICE, cells, (digit,), tuple(units))
        else:
            yield Violation(ViolationKind.WITHOUT, cells, digits, tuple(units))
            for pair in combinations(digits, 2):
                yield Violation(ViolationKind.TWO, cells, pair, tuple(units))


@dataclass(frozen=True, slots=True)
class CounterGrid:
    """A counter-grid: what an encoding takes for a solution, and is none.

    `grid` has a blank where a cell is without a digit; of two digits in a cell it shows one, so chosen
    that the grid breaks the rules by itself; `crowded` has all the digits of such cells. `objection` is what
    the referee says of the grid.
    """

    grid: Board
    violation: Violation
    objection: str
    crowded: Mapping[int, Sequence[int]]


def broken(digits: Sequence[Sequence[int]], violation: Violation, geometry: Geometry) -> CounterGrid:
    """The counter-grid of a model that gives these digits to each cell, and breaks a rule so.

    Raises EngineError where the referee has nothing against it, which would be a fault of ours.
    """
    cells = [held[0] if held else 0 for held in digits]
    choices: Sequence[int] = [cells[violation.cells[0]]]
    if violation.rule is ViolationKind.TWICE:
        for cell in violation.cells:
            cells[cell] = violation.digits[0]
        choices = violation.digits
    elif violation.rule is ViolationKind.TWO:  # a valid grid with one cell changed is not valid any more
        choices = violation.digits
    for digit in choices:
        cells[violation.cells[0]] = digit
        reason = referee(cells, geometry)
        if reason is not None:
            crowded = {cell: held for cell, held in enumerate(digits) if len(held) > 1}
            return CounterGrid(Board(cells, geometry), violation, reason, crowded)
    raise EngineError(f"the referee finds nothing wrong where {violation.in_words(geometry)}")


def referee(cells: Sequence[int], geometry: Geometry) -> str | None:
    """What the referee has against a grid, whatever the clues; None where it is right."""
    return objection(cells, [0] * len(cells), geometry.box_rows, geometry.box_columns)


def refereed_grid(cells: Sequence[int], geometry: Geometry) -> Grid:
    """A grid that an encoding loses, once the referee has nothing against it; else EngineError."""
    reason = referee(cells, geometry)
    if reason is not None:
        raise EngineError(f"a grid that was to be right is not: {reason}")
    return Grid(cells, geometry)
