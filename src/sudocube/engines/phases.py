"""The engine `phases`: the three-phase solver as it is documented."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers import phases


class Phases(SearchEngine):
    """Forced moves, guesses and tracing back, on to the second solution."""

    name = "phases"
    traits = Traits()

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Go through the solutions in the order of the guesses."""
        return all(found(grid) for grid in phases.solutions(puzzle, deadline=deadline))


def create(variant: str) -> Phases:
    """The engine; there are no variants."""
    return Phases()
