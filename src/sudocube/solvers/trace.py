"""What a documented algorithm did, as data: one step after the other, each with its reasons.

A solver that is given a trace records every step in it; with a silent one it loses almost no time. The solver
itself states what a step concludes and from which premises, in terms of the candidates of cells at that
moment. So a step can be checked by code that knows nothing about the solver: see `explanation`.

At the beginning, a cell with a clue can hold the clue, and every other cell all digits. Each later change of
the candidates is part of some step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from sudocube.cube import Unit
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from sudocube.fields import Cell, Digit, Index, Level, Positive


class StepKind(StrEnum):
    """What a step does."""

    PLACEMENT = "placement"
    """A conclusion: a cell holds a digit. What its peers lose is in `removed`, in this step or later."""
    REMOVAL = "removal"
    """A conclusion: cells lose candidates."""
    DEADLOCK = "deadlock"
    """A conclusion: the clues and assumptions cannot all be true. The rule has the source's word for it."""
    GUESS = "guess"
    """An assumption, added to the stack."""
    READING = "reading"
    """Assumptions for several cells at once, added to the stack: a reading of wheels that was not refused."""
    FAILED_READING = "failed reading"
    """A conclusion: some cells do not hold these digits all together."""
    LEFT_OUT = "left out"
    """Readings that were made and are not steps; `counts` says how many, by what came of them."""
    UNDO = "undo"
    """Assumptions are removed from the stack, and all that followed from them is undone."""
    SOLUTION = "solution"
    """Every cell holds a digit."""
    END = "end"
    """The method ends: there are no (other) solutions, or it is stuck."""


CONCLUSIONS = frozenset({StepKind.PLACEMENT, StepKind.REMOVAL, StepKind.DEADLOCK, StepKind.FAILED_READING})
"""The kinds of steps that are claimed to follow from what was known before."""


ASSUMING = (StepKind.GUESS, StepKind.READING)
"""The kinds of steps that assume the digits that they name."""

GUESS = "guess"
"""The standard term of a guess, and of a reading that passed."""

UNIQUENESS = "uniqueness"
"""The standard term of steps that assume that the puzzle has one solution."""

EXHAUSTED = frozenset({"search space exhausted", "no other solution"})
"""The standard terms of an end step which says that there are no (other) solutions."""

Assumption = tuple[int, int]
"""A cell and the digit that it is assumed to hold."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to draw a conclusion: its name in the source, and the standard term."""

    name: str
    """The name of a rule, in the words of its source; may be empty. For example: "elim_values"."""
    term: str
    """The standard term for the rule; may be empty. For example: "naked single"."""


class RuleCount(TypedDict):
    """A rule and how often it was used."""

    rule: str
    """The name of a rule, in the words of its source; may be empty. For example: "elim_values"."""
    term: str
    """The standard term for the rule; may be empty. For example: "naked single"."""
    count: int
    """How many there are. For example: 12."""


def rule_counts(counts: Iterable[tuple[Rule, int]]) -> list[RuleCount]:
    """How often each rule was used."""
    return [RuleCount(rule=rule.name, term=rule.term, count=count) for rule, count in counts]


