"""The second opinion: what is about to be shown is put to another solver."""

from __future__ import annotations

from sudocube.diagnosis.clock import Clock
from sudocube.engines import kept_engine
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Verdict

CONFIRMING = "sat:extended@glucose4"
"""Another solver than the one that searches; it is asked about puzzles, and knows nothing of assumptions."""

_INSTANT = 0.001


def puzzle_of(clues: dict[int, int], geometry: Geometry) -> Puzzle:
    """The puzzle with these clues."""
    cells = bytearray(geometry.cell_count)
    for cell, digit in clues.items():
        cells[cell] = digit
    return Puzzle(bytes(cells), geometry)


def confirms(puzzle: Puzzle, clock: Clock, *, solution: Grid | None = None) -> bool:
    """Whether another solver says, too, that a puzzle has this solution only; without one, that it has none.

    False where it did not decide in time. Raises EngineError where it says otherwise: one of the two is
    wrong.
    """
    answer = second_answer(puzzle, clock, limit=1 if solution is None else 2)
    if answer.faulty:
        raise EngineError(answer.reason)
    if not answer.verdict.is_decided and not answer.solutions:
        return False
    expected = (solution,) if solution is not None else ()
    if answer.verdict is Verdict.UNKNOWN and answer.solutions == expected:
        return False
    if answer.solutions != expected:
        wanted = "no solution" if solution is None else f"the only solution {solution}"
        raise EngineError(f"{CONFIRMING} does not confirm that {puzzle} has {wanted}")
    return True


def second_answer(puzzle: Puzzle, clock: Clock, *, limit: int) -> Answer:
    """What the other solver says of a puzzle."""
    left = clock.seconds_left
    timeout = None if left is None else max(left, _INSTANT)
    return refereed_answer(kept_engine(CONFIRMING), puzzle, limit=limit, timeout=timeout)
