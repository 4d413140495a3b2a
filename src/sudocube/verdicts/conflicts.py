"""Clues that cannot stand together: minimal conflicts, disjoint conflicts, and a smallest one.

A minimal conflict is found by deletion. If there is still no solution without a clue, it is dropped, and so
are all clues that the solver did not need to show that (those outside its core). If there is a solution
without it, it stays. Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
Applications" (2010).

A smallest conflict is found by hitting sets. Take a solution of some of the clues that no further clue fits:
the clues that it does not hold are a correction set, and every conflict contains one of them. So a conflict
hits all correction sets. If the smallest set that hits those known so far has a solution, this shows another
correction set; if it has none, it is a smallest conflict.
"""

from __future__ import annotations

from collections.abc import Mapping

from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.clue_solver import ClueSolver, confirms
from sudocube.verdicts.hitting_sets import HittingSets
from sudocube.verdicts.results import Clues, Conflict

FEWEST_CLUES = 2
"""A single clue always has a solution."""


class ConflictingClues:
    """Clues without a solution. `solutions_without` shows which of them are known to be needed.

    It holds, by the cell of such a clue, a solution of the others that the referee has passed.
    """

    def __init__(self, clues: Clues, solutions_without: Mapping[int, Grid]) -> None:
        self.clues, self.solutions_without = clues, solutions_without

    @property
    def is_minimal(self) -> bool:
        """Whether each clue is known to be needed."""
        return len(self.solutions_without) == len(self.clues)


def conflict_among(clues: Clues, solver: ClueSolver, clock: Clock) -> ConflictingClues | None:
    """Some of these clues that have no solution; None if all of them together have one.

    The conflict is minimal, unless time runs out. Raises TimeoutError if it runs out before any is known.

    >>> from sudocube.verdicts.clue_solver import kept_clue_solver
    >>> from sudocube.geometry import Geometry
    >>> solver = kept_clue_solver(Geometry.of_size(4))
    >>> found = conflict_among({0: 1, 1: 2, 2: 3, 7: 4, 15: 1}, solver, Clock())
    >>> sorted(found.clues), found.is_minimal
    ([0, 1, 7], True)
    """
    if solver.solution(clues, clock) is not None:
        return None
    return shrink_conflict(solver.core(clues), solver, clock)


def shrink_conflict(clues: Clues, solver: ClueSolver, clock: Clock) -> ConflictingClues:
    """A minimal conflict among clues that have no solution; not minimal if time runs out."""
    rest = {cell: solver.literal(cell, digit) for cell, digit in clues.items()}
    needed: dict[int, int] = {}
    solutions_without: dict[int, Grid] = {}
    try:
        while rest:
            cell, literal = rest.popitem()
            others = [*needed.values(), *rest.values()]
            try:
                solution = solver.unrefereed_solution(others, clock)
            except TimeoutError:
                rest[cell] = literal
                raise
            if solution is None:
                core = set(solver.core_literals())
                rest = {other: literal for other, literal in rest.items() if literal in core}
            else:
                solutions_without[cell] = solution
                needed[cell] = literal
    except TimeoutError:
        pass
    kept = {cell: digit for cell, digit in clues.items() if cell in needed or cell in rest}
    for cell, solution in solutions_without.items():
        solver.refereed(solution, {other: digit for other, digit in kept.items() if other != cell})
    return ConflictingClues(kept, solutions_without)


def disjoint_conflicts(clues: Clues, solver: ClueSolver, clock: Clock) -> tuple[list[ConflictingClues], bool]:
    """Conflicts that share no clue, those of two clashing clues first, as many as there is time for.

    The Boolean says whether the clues outside these conflicts are known to have a solution.
    """
    left = dict(clues)
    found: list[ConflictingClues] = []
    try:
        for clash in clashes(Puzzle.of_clues(left, solver.geometry)):
            pair = [cell for cell in clash.cells if cell in left][:2]
            if len(pair) == FEWEST_CLUES:
                found.append(shrink_conflict({cell: left.pop(cell) for cell in pair}, solver, clock))
        while (conflict := conflict_among(left, solver, clock)) is not None:
            found.append(conflict)
            left = {cell: digit for cell, digit in left.items() if cell not in conflict.clues}
    except TimeoutError:
        return found, False
    return found, True


def confirmed_conflict(found: ConflictingClues, puzzle: Puzzle, at_least: int, clock: Clock) -> Conflict:
    """The conflict to report, checked by another solver; EngineError if that one finds a solution."""
    alone = Puzzle.of_clues(found.clues, puzzle.geometry)
    is_confirmed = bool(clashes(alone)) or confirms(alone, clock)
    is_minimal = found.is_minimal or len(found.clues) == at_least
    return Conflict(tuple(sorted(found.clues)), is_minimal, at_least, is_confirmed)


def smallest_conflict(
    clues: Clues, known: ConflictingClues, solver: ClueSolver, clock: Clock
) -> tuple[ConflictingClues, int]:
    """The smallest conflict that was found in time, beginning with a known one, and a proved lower bound.

    No conflict has fewer clues than the bound; if the conflict has as many, it is a smallest one.
    """
    best = known
    at_least = FEWEST_CLUES
    with HittingSets(clues, most=len(best.clues) - 1, at_least=FEWEST_CLUES) as sets:
        try:
            for solution in known.solutions_without.values():
                sets.add(_correction_set(clues, _maximal_solution(clues, solution, solver, clock)))
            while len(best.clues) > at_least:
                hitting = sets.smallest(clock)
                at_least = min(sets.at_least, len(best.clues))
                if hitting is None or at_least == len(best.clues):
                    break
                chosen = {cell: clues[cell] for cell in clues if cell in hitting}
                has_solution = False
                while (grid := solver.solution(chosen, clock)) is not None:
                    has_solution = True
                    correction_set = _correction_set(clues, _maximal_solution(clues, grid, solver, clock))
                    sets.add(correction_set)
                    # With these clues, too, the next correction set shares no clue with this one.
                    chosen |= {cell: clues[cell] for cell in correction_set}
                core = solver.core(chosen)
                if not has_solution or len(core) < len(best.clues):
                    best = min(best, shrink_conflict(core, solver, clock), key=lambda one: len(one.clues))
        except TimeoutError:
            at_least = min(max(at_least, sets.at_least), len(best.clues))
    return best, at_least


def _correction_set(clues: Clues, grid: Grid) -> list[int]:
    """The cells of the clues that a grid does not hold: without these clues, there is a solution."""
    return [cell for cell, digit in clues.items() if grid.cells[cell] != digit]


def _maximal_solution(clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock) -> Grid:
    """A grid that holds all the clues that this one holds, and more, so that no further clue fits."""
    kept = {cell: digit for cell, digit in clues.items() if grid.cells[cell] == digit}
    for cell, digit in clues.items():
        if grid.cells[cell] != digit:
            more = solver.solution({**kept, cell: digit}, clock)
            if more is not None:
                grid = more
                kept = {one: value for one, value in clues.items() if grid.cells[one] == value}
    return grid
