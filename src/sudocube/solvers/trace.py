"""What a documented algorithm did, as data: one step after the other, each with its reasons.

A solver that is given a trace records every step in it; without a trace it loses almost no time. The solver
itself states what a step concludes and from which premises, in terms of the candidates of cells at that
moment. So a step can be checked by code that knows nothing about the solver: see `explanation`.

At the beginning, a cell with a clue can hold the clue, and every other cell all digits. Each later change of
the candidates is part of some step.
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
    """A conclusion: a cell holds a digit. What its peers lose is in `removed`, in this step or later."""
    REMOVAL = "removal"
    """A conclusion: cells lose candidates."""
    DEADLOCK = "deadlock"
    """A conclusion: the clues and assumptions cannot all be true."""
    GUESS = "guess"
    """An assumption, added to the stack."""
    UNDO = "undo"
    """Assumptions are removed from the stack, and all that followed from them is undone."""
    SOLUTION = "solution"
    """Every cell holds a digit."""
    END = "end"
    """The method ends: there are no (other) solutions, or it is stuck."""


CONCLUSIONS = frozenset({StepKind.PLACEMENT, StepKind.REMOVAL, StepKind.DEADLOCK})
"""The kinds of steps that are claimed to follow from what was known before."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to draw a conclusion: its name in the source, and the standard term."""

    name: str
    term: str


@dataclass(frozen=True, slots=True)
class Premises:
    """What a conclusion rests on: cells with the digits that they can hold, and units.

    The claim: the conclusion follows from these three facts alone. Each of these cells holds one of the
    digits listed for it; every cell holds exactly one digit; the rules hold in these units.
    """

    cells: Mapping[int, Sequence[int]] = field(default_factory=dict)
    units: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    `cells`, `digits` and `unit` are the subject of the step: the cell and the digit, or the group and its
    digits, and the unit where it was found. `placed` (digits by cell) and `removed` (lost candidates by cell)
    are the changes. `assumptions` are those in force after the step, oldest first, as (cell, digit).
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
"""The candidates of each cell, by cell: bit d - 1 is set when d is a candidate."""


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask, in ascending order.

    >>> digits_of(0b101)
    (1, 3)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


class Trace:
    """Takes a solver's steps and gives each to `emit`, with the assumptions in force."""

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
        """Record what follows by a rule from the candidates of `cells` before, and from `units`.

        `after` holds the candidates of all cells afterwards; None for a deadlock. What is missing there was
        removed; this is not listed for a cell in `placed`. Without any change, no step is recorded.
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
        """Record an assumption, and the candidates that it takes from the cell's peers.

        Its alternatives are the other candidates of the cell or, with a unit, the other places of the digit
        in the unit.
        """
        self._assumptions.append((cell, digit))
        removed = {
            other: digits_of(was & ~now)
            for other, (was, now) in enumerate(zip(before, after, strict=True))
            if was != now and other != cell
        }
        self._add(StepKind.GUESS, rule, (cell,), (digit,), unit, None, {cell: digit}, removed)

    def back_to(self, rule: Rule, depth: int) -> None:
        """Record that only the first `depth` assumptions are kept; no step if there are no more than that."""
        undone = self._assumptions[depth:]
        if not undone:
            return
        del self._assumptions[depth:]
        about = tuple(cell for cell, _ in undone)
        self._add(StepKind.UNDO, rule, about, tuple(digit for _, digit in undone))

    def solution(self, rule: Rule) -> None:
        """Record that every cell holds a digit."""
        self._add(StepKind.SOLUTION, rule)

    def end(self, rule: Rule) -> None:
        """Record that the method ends."""
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
