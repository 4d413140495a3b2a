"""Steps counted: kinds, rules, what verifying them found, and how they end; for a puzzle, and for several."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from sudocube.explanation.following import ExplanationOutcome
from sudocube.explanation.step_verifying import StepVerification
from sudocube.solvers.trace import CONCLUSIONS, EXHAUSTED, GUESS, Rule, Step, StepKind

REFUTED_STEPS_KEPT = 1000
"""How many refuted steps a tally keeps by number."""

_READINGS = (StepKind.READING, StepKind.FAILED_READING, StepKind.LEFT_OUT)


@dataclass(slots=True)
class StepTally:
    """Counts the steps for a puzzle. `outcome` is what they say, unless `set_outcome` says more."""

    steps: int = 0
    rules: Counter[Rule] = field(default_factory=Counter)
    kinds: Counter[StepKind] = field(default_factory=Counter)
    depth: int = 0
    undone: int = 0
    """How many assumptions were taken back."""
    readings: int = 0
    """How many readings were made, those left out included."""
    failed_readings: int = 0
    outcome: ExplanationOutcome = ExplanationOutcome.OPEN
    is_exhausted: bool = False
    """Whether the steps end with nothing left to try: no solutions beside those that they show."""
    valid: int = 0
    true_not_shown_valid: int = 0
    """Conclusions that are true, but not shown to be valid, because no premises were given."""
    undecided: int = 0
    refuted: int = 0
    true_by_luck: int = 0
    """Refuted steps with a true conclusion."""
    valid_but_false: int = 0
    """Conclusions that are valid but false, because they rest on a refuted step."""
    refuted_steps: list[int] = field(default_factory=list)
    _is_outcome_refuted: bool = False

    @property
    def guesses(self) -> int:
        """How many guesses were made; a reading is one."""
        return self.kinds[StepKind.GUESS] + self.readings

    @property
    def deadlocks(self) -> int:
        """How many dead ends were met; a reading that failed is one."""
        return self.kinds[StepKind.DEADLOCK] + self.failed_readings

    def add(self, step: Step) -> None:
        """Count one step."""
        self._count(step)
        self._update_outcome(step)

    def add_verified(self, verified: StepVerification) -> None:
        """Count one step and its result."""
        step = verified.step
        self._count(step)
        if verified.is_refuted:
            self.refuted += 1
            self.true_by_luck += verified.is_true_by_luck
            if len(self.refuted_steps) < REFUTED_STEPS_KEPT:
                self.refuted_steps.append(verified.number)
            self._is_outcome_refuted |= step.kind in (StepKind.SOLUTION, StepKind.END)
            return
        if verified.ran_out_of_time:
            self.undecided += 1
            return
        self.valid += verified.valid is True
        if step.kind in CONCLUSIONS and verified.valid is None:
            self.true_not_shown_valid += 1
        if verified.true is False:
            self.valid_but_false += 1
        else:
            self._update_outcome(step)

    def set_outcome(self, outcome: ExplanationOutcome) -> None:
        """Take the outcome from the method itself, unless a step that states an outcome was refuted."""
        if not self._is_outcome_refuted:
            self.outcome = outcome

    def _count(self, step: Step) -> None:
        self.steps += 1
        counts = step.counts or {step.rule: 1}
        self.rules.update(counts)
        if step.kind in _READINGS:
            self.readings += sum(counts.values())
            self.failed_readings += sum(count for rule, count in counts.items() if rule.term != GUESS)
        self.kinds[step.kind] += 1
        self.depth = max(self.depth, len(step.assumptions))
        if step.kind is StepKind.UNDO:
            self.undone += len(step.cells)

    def _update_outcome(self, step: Step) -> None:
        """Take the outcome that a step states; once solved, it stays solved."""
        if step.kind is StepKind.SOLUTION:
            self.outcome = ExplanationOutcome.SOLVED
            return
        is_exhausted = step.kind is StepKind.END and step.rule.term in EXHAUSTED
        self.is_exhausted |= is_exhausted
        if self.outcome is not ExplanationOutcome.SOLVED:
            if step.kind is StepKind.END:
                self.outcome = ExplanationOutcome.UNSOLVABLE if is_exhausted else ExplanationOutcome.STUCK
            elif step.kind is StepKind.DEADLOCK and not step.assumptions:
                self.outcome = ExplanationOutcome.UNSOLVABLE


@dataclass(slots=True)
class ExplanationTally:
    """Counts over several explanations; `puzzles_by_rule` says in how many puzzles a rule was used."""

    outcomes: Counter[ExplanationOutcome] = field(default_factory=Counter)
    rules: Counter[Rule] = field(default_factory=Counter)
    puzzles_by_rule: Counter[Rule] = field(default_factory=Counter)
    steps: int = 0
    guesses: int = 0
    deadlocks: int = 0
    refuted: int = 0
    invalid: int = 0
    """Inputs that were no puzzle, or none that can be explained."""

    def add(self, tally: StepTally) -> None:
        """Count one puzzle."""
        self.outcomes[tally.outcome] += 1
        self.rules.update(tally.rules)
        self.puzzles_by_rule.update(tally.rules.keys())
        self.steps += tally.steps
        self.guesses += tally.guesses
        self.deadlocks += tally.deadlocks
        self.refuted += tally.refuted

    @property
    def puzzles(self) -> int:
        """How many inputs there were, the invalid ones included."""
        return self.outcomes.total() + self.invalid
