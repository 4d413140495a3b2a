"""How many bands have given columns, and how many grids have a given first band: exact, by classes.

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
from typing import Any

import numpy as np
import numpy.typing as npt

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
    row_sets = [_row_sets(second, third) for second, third in pairs.tolist()]
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


def _row_sets(second: int, third: int) -> Array:
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
