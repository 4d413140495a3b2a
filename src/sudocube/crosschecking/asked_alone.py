"""Answers of programs that may belong to another puzzle, asked for again before anybody is refuted by them.

A program that prints a line too many, or one too few, answers from then on for other puzzles than it is taken
to answer for. A grid shows to which puzzle it belongs; `none` and a number do not. Where such an answer would
be refuted, the puzzle is put to a program that was asked nothing else, and only what it says then counts.
"""

from __future__ import annotations

from sudocube.engines import Engine
from sudocube.engines.program_engine import ProgramEngine, alone_as_before
from sudocube.jobs import ask
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer


def confirmed_alone(engine: Engine, puzzle: Puzzle, given: Answer, *, timeout: float | None) -> Answer:
    """The answer that counts: the one that was given, if the engine says the same alone.

    Otherwise it is `unknown`, and says in `reason` what the engine says after other puzzles and alone. Other
    puzzles that the engine is at are asked again afterwards.
    """
    program = engine if isinstance(engine, ProgramEngine) else None
    if program is not None:
        program.close()
    [(_, answers)] = ask([engine], [(None, puzzle)], timeout=timeout, jobs=1)
    if program is not None:
        program.close()
    alone: Answer = answers[engine.name]
    return alone_as_before(given, alone)
