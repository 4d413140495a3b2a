"""The documented methods compared: which finds more, and that the complete ones count the same."""

from __future__ import annotations

from itertools import islice
from math import prod
from random import Random

import pytest

from sudocube.clock import NO_LIMIT
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.methods import METHODS
from sudocube.solvers.possibles import work
from sudocube.solvers.sets import Sets
from sudocube.solvers.trace import SolverContradictionError
from tests.property.states import GEOMETRIES, board
from tests.puzzles import count_solutions, puzzle_from, solved_grid

LIMIT = 50
TICKS_AT_MOST = 10**5
"""Above size 4 the odometer is only used if it has at most this many combinations."""

COMPLETE = [name for name, method in METHODS.items() if method.is_complete]


def candidates_by_sets(puzzle):
    """The candidates that `sets` leaves in each cell; None on a contradiction."""
    sets = Sets(puzzle)
    try:
        sets.solve(lambda each, trick: trick(each), NO_LIMIT)
    except SolverContradictionError:
        return None
    return sets.get_state()


def candidates_by_possibles(puzzle):
    """The candidates that `possibles` leaves in each cell; None on a contradiction."""
    arrays = Arrays(puzzle)
    return arrays.possibles if work(arrays) else None


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_sets_never_knows_more_than_possibles(geometry):
    """Each candidate that `sets` removes, and each contradiction that it finds, `possibles` does, too."""
    rng = Random(str(geometry))
    for _ in range(150):
        puzzle = board(geometry, rng)
        by_sets, by_possibles = candidates_by_sets(puzzle), candidates_by_possibles(puzzle)
        if by_sets is None:
            assert by_possibles is None
        elif by_possibles is not None:
            assert [more & ~less for more, less in zip(by_possibles, by_sets, strict=True)] == [0] * len(
                by_sets
            )


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_every_complete_method_counts_the_same(geometry):
    """Up to the limit, they count the same as an independent count."""
    rng = Random(f"{geometry} counted")
    with_odometer = 0
    for number in range(30 if geometry.size < 9 else 12):
        if number % 2:
            puzzle = board(geometry, rng)
        else:
            puzzle = puzzle_from(solved_grid(geometry, rng), rng, clues=round(0.4 * geometry.cell_count))
        expected = count_solutions(puzzle, limit=LIMIT)
        for name in COMPLETE:
            if name == "possibles:odometer":
                left = candidates_by_possibles(puzzle)
                ticks = 0 if left is None else prod(mask.bit_count() for mask in left)
                if geometry.size > 4 and ticks > TICKS_AT_MOST:
                    continue
                with_odometer += 1
            found = list(islice(METHODS[name].solutions(puzzle), LIMIT))
            assert (name, len(found)) == (name, expected)
            assert len(set(found)) == len(found)
    assert with_odometer > 1
