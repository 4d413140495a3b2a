"""The answers of one engine, as far as the referee passes its solutions; an error becomes an answer, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sudocube.engines import Answer, Engine, Failed, Refuted, Undecided
from sudocube.errors import RefutedError, SudocubeError
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee, refereed
from sudocube.verdict import Verdict

SHOWN = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""How many different solutions back a decided verdict."""


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
    Refuted where the referee refuses a solution, or where the verdict does not fit the solutions.

    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two of many, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    first: list[Grid] = []
    callers: list[Exception] = []
    previous: Grid | None = None

    def pass_on(grid: Grid) -> None:
        nonlocal previous
        refereed(grid, puzzle)
        if grid == previous:
            why = f"the referee refuses the solution {grid}: it was given twice"
            raise RefutedError(why, contradicts_itself=True)
        previous = grid
        if len(first) < 2:
            first.append(grid)
        if on_result is not None:
            try:
                on_result(grid)
            except Exception as error:
                callers.append(error)
                raise

    if not engine.traits.supports(puzzle):  # this is no fault
        what = f"puzzles of size {puzzle.geometry.size}" if puzzle.candidates is None else "pencilmarks"
        return Undecided(f"{engine.name} takes no {what}")
    by_itself = on_result is None and limit > 2 and engine.traits.counts
    try:
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=None if by_itself else pass_on)
    except Exception as error:
        if callers:  # it is not the engine's fault
            raise callers[0] from None
        return _failure(engine, puzzle, error, first)
    return _judged(engine, puzzle, answer, first)


@dataclass(frozen=True, slots=True)
class AskingLimits:
    """For each engine and puzzle: how many solutions are looked for, and in how many seconds.

    Where `timeout` is None, an engine with a time limit of its own has that, and others `default_timeout`.
    """

    limit: int = 2
    timeout: float | None = None
    default_timeout: float | None = None

    def timeout_of(self, engine: Engine) -> float | None:
        """The time limit of an engine."""
        if self.timeout is not None:
            return self.timeout
        own = engine.traits.default_timeout
        return self.default_timeout if own is None else own


def _failure(engine: Engine, puzzle: Puzzle, error: Exception, passed: list[Grid]) -> Answer:
    """The answer of an engine that raised an error, after the referee had passed these solutions."""
    if isinstance(error, RefutedError):
        more = [grid for grid in error.passed if grid not in passed and referee(grid, puzzle) is None]
        shown = tuple([*passed, *more][:2])
        return Refuted(str(error), 0.0, error.refused, shown, error.contradicts_itself)
    broke_off = f"{engine.name} broke off: {type(error).__name__}: {error}"
    return Failed(str(error) if isinstance(error, SudocubeError) else broke_off, passed=tuple(passed[:2]))


def _judged(engine: Engine, puzzle: Puzzle, answer: Answer, passed: list[Grid]) -> Answer:
    """The answer, where the referee passes its solutions and they fit the verdict; else one that is refuted.

    `passed` are the first solutions that the engine gave to its callback, which the referee has passed.
    """
    passed = [*passed]
    try:
        if answer.solutions != tuple(passed):  # some are shown only in the answer, or only handed on
            for grid in answer.solutions:
                if refereed(grid, puzzle) not in passed:
                    passed.append(grid)
        expected = SHOWN.get(answer.verdict, len(passed))
        is_enough = len(passed) == expected if engine.traits.shows_all else len(passed) <= expected
        if answer.verdict.is_decided and not (is_enough and len(passed) == len(answer.solutions)):
            plural = "" if len(passed) == 1 else "s"
            why = f"{engine.name} says {answer.verdict}, and has shown {len(passed)} solution{plural}"
            raise RefutedError(why, contradicts_itself=True)
    except Exception as error:  # also where an engine returns something that is no answer
        return _failure(engine, puzzle, error, passed)
    return answer
