"""Steps verified: whether each conclusion follows from its premises, and whether it is true.

A conclusion (placement, removal, deadlock) is checked in two senses:

    valid   its premises hold in the state after the steps before it, and it follows from them:
            premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
            is unsatisfiable. None where no premises are given.
    true    clues ∧ assumptions ∧ all rules ∧ ¬conclusion is unsatisfiable.

A step of a technique names bases and covers, too. They have to show what it concludes by the theorem of
`solvers.techniques.theorem`, which needs no solver; else it is not valid.

Before that, the parts of the step have to fit together (see `step_form`): a guess places its own digit and no
other, a deadlock changes nothing, all cells, digits and units are those of the puzzle, and every field is of
its type. A step that fails here is refuted, and changes nothing but the assumptions.

A premise "this cell has these candidates" holds if the cell has no others. Every other step changes the state
as it says, even a refuted one. What follows from a refuted step is then valid but perhaps false, and only the
step at fault is refuted. A conclusion that is not valid is refuted even if it happens to be true.

A guess, an undo, a solution and an end conclude nothing; they are refuted where they cannot come at that
point: see `SolvingState.objection`. A question that runs out of time is undecided (None), never valid.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.explanation.conclusions import ConclusionChecker
from sudocube.explanation.solving_state import SolvingState, guessed, mask_of
from sudocube.explanation.step_form import FormFault, assumptions_only, form_fault
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import CellForms, Grid
from sudocube.solvers.techniques.lines import lines_of
from sudocube.solvers.techniques.theorem import refuted
from sudocube.solvers.trace import CONCLUSIONS, EXHAUSTED, Pattern, Premises, Step, StepKind


class GuessStanding(StrEnum):
    """In which solutions of the puzzle, under the assumptions before it, the digit of a guess stands."""

    EVERY = "every solution"
    SOME = "some solutions"
    NO = "no solution"


@dataclass(frozen=True, slots=True)
class StepVerification:
    """The result for one step; `number` counts from 1.

    `valid` and `true` are None where there is no conclusion, or not enough time; `valid` also where there are
    no premises. `reason` says in words why a step is refuted. `counterexample` holds digits by cell. Where
    the conclusion is false, it is a solution of the puzzle, under the assumptions. Where the conclusion only
    does not follow, it fills the cells in question so that the premises and the named rules hold, and the
    conclusion does not.

    >>> from dataclasses import replace
    >>> from sudocube.explanation import explain
    >>> steps = list(explain("1... ..2. .3.. ...4"))
    >>> wrong = replace(steps[1], placed={3: 4}, digits=(4,))
    >>> found = list(verify_steps("1... ..2. .3.. ...4", [steps[0], wrong]))[1]
    >>> found.number, found.valid, found.true, found.is_refuted, found.is_true_by_luck
    (2, False, False, True, False)
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
        """Whether the step is wrong, or its premises are not enough."""
        return self.reason is not None

    @property
    def is_true_by_luck(self) -> bool:
        """Whether the step is refuted, although its conclusion is true."""
        return self.is_refuted and self.true is True


def verify_steps(
    puzzle: CellForms, steps: Iterable[Step], *, timeout: float | None = None
) -> Generator[StepVerification, None, None]:
    """The result for each step, one after the other; steps after `timeout` seconds are undecided.

    Nothing is raised for a Step: one whose parts do not fit together (a guess that places a second cell, a
    cell or a digit that the puzzle does not have, a field of another type) is refuted with its reason, and
    changes nothing but the assumptions.

    Raises TypeError for what `Puzzle` does not take, and for a step that is no Step; PuzzleError for
    cells that are no puzzle, UnsupportedError for pencilmarks, and ValueError for a timeout that is no number
    above 0.

    >>> from sudocube.explanation import explain
    >>> all(step.valid for step in verify_steps("1... ..2. .3.. ...4", explain("1... ..2. .3.. ...4"))
    ...     if step.step.kind != "solution")
    True
    """
    return _verifications(StepVerifier(puzzle, timeout=timeout), steps)


def _verifications(verifier: StepVerifier, steps: Iterable[Step]) -> Generator[StepVerification, None, None]:
    with closing(verifier):
        for step in steps:
            yield verifier.verified(step)


