"""The second opinion: what is about to be shown is put to another solver."""

from __future__ import annotations

from sudocube.clock import Clock
from sudocube.engines import kept_engine
from sudocube.errors import EngineError
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict

CONFIRMING = "sat:extended@glucose4"
"""Another solver than the one that searches; it is asked about puzzles, and knows nothing of assumptions."""


def confirms(puzzle: Puzzle, clock: Clock, *, solution: Grid | None = None) -> bool:
    """Whether another solver says, too, that a puzzle has this solution only; without one, that it has none.

    False where it did not decide in time. Raises EngineError where it says otherwise: one of the two is
    wrong.
    """
    left = clock.seconds_left
    if left == 0:
        return False
    limit = 1 if solution is None else 2
    answer = refereed_answer(kept_engine(CONFIRMING), puzzle, limit=limit, timeout=left)
    expected = () if solution is None else (solution,)
    if answer.faulty:
        raise EngineError(answer.reason)
    if answer.verdict is Verdict.UNKNOWN and answer.solutions in ((), expected):
        return False
    if answer.solutions != expected:
        wanted = "no solution" if solution is None else f"the only solution {solution}"
        raise EngineError(f"{CONFIRMING} does not confirm that {puzzle} has {wanted}")
    return True
