"""Changes of one clue that make a puzzle without a solution unique: most such puzzles are copied wrongly.

A clue is removed, changed to another digit, or moved: the same digit in a cell that was blank. A change can
help only if its clue is in every conflict, so that there is a solution without it.

After a clue is removed, each change places one digit in one cell. The puzzle is then unique if exactly one of
the remaining solutions has that digit in that cell. So a solution that was found for one change is counted
for all changes, and a change that has two solutions needs no further search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.clock import Clock
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.clue_solver import ClueSolver, confirms
from sudocube.verdicts.results import Change, ChangeKind, Clues

Placement = tuple[int, int]
"""A cell and a digit."""


def clues_in_every_conflict(
    clues: Clues, conflicts: Sequence[Clues], solver: ClueSolver, clock: Clock
) -> dict[int, Grid]:
    """The cells of the clues that are in every conflict, each with a solution of the other clues.

    `conflicts` are those known, one at least. A clue that is not in every conflict shows another conflict.
    Raises TimeoutError when the clock has run out.
    """
    in_known_conflicts = set.intersection(*(set(conflict) for conflict in conflicts))
    found: dict[int, Grid] = {}
    while in_known_conflicts:
        cell = min(in_known_conflicts)
        others = {other: digit for other, digit in clues.items() if other != cell}
        grid = solver.solution(others, clock)
        if grid is None:
            in_known_conflicts &= set(solver.core(others))
        else:
            found[cell] = grid
            in_known_conflicts.remove(cell)
    return found


def changes_to_unique(
    puzzle: Puzzle, clues: dict[int, Grid], solver: ClueSolver, clock: Clock
) -> Iterator[Change]:
    """The changes of one of these clues that make the puzzle unique, each confirmed by another solver.

    `clues` holds the cells of the clues, each with a solution of all other clues. The order is clue by clue:
    removed, changed, moved, near cells first. Raises TimeoutError when the clock has run out, perhaps after
    some changes, and where a change is not confirmed in time.
    """
    for cell, grid in clues.items():
        digit = puzzle.cells[cell]
        others = {other: clue for other, clue in puzzle.clues.items() if other != cell}
        if _another_solution(grid, others, solver, clock) is None:
            repaired = Puzzle.of_clues(others, puzzle.geometry)
            yield _confirmed_change(Change(ChangeKind.REMOVE, cell, digit, repaired, grid), clock)
        changed = [(cell, other) for other in puzzle.geometry.digits if other != digit]
        moved = [(to, digit) for to in _blanks_near(puzzle, cell)]
        unique = _unique_placements([*changed, *moved], others, grid, solver, clock)
        for (to, new), solution in unique.items():
            repaired = Puzzle.of_clues({**others, to: new}, puzzle.geometry)
            if to == cell:
                change = Change(ChangeKind.CHANGE, cell, digit, repaired, solution, to_digit=new)
            else:
                change = Change(ChangeKind.MOVE, cell, digit, repaired, solution, to_cell=to)
            yield _confirmed_change(change, clock)


def _unique_placements(
    placements: Sequence[Placement], clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock
) -> dict[Placement, Grid]:
    """The placements that leave exactly one solution of these clues, each with this solution."""
    solutions_of: dict[Placement, list[Grid]] = {placement: [] for placement in placements}
    known: set[Grid] = set()

    def add_solution(grid: Grid) -> None:
        if grid not in known:
            known.add(grid)
            for (cell, digit), grids in solutions_of.items():
                if grid.cells[cell] == digit and len(grids) < 2:
                    grids.append(grid)

    add_solution(grid)
    unique: dict[Placement, Grid] = {}
    for placement, grids in solutions_of.items():
        cell, digit = placement
        with_placement = {**clues, cell: digit}
        while len(grids) < 2:
            if grids:
                found = _another_solution(grids[0], with_placement, solver, clock)
            else:
                found = solver.solution(with_placement, clock)
            if found is None:
                break
            add_solution(found)
        if len(grids) == 1:
            unique[placement] = grids[0]
    return unique


def _another_solution(grid: Grid, clues: Clues, solver: ClueSolver, clock: Clock) -> Grid | None:
    """A solution of these clues other than this grid; None if there is none."""
    blanks = (cell for cell in range(len(grid.cells)) if cell not in clues)
    with solver.temporary(solver.difference(grid, blanks)) as selector:
        return solver.solution(clues, clock, more=[selector])


def _confirmed_change(change: Change, clock: Clock) -> Change:
    """The change, if another solver confirms it in time; otherwise TimeoutError."""
    if not confirms(change.repaired_puzzle, clock, solution=change.solution):
        raise TimeoutError
    return change


def _blanks_near(puzzle: Puzzle, cell: int) -> list[int]:
    """The blank cells, the nearest first: those that share a side before those that share a corner."""
    blanks = [other for other, digit in enumerate(puzzle.cells) if not digit]
    return sorted(blanks, key=lambda other: distance(puzzle.geometry, cell, other))


def distance(geometry: Geometry, cell: int, other: int) -> tuple[int, int]:
    """How far two cells are apart: in steps of a chess king, then in steps along rows and columns.

    >>> from sudocube.geometry import Geometry
    >>> distance(Geometry.of_size(4), 0, 1), distance(Geometry.of_size(4), 0, 5)
    ((1, 1), (1, 2))
    """
    down = abs(geometry.row(cell) - geometry.row(other))
    across = abs(geometry.column(cell) - geometry.column(other))
    return max(down, across), down + across
