"""Documented methods explained step by step, and steps of any origin verified.

following       explain, next_step: a documented method at work, with cells that somebody chooses
step_verifying  verify_steps: whether a step fits together, follows and is true; steps counted
"""

from sudocube.explanation.following import explain, next_step
from sudocube.explanation.step_verifying import verify_steps

__all__ = ["explain", "next_step", "verify_steps"]
