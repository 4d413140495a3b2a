"""The kernel in plain Python: what the compiled one is to do, to be read; and its stand-in where it is not.

It knows nothing of the cube that the other engines derive from. The rules are stated here once more, in
arithmetic on rows, columns and boxes, so that a slip there and a slip here would show.

A state is one whole number of 729 bits: bit 81·k + 9·r + c is set while digit k + 1 is a candidate for the
cell at row r, column c. Each digit is a *plane* of 81 bits:

      digit 9          …        digit 2        digit 1
    ┌──────────────┬───────┬──────────────┬──────────────┐
    │ 81 bits      │   …   │ 81 bits      │ 81 bits      │   bit 9·r + c of a plane: the cell r, c
    └──────────────┴───────┴──────────────┴──────────────┘

A rule says of nine bits that exactly one of them is true: the nine planes of a cell, or the nine cells of a
row, column or box in one plane. The nine bits of all lines of one kind are looked at together: shifted so
that the first, the second … the ninth bit of every line falls on the same place, they are added up as
"none", "one" or "two and more". No place left in a line: a contradiction. One left: a single, naked in a
cell and hidden in a unit, whose peers are no candidates any more. Singles until there are none, then a
guess: the first digit of a cell with the fewest candidates is tried, and later what is left without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLANE = 81
ALL = (1 << 9 * PLANE) - 1
FULL = 0x1FF
"""All nine digits, as a mask of candidates."""

DIGITS = {digit: digit for digit in range(10)}
SYMBOLS = {ord(blank): 0 for blank in ".0*_-xX"} | {ord("0") + digit: digit for digit in range(1, 10)}
"""What a byte of a puzzle stands for, where all of them are digits, and where all of them are text."""


def _spread(cells: list[int]) -> int:
    """These cells in every plane."""
    return sum(1 << PLANE * digit + cell for digit in range(9) for cell in cells)


_FIRST_PLANE = (1 << PLANE) - 1
_KINDS_OF_LINES = (
    (_FIRST_PLANE, [PLANE * digit for digit in range(9)]),  # a cell: its nine digits
    (_spread([9 * r for r in range(9)]), list(range(9))),  # a row: its nine columns
    (_spread(list(range(9))), [9 * r for r in range(9)]),  # a column: its nine rows
    (
        _spread([27 * band + 3 * stack for band in range(3) for stack in range(3)]),
        [9 * r + c for r in range(3) for c in range(3)],  # a box: three rows of three
    ),
)
"""For each kind of line: where the first bits of its lines are, and how far from there the nine bits are."""

_LINES = [(first, shifts, sum(1 << shift for shift in shifts)) for first, shifts in _KINDS_OF_LINES]
"""The same, and the number by which bits at the first places are multiplied to be at all nine."""


def _rivals(digit: int, cell: int) -> int:
    """What cannot be true beside this digit in this cell: other digits there, the digit in its units."""
    row, column = divmod(cell, 9)
    seen = [
        9 * r + c
        for r in range(9)
        for c in range(9)
        if r == row or c == column or (r // 3 == row // 3 and c // 3 == column // 3)
    ]
    there = sum(1 << PLANE * other + cell for other in range(9))
    in_units = sum(1 << PLANE * digit + other for other in seen)
    return (there | in_units) ^ (1 << PLANE * digit + cell)


_KEPT = [ALL ^ _rivals(bit // PLANE, bit % PLANE) for bit in range(9 * PLANE)]
"""By bit: all that can be true beside it."""


def _bits(state: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while state:
        last = state & -state
        yield last.bit_length() - 1
        state ^= last


def propagate(state: int, placed: int) -> tuple[int, int] | None:
    """The state after all singles, and which bits are certain; None where a line has no place left."""
    while True:
        singles = 0
        for first, shifts, spread in _LINES:
            once = more = 0
            for shift in shifts:
                bit = state >> shift & first
                more |= once & bit
                once |= bit
            if once != first:
                return None
            singles |= state & (once & ~more) * spread  # the one true bit of each line that has one
        singles &= ~placed
        if not singles:
            return state, placed
        for bit in _bits(singles):
            if not state >> bit & 1:
                return None  # two singles that are each other's peers
            state &= _KEPT[bit]
        placed |= singles


def _guess(state: int, placed: int) -> int:
    """The bit to try: the lowest digit of a cell with the fewest candidates, two at least."""
    planes = [state >> PLANE * digit & _FIRST_PLANE for digit in range(9)]
    at_least = [_FIRST_PLANE] + [0] * 9  # at_least[k]: the cells with k candidates or more
    for plane in planes:
        for k in range(9, 0, -1):
            at_least[k] |= at_least[k - 1] & plane
    for k in range(2, 9):
        if cells := at_least[k] & ~at_least[k + 1]:
            break
    else:
        cells = at_least[9]
    cell = cells & -cells
    return next(bit for bit in (cell << PLANE * digit for digit in range(9)) if state & bit)


class Job:
    """A batch of puzzles, solved one after the other; see `sudocube.kernel.Job` for what it keeps to."""

    level = "twin"

    def __init__(
        self,
        puzzles: NDArray[np.uint8] | NDArray[np.uint16],
        limit: int,
        budget: int,
        *,
        keep_solutions: bool = True,
    ) -> None:
        count = len(puzzles)
        self.counts: NDArray[np.int64] = np.zeros(count, np.int64)
        self.solutions: NDArray[np.uint8] = np.zeros((count if keep_solutions else 0, 2, 81), np.uint8)
        self.guesses: NDArray[np.int64] = np.zeros(count, np.int64)
        self._puzzles, self._limit, self._budget = puzzles, limit, budget
        self._finished = 0
        self._untried: list[tuple[int, int]] | None = None
        """The states still to be searched of the puzzle in hand, the next one last; None between puzzles."""

    def advance(self, steps: int) -> int:
        """Search up to `steps` states on, and say how many puzzles are finished."""
        while steps > 0 and self._finished < len(self.counts):
            if self._untried is None:
                self._untried = self._begun(self._finished)
            if not self._untried:
                self._finished += 1
                self._untried = None
                continue
            self._step(self._finished, self._untried)
            steps -= 1
        return self._finished

    def _begun(self, index: int) -> list[tuple[int, int]]:
        """The state that a puzzle begins in; none, and the count -2, where it is no puzzle."""
        row: list[int] = self._puzzles[index].tolist()
        if self._puzzles.dtype == np.uint8:
            meant = DIGITS if max(row) <= 9 else SYMBOLS
            digits = [meant.get(value, -1) for value in row]
            masks = [FULL if digit == 0 else 1 << digit >> 1 for digit in digits] if min(digits) >= 0 else []
        else:
            masks = row if max(row) <= FULL else []
        if not masks:
            self.counts[index] = -2
            return []
        state = 0
        for cell, mask in enumerate(masks):
            for digit in _bits(mask):
                state |= 1 << PLANE * digit + cell
        return [(state, 0)]

    def _step(self, index: int, untried: list[tuple[int, int]]) -> None:
        """Search one state: it fails, is a solution, or is parted by a guess."""
        after = propagate(*untried.pop())
        if after is None:
            return
        state, placed = after
        if placed.bit_count() == PLANE:
            found = int(self.counts[index])
            if found < 2 and len(self.solutions):
                for bit in _bits(placed):
                    self.solutions[index, found, bit % PLANE] = bit // PLANE + 1
            self.counts[index] = found + 1
            if found + 1 >= self._limit:
                untried.clear()
            return
        if self.guesses[index] >= self._budget:
            self.counts[index] = -1
            untried.clear()
            return
        self.guesses[index] += 1
        bit = _guess(state, placed)
        untried.append((state ^ bit, placed))
        untried.append((state & _KEPT[bit.bit_length() - 1], placed))
