"""One engine, one puzzle, and the referee's word on every solution."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines import Engine
from sudocube.errors import EngineError, SudocubeError
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from sudocube.verdict import Answer


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    each: Callable[[Grid], object] | None = None,
) -> Answer:
    """What the engine answers, once the referee has passed each of its solutions.

    An answer that the referee refuses, and an engine that breaks off, become `unknown` with the reason
    and `faulty`: in a batch the others go on. `each` gets the solutions that were passed, as they come.
    """
    shape = puzzle.geometry
    previous: Grid | None = None

    def pass_on(grid: Grid) -> None:
        nonlocal previous
        refused = objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns)
        if refused is None and grid == previous:
            refused = "it was given twice"
        if refused is not None:
            raise EngineError(f"the referee refuses the solution {grid}: {refused}")
        previous = grid
        if each is not None:
            try:
                each(grid)
            except Exception as error:
                raise _FromEach(error) from error

    if shape.size not in engine.traits.sizes:
        return Answer.unknown(f"{engine.name} takes no puzzles of size {shape.size}")
    try:
        return engine.answer(puzzle, limit=limit, timeout=timeout, each=pass_on)
    except _FromEach as error:
        raise error.error from None
    except SudocubeError as error:
        return Answer.unknown(str(error), faulty=True)
    except Exception as error:
        return Answer.unknown(f"{engine.name} broke off: {type(error).__name__}: {error}", faulty=True)


class _FromEach(Exception):  # noqa: N818 — it only carries the caller's own exception past the engine
    """An exception of the caller's `each`, which is no fault of the engine."""

    def __init__(self, error: Exception) -> None:
        self.error = error
