"""Clues that cannot stand together, clues that are needed, and changes of one clue.

A minimal conflict is found by deletion. If there is still no solution without a clue, it is dropped, and so
are all clues that the solver did not need to show that (those outside its core). If there is a solution
without it, it stays. Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
Applications" (2010). The clues of a unique puzzle conflict with "another solution": so redundant clues, and a
minimal puzzle, are found in the same way.

Most puzzles without a solution are copied wrongly. A clue is removed, changed to another digit, or moved: the
same digit in a cell that was blank. A change can help only if its clue is in every conflict, so that there is
a solution without it. After a clue is removed, each change places one digit in one cell. The puzzle is then
unique if exactly one of the remaining solutions has that digit in that cell. So a solution that was found for
one change is counted for all changes, and a change that has two solutions needs no further search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from sudocube.clock import Clock
from sudocube.cube import Clash, clashes
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.clue_solver import Clues, ClueSolver, confirms

if TYPE_CHECKING:
    from sudocube.fields import Cell, Digit, Proved, Whole

FEWEST_CLUES = 2
"""A single clue always has a solution."""

Placement = tuple[int, int]
"""A cell and a digit."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that cannot stand together."""

    in_row = "cells size minimal=is_minimal confirmed=is_confirmed"

    cells: tuple[Cell, ...]
    """The clues, by their cells in ascending order. For example: ["r1c1", "r2c1"]."""
    is_minimal: Proved
    """Whether they can stand together without any one of them; None if not known. For example: true, null."""
    is_confirmed: bool
    """Whether a second solver finds the same, or two of the clues clash. For example: true."""

    @property
    def size(self) -> Whole:
        """How many clues these are. For example: 2."""
        return len(self.cells)


class ChangeKind(StrEnum):
    """How one clue is changed."""

    REMOVE = "remove"
    CHANGE = "change"
    """Another digit in the same cell."""
    MOVE = "move"
    """The same digit in a cell that was blank."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one clue that makes the puzzle unique."""

    in_row = "kind cell digit to_digit to_cell puzzle solution"

    kind: ChangeKind
    """What to do with the clue. For example: "change"."""
    cell: Cell
    """The clue. For example: "r4c7"."""
    digit: Digit
    puzzle: Puzzle
    """The puzzle after the change. For example: "1.....2..3.....4"."""
    solution: Grid
    """Its only solution. For example: "1423324123144132"."""
    to_digit: Digit | None = None
    """The digit to write there; None unless the kind is `change`. For example: 3, null."""
    to_cell: Cell | None = None
    """The cell to move it to; None unless the kind is `move`. For example: "r2c3", null."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why a puzzle has no solution.

    The first conflict is the main one. If `is_every_conflict_met`, each conflict of the puzzle shares a clue
    with one of those that are listed.
    """

    in_row = "clashes conflicts other_conflicts=_others culprits changes changes_complete=are_all_changes"

    clashes: tuple[Clash, ...]
    """Two or more clues with the same digit in a unit. For example: []."""
    conflicts: tuple[Conflict, ...]
    """Sets of clues that cannot stand together; no two share a clue. For example: []."""
    is_every_conflict_met: bool
    culprits: tuple[Cell, ...] | None
    """The clues that are in every conflict, listed or not: without any one of them, there is a solution; None
    if that is not known.

    For example: ["r1c1"], null.
    """
    changes: tuple[Change, ...]
    """The changes of one clue that make the puzzle unique, clue by clue, moves to near cells first.

    For example: [].
    """
    are_all_changes: bool
    """Whether these are all. For example: true."""

    @property
    def _others(self) -> Literal[False] | None:
        """false: without the clues of these conflicts there is a solution; null: not known.

        For example: false.
        """
        return False if self.is_every_conflict_met else None


@dataclass(frozen=True, slots=True)
class SubPuzzle:
    """What is left when clues are dropped one after the other."""

    in_row = "puzzle clues minimal=is_minimal"

    puzzle: Puzzle
    """The puzzle that is left, which is unique. For example: "1....2....3....4"."""
    is_minimal: Proved
    """Whether it is known that no clue of it can be dropped. For example: true, null."""

    @property
    def clues(self) -> Whole:
        """How many clues it has. For example: 21."""
        return len(self.puzzle.clues)


