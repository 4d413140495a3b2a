"""Changes of one clue after which a puzzle without a solution is unique: most such puzzles are copying slips.

A clue is removed, changed to another digit, or moved: the same digit in a cell that was blank. A change
helps only where its clue stands in every conflict, so that without it there is a solution.

Once a clue is out, each change puts one digit in one cell, and the puzzle is then unique where just one of
the solutions left has that digit there. So the solutions that are found for one change are counted for all:
those of which two are known are out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.clock import Clock
from sudocube.diagnosis.clue_solver import ClueSolver, confirms
from sudocube.diagnosis.results import Change, ChangeKind, Clues
from sudocube.encoder.at_most_one import Clause
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle

Placement = tuple[int, int]
"""A cell and a digit."""


def culprits(clues: Clues, conflicts: Sequence[Clues], solver: ClueSolver, clock: Clock) -> dict[int, Grid]:
    """The clues that stand in every conflict, each with a solution of the others; raises TimeoutError.

    `conflicts` are those known, one at least; each clue that turns out to be spared tells of another.
    """
    suspects = set.intersection(*(set(conflict) for conflict in conflicts))
    found: dict[int, Grid] = {}
    while suspects:
        cell = min(suspects)
        others = {other: digit for other, digit in clues.items() if other != cell}
        grid = solver.solution(others, clock)
        if grid is None:
            suspects &= set(solver.core(others))
        else:
            found[cell] = grid
            suspects.remove(cell)
    return found


def mending_changes(
    puzzle: Puzzle, suspects: dict[int, Grid], solver: ClueSolver, clock: Clock
) -> Iterator[Change]:
    """The changes of one of these clues that make the puzzle unique, each confirmed by another solver.

    Clue by clue: removed, changed, moved to near cells first. Raises TimeoutError, in the midst perhaps,
    and where a change is not confirmed in time.
    """
    for cell, grid in suspects.items():
        digit = puzzle.cells[cell]
        others = {other: clue for other, clue in puzzle.clues.items() if other != cell}
        solution = _only_solution(others, grid, solver, clock)
        if solution is not None:
            yield _confirmed(
                Change(ChangeKind.REMOVE, cell, digit, Puzzle.of_clues(others, puzzle.geometry), solution),
                clock,
            )
        changed = [(cell, other) for other in puzzle.geometry.digits if other != digit]
        moved = [(to, digit) for to in _blanks_near(puzzle, cell)]
        unique = _unique_placements([*changed, *moved], others, grid, solver, clock)
        for (to, new), solution in unique.items():
            mended = Puzzle.of_clues({**others, to: new}, puzzle.geometry)
            if to == cell:
                change = Change(ChangeKind.CHANGE, cell, digit, mended, solution, to_digit=new)
            else:
                change = Change(ChangeKind.MOVE, cell, digit, mended, solution, to_cell=to)
            yield _confirmed(change, clock)


def _only_solution(clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock) -> Grid | None:
    """The solution that is given, where there is no other."""
    with solver.temporary(_another(grid, clues, solver)) as selector:
        return grid if solver.solution(clues, clock, more=[selector]) is None else None


def _unique_placements(
    placements: Sequence[Placement], clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock
) -> dict[Placement, Grid]:
    """Those of which exactly one solution of these clues has that digit in that cell, with it."""
    seen: dict[Placement, list[Grid]] = {placement: [] for placement in placements}
    known: set[Grid] = set()

    def see(grid: Grid) -> None:
        if grid not in known:
            known.add(grid)
            for (cell, digit), grids in seen.items():
                if grid.cells[cell] == digit and len(grids) < 2:
                    grids.append(grid)

    see(grid)
    unique: dict[Placement, Grid] = {}
    for placement, grids in seen.items():
        cell, digit = placement
        with_it = {**clues, cell: digit}
        while len(grids) < 2:
            others = [_another(grids[0], with_it, solver)] if grids else []
            with solver.temporary(*others) as selector:
                found = solver.solution(with_it, clock, more=[selector])
            if found is None:
                break
            see(found)
        if len(grids) == 1:
            unique[placement] = grids[0]
    return unique


def _another(grid: Grid, clues: Clues, solver: ClueSolver) -> Clause:
    """The clause that says that a solution of these clues is another one than this grid."""
    return solver.difference(grid, (cell for cell in range(len(grid.cells)) if cell not in clues))


def _confirmed(change: Change, clock: Clock) -> Change:
    if not confirms(change.mended, clock, solution=change.solution):
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