@dataclass(frozen=True, slots=True)
class Premises:
    """What a conclusion rests on: cells with the digits that they can hold, and units.

    The claim: the conclusion follows from these three facts alone. Each of these cells holds one of the
    digits listed for it; every cell holds exactly one digit; the rules hold in these units.
    """

    in_row = "cells units"

    cells: Mapping[Cell, Sequence[Digit]] = field(default_factory=dict)
    """The candidates of these cells. For example: {"r1c1": [5]}."""
    units: tuple[Unit, ...] = ()
    """The units that were looked at. For example: ["row 1"]."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a technique shows what it removes: bases and covers; see `techniques.theorem`."""

    level: Level
    """Of a technique: its level. Only steps of techniques have this and the next three. For example: 5."""
    bases: Mapping[str, Positive]
    """The base lines, each with how often it counts: a cell, a digit in a unit, or a unique rectangle.

    For example: {"1 in row 2": 1, "1 in row 5": 1}.
    """
    covers: Mapping[str, Positive]
    """The cover lines, each with how often it counts. For example: {"1 in column 3": 1}."""
    because: str
    """The reason in words. For example: "In row 2, 1 has no place outside column 3."."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    `cells`, `digits` and `unit` are the subject of the step: the cell and the digit, or the group and its
    digits, and the unit where it was found. `placed` (digits by cell) and `removed` (lost candidates by cell)
    are the changes. `assumptions` are those in force after the step, oldest first. `counts` is for readings
    that are left out: how many passed, and how many failed by which rule. `pattern` is for a technique, and
    has its reasons. Cells are numbered from 0.

    `explain` gives each step its `context`, what was known before it; then `str` is its sentence. Whoever
    verifies steps gives them numbers. Steps are equal whatever their context and number are.

    >>> from sudocube import explain
    >>> step = list(explain("1... ..2. .3.. ...4"))[1]
    >>> print(step)
    r1c4 can hold nothing but 3 (forced possibility: naked single). So 3 goes from r1c3, r2c4.
    >>> step.cells, step.digits, step.placed, step.premises.cells
    ((3,), (3,), {3: 3}, {3: (3,)})
    """

    in_row = (
        "index step=number kind rule=rule.name term=rule.term cells digits unit premises placed removed"
        " assumptions counts=_counts? pattern.level? pattern.bases? pattern.covers? pattern.because?"
    )
    index: ClassVar[Index] = 1
    kind: StepKind
    """What the step does. For example: "placement"."""
    rule: Rule
    cells: tuple[Cell, ...] = ()
    """The cells that the step is about. For example: ["r1c1"]."""
    digits: tuple[Digit, ...] = ()
    """The digits that the step is about. For example: [5]."""
    unit: Unit | None = None
    """The unit in which the rule was used. For example: "row 1", null."""
    premises: Premises | None = None
    """What the conclusion rests on: the candidates of cells, and the units looked at; None if the step is no
    conclusion.

    For example: {"cells": {"r1c1": [5]}, "units": ["row 1"]}, null.
    """
    placed: Mapping[Cell, Digit] = field(default_factory=dict)
    """The digits that cells now hold. For example: {"r1c1": 5}."""
    removed: Mapping[Cell, Sequence[Digit]] = field(default_factory=dict)
    """The candidates that cells lose. For example: {"r2c2": [3]}."""
    assumptions: tuple[tuple[Cell, Digit], ...] = ()
    """The guesses that stand, the oldest first: cell and digit. For example: [["r4c4", 7]]."""
    counts: Mapping[Rule, int] = field(default_factory=dict)
    pattern: Pattern | None = None
    context: Any = field(default=None, compare=False, repr=False)
    number: Positive = field(default=1, compare=False, repr=False)
    """The number of the step, from 1 for each puzzle. For example: 1."""

    @property
    def _counts(self) -> list[RuleCount] | None:
        """Of readings that are not shown: how many, by what came of them.

        For example: [{"rule": "row test", "term": "clash", "count": 3811}].
        """
        return rule_counts(self.counts.items()) or None

    def __str__(self) -> str:
        if self.context is None:
            return repr(self)
        from sudocube.report.document import document_of, plain

        return plain(document_of(self))


Candidates = Sequence[int]
"""The candidates of each cell, by cell: bit d - 1 is set when d is a candidate."""


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask, in ascending order.

    >>> digits_of(0b101)
    (1, 3)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def union(masks: Iterable[int]) -> int:
    """The mask of the digits that are in any of these masks.

    >>> union([0b001, 0b101])
    5
    """
    return reduce(or_, masks, 0)


def first_candidates(puzzle: Puzzle) -> list[int]:
    """The candidates of each cell before any conclusion: its clue, or all digits."""
    every = (1 << puzzle.geometry.size) - 1
    return [1 << value - 1 if value else every for value in puzzle.cells]


def mask_of(digits: Iterable[int]) -> int:
    """The mask of some digits.

    >>> bin(mask_of([1, 3]))
    '0b101'
    """
    return union(1 << digit - 1 for digit in digits)


