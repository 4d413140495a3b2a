"""Valid grids to try encodings on: all of size 4, a random sample of any other size.

None of them comes from an encoding. A native solver finds those of size 4. A SAT solver that holds the
clauses of the cube's lines finds random ones: it is told which elements, drawn at random, to try first. All
of them pass the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.engines import engine
from sudocube.geometry import Geometry
from sudocube.lab.queries import Queries
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import refereed
from sudocube.sat import rules_as_clauses

ALL_TRIED_AT_SIZE = 4
"""The size at which all grids are tried; there are 288. At size 6 there are 28,200,960."""

SAMPLE_SIZE = 100
"""How many grids are tried where not all are."""

SEED = 20
PREFERRED_SHARE = 0.15
"""The share of the elements that the search for a random grid first takes to be true."""


def tries_all(geometry: Geometry) -> bool:
    """Whether `grids_to_try` are all valid grids of this geometry."""
    return geometry.size == ALL_TRIED_AT_SIZE


def grids_to_try(geometry: Geometry, clock: Clock) -> Iterator[Grid]:
    """All valid grids, or a random sample; reports progress. Raises TimeoutError when the clock runs out."""
    count = len(every_grid(geometry)) if tries_all(geometry) else SAMPLE_SIZE
    grids = every_grid(geometry) if tries_all(geometry) else random_grids(geometry, count, clock)
    for number, grid in enumerate(grids):
        clock.progress("complete: grid by grid", number / count)
        yield grid


@cache
def every_grid(geometry: Geometry) -> tuple[Grid, ...]:
    """All valid grids of a geometry of size 4.

    >>> len(every_grid(Geometry.of_size(4)))
    288
    """
    found: list[Grid] = []
    engine("phases").answer(Puzzle.of_clues({}, geometry), limit=10**9, on_result=found.append)
    return tuple(valid_grid(grid.cells, geometry) for grid in found)


def random_grids(geometry: Geometry, count: int, clock: Clock, seed: int = SEED) -> Iterator[Grid]:
    """Random valid grids, the same ones for the same seed. Raises TimeoutError when the clock runs out."""
    clock.check()
    rng = Random(seed)
    table = cube(geometry)
    elements = range(1, table.element_count + 1)
    with Queries(rules_as_clauses(table, clock), table.element_count, clock) as queries:
        for _ in range(count):
            preferred = [element if rng.random() < PREFERRED_SHARE else -element for element in elements]
            queries.prefer(preferred)
            model = queries.model([])
            assert model is not None  # every geometry has valid grids
            names = bytes([0, *rng.sample(geometry.digits, geometry.size)])  # digits are only names
            cells = table.grid([literal - 1 for literal in model if literal > 0]).cells
            yield valid_grid([names[digit] for digit in cells], geometry)


def valid_grid(cells: Sequence[int], geometry: Geometry) -> Grid:
    """The grid with these digits; EngineError where the referee refuses it, which would be our fault."""
    return refereed(Grid(cells, geometry), Puzzle.of_clues({}, geometry))
