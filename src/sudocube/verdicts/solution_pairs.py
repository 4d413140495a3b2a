"""The two closest solutions, which differ in the fewest cells, and the two farthest.

If all solutions are known, and not too many, they are compared with each other. Otherwise a SAT solver
searches for a pair of solutions: two copies x and y of the rules, and for each cell a literal that is true if
they differ there. A totalizer bounds how many of these literals are true. Digits that occur in no solution
are left out.

    x[cell, d] ∧ ¬y[cell, d] → differs[cell]          x[cell, d] ∧ y[cell, d] → ¬differs[cell]

Where two solutions differ in a cell, its digit is in another cell of the same row in the other solution; they
differ in that cell as well. The same holds for columns and boxes, so no cell of a unit differs alone, and two
solutions differ in at least 4 cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import TracebackType
from typing import Self

from sudocube.clock import Clock
from sudocube.cube import Cube, cube
from sudocube.puzzle import Grid, differing_cells
from sudocube.refereeing import refereed
from sudocube.sat import IncrementalSolver, clauses_by_line
from sudocube.verdicts.clue_solver import ClueSolver
from sudocube.verdicts.hitting_sets import totalizer
from sudocube.verdicts.known_solutions import KnownSolutions
from sudocube.verdicts.results import SolutionPair

FEWEST_CELLS = 4
"""Two solutions differ in at least so many cells."""

COMPARED = 500
"""The most solutions that are compared with each other."""


def closest_pair(solutions: KnownSolutions, solver: ClueSolver, clock: Clock) -> SolutionPair:
    """The two closest solutions that were found in time, and the proved bound."""
    (first, second), _ = _closest_and_farthest(_sample(solutions.kept))
    found = len(differing_cells(first, second))
    if _are_compared(solutions):
        return SolutionPair(first, second, differing_cells(first, second), found)
    bound = FEWEST_CELLS
    try:
        second = shrink_difference(first, second, solver, clock)
        found = len(differing_cells(first, second))
        if bound < found:
            with _PairSearch(solutions, clock) as search:
                outputs = search.add_totalizer(search.differs, found - 1, clock)
                while bound < found:
                    pair = search.pair(-outputs[bound], clock=clock)
                    if pair is not None:
                        first, second = pair
                        break
                    bound += 1
    except TimeoutError:
        pass
    return SolutionPair(first, second, differing_cells(first, second), bound)


def farthest_pair(solutions: KnownSolutions, clock: Clock) -> SolutionPair:
    """The two farthest solutions that were found in time, and the proved bound."""
    _, (first, second) = _closest_and_farthest(_sample(solutions.kept))
    found = len(differing_cells(first, second))
    if _are_compared(solutions):
        return SolutionPair(first, second, differing_cells(first, second), found)
    bound = len(solutions.open_cells)
    try:
        if found < bound:
            with _PairSearch(solutions, clock) as search:
                agrees = [-literal for literal in search.differs]
                outputs = search.add_totalizer(agrees, len(agrees) - found - 1, clock)
                # First all open cells at once, for a part of the time; then one cell more than before.
                target, search_clock = bound, clock.share(0.4)
                while found < bound:
                    try:
                        assumed = [-output for output in outputs[len(agrees) - target :][:1]]
                        pair = search.pair(*assumed, clock=search_clock)
                    except TimeoutError:
                        target, search_clock = found + 1, clock
                        clock.check()
                        continue
                    if pair is None:
                        bound = target - 1
                    else:
                        first, second = pair
                        found = len(differing_cells(first, second))
                    target, search_clock = found + 1, clock
    except TimeoutError:
        pass
    return SolutionPair(first, second, differing_cells(first, second), bound)


def _are_compared(solutions: KnownSolutions) -> bool:
    """Whether comparing the known solutions proves the result."""
    return solutions.is_exact and solutions.count <= COMPARED


def _sample(grids: Sequence[Grid]) -> Sequence[Grid]:
    """The solutions to compare: the first ones, and the last ones, in which rare digits occur."""
    half = COMPARED // 2
    return grids if len(grids) <= COMPARED else [*grids[:half], *grids[-half:]]


def _closest_and_farthest(grids: Sequence[Grid]) -> tuple[tuple[Grid, Grid], tuple[Grid, Grid]]:
    """Of these grids, the two closest and the two farthest."""
    size = grids[0].geometry.size
    masks = [sum(1 << cell * size + digit for cell, digit in enumerate(grid.cells)) for grid in grids]
    pairs = [((one & other).bit_count(), i, j) for (i, one), (j, other) in combinations(enumerate(masks), 2)]
    _, i, j = max(pairs, key=lambda pair: pair[0])
    _, k, m = min(pairs, key=lambda pair: pair[0])
    return (grids[i], grids[j]), (grids[k], grids[m])


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


class _PairSearch:
    """A SAT solver for two solutions x and y. Literals `differs`, one per open cell: do they differ?"""

    def __init__(self, solutions: KnownSolutions, clock: Clock) -> None:
        self._puzzle = solutions.puzzle
        table = cube(self._puzzle.geometry)
        all_digits = self._puzzle.geometry.digits
        digits = [
            all_digits if cell in solutions.undecided else tuple(solutions.digits(cell))
            for cell in range(len(self._puzzle.cells))
        ]
        elements = [table.element(cell, digit) for cell in range(len(digits)) for digit in digits[cell]]
        self._x = {element: k for k, element in enumerate(elements, 1)}
        self._elements = elements
        self._solver = IncrementalSolver(top=2 * len(elements))
        differs_in = {cell: self._solver.new_variable() for cell in solutions.open_cells}
        self.differs = list(differs_in.values())
        try:
            self._add_rules(table, clock)
            self._add_differences(table, differs_in, clock)
        except BaseException:
            self._solver.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.close()

    def add_totalizer(self, literals: list[int], most: int, clock: Clock) -> list[int]:
        """The outputs of a totalizer: if the negation of output k is assumed, at most k literals are true."""
        clauses, outputs = totalizer(literals, most, self._solver.new_variable)
        clock.check()
        for clause in clauses:
            self._solver.add(clause)
        return outputs

    def pair(self, *assumed: int, clock: Clock) -> tuple[Grid, Grid] | None:
        """Two different solutions under assumptions; None if there are none.

        Raises TimeoutError when the clock has run out.
        """
        if not self._solver.is_satisfiable(assumed, clock):
            return None
        count = len(self._elements)
        true = self._solver.true_variables(2 * count)
        x = self._grid([self._elements[k - 1] for k in true if k <= count])
        y = self._grid([self._elements[k - count - 1] for k in true if k > count])
        return x, y

    def _add_rules(self, table: Cube, clock: Clock) -> None:
        """Add the rules for x and for y, without the elements that occur in no solution."""
        count = len(self._elements)
        for _, exactly_one in clauses_by_line(table, self._x):
            clock.check()
            for clause in exactly_one:
                self._solver.add(clause)
                self._solver.add([one + count if one > 0 else one - count for one in clause])

    def _add_differences(self, table: Cube, differs_in: dict[int, int], clock: Clock) -> None:
        """Add what `differs` means, that one of its literals is true, and that none is alone in its unit."""
        count = len(self._elements)
        for element, x in self._x.items():
            differs = differs_in.get(table.cell_and_digit(element)[0])
            if differs is not None:
                self._solver.add([-x, x + count, differs])
                self._solver.add([-x, -x - count, -differs])
        self._solver.add(self.differs)
        for unit in table.units:
            clock.check()
            literals = [differs_in[cell] for cell in unit.cells if cell in differs_in]
            for literal in literals:
                self._solver.add([-literal, *(other for other in literals if other != literal)])

    def _grid(self, elements: list[int]) -> Grid:
        """The grid of these elements, if the referee passes it; otherwise EngineError."""
        return refereed(cube(self._puzzle.geometry).grid(elements), self._puzzle)
