"""Bands and grids, counted exactly: against published numbers, trying everything, and the kernel."""

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from sudocube.generation.band_classes import band_classes, band_count, completions_by_columns
from sudocube.generation.digit_splits import ALL_DIGITS, digit_splits
from sudocube.kernel import finish, start_search


def digits_of(mask):
    return [digit for digit in range(9) if mask >> digit & 1]


@pytest.mark.parametrize("boxes", [(0, 5, 77)])
def test_bands_are_as_many_as_trying_everything_finds(boxes):
    """Each box in all its 6³ orders: the digits of each row of the band have to differ."""
    arranged = []
    for split in boxes:
        columns = [list(permutations(digits_of(mask))) for mask in digit_splits().sets[split].tolist()]
        arranged.append([[set(row) for row in zip(*order, strict=True)] for order in product(*columns)])
    found = 0
    for left, middle in product(arranged[0], arranged[1]):
        if all(not a & b for a, b in zip(left, middle, strict=True)):
            rest = [set(range(9)) - a - b for a, b in zip(left, middle, strict=True)]
            found += arranged[2].count(rest)
    assert int(band_count(*map(np.array, boxes))) == found


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


@pytest.mark.parametrize("number", [60])
def test_completions_are_as_many_as_the_kernel_counts(number):
    """The upper band is given, and the digits of the columns of two boxes below it."""
    splits, classes = digit_splits(), band_classes()
    boxes = [0, *classes.pairs[number].tolist()]
    rows = classes.row_sets[classes.row_sets_begin[number]]
    upper = rows.T[:, :, None] & splits.sets[boxes][None]  # row, box, column
    by_choice = completions_by_columns(*(np.array([box]) for box in boxes))[0]
    first, second = np.argwhere(by_choice.sum(axis=2) > 0)[number]
    masks = np.full((9, 9), ALL_DIGITS, np.uint16)
    masks[:3] = upper.reshape(3, 9)
    masks[3:6, :3] = splits.next_sets[boxes[0], first]
    masks[3:6, 3:6] = splits.next_sets[boxes[1], second]
    search = start_search(masks.reshape(1, 81), limit=10**8, keep_solutions=False)
    assert finish(search)
    assert int(search.counts[0]) == by_choice[first, second].sum()
