"""Further clues that leave a chosen solution as the only one: as few as possible.

Every other solution differs from the chosen one in some cells, and at least one of these must be given. So
the cells of the new clues are a set that hits all these differences (see `hitting_sets`). If the smallest set
that hits those known so far leaves another solution, this shows another difference; if it leaves none, it is
a smallest repair.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from sudocube.clock import Clock
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdicts.clue_solver import ClueSolver, confirms
from sudocube.verdicts.hitting_sets import HittingSets
from sudocube.verdicts.known_solutions import KnownSolutions
from sudocube.verdicts.results import Clues, Repair
from sudocube.verdicts.solution_pairs import shrink_difference

FIRST_DIFFERENCES = 200
"""How many of the known solutions are used to find the first repair."""


def find_repair(
    solutions: KnownSolutions, target: Grid, solver: ClueSolver, clock: Clock, confirming: Clock
) -> Repair:
    """The smallest repair that was found in time; another solver has confirmed it.

    `target` is the chosen solution. `clock` is the time for the search, `confirming` that for the second
    solver. Raises TimeoutError where no repair was found or confirmed in time, and EngineError where the
    second solver disagrees.
    """
    puzzle = solutions.puzzle
    search = _RepairSearch(solutions, target, solver)
    cells, at_least = search.smallest(clock)
    added = {cell: target.cells[cell] for cell in sorted(cells)}
    repaired = Puzzle.of_clues(dict(sorted({**puzzle.clues, **added}.items())), puzzle.geometry)
    if not confirms(repaired, confirming, solution=target):
        raise TimeoutError
    return Repair(target, added, repaired, at_least)


class _RepairSearch:
    """Looks for cells which, given in addition to the clues, leave the chosen solution alone."""

    def __init__(self, solutions: KnownSolutions, target: Grid, solver: ClueSolver) -> None:
        self._clues, self._target, self._solver = solutions.puzzle.clues, target, solver
        self._open_cells = solutions.open_cells
        others = [grid for grid in solutions.kept if grid != target][:FIRST_DIFFERENCES]
        self._differences = [set(differing_cells(target, other)) for other in others]

    def smallest(self, clock: Clock) -> tuple[set[int], int]:
        """The smallest set of cells that was found in time, and the proved lower bound of its size."""
        blanks = (cell for cell in range(len(self._target.cells)) if cell not in self._clues)
        with self._solver.temporary(self._solver.difference(self._target, blanks)) as differs:
            best = self._greedy(differs, clock)
            return self._improve(best, differs, clock)

    def _greedy(self, differs: int, clock: Clock) -> set[int]:
        """Cells that rule out the most solutions first; then, if time allows, without redundant cells."""
        chosen: set[int] = set()
        not_hit = self._differences
        while True:
            while not_hit:
                counts = Counter(cell for difference in not_hit for cell in difference)
                cell = max(counts, key=lambda cell: (counts[cell], -cell))
                chosen.add(cell)
                not_hit = [difference for difference in not_hit if cell not in difference]
            difference = self._another_difference(chosen, differs, clock)
            if difference is None:
                break
            not_hit = [difference]
        with suppress(TimeoutError):
            for cell in sorted(chosen):
                if self._another_difference(chosen - {cell}, differs, clock, shrink=False) is None:
                    chosen.discard(cell)
        return chosen

    def _improve(self, best: set[int], differs: int, clock: Clock) -> tuple[set[int], int]:
        """A smallest set, if time allows, and the proved lower bound of its size."""
        at_least = 1
        with HittingSets(self._open_cells, most=len(best) - 1, at_least=1) as sets:
            try:
                for difference in self._differences:
                    sets.add(difference)
                while at_least < len(best):
                    hitting = sets.smallest(clock)
                    at_least = min(sets.at_least, len(best))
                    if hitting is None:
                        break
                    given = {cell for cell in self._open_cells if cell in hitting}
                    is_repair = True
                    while (found := self._another_difference(given, differs, clock)) is not None:
                        is_repair = False
                        sets.add(found)
                        given |= found  # so the next difference shares no cell with this one
                    if is_repair:
                        best = given
            except TimeoutError:
                at_least = min(max(at_least, sets.at_least), len(best))
        return best, at_least

    def _another_difference(
        self, given: set[int], differs: int, clock: Clock, *, shrink: bool = True
    ) -> set[int] | None:
        """The cells in which another solution with these cells differs; None if there is none.

        With `shrink`, no other solution differs in fewer of these cells only.
        """
        clues: Clues = {**self._clues, **{cell: self._target.cells[cell] for cell in given}}
        other = self._solver.solution(clues, clock, more=[differs])
        if other is None:
            return None
        if shrink:
            other = shrink_difference(self._target, other, self._solver, clock)
            self._differences.append(set(differing_cells(self._target, other)))
        return set(differing_cells(self._target, other))
