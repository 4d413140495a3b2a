"""Valid grids drawn with the same probability each: exactly, not nearly.

All grids are numbered without gaps, and a random number below their count is drawn. Nothing is tried and
thrown away, no bound has to be known, and no solver takes part.

There are 6,670,903,752,021,072,936,960 grids of 9×9. The number of one is a pair, head · TAILS + tail:

- the head says how the columns of the top left box split the digits (280), and in which order the three
  columns of each of the three upper boxes stand (6³);
- the tail says the rest. The tails are cut into stretches of exactly the lengths that were counted
  (`band_classes`), one for each pair of splits in the two other upper boxes. In a stretch, the number is made
  of one that says how the upper band is arranged, and one for what stands below. These are cut into
  stretches again, one for each choice of the columns in the middle band, and made of two that say how the
  middle band and the lowest are arranged.

Each of these can be read off the grid again, so that two numbers never give the same grid; and as many
numbers as there are grids give all of them. Numbers of this kind are in D. E. Knuth, "The Art of Computer
Programming", volume 4A (2011), section 7.2.1, under "unranking".

Of sizes 4 and 6 there are few grids: 288, and 28,200,960. The digits of a grid can be exchanged so that its
first row is 1, 2, 3 …: so a grid is an order of the digits and a grid that begins so, of which there are 12,
and 39,168. These are found by adding row after row, and the table of them is kept.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial

import numpy as np

from sudocube.errors import UnsupportedError
from sudocube.generation.band_classes import (
    ALL_DIGITS,
    Array,
    band_classes,
    band_count,
    digit_splits,
    relabelled,
)
from sudocube.generation.random_streams import RandomStreams
from sudocube.geometry import Geometry


def listed_grid_count(geometry: Geometry) -> int:
    """How many valid grids there are of this geometry of size 4 or 6.

    >>> listed_grid_count(Geometry(2, 2)), listed_grid_count(Geometry(2, 3))
    (288, 28200960)
    """
    return factorial(geometry.size) * len(_grids_with_first_row(geometry))


def listed_grids(geometry: Geometry, ranks: Array) -> Array:
    """The grids with these numbers, uint8 (n, cells), digits 1 to the size, row by row.

    `ranks` is int64 (n,), each from 0 to `listed_grid_count(geometry)` - 1; every grid has one number. Raises
    ValueError for others.

    >>> listed_grids(Geometry(2, 2), np.array([0]))[0].tolist()
    [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    """
    count = listed_grid_count(geometry)
    if ((ranks < 0) | (ranks >= count)).any():
        raise ValueError(f"expected numbers from 0 to {count - 1}")
    table = _grids_with_first_row(geometry)
    order, row = np.divmod(ranks, len(table))
    result: Array = np.take_along_axis(_orders(geometry.size)[order], table[row], axis=1) + np.uint8(1)
    return result


@cache
def _orders(size: int) -> Array:
    """uint8 (size!, size): the orders of the digits, which count from 0 here."""
    return np.array(list(permutations(range(size))), np.uint8)


@cache
def _grids_with_first_row(geometry: Geometry) -> Array:
    """uint8 (n, cells): all valid grids whose first row is 0, 1, 2 …, in ascending order."""
    orders = _orders(geometry.size)
    in_band, in_columns = _pairs_of_rows(geometry)
    grids = np.zeros((1, 1), np.int64)  # rows of grids, as numbers of orders
    for row in range(1, geometry.size):
        fits = np.ones((len(grids), len(orders)), bool)
        for above in range(row):
            is_same_band = above // geometry.box_rows == row // geometry.box_rows
            fits &= (in_band if is_same_band else in_columns)[grids[:, above]]
        old, new = np.nonzero(fits)
        grids = np.column_stack([grids[old], new])
    return orders[grids].reshape(len(grids), geometry.cell_count)


def _pairs_of_rows(geometry: Geometry) -> tuple[Array, Array]:
    """Which orders of the digits can stand in two rows of one band, and of two bands: bool (size!, size!)."""
    orders = _orders(geometry.size)
    in_columns = np.ones((len(orders), len(orders)), bool)
    for digits in orders.T:
        in_columns &= digits[:, None] != digits
    in_band = in_columns.copy()
    for first in range(0, geometry.size, geometry.box_columns):
        sets = np.bitwise_or.reduce(1 << orders[:, first : first + geometry.box_columns].astype(int), axis=1)
        in_band &= sets[:, None] & sets == 0
    return in_band, in_columns


GRIDS = 6_670_903_752_021_072_936_960
"""The valid 9×9 grids (B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005)."""

HEADS = 280 * 6**3
"""How many heads there are."""

TAILS = GRIDS // HEADS
"""How many tails there are for each head: 110,299,334,524,157,952, less than 2⁵⁷."""

_ORDERS = np.array(list(permutations(range(3))))
_DIGIT_OF_MASK = np.zeros(512, np.uint8)
_DIGIT_OF_MASK[1 << np.arange(9)] = np.arange(9)


def grids_of_ranks(heads: Array, tails: Array) -> Array:
    """The grids with these numbers, uint8 (n, 81), digits 1 to 9, row by row.

    `heads` is int64 (n,), 0 to HEADS - 1; `tails` is int64 (n,), 0 to TAILS - 1. Raises ValueError for
    others.

    >>> grids_of_ranks(np.array([0]), np.array([0])).reshape(9, 9)[0].tolist()
    [1, 4, 7, 2, 5, 8, 3, 6, 9]
    """
    if ((heads < 0) | (heads >= HEADS) | (tails < 0) | (tails >= TAILS)).any():
        raise ValueError(f"expected heads from 0 to {HEADS - 1} and tails from 0 to {TAILS - 1}")
    splits, classes = digit_splits(), band_classes()
    first, orders = np.divmod(heads, 216)
    pair = np.searchsorted(_tails_begin(), tails, "right") - 1
    second, third = np.divmod(pair, 280)
    upper_rows, rest = _taken(tails - _tails_begin()[pair], classes.bands[second, third])

    # From here on in the labels of the pair that represents the class; they are exchanged at the end.
    number = classes.class_of[second, third]
    labels = np.take_along_axis(splits.digits[first], classes.labels[second, third], axis=1)
    upper = np.column_stack([np.zeros_like(number), classes.pairs[number]])
    choice, middle_rows, lower_rows = _below(number, upper, rest)
    middle, lower = splits.next_split[upper, choice], splits.last_split[upper, choice]
    columns = np.stack([splits.sets[upper], splits.next_sets[upper, choice]], axis=1)
    columns = np.concatenate([columns, ALL_DIGITS ^ columns[:, :1] ^ columns[:, 1:]], axis=1)
    rows = np.stack(
        [_row_sets(upper, upper_rows), _row_sets(middle, middle_rows), _row_sets(lower, lower_rows)], axis=1
    )

    order = _ORDERS[orders[:, None] // (36, 6, 1) % 6]
    columns = np.take_along_axis(columns, order[:, None], axis=3)
    masks = rows.transpose(0, 1, 3, 2)[..., None] & columns[:, :, None]
    cells = _DIGIT_OF_MASK[masks].reshape(-1, 81)
    result: Array = np.take_along_axis(labels.astype(np.uint8), cells, axis=1) + np.uint8(1)
    return result


@cache
def _tails_begin() -> Array:
    """int64 (280² + 1,): how many tails there are before each pair of splits in the second and third box."""
    classes = band_classes()
    lengths = classes.bands * classes.completions[classes.class_of]
    return np.concatenate(([0], np.cumsum(lengths)))


def _taken(numbers: Array, count: Array) -> tuple[Array, Array]:
    """A choice out of `count`, and the number that is left for all else."""
    rest, choice = np.divmod(numbers, count)
    return choice, rest


def _below(number: Array, upper: Array, rest: Array) -> tuple[Array, Array, Array]:
    """What stands below the upper bands, from a number below their completions.

    `number` is the class of the band (n,), `upper` the splits of its boxes (n, 3), `rest` int64 (n,). Returns
    which of the 56 possibilities the columns of the middle boxes are (n, 3), and which ways to arrange the
    middle and the lowest band (n,).
    """
    splits, begin = digit_splits(), band_classes().below_begin
    rest = rest + begin[number * 56**2]
    entry = np.searchsorted(begin, rest, "right") - 1
    rest = rest - begin[entry]
    choice = np.empty((len(number), 3), np.int64)
    choice[:, 0], choice[:, 1] = np.divmod(entry - number * 56**2, 56)

    bands = np.empty((2, len(number), 56), np.int64)
    for count, below in zip(bands, (splits.next_split, splits.last_split), strict=True):
        fixed = below[upper[:, :2], choice[:, :2]]
        count[:] = band_count(fixed[:, :1], fixed[:, 1:], below[upper[:, 2]])
    ends = np.cumsum(bands[0] * bands[1], axis=1)
    choice[:, 2] = (ends <= rest[:, None]).sum(axis=1)
    row = np.arange(len(number))
    middle, lower = bands[:, row, choice[:, 2]]
    rest = rest - (ends[row, choice[:, 2]] - middle * lower)
    return choice, *_taken(rest, middle)


def _row_sets(boxes: Array, arrangement: Array) -> Array:
    """The rows of the bands whose boxes have columns of these splits (n, 3), uint16 (n, 3 boxes, 3 rows).

    `arrangement` says which of the bands with these columns.
    """
    splits, classes = digit_splits(), band_classes()
    first = boxes[:, 0]
    pair = splits.seen_from[first, boxes[:, 1]], splits.seen_from[first, boxes[:, 2]]
    sets = classes.row_sets[classes.row_sets_begin[classes.class_of[pair]] + arrangement]
    labels = np.take_along_axis(splits.digits[first], classes.labels[pair], axis=1)
    return relabelled(sets, labels)


def uniform_grid_batch(streams: RandomStreams, geometry: Geometry | None = None) -> Array:
    """A valid grid for each stream, each grid with the same probability: uint8 (n, cells).

    Digits are 1 to the size. `geometry` is 9×9 unless told otherwise. Raises UnsupportedError for sizes
    other than 4, 6 and 9.
    """
    if geometry is None or geometry.size == 9:
        heads, tails = streams.below(np.array([HEADS, TAILS])).T
        return grids_of_ranks(heads, tails)
    if geometry.size not in (4, 6):
        raise UnsupportedError(f"uniform grids are made for 4×4, 6×6 and 9×9, not for {geometry}")
    return listed_grids(geometry, streams.below(np.array([listed_grid_count(geometry)]))[:, 0])
