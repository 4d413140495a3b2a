"""Backdoors: the smallest by trying all sets of cells, with bounds where time is short."""

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.rating import rate
from sudocube.rating.backdoor_search import find_backdoor, small_backdoors
from tests.counted_clock import CountedClock
from tests.rating import naive_ratings
from tests.rating.rated_puzzles import DEEP, EASY, SHALLOW, SMALL, WIDE, cells_of, masks_of, pencilled

NINE = Geometry(3, 3)
KNOWN = {EASY: 0, SHALLOW: 1, WIDE: 2, DEEP: 2}


def solved(puzzle):
    solution = rate(puzzle, only=[]).solution
    assert solution is not None
    return solution


@pytest.mark.parametrize("geometry", SMALL[:3], ids=lambda shape: shape.box_name)
def test_it_is_one_of_the_smallest_of_all_sets_of_cells(geometry):
    """Of pencilmarks, because nearly all small puzzles are solved by singles."""
    rng, sizes = Random(geometry.box_name), set()
    for seed in range(16 if geometry.size == 4 else 4):
        masks, grid = pencilled(geometry, seed)
        found = find_backdoor(masks, masks_of(grid), geometry)
        assert found.is_smallest
        given = naive_ratings.candidates_in(masks[0].tolist())
        assert found.cells in naive_ratings.smallest_backdoors(given, grid, rng)
        sizes.add(len(found.cells))
    assert max(sizes) > 0


def test_without_time_or_above_so_many_cells_there_are_bounds_and_a_backdoor_all_the_same():
    """The lower one is proved, and the upper one has its cells."""
    for puzzle, size in KNOWN.items():
        masks, grid = masks_of(puzzle), solved(puzzle)
        for most in (0, 1, 3):
            found = find_backdoor(masks, masks_of(grid), NINE, most=most)
            assert len(found.cells) >= size >= found.at_least
            assert found.is_smallest or found.at_least > most
    found = find_backdoor(masks_of(DEEP), masks_of(solved(DEEP)), NINE, clock=CountedClock(0))
    assert found.at_least == 2 <= len(found.cells)
    assert naive_ratings.is_backdoor(naive_ratings.candidates(DEEP), solved(DEEP), found.cells, Random(1))


def test_many_puzzles_have_the_backdoors_that_each_has_alone():
    """All that have more than one cell count as two."""
    cells, solutions = cells_of(*KNOWN), cells_of(*map(solved, KNOWN))
    assert small_backdoors(cells, solutions, NINE).tolist() == [*KNOWN.values()]
