"""What constraint programming infers of a Sudoku without a search: each unit is one all-different.

Three schemes of propagation, each at least as strong as the one before it. Each unit is looked at again and
again until nothing changes:

    forward checking    The digit of a cell that has one candidate left goes from the other cells. These are
                        naked singles.
    bounds consistency  Hall intervals, too: where k cells have all their candidates between a and a + k - 1,
                        they need all of these digits, and the other cells cannot begin or end with one of
                        them (J.-F. Puget, "A Fast Algorithm for the Bound Consistency of Alldiff
                        Constraints", 1998).
    domain consistency  Each candidate that is left is part of some way to fill the unit: all Hall sets,
                        naked and hidden, are used up (J.-C. Régin, "A Filtering Algorithm for Constraints of
                        Difference in CSPs", 1994).

The algorithm is Régin's: match each cell with a digit, and draw an arrow from each cell to the owners of its
other candidates. A cell can take another candidate exactly if the owner leads back to the cell: then the
cells of that circle hand their digits on.

Shaving tries each candidate: if propagation then meets a contradiction, the candidate goes. This is repeated
until none goes (P. Martin and D. B. Shmoys, "A New Approach to Computing Optimal Schedules for the Job-Shop
Scheduling Problem", 1996). It is to an all-different what failed literals are to clauses.

Candidates are masks: bit d - 1 is digit d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Unit, cube
from sudocube.lab.propagation import PropagationState
from sudocube.puzzle import Puzzle

Masks = list[int]
"""The candidates of each cell, as masks."""


class Scheme(StrEnum):
    """How much of an all-different is propagated; the weakest first."""

    FORWARD = "forward checking"
    BOUNDS = "bounds consistency"
    DOMAIN = "domain consistency"


def propagated(
    puzzle: Puzzle,
    scheme: Scheme,
    *,
    shaving: bool = False,
    units: Sequence[Unit] | None = None,
    clock: Clock = NO_LIMIT,
) -> Masks | None:
    """The candidates of each cell that are left, as masks; None where there is a contradiction.

    `units` are those that are all-different; by default, all of the puzzle. Raises TimeoutError when the
    clock runs out.

    >>> left = propagated(Puzzle("1... ..2. .3.. ...4"), Scheme.DOMAIN)
    >>> [mask.bit_length() for mask in left]
    [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4]
    """
    solver = UnitPropagator(cube(puzzle.geometry).units if units is None else units, scheme)
    full = (1 << puzzle.geometry.size) - 1
    given = puzzle.candidates or [full] * puzzle.geometry.cell_count
    masks = [1 << clue - 1 if clue else mask for clue, mask in zip(puzzle.cells, given, strict=True)]
    if not solver.propagate(masks, range(len(solver.units))):
        return None
    return masks if not shaving or solver.shave(masks, clock) else None


def state(masks: Sequence[int] | None) -> PropagationState:
    """Whether these candidates decide a puzzle.

    >>> state([1, 2, 2, 3]).name
    'OPEN'
    """
    if masks is None:
        return PropagationState.REFUTED
    is_solved = all(mask.bit_count() == 1 for mask in masks)
    return PropagationState.SOLVED if is_solved else PropagationState.OPEN


class UnitPropagator:
    """Propagation through some units by one scheme."""

    def __init__(self, units: Sequence[Unit], scheme: Scheme) -> None:
        self.units = [unit.cells for unit in units]
        self._filter = _FILTERS[scheme]
        count = 1 + max((max(cells) for cells in self.units), default=-1)
        self._of_cell: list[list[int]] = [[] for _ in range(count)]
        for number, cells in enumerate(self.units):
            for cell in cells:
                self._of_cell[cell].append(number)

    def propagate(self, masks: Masks, changed: Sequence[int]) -> bool:
        """Take candidates away until nothing changes, beginning with these units; False if none is left."""
        if not all(masks):
            return False
        waiting = dict.fromkeys(changed)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            cells = self.units[number]
            before = [masks[cell] for cell in cells]
            after = self._filtered(before)
            if after is None:
                return False
            for cell, was, now in zip(cells, before, after, strict=True):
                if now != was:
                    masks[cell] = now
                    waiting.update(dict.fromkeys(self._of_cell[cell]))
        return True

    def _filtered(self, masks: Masks) -> Masks | None:
        """The candidates of one unit that are left: by singles or, if these give nothing, by the scheme."""
        after = forward_checked(masks)
        return self._filter(masks) if after == masks and self._filter is not None else after

    def shave(self, masks: Masks, clock: Clock = NO_LIMIT) -> bool:
        """Drop each candidate that leads to a contradiction, until none does; False for a contradiction.

        Raises TimeoutError when the clock runs out.
        """
        probes = [(cell, 1 << bit) for cell, mask in enumerate(masks) for bit in range(mask.bit_length())]
        place = last = 0
        while place - last < len(probes):
            cell, digit = probes[place % len(probes)]
            place += 1
            if not masks[cell] & digit or masks[cell] == digit:
                continue
            clock.check()
            trial = list(masks)
            trial[cell] = digit
            if not self.propagate(trial, self._of_cell[cell]):
                masks[cell] ^= digit
                last = place
                if not self.propagate(masks, self._of_cell[cell]):
                    return False
        return True


def forward_checked(masks: Sequence[int]) -> Masks | None:
    """The candidates of a unit's cells without the digits of cells that hold one; None for a contradiction.

    >>> forward_checked([0b001, 0b011, 0b111])
    [1, 2, 4]
    >>> forward_checked([0b001, 0b001, 0b111]) is None
    True
    """
    after = list(masks)
    singles = [place for place, mask in enumerate(after) if mask.bit_count() == 1]
    while singles:
        single = singles.pop()
        digit = after[single]
        for place, mask in enumerate(after):
            if mask & digit and place != single:
                after[place] = mask = mask ^ digit
                if not mask:
                    return None
                if mask.bit_count() == 1:
                    singles.append(place)
    return after


def bounds_consistent(masks: Sequence[int]) -> Masks | None:
    """The candidates that Hall intervals leave, from the lowest to the highest; None for a contradiction.

    Two cells lie between 1 and 2, so the third one begins with 3:

    >>> bounds_consistent([0b0011, 0b0011, 0b1111])
    [3, 3, 12]
    """
    after = list(masks)
    lows = {(mask & -mask).bit_length() - 1 for mask in after}
    highs = {mask.bit_length() for mask in after}
    for low in lows:
        for high in highs:
            interval = (1 << high) - (1 << low)
            inside = sum(not mask & ~interval for mask in after)
            if high <= low or inside < high - low:
                continue
            if inside > high - low:
                return None
            for place, mask in enumerate(after):
                if not mask & ~interval:
                    continue
                if mask & -mask & interval:
                    after[place] = mask & ~((1 << high) - 1)
                elif 1 << mask.bit_length() - 1 & interval:
                    after[place] = mask & (1 << low) - 1
    return after


def domain_consistent(masks: Sequence[int]) -> Masks | None:
    """The candidates that are part of some way to give the cells different digits; None where there is none.

    There must not be more digits than cells. A naked pair, and what it leaves of the third cell:

    >>> domain_consistent([0b011, 0b011, 0b111])
    [3, 3, 4]
    """
    owner = _matching(masks)
    if owner is None:
        return None
    digit_of = {cell: digit for digit, cell in owner.items()}
    reaches = [sum(1 << owner[digit] for digit in _bits(mask)) for mask in masks]  # cells, as a mask
    for middle in range(len(reaches)):  # S. Warshall, "A Theorem on Boolean Matrices", 1962
        for cell, reached in enumerate(reaches):
            if reached >> middle & 1:
                reaches[cell] = reached | reaches[middle]
    return [
        sum(
            digit_of[other]
            for other in range(len(masks))
            if mask & digit_of[other] and reaches[other] >> cell & 1
        )
        for cell, mask in enumerate(masks)
    ]


def _matching(masks: Sequence[int]) -> dict[int, int] | None:
    """For each digit, as a mask of one bit, the cell that it is matched with; None where a cell gets none.

    Cells that have no free digit push others away (H. W. Kuhn, "The Hungarian Method", 1955).
    """
    owner: dict[int, int] = {}

    def place(cell: int, seen: set[int]) -> bool:
        for digit in _bits(masks[cell]):
            if digit not in seen:
                seen.add(digit)
                if digit not in owner or place(owner[digit], seen):
                    owner[digit] = cell
                    return True
        return False

    return owner if all(place(cell, set()) for cell in range(len(masks))) else None


def _bits(mask: int) -> list[int]:
    """The digits of a mask, each as a mask of one bit."""
    return [1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1]


_FILTERS: dict[Scheme, Callable[[Sequence[int]], Masks | None] | None] = {
    Scheme.FORWARD: None,
    Scheme.BOUNDS: bounds_consistent,
    Scheme.DOMAIN: domain_consistent,
}
