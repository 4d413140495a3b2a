"""Grids that encodings are tried on: valid ones, and those that break a rule; and all ways to break one.

    a cell without a digit      none of the n elements of a cell is true
    a cell with two digits      two elements of a cell are true
    a digit twice in a unit     two elements that give the same digit to two cells of a unit are true

In some encodings an element is not a variable but a conjunction of literals. No valid grid comes from an
encoding: a native solver finds those of size 4, and a SAT solver that holds the clauses of the cube's lines
finds random ones; it is told which elements, drawn at random, to try first. All of them pass the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.cube import Cube, Unit, cube
from sudocube.engines import engine
from sudocube.errors import EngineError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.refereeing import referee, refereed
from sudocube.sat import IncrementalSolver, rules_as_clauses

ALL_TRIED_AT_SIZE = 4
"""The size at which all grids are tried; there are 288. At size 6 there are 28,200,960."""

SEED = 20
PREFERRED_SHARE = 0.15
"""The share of the elements that the search for a random grid first takes to be true."""


class ViolationKind(StrEnum):
    """How a rule can be broken; the kind that is easiest to see in a grid comes first."""

    REPEATED_DIGIT = "a digit twice in a unit"
    EMPTY_CELL = "a cell without a digit"
    TWO_DIGITS = "a cell with two digits"


class Violation(NamedTuple):
    """One way to break a rule: the cells and the digits, and all units that contain the cells."""

    kind: ViolationKind
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    units: tuple[Unit, ...]

    def elements(self, cube: Cube) -> list[int]:
        """The elements of the cells and digits: all are false in an empty cell, else both are true."""
        return [cube.element(cell, digit) for cell in self.cells for digit in self.digits]

    def literals(self, cube: Cube, first: int = 1) -> list[int]:
        """What holds in this violation, of the elements as variables from `first` on."""
        sign = -1 if self.kind is ViolationKind.EMPTY_CELL else 1
        return [sign * (first + element) for element in self.elements(cube)]

    def in_words(self, geometry: Geometry) -> str:
        """What is wrong, such as "r1c1 and r1c5 both hold 3 in row 1"."""
        names = [geometry.cell_name(cell) for cell in self.cells]
        digits = [SYMBOLS[digit] for digit in self.digits]
        if self.kind is ViolationKind.EMPTY_CELL:
            return f"{names[0]} holds no digit"
        if self.kind is ViolationKind.TWO_DIGITS:
            return f"{names[0]} holds both {digits[0]} and {digits[1]}"
        return f"{names[0]} and {names[1]} both hold {digits[0]} in {self.units[0].name}"


def violations(cube: Cube) -> Iterator[Violation]:
    """All ways to break a rule, each once, although two cells may share both a box and a row or column."""
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
                yield Violation(ViolationKind.REPEATED_DIGIT, cells, (digit,), tuple(units))
        else:
            yield Violation(ViolationKind.EMPTY_CELL, cells, digits, tuple(units))
            for pair in combinations(digits, 2):
                yield Violation(ViolationKind.TWO_DIGITS, cells, pair, tuple(units))


@dataclass(frozen=True, slots=True)
class CounterGrid:
    """A grid that an encoding accepts although it is not valid.

    `grid` has a blank where a cell holds no digit. Where a cell holds several, it shows one of them, chosen
    so that the grid breaks the rules by itself; `crowded` has all digits of these cells. `objection` is what
    the referee says of the grid.
    """

    grid: Board
    violation: Violation
    objection: str
    crowded: Mapping[int, Sequence[int]]


def counter_grid(digits: Sequence[Sequence[int]], violation: Violation, geometry: Geometry) -> CounterGrid:
    """The grid of a model that gives these digits to each cell and has this violation.

    Raises EngineError where the referee passes the grid, which would be a fault of ours.
    """
    cells = [held[0] if held else 0 for held in digits]
    if violation.kind is ViolationKind.REPEATED_DIGIT:
        for cell in violation.cells:
            cells[cell] = violation.digits[0]
    is_blank = violation.kind is ViolationKind.EMPTY_CELL
    for digit in (0,) if is_blank else violation.digits:  # a valid grid with one cell changed is not valid
        cells[violation.cells[0]] = digit
        grid = Board(cells, geometry)
        objection = referee(grid, Puzzle.of_clues({}, geometry))
        if objection is not None:
            crowded = {cell: held for cell, held in enumerate(digits) if len(held) > 1}
            return CounterGrid(grid, violation, objection, crowded)
    raise EngineError(f"the referee finds nothing wrong where {violation.in_words(geometry)}")


@cache
def every_grid(geometry: Geometry) -> tuple[Grid, ...]:
    """All valid grids of a geometry of size 4.

    >>> len(every_grid(Geometry.of_size(4)))
    288
    """
    found: list[Grid] = []
    engine("phases").answer(Puzzle.of_clues({}, geometry), limit=10**9, on_result=found.append)
    return tuple(valid_grid(grid.cells, geometry) for grid in found)


def random_grids(geometry: Geometry, count: int, clock: Clock, seed: int = SEED) -> Iterator[Grid]:
    """Random valid grids, the same ones for the same seed. Raises TimeoutError when the clock runs out."""
    clock.check()
    rng = Random(seed)
    table = cube(geometry)
    elements = range(1, table.element_count + 1)
    with IncrementalSolver([*rules_as_clauses(table, clock)], table.element_count, settings={}) as solver:
        for _ in range(count):
            preferred = [element if rng.random() < PREFERRED_SHARE else -element for element in elements]
            solver.load(clock)
            solver.prefer(preferred)
            solver.is_satisfiable((), clock)
            names = bytes([0, *rng.sample(geometry.digits, geometry.size)])  # digits are only names
            cells = table.grid(element - 1 for element in solver.true_variables(elements.stop)).cells
            yield valid_grid([names[digit] for digit in cells], geometry)


def valid_grid(cells: Sequence[int], geometry: Geometry) -> Grid:
    """The grid with these digits; EngineError where the referee refuses it, which would be our fault."""
    return refereed(Grid(cells, geometry), Puzzle.of_clues({}, geometry))
