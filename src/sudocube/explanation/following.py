"""A documented method at work on a puzzle: its steps one after the other, and how it ended.

Somebody may choose cells in between (see `cell_choices`). After a choice the method begins anew, with all
that stands in the grid as its clues. Its trace begins in the state that was reached: candidates that are gone
already are not removed again, a step that changes nothing is left out, and the assumptions that were in force
at the choice are in force in each of its steps. Under such assumptions it cannot say that the puzzle has no
(other) solution; "nothing left to try" becomes the conclusion that the assumptions contradict the clues.

Invariant: a candidate that is left in the state is one that the method holds possible, too. So premises that
hold for the method hold in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from enum import StrEnum

from sudocube.arguments import as_puzzle, check_limits
from sudocube.callback_iterator import given_to_callback
from sudocube.clock import Clock
from sudocube.errors import RefutedError, UndecidedError
from sudocube.explanation.cell_choices import Choice, ChoiceError, choice_at
from sudocube.puzzle import CellForms
from sudocube.solvers.methods import Method
from sudocube.solvers.methods import method as method_named
from sudocube.solvers.trace import EXHAUSTED, Assumption, Rule, SolvingState, Step, StepKind, Trace
from sudocube.verdict import referee

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

    `choices` are cells that somebody fills in between (see `cell_choices`); the outcome is that after the
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
        work = _Work(chosen, SolvingState(subject), on_result, Clock(timeout), all_solutions=all_solutions)
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


REFUTED = Rule("nothing left to try", "contradiction")


class _Enough(Exception):  # noqa: N818 -- no error
    """The next choice comes now."""


class _Work:
    """A method at work, and begun anew after each choice; its steps are given on with their context."""

    def __init__(
        self,
        method: Method,
        state: SolvingState,
        on_result: Callable[[Step], object],
        clock: Clock,
        *,
        all_solutions: bool,
    ) -> None:
        self._method, self._state, self._on_result = method, state, on_result
        self._clock, self._all_solutions = clock, all_solutions
        self._count = 0
        self._until: int | None = None
        self._assumed: tuple[Assumption, ...] = ()
        self._is_settled = False  # whether a solution, or that there is none, was said under the assumptions

    def outcome(self, choices: Sequence[Choice]) -> ExplanationOutcome:
        """Run the method with these choices in between."""
        for number, choice in enumerate(choices, 1):
            if self._count < choice.after and self._run_until(choice.after) is ExplanationOutcome.UNDECIDED:
                return ExplanationOutcome.UNDECIDED
            if self._count < choice.after:
                late = f"it comes after step {choice.after}; there are {self._count}"
                raise ChoiceError(number, choice, late)
            try:
                chosen = choice_at(self._state, choice.cell, choice.digit)
            except ValueError as error:
                raise ChoiceError(number, choice, str(error)) from None
            Trace(self._state, self._give).record(chosen)
        outcome = self._run_until(None)
        is_refuted = outcome is ExplanationOutcome.UNSOLVABLE and bool(self._state.assumptions)
        return ExplanationOutcome.OPEN if is_refuted else outcome

    def _run_until(self, most: int | None) -> ExplanationOutcome:
        """Run the method from the state on, to its first solution, to its end, or until so many steps."""
        self._until, self._assumed, self._is_settled = most, self._state.assumptions, False
        puzzle, trace = self._state.as_puzzle(), Trace(self._state, self._add)
        outcome = ExplanationOutcome.UNSOLVABLE
        try:
            for grid in self._method.solutions(puzzle, clock=self._clock, trace=trace):
                if (refused := referee(grid, puzzle)) is not None:
                    name = self._method.name
                    raise RefutedError(f"the referee refuses the solution {grid} of {name}: {refused}")
                outcome = ExplanationOutcome.SOLVED
                if not self._all_solutions:
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
        if step.kind is not StepKind.LEFT_OUT:  # with a trace, each step takes long, and a method looks at
            self._clock.check()  # the time between rounds; what is left out is told when it has run out, too
        is_deadlock = step.kind is StepKind.DEADLOCK and step.assumptions == self._assumed
        was_settled, is_end = self._is_settled, step.kind is StepKind.END and step.rule.term in EXHAUSTED
        self._is_settled |= is_deadlock or step.kind is StepKind.SOLUTION
        if is_end and self._assumed:
            if was_settled:
                return
            cells, digits = zip(*self._assumed, strict=True)
            step = replace(step, kind=StepKind.DEADLOCK, rule=REFUTED, cells=cells, digits=digits)
        self._give(step)
        if self._count == self._until:
            raise _Enough

    def _give(self, step: Step) -> None:
        self._count += 1
        self._on_result(step)
