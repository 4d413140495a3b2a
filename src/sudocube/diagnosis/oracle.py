"""The rules of one geometry, asked for solutions under assumptions: clues that are there or not.

Variable e + 1 is element e of the cube. Every solution passes the referee before anything is built on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import sub
from threading import local

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.engines.asking import Asked
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle, referee

ENCODING = "extended"

USES = 100
"""Puzzles after which a new solver takes the place of the old one, which gathers dust."""

ADDED_AT_MOST = 20_000
"""Clauses that were added for puzzles, after which the same is done."""


class Oracle:
    """Knows the rules; the clues of a puzzle are assumed."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        rules = formula(load(ENCODING), geometry)
        self.asked = Asked(rules.clauses, rules.variables)
        self.uses = 0
        self._cube = cube(geometry)
        self._firsts = range(0, self._cube.element_count, geometry.size)

    def literal(self, cell: int, digit: int) -> int:
        """What is true where a cell holds a digit."""
        return self._cube.element(cell, digit) + 1

    def literals(self, clues: Mapping[int, int]) -> list[int]:
        """What is true where all these clues hold."""
        return [self.literal(cell, digit) for cell, digit in clues.items()]

    def solution(self, clues: Mapping[int, int], clock: Clock, *, more: Sequence[int] = ()) -> Grid | None:
        """A grid with these clues, in which the literals `more` hold, too; None where there is none.

        Raises TimeoutError, and EngineError where the referee refuses what was found.
        """
        grid = self.unrefereed_solution([*self.literals(clues), *more], clock)
        return None if grid is None else self.refereed(grid, clues)

    def unrefereed_solution(self, assumed: Sequence[int], clock: Clock) -> Grid | None:
        """A grid in which these literals hold; to be built upon once the referee has passed it."""
        if not self.asked.is_satisfiable(assumed, clock):
            return None
        true = self.asked.true(self._cube.element_count)
        try:
            return Grid(bytes(map(sub, true, self._firsts)), self.geometry)
        except ValueError as error:
            raise EngineError(f"a model that is no grid: {error}") from None

    def refereed(self, grid: Grid, clues: Mapping[int, int]) -> Grid:
        """The grid, once the referee has passed it as a solution of these clues; else EngineError."""
        refused = referee(grid, Puzzle.of_clues(clues, self.geometry))
        if refused is not None:
            raise EngineError(f"the referee refuses the solution {grid}: {refused}")
        return grid

    def core(self, clues: Mapping[int, int]) -> dict[int, int]:
        """Of the clues for which there was no solution just now, some for which there is none either."""
        core = set(self.asked.core())
        return {cell: digit for cell, digit in clues.items() if self.literal(cell, digit) in core}

    def forbid(self, grid: Grid, clues: Collection[int]) -> int:
        """The literal under which this grid is none of the solutions; `clues` are cells that are given.

        To be retired after use.
        """
        return self.differ(grid, (cell for cell in range(len(grid.cells)) if cell not in clues))

    def differ(self, grid: Grid, cells: Iterable[int]) -> int:
        """The literal under which a solution differs from this grid in one of these cells, at least."""
        return self.asked.add_for_now([-self.literal(cell, grid.cells[cell]) for cell in cells])


_kept = local()


def kept_oracle(geometry: Geometry) -> Oracle:
    """The oracle of a geometry, kept in this thread for the next puzzle of the same geometry."""
    oracle: Oracle | None = getattr(_kept, "oracle", None)
    if oracle is not None:
        asked = oracle.asked
        is_worn = oracle.uses >= USES or asked.added > ADDED_AT_MOST
        if oracle.geometry != geometry or is_worn or asked.is_closed:
            asked.close()
            oracle = None
    if oracle is None:
        oracle = _kept.oracle = Oracle(geometry)
    oracle.uses += 1
    return oracle
