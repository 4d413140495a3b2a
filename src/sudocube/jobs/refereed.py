"""One engine, one puzzle, and the referee's word on every solution."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines import Engine
from sudocube.errors import EngineError, SudocubeError
from sudocube.puzzle import Grid, Puzzle, referee
from sudocube.verdict import Answer, Verdict

SHOWN = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""How many different solutions back a verdict that is decided."""


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Answer:
    """What the engine answers, once the referee has passed each of its solutions.

    An answer that the referee refuses or that its own solutions do not back, and an engine that breaks
    off, become `unknown` with the reason and `faulty`: in a batch the others go on. `on_result` gets
    the solutions that were passed, as they come. Without it, an engine that counts by itself shows the first
    two of many, and those are passed.
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
        if answer.solutions != tuple(first):  # shown without having been handed on, or the other way round
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
    """Nothing, where the grid solves the puzzle and is another than the one before; else EngineError."""
    refused = referee(grid, puzzle)
    if refused is None and grid == previous:
        refused = "it was given twice"
    if refused is not None:
        raise EngineError(f"the referee refuses the solution {grid}: {refused}")


class _CallerError(Exception):
    """An exception of the caller's `on_result`, which is no fault of the engine."""

    def __init__(self, error: Exception) -> None:
        self.error = error
