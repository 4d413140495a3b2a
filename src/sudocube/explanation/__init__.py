"""Methods explained step by step, and steps by anybody verified.

following  a documented method at work: its steps as they come, and how it ended
state      what is known after some steps
verifying  does each conclusion follow from the reasons given, and is it true?
conclusions  the two questions behind that, for a SAT solver
notation   a step as a JSON object
reading    a file of such objects, with every mistake named
tally      how many steps of which kind, how often each rule, how deep
"""

from sudocube.explanation.following import ExplanationOutcome, explain, follow
from sudocube.explanation.notation import step_row
from sudocube.explanation.reading import StepsError, read_steps
from sudocube.explanation.state import State
from sudocube.explanation.tally import StepTally
from sudocube.explanation.verifying import StepVerification, Verifier, verify_steps

__all__ = [
    "ExplanationOutcome",
    "State",
    "StepTally",
    "StepVerification",
    "StepsError",
    "Verifier",
    "explain",
    "follow",
    "read_steps",
    "step_row",
    "verify_steps",
]
