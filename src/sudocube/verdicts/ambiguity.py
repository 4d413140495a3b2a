"""How the solutions of an ambiguous puzzle differ: digits that occur, the closest pair, what to add.

Where two solutions differ in a cell, its digit is in another cell of the same row in the other solution; they
differ in that cell as well. The same holds for columns and boxes, so no cell of a unit differs alone, and two
solutions differ in at least 4 cells.

Further clues leave a chosen solution as the only one. Every other solution differs from it in some cells, and
at least one of these must be given. So the cells of the new clues are a set that hits all these differences.
If the smallest set that hits those known so far leaves another solution, this shows another difference; if it
leaves none, it is a smallest repair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.engines import Failed, Refuted, engine_for
from sudocube.engines.asking import refereed_answer
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdicts.clue_solver import Clues, ClueSolver, confirms, smallest_set

if TYPE_CHECKING:
    from sudocube.fields import AtLeastTwo, Cell, Digit, Proved, TwoSolutions, Whole

KEPT = 500
"""How many of the counted solutions are kept; so many are compared with each other, at most."""

FEWEST_CELLS = 4
"""Two solutions differ in at least so many cells."""

FIRST_DIFFERENCES = 200
"""How many of the known solutions are used to find the first repair."""


@dataclass(frozen=True, slots=True)
class SolutionPair:
    """The two closest solutions that are known."""

    in_row = "solutions cells size at_least smallest=is_smallest"

    solutions: TwoSolutions
    """The two solutions. For example: ["1423324123144132", "1423324143122134"]."""
    cells: tuple[Cell, ...]
    """The cells in which they differ. For example: ["r1c1", "r2c1"]."""
    at_least: Whole
    """It is proved that any two solutions differ in at least so many cells. For example: 4."""

    @property
    def size(self) -> Whole:
        """In how many cells they differ. For example: 4."""
        return len(self.cells)

    @property
    def is_smallest(self) -> Proved:
        """Whether it is proved that no two solutions are closer; None if not. For example: true, null."""
        return self.at_least == self.size


@dataclass(frozen=True, slots=True)
class Repair:
    """Further clues that make a puzzle unique."""

    in_row = "solution clues size at_least smallest=is_smallest puzzle"

    solution: Grid
    """The solution that is left. For example: "1423324123144132"."""
    clues: Mapping[Cell, Digit]
    """The clues to add. For example: {"r1c2": 4}."""
    puzzle: Puzzle
    """The puzzle with these clues. For example: "14...2....3....4"."""
    at_least: Whole
    """It is proved that fewer than so many clues of this solution are not enough. For example: 1."""

    @property
    def size(self) -> Whole:
        """How many clues these are. For example: 1."""
        return len(self.clues)

    @property
    def is_smallest(self) -> Proved:
        """Whether it is proved that fewer clues of this solution are not enough; None if not.

        For example: true, null.
        """
        return self.at_least == self.size


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """How the solutions of a puzzle with several solutions differ.

    In the cells in `undecided`, digits may be missing from `candidates`.
    """

    in_row = "count exact=is_exact closest candidates=_candidates candidates_complete=_complete repair?"

    count: AtLeastTwo
    """How many solutions were found. For example: 5."""
    is_exact: bool
    """Whether there are no others. For example: true."""
    candidates: tuple[Mapping[int, int | None], ...]
    """The digits that occur in each cell in some solution, ascending, and in how many, if that is exact."""
    undecided: tuple[int, ...]
    closest: SolutionPair
    """The two closest solutions: their difference is what to break.

    For example: {"solutions": ["1423324123144132", "1423324143122134"], "cells": ["r3c1"], "size": 4,
    "at_least": 4, "smallest": true}.
    """
    repair: Repair | None = None
    """With `--repair`: further clues that make it unique; only if some were found.

    For example: {"solution": "1423324123144132", "clues": {"r1c2": 4}, "size": 1, "at_least": 1, "smallest":
    true, "puzzle": "14...2....3....4"}.
    """

    @property
    def _candidates(self) -> dict[Cell, dict[str, int | None]]:
        """For each cell, the digits that occur in solutions, and in how many; None if the count is not exact.

        For example: {"r1c1": {"1": 3, "2": 2}}.
        """
        digits = ({str(digit): number for digit, number in one.items()} for one in self.candidates)
        return dict(enumerate(digits))

    @property
    def _complete(self) -> bool:
        """Whether no other digit can occur. For example: true."""
        return not self.undecided


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


def closest_pair(solutions: KnownSolutions) -> SolutionPair:
    """The two of the known solutions that agree in the most cells, and the proved bound.

    If all solutions are known, and not too many, no two are closer. Of many, the last ones are compared, in
    which rare digits occur.
    """
    grids = solutions.kept[-KEPT:]
    is_proved = solutions.is_exact and solutions.count <= KEPT
    size = solutions.puzzle.geometry.size
    masks = [sum(1 << cell * size + digit for cell, digit in enumerate(grid.cells)) for grid in grids]
    places = combinations(range(len(grids)), 2)
    one, other = max(places, key=lambda pair: (masks[pair[0]] & masks[pair[1]]).bit_count())
    cells = differing_cells(grids[one], grids[other])
    return SolutionPair((grids[one], grids[other]), cells, len(cells) if is_proved else FEWEST_CELLS)


def shrink_difference(grid: Grid, other: Grid, solver: ClueSolver, clock: Clock) -> Grid:
    """A solution that differs from `grid` only where `other` does, in a set of cells that is minimal.

    This set is a deadly pattern: unless one of its cells is given, the puzzle has several solutions. Raises
    TimeoutError when the clock has run out.
    """
    while True:
        cells = differing_cells(grid, other)
        same = {cell: digit for cell, digit in enumerate(grid.cells) if cell not in cells}
        differs = solver.difference(grid, cells)
        agrees = [-literal for literal in differs]
        with solver.temporary(differs, agrees) as selector:
            between = solver.solution(same, clock, more=[selector])
        if between is None:
            return other
        other = between


def find_repair(
    solutions: KnownSolutions, target: Grid, solver: ClueSolver, clock: Clock, confirming: Clock
) -> Repair:
    """The smallest repair that was found in time; another solver has confirmed it.

    `target` is the chosen solution. `clock` is the time for the search, `confirming` that for the second
    solver. Raises TimeoutError where no repair was found or confirmed in time, and EngineError where the
    second solver disagrees.
    """
    puzzle, open_cells = solutions.puzzle, solutions.open_cells
    others = [grid for grid in solutions.kept if grid != target][:FIRST_DIFFERENCES]
    differences = [set(differing_cells(target, other)) for other in others]
    blanks = (cell for cell, digit in enumerate(puzzle.cells) if not digit)

    def another_difference(given: set[int]) -> set[int] | None:
        """The cells in which another solution with these cells differs; None if there is none.

        No other solution differs in fewer of these cells only.
        """
        clues: Clues = {**puzzle.clues, **{cell: target.cells[cell] for cell in sorted(given)}}
        other = solver.solution(clues, clock, more=[differs])
        if other is None:
            return None
        differences.append(set(differing_cells(target, shrink_difference(target, other, solver, clock))))
        return differences[-1]

    def rules_out_most_first() -> set[int]:
        """Cells that leave no other solution, those first that rule out the most."""
        chosen: set[int] = set()
        not_hit = differences
        while not_hit:
            counts = Counter(cell for difference in not_hit for cell in difference)
            chosen.add(max(counts, key=lambda cell: (counts[cell], -cell)))
            not_hit = [difference for difference in not_hit if not difference & chosen]
            if not not_hit and (more := another_difference(chosen)) is not None:
                not_hit = [more]
        return chosen

    with solver.temporary(solver.difference(target, blanks)) as differs:
        first = rules_out_most_first()
        cells, at_least = smallest_set(open_cells, first, [*differences], another_difference, clock)
    added = {cell: target.cells[cell] for cell in sorted(cells)}
    repaired = Puzzle.of_clues(dict(sorted({**puzzle.clues, **added}.items())), puzzle.geometry)
    if not confirms(repaired, confirming, solution=target):
        raise TimeoutError
    return Repair(target, added, repaired, at_least)
