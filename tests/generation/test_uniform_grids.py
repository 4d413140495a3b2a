"""Uniform grids: each valid grid with the same probability. The seeds are fixed.

What is counted on a sample lies within 4.5 standard errors of its exact expectation. Of chi-square sums with
f degrees of freedom, mean f and variance 2f, the same is asked.
"""

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from sudocube.errors import UnsupportedError
from sudocube.generation import GenerationPlan, generate
from sudocube.generation.band_classes import band_classes
from sudocube.generation.digit_splits import digit_splits, split_numbers
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.small_grid_lists import listed_grid_count, listed_grids
from sudocube.generation.uniform_grids import uniform_grid_batch
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.generation.grid_reading import is_valid, rectangle_counts
from tests.generation.made_puzzles import assert_sound

FAR = 4.5


def streams(count, seed=19):
    return RandomStreams.of(seed, np.arange(count), np.zeros(count, np.int64))


def is_near(counts, expected):
    """Whether the chi-square sum of all counts is no larger than chance explains."""
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    freedom = len(counts) - 1
    return ((counts - expected) ** 2 / expected).sum() < freedom + FAR * sqrt(2 * freedom)


def all_bands_by_weight():
    """For each class: its bands, integers (n, 3, 9), and how many grids each of them stands for."""
    splits, classes = digit_splits(), band_classes()
    sizes = np.bincount(classes.class_of.ravel()).tolist()
    ends = [*classes.row_sets_begin.tolist(), len(classes.row_sets)]
    for number, pair in enumerate(classes.pairs.tolist()):
        rows = classes.row_sets[ends[number] : ends[number + 1]].transpose(0, 2, 1)
        bands = rows[..., None] & splits.sets[[0, *pair]][None, None]
        yield bands.reshape(-1, 3, 9), sizes[number] * int(classes.completions[number])


@pytest.fixture(scope="module")
def grids():
    return uniform_grid_batch(streams(8_000))


def test_the_grids_are_valid(grids):
    assert is_valid(grids).all()
    assert len({grid.tobytes() for grid in grids}) == len(grids)


def test_all_288_grids_of_size_4_come_equally_often():
    """100 of each are expected."""
    drawn = uniform_grid_batch(streams(28_800), Geometry(2, 2))
    counts = Counter(grid.tobytes() for grid in drawn)
    assert len(counts) == 288
    assert is_near(list(counts.values()), [100] * 288)


@pytest.mark.parametrize("geometry", [Geometry(2, 3)])
def test_the_grids_of_size_6_are_all_valid_ones(geometry):
    """28,200,960 are known; of those that begin with the same row, each occurs once."""
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
    """And so do the rows."""
    bits = (1 << grids.astype(np.uint16) - 1).reshape(-1, 3, 3, 3, 3)  # band, row, box, column
    for box in np.ndindex(3, 3):
        cells = bits[:, box[0], :, box[1]]
        for axis in (1, 2):
            numbers = split_numbers(cells.sum(axis=axis).astype(np.uint16))
            assert is_near(np.bincount(numbers, minlength=280), [len(grids) / 280] * 280)


def test_four_cell_rectangles_are_as_many_as_expected_in_each_band_and_stack(grids):
    """11.58 a grid, exactly 320,784,513,273 / 27,704,267,971, of which each band and stack has a sixth.

    Grids that a solver finds first have too few.
    """
    weighted = [(weight, rectangle_counts(bands)) for bands, weight in all_bands_by_weight()]
    expected = Fraction(
        sum(weight * int(counts.sum()) for weight, counts in weighted),
        sum(weight * len(counts) for weight, counts in weighted),
    )
    assert 6 * expected == Fraction(320_784_513_273, 27_704_267_971)
    rows = grids.reshape(-1, 9, 9)
    for lines in (rows, rows.transpose(0, 2, 1)):
        for band in range(3):
            counts = rectangle_counts(lines[:, 3 * band : 3 * band + 3])
            assert abs(counts.mean() - float(expected)) < FAR * counts.std() / sqrt(len(counts))


def test_the_grid_of_a_stream_does_not_depend_on_the_batch():
    geometry = Geometry(2, 3)
    assert uniform_grid_batch(streams(50))[30].tolist() == uniform_grid_batch(streams(31))[30].tolist()
    alone = uniform_grid_batch(streams(50).rows(np.array([30])), geometry)[0]
    assert uniform_grid_batch(streams(50), geometry)[30].tolist() == alone.tolist()


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


def test_grids_are_uniform_by_default_where_they_can_be():
    """At 4×4, 6×6 and 9×9, and not around given clues: these are drawn in the fast way."""
    given = Puzzle("1" + "." * 80)
    assert GenerationPlan(symmetry="full").draws_uniformly
    assert GenerationPlan(geometry=Geometry(2, 3)).draws_uniformly
    assert not GenerationPlan(geometry=Geometry(2, 4)).draws_uniformly
    assert not GenerationPlan(given=given).draws_uniformly
    assert not GenerationPlan(grid="fast").draws_uniformly
    with pytest.raises(UnsupportedError, match="hold given clues"):
        GenerationPlan(grid="uniform", given=given)
    with pytest.raises(UnsupportedError, match="not for 8×8"):
        GenerationPlan(grid="uniform", geometry=Geometry(2, 4))