class StepVerifier:
    """Verifies the steps for one puzzle, in their order; `state` is the state after them.

    The `timeout` in seconds is for all steps together. To be closed after use. Raises TypeError for what
    `Puzzle` does not take, PuzzleError for cells that are no puzzle, UnsupportedError for pencilmarks,
    and ValueError for a timeout that is no number above 0.
    """

    def __init__(self, puzzle: CellForms, *, timeout: float | None = None) -> None:
        puzzle = as_puzzle(puzzle, clues_only="explain")
        check_limits(timeout=timeout)
        self.state = SolvingState(puzzle)
        self._geometry = puzzle.geometry
        self._checker = ConclusionChecker(puzzle, Clock(timeout))
        self._number = 0
        self._solutions: set[Grid] = set()

    def verified(self, step: Step) -> StepVerification:
        """The result for the next step, which then changes the state; TypeError for what is no Step."""
        if not isinstance(step, Step):
            raise TypeError(f"a step is a Step, not {type(step).__name__}")
        self._number += 1
        if not isinstance(step.kind, StepKind) and step.kind in list(StepKind):
            step = replace(step, kind=StepKind(step.kind))  # a plain text
        fault = form_fault(step, self._geometry)
        if fault is not None:
            return self._without_form(step, fault)
        objection = self.state.objection(step)
        if step.kind in CONCLUSIONS:
            found = self._conclusion(step, objection)
        elif objection is None and self._claims_no_solution(step):
            found = self._end(step)
        else:
            found = StepVerification(self._number, step, reason=objection)
        if step.kind is StepKind.SOLUTION and objection is None and (grid := self.state.grid()) is not None:
            self._add_solution(grid)
        self.state.apply(step)
        return found

    def standing(self, guess: Step) -> GuessStanding | None:
        """In which solutions a guess holds, under the assumptions before it; None where time has run out.

        To be asked before or after `verified`; raises ValueError for a step that is no guess.
        """
        if guess.kind is not StepKind.GUESS or form_fault(guess, self._geometry) is not None:
            raise ValueError(f"found a step of the kind {guess.kind}; expected a guess")
        cell, digit = guessed(guess)
        before = replace(guess, assumptions=guess.assumptions[:-1], placed={}, removed={})
        excluded = replace(before, kind=StepKind.REMOVAL, removed={cell: (digit,)})
        forced = replace(before, kind=StepKind.PLACEMENT, placed={cell: digit})
        try:
            if self._checker.is_true(excluded)[0]:
                return GuessStanding.NO
            return GuessStanding.EVERY if self._checker.is_true(forced)[0] else GuessStanding.SOME
        except TimeoutError:
            return None

    def close(self) -> None:
        """Free the SAT solvers."""
        self._checker.close()

    def _without_form(self, step: Step, fault: FormFault) -> StepVerification:
        """The result for a step whose parts do not fit together. It changes nothing but the assumptions."""
        if (bare := assumptions_only(step, self._geometry)) is not None:
            self.state.apply(bare)
        is_conclusion = fault.key != "kind" and step.kind in CONCLUSIONS
        valid = False if is_conclusion else None
        return StepVerification(self._number, step, valid, reason=str(fault))

    def _conclusion(self, step: Step, objection: str | None) -> StepVerification:
        valid: bool | None = None
        true: bool | None = None
        reason, ran_out_of_time = objection, False
        counterexample: Mapping[int, int] = {}
        if reason is None and step.premises is not None:
            reason = self._objection_to_premises(step.premises)
        if reason is None and step.pattern is not None:
            reason = self._objection_to_pattern(step, step.pattern)
        if reason is not None:
            valid = False
        elif step.premises is not None:
            try:
                premises = step.premises
                valid, counterexample = self._checker.follows(step, premises.cells, premises.units)
            except TimeoutError:
                ran_out_of_time = True
            if valid is False:
                reason = "it does not follow from the reasons given"
        try:
            true, solution = self._checker.is_true(step)
        except TimeoutError:
            ran_out_of_time = True
        else:
            if true is False:
                counterexample = solution
                if valid is None:
                    reason = "it is false"
        return StepVerification(self._number, step, valid, true, reason, counterexample, ran_out_of_time)

    def _objection_to_premises(self, premises: Premises) -> str | None:
        for cell, digits in premises.cells.items():
            others = self.state.masks[cell] & ~mask_of(digits)
            if others:
                said = " ".join(SYMBOLS[digit] for digit in digits) or "nothing"
                has = " ".join(SYMBOLS[digit] for digit in self.state.candidates(cell))
                name = self._geometry.cell_name(cell)
                return f"a premise does not hold: {name} can hold {has}, not only {said}"
        return None

    def _objection_to_pattern(self, step: Step, pattern: Pattern) -> str | None:
        """Why the bases and covers of a technique do not show what it concludes, by the theorem alone."""
        lines, size = lines_of(self._geometry), self._geometry.size
        counts: list[dict[int, int]] = []
        for kind, named in (("base", pattern.bases), ("cover", pattern.covers)):
            found = {lines.named(name): count for name, count in named.items()}
            masks = {line: count for line, count in found.items() if line is not None}
            if len(masks) < len(named) or (kind == "cover" and None in map(lines.family, masks)):
                return f"of its {kind}s {', '.join(named)}, some are no lines, or named twice"
            counts.append(masks)
        possible = sum(mask << cell * size for cell, mask in enumerate(self.state.masks))
        claimed = possible if step.kind is StepKind.DEADLOCK else 0
        lost = [(cell, digit) for cell, digits in step.removed.items() for digit in digits]
        lost += [
            (cell, one)
            for cell, digit in step.placed.items()
            for one in self._geometry.digits
            if one != digit
        ]
        claimed |= sum(1 << cell * size + digit - 1 for cell, digit in lost)
        if possible & claimed & ~refuted(possible, *counts):
            return "its bases and covers do not show it"
        return None

    def _add_solution(self, grid: Grid) -> None:
        if grid not in self._solutions:  # a file may say it again and again
            self._solutions.add(grid)
            self._checker.add_known(grid)

    def _claims_no_solution(self, step: Step) -> bool:
        return step.kind is StepKind.END and step.rule.term in EXHAUSTED

    def _end(self, step: Step) -> StepVerification:
        try:
            solution = self._checker.another_solution()
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
