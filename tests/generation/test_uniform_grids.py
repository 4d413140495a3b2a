"""Uniform grids: each valid grid has its own number and the same probability. The seeds are fixed.

What is counted on a sample lies within 4.5 standard errors of its exact expectation. Of chi-square sums with
f degrees of freedom, mean f and variance 2f, the same is asked.
"""

from collections import Counter
from math import factorial, sqrt

import numpy as np
import pytest

from sudocube.generation.generating import generate
from sudocube.generation.uniform_grids import (
    GRIDS,
    HEADS,
    TAILS,
    band_classes,
    grids_of_ranks,
    listed_grid_count,
    listed_grids,
    split_numbers,
    uniform_grid_batch,
)
from sudocube.geometry import Geometry
from tests.generation.made_puzzles import assert_sound, is_valid, streams

FAR = 4.5


def is_near(counts, expected):
    """Whether the chi-square sum of all counts is no larger than chance explains."""
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    freedom = len(counts) - 1
    return ((counts - expected) ** 2 / expected).sum() < freedom + FAR * sqrt(2 * freedom)


@pytest.fixture(scope="module")
def grids():
    return uniform_grid_batch(streams(8_000))


def test_all_288_grids_of_size_4_come_equally_often():
    """100 of each are expected."""
    drawn = uniform_grid_batch(streams(28_800), Geometry(2, 2))
    counts = Counter(grid.tobytes() for grid in drawn)
    assert len(counts) == 288
    assert is_near(list(counts.values()), [100] * 288)


def test_the_grids_of_size_6_are_all_valid_ones():
    """28,200,960 are known; of those that begin with the same row, each occurs once."""
    geometry = Geometry(2, 3)
    assert listed_grid_count(geometry) == 28_200_960
    grids = listed_grids(geometry, np.arange(39_168))
    assert len({grid.tobytes() for grid in grids}) == 39_168
    units = [[cell for cell in range(36) if part(cell) == number] for number in range(6)
             for part in (geometry.row, geometry.column, geometry.box)]  # fmt: skip
    assert all((np.sort(grids[:, unit], axis=1) == np.arange(1, 7)).all() for unit in units)
    drawn = uniform_grid_batch(streams(6_000), geometry)
    for digits in drawn.T:
        assert is_near(np.bincount(digits, minlength=7)[1:], [1_000] * 6)


def test_the_columns_of_each_box_split_the_digits_in_all_280_ways_equally_often(grids):
    """And so do the rows; all grids are valid, and no two are equal."""
    assert is_valid(grids).all()
    assert len({grid.tobytes() for grid in grids}) == len(grids)
    bits = (1 << grids.astype(np.uint16) - 1).reshape(-1, 3, 3, 3, 3)  # band, row, box, column
    for box in np.ndindex(3, 3):
        cells = bits[:, box[0], :, box[1]]
        for axis in (1, 2):
            numbers = split_numbers(cells.sum(axis=axis).astype(np.uint16))
            assert is_near(np.bincount(numbers, minlength=280), [len(grids) / 280] * 280)


def test_the_solutions_of_puzzles_are_uniform_grids_unless_told_otherwise():
    """Each is the grid of the puzzle's own stream, the same on every machine."""
    made = list(generate(3, seed=19))
    assert_sound(made)
    assert [str(one.solution) for one in made] == [
        "243896157781425369569731428814259736957368214632147985498513672325674891176982543",
        "456712839782639154391584627864953712913827465275146983639278541128495376547361298",
        "364178592182956347597432168928541736473689251651723984749815623836297415215364879",
    ]
    assert list(generate(3, seed=19, grid="uniform")) == made
    fast = generate(3, seed=19, grid="fast")
    assert {one.solution for one in fast}.isdisjoint(one.solution for one in made)


def drawn(count):
    return streams(count).below(np.array([HEADS, TAILS])).T


def test_each_number_has_a_grid_of_its_own_and_there_are_as_many_numbers_as_grids():
    """The first, the last and random ones; around places where two stretches meet; all heads.

    With as many numbers as grids, this makes uniformly drawn numbers uniformly drawn grids.
    """
    assert HEADS * TAILS == GRIDS == 6_670_903_752_021_072_936_960
    classes = band_classes()
    ends = np.cumsum(classes.bands * classes.completions[classes.class_of])
    assert ends[-1] == TAILS
    some = np.concatenate([np.arange(1_000), TAILS - 1 - np.arange(1_000), drawn(1_000)[1]])
    meeting = np.concatenate([ends[::20] - 1, ends[:-1:20]])
    for heads, tails in (
        *((np.full(len(some), head), some) for head in (0, 5, HEADS - 1)),
        (np.full(len(meeting), 7), meeting),
        (np.arange(HEADS), np.full(HEADS, drawn(1)[1][0])),
    ):
        grids = grids_of_ranks(heads, tails)
        assert is_valid(grids).all()
        assert len({grid.tobytes() for grid in grids}) == len(
            set(zip(heads.tolist(), tails.tolist(), strict=True))
        )


def test_there_are_as_many_bands_and_grids_as_were_published():
    """9! · 2,612,736 bands of three boxes, with 44 numbers of completions (B. Felgenhauer and F. Jarvis)."""
    classes = band_classes()
    assert classes.pairs.shape == (131, 2)
    assert 280 * 6**3 * int(classes.bands.sum()) == factorial(9) * 2_612_736
    by_pair = classes.bands * classes.completions[classes.class_of]
    assert 280 * 6**3 * int(by_pair.sum()) == 6_670_903_752_021_072_936_960
    assert len(set(classes.completions.tolist())) == 44