@dataclass(frozen=True, slots=True)
class ClueRedundancy:
    """Which clues of a unique puzzle are redundant.

    The clues in the cells `undecided` may be. `minimal` is a unique puzzle with some of the clues; if
    `is_minimal`, none of its clues can be dropped.
    """

    in_row = "minimal=_minimal redundant redundant_complete=_complete sub_puzzle=_sub_puzzle"

    redundant: tuple[Cell, ...]
    """The clues that can each be dropped, but not all of them together. For example: ["r1c1", "r2c1"]."""
    undecided: tuple[int, ...]
    minimal: Puzzle
    is_minimal: bool

    @property
    def _minimal(self) -> bool | None:
        """Whether no clue can be dropped; None if that is not known. For example: true, null."""
        return None if self.undecided and not self.redundant else not self.redundant

    @property
    def _complete(self) -> bool:
        """Whether these are all. For example: true."""
        return not self.undecided

    @property
    def _sub_puzzle(self) -> SubPuzzle:
        """What is left when clues are dropped one after the other.

        For example: {"puzzle": "1....2....3....4", "clues": 4, "minimal": true}.
        """
        return SubPuzzle(self.minimal, self.is_minimal)


ConflictingClues = tuple[Clues, bool]
"""Clues that have no solution together, and whether the others have one without any one of them."""


def without(clues: Clues, cells: Iterable[int]) -> Clues:
    """The clues but for those in some cells."""
    return {cell: digit for cell, digit in clues.items() if cell not in cells}


def conflict_among(clues: Clues, solver: ClueSolver, clock: Clock) -> ConflictingClues | None:
    """Some of these clues that have no solution; None if all of them together have one.

    The conflict is minimal, unless time runs out. Raises TimeoutError if it runs out before any is known.

    >>> from sudocube.verdicts.clue_solver import kept_clue_solver
    >>> from sudocube.geometry import Geometry
    >>> solver = kept_clue_solver(Geometry.of_size(4))
    >>> conflict_among({0: 1, 1: 2, 2: 3, 7: 4, 15: 1}, solver, Clock())
    ({0: 1, 1: 2, 7: 4}, True)
    """
    if solver.solution(clues, clock) is not None:
        return None
    return shrink_conflict(solver.core(clues), solver, clock)


def shrink_conflict(
    clues: Clues,
    solver: ClueSolver,
    clock: Clock,
    *,
    needed: Collection[int] = (),
    more: Sequence[int] = (),
) -> ConflictingClues:
    """A minimal conflict among clues that have no solution; not minimal if time runs out.

    They may have none together with the literals `more` only. `needed` has the cells of clues that are known
    to be needed: the others have a solution. The last clues are dropped first.
    """
    left, kept = clues, set(needed)
    with suppress(TimeoutError):
        for cell in reversed(clues):
            if cell in left and cell not in kept:
                others = without(left, [cell])
                if solver.solution(others, clock, more=more) is None:
                    left = solver.core(others)
                else:
                    kept.add(cell)
    return left, kept == left.keys()


def needed_clues(
    clues: Clues, cells: Iterable[int], solver: ClueSolver, clock: Clock, *, more: Sequence[int] = ()
) -> tuple[dict[int, Grid], set[int]]:
    """Those of these cells without whose clue the others have a solution, each with one.

    The literals `more` hold in it as well. Together, the clues have none. Where time runs out, the second set
    has the cells that are undecided.
    """
    needed: dict[int, Grid] = {}
    undecided = set(cells)
    with suppress(TimeoutError):
        while undecided:
            cell = min(undecided)
            others = without(clues, [cell])
            grid = solver.solution(others, clock, more=more)
            if grid is None:
                undecided &= set(solver.core(others))
            else:
                needed[cell] = grid
                undecided.remove(cell)
    return needed, undecided


def clue_redundancy(puzzle: Puzzle, solution: Grid, solver: ClueSolver, clock: Clock) -> ClueRedundancy:
    """Which clues of a unique puzzle can each be dropped, and what is left if one after the other is dropped.

    Another solver confirms that the puzzle that is left is unique; if there is no time for that, it is the
    whole puzzle.
    """
    clues = puzzle.clues
    with solver.temporary(solver.difference(solution, range(len(solution.cells)))) as differs:
        needed, undecided = needed_clues(clues, clues, solver, clock.share(0.4), more=[differs])
        last_first = dict(reversed(clues.items()))
        left, is_minimal = shrink_conflict(
            last_first, solver, clock.share(0.7), needed=needed, more=[differs]
        )
    minimal = Puzzle.of_clues(left, puzzle.geometry)
    if minimal != puzzle and not confirms(minimal, clock, solution=solution):
        minimal, is_minimal = puzzle, False
    redundant = tuple(cell for cell in clues if cell not in needed and cell not in undecided)
    return ClueRedundancy(redundant, tuple(sorted(undecided)), minimal, is_minimal)


