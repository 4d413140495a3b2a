"""Clues that cannot stand together: minimal sets of them, and sets that share no clue.

A minimal one is found by deletion: a clue without which there is still no solution goes, and with it all
that the solver did not need to see that (its core); one without which there is a solution stays. Source:
J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications" (2010).

A smallest one is found by hitting sets: each solution of some of the clues, once it holds as many of them
as it can, leaves out a set of clues, and every conflict contains one of them. So a conflict hits all these
sets. As long as the smallest set that hits those known so far has a solution, that solution shows another
set; where it has none, it is a smallest conflict.
"""

from __future__ import annotations

from collections.abc import Mapping

from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.diagnosis.clue_solver import ClueSolver, confirms
from sudocube.diagnosis.hitting_sets import HittingSets
from sudocube.diagnosis.results import Clues, Conflict
from sudocube.puzzle import Grid, Puzzle

FEWEST_CLUES = 2
"""Any one clue alone can stand."""


class Found:
    """Conflicting clues. `without` holds, for each that is known to be needed, a solution of the others.

    The referee has passed those.
    """

    def __init__(self, clues: Clues, without: Mapping[int, Grid]) -> None:
        self.clues, self.without = clues, without

    @property
    def is_minimal(self) -> bool:
        """Whether each clue is known to be needed."""
        return len(self.without) == len(self.clues)


def conflict_among(clues: Clues, solver: ClueSolver, clock: Clock) -> Found | None:
    """Some of these clues that have no solution; None where all of them have one.

    Minimal, unless time runs out in the midst; raises TimeoutError where it does before one is known.

    >>> from sudocube.diagnosis.clue_solver import kept_clue_solver
    >>> from sudocube.geometry import Geometry
    >>> solver = kept_clue_solver(Geometry.of_size(4))
    >>> found = conflict_among({0: 1, 1: 2, 2: 3, 7: 4, 15: 1}, solver, Clock())
    >>> sorted(found.clues), found.is_minimal
    ([0, 1, 7], True)
    """
    if solver.solution(clues, clock) is not None:
        return None
    return minimised(solver.core(clues), solver, clock)


def minimised(clues: Clues, solver: ClueSolver, clock: Clock) -> Found:
    """Some of these clues, which have no solution, so that none can be spared; see `conflict_among`."""
    rest = {cell: solver.literal(cell, digit) for cell, digit in clues.items()}
    needed: dict[int, int] = {}
    without: dict[int, Grid] = {}
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
                without[cell] = solution
                needed[cell] = literal
    except TimeoutError:
        pass
    found = {cell: digit for cell, digit in clues.items() if cell in needed or cell in rest}
    for cell, solution in without.items():
        solver.refereed(solution, {other: digit for other, digit in found.items() if other != cell})
    return Found(found, without)


def disjoint_conflicts(clues: Clues, solver: ClueSolver, clock: Clock) -> tuple[list[Found], bool]:
    """Conflicts among clues that share none, those of two that clash first; and whether what is left is none.

    As many as there is time for.
    """
    left = dict(clues)
    found: list[Found] = []
    try:
        for clash in clashes(Puzzle.of_clues(left, solver.geometry)):
            pair = [cell for cell in clash.cells if cell in left][:2]
            if len(pair) == FEWEST_CLUES:
                found.append(minimised({cell: left.pop(cell) for cell in pair}, solver, clock))
        while (one := conflict_among(left, solver, clock)) is not None:
            found.append(one)
            left = {cell: digit for cell, digit in left.items() if cell not in one.clues}
    except TimeoutError:
        return found, False
    return found, True


def confirmed(found: Found, puzzle: Puzzle, at_least: int, clock: Clock) -> Conflict:
    """A conflict as it is shown, once another solver has seen it; raises EngineError where it objects."""
    alone = Puzzle.of_clues(found.clues, puzzle.geometry)
    is_confirmed = bool(clashes(alone)) or confirms(alone, clock)
    is_minimal = found.is_minimal or len(found.clues) == at_least
    return Conflict(tuple(sorted(found.clues)), is_minimal, at_least, is_confirmed)


def smallest_conflict(clues: Clues, known: Found, solver: ClueSolver, clock: Clock) -> tuple[Found, int]:
    """The smallest conflict that was found in time, starting from a known one; no other has fewer clues.

    The number is the bound that was proved: where it is the number of its clues, it is a smallest one.
    """
    best = known
    at_least = FEWEST_CLUES
    with HittingSets(clues, most=len(best.clues) - 1, at_least=FEWEST_CLUES) as sets:
        try:
            for solution in known.without.values():
                sets.add(_disagreeing(clues, _grown(clues, solution, solver, clock)))
            while len(best.clues) > at_least:
                hitting = sets.smallest(clock)
                at_least = min(sets.at_least, len(best.clues))
                if hitting is None or at_least == len(best.clues):
                    break
                chosen = {cell: clues[cell] for cell in clues if cell in hitting}
                is_first = True
                while (grid := solver.solution(chosen, clock)) is not None:  # others, that share no clue
                    removed = _disagreeing(clues, _grown(clues, grid, solver, clock))
                    sets.add(removed)
                    chosen |= {cell: clues[cell] for cell in removed}
                    is_first = False
                core = solver.core(chosen)
                if is_first or len(core) < len(best.clues):
                    best = min(best, minimised(core, solver, clock), key=lambda one: len(one.clues))
        except TimeoutError:
            at_least = min(max(at_least, sets.at_least), len(best.clues))
    return best, at_least


def _disagreeing(clues: Clues, grid: Grid) -> list[int]:
    """The clues that a grid does not hold."""
    return [cell for cell, digit in clues.items() if grid.cells[cell] != digit]


def _grown(clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock) -> Grid:
    """A grid that holds all the clues that this one does, and others, so that no further one can hold."""
    kept = {cell: digit for cell, digit in clues.items() if grid.cells[cell] == digit}
    for cell, digit in clues.items():
        if grid.cells[cell] != digit:
            more = solver.solution({**kept, cell: digit}, clock)
            if more is not None:
                grid = more
                kept = {one: value for one, value in clues.items() if grid.cells[one] == value}
    return grid
