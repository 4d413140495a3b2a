"""Each number below the count of 9×9 grids has its own valid grid, and each grid its number."""

import numpy as np
import pytest

from sudocube.generation.band_classes import band_classes, completions_by_columns
from sudocube.generation.grid_ranks import GRIDS, HEADS, TAILS, _tails_begin, grids_of_ranks
from sudocube.generation.random_streams import RandomStreams
from sudocube.kernel import finish, start_search
from tests.generation.grid_reading import head_and_tail, is_valid


def drawn(count):
    streams = RandomStreams.of(19, np.arange(count), np.zeros(count, np.int64))
    return streams.below(np.array([HEADS, TAILS])).T


def test_the_numbers_are_as_many_as_there_are_grids():
    assert HEADS * TAILS == GRIDS == 6_670_903_752_021_072_936_960


def test_numbers_give_valid_grids_in_batches_of_any_size():
    """The same grid for a number, whatever else is in the batch."""
    heads, tails = drawn(1000)
    grids = grids_of_ranks(heads, tails)
    assert grids.dtype == np.uint8
    assert is_valid(grids).all()
    assert grids_of_ranks(heads[:0], tails[:0]).shape == (0, 81)
    assert grids_of_ranks(heads[7:8], tails[7:8]).tolist() == grids[7:8].tolist()


def test_the_number_can_be_read_off_the_grid():
    """So no grid has two numbers; random ones, the first and the last."""
    heads, tails = drawn(200)
    heads = np.concatenate([heads, [0, HEADS - 1, 0]])
    tails = np.concatenate([tails, [0, TAILS - 1, TAILS - 1]])
    read = [head_and_tail(grid) for grid in grids_of_ranks(heads, tails)]
    assert read == list(zip(heads.tolist(), tails.tolist(), strict=True))


def test_each_stretch_of_numbers_ends_where_the_next_begins():
    """With the same upper band, the first and the last numbers of stretches: each a grid of its own."""
    classes = band_classes()
    second, third = classes.pairs[77]
    ends = np.cumsum(completions_by_columns(np.array([0]), np.array([second]), np.array([third])))
    assert ends[-1] == classes.completions[77]
    below = np.unique(np.concatenate([ends[:-1:50], ends[::50] - 1]))
    tails = _tails_begin()[280 * second + third] + below * classes.bands[second, third]
    grids = grids_of_ranks(np.full(len(tails), 5), tails)
    assert is_valid(grids).all()
    assert len({grid.tobytes() for grid in grids}) == len(tails)
    read = [head_and_tail(grid) for grid in grids[:100]]
    assert read == [(5, tail) for tail in tails[:100].tolist()]


def test_every_solution_of_a_puzzle_has_a_number_of_its_own():
    """Grids that were not made from numbers: the kernel's, two for each of 100 puzzles."""
    cells = grids_of_ranks(*drawn(100))
    cells[:, 27:] = 0
    search = start_search(cells, limit=2)
    assert finish(search)
    grids = search.solutions.reshape(-1, 81)
    heads, tails = np.array([head_and_tail(grid) for grid in grids]).T
    assert grids_of_ranks(heads, tails).tolist() == grids.tolist()
    assert len(set(zip(heads.tolist(), tails.tolist(), strict=True))) == 200


@pytest.mark.parametrize(("head", "tail"), [(-1, 0), (HEADS, 0), (0, -1), (0, TAILS)])
def test_other_numbers_are_refused(head, tail):
    with pytest.raises(ValueError, match=f"heads from 0 to {HEADS - 1} and tails from 0 to {TAILS - 1}"):
        grids_of_ranks(np.array([head]), np.array([tail]))
