"""What a documented algorithm did, as data: one step after the other, each with its reasons.

A solver that is given a trace tells it every step; one that is given none loses next to no time. What a
step concludes, and from what, is said by the solver itself, in terms of the candidates of cells at that
moment, so that a step can be checked by somebody who knows nothing of the solver: see `explanation`.

At the beginning a cell with a clue can hold the clue, and every other cell all digits; each change of the
candidates after that is in some step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sudocube.cube import Unit, cube
from sudocube.geometry import Geometry


class StepKind(StrEnum):
    """What a step does."""

    PLACEMENT = "placement"
    """A conclusion: a cell holds a digit. What its peers lose by that is in `removed`, here or later."""
    REMOVAL = "removal"
    """A conclusion: cells lose candidates."""
    DEADLOCK = "deadlock"
    """A conclusion: the clues and assumptions cannot all be true."""
    GUESS = "guess"
    """An assumption, added to the stack."""
    UNDO = "undo"
    """Assumptions are taken off the stack, and all that followed from them is undone."""
    SOLUTION = "solution"
    """Every cell holds a digit."""
    END = "end"
    """Nothing more can be done: there are no (other) solutions, or the method is stuck."""


CONCLUSIONS = frozenset({StepKind.PLACEMENT, StepKind.REMOVAL, StepKind.DEADLOCK})
"""The kinds of steps that claim to follow from what was known before."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to conclude: the name that the source gives it, and the standard term."""

    name: str
    term: str


@dataclass(frozen=True, slots=True)
class Premises:
    """What a conclusion rests on: cells with the digits that they can hold, and units.

    The claim is that the conclusion follows from these cells holding one of these digits each, from
    every cell holding exactly one digit, and from the rules of these units. Nothing else.
    """

    cells: Mapping[int, Sequence[int]] = field(default_factory=dict)
    units: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    `cells`, `digits` and `unit` are what the step is about: the square and the number, the group and its
    numbers, the unit where it was seen. `placed` and `removed` are what changes: digits by cell, lost
    candidates by cell. `assumptions` are those in force after the step, oldest first, as (cell, digit).
    """

    kind: StepKind
    rule: Rule
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    unit: Unit | None = None
    premises: Premises | None = None
    placed: Mapping[int, int] = field(default_factory=dict)
    removed: Mapping[int, Sequence[int]] = field(default_factory=dict)
    assumptions: tuple[tuple[int, int], ...] = ()


Candidates = Sequence[int]
"""What each cell can hold, by cell: bit d - 1 is set when d is a candidate."""


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask, in ascending order.

    >>> digits_of(0b101)
    (1, 3)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


class Trace:
    """Takes a solver's steps and hands them on, each with the assumptions in force."""

    def __init__(self, geometry: Geometry, emit: Callable[[Step], object]) -> None:
        self.geometry = geometry
        self._emit = emit
        self._assumptions: list[tuple[int, int]] = []

    def conclusion(
        self,
        rule: Rule,
        *,
        about: Iterable[int] = (),
        digits: Iterable[int] = (),
        unit: Unit | None = None,
        cells: Iterable[int] = (),
        units: Iterable[Unit] = (),
        before: Candidates,
        after: Candidates | None,
        placed: Mapping[int, int] | None = None,
    ) -> None:
        """What follows by a rule from `cells` as they are before, and from `units`.

        `after` is what the cells can hold then, None for a deadlock; the difference is what was removed.
        Of a cell in `placed`, the other candidates go without saying. Where nothing changes, no step is made.
        """
        placed = placed or {}
        removed: dict[int, tuple[int, ...]] = {}
        if after is not None:
            for cell, (was, now) in enumerate(zip(before, after, strict=True)):
                if was != now and cell not in placed:
                    removed[cell] = digits_of(was & ~now)
        if after is not None and not placed and not removed:
            return
        kind = StepKind.DEADLOCK if after is None else StepKind.PLACEMENT if placed else StepKind.REMOVAL
        premises = Premises({cell: digits_of(before[cell]) for cell in cells}, tuple(units))
        self._add(kind, rule, tuple(about), tuple(digits), unit, premises, placed, removed)

    def guess(
        self,
        rule: Rule,
        cell: int,
        digit: int,
        before: Candidates,
        after: Candidates,
        unit: Unit | None = None,
    ) -> None:
        """An assumption, and what it takes from the cell's peers.

        What else could have been assumed are the other candidates of the cell; with a unit, the other
        places of the digit in it.
        """
        self._assumptions.append((cell, digit))
        removed = {
            other: digits_of(was & ~now)
            for other, (was, now) in enumerate(zip(before, after, strict=True))
            if was != now and other != cell
        }
        self._add(StepKind.GUESS, rule, (cell,), (digit,), unit, None, {cell: digit}, removed)

    def back_to(self, rule: Rule, depth: int) -> None:
        """Take assumptions back until `depth` are left; no step where there are no more than that."""
        undone = self._assumptions[depth:]
        if not undone:
            return
        del self._assumptions[depth:]
        about = tuple(cell for cell, _ in undone)
        self._add(StepKind.UNDO, rule, about, tuple(digit for _, digit in undone))

    def solution(self, rule: Rule) -> None:
        """Every cell holds a digit."""
        self._add(StepKind.SOLUTION, rule)

    def end(self, rule: Rule) -> None:
        """Nothing more can be done."""
        self._add(StepKind.END, rule)

    def _add(
        self,
        kind: StepKind,
        rule: Rule,
        cells: tuple[int, ...] = (),
        digits: tuple[int, ...] = (),
        unit: Unit | None = None,
        premises: Premises | None = None,
        placed: Mapping[int, int] | None = None,
        removed: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        stack = tuple(self._assumptions)
        self._emit(Step(kind, rule, cells, digits, unit, premises, placed or {}, removed or {}, stack))

    def units_of(self, cell: int) -> tuple[Unit, Unit, Unit]:
        """The row, the column and the box of a cell."""
        size = self.geometry.size
        units = cube(self.geometry).units
        row, column, box = self.geometry.row(cell), self.geometry.column(cell), self.geometry.box(cell)
        return units[row], units[size + column], units[2 * size + box]
