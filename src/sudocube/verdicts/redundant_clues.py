"""Redundant clues of a unique puzzle, and a minimal puzzle that is left when clues are dropped.

A clue can be dropped if no other solution agrees with all other clues. The solver then names the clues that
it needed to show that (its core): each clue outside the core can be dropped as well.
"""

from __future__ import annotations

from sudocube.clock import Clock
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.clue_solver import ClueSolver, confirms
from sudocube.verdicts.results import ClueRedundancy, Clues


def clue_redundancy(puzzle: Puzzle, solution: Grid, solver: ClueSolver, clock: Clock) -> ClueRedundancy:
    """Which clues can each be dropped, and what is left when clues are dropped one after the other.

    Another solver confirms that the puzzle that is left is unique; if there is no time for that, it is the
    whole puzzle.
    """
    clues = puzzle.clues
    with solver.temporary(solver.difference(solution, range(len(solution.cells)))) as differs:
        needed, undecided, enough = _needed_clues(clues, differs, solver, clock.share(0.4))
        left, is_minimal = _drop_clues(enough, needed, differs, solver, clock.share(0.7))
    minimal = Puzzle.of_clues(left, puzzle.geometry)
    if left != clues and not confirms(minimal, clock, solution=solution):
        minimal, is_minimal = puzzle, False
    redundant = tuple(cell for cell in clues if cell not in needed and cell not in undecided)
    return ClueRedundancy(redundant, tuple(sorted(undecided)), minimal, is_minimal)


def _needed_clues(
    clues: Clues, differs: int, solver: ClueSolver, clock: Clock
) -> tuple[set[int], set[int], Clues]:
    """The cells of clues that cannot be dropped, those of undecided clues, and clues that are enough.

    Under the literal `differs`, a solution differs from the known one.
    """
    needed: set[int] = set()
    undecided, enough = set(clues), clues
    try:
        if solver.solution(clues, clock, more=[differs]) is None:
            enough = solver.core(clues)
            undecided &= set(enough)
        while undecided:
            cell = min(undecided)
            others = {other: digit for other, digit in clues.items() if other != cell}
            if solver.solution(others, clock, more=[differs]) is None:
                core = solver.core(others)
                enough = min(enough, core, key=len)
                undecided &= set(core)
            else:
                needed.add(cell)
                undecided.remove(cell)
    except TimeoutError:
        pass
    return needed, undecided, enough


def _drop_clues(
    clues: Clues, needed: set[int], differs: int, solver: ClueSolver, clock: Clock
) -> tuple[Clues, bool]:
    """What is left when clues are dropped one after the other, and whether no further clue can be dropped.

    The clues that are needed are not tried: they are needed in a smaller set, too.
    """
    kept, is_minimal = clues, True
    for cell in clues:
        if cell in needed or cell not in kept:
            continue
        others = {other: digit for other, digit in kept.items() if other != cell}
        try:
            if solver.solution(others, clock, more=[differs]) is None:
                kept = solver.core(others)
        except TimeoutError:
            is_minimal = False
            break
    return kept, is_minimal
