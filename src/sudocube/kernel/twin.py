"""The kernel in plain Python: it shows what the compiled one does, and replaces it where that was not built.

It does not use the cube that the other engines derive from. It states the rules independently, in
arithmetic on rows, columns and boxes, so that a mistake in either statement shows as a difference.

A state is one whole number of 729 bits: bit 81·k + 9·r + c is set while digit k + 1 is a candidate for the
cell at row r, column c. Each digit has a *plane* of 81 bits:

      digit 9          …        digit 2        digit 1
    ┌──────────────┬───────┬──────────────┬──────────────┐
    │ 81 bits      │   …   │ 81 bits      │ 81 bits      │   bit 9·r + c of a plane: the cell r, c
    └──────────────┴───────┴──────────────┴──────────────┘

A rule says that of nine bits exactly one is true: the bits of a cell in the nine planes, or the bits of the
nine cells of a row, column or box in one plane. Such a group of nine bits is called a line. All lines of one
kind are counted at the same time: the state is shifted so that the first, the second … the ninth bit of
every line comes to the same position, and the shifted bits are counted as "none", "one" or "two or more". A
line with no bit left is a contradiction. A line with one bit left is a single: naked in a cell, hidden in a
unit; all bits that cannot be true together with it are cleared. Singles are set until there are none left.
Then the search guesses: it tries the first digit of a cell with the fewest candidates, and later the same
state without that candidate.

The closure of a puzzle, what naked and hidden singles leave of it, is what propagation ends with: it knows
nothing else, and goes on until no line has a single that is not set yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel import Puzzles

PLANE = 81
ALL = (1 << 9 * PLANE) - 1
FULL = 0x1FF
"""All nine digits, as a mask of candidates."""

DIGITS = {digit: digit for digit in range(10)}
SYMBOLS = {ord(blank): 0 for blank in ".0*_-xX"} | {ord("0") + digit: digit for digit in range(1, 10)}
"""The digit that a byte stands for: in a puzzle of digits, and in a puzzle of ASCII symbols; 0 = blank."""


def digits_of(row: list[int]) -> list[int] | None:
    """The digits, 0 for a blank, of 81 digits or 81 ASCII symbols; None if it is neither."""
    digit_of = DIGITS if max(row) <= 9 else SYMBOLS
    digits = [digit_of.get(value, -1) for value in row]
    return digits if min(digits) >= 0 else None


def _spread(cells: list[int]) -> int:
    """The bits of these cells in all nine planes."""
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
"""For each kind of line: the first bit of each of its lines, and the distances from it to all nine."""

_LINES = [(first, shifts, sum(1 << shift for shift in shifts)) for first, shifts in _KINDS_OF_LINES]
"""The same, with a factor: a first bit times this factor gives all nine bits of its line."""


def _peers(digit: int, cell: int) -> int:
    """The bits that cannot be true together with this one: other digits there, the digit in its units."""
    row, column = divmod(cell, 9)
    in_units = [
        9 * r + c
        for r in range(9)
        for c in range(9)
        if r == row or c == column or (r // 3 == row // 3 and c // 3 == column // 3)
    ]
    same_cell = sum(1 << PLANE * other + cell for other in range(9))
    same_digit = sum(1 << PLANE * digit + other for other in in_units)
    return (same_cell | same_digit) ^ (1 << PLANE * digit + cell)


_COMPATIBLE = [ALL ^ _peers(bit // PLANE, bit % PLANE) for bit in range(9 * PLANE)]
"""For each bit: all bits that can be true together with it, itself included."""


def first_state(row: list[int], *, are_masks: bool) -> int | None:
    """The state of a row of digits or symbols, or of masks of candidates; None if it is not a puzzle."""
    if are_masks:
        masks = row if max(row) <= FULL else []
    else:
        masks = [FULL if digit == 0 else 1 << digit >> 1 for digit in digits_of(row) or ()]
    if not masks:
        return None
    return sum(1 << PLANE * digit + cell for cell, mask in enumerate(masks) for digit in bits_of(mask))


def bits_of(state: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while state:
        last = state & -state
        yield last.bit_length() - 1
        state ^= last


def propagate(state: int, placed: int) -> tuple[int, int] | None:
    """The state after all singles, and the bits of all singles so far; None after a contradiction.

    `placed` holds the bits of the singles that were set before.
    """
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
            singles |= state & (once & ~more) * spread  # the bit of each line with one bit left
        singles &= ~placed
        if not singles:
            return state, placed
        for bit in bits_of(singles):
            if not state >> bit & 1:
                return None  # two singles are peers of each other
            state &= _COMPATIBLE[bit]
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


class TwinSearch:
    """The search of a batch, one puzzle after the other; `BatchSearch` describes attributes and methods."""

    level = "twin"

    def __init__(
        self, puzzles: Puzzles | memoryview, limit: int, budget: int, *, keep_solutions: bool = True
    ) -> None:
        count = len(puzzles)
        self.counts: NDArray[np.int64] = np.zeros(count, np.int64)
        self.solutions: NDArray[np.uint8] = np.zeros((count if keep_solutions else 0, 2, 81), np.uint8)
        self.guesses: NDArray[np.int64] = np.zeros(count, np.int64)
        self._puzzles, self._limit, self._budget = np.asarray(puzzles), limit, budget
        self._finished = 0
        self._untried: list[tuple[int, int]] | None = None
        """States of the current puzzle that are still to search, the next one last; None between puzzles."""

    def advance(self, steps: int) -> int:
        """Search up to `steps` states; returns how many puzzles are finished by now."""
        while steps > 0 and self._finished < len(self.counts):
            if self._untried is None:
                self._untried = self._first_states(self._finished)
            if not self._untried:
                self._finished += 1
                self._untried = None
                continue
            self._search_next(self._finished, self._untried)
            steps -= 1
        return self._finished

    def __len__(self) -> int:
        return len(self.counts)

    def first(self) -> tuple[int, list[bytes]]:
        """See `BatchSearch.first`."""
        count = int(self.counts[0])
        return count, [grid.tobytes() for grid in self.solutions[:1, : max(count, 0)].reshape(-1, PLANE)]

    def _first_states(self, index: int) -> list[tuple[int, int]]:
        """The first state of a puzzle; for a row that is not a puzzle none, and its count is set to -2."""
        state = first_state(self._puzzles[index].tolist(), are_masks=self._puzzles.dtype == np.uint16)
        if state is None:
            self.counts[index] = -2
            return []
        return [(state, 0)]

    def _search_next(self, index: int, untried: list[tuple[int, int]]) -> None:
        """Search one state: it is a contradiction, a solution, or a guess splits it in two."""
        after = propagate(*untried.pop())
        if after is None:
            return
        state, placed = after
        if placed.bit_count() == PLANE:
            found = int(self.counts[index])
            if found < 2 and len(self.solutions):
                for bit in bits_of(placed):
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
        untried.append((state & _COMPATIBLE[bit.bit_length() - 1], placed))


SOLVED, STUCK, CONTRADICTION, NO_PUZZLE = 1, 0, -1, -2
"""The states: all cells decided; singles do no more; no solution; the row is not a puzzle."""


class TwinClosures:
    """The closures of a batch; `closures.BatchClosures` describes attributes and methods."""

    level = "twin"

    def __init__(self, puzzles: Puzzles) -> None:
        self.masks: NDArray[np.uint16] = np.zeros((len(puzzles), PLANE), np.uint16)
        self.states: NDArray[np.int8] = np.zeros(len(puzzles), np.int8)
        self._puzzles, self._finished = puzzles, 0

    def advance(self, steps: int) -> int:
        """Close up to `steps` puzzles; returns how many are finished by now."""
        end = min(self._finished + steps, len(self.states))
        for index in range(self._finished, end):
            self.states[index] = self._close(index)
        self._finished = end
        return end

    def _close(self, index: int) -> int:
        """Write the candidates that are left of a puzzle, if there is no contradiction; returns its state."""
        state = first_state(self._puzzles[index].tolist(), are_masks=self._puzzles.dtype == np.uint16)
        if state is None:
            return NO_PUZZLE
        after = propagate(state, 0)
        if after is None:
            return CONTRADICTION
        masks = [0] * PLANE
        for bit in bits_of(after[0]):
            digit, cell = divmod(bit, PLANE)
            masks[cell] |= 1 << digit
        self.masks[index] = masks
        return SOLVED if after[1].bit_count() == PLANE else STUCK
