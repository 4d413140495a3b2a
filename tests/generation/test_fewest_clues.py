"""That no 6×6 puzzle with 7 clues has one solution: proved again here, for a grid of each class.

Clues show a grid if they hit every *unavoidable set*: the cells in which another grid differs. So sets of
clues that hit all unavoidable sets known so far are looked for, the smallest first. If such clues have
another solution, it is one more unavoidable set; so it goes on until there are no hitting sets of 7 cells.
"""

from collections.abc import Collection, Iterator

import numpy as np

from sudocube import Geometry, Puzzle, check
from sudocube.clock import NO_LIMIT
from sudocube.cube import cube
from sudocube.diagnosis.hitting_sets import HittingSets
from sudocube.generation.impossible_plans import FEWEST_CLUES
from sudocube.generation.small_grid_lists import listed_grids
from sudocube.sat import IncrementalSolver, rules_as_clauses

SIX = Geometry(2, 3)
CELLS = np.arange(36).reshape(6, 6)


def exchanges() -> Iterator[np.ndarray]:
    """Exchanges of rows, bands, columns and stacks that make all others, as orders of the cells."""
    for order in ([1, 0, 2, 3, 4, 5], [0, 1, 3, 2, 4, 5], [2, 3, 0, 1, 4, 5], [0, 1, 4, 5, 2, 3]):
        yield CELLS[order].ravel()
    for order in ([1, 0, 2, 3, 4, 5], [0, 2, 1, 3, 4, 5], [3, 4, 5, 0, 1, 2]):
        yield CELLS[:, order].ravel()


def grid_of_each_class() -> list[list[int]]:
    """Of the 39,168 grids with the first row 1 2 3 4 5 6, one for each class.

    A class is what exchanges make of a grid, if its digits are exchanged so that the first row is that again.
    """
    grids = listed_grids(SIX, np.arange(39_168)).astype(np.int64)
    assert (grids[:, :6] == range(1, 7)).all()
    numbers = {grid.tobytes(): number for number, grid in enumerate(grids.astype(np.uint8))}
    neighbours = []
    for order in exchanges():
        moved = grids[:, order]
        digits = np.empty((len(grids), 7), np.int64)
        np.put_along_axis(digits, moved[:, :6], np.arange(1, 7)[None], axis=1)
        again = np.take_along_axis(digits, moved, axis=1).astype(np.uint8)
        neighbours.append([numbers[grid.tobytes()] for grid in again])
    seen: set[int] = set()
    firsts = []
    for number in range(len(grids)):
        if number not in seen:
            firsts.append(grids[number].tolist())
            left = [number]
            seen.add(number)
            while left:
                one = left.pop()
                new = {of_one[one] for of_one in neighbours} - seen
                seen |= new
                left += new
    return firsts


class OtherGrids:
    """The grids that differ from one grid, by a SAT solver."""

    def __init__(self, grid: list[int]) -> None:
        self._cube, self._grid = cube(SIX), grid
        self._literals = [self._cube.element(cell, digit) + 1 for cell, digit in enumerate(grid)]
        self._solver = IncrementalSolver(rules_as_clauses(self._cube))
        self._solver.add([-literal for literal in self._literals])

    def unavoidable(self, clues: Collection[int]) -> set[int] | None:
        """An unavoidable set without any of the clues, of which no part is one; None if there is none."""
        differs = self._differing({*clues})
        for cell in sorted(differs or ()):
            if differs is not None and cell in differs:
                differs = self._differing({*range(36)} - differs | {cell}) or differs
        return differs

    def _differing(self, kept: set[int]) -> set[int] | None:
        if not self._solver.is_satisfiable([self._literals[cell] for cell in kept]):
            return None
        true = [self._cube.cell_and_digit(one - 1) for one in self._solver.true_variables(6 * 36)]
        return {cell for cell, digit in true if self._grid[cell] != digit}


def fewest_clues_of(grid: list[int], most: int) -> set[int] | None:
    """The fewest cells with clues that show a grid; None if they are more than `most`."""
    others = OtherGrids(grid)
    with HittingSets(range(36), most=most) as sets:
        while (clues := sets.smallest(NO_LIMIT)) is not None:
            cells = {int(str(cell)) for cell in clues}
            if (unavoidable := others.unavoidable(cells)) is None:
                return cells
            sets.add(unavoidable)
    return None


def test_no_grid_of_six_by_six_is_shown_by_seven_clues():
    """Boxes of 3 rows × 2 columns are the same, seen from the side."""
    grids = grid_of_each_class()
    assert len(grids) == 49
    assert [fewest_clues_of(grid, FEWEST_CLUES[6] - 1) for grid in grids] == 49 * [None]


def test_some_grid_of_six_by_six_is_shown_by_eight_clues():
    puzzle = Puzzle("1...5......3....6..3.........45.1...", SIX)
    assert len(puzzle.clues) == FEWEST_CLUES[6] == 8
    [solution] = check(puzzle, engine="phases").solutions
    assert fewest_clues_of(list(solution.cells), 7) is None
    clues = fewest_clues_of(list(solution.cells), 8)
    assert clues is not None
    again = Puzzle([digit if cell in clues else 0 for cell, digit in enumerate(solution.cells)], SIX)
    assert len(clues) == 8
    assert check(again, engine="phases").solutions == (solution,)
