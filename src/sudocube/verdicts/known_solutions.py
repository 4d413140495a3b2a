"""The solutions of an ambiguous puzzle: how many, which digits occur in each cell, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.engines import Failed, Refuted, engine_for
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.clue_solver import ClueSolver

KEPT = 1000
"""How many of the counted solutions are kept, so that they can be compared with each other."""


@dataclass(slots=True)
class KnownSolutions:
    """What is known of the solutions of a puzzle.

    `count` solutions were found; if `is_exact`, there are no others. `occurrences` holds, by element of the
    cube, in how many of them it is true. Elements that occur are missing only in the cells in `undecided`.
    `kept` holds the first solutions, and those that were found because they show a digit not seen before.
    """

    puzzle: Puzzle
    count: int = 0
    is_exact: bool = False
    occurrences: Counter[int] = field(default_factory=Counter)
    undecided: tuple[int, ...] = ()
    kept: list[Grid] = field(default_factory=list)

    def add_counted(self, grid: Grid) -> None:
        """Add a solution that is different from all before it."""
        self.count += 1
        self.occurrences.update(_elements(grid))
        if self.count <= KEPT:
            self.kept.append(grid)

    def add_kept(self, grid: Grid) -> None:
        """Add a solution that is not in `kept`, but may have been counted."""
        self.occurrences.update(_elements(grid))
        self.kept.append(grid)
        self.count = max(self.count, len(self.kept))

    def digits(self, cell: int) -> dict[int, int]:
        """The digits that occur in a cell, ascending, each with the number of the known solutions."""
        table = cube(self.puzzle.geometry)
        numbers = {
            digit: self.occurrences[table.element(cell, digit)] for digit in self.puzzle.geometry.digits
        }
        return {digit: number for digit, number in numbers.items() if number}

    @property
    def open_cells(self) -> list[int]:
        """The cells in which solutions differ, and those in `undecided`, which may be such."""
        cells = range(len(self.puzzle.cells))
        return [cell for cell in cells if len(self.digits(cell)) > 1 or cell in self.undecided]


def collect_solutions(
    puzzle: Puzzle, first: Sequence[Grid], limit: int, solver: ClueSolver, counting: Clock, clock: Clock
) -> KnownSolutions:
    """Solutions counted up to `limit`, then further ones that show which other digits can occur.

    `first` are two known solutions. `counting` is the time for the count, `clock` that for the rest. Raises
    EngineError where the engine that counts fails.
    """
    solutions = KnownSolutions(puzzle)
    answer = refereed_answer(
        engine_for(puzzle),
        puzzle,
        limit=limit,
        timeout=counting.timeout_left,
        on_result=solutions.add_counted,
    )
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    solutions.is_exact = answer.exhausted
    if not solutions.is_exact:
        for grid in first:
            if grid not in solutions.kept:
                solutions.add_kept(grid)
        _find_other_digits(solutions, solver, clock)
    return solutions


def _find_other_digits(solutions: KnownSolutions, solver: ClueSolver, clock: Clock) -> None:
    """Search for solutions with a digit that was not seen in its cell, until there are none.

    Cell by cell, so that the result for the cells before stays known when time runs out.
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
            solutions.add_kept(grid)


def _elements(grid: Grid) -> list[int]:
    """The elements of the cube that are true in a grid."""
    size = grid.geometry.size
    return [cell * size + digit - 1 for cell, digit in enumerate(grid.cells)]
