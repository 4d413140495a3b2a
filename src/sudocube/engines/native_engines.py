"""The engines `phases`, `sets`, `possibles`, `cube` and `techniques`: the documented methods."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sudocube.clock import Clock
from sudocube.engines.protocol import SearchEngine, Traits
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.methods import method


class NativeEngine(SearchEngine):
    """One documented method, such as `phases` or, with a variant, `possibles:odometer@3`.

    Raises UnknownNameError for a variant that the family does not have.
    """

    def __init__(self, family: str, variant: str) -> None:
        self._method = method(f"{family}:{variant}" if variant else family, "engine")
        self.name = self._method.name
        self.traits = Traits(complete=self._method.is_complete)

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], clock: Clock) -> bool:
        """Find the solutions in the order of the method; see `SearchEngine.search`."""
        return all(found(grid) for grid in self._method.solutions(puzzle, clock=clock))


phases, sets, possibles, cube, techniques = (
    partial(NativeEngine, family) for family in ("phases", "sets", "possibles", "cube", "techniques")
)
