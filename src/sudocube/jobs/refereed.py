"""One engine asked about one puzzle: every solution is passed to the referee."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines import Engine
from sudocube.errors import EngineError, SudocubeError
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Answer, Verdict

SHOWN = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""How many different solutions must back a decided verdict."""


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Answer:
    """The engine's answer, where the referee has passed each of its solutions.

    The answer is `unknown` and `faulty`, with the reason, where the referee refuses a solution, the verdict
    does not fit the solutions, or the engine raises an exception: in a batch the others go on.
    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two of many, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    first: list[Grid] = []
    previous: Grid | None = None

    def pass_on(grid: Grid) -> None:
        nonlocal previous
        _pass(grid, puzzle, previous)
        previous = grid
        if len(first) < 2:
            first.append(grid)
        if on_result is not None:
            try:
                on_result(grid)
            except Exception as error:
                raise _CallerError(error) from error

    if not engine.traits.supports(puzzle):
        what = f"puzzles of size {puzzle.geometry.size}" if puzzle.candidates is None else "pencilmarks"
        return Answer.unknown(f"{engine.name} takes no {what}")
    by_itself = on_result is None and limit > 2 and engine.traits.counts
    try:
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=None if by_itself else pass_on)
        shown = len(first)
        if answer.solutions != tuple(first):  # some are shown only in the answer, or only handed on
            for grid in answer.solutions:
                _pass(grid, puzzle, None)
            shown = len({*answer.solutions, *first})
        if answer.verdict.is_decided and not shown == len(answer.solutions) == SHOWN[answer.verdict]:
            raise EngineError(f"{engine.name} says {answer.verdict}, and has shown {shown} solutions")
    except _CallerError as error:
        raise error.error from None
    except SudocubeError as error:
        return Answer.unknown(str(error), faulty=True)
    except Exception as error:
        return Answer.unknown(f"{engine.name} broke off: {type(error).__name__}: {error}", faulty=True)
    return answer


def _pass(grid: Grid, puzzle: Puzzle, previous: Grid | None) -> None:
    """Raise EngineError where the grid does not solve the puzzle, or is the same as the previous one."""
    refused = referee(grid, puzzle)
    if refused is None and grid == previous:
        refused = "it was given twice"
    if refused is not None:
        raise EngineError(f"the referee refuses the solution {grid}: {refused}")


class _CallerError(Exception):
    """Carries an exception of the caller's `on_result` past the engine, whose fault it is not."""

    def __init__(self, error: Exception) -> None:
        self.error = error
