"""Documented methods explained step by step, and steps of any origin verified.

following       explain, next_step: a documented method at work, and how it ended
cell_choices    cells that somebody fills by hand in between, as text and as steps
step_form       whether the parts of a step fit together, and whether it can come at its point
step_verifying  verify_steps: whether each conclusion follows and is true, by a SAT solver; steps counted
"""

from sudocube.explanation.following import Ending, ExplanationOutcome, explain, next_step
from sudocube.explanation.step_verifying import (
    Finding,
    StepFollower,
    StepTally,
    StepVerification,
    verify_steps,
)
from sudocube.solvers.trace import SolvingState

__all__ = [
    "Ending",
    "ExplanationOutcome",
    "Finding",
    "SolvingState",
    "StepFollower",
    "StepTally",
    "StepVerification",
    "explain",
    "next_step",
    "verify_steps",
]
