"""Documented methods explained step by step, and steps of any origin verified.

following       explain, next_step: a documented method at work, with cells that somebody chooses
step_verifying  verify_steps: whether a step fits together, follows and is true; steps counted
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
