"""A method at work together with somebody who chooses cells (`cell_choices`).

After a choice the method begins anew, with all that stands in the grid as its clues. What it says of these is
fitted to the state: candidates that are gone already are not removed again, a step that changes nothing is
left out, and the assumptions that were in force at the choice are in force in each of its steps. Under such
assumptions it cannot say that the puzzle has no (other) solution; "nothing left to try" becomes the
conclusion that the assumptions contradict the clues.

Invariant: a candidate that is left in the state is one that the method holds possible, too. So premises that
hold for the method hold in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.explanation.cell_choices import Choice, ChoiceError, choice_at
from sudocube.explanation.following import AHEAD, DEFAULT_METHOD, ExplanationOutcome, follow
from sudocube.explanation.solving_state import SolvingState
from sudocube.processes.callback_iterator import given_to_callback
from sudocube.puzzle import CellForms, Puzzle
from sudocube.solvers.trace import EXHAUSTED, Rule, Step, StepKind

REFUTED = Rule("nothing left to try", "contradiction")

_WITH_CHANGES = (StepKind.PLACEMENT, StepKind.REMOVAL)


def follow_choices(
    puzzle: Puzzle,
    on_result: Callable[[Step], object],
    choices: Sequence[Choice] = (),
    *,
    method: str = DEFAULT_METHOD,
    timeout: float | None = None,
    all_solutions: bool = False,
) -> ExplanationOutcome:
    """Run a method, with these choices in between; `on_result` is called with every step.

    Without choices this is `follow`. The outcome is that of the method after the last choice. Where
    nothing is left to try under assumptions, it is OPEN: they are in no solution (`Step.assumptions` of the
    last step names them), and of the puzzle nothing is said.
    Raises ChoiceError for a choice that comes after the last step, or cannot be made at its place, and what
    `follow` raises.

    >>> from sudocube.explanation.cell_choices import read_choices
    >>> from sudocube.geometry import Geometry
    >>> steps = []
    >>> follow_choices(Puzzle("1... ..2. .3.. ...4"), steps.append, read_choices("0:r1c4", Geometry(2, 2)))
    <ExplanationOutcome.SOLVED: 'solved'>
    >>> steps[0].rule.term, steps[0].placed
    ('naked single', {3: 3})
    """
    subject = as_puzzle(puzzle, clues_only="explain")
    check_limits(timeout=timeout)
    clock = Clock(timeout)
    state = SolvingState(subject)
    fitted = _FittedSteps(state, on_result)
    run = partial(follow, method=method, all_solutions=all_solutions)
    for number, choice in enumerate(choices, 1):
        try:
            outcome = _run(run, fitted, clock, choice.after)
        except TimeoutError:
            return ExplanationOutcome.UNDECIDED
        if outcome is ExplanationOutcome.UNDECIDED:
            return outcome
        if fitted.count < choice.after:
            raise ChoiceError(number, choice, f"it comes after step {choice.after}; there are {fitted.count}")
        try:
            fitted.emit(choice_at(state, choice.cell, choice.digit))
        except ValueError as error:
            raise ChoiceError(number, choice, str(error)) from None
    try:
        outcome = _run(run, fitted, clock, None)
    except TimeoutError:
        return ExplanationOutcome.UNDECIDED
    assert outcome is not None  # it ran to its end
    is_refuted = outcome is ExplanationOutcome.UNSOLVABLE and bool(state.assumptions)
    return ExplanationOutcome.OPEN if is_refuted else outcome


def explain_choices(
    puzzle: CellForms,
    choices: Sequence[Choice] = (),
    *,
    method: str = DEFAULT_METHOD,
    timeout: float | None = None,
    all_solutions: bool = False,
) -> Generator[Step, None, ExplanationOutcome]:
    """The steps of `follow_choices` one after the other; its outcome is the generator's return value.

    The method runs in a thread of its own, as with `explain`. Raises what `follow_choices` raises, when a
    step is asked for, and TypeError or PuzzleError for what is no puzzle at once.
    """
    subject = as_puzzle(puzzle, clues_only="explain")

    def run(on_result: Callable[[Step], object]) -> ExplanationOutcome:
        return follow_choices(
            subject, on_result, choices, method=method, timeout=timeout, all_solutions=all_solutions
        )

    return given_to_callback(run, ahead=AHEAD, name="explain")


class _Enough(Exception):  # noqa: N818 -- no error
    """The next choice comes now."""


def _run(
    run: Callable[..., ExplanationOutcome], fitted: _FittedSteps, clock: Clock, until: int | None
) -> ExplanationOutcome | None:
    """Run the method from the state on, to its end or until there are so many steps; then None."""
    if until is not None and fitted.count >= until:
        return None
    fitted.begin(until)
    start = Puzzle(bytes(fitted.state.filled), fitted.state.puzzle.geometry)
    clock.check()
    try:
        return run(start, fitted.add, timeout=clock.timeout_left)
    except _Enough:
        return None


class _FittedSteps:
    """Fits the steps of a method that began in the middle to the state, and gives them on."""

    def __init__(self, state: SolvingState, on_result: Callable[[Step], object]) -> None:
        self.state, self.count = state, 0
        self._on_result = on_result
        self._until: int | None = None
        self._assumed: tuple[tuple[int, int], ...] = ()
        self._is_refuted = self._has_solution = False

    def begin(self, until: int | None) -> None:
        """The method begins at the state as it is now."""
        self._until, self._assumed = until, tuple(self.state.assumptions)
        self._is_refuted = self._has_solution = False

    def add(self, step: Step) -> None:
        """A step of the method; raises _Enough after it where the next choice comes."""
        fitted = self._fitted(replace(step, assumptions=(*self._assumed, *step.assumptions)))
        if fitted is None:
            return
        self.emit(fitted)
        if self.count == self._until:
            raise _Enough

    def emit(self, step: Step) -> None:
        """Give on a step that fits, and apply it."""
        self.count += 1
        self.state.apply(step)
        self._on_result(step)

    def _fitted(self, step: Step) -> Step | None:
        if step.removed:
            step = replace(step, removed=self._still_there(step.removed))
        if step.kind in _WITH_CHANGES and not step.placed and not step.removed:
            return None
        if step.assumptions == self._assumed and step.kind is StepKind.DEADLOCK:
            self._is_refuted = True
        self._has_solution |= step.kind is StepKind.SOLUTION
        if step.kind is StepKind.END and step.rule.term in EXHAUSTED and self._assumed:
            return self._end_under_assumptions()
        return step

    def _end_under_assumptions(self) -> Step | None:
        """The conclusion that the assumptions have no solution; None where that was said, or is not so."""
        if self._is_refuted or self._has_solution:
            return None
        cells, digits = zip(*self._assumed, strict=True)
        return Step(StepKind.DEADLOCK, REFUTED, cells, digits, assumptions=self._assumed)

    def _still_there(self, removed: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, ...]]:
        """Of these candidates, by cell, those that are left."""
        masks = self.state.masks
        left = {
            cell: tuple(d for d in digits if masks[cell] >> d - 1 & 1) for cell, digits in removed.items()
        }
        return {cell: digits for cell, digits in left.items() if digits}
