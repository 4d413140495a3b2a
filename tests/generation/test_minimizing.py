"""Clues taken away many at a time: the same as one after the other, counted each time."""

import numpy as np
import pytest

from sudocube import count_many
from sudocube.generation.clue_orbits import clue_orbits
from sudocube.generation.fast_grids import fast_grid_batch
from sudocube.generation.minimizing import is_minimal, without_redundant_orbits
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.solution_counters import KernelCounter

STREAMS = RandomStreams.of(41, np.arange(20), np.zeros(20, int))
GRIDS = fast_grid_batch(STREAMS, KernelCounter())


def one_by_one(grids, orbits, orders, fewest):
    """All puzzles in step; a clue goes if there is one solution without it."""
    puzzles = grids.copy()
    for place in range(orders.shape[1]):
        tried = puzzles.copy()
        for row, order in enumerate(orders):
            tried[row, list(orbits[order[place]])] = 0
        goes = (count_many(tried, jobs=1) == 1) & ((tried > 0).sum(axis=1) >= fewest)
        puzzles[goes] = tried[goes]
    return puzzles


@pytest.mark.parametrize(("symmetry", "least"), [("none", 0), ("half-turn", 33), ("full", 0)])
def test_groups_change_nothing(symmetry, least):
    orbits = clue_orbits(symmetry, 9)
    orders = STREAMS.part(2).order(len(orbits))
    fewest = np.full(len(GRIDS), least)
    found = without_redundant_orbits(GRIDS, orbits, orders, KernelCounter(), fewest=fewest if least else None)
    assert found.tolist() == one_by_one(GRIDS, orbits, orders, fewest).tolist()


def test_cells_in_no_orbit_keep_their_clues():
    orbits = clue_orbits("none", 9)[9:]
    found = without_redundant_orbits(GRIDS, orbits, STREAMS.order(72), KernelCounter())
    assert (found[:, :9] == GRIDS[:, :9]).all()
    assert (found[:, 9:] == 0).any(axis=1).all()
    assert without_redundant_orbits(GRIDS, [], STREAMS.order(0), KernelCounter()).tolist() == GRIDS.tolist()


def test_what_is_minimal_is_told_from_what_is_not():
    orbits = clue_orbits("none", 9)
    minimal = without_redundant_orbits(GRIDS, orbits, STREAMS.order(81), KernelCounter())
    more = minimal.copy()
    for row, cells in enumerate(more):
        blank = np.flatnonzero(cells == 0)[row]
        more[row, blank] = GRIDS[row, blank]
    both = np.concatenate([minimal, more])
    expected = [True] * len(minimal) + [False] * len(more)
    assert is_minimal(both, orbits, KernelCounter()).tolist() == expected
    kept = [[orbit for orbit in orbits if more[0, orbit[0]] == 0 or minimal[0, orbit[0]] > 0]]
    assert is_minimal(minimal[:1], kept[0], KernelCounter()).tolist() == [True]
