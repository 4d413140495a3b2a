"""Further clues, of a chosen solution, that leave it the only one: as few as can be found.

Every other solution differs from the chosen one somewhere, and one of those cells has to be given. So the
clues are a set of cells that hits all those differences (see `hitting`). As long as the smallest set that
hits those known so far leaves another solution, that one shows one more; where it leaves none, it is a
smallest repair.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from sudocube.clock import Clock
from sudocube.diagnosis.clue_solver import ClueSolver, confirms
from sudocube.diagnosis.hitting_sets import HittingSets
from sudocube.diagnosis.pairs import closer, differing
from sudocube.diagnosis.results import Clues, Repair
from sudocube.diagnosis.solutions import Solutions
from sudocube.puzzle import Grid, Puzzle

STARTED_WITH = 200
"""How many of the known solutions serve to find the first repair."""


def repaired(solutions: Solutions, target: Grid, solver: ClueSolver, clock: Clock, checking: Clock) -> Repair:
    """The smallest repair that was found in time, confirmed by another solver.

    Raises TimeoutError where none was, EngineError where it is not confirmed.
    """
    puzzle = solutions.puzzle
    search = _Search(solutions, target, solver)
    cells, at_least = search.smallest(clock)
    added = {cell: target.cells[cell] for cell in sorted(cells)}
    mended = Puzzle.of_clues(dict(sorted({**puzzle.clues, **added}.items())), puzzle.geometry)
    if not confirms(mended, checking, solution=target):
        raise TimeoutError
    return Repair(target, added, mended, at_least)


class _Search:
    """Sets of cells that are given besides the clues."""

    def __init__(self, solutions: Solutions, target: Grid, solver: ClueSolver) -> None:
        self._clues, self._target, self._solver = solutions.puzzle.clues, target, solver
        self._blanks = solutions.open_cells
        others = [grid for grid in solutions.kept if grid != target][:STARTED_WITH]
        self._known = [set(differing(target, other)) for other in others]

    def smallest(self, clock: Clock) -> tuple[set[int], int]:
        """The smallest set that was found, and the bound that was proved."""
        blanks = (cell for cell in range(len(self._target.cells)) if cell not in self._clues)
        with self._solver.temporary(self._solver.difference(self._target, blanks)) as differs:
            best = self._first(differs, clock)
            return self._improved(best, differs, clock)

    def _first(self, differs: int, clock: Clock) -> set[int]:
        """A set of which no cell can be spared, if time allows: those that rule out most solutions first."""
        chosen: set[int] = set()
        open_sets = self._known
        while True:
            while open_sets:
                counts = Counter(cell for one in open_sets for cell in one)
                cell = max(counts, key=lambda cell: (counts[cell], -cell))
                chosen.add(cell)
                open_sets = [one for one in open_sets if cell not in one]
            pattern = self._another(chosen, differs, clock)
            if pattern is None:
                break
            open_sets = [pattern]
        with suppress(TimeoutError):
            for cell in sorted(chosen):
                if self._another(chosen - {cell}, differs, clock, is_small=False) is None:
                    chosen.discard(cell)
        return chosen

    def _improved(self, best: set[int], differs: int, clock: Clock) -> tuple[set[int], int]:
        at_least = 1
        with HittingSets(self._blanks, most=len(best) - 1, at_least=1) as sets:
            try:
                for known in self._known:
                    sets.add(known)
                while at_least < len(best):
                    cells = sets.smallest(clock)
                    at_least = min(sets.at_least, len(best))
                    if cells is None:
                        break
                    given = {cell for cell in self._blanks if cell in cells}
                    is_first = True
                    while (pattern := self._another(given, differs, clock)) is not None:
                        sets.add(pattern)
                        given |= pattern  # the next one shares no cell with it
                        is_first = False
                    if is_first:
                        best = given
            except TimeoutError:
                at_least = min(max(at_least, sets.at_least), len(best))
        return best, at_least

    def _another(
        self, given: set[int], differs: int, clock: Clock, *, is_small: bool = True
    ) -> set[int] | None:
        """The cells in which another solution with these cells differs, few where they can be; or None."""
        clues: Clues = {**self._clues, **{cell: self._target.cells[cell] for cell in given}}
        other = self._solver.solution(clues, clock, more=[differs])
        if other is None:
            return None
        if is_small:
            other = closer(self._target, other, self._solver, clock)
            self._known.append(set(differing(self._target, other)))
        return set(differing(self._target, other))
