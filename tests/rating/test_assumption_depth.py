"""Depths and backdoors: by independent closures in any order, by failed literals, and rearranged."""

from random import Random

import numpy as np
import pytest

from sudocube.clock import Clock
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab.propagation import Propagation, PropagationState, probe_literals
from sudocube.rating import depth, rate
from sudocube.rating.backdoor_search import find_backdoor, small_backdoors
from sudocube.rating.depth import depths_of, first_masks
from tests.counted_clock import CountedClock
from tests.rating import naive_ratings
from tests.rating.rated_puzzles import DEEP, EASY, SHALLOW, SMALL, WIDE, cells_of, made, masks_of, pencilled

NINE = Geometry(3, 3)
KNOWN = {EASY: 0, SHALLOW: 1, WIDE: 1, DEEP: 2}
"""Depths."""
BACKDOORS = {EASY: 0, SHALLOW: 1, WIDE: 2, DEEP: 2}


def solved(puzzle):
    return rate(puzzle, only=[]).solutions[0]


@pytest.mark.parametrize("geometry", SMALL, ids=lambda shape: shape.box_name)
def test_they_are_those_of_an_independent_closure_whose_assumptions_come_at_random(geometry):
    """Which also shows that the order does not matter; of puzzles, and of pencilmarks, which are deeper.

    A backdoor is one of the smallest of all sets of cells.
    """
    rng, depths, sizes = Random(geometry.box_name), set(), set()
    for seed in range(16 if geometry.size == 4 else 4):
        puzzle, grid = made(geometry, seed)
        given = [(masks_of(puzzle), grid)]
        if geometry.size <= 6:
            given.append(pencilled(geometry, seed))
        for masks, solution in given:
            [found], _ = depths_of(masks, masks_of(solution), geometry, most=3)
            candidates = naive_ratings.candidates_in(masks[0].tolist())
            assert (found if found < 4 else None) == naive_ratings.depth_of(candidates, geometry, rng, 3)
            depths.add(found)
            if geometry.size <= 6:
                backdoor = find_backdoor(masks, masks_of(solution), geometry)
                assert backdoor.is_smallest
                assert backdoor.cells in naive_ratings.smallest_backdoors(candidates, solution, rng)
                sizes.add(len(backdoor.cells))
    assert len(depths) > 1
    assert max(sizes, default=1) > 0


@pytest.mark.parametrize("puzzle", KNOWN)
def test_depth_1_is_what_failed_literals_of_the_extended_encoding_solve(puzzle):
    """A SAT solver propagates there, through clauses; both a literal and its negation are probed."""
    propagation = Propagation(formula(load("extended"), puzzle.geometry))
    found = propagation.propagate(puzzle)
    assert (found.state is PropagationState.SOLVED) == (KNOWN[puzzle] == 0)
    probe_literals(found, Clock())
    assert (found.state is PropagationState.SOLVED) == (KNOWN[puzzle] <= 1)
    propagation.close()


def test_many_puzzles_have_the_depths_that_each_has_alone():
    """In one call, in any order; those that are deeper than asked for have one more."""
    every = [*KNOWN, *reversed(KNOWN)]
    depths = [KNOWN[puzzle] for puzzle in every]
    found, tried = depths_of(masks_of(*every), masks_of(*map(solved, every)), NINE, most=2)
    assert (found.tolist(), tried) == (depths, 2)
    found, tried = depths_of(masks_of(*every), 0 * masks_of(*every), NINE, most=0)
    assert (found.tolist(), tried) == ([min(depth, 1) for depth in depths], 0)


def test_what_is_refuted_saves_other_assumptions_their_work(monkeypatch):
    """Each of them takes further ones; tried all at once, they close six times as many boards."""
    boards, close = [0], depth.closed

    def counted(masks, shape):
        boards[0] += len(masks)
        return close(masks, shape)

    monkeypatch.setattr(depth, "closed", counted)
    assert depths_of(masks_of(DEEP), masks_of(solved(DEEP)), NINE, most=2)[0].tolist() == [2]
    assert boards[0] < 30_000


def test_a_contradiction_and_several_solutions_are_told_from_depths():
    cells = np.zeros((2, 81), np.uint8)
    cells[0, :2] = 5
    masks = first_masks(cells, NINE)
    assert depths_of(masks, 0 * masks, NINE, most=1)[0].tolist() == [-1, 2]


def test_without_time_or_above_so_many_cells_there_are_bounds_and_a_backdoor_all_the_same():
    """The lower one is proved, and the upper one has its cells."""
    for puzzle, size in BACKDOORS.items():
        masks, grid = masks_of(puzzle), solved(puzzle)
        for most in (0, 1, 3):
            found = find_backdoor(masks, masks_of(grid), NINE, most=most)
            assert len(found.cells) >= size >= found.at_least
            assert found.is_smallest or found.at_least > most
    found = find_backdoor(masks_of(DEEP), masks_of(solved(DEEP)), NINE, clock=CountedClock(0))
    assert found.at_least == 2 <= len(found.cells)
    assert naive_ratings.is_backdoor(
        naive_ratings.candidates_in(masks_of(DEEP)[0].tolist()), solved(DEEP), found.cells, Random(1)
    )


def test_many_puzzles_have_the_backdoors_that_each_has_alone():
    """All that have more than one cell count as two."""
    cells, solutions = cells_of(*BACKDOORS), cells_of(*map(solved, BACKDOORS))
    assert small_backdoors(cells, solutions, NINE).tolist() == [*BACKDOORS.values()]
