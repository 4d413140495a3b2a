"""The two closest solutions, which differ in the fewest cells, and the two farthest.

Where all solutions are known, and few, they are compared. Else a SAT solver looks for both at once: two
copies of the rules, and for each cell a literal that is true where they differ, of which at most, or at
least, so many may be true (see `totalizer`). Only digits that occur in some solution are in it.

    x[cell, d] ∧ ¬y[cell, d] → differs[cell]          x[cell, d] ∧ y[cell, d] → ¬differs[cell]

A digit that differs has another place in its row, which differs too, and so in its column and box: no cell
of a unit differs alone. So two solutions differ in 4 cells at least.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import TracebackType
from typing import Self

from sudocube.clock import Clock
from sudocube.cube import Cube, cube
from sudocube.diagnosis.clue_solver import ClueSolver
from sudocube.diagnosis.hitting_sets import totalizer
from sudocube.diagnosis.results import Pair
from sudocube.diagnosis.solutions import Solutions
from sudocube.puzzle import Grid
from sudocube.refereeing import refereed
from sudocube.sat import IncrementalSolver, clauses_by_line

FEWEST_CELLS = 4
"""No two solutions differ in fewer cells."""

COMPARED = 500
"""How many solutions are compared with each other, each with each."""


def differing(first: Grid, second: Grid) -> tuple[int, ...]:
    """The cells in which two grids differ."""
    pairs = zip(first.cells, second.cells, strict=True)
    return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)


def closest_pair(solutions: Solutions, solver: ClueSolver, clock: Clock) -> Pair:
    """The two solutions found that differ in the fewest cells, and the bound that was proved."""
    (first, second), _ = _extremes(_some(solutions.kept))
    found = len(differing(first, second))
    if _are_compared(solutions):
        return Pair(first, second, differing(first, second), found)
    bound = FEWEST_CELLS
    try:
        second = closer(first, second, solver, clock)
        found = len(differing(first, second))
        if bound < found:
            with _Both(solutions, clock) as both:
                outputs = both.counted(both.differs, found - 1, clock)
                while bound < found:
                    pair = both.pair(-outputs[bound], clock=clock)
                    if pair is not None:
                        first, second = pair
                        break
                    bound += 1
    except TimeoutError:
        pass
    return Pair(first, second, differing(first, second), bound)


def farthest_pair(solutions: Solutions, clock: Clock) -> Pair:
    """The two solutions found that differ in the most cells, and the bound that was proved."""
    _, (first, second) = _extremes(_some(solutions.kept))
    found = len(differing(first, second))
    if _are_compared(solutions):
        return Pair(first, second, differing(first, second), found)
    bound = len(solutions.open_cells)
    try:
        if found < bound:
            with _Both(solutions, clock) as both:
                agrees = [-literal for literal in both.differs]
                outputs = both.counted(agrees, len(agrees) - found - 1, clock)
                target, share = bound, clock.share(0.4)  # all that is open, if that is soon found
                while found < bound:
                    try:
                        pair = both.pair(*(-one for one in outputs[len(agrees) - target :][:1]), clock=share)
                    except TimeoutError:
                        target, share = found + 1, clock
                        clock.check()
                        continue
                    if pair is None:
                        bound = target - 1
                    else:
                        first, second = pair
                        found = len(differing(first, second))
                    target, share = found + 1, clock  # one more than before
    except TimeoutError:
        pass
    return Pair(first, second, differing(first, second), bound)


def _are_compared(solutions: Solutions) -> bool:
    """Whether comparing says it all."""
    return solutions.is_exact and solutions.count <= COMPARED


def _some(grids: Sequence[Grid]) -> Sequence[Grid]:
    """As many as are compared: the first of them, and the last, in which rare digits occur."""
    half = COMPARED // 2
    return grids if len(grids) <= COMPARED else [*grids[:half], *grids[-half:]]


def _extremes(grids: Sequence[Grid]) -> tuple[tuple[Grid, Grid], tuple[Grid, Grid]]:
    """Of these grids, the two closest and the two farthest."""
    size = grids[0].geometry.size
    masks = [sum(1 << cell * size + digit for cell, digit in enumerate(grid.cells)) for grid in grids]
    pairs = [((one & other).bit_count(), i, j) for (i, one), (j, other) in combinations(enumerate(masks), 2)]
    _, i, j = max(pairs, key=lambda pair: pair[0])
    _, k, m = min(pairs, key=lambda pair: pair[0])
    return (grids[i], grids[j]), (grids[k], grids[m])


def closer(grid: Grid, other: Grid, solver: ClueSolver, clock: Clock) -> Grid:
    """A solution that differs from `grid` in cells in which `other` does, and none does so in fewer of them.

    What is left is a deadly pattern: unless one of its cells is given, the puzzle is ambiguous. Raises
    TimeoutError.
    """
    while True:
        cells = differing(grid, other)
        same = {cell: digit for cell, digit in enumerate(grid.cells) if cell not in cells}
        differs = solver.difference(grid, cells)
        agrees = [-literal for literal in differs]
        with solver.temporary(differs, agrees) as somewhere_between:
            between = solver.solution(same, clock, more=[somewhere_between])
        if between is None:
            return other
        other = between


class _Both:
    """Two solutions at once, x and y; the literals `differs` are true for the cells in which they differ."""

    def __init__(self, solutions: Solutions, clock: Clock) -> None:
        self._puzzle = solutions.puzzle
        table = cube(self._puzzle.geometry)
        every = self._puzzle.geometry.digits
        digits = [
            every if cell in solutions.undecided else tuple(solutions.digits(cell))
            for cell in range(len(self._puzzle.cells))
        ]
        elements = [table.element(cell, digit) for cell in range(len(digits)) for digit in digits[cell]]
        self._x = {element: k for k, element in enumerate(elements, 1)}
        self._elements = elements
        self._solver = IncrementalSolver(top=2 * len(elements))
        of_cells = {cell: self._solver.new_variable() for cell in solutions.open_cells}
        self.differs = list(of_cells.values())
        try:
            self._add_rules(table, clock)
            self._add_differences(table, of_cells, clock)
        except BaseException:
            self._solver.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.close()

    def counted(self, literals: list[int], most: int, clock: Clock) -> list[int]:
        """Outputs: where the negation of output k is assumed, at most k of these literals are true."""
        clauses, outputs = totalizer(literals, most, self._solver.new_variable)
        clock.check()
        for clause in clauses:
            self._solver.add(clause)
        return outputs

    def pair(self, *assumed: int, clock: Clock) -> tuple[Grid, Grid] | None:
        """Two different solutions under assumptions; None where there are not. Raises TimeoutError."""
        if not self._solver.is_satisfiable(assumed, clock):
            return None
        count = len(self._elements)
        true = self._solver.true_variables(2 * count)
        x = self._grid([self._elements[k - 1] for k in true if k <= count])
        y = self._grid([self._elements[k - count - 1] for k in true if k > count])
        return x, y

    def _add_rules(self, table: Cube, clock: Clock) -> None:
        """Exactly one element of each line, for x and for y; elements that never occur are left out."""
        count = len(self._elements)
        for _, exactly_one in clauses_by_line(table, self._x):
            clock.check()
            for clause in exactly_one:
                self._solver.add(clause)
                self._solver.add([one + count if one > 0 else one - count for one in clause])

    def _add_differences(self, table: Cube, of_cells: dict[int, int], clock: Clock) -> None:
        """What it means that x and y differ in a cell; they do in some, and in no unit in one cell alone."""
        count = len(self._elements)
        for element, x in self._x.items():
            differs = of_cells.get(table.cell_and_digit(element)[0])
            if differs is not None:
                self._solver.add([-x, x + count, differs])
                self._solver.add([-x, -x - count, -differs])
        self._solver.add(self.differs)
        for unit in table.units:
            clock.check()
            literals = [of_cells[cell] for cell in unit.cells if cell in of_cells]
            for literal in literals:
                self._solver.add([-literal, *(other for other in literals if other != literal)])

    def _grid(self, elements: list[int]) -> Grid:
        """The grid of these elements, once the referee has passed it; else EngineError."""
        return refereed(cube(self._puzzle.geometry).grid(elements), self._puzzle)