def disjoint_conflicts(clues: Clues, solver: ClueSolver, clock: Clock) -> tuple[list[ConflictingClues], bool]:
    """Conflicts that share no clue, those of fewer clues first, as many as there is time for.

    The Boolean says whether the clues outside these conflicts are known to have a solution.
    """
    left = dict(clues)
    found: list[ConflictingClues] = []
    is_every_met = True
    try:
        for clash in clashes(Puzzle.of_clues(left, solver.geometry)):
            pair = [cell for cell in clash.cells if cell in left][:2]
            if len(pair) == FEWEST_CLUES:
                found.append(shrink_conflict({cell: left.pop(cell) for cell in pair}, solver, clock))
        while (conflict := conflict_among(left, solver, clock)) is not None:
            found.append(conflict)
            left = without(left, conflict[0])
    except TimeoutError:
        is_every_met = False
    return sorted(found, key=lambda one: len(one[0])), is_every_met


def confirmed_conflict(found: ConflictingClues, puzzle: Puzzle, clock: Clock) -> Conflict:
    """The conflict to report, checked by another solver; EngineError if that one finds a solution."""
    clues, is_minimal = found
    alone = Puzzle.of_clues(clues, puzzle.geometry)
    is_confirmed = bool(clashes(alone)) or confirms(alone, clock)
    return Conflict(tuple(sorted(clues)), is_minimal or len(clues) == FEWEST_CLUES, is_confirmed)


def changes_to_unique(
    puzzle: Puzzle, clues: Mapping[int, Grid], solver: ClueSolver, clock: Clock
) -> Iterator[Change]:
    """The changes of one of these clues that make the puzzle unique, each confirmed by another solver.

    `clues` holds the cells of the clues, each with a solution of all other clues. The order is clue by clue:
    removed, changed, moved, near cells first. Raises TimeoutError when the clock has run out, perhaps after
    some changes, and where a change is not confirmed in time.
    """
    shape = puzzle.geometry
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    for cell, grid in clues.items():
        digit, others = puzzle.cells[cell], without(puzzle.clues, [cell])
        if _another_solution(grid, others, solver, clock) is None:
            removed = Puzzle.of_clues(others, shape)
            yield _confirmed(Change(ChangeKind.REMOVE, cell, digit, removed, grid), clock)
        near = sorted((distance(shape, cell, to), to) for to in blanks)
        placements = [(cell, other) for other in shape.digits if other != digit]
        placements += [(to, digit) for _, to in near]
        for (to, new), solution in _unique_placements(placements, others, grid, solver, clock):
            repaired = Puzzle.of_clues({**others, to: new}, shape)
            kind = ChangeKind.CHANGE if to == cell else ChangeKind.MOVE
            to_digit, to_cell = (new, None) if to == cell else (None, to)
            yield _confirmed(Change(kind, cell, digit, repaired, solution, to_digit, to_cell), clock)


def _confirmed(change: Change, clock: Clock) -> Change:
    """The change, if another solver confirms it in time; otherwise TimeoutError."""
    if not confirms(change.puzzle, clock, solution=change.solution):
        raise TimeoutError
    return change


def _unique_placements(
    placements: Sequence[Placement], clues: Clues, grid: Grid, solver: ClueSolver, clock: Clock
) -> Iterator[tuple[Placement, Grid]]:
    """The placements that leave exactly one solution of these clues, each with this solution."""
    known = {grid: None}
    for cell, digit in placements:
        with_placement = {**clues, cell: digit}
        while len(fitting := [one for one in known if one.cells[cell] == digit]) < 2:
            if fitting:
                found = _another_solution(fitting[0], with_placement, solver, clock)
            else:
                found = solver.solution(with_placement, clock)
            if found is None:
                break
            known[found] = None
        if len(fitting) == 1:
            yield (cell, digit), fitting[0]


def _another_solution(grid: Grid, clues: Clues, solver: ClueSolver, clock: Clock) -> Grid | None:
    """A solution of these clues other than this grid; None if there is none."""
    blanks = (cell for cell in range(len(grid.cells)) if cell not in clues)
    with solver.temporary(solver.difference(grid, blanks)) as selector:
        return solver.solution(clues, clock, more=[selector])


def distance(geometry: Geometry, cell: int, other: int) -> tuple[int, int]:
    """How far two cells are apart: in steps of a chess king, then in steps along rows and columns.

    >>> from sudocube.geometry import Geometry
    >>> distance(Geometry.of_size(4), 0, 1), distance(Geometry.of_size(4), 0, 5)
    ((1, 1), (1, 2))
    """
    down = abs(geometry.row(cell) - geometry.row(other))
    across = abs(geometry.column(cell) - geometry.column(other))
    return max(down, across), down + across
