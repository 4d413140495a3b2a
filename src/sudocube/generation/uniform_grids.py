"""Valid grids drawn with the same probability each: exactly, not nearly.

All grids are numbered without gaps, and a random number below their count is drawn. Nothing is tried and
thrown away, no bound has to be known, and no solver takes part.

There are 6,670,903,752,021,072,936,960 grids of 9×9. The number of one is a pair, head · TAILS + tail:

- the head says how the columns of the top left box split the digits (280), and in which order the three
  columns of each of the three upper boxes stand (6³);
- the tail says the rest. The tails are cut into stretches of exactly the lengths that were counted
  (below), one for each pair of splits in the two other upper boxes. In a stretch, the number is made
  of one that says how the upper band is arranged, and one for what stands below. These are cut into
  stretches again, one for each choice of the columns in the middle band, and made of two that say how the
  middle band and the lowest are arranged.

Each of these can be read off the grid again, so that two numbers never give the same grid; and as many
numbers as there are grids give all of them. Numbers of this kind are in D. E. Knuth, "The Art of Computer
Programming", volume 4A (2011), section 7.2.1, under "unranking".

Of sizes 4 and 6 there are few grids: 288, and 28,200,960. The digits of a grid can be exchanged so that its
first row is 1, 2, 3 …: so a grid is an order of the digits and a grid that begins so, of which there are 12,
and 39,168. These are found by adding row after row, and the table of them is kept.

Bands, counted exactly, by classes:

The columns of a box *split* the nine digits into three sets of three, in one of 280 ways, and so do its rows.
Two splits *cross* if each set of the one shares one digit with each set of the other; then they are the
columns and the rows of just one box, where the order of the columns and of the rows is known: each cell holds
what its column's set and its row's set share.

Two boxes beside each other (below each other) have rows (columns) whose sets are disjoint in pairs. So for
the ordered sets A, B, C of one box there are 1 + 27 + 27 + 1 = 56 possible X, Y, Z of the next with A ∩ X, B
∩ Y and C ∩ Z empty; what is left of each pair is the third box's. (B. Felgenhauer and F. Jarvis, "Mathematics
of Sudoku I", 2006, count grids from there.)

A band has three boxes. Three things are counted here for all 280³ triples of splits by their columns:

- `bands`: in how many ways the digits can stand in the columns, so that each row of the band has all nine
  digits. The rows split the digits of each box, too. Let R be the split by the rows of the first box: it
  crosses the columns of that box. Its neighbour's rows are one of the 56 possibilities next to R, and what is
  left is for the third box; both have to cross the columns of their boxes. That is a sum of 36 · 56 products
  of zeros and ones.
- `completions`: how many pairs of bands can stand below, for a given first band. Below each box there are 56
  possibilities for the columns of the middle band, and each leaves one for the last band. So the number is a
  sum of 56³ products of two numbers of bands; it depends on the columns of the first band alone.
- the sum of bands · completions over all triples is the number of grids, 6,670,903,752,021,072,936,960.
  B. Felgenhauer and F. Jarvis ("Enumerating possible Sudoku grids", 2005) found it by other sums over bands.

Relabelling the digits changes nothing of this. So the first split may be number 0, which leaves 280² pairs
for the two others; and relabellings that keep split 0 put these into 131 *classes*, each with a pair that
represents it.

Digits are 0 to 8 here; a set of digits is a mask with bit d for digit d.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from sudocube.errors import UnsupportedError
from sudocube.generation.random_streams import RandomStreams
from sudocube.geometry import Geometry

Array = npt.NDArray[Any]

ALL_DIGITS = 0b111_111_111


@dataclass(frozen=True, eq=False)
class DigitSplits:
    """The splits, numbered 0 to 279; number 0 is {0, 1, 2}, {3, 4, 5}, {6, 7, 8}.

    - `sets`: uint16 (280, 3), the sets of each; the first holds digit 0, the second the smallest digit left.
    - `digits`: int64 (280, 9), the digits of the three sets in turn. As a relabelling of digit d as
      `digits[s, d]` it turns split 0 into split s, with the order of the sets.
    - `crossing`: bool (280, 280), whether two splits cross.
    - `next_sets`: uint16 (280, 56, 3), the ordered sets X, Y, Z that are disjoint from a split's A, B, C.
    - `next_split`, `last_split`: int64 (280, 56), the numbers of the splits that these, and the rests, make.
    - `seen_from`: int64 (280, 280), the number of split t after the relabelling that turns split s into split
      0.
    """

    sets: Array
    digits: Array
    crossing: Array
    next_sets: Array
    next_split: Array
    last_split: Array
    seen_from: Array


def relabelled(sets: Array, labels: Array) -> Array:
    """Sets of digits, integers (n, …), where digit d becomes `labels[k, d]` in row k; `labels` is (n, 9)."""
    labels = labels.astype(sets.dtype).reshape(len(labels), 9, *[1] * (sets.ndim - 1))
    return sum((sets >> digit & 1) << labels[:, digit] for digit in range(9))  # type: ignore[return-value]


def split_numbers(sets: Array) -> Array:
    """The numbers of splits whose sets are given in any order, uint16 (…, 3)."""
    ordered = np.sort(sets, axis=-1).astype(np.int64)
    result: Array = _numbers_by_sets()[ordered[..., 0], ordered[..., 1]]
    return result


@cache
def _sets() -> Array:
    """The sets of each split, in the order of the numbers."""
    splits = []
    for second, third in combinations(range(1, 9), 2):
        first_set = 1 | 1 << second | 1 << third
        smallest, *rest = (digit for digit in range(9) if not first_set >> digit & 1)
        for pair in combinations(rest, 2):
            second_set = 1 << smallest | 1 << pair[0] | 1 << pair[1]
            splits.append((first_set, second_set, ALL_DIGITS ^ first_set ^ second_set))
    return np.array(splits, np.uint16)


@cache
def _numbers_by_sets() -> Array:
    """int64 (512, 512): the number of the split with these two smallest masks."""
    ordered = np.sort(_sets(), axis=1)
    numbers = np.zeros((512, 512), np.int64)
    numbers[ordered[:, 0], ordered[:, 1]] = np.arange(len(ordered))
    return numbers


@cache
def digit_splits() -> DigitSplits:
    """The splits and how they lie to each other; computed once."""
    sets = _sets()
    present = sets[:, :, None] >> np.arange(9) & 1
    digits = np.nonzero(present)[2].reshape(-1, 9)
    shared = present.astype(np.int64).reshape(-1, 9) @ present.astype(np.int64).reshape(-1, 9).T
    crossing = (shared.reshape(280, 3, 280, 3) == 1).all(axis=(1, 3))

    ordered = sets[:, list(permutations(range(3)))].reshape(-1, 3)
    disjoint = ((sets[:, None] & ordered) == 0).all(axis=2)
    next_sets = ordered[np.nonzero(disjoint)[1]].reshape(280, 56, 3)
    last_sets = ALL_DIGITS ^ sets[:, None] ^ next_sets

    back = np.argsort(digits, axis=1)
    seen_from = split_numbers(relabelled(np.broadcast_to(sets, (280, 280, 3)), back))
    return DigitSplits(
        sets, digits, crossing, next_sets, split_numbers(next_sets), split_numbers(last_sets), seen_from
    )


@dataclass(frozen=True, eq=False)
class BandClasses:
    """The classes, numbered 0 to 130, of pairs of splits beside split 0.

    - `bands`: int64 (280, 280), the number of bands with columns of the splits 0, s, t, in given order.
    - `class_of`: int64 (280, 280), the class of each pair.
    - `labels`: int64 (280, 280, 9), a relabelling that keeps split 0 and turns the pair that represents the
      class into s, t.
    - `pairs`: int64 (131, 2), the pairs that represent the classes.
    - `completions`: int64 (131,), the number of grids below each first band of the class.
    - `row_sets`: uint16 (…, 3 boxes, 3 rows), the rows of all bands of the pairs that represent the classes,
      class by class; those of class k begin at `row_sets_begin[k]`, int64 (131,).
    - `below_begin`: int64 (131 · 56² + 1,), over all classes and, within a class, over the possibilities for
      the columns of the middle band's first two boxes: how many completions there are before each.
    """

    bands: Array
    class_of: Array
    labels: Array
    pairs: Array
    completions: Array
    row_sets: Array
    row_sets_begin: Array
    below_begin: Array


def band_count(first: Array, second: Array, third: Array) -> Array:
    """How many bands have boxes with columns of these splits, integers of any shapes that go together."""
    seen_from = digit_splits().seen_from
    return bands_beside_first().take(280 * seen_from[first, second] + seen_from[first, third])


@cache
def bands_beside_first() -> Array:
    """`BandClasses.bands`: 6 orders of the rows, times the ways to split the boxes by rows."""
    splits = digit_splits()
    rows = np.flatnonzero(splits.crossing[0])
    second, third = splits.next_split[rows].ravel(), splits.last_split[rows].ravel()
    crossing = splits.crossing.astype(np.float64)  # exact, and products of integers take ten times as long
    return 6 * (crossing[:, second] @ crossing[third]).astype(np.int64)


@cache
def band_classes() -> BandClasses:
    """The classes with all that is counted for them; computed once, in about a second."""
    class_of, labels, pairs = _classes()
    row_sets = [_rows_of_bands(second, third) for second, third in pairs.tolist()]
    below = np.array([_completions_by_two_boxes(second, third) for second, third in pairs.tolist()])
    return BandClasses(
        bands=bands_beside_first(),
        class_of=class_of,
        labels=labels,
        pairs=pairs,
        completions=below.sum(axis=(1, 2)),
        row_sets=np.concatenate(row_sets),
        row_sets_begin=np.cumsum([0, *map(len, row_sets)])[:-1],
        below_begin=np.concatenate(([0], np.cumsum(below))),
    )


def _keeping_first() -> Array:
    """The relabellings that keep split 0, int64 (1296, 9): its sets, and the digits in each, exchanged."""
    orders = list(permutations(range(3)))
    return np.array(
        [
            [3 * sets[place] + digits[place][digit] for place in range(3) for digit in range(3)]
            for sets in orders
            for digits in product(orders, repeat=3)
        ]
    )


def _classes() -> tuple[Array, Array, Array]:
    """`class_of`, `labels` and `pairs`: the first pair in order represents its class."""
    keeping = _keeping_first()
    images = split_numbers(relabelled(np.broadcast_to(digit_splits().sets, (len(keeping), 280, 3)), keeping))
    class_of = np.full((280, 280), -1)
    chosen = np.zeros((280, 280), np.int64)
    pairs: list[tuple[int, int]] = []
    for second, third in product(range(280), repeat=2):
        if class_of[second, third] < 0:
            reached, first_that_does = np.unique(
                images[:, second] * 280 + images[:, third], return_index=True
            )
            class_of.flat[reached] = len(pairs)
            chosen.flat[reached] = first_that_does
            pairs.append((second, third))
    return class_of, keeping[chosen], np.array(pairs)


def _rows_of_bands(second: int, third: int) -> Array:
    """The rows of all bands with columns of the splits 0, `second`, `third`: uint16 (n, 3 boxes, 3 rows)."""
    splits = digit_splits()
    rows = np.flatnonzero(splits.crossing[0])
    fits = splits.crossing[splits.next_split[rows], second] & splits.crossing[splits.last_split[rows], third]
    row, choice = np.nonzero(fits)
    first_box, second_box = splits.sets[rows[row]], splits.next_sets[rows[row], choice]
    boxes = np.stack([first_box, second_box, ALL_DIGITS ^ first_box ^ second_box], axis=1)
    return np.concatenate([boxes[:, :, order] for order in permutations(range(3))])


def _completions_by_two_boxes(second: int, third: int) -> Array:
    """int64 (56, 56): the completions by the columns of the middle band's first two boxes."""
    by_columns = completions_by_columns(np.array([0]), np.array([second]), np.array([third]))
    result: Array = by_columns[0].sum(axis=2)
    return result


def completions_by_columns(first: Array, second: Array, third: Array) -> Array:
    """How many grids stand below bands with these splits, by the columns of the middle band.

    The arguments are integers (n,). Returns int64 (n, 56, 56, 56): by the possibilities below each box.
    """
    splits = digit_splits()
    counts: Array = np.ones(1, np.int64)
    for below in (splits.next_split, splits.last_split):
        columns = (
            below[first][:, :, None, None],
            below[second][:, None, :, None],
            below[third][:, None, None, :],
        )
        counts = counts * band_count(*columns)
    return counts


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
