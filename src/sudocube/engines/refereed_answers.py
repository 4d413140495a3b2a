"""What the referee says of an engine's answer: here, and nowhere else, every solution is refereed.

Engines of this package, programs and functions alike hand their solutions on one by one, and then say what
they claim. An error becomes an answer, too.
"""

from __future__ import annotations

from itertools import islice
from math import inf

from sudocube.engines.protocol import Answer, Engine, Failed, Found, OnResult, Refuted, Traits, Undecided
from sudocube.errors import RefutedError, SudocubeError, UnsupportedError
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
    on_result: OnResult = None,
) -> Answer:
    """The engine's answer, where the referee has passed each of its solutions.

    It is Undecided where the engine takes no such puzzle, and Failed, with the reason, where it raises any
    other exception: in a batch the others go on. It is Refuted where the referee refuses a solution, where
    one is given twice, or where their number does not fit the answer. A program that was asked something
    before is asked alone first.

    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two in its answer, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    shown = _Shown(puzzle, on_result)
    by_itself = on_result is None and engine.traits.counts
    heard = None if by_itself else shown.add
    answer: Answer
    try:
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=heard)
        for grid in answer.solutions:
            if grid not in shown.passed:  # it is shown only in the answer
                shown.add(grid)
        if isinstance(answer, Found) and not _fits(answer, shown.count, engine.traits):
            number = f"{shown.count} solution{'s' * (shown.count != 1)}"
            raise RefutedError(f"{engine.name} says {answer.verdict}, and has shown {number}")
    except Exception as error:  # also where an engine returns something that is no answer
        if shown.callers_error is not None:  # it is not the engine's fault
            raise shown.callers_error from None
        answer = _answer_of(error, engine.name, tuple(islice(shown.passed, 2)))
    if isinstance(answer, Refuted) and not answer.passed and getattr(engine, "asked_before", None):
        return asked_alone(engine, puzzle, answer, limit, timeout)
    return answer


class _Shown:
    """The solutions that an engine has shown for a puzzle, each of which the referee has passed."""

    def __init__(self, puzzle: Puzzle, on_result: OnResult) -> None:
        self._puzzle, self._on_result = puzzle, on_result
        self.count, self.passed = 0, dict[Grid, None]()
        self.callers_error: Exception | None = None

    def add(self, grid: Grid) -> None:
        """Add another solution; raises RefutedError, and what `on_result` raises."""
        refereed(grid, self._puzzle)
        if grid in self.passed:
            raise RefutedError(f"the referee refuses the solution {grid}: it was given twice")
        self.count += 1
        if self.count <= REMEMBERED:
            self.passed[grid] = None
        if self._on_result is not None:
            try:
                self._on_result(grid)
            except Exception as error:
                self.callers_error = error
                raise


def _answer_of(error: Exception, name: str, passed: tuple[Grid, ...]) -> Answer:
    """The answer of an engine that has raised an exception."""
    if isinstance(error, UnsupportedError):
        return Undecided(str(error))
    if isinstance(error, RefutedError):
        return Refuted(str(error), refused=error.refused, passed=passed)
    broke_off = f"{name} broke off: {type(error).__name__}: {error}"
    return Failed(str(error) if isinstance(error, SudocubeError) else broke_off, passed=passed)


def _fits(answer: Found, shown: int, traits: Traits) -> bool:
    """Whether a verdict fits the number of different solutions that were shown."""
    verdict = answer.verdict
    most = SOLUTIONS.get(verdict, inf)
    if answer.claims is Claim.COUNT and verdict.is_decided:
        most = answer.claimed_count or answer.count
    least = min(answer.count, 2) if not traits.is_outside and verdict.is_decided else 0
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
    if (type(alone), alone.verdict, alone.count) == (type(before), before.verdict, before.count):
        return alone
    return Failed(f"out of turn: asked alone, it gives another answer; {ONE_LINE}", alone.seconds)
