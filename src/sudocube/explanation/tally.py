"""What a list of steps amounts to: how many, by which rules, how deep, and how it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sudocube.explanation.following import ExplanationOutcome
from sudocube.explanation.verifying import EXHAUSTED, StepVerification
from sudocube.solvers.trace import CONCLUSIONS, Rule, Step, StepKind

NAMED_AT_MOST = 1000
"""How many refuted steps are remembered by number."""


@dataclass(slots=True)
class StepTally:
    """Counts steps as they come; `outcome` is what the steps themselves say, until it is known better."""

    steps: int = 0
    rules: Counter[Rule] = field(default_factory=Counter)
    kinds: Counter[StepKind] = field(default_factory=Counter)
    depth: int = 0
    undone: int = 0
    """Assumptions taken back."""
    outcome: ExplanationOutcome = ExplanationOutcome.OPEN
    valid: int = 0
    true_only: int = 0
    """Conclusions that are true, and were not shown valid: no premises were given."""
    undecided: int = 0
    refuted: int = 0
    lucky: int = 0
    misled: int = 0
    """Conclusions that are valid and false: they rest on a refuted step."""
    refuted_steps: list[int] = field(default_factory=list)
    _is_doubtful: bool = False

    def add(self, step: Step) -> None:
        """Count one step."""
        self._count(step)
        self._believe(step)

    def add_verified(self, verified: StepVerification) -> None:
        """Count one step, and what was found out about it."""
        step = verified.step
        self._count(step)
        if verified.is_refuted:
            self.refuted += 1
            self.lucky += verified.is_lucky
            if len(self.refuted_steps) < NAMED_AT_MOST:
                self.refuted_steps.append(verified.number)
            self._is_doubtful |= step.kind in (StepKind.SOLUTION, StepKind.END)
            return
        if verified.ran_out_of_time:
            self.undecided += 1
            return
        self.valid += verified.valid is True
        if step.kind in CONCLUSIONS and verified.valid is None:
            self.true_only += 1
        if verified.true is False:
            self.misled += 1
        else:
            self._believe(step)

    def ended(self, outcome: ExplanationOutcome) -> None:
        """Know from the method itself how it ended; not believed where the step that says so is refuted."""
        if not self._is_doubtful:
            self.outcome = outcome

    def _count(self, step: Step) -> None:
        self.steps += 1
        self.rules[step.rule] += 1
        self.kinds[step.kind] += 1
        self.depth = max(self.depth, len(step.assumptions))
        if step.kind is StepKind.UNDO:
            self.undone += len(step.cells)

    def _believe(self, step: Step) -> None:
        """What a step says of how all this ends; a solution that was found is not lost again."""
        if step.kind is StepKind.SOLUTION:
            self.outcome = ExplanationOutcome.SOLVED
        elif self.outcome is not ExplanationOutcome.SOLVED:
            if step.kind is StepKind.END:
                is_over = step.rule.term == EXHAUSTED
                self.outcome = ExplanationOutcome.UNSOLVABLE if is_over else ExplanationOutcome.STUCK
            elif step.kind is StepKind.DEADLOCK and not step.assumptions:
                self.outcome = ExplanationOutcome.UNSOLVABLE

    def row(self) -> dict[str, Any]:
        """The numbers for JSON, but for those of verifying."""
        return {
            "steps": self.steps,
            "outcome": str(self.outcome),
            "rules": [
                {"rule": rule.name, "term": rule.term, "count": count}
                for rule, count in self.rules.most_common()
            ],
            "guesses": self.kinds[StepKind.GUESS],
            "depth": self.depth,
            "deadlocks": self.kinds[StepKind.DEADLOCK],
            "undone": self.undone,
        }

    def verified_row(self) -> dict[str, Any]:
        """The numbers of verifying; of the refuted steps, the first thousand by number."""
        return {
            "valid": self.valid,
            "valid_but_false": self.misled,
            "true_not_shown_valid": self.true_only,
            "undecided": self.undecided,
            "refuted": self.refuted,
            "true_by_luck": self.lucky,
            "refuted_steps": self.refuted_steps,
        }
