"""Documented methods explained step by step, and steps of any origin verified.

following         explain, follow, next_step: a documented method at work, its steps and how it ended
solving_state     what is known after some steps: candidates, filled cells, assumptions
step_history      what came before a step, as far as its sentence speaks of it
step_form         whether the parts of a step fit together, seen in the step alone
step_verifying    verify_steps: whether each conclusion follows and is true
step_tally        the numbers of a list of steps, and of several lists
conclusions       the two questions about a conclusion, answered by a SAT solver
steps_file        read_steps: steps as JSON objects, written and read
cell_choices      cells that somebody fills by hand, as text and as steps
choice_following  a method at work, with such choices in between
"""

from sudocube.explanation.following import ExplanationOutcome, explain, follow, next_step
from sudocube.explanation.solving_state import SolvingState
from sudocube.explanation.step_history import StepContext, StepHistory
from sudocube.explanation.step_tally import ExplanationTally, StepTally
from sudocube.explanation.step_verifying import StepVerification, StepVerifier, verify_steps
from sudocube.explanation.steps_file import StepsError, read_steps, step_row

__all__ = [
    "ExplanationOutcome",
    "ExplanationTally",
    "SolvingState",
    "StepContext",
    "StepHistory",
    "StepTally",
    "StepVerification",
    "StepVerifier",
    "StepsError",
    "explain",
    "follow",
    "next_step",
    "read_steps",
    "step_row",
    "verify_steps",
]
