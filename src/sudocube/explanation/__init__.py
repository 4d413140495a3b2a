"""Documented methods explained step by step, and steps of any origin verified.

following       explain, next_step: a documented method at work, and how it ended
cell_choices    cells that somebody fills by hand in between, as text and as steps
solving_state   what is known after some steps; whether a step fits together, and can come there
step_verifying  verify_steps: whether each conclusion follows and is true, by a SAT solver; steps counted
"""

from sudocube.explanation.following import Ending, ExplanationOutcome, explain, next_step
from sudocube.explanation.solving_state import SolvingState
from sudocube.explanation.step_verifying import (
    Finding,
    StepFollower,
    StepTally,
    StepVerification,
    verify_steps,
)

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
