"""The 280 ways to split the nine digits into three sets of three: what the columns or the rows of a box hold.

The columns of a box split the nine digits, and so do its rows. Two splits *cross* if each set of the one
shares one digit with each set of the other; then they are the columns and the rows of just one box, where the
order of the columns and of the rows is known: each cell holds what its column's set and its row's set share.

Two boxes beside each other (below each other) have rows (columns) whose sets are disjoint in pairs. So for
the ordered sets A, B, C of one box there are 1 + 27 + 27 + 1 = 56 possible X, Y, Z of the next with A ∩ X, B
∩ Y and C ∩ Z empty; what is left of each pair is the third box's. (B. Felgenhauer and F. Jarvis, "Mathematics
of Sudoku I", 2006, count grids from there.)

Digits are 0 to 8 here; a set of digits is a mask with bit d for digit d.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
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
