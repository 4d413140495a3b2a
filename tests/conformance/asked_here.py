"""Functions that are asked in this process though there is a time limit, as no test needs it."""

from collections.abc import Callable

from sudocube.engines import Answer
from sudocube.engines.outsiders import FunctionEngine
from sudocube.puzzle import Grid, Puzzle


class AskedHere(FunctionEngine):
    """A function as an engine that no copy of this process calls."""

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """Without its time limit."""
        return super().answer(puzzle, limit=limit, on_result=on_result)
