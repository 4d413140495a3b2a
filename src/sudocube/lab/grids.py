"""Valid grids to try encodings on: all of them at size 4, some at random else.

None comes from an encoding. All of size 4 are found by a native solver; those at random by a SAT solver
that holds the lines of the cube, and is told at random which elements to try first. All pass the referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.engines import engine
from sudocube.geometry import Geometry
from sudocube.lab.queries import Queries
from sudocube.lab.rules import refereed_grid
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import rules_as_clauses

SETTLED_BY_ALL = 4
"""The size at which all grids are tried; there are 288. At size 6 there are 28,200,960."""

SAMPLE = 100
"""How many grids are tried where not all are."""

SEED = 20
TRIED = 0.15
"""The share of the elements that a search for a random grid takes for true at first."""


@cache
def every_grid(geometry: Geometry) -> tuple[Grid, ...]:
    """All grids of a geometry of size 4.

    >>> len(every_grid(Geometry.of_size(4)))
    288
    """
    found: list[Grid] = []
    empty = Puzzle(bytes(geometry.cell_count), geometry)
    engine("phases").answer(empty, limit=10**9, on_result=found.append)
    return tuple(refereed_grid(grid.cells, geometry) for grid in found)


def random_grids(geometry: Geometry, count: int, clock: Clock, seed: int = SEED) -> Iterator[Grid]:
    """Grids at random, the same ones for the same seed. Raises TimeoutError."""
    clock.check()
    rng = Random(seed)
    table = cube(geometry)
    elements = range(1, table.element_count + 1)
    with Queries(rules_as_clauses(table), table.element_count, clock) as asked:
        for _ in range(count):
            asked.prefer([element if rng.random() < TRIED else -element for element in elements])
            model = asked.model([])
            assert model is not None  # there are grids of every geometry
            names = bytes([0, *rng.sample(geometry.digits, geometry.size)])  # digits are only names
            cells = table.grid([literal - 1 for literal in model if literal > 0]).cells
            yield refereed_grid([names[digit] for digit in cells], geometry)
