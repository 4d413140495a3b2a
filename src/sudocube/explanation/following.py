"""A documented method at work on a puzzle: its steps one after the other, and how it ended.

Somebody may choose cells in between, as text and as steps:

    3:r1c4      after three steps, fill r1c4: a naked or hidden single has to show its digit
    9:r2c1=2    after nine steps, r2c1 is 2: as a single where one shows it, otherwise as an assumption

Two rules are tried, on the candidates that are left and on the digits that stand in the grid. So a cell may
be chosen before the method has removed what its peers hold: what stands there is part of the premises.

    naked single    every other digit is no candidate of the cell, or stands in one of its units
    hidden single   in a unit of the cell, no other cell has the digit as a candidate, or can hold it

After a choice the method begins anew, with all that stands in the grid as its clues. Its trace begins in the
state that was reached: candidates that are gone already are not removed again, a step that changes nothing is
left out, and the assumptions that were in force at the choice are in force in each of its steps. Under such
assumptions it cannot say that the puzzle has no (other) solution; "nothing left to try" becomes the
conclusion that the assumptions contradict the clues.

Invariant: a candidate that is left in the state is one that the method holds possible, too. So premises that
hold for the method hold in the state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum

from sudocube.arguments import as_puzzle, check_limits
from sudocube.callback_iterator import given_to_callback
from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.errors import SudocubeError, UndecidedError
from sudocube.geometry import SYMBOLS, VALUES, Geometry
from sudocube.puzzle import CellForms
from sudocube.solvers.methods import Method
from sudocube.solvers.methods import method as method_named
from sudocube.solvers.trace import (
    EXHAUSTED,
    GUESS,
    Assumption,
    Rule,
    SolvingState,
    Step,
    StepKind,
    Trace,
    digits_of,
    union,
)
from sudocube.verdict import refereed

DEFAULT_METHOD = "phases"

AHEAD = 256
"""How many steps the thread of the method may be ahead of the caller."""


class ExplanationOutcome(StrEnum):
    """How a method, or a list of steps, ended.

    >>> ending = Ending(explain("12.. ...3 ..3. ...4"))
    >>> [str(step.kind) for step in ending][-1], ending.outcome
    ('end', <ExplanationOutcome.UNSOLVABLE: 'unsolvable'>)
    """

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """All cases were tried, and there is no solution."""
    STUCK = "stuck"
    """The method has no rule left that applies."""
    UNDECIDED = "undecided"
    """Time ran out."""
    OPEN = "open"
    """The list of steps ended before the grid was full."""


def explain(
    puzzle: CellForms,
    method: str = DEFAULT_METHOD,
    *,
    timeout: float | None = None,
    all_solutions: bool = False,
    up_to: int | None = None,
    uniqueness: bool = False,
    choices: Sequence[Choice] = (),
) -> Generator[Step, None, ExplanationOutcome]:
    """The steps that a method takes, one after the other, until its first solution or its end.

    With `all_solutions` it goes on after a solution to its end, so that the steps show why there are no
    others; if time runs out before that, it is undecided. The generator's return value (of `yield from`, or
    of StopIteration) says how it ended. The method runs in a thread of its own, a few hundred steps ahead at
    most, and stops when the generator is closed. `str` of a step is the sentence that the command line
    prints. The method `techniques` goes up to the level `up_to`, 1 to 12 (by default 11), and with
    `uniqueness` it may assume that there is one solution.

    `choices` are cells that somebody fills in between (see `Choice`); the outcome is that after the
    last of them. Where nothing is left to try under assumptions that were chosen, it is OPEN: they are in no
    solution (`Step.assumptions` of the last step names them), and of the puzzle nothing is said.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnsupportedError for pencilmarks, UnknownNameError for a method that does not exist, and ValueError for a
    timeout that is no number above 0 or a level that the method does not have. When a step is asked for, it
    raises RefutedError where the referee refuses the solution, and ChoiceError for a choice that comes after
    the last step or cannot be made at its place.

    >>> steps = explain("1... ..2. .3.. ...4")
    >>> for step in list(steps)[:2]:
    ...     print(step.kind, step.rule.name, step.rule.term, step.placed, sep=", ")
    removal, the clues, candidates, {}
    placement, forced possibility, naked single, {3: 3}
    """
    subject = as_puzzle(puzzle, clues_only="explain")
    check_limits(timeout=timeout)
    chosen = method_named(method, up_to=up_to, uniqueness=uniqueness)

    def run(on_result: Callable[[Step], object]) -> ExplanationOutcome:
        work = _Work(chosen, SolvingState(subject), on_result, Clock(timeout), all_solutions)
        return work.outcome(choices)

    return given_to_callback(run, ahead=AHEAD, name="explain")


def next_step(
    puzzle: CellForms, *, timeout: float | None = None, up_to: int | None = None, uniqueness: bool = False
) -> Step | None:
    """The next step of the techniques: a hint. None for a full grid, and where they are stuck or out of time.

    Digits filled in so far are clues of the puzzle. The arguments are those of `explain`, and so are the
    errors.

    >>> print(next_step("1... ..2. .3.. ...4"))
    Box 1 has one place left for 2: r1c2 (hidden single). So 2 goes from r4c2.
    """
    steps = explain(puzzle, "techniques", timeout=timeout, up_to=up_to, uniqueness=uniqueness)
    with closing(steps):
        return next((step for step in steps if step.pattern is not None), None)


class Ending:
    """The steps of a generator; when they have ended, `outcome` is what it returned."""

    def __init__(self, steps: Generator[Step, None, ExplanationOutcome | None]) -> None:
        self._steps = steps
        self.outcome: ExplanationOutcome | None = None

    def __iter__(self) -> Iterator[Step]:
        self.outcome = yield from self._steps


NAKED = Rule("the chosen cell", "naked single")
HIDDEN = Rule("the chosen cell", "hidden single")

ASSUMED = Rule("assumed by you", GUESS)
"""The rule of a digit that somebody entered, and that no single shows."""

CHOSEN_RULES = frozenset({NAKED, HIDDEN, ASSUMED})
"""The rules of steps that somebody chose."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to fill after so many steps; without a digit (0), a single has to show it.

    >>> read_choices("3:r1c4,9:r2c1=2", Geometry(2, 2))
    (Choice(after=3, cell=3, digit=0), Choice(after=9, cell=4, digit=2))
    """

    after: int
    cell: int
    digit: int = 0


class ChoiceError(SudocubeError, ValueError):
    """A choice that cannot be made at its place; choices are counted from 1."""


_CHOICE = re.compile(r"([0-9]{1,6}):r([1-9][0-9]?)c([1-9][0-9]?)(?:=([1-9A-Pa-p]))?", re.ASCII)


def read_choices(text: str, geometry: Geometry) -> tuple[Choice, ...]:
    """The choices in a text such as "3:r1c4,9:r2c1=2"; an empty text has none.

    Raises ValueError where a part has another form, a cell or a digit is none of this geometry, or a choice
    comes before one that is written in front of it.
    """
    choices: list[Choice] = []
    for part in filter(None, text.split(",")):
        found = _CHOICE.fullmatch(part)
        digit = VALUES.get(found[4], 0) if found and found[4] else 0
        size = geometry.size
        if not found or max(int(found[2]), int(found[3]), digit) > size:
            example = f"STEPS:CELL=DIGIT, such as 12:r1c4=3, in a grid of size {size}"
            raise ValueError(f"found {part[:40]!r}; expected {example}")
        cell = (int(found[2]) - 1) * size + int(found[3]) - 1
        if choices and int(found[1]) <= choices[-1].after:
            raise ValueError(f"found {part!r} after step {choices[-1].after}; expected a later place")
        choices.append(Choice(int(found[1]), cell, digit))
    return tuple(choices)


def choice_at(state: SolvingState, cell: int, digit: int = 0) -> Step:
    """The step by which a choice fills a cell: a single where one shows that digit, otherwise a guess.

    Raises ValueError, in words, for a cell that is filled, for a digit that is no candidate there, and where
    no digit is given and no single shows one.
    """
    name = state.puzzle.geometry.cell_name(cell)
    if state.filled[cell]:
        raise ValueError(f"{name} holds {SYMBOLS[state.filled[cell]]} already; choose a blank cell")
    single = single_at(state, cell)
    if single is not None and digit in (0, *single.digits):
        return single
    can = " ".join(SYMBOLS[one] for one in left_at(state, cell)) or "nothing"
    if not digit:
        raise ValueError(f"no single shows the digit of {name} now; it can hold {can}")
    if digit not in state.candidates(cell):
        raise ValueError(f"{SYMBOLS[digit]} is no candidate of {name} any more; it can hold {can}")
    steps: list[Step] = []
    after = _narrowed(state, [(cell, digit)])
    Trace(state.copied(), steps.append).assume(StepKind.GUESS, ASSUMED, {cell: digit}, after=after)
    return steps[0]


def single_at(state: SolvingState, cell: int) -> Step | None:
    """The step that places the only digit of a blank cell; None where no single shows it.

    A cell that is filled already has none. `cell` is numbered from 0.

    >>> from sudocube.puzzle import Puzzle
    >>> state = SolvingState(Puzzle("1... ..2. .3.. ...4"))
    >>> step = single_at(state, 3)
    >>> step.rule.term, step.placed, step.premises.cells
    ('naked single', {3: 3}, {3: (1, 2, 3, 4), 0: (1,), 15: (4,), 6: (2,)})
    >>> single_at(state, 1).rule.term, single_at(state, 0) is None
    ('hidden single', True)
    """
    if state.filled[cell]:
        return None
    table, left = cube(state.puzzle.geometry), _narrowed(state, enumerate(state.filled))
    for unit in (None, *table.units_of(cell)):
        others = [] if unit is None else [one for one in unit.cells if one != cell]
        shown = digits_of(left[cell] & ~union(left[one] for one in others))
        if len(shown) == 1:
            break
    else:
        return None
    [digit] = shown
    about, which = others or [cell], 1 << digit - 1 if others else -1
    holders = [
        (of, peer)
        for one in about
        for of in table.units_of(one)
        for peer in of.cells
        if state.filled[peer] in digits_of(state.masks[one] & ~left[one] & which)
    ]
    steps: list[Step] = []
    Trace(state.copied(), steps.append).conclusion(
        HIDDEN if others else NAKED,
        about=[cell],
        digits=[digit],
        unit=unit,
        cells=[*about, *(peer for _, peer in holders)],
        units=dict.fromkeys([*table.units_of(cell), *(of for of, _ in holders)]),
        after=_narrowed(state, [(cell, digit)]),
        placed={cell: digit},
    )
    return steps[0]


def left_at(state: SolvingState, cell: int) -> tuple[int, ...]:
    """The candidates of a cell that do not stand in one of its units, in ascending order."""
    return digits_of(_narrowed(state, enumerate(state.filled))[cell])


def _narrowed(state: SolvingState, held: Iterable[Assumption]) -> list[int]:
    """The candidates of all cells after the peers of these have lost their digits; 0 stands for none."""
    table, masks = cube(state.puzzle.geometry), state.masks.copy()
    for cell, digit in held:
        for peer in {peer for unit in table.units_of(cell) for peer in unit.cells} - {cell}:
            masks[peer] &= ~(1 << digit >> 1)
    return masks


REFUTED = Rule("nothing left to try", "contradiction")

TOLD_LATE = (StepKind.LEFT_OUT, StepKind.READING, StepKind.FAILED_READING, StepKind.UNDO)
"""Steps that are told when the time has run out, too: the last readings, and how many were left out."""


class _Enough(Exception):  # noqa: N818 -- no error
    """The next choice comes now."""


@dataclass(eq=False)
class _Work:
    """A method at work, and begun anew after each choice; its steps are given on with their context.

    It `is_settled` if a solution, or that there is none, was said under the assumptions.
    """

    method: Method
    state: SolvingState
    on_result: Callable[[Step], object]
    clock: Clock
    all_solutions: bool
    count: int = 0
    until: int | None = None
    assumed: tuple[Assumption, ...] = ()
    is_settled: bool = False

    def outcome(self, choices: Sequence[Choice]) -> ExplanationOutcome:
        """Run the method with these choices in between."""
        for number, choice in enumerate(choices, 1):
            if self.count < choice.after and self._run_until(choice.after) is ExplanationOutcome.UNDECIDED:
                return ExplanationOutcome.UNDECIDED
            if self.count < choice.after:
                late = f"it comes after step {choice.after}; there are {self.count}"
                raise ChoiceError(f"choice {number}: {late}")
            try:
                chosen = choice_at(self.state, choice.cell, choice.digit)
            except ValueError as error:
                raise ChoiceError(f"choice {number}: {error}") from None
            Trace(self.state, self._give).record(chosen)
        outcome = self._run_until(None)
        is_refuted = outcome is ExplanationOutcome.UNSOLVABLE and bool(self.state.assumptions)
        return ExplanationOutcome.OPEN if is_refuted else outcome

    def _run_until(self, most: int | None) -> ExplanationOutcome:
        """Run the method from the state on, to its first solution, to its end, or until so many steps."""
        self.until, self.assumed, self.is_settled = most, self.state.assumptions, False
        puzzle, trace = self.state.as_puzzle(), Trace(self.state, self._add)
        outcome = ExplanationOutcome.UNSOLVABLE
        try:
            for grid in self.method.solutions(puzzle, clock=self.clock, trace=trace):
                refereed(grid, puzzle)
                outcome = ExplanationOutcome.SOLVED
                if not self.all_solutions:
                    break
        except TimeoutError:
            return ExplanationOutcome.UNDECIDED
        except UndecidedError:
            return ExplanationOutcome.STUCK
        except _Enough:
            return ExplanationOutcome.OPEN
        return outcome

    def _add(self, step: Step) -> None:
        """A step of the method; raises _Enough after it where the next choice comes."""
        if step.kind not in TOLD_LATE:  # with a trace, each step takes long, and a method looks at the time
            self.clock.check()  # between rounds only
        is_deadlock = step.kind is StepKind.DEADLOCK and step.assumptions == self.assumed
        was_settled, is_end = self.is_settled, step.kind is StepKind.END and step.rule.term in EXHAUSTED
        self.is_settled |= is_deadlock or step.kind is StepKind.SOLUTION
        if is_end and self.assumed:
            if was_settled:
                return
            cells, digits = zip(*self.assumed, strict=True)
            step = replace(step, kind=StepKind.DEADLOCK, rule=REFUTED, cells=cells, digits=digits)
        self._give(step)
        if self.count == self.until:
            raise _Enough

    def _give(self, step: Step) -> None:
        self.count += 1
        self.on_result(step)
