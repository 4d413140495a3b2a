"""The solutions of an ambiguous puzzle: how many, which digits occur in each cell, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.diagnosis.clue_solver import ClueSolver
from sudocube.engines import engine_for
from sudocube.errors import EngineError
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle

KEPT = 1000
"""How many of the solutions that are counted are kept, to be compared with each other."""


@dataclass(slots=True)
class Solutions:
    """What is known of the solutions of a puzzle.

    `count` were found; where `is_exact`, there are no others. `occurrences` says by element of the cube in
    how many of those found it is true; it holds each element that occurs, but for those of the cells in
    `undecided`, perhaps. `kept` are the first of them, and those that were looked for because something else
    occurs in them.
    """

    puzzle: Puzzle
    count: int = 0
    is_exact: bool = False
    occurrences: Counter[int] = field(default_factory=Counter)
    undecided: tuple[int, ...] = ()
    kept: list[Grid] = field(default_factory=list)

    def add(self, grid: Grid) -> None:
        """Count one more solution."""
        self.count += 1
        self.occurrences.update(_elements(grid))
        if self.count <= KEPT:
            self.kept.append(grid)

    def see(self, grid: Grid) -> None:
        """Know a solution that may have been counted already."""
        self.occurrences.update(_elements(grid))
        self.kept.append(grid)
        self.count = max(self.count, len(self.kept))

    def digits(self, cell: int) -> dict[int, int]:
        """The digits that occur in a cell, ascending, and in how many of the solutions that were found."""
        table = cube(self.puzzle.geometry)
        numbers = {
            digit: self.occurrences[table.element(cell, digit)] for digit in self.puzzle.geometry.digits
        }
        return {digit: number for digit, number in numbers.items() if number}

    @property
    def open_cells(self) -> list[int]:
        """The cells that do not hold the same digit in all solutions, or of which that is not known."""
        cells = range(len(self.puzzle.cells))
        return [cell for cell in cells if len(self.digits(cell)) > 1 or cell in self.undecided]


def gathered(
    puzzle: Puzzle, first: Sequence[Grid], limit: int, solver: ClueSolver, counting: Clock, clock: Clock
) -> Solutions:
    """Solutions counted up to a limit or the time for it, then those that show what else can occur.

    `first` are two that are known already.
    """
    solutions = Solutions(puzzle)
    answer = refereed_answer(
        engine_for(puzzle), puzzle, limit=limit, timeout=counting.seconds_left, on_result=solutions.add
    )
    if answer.faulty:
        raise EngineError(answer.reason)
    solutions.is_exact = answer.exhausted
    if not solutions.is_exact:
        for grid in first:
            if grid not in solutions.kept:
                solutions.see(grid)
        _see_what_occurs(solutions, solver, clock)
    return solutions


def _see_what_occurs(solutions: Solutions, solver: ClueSolver, clock: Clock) -> None:
    """Ask for solutions with an element that was not seen, until there are none.

    Cell by cell, so that what was found out stays known when time runs out.
    """
    puzzle = solutions.puzzle
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    for number, cell in enumerate(blanks):
        while unseen := [digit for digit in puzzle.geometry.digits if digit not in solutions.digits(cell)]:
            try:
                with solver.temporary([solver.literal(cell, digit) for digit in unseen]) as selector:
                    grid = solver.solution(puzzle.clues, clock, more=[selector])
            except TimeoutError:
                solutions.undecided = tuple(blanks[number:])
                return
            if grid is None:
                break
            solutions.see(grid)


def _elements(grid: Grid) -> list[int]:
    """The elements of the cube that are true in a grid."""
    size = grid.geometry.size
    return [cell * size + digit - 1 for cell, digit in enumerate(grid.cells)]
