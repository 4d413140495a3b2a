"""Whoever would be refuted is asked once more, without the puzzles before."""

from __future__ import annotations

from sudocube.engines import Answer
from sudocube.engines.outsider import Outsider, alone_as_before
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Puzzle


def confirmed_alone(engine: Outsider, puzzle: Puzzle, given: Answer, *, timeout: float | None) -> Answer:
    """The answer that counts: the one that was given, if the engine, started anew, says the same.

    Otherwise it is `unknown`, and says in `reason` what the engine says after other puzzles and alone.
    """
    engine.close()
    alone = refereed_answer(engine, puzzle, timeout=timeout)
    engine.close()
    return alone_as_before(given, alone)
