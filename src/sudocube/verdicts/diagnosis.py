"""What a diagnosis holds. A size comes with a proved bound; only if both are equal is it called smallest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sudocube.cube import Clash
from sudocube.puzzle import Grid, Puzzle
from sudocube.shown import Shown
from sudocube.verdict import Evidence, Verdict

Clues = dict[int, int]
"""Digits by cell."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that cannot stand together, by their cells in ascending order.

    `is_minimal`: without any one of them, the others have a solution. It is proved that no conflict of the
    puzzle has fewer than `at_least` clues. `is_confirmed`: another solver found no solution either, or two of
    the clues clash.
    """

    cells: tuple[int, ...]
    is_minimal: bool
    at_least: int
    is_confirmed: bool

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no conflict of the puzzle has fewer clues."""
        return self.at_least == len(self.cells)


class ChangeKind(StrEnum):
    """How one clue is changed."""

    REMOVE = "remove"
    CHANGE = "change"
    """Another digit in the same cell."""
    MOVE = "move"
    """The same digit in a cell that was blank."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one clue that makes the puzzle unique: into `repaired_puzzle`, which has this `solution`.

    `digit` is the clue in `cell`. It is removed, or replaced by `to_digit`, or moved to `to_cell`.
    """

    kind: ChangeKind
    cell: int
    digit: int
    repaired_puzzle: Puzzle
    solution: Grid
    to_digit: int | None = None
    to_cell: int | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why a puzzle has no solution.

    `clashes` are units that hold a digit twice. No two `conflicts` share a clue; the first is the main one.
    If `is_every_conflict_met`, each conflict of the puzzle shares a clue with one of them: without their
    clues, there is a solution. `culprits` are the cells of the clues that are in every conflict, listed or
    not: without any one of them, there is a solution; None if there was no time to find out. `changes` are
    the changes of one clue that make the puzzle unique, clue by clue, moves to near cells first; unless
    `are_all_changes`, there may be others.
    """

    clashes: tuple[Clash, ...]
    conflicts: tuple[Conflict, ...]
    is_every_conflict_met: bool
    culprits: tuple[int, ...] | None
    changes: tuple[Change, ...]
    are_all_changes: bool


@dataclass(frozen=True, slots=True)
class SolutionPair:
    """Two solutions, the `cells` in which they differ, and a proved `bound`.

    For the two closest: no two solutions differ in fewer cells than `bound`. For the two farthest: in more.
    """

    first: Grid
    second: Grid
    cells: tuple[int, ...]
    bound: int

    @property
    def is_extreme(self) -> bool:
        """Whether it is proved that no two solutions are closer, or no two farther apart."""
        return self.bound == len(self.cells)


@dataclass(frozen=True, slots=True)
class Repair:
    """Further clues that leave `solution` as the only one; `repaired_puzzle` is the puzzle with them.

    It is proved that at least `at_least` clues of this solution are needed for that.
    """

    solution: Grid
    clues: Mapping[int, int]
    repaired_puzzle: Puzzle
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that fewer clues of this solution are not enough."""
        return self.at_least == len(self.clues)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """How the solutions of a puzzle with several solutions differ.

    There are `count` solutions, or at least so many unless `is_exact`. `candidates` holds, for each cell, the
    digits that occur there in some solution, ascending, each with the number of solutions if that is exact,
    otherwise with None. In the cells in `undecided`, digits may be missing. `closest` and `farthest` are the
    two solutions with the fewest, and with the most, differing cells that were found.
    """

    count: int
    is_exact: bool
    candidates: tuple[Mapping[int, int | None], ...]
    undecided: tuple[int, ...]
    closest: SolutionPair
    farthest: SolutionPair
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class ClueRedundancy:
    """Which clues of a unique puzzle are redundant.

    `redundant` are the cells of clues that can each be dropped (but not all of them together), `undecided`
    those for which this is not known. `minimal` is a unique puzzle with some of the clues; if `is_minimal`,
    none of its clues can be dropped.
    """

    redundant: tuple[int, ...]
    undecided: tuple[int, ...]
    minimal: Puzzle
    is_minimal: bool

    @property
    def is_all_needed(self) -> bool:
        """Whether it is proved that no clue can be dropped: the puzzle itself is minimal."""
        return not self.redundant and not self.undecided


@dataclass(frozen=True, slots=True)
class Diagnosis(Shown):
    """A puzzle's verdict, and why it is so.

    One of `contradiction` (for `none`), `ambiguity` (`multiple`) and `redundancy` (`unique`) is set; for
    `unknown` all are None, and `reason` says why. `undecided` names in words what was not found or not proved
    in time; it is empty if everything was. `seconds` is how long the diagnosis took. `str` gives sentences
    that the command prints, with boards as text.

    >>> from sudocube import diagnose
    >>> found = diagnose("12.. ...3 ..3. ...4")
    >>> found.verdict, found.contradiction.conflicts[0].cells, found.ambiguity, found.undecided
    (<Verdict.NONE: 'none'>, (0, 1, 7), None, ())
    >>> print(diagnose("1... ..2. .3.. .1.4"))
    unique: two engines agree
      It is easy (level 1). Hidden singles in boxes fill the grid.
      1 of its 5 clues can be dropped: r4c2 = 1.
        5 clues: 1.....2..3...1.4
        4 clues, minimal: 1.....2..3.....4
    """

    puzzle: Puzzle
    verdict: Verdict
    evidence: Evidence | None
    solutions: tuple[Grid, ...]
    seconds: float
    undecided: tuple[str, ...] = ()
    reason: str | None = None
    contradiction: Contradiction | None = None
    ambiguity: Ambiguity | None = None
    redundancy: ClueRedundancy | None = None