class SolvingState:
    """What is known after some steps: candidates, filled cells, assumptions, and what was found.

    At the beginning a cell with a clue has this one candidate, and every other cell has all digits. Each step
    changes the state as it says. A guess and a reading keep the state before them, and an undo restores it. A
    step that cannot come at its point is applied as far as possible.

    `masks` are the candidates of each cell: bit d - 1 is set for digit d.

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

    def as_puzzle(self) -> Puzzle:
        """The puzzle with all filled cells as clues."""
        return Puzzle(bytes(self.filled), self.puzzle.geometry)

    def apply(self, step: Step) -> None:
        """Change the state as the step says."""
        if step.kind is StepKind.SOLUTION and (grid := self.grid()) is not None:
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


@dataclass(eq=False)
class SolverContradictionError(Exception):
    """The clues and assumptions contradict a rule; the attributes are those of `Trace.conclusion`."""

    rule: Rule
    about: Sequence[int]
    digits: Sequence[int]
    unit: Unit | None
    cells: Sequence[int] | None = None

    def __str__(self) -> str:
        return self.rule.name


class Trace:
    """Takes a solver's steps and gives each to `emit`, with its context; `state` is that after the last one.

    A solver may begin in a state that others have led to; what is known there already is no step of its own.
    Without `emit` it is silent: `is_on` tells solvers that they need not describe conclusions and guesses.
    """

    def __init__(self, state: SolvingState, emit: Callable[[Step], object] | None = None) -> None:
        self.state, self.is_on = state, emit is not None
        self._emit = emit or (lambda step: None)
        self._first = len(state.assumptions)

    def conclusion(
        self,
        rule: Rule,
        *,
        about: Iterable[int] = (),
        digits: Iterable[int] = (),
        unit: Unit | None = None,
        cells: Iterable[int] | None = None,
        units: Iterable[Unit] | None = None,
        after: Candidates | None,
        placed: Mapping[int, int] | None = None,
        pattern: Pattern | None = None,
    ) -> None:
        """Record what follows by a rule from the candidates of `cells`, and from `units`.

        `after` holds the candidates of all cells afterwards; None for a contradiction. What is missing there
        was removed; this is not listed for a cell in `placed`. Without any change, no step is recorded. What
        rests on more than the rules, on UNIQUENESS, has no premises.

        By default, the step is `about` the cells and `digits` that are placed, and `units` is its `unit`
        alone. `cells` are those that it is about; but those of its unit where it says which one holds the
        digit, or that none does.
        """
        placed = placed or {}
        about, digits = tuple(about or placed), tuple(digits or placed.values())
        if cells is None:
            cells = unit.cells if unit is not None and (placed or not about) else about
        if units is None:
            units = () if unit is None else (unit,)
        known = {cell: self.state.candidates(cell) for cell in cells}
        removed = self._removed(after, placed)
        if after is not None and not placed and not removed:
            return
        self.step(
            StepKind.DEADLOCK if after is None else StepKind.PLACEMENT if placed else StepKind.REMOVAL,
            rule,
            cells=about,
            digits=digits,
            unit=unit,
            premises=None if rule.term == UNIQUENESS else Premises(known, tuple(units)),
            placed=placed,
            removed=removed,
            pattern=pattern,
        )

    def contradiction(self, found: SolverContradictionError) -> None:
        """Record the contradiction that a solver has found, as a step of the kind DEADLOCK."""
        if self.is_on:
            self.conclusion(**vars(found), after=None)

    def assume(
        self,
        kind: StepKind,
        rule: Rule,
        placed: Mapping[int, int],
        *,
        unit: Unit | None = None,
        after: Candidates | None = None,
    ) -> None:
        """Record assumptions: a guess, or a reading for several cells of a unit.

        What candidates are missing `after` it was removed; a reading takes none from others. The alternatives
        of a guess are the other candidates of the cell or, with a unit, the other places of the digit there.
        """
        self.step(
            kind,
            rule,
            cells=tuple(placed),
            digits=tuple(placed.values()),
            unit=unit,
            placed=placed,
            removed=self._removed(after, placed),
            assumptions=(*self.state.assumptions, *placed.items()),
        )

    def back_to(self, rule: Rule, depth: int) -> None:
        """Record that only the first `depth` assumptions are kept; no step if there are no more than that."""
        stack, kept = self.state.assumptions, self._first + depth
        if undone := stack[kept:]:
            cells, digits = zip(*undone, strict=True)
            self.step(StepKind.UNDO, rule, cells=cells, digits=digits, assumptions=stack[:kept])

    def step(self, kind: StepKind, rule: Rule, **parts: Any) -> None:  # noqa: ANN401 -- those of a Step
        """Record any step; the assumptions in force are known, where they are not among its parts."""
        if self.is_on:
            self.record(Step(kind, rule, **{"assumptions": self.state.assumptions, **parts}))

    def record(self, step: Step) -> None:
        """Record a step that was made elsewhere."""
        context = self.state.copied()
        self.state.apply(step)
        self._emit(replace(step, context=context))

    def _removed(self, after: Candidates | None, placed: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
        """The candidates that cells lose, without the cells in `placed`."""
        known = self.state.masks
        return {
            cell: digits_of(gone)
            for cell, (was, now) in enumerate(zip(known, after or known, strict=True))
            if (gone := was & ~now) and cell not in placed
        }


SILENT = Trace(SolvingState(Puzzle(16 * ".")))
"""The trace of a solver whose steps nobody wants."""
