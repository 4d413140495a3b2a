"""Each number below the count of 9×9 grids has its own valid grid, and each grid its number."""

from math import factorial

import numpy as np
import pytest

from sudocube.generation.band_classes import band_classes
from sudocube.generation.grid_ranks import HEADS, TAILS, grids_of_ranks
from sudocube.generation.random_streams import RandomStreams
from tests.generation.grid_reading import is_valid


def drawn(count):
    streams = RandomStreams.of(19, np.arange(count), np.zeros(count, np.int64))
    return streams.below(np.array([HEADS, TAILS])).T


def test_numbers_give_valid_grids_in_batches_of_any_size():
    """The same grid for a number, whatever else is in the batch."""
    heads, tails = drawn(1000)
    grids = grids_of_ranks(heads, tails)
    assert grids.dtype == np.uint8
    assert is_valid(grids).all()
    assert grids_of_ranks(heads[:0], tails[:0]).shape == (0, 81)
    assert grids_of_ranks(heads[7:8], tails[7:8]).tolist() == grids[7:8].tolist()


def test_each_number_has_a_grid_of_its_own():
    """Numbers one after the other, the first and the last ones, and some at random."""
    tails = np.concatenate([np.arange(1_000), TAILS - 1 - np.arange(1_000), drawn(1_000)[1]])
    for head in (0, 5, HEADS - 1):
        grids = grids_of_ranks(np.full(len(tails), head), tails)
        assert is_valid(grids).all()
        assert len({grid.tobytes() for grid in grids}) == len(set(tails.tolist()))


@pytest.mark.parametrize(("head", "tail"), [(-1, 0), (HEADS, 0), (0, -1), (0, TAILS)])
def test_other_numbers_are_refused(head, tail):
    with pytest.raises(ValueError, match=f"heads from 0 to {HEADS - 1} and tails from 0 to {TAILS - 1}"):
        grids_of_ranks(np.array([head]), np.array([tail]))


def test_there_are_948_109_639_680_bands():
    """9! · 2,612,736: the number of all bands of three boxes (B. Felgenhauer and F. Jarvis)."""
    assert 280 * 6**3 * int(band_classes().bands.sum()) == factorial(9) * 2_612_736


def test_there_are_6_670_903_752_021_072_936_960_grids():
    """The sum of all that is counted is the published number; first bands have 44 numbers of completions."""
    classes = band_classes()
    assert classes.pairs.shape == (131, 2)
    by_pair = classes.bands * classes.completions[classes.class_of]
    assert 280 * 6**3 * int(by_pair.sum()) == 6_670_903_752_021_072_936_960
    assert len(set(classes.completions.tolist())) == 44
