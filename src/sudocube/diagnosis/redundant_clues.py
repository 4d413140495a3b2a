"""Clues of a unique puzzle that can be spared, and a puzzle of which none can.

A clue can be dropped where no other solution agrees with the solution on all other clues. Where that is so,
the solver tells which clues it needed to see it (its core): each of the others can be dropped as well.
"""

from __future__ import annotations

from sudocube.clock import Clock
from sudocube.diagnosis.clue_solver import ClueSolver, confirms
from sudocube.diagnosis.results import ClueRedundancy, Clues
from sudocube.puzzle import Grid, Puzzle


def redundancy(puzzle: Puzzle, solution: Grid, solver: ClueSolver, clock: Clock) -> ClueRedundancy:
    """Which clues can be dropped, and what is left when as many as possible are dropped one by one.

    The puzzle that is left is unique, as another solver confirms; it is the whole puzzle where that could
    not be done in time.
    """
    clues = puzzle.clues
    with solver.temporary(solver.difference(solution, range(len(solution.cells)))) as differs:
        needed, undecided, enough = _needed(clues, differs, solver, clock.share(0.4))
        left, is_minimal = _dug_out(enough, needed, differs, solver, clock.share(0.7))
    minimal = Puzzle.of_clues(left, puzzle.geometry)
    if left != clues and not confirms(minimal, clock, solution=solution):
        minimal, is_minimal = puzzle, False
    redundant = tuple(cell for cell in clues if cell not in needed and cell not in undecided)
    return ClueRedundancy(redundant, tuple(sorted(undecided)), minimal, is_minimal)


def _needed(clues: Clues, differs: int, solver: ClueSolver, clock: Clock) -> tuple[set[int], set[int], Clues]:
    """The clues that cannot be dropped, those of which it is not known, and clues that are enough."""
    needed: set[int] = set()
    open_cells, enough = set(clues), clues
    try:
        if solver.solution(clues, clock, more=[differs]) is None:
            enough = solver.core(clues)
            open_cells &= set(enough)
        while open_cells:
            cell = min(open_cells)
            others = {other: digit for other, digit in clues.items() if other != cell}
            if solver.solution(others, clock, more=[differs]) is None:
                core = solver.core(others)
                enough = min(enough, core, key=len)
                open_cells &= set(core)
            else:
                needed.add(cell)
                open_cells.remove(cell)
    except TimeoutError:
        pass
    return needed, open_cells, enough


def _dug_out(
    clues: Clues, needed: set[int], differs: int, solver: ClueSolver, clock: Clock
) -> tuple[Clues, bool]:
    """Clues without those that can be dropped one after the other; and whether no other one can be.

    Those that are needed are not tried: a clue that is needed is so when there are fewer, too.
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
