"""What a diagnosis holds. Sizes come with the bound that was proved: nothing else is called smallest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sudocube.cube import Clash
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Evidence, Verdict

Clues = dict[int, int]
"""Digits by cell."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that cannot stand together, by their cells in ascending order.

    `is_minimal`: without any one of them there is a solution. No conflict of the puzzle has fewer than
    `at_least` clues, as was proved. `is_confirmed`: another solver came to the same, or two of the clues
    clash.
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
    """What can be done about one clue."""

    REMOVE = "remove"
    CHANGE = "change"
    """Another digit in the same cell."""
    MOVE = "move"
    """The same digit in a cell that was blank."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one clue that makes the puzzle unique: `mended` is the puzzle then, `solution` its own.

    `digit` is the clue of `cell`. It goes, or `to_digit` takes its place, or it goes to `to_cell`.
    """

    kind: ChangeKind
    cell: int
    digit: int
    mended: Puzzle
    solution: Grid
    to_digit: int | None = None
    to_cell: int | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why a puzzle has no solution.

    `clashes` are the direct ones. No two `conflicts` share a clue; the first is the one to show. Where
    `is_every_conflict_met`, each conflict of the puzzle shares a clue with one of these: without their
    clues, there is a solution. `culprits` are the clues that stand in every conflict, those listed or not:
    without any one of them there is a solution; None where there was no time to find out. `changes` are
    those of one clue after which the puzzle is unique, clue by clue, moves to near cells first; where not
    `are_all_changes`, there may be others.
    """

    clashes: tuple[Clash, ...]
    conflicts: tuple[Conflict, ...]
    is_every_conflict_met: bool
    culprits: tuple[int, ...] | None
    changes: tuple[Change, ...]
    are_all_changes: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two solutions, the `cells` in which they differ, and the `bound` that was proved.

    Of the two closest, no two differ in fewer cells than `bound`; of the two farthest, in more.
    """

    first: Grid
    second: Grid
    cells: tuple[int, ...]
    bound: int

    @property
    def is_extreme(self) -> bool:
        """Whether it is proved that no two solutions are closer, or farther apart."""
        return self.bound == len(self.cells)


@dataclass(frozen=True, slots=True)
class Repair:
    """Further clues that leave `solution` as the only one; `mended` is the puzzle with them.

    Any set that does so, with clues of this solution, has `at_least` so many clues, as was proved.
    """

    solution: Grid
    clues: Mapping[int, int]
    mended: Puzzle
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no fewer clues of this solution do it."""
        return self.at_least == len(self.clues)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """What is open in a puzzle with several solutions.

    There are `count` solutions, or at least so many where not `is_exact`. `candidates` holds for each cell
    the digits that occur there in some solution, ascending, each with the number of solutions where that
    is exact, else with None; a digit whose cell is in `undecided` may be missing. `closest` and
    `farthest` are the two solutions that differ in as few, and in as many, cells as was found.
    """

    count: int
    is_exact: bool
    candidates: tuple[Mapping[int, int | None], ...]
    undecided: tuple[int, ...]
    closest: Pair
    farthest: Pair
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class ClueRedundancy:
    """Which clues of a unique puzzle can be spared.

    `redundant` are the cells of clues that can each be dropped (not all of them at once), `undecided`
    those of which it is not known. `minimal` is a puzzle with some of the clues, unique as well; where
    `is_minimal`, none of its clues can be dropped.
    """

    redundant: tuple[int, ...]
    undecided: tuple[int, ...]
    minimal: Puzzle
    is_minimal: bool


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What there is to say of a puzzle, beyond its verdict.

    One of `contradiction` (for `none`), `ambiguity` (`multiple`) and `redundancy` (`unique`) is set; all
    are None for `unknown`, and `reason` says why. `undecided` tells in words what there was no time for;
    it is empty where all was found, and proved.
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
