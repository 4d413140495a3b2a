"""Naked and hidden singles until nothing changes: the same in whatever order, at every size."""

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.rating.depth import (
    CONTRADICTION,
    SOLVED,
    STUCK,
    closed,
    closed_from_cube,
    first_masks,
)
from tests.puzzles import puzzle_with_known_answer, solved_grid
from tests.rating import naive_ratings
from tests.rating.rated_puzzles import SMALL, cells_of, masks_of

NINE = Geometry(3, 3)


def as_masks(state):
    return [sum(1 << digit - 1 for digit in some) for some in state.values()]


def boards(geometry, rng, count):
    """Puzzles of every kind, and boards with candidates at random."""
    kinds = ["unique", "several", "row", "subtle"]
    puzzles = [puzzle_with_known_answer(geometry, rng, rng.choice(kinds)).puzzle for _ in range(count)]
    masks = masks_of(*puzzles)
    full = (1 << geometry.size) - 1
    for board in masks[: count // 2]:
        for cell in rng.sample(range(geometry.cell_count), geometry.cell_count // 4):
            board[cell] &= rng.randint(1, full)
    return masks


@pytest.mark.parametrize("geometry", [*SMALL, NINE], ids=lambda shape: shape.box_name)
def test_every_order_of_singles_comes_to_the_same_end(geometry):
    """Confluence: one conclusion at a time in three random orders, and all at once."""
    rng = Random(geometry.box_name)
    given = boards(geometry, rng, 12)
    found = closed_from_cube(given, geometry)
    units = naive_ratings.units_of(geometry)
    for board, masks, state in zip(given.tolist(), found.masks.tolist(), found.states.tolist(), strict=True):
        for _ in range(2):
            digits = range(1, geometry.size + 1)
            naive = {cell: {d for d in digits if mask >> d - 1 & 1} for cell, mask in enumerate(board)}
            is_consistent = naive_ratings.singles(naive, units, rng)
            assert is_consistent == (state != CONTRADICTION)
            if is_consistent:
                assert as_masks(naive) == masks
                assert naive_ratings.is_full(naive) == (state == SOLVED)


@pytest.mark.parametrize("geometry", [Geometry(3, 5), Geometry(4, 4)], ids=str)
def test_a_grid_with_few_blanks_is_filled_at_every_size(geometry):
    """Up to 16×16; a slip in a cell is a contradiction."""
    rng = Random(geometry.size)
    grid = solved_grid(geometry, rng)
    cells = cells_of(grid, grid, grid)
    cells[0, rng.sample(range(geometry.cell_count), geometry.size)] = 0
    cells[1, 0] = cells[1, 1]
    cells[2] = 0
    found = closed(first_masks(cells, geometry), geometry)
    assert found.states.tolist() == [SOLVED, CONTRADICTION, STUCK]
    assert found.masks[0].tolist() == [1 << digit - 1 for digit in grid.cells]
