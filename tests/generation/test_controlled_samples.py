"""Controlled samples: minimal puzzles, each with the weight that makes up for how probable it is."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from sudocube.generation.attempts import ORDERS, controlled_batch
from sudocube.generation.generating import generate
from sudocube.generation.uniform_grids import listed_grids, uniform_grid_batch
from sudocube.geometry import Geometry
from tests.generation.made_puzzles import assert_sound, removable_clues, streams

FOUR = Geometry(2, 2)
UNIT = 4368
"""C(16, 5): weights are in units of that of a puzzle where a third of the cells are clues."""


def is_unique_at_four(puzzles):
    """Whether just one of the 288 grids agrees with the clues."""
    grids = listed_grids(FOUR, np.arange(288))
    agrees = (puzzles[:, None] == grids) | (puzzles[:, None] == 0)
    return agrees.all(axis=2).sum(axis=1) == 1


@pytest.fixture(scope="module")
def sample():
    """2,000 attempts at size 4."""
    grids = uniform_grid_batch(streams(1_000), FOUR)
    return controlled_batch(streams(1_000).part(1), grids, is_unique_at_four)


@pytest.fixture(scope="module")
def minimal_puzzles_of_size_4():
    """How many there are, by clues: all sets of cells of 12 grids, and all 4! orders of the digits."""
    grids, bits = listed_grids(FOUR, np.arange(288)), 1 << np.arange(16)
    sets = np.arange(1 << 16)
    counts: Counter[int] = Counter()
    for grid in grids[:12]:
        differences = np.unique(((grids != grid) * bits).sum(axis=1))[1:]
        is_unique = (sets[:, None] & differences != 0).all(axis=1)
        needs_all = [(sets & bit == 0) | ~is_unique[sets & ~bit] for bit in bits]
        minimal = sets[is_unique & np.all(needs_all, axis=0)]
        counts.update(cells.bit_count() for cells in minimal.tolist())
    return {clues: 24 * number for clues, number in counts.items()}


def test_sums_of_weights_stand_for_all_minimal_puzzles(sample, minimal_puzzles_of_size_4):
    """Those with 4, 5 and 6 clues are 25,728, 58,368 and 1,536: all are counted here, and estimated.

    The sum of weights that is expected of an attempt is the same for each puzzle. Estimates lie within 4.5
    standard errors.
    """
    assert minimal_puzzles_of_size_4 == {4: 25_728, 5: 58_368, 6: 1_536}
    clues = (sample.puzzles > 0).sum(axis=1)
    for number, expected in minimal_puzzles_of_size_4.items():
        sums = np.zeros(1_000)
        sums[sample.rows] = np.where(clues == number, sample.weights, 0)
        estimates = sums * UNIT * 288 / ORDERS
        assert abs(estimates.mean() - expected) < 4.5 * estimates.std() / np.sqrt(len(estimates))


def test_puzzles_that_are_asked_for_as_a_controlled_sample_tell_their_weights():
    """Seed 8 finds its first one soon; all other puzzles have no weight."""
    [made] = generate(seed=8, sample="controlled")
    assert_sound([made])
    assert removable_clues(made.puzzle) == []
    assert (made.minimal, made.clues) == ("strict", 25)
    assert made.weight == pytest.approx(comb(81, 25) / comb(81, 27))
    assert [one.weight for one in generate(2, seed=8)] == [None, None]
