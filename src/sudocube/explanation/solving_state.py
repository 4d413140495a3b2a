"""What is known after some steps: candidates, filled cells, assumptions.

At the beginning a cell with a clue has this one candidate, and every other cell has all digits. Each step
changes the state as it says. A guess saves the state before it, and an undo restores it.

Invariant: there is one saved state for each assumption in force, in the same order. A step that does not fit
the state (see `objection`) is applied as far as possible, so that the invariant holds for steps of any
origin. There are no more assumptions than cells: a guess beyond that fits no state, and saves none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudocube.cube import cube
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.solvers.trace import CONCLUSIONS, Step, StepKind, digits_of

NAMED_AT_MOST = 50
"""How many assumptions an objection names."""


class SolvingState:
    """The candidates of each cell (`masks`: bit d - 1 for digit d), the filled cells and the assumptions.

    >>> state = SolvingState(Puzzle("1... ..2. .3.. ...4"))
    >>> state.candidates(0), state.candidates(1), state.filled[0], state.filled[1]
    ((1,), (1, 2, 3, 4), 1, 0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        every = mask_of(puzzle.geometry.digits)
        self.puzzle = puzzle
        self.masks = [1 << value - 1 if value else every for value in puzzle.cells]
        self.filled = bytearray(puzzle.cells)
        """By cell: the clue, or the digit that was placed or guessed; 0 for a blank."""
        self.assumptions: list[tuple[int, int]] = []
        self._saved: list[tuple[list[int], bytearray]] = []

    def copied(self) -> SolvingState:
        """The same state, which later steps do not change; without the saved states, so it takes no undo."""
        other = SolvingState.__new__(SolvingState)
        other.puzzle, other.masks, other.filled = self.puzzle, self.masks.copy(), self.filled[:]
        other.assumptions, other._saved = self.assumptions.copy(), []
        return other

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, in ascending order."""
        return digits_of(self.masks[cell])

    def grid(self) -> Grid | None:
        """The grid, if every cell has exactly one candidate; otherwise None."""
        if any(mask.bit_count() != 1 for mask in self.masks):
            return None
        return Grid(bytes(mask.bit_length() for mask in self.masks), self.puzzle.geometry)

    def objection(self, step: Step) -> str | None:
        """Why a step cannot come at this point, in words; None where it can.

        The assumptions that a step names must be those in force. A guess must be a candidate, and may only
        remove candidates that it rules out. An undo must take back the latest assumptions. A solution must be
        accepted by the referee. Whether a conclusion follows is not checked here.
        """
        stack = tuple(self.assumptions)
        if step.kind is StepKind.GUESS:
            return self._objection_to_guess(step)
        if step.kind is StepKind.READING:
            return self._objection_to_assumptions(step)
        if step.kind is StepKind.UNDO:
            kept = step.assumptions
            if kept != stack[: len(kept)] or len(kept) >= len(stack):
                return f"it leaves as assumptions {self._named(kept)}; in force are {self._named(stack)}"
            return self._objection_to_names(step, stack[len(kept) :])
        if step.assumptions != stack:
            return f"it names as assumptions {self._named(step.assumptions)}, but in force are " + (
                self._named(stack)
            )
        if step.kind is StepKind.SOLUTION:
            return self._objection_to_solution()
        return None

    def apply(self, step: Step) -> None:
        """Change the state as the step says."""
        if step.kind is StepKind.UNDO:
            depth = len(step.assumptions)
            if depth < len(self._saved):
                self.masks, self.filled = self._saved[depth]
                del self._saved[depth:], self.assumptions[depth:]
            return
        if step.kind in (StepKind.GUESS, StepKind.READING):
            for cell, digit in zip(step.cells, step.digits, strict=True):
                self._assume(cell, digit)
        elif step.kind not in CONCLUSIONS:
            return
        for cell, digit in step.placed.items():
            self.masks[cell] &= 1 << digit - 1
            self.filled[cell] = digit
        for cell, digits in step.removed.items():
            self.masks[cell] &= ~mask_of(digits)

    def _assume(self, cell: int, digit: int) -> None:
        """Save the state, and add an assumption to it."""
        if len(self._saved) < self.puzzle.geometry.cell_count:
            self._saved.append((self.masks.copy(), self.filled[:]))
            self.assumptions.append((cell, digit))
        self.masks[cell] &= 1 << digit - 1
        self.filled[cell] = digit

    def _objection_to_names(self, step: Step, undone: tuple[tuple[int, int], ...]) -> str | None:
        """Why an undo cannot take back these assumptions: where it names any, it names just these."""
        named = tuple(zip(step.cells, step.digits, strict=False))
        if len(step.cells) != len(step.digits):
            return f"it names {len(step.cells)} cells and {len(step.digits)} digits to take back"
        if named and named != undone:
            return f"it takes back {self._named(named)}, but what it leaves takes back {self._named(undone)}"
        return None

    def _objection_to_guess(self, step: Step) -> str | None:
        objection = self._objection_to_assumptions(step)
        if objection is not None:
            return objection
        shape = self.puzzle.geometry
        cell, digit = guessed(step)
        table = cube(shape)
        peers = table.peers[table.element(cell, digit)]
        for other, digits in step.removed.items():
            for gone in digits:
                if self.masks[other] >> gone - 1 & 1 and table.element(other, gone) not in peers:
                    name = shape.cell_name(other)
                    return f"it takes {SYMBOLS[gone]} from {name}, which this digit there does not rule out"
        return None

    def _objection_to_assumptions(self, step: Step) -> str | None:
        """Why the digits that a guess or a reading assumes cannot be assumed."""
        shape = self.puzzle.geometry
        stack, more = tuple(self.assumptions), tuple(zip(step.cells, step.digits, strict=True))
        if step.assumptions != (*stack, *more):
            wanted = self._named((*stack, *more))
            return f"it names as assumptions {self._named(step.assumptions)}, but in force are {wanted}"
        if len(stack) + len(more) > shape.cell_count:
            return f"before it there are {len(stack)} assumptions, as many as cells"
        for cell, digit in more:
            if not self.masks[cell] >> digit - 1 & 1:
                return f"{SYMBOLS[digit]} is no candidate of {shape.cell_name(cell)}"
        return None

    def _objection_to_solution(self) -> str | None:
        grid = self.grid()
        shape = self.puzzle.geometry
        if grid is None:
            cell = next(cell for cell, mask in enumerate(self.masks) if mask.bit_count() != 1)
            left = " ".join(SYMBOLS[digit] for digit in self.candidates(cell)) or "nothing"
            return f"{shape.cell_name(cell)} can still hold {left}"
        refused = referee(grid, self.puzzle)
        return None if refused is None else f"the referee refuses {grid}: {refused}"

    def _named(self, assumptions: Sequence[tuple[int, int]]) -> str:
        name = self.puzzle.geometry.cell_name
        said = [f"{name(cell)} = {SYMBOLS[digit]}" for cell, digit in assumptions[:NAMED_AT_MOST]]
        more = len(assumptions) - len(said)
        return ", ".join(said) + f" and {more:,} more" * (more > 0) or "none"


def guessed(step: Step) -> tuple[int, int]:
    """The cell and the digit of a guess."""
    return step.cells[0], step.digits[0]


def mask_of(digits: Iterable[int]) -> int:
    """The mask of some digits.

    >>> bin(mask_of([1, 3]))
    '0b101'
    """
    mask = 0
    for digit in digits:
        mask |= 1 << digit - 1
    return mask
