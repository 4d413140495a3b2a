"""Steps put to the proof: does each conclusion follow from the reasons given, and is it true?

A conclusion (placement, removal, deadlock) is looked at in two senses:

    valid   its premises hold in the state that the steps before it reached, and it follows from them:
            premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
            is unsatisfiable. Null where no premises are given.
    true    clues ∧ assumptions ∧ all rules ∧ ¬conclusion is unsatisfiable.

A premise "this cell has these candidates" holds where the cell has no others. Every step changes the
state as it says, also one that was refuted: what follows from it is then valid and perhaps not true, and
only the step at fault is blamed. A conclusion that is not valid is refuted even where it is true, by luck.

A guess, an undoing, a solution and the end conclude nothing; they are refuted where they cannot come at
that place: see `State.objection`. What runs out of time is undecided (null), never valid.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.explanation.conclusions import ConclusionChecker
from sudocube.explanation.state import State, mask_of
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import CONCLUSIONS, Premises, Step, StepKind

EXHAUSTED = "search space exhausted"
"""The standard term of an end that says that there are no (other) solutions."""


@dataclass(frozen=True, slots=True)
class StepVerification:
    """What is to be said of one step; `number` counts from 1.

    `valid` and `true` are None where there is no conclusion or no time, `valid` also where there are no
    premises. `reason` says in words why a step is refuted. `counterexample` shows it: where the
    conclusion is false, all cells of a solution of the puzzle (under the assumptions); else digits of the
    cells that were spoken of, which keep to the premises and the rules named, but not to the conclusion.
    """

    number: int
    step: Step
    valid: bool | None = None
    true: bool | None = None
    reason: str | None = None
    counterexample: Mapping[int, int] = field(default_factory=dict)
    ran_out_of_time: bool = False

    @property
    def is_refuted(self) -> bool:
        """Whether the step is wrong, or the reasons given for it do not suffice."""
        return self.reason is not None

    @property
    def is_lucky(self) -> bool:
        """Whether the conclusion is refuted, though it is true."""
        return self.is_refuted and self.true is True


def verify_steps(
    puzzle: Puzzle | str, steps: Iterable[Step], *, timeout: float | None = None
) -> Generator[StepVerification, None, None]:
    """Each step with what is to be said of it, as they come; past `timeout` seconds, nothing is decided.

    Raises PuzzleError for a text that is no puzzle, UnsupportedError for pencilmarks, ValueError for a
    timeout that is no time.

    >>> from sudocube.explanation import explain
    >>> all(step.valid for step in verify_steps("1... ..2. .3.. ...4", explain("1... ..2. .3.. ...4"))
    ...     if step.step.kind != "solution")
    True
    """
    return _verified(Verifier(puzzle, timeout=timeout), steps)


def _verified(verifier: Verifier, steps: Iterable[Step]) -> Generator[StepVerification, None, None]:
    with closing(verifier):
        for step in steps:
            yield verifier.verified(step)


class Verifier:
    """Takes the steps for one puzzle in their order; `state` is what they reached."""

    def __init__(self, puzzle: Puzzle | str, *, timeout: float | None = None) -> None:
        puzzle = as_puzzle(puzzle, clues_only="explain")
        check_limits(timeout=timeout)
        self.state = State(puzzle)
        self._geometry = puzzle.geometry
        self._checker = ConclusionChecker(puzzle, Clock(timeout))
        self._number = 0
        self._solutions: list[Grid] = []

    def verified(self, step: Step) -> StepVerification:
        """Look at the next step, and know what it says from now on."""
        self._number += 1
        objection = self.state.objection(step)
        if step.kind in CONCLUSIONS:
            found = self._conclusion(step, objection)
        elif objection is None and self._claims_no_solution(step):
            found = self._end(step)
        else:
            found = StepVerification(self._number, step, reason=objection)
        if step.kind is StepKind.SOLUTION and objection is None and (grid := self.state.grid()) is not None:
            self._solutions.append(grid)
        self.state.apply(step)
        return found

    def close(self) -> None:
        """Be rid of the SAT solvers."""
        self._checker.close()

    def _conclusion(self, step: Step, objection: str | None) -> StepVerification:
        valid: bool | None = None
        true: bool | None = None
        reason, is_late = objection, False
        state_of_affairs: Mapping[int, int] = {}
        if reason is None and step.premises is not None:
            reason = self._objection_to_premises(step.premises)
        if reason is not None:
            valid = False
        elif step.premises is not None:
            try:
                premises = step.premises
                valid, state_of_affairs = self._checker.follows(step, premises.cells, premises.units)
            except TimeoutError:
                is_late = True
            if valid is False:
                reason = "it does not follow from the reasons given"
        try:
            true, solution = self._checker.is_true(step)
        except TimeoutError:
            is_late = True
        else:
            if true is False:
                state_of_affairs = solution
                if valid is None:
                    reason = "it is false"
        return StepVerification(self._number, step, valid, true, reason, state_of_affairs, is_late)

    def _objection_to_premises(self, premises: Premises) -> str | None:
        for cell, digits in premises.cells.items():
            others = self.state.masks[cell] & ~mask_of(digits)
            if others:
                said = " ".join(SYMBOLS[digit] for digit in digits) or "nothing"
                has = " ".join(SYMBOLS[digit] for digit in self.state.candidates(cell))
                name = self._geometry.cell_name(cell)
                return f"a premise does not hold: {name} can hold {has}, not only {said}"
        return None

    def _claims_no_solution(self, step: Step) -> bool:
        return step.kind is StepKind.END and step.rule.term == EXHAUSTED

    def _end(self, step: Step) -> StepVerification:
        try:
            solution = self._checker.solution(self._solutions)
        except TimeoutError:
            return StepVerification(self._number, step, ran_out_of_time=True)
        if solution is None:
            return StepVerification(self._number, step)
        return StepVerification(
            self._number,
            step,
            reason=f"there is {'another' if self._solutions else 'a'} solution",
            counterexample=solution,
        )
