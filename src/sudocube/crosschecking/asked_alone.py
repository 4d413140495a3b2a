"""Answers of programs that may belong to another puzzle, asked for again before anybody is refuted by them.

A program that prints a line too many, or one too few, answers from then on for other puzzles than it is taken
to answer for. A grid shows to which puzzle it belongs; `none` and a number do not. Where such an answer would
be refuted, the puzzle is put to a program that was asked nothing else, and only what it says then counts.
"""

from __future__ import annotations

from sudocube.engines import Engine
from sudocube.engines.program_engine import ONE_LINE, ProgramEngine
from sudocube.jobs import ask
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer, Claim


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
    if (alone.verdict, alone.claims, alone.count) == (given.verdict, given.claims, given.count):
        return alone
    said = f"after other puzzles it says {_claimed(given)}, and asked alone, {_claimed(alone)}"
    return Answer.unknown(f"out of turn: {said}; {ONE_LINE}", faulty=True)


def _claimed(answer: Answer) -> str:
    """What an answer claims, in a few words."""
    if not answer.verdict.is_decided and not answer.solutions:
        return f"unknown ({answer.reason})"
    return str(answer.count) if answer.claims is Claim.COUNT else str(answer.verdict)
