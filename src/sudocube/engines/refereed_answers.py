"""What the referee says of an engine's answer: here, and nowhere else, every solution is refereed.

Engines of this package, programs and functions alike hand their solutions on one by one, and then say what
they claim. An error becomes an answer, too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import inf

from sudocube.engines.protocol import Answer, Engine, Failed, Found, Refuted, Undecided
from sudocube.errors import RefutedError, SudocubeError
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import REMEMBERED, refereed
from sudocube.verdict import SOLUTIONS, Claim

ONE_LINE = "a program prints one line for each puzzle, and keeps nothing from one to the next"


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Answer:
    """The engine's answer, where the referee has passed each of its solutions.

    It is Failed, with the reason, where the engine raises an exception: in a batch the others go on. It is
    Refuted where the referee refuses a solution, where one is given twice, or where their number does not fit
    the answer. A program that was asked something before is asked alone first.

    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two of many, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    seen: dict[Grid, None] = {}
    shown = 0
    callers: list[Exception] = []

    def pass_on(grid: Grid) -> None:
        nonlocal shown
        refereed(grid, puzzle)
        if grid in seen:
            why = f"the referee refuses the solution {grid}: it was given twice"
            raise RefutedError(why, contradicts_itself=True)
        shown += 1
        if len(seen) < REMEMBERED:
            seen[grid] = None
        if on_result is not None:
            try:
                on_result(grid)
            except Exception as error:
                callers.append(error)
                raise

    if why := engine.traits.why_not(puzzle):  # this is no fault
        return Undecided(f"{engine.name} {why}")
    by_itself = on_result is None and limit > 2 and engine.traits.counts
    try:
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=None if by_itself else pass_on)
        for grid in answer.solutions:
            if grid not in seen:  # it is shown only in the answer
                pass_on(grid)
        if isinstance(answer, Found) and not _fits(answer, shown, needs_all=engine.traits.gives_witnesses):
            plural = "" if shown == 1 else "s"
            why = f"{engine.name} says {answer.verdict}, and has shown {shown} solution{plural}"
            raise RefutedError(why, contradicts_itself=True)
        return answer
    except Exception as error:  # also where an engine returns something that is no answer
        if callers:  # it is not the engine's fault
            raise callers[0] from None
        passed = tuple(islice(seen, 2))
        if isinstance(error, RefutedError):
            refuted = Refuted(str(error), 0.0, error.refused, passed, error.contradicts_itself)
            was_asked_before = getattr(engine, "asked_before", 0) and not passed
            return asked_alone(engine, puzzle, refuted, limit, timeout) if was_asked_before else refuted
        broke_off = f"{engine.name} broke off: {type(error).__name__}: {error}"
        return Failed(str(error) if isinstance(error, SudocubeError) else broke_off, passed=passed)


def _fits(answer: Found, shown: int, *, needs_all: bool) -> bool:
    """Whether a verdict fits the number of different solutions that were shown."""
    verdict = answer.verdict
    most = SOLUTIONS.get(verdict, inf)
    if answer.claims is Claim.COUNT and verdict.is_decided:
        most = answer.claimed_count or answer.count
    least = min(answer.count, 2) if needs_all and verdict.is_decided else 0
    return least <= shown <= most


def asked_alone(
    engine: Engine, puzzle: Puzzle, before: Answer, limit: int = 2, timeout: float | None = None
) -> Answer:
    """The answer to be refuted of a program, asked once more as one that was asked nothing else.

    It may have been at another puzzle before. If it says something else now, it failed. Engines that are no
    such programs are not asked again.
    """
    if not getattr(engine, "is_kept", False):
        return before
    engine.close()  # type: ignore[attr-defined] # it is an Outsider
    alone = refereed_answer(engine, puzzle, limit=limit, timeout=timeout)
    engine.close()  # type: ignore[attr-defined]
    said, now = _in_words(before), _in_words(alone)
    if said == now:
        return alone
    differs = f"after other puzzles it says {said}, and asked alone, {now}"
    return Failed(f"out of turn: {differs}; {ONE_LINE}", alone.seconds)


def _in_words(answer: Answer) -> str:
    """What an answer claims, in a few words; grids are not compared."""
    if isinstance(answer, Found):
        return str(answer.count if answer.claims is Claim.COUNT else answer.verdict)
    return "what is refused" if isinstance(answer, Refuted) else f"unknown ({answer.reason})"
