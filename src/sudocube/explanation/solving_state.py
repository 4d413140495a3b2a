"""What is known after some steps: candidates, filled cells, assumptions, and what was found.

At the beginning a cell with a clue has this one candidate, and every other cell has all digits. Each step
changes the state as it says. A guess and a reading keep the state before them, and an undo restores it. A
step that cannot come at its point (see `objection`) is applied as far as possible.

The form of a step is whether its parts fit together, seen in the step alone (see `form_fault`). A step could
change more than its conclusion says: a guess could place a second cell, a deadlock could place one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import chain

from sudocube.cube import cube
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import (
    CONCLUSIONS,
    Assumption,
    Premises,
    Step,
    StepKind,
    digits_of,
    first_candidates,
)
from sudocube.verdict import referee

NAMED_AT_MOST = 50
"""How many assumptions an objection names."""

ASSUMING = (StepKind.GUESS, StepKind.READING)
"""The kinds of steps that assume the digits that they name."""


class SolvingState:
    """The candidates of each cell (`masks`: bit d - 1 for digit d), the filled cells and the assumptions.

    `depth` is how many guesses and readings are in force, and `found` is how many solutions there were.

    >>> state = SolvingState(Puzzle("1... ..2. .3.. ...4"))
    >>> state.candidates(0), state.candidates(1), state.filled[0], state.filled[1]
    ((1,), (1, 2, 3, 4), 1, 0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.masks = first_candidates(puzzle)
        self.filled = bytearray(puzzle.cells)
        """By cell: the clue, or the digit that was placed or guessed; 0 for a blank."""
        self.assumptions: tuple[Assumption, ...] = ()
        self.depth = self.found = 0
        self.solutions: dict[Grid, None] = {}
        """The solutions that the steps have met; a copy of a state does not keep them."""
        self._saved: list[SolvingState] = []  # before each guess and reading in force

    def copied(self) -> SolvingState:
        """The same state, which later steps do not change; it takes no undo."""
        other = copy(self)
        other.masks, other.filled = self.masks.copy(), self.filled[:]
        other.solutions, other._saved = {}, []
        return other

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, in ascending order."""
        return digits_of(self.masks[cell])

    def can_hold(self, cell: int) -> str:
        """The candidates of a cell in words."""
        return " ".join(SYMBOLS[digit] for digit in self.candidates(cell)) or "nothing"

    def grid(self) -> Grid | None:
        """The grid, if every cell has exactly one candidate; otherwise None."""
        if any(mask.bit_count() != 1 for mask in self.masks):
            return None
        return Grid(bytes(mask.bit_length() for mask in self.masks), self.puzzle.geometry)

    def apply(self, step: Step, *, is_right: bool = True) -> None:
        """Change the state as the step says; the grid of a solution that is not right is not counted."""
        if step.kind is StepKind.SOLUTION and is_right and (grid := self.grid()) is not None:
            self.solutions[grid] = None
            self.found = len(self.solutions)
        if step.kind is StepKind.UNDO:
            while len(self.assumptions) > len(step.assumptions):
                before = self._saved.pop()
                self.masks, self.filled = before.masks, before.filled
                self.assumptions, self.depth = before.assumptions, before.depth
        if step.kind in ASSUMING:
            pairs = tuple(zip(step.cells, step.digits, strict=True))
            self._saved.append(self.copied())
            self.assumptions, self.depth = (*self.assumptions, *pairs), self.depth + 1
        if step.kind in ASSUMING or step.kind in CONCLUSIONS:
            for cell, digit in step.placed.items():
                self.masks[cell] &= 1 << digit - 1
                self.filled[cell] = digit
            for cell, digits in step.removed.items():
                self.masks[cell] &= ~mask_of(digits)

    def objection(self, step: Step) -> str | None:
        """Why a step cannot come at this point, in words; None where it can.

        The assumptions that a step names must be those in force. A guess must be a candidate, and may only
        remove candidates that it rules out. An undo must take back the latest assumptions. A solution must be
        accepted by the referee. Whether a conclusion follows is not checked here.
        """
        if step.kind is StepKind.UNDO:
            return self._objection_to_undo(step)
        more = tuple(zip(step.cells, step.digits, strict=True)) if step.kind in ASSUMING else ()
        wanted = (*self.assumptions, *more)
        if step.assumptions != wanted:
            names = self._named(step.assumptions)
            return f"it names as assumptions {names}, but in force are {self._named(wanted)}"
        for cell, digit in more:
            if not self.masks[cell] >> digit - 1 & 1:
                return f"{SYMBOLS[digit]} is no candidate of {self.puzzle.geometry.cell_name(cell)}"
        if step.kind is StepKind.GUESS:
            return self._objection_to_removed(step)
        return self._objection_to_solution() if step.kind is StepKind.SOLUTION else None

    def _objection_to_undo(self, step: Step) -> str | None:
        """An undo takes back the latest guesses and readings; where it names assumptions, it names these."""
        kept, stack = step.assumptions, self.assumptions
        if kept not in [before.assumptions for before in self._saved]:
            return f"it leaves as assumptions {self._named(kept)}; in force are {self._named(stack)}"
        named, undone = tuple(zip(step.cells, step.digits, strict=False)), stack[len(kept) :]
        if named not in ((), undone) or len(step.cells) != len(step.digits):
            return f"it takes back {self._named(named)}, but what it leaves takes back {self._named(undone)}"
        return None

    def _objection_to_removed(self, guess: Step) -> str | None:
        """A guess takes its digit from peers, and the other digits from its cell."""
        table = cube(self.puzzle.geometry)
        peers = table.peers[table.element(*guess.assumptions[-1])]
        for cell, digits in guess.removed.items():
            for digit in digits:
                if self.masks[cell] >> digit - 1 & 1 and table.element(cell, digit) not in peers:
                    name = self.puzzle.geometry.cell_name(cell)
                    return f"it takes {SYMBOLS[digit]} from {name}, which this digit there does not rule out"
        return None

    def _objection_to_solution(self) -> str | None:
        grid = self.grid()
        if grid is None:
            cell = next(cell for cell, mask in enumerate(self.masks) if mask.bit_count() != 1)
            return f"{self.puzzle.geometry.cell_name(cell)} can still hold {self.can_hold(cell)}"
        refused = referee(grid, self.puzzle)
        return None if refused is None else f"the referee refuses {grid}: {refused}"

    def _named(self, assumptions: Sequence[Assumption]) -> str:
        name = self.puzzle.geometry.cell_name
        said = [f"{name(cell)} = {SYMBOLS[digit]}" for cell, digit in assumptions[:NAMED_AT_MOST]]
        more = len(assumptions) - len(said)
        return ", ".join(said) + f" and {more:,} more" * (more > 0) or "none"


def mask_of(digits: Iterable[int]) -> int:
    """The mask of some digits.

    >>> bin(mask_of([1, 3]))
    '0b101'
    """
    mask = 0
    for digit in digits:
        mask |= 1 << digit - 1
    return mask


CHANGES = {
    StepKind.PLACEMENT: ("placed", "removed"),
    StepKind.REMOVAL: ("removed",),
    StepKind.GUESS: ("placed", "removed"),
    StepKind.READING: ("placed",),
    StepKind.LEFT_OUT: ("counts",),
}
"""What a step of a kind says; a placement, a removal and readings left out have to say the first of it."""


def form_fault(step: Step, geometry: Geometry) -> str | None:
    """The first fault in the form of a step, with the part where it is; None where the parts fit together.

    >>> from sudocube.solvers.trace import Rule
    >>> step = Step(StepKind.GUESS, Rule("", ""), (0,), (1,), placed={0: 1, 2: 3}, assumptions=((0, 1),))
    >>> form_fault(step, Geometry(2, 2))
    'placed: found r1c1 = 1, r1c3 = 3; expected r1c1 = 1, the guess itself'
    """
    return next(chain(_out_of_range(step, geometry), _of_kind(step, geometry)), None)


def _out_of_range(step: Step, geometry: Geometry) -> Iterator[str]:
    """The cells, digits and units in a step that its puzzle does not have."""
    premises = step.premises or Premises()
    parts: list[tuple[str, Iterable[int], Iterable[int]]] = [
        ("cells", step.cells, ()),
        ("digits", (), step.digits),
        ("placed", step.placed, step.placed.values()),
        ("removed", step.removed, chain(*step.removed.values())),
        ("assumptions", [cell for cell, _ in step.assumptions], [digit for _, digit in step.assumptions]),
        ("premises", premises.cells, chain(*premises.cells.values())),
    ]
    for key, cells, digits in parts:
        for cell in cells:
            if not 0 <= cell < geometry.cell_count:
                yield f"{key}: found {cell}; expected a cell, 0 to {geometry.cell_count - 1}"
        for digit in digits:
            if digit not in geometry.digits:
                yield f"{key}: found {digit}; expected a digit, 1 to {geometry.size}"
    for unit in (*premises.units, *(() if step.unit is None else (step.unit,))):
        if unit not in cube(geometry).units:
            yield f"unit: found {unit.name}; expected a unit of this puzzle, with its cells"


def _of_kind(step: Step, geometry: Geometry) -> Iterator[str]:
    """What a step says though a step of its kind cannot say it, or what it has to say and does not."""
    kind, name = step.kind, geometry.cell_name
    says = {
        "placed": bool(step.placed),
        "removed": any(step.removed.values()),
        "counts": bool(step.counts) and min(step.counts.values()) > 0,
    }
    for key, is_said in says.items():
        if is_said and key not in CHANGES.get(kind, ()):
            yield f"{key}: found some; expected none in a step of kind {kind}"
    if kind in CHANGES and not says[key := CHANGES[kind][0]]:
        yield f"{key}: found none; expected some in a step of kind {kind}"
    for cell, digit in step.placed.items():
        if digit in step.removed.get(cell, ()):
            yield f"removed: found {digit} of {name(cell)}, where it is placed; expected other digits"
    if kind is StepKind.GUESS and (len(step.cells), len(step.digits)) != (1, 1):
        yield f"cells: found {len(step.cells)}, and {len(step.digits)} digits; expected one of each"
    if kind in (StepKind.READING, StepKind.FAILED_READING):
        if not step.cells or len({*step.cells}) < len(step.cells):
            yield f"cells: found {_named(step.cells, geometry)}; expected the cells of the {kind}, each once"
        if len(step.digits) != len(step.cells):
            yield f"digits: found {len(step.digits)}; expected {len(step.cells)}, as many as cells"
    if kind in ASSUMING and step.placed != (own := dict(zip(step.cells, step.digits, strict=False))):
        found, expected = (
            ", ".join(f"{name(cell)} = {digit}" for cell, digit in placed.items()) or "none"
            for placed in (step.placed, own)
        )
        yield f"placed: found {found}; expected {expected}, the {kind} itself"


def _named(cells: Iterable[int], geometry: Geometry) -> str:
    return ", ".join(map(geometry.cell_name, cells)) or "none"
