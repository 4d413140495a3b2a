"""What can be read off a grid: its number, its four-cell rectangles, its row pairs."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from sudocube.generation.band_classes import band_classes, band_count
from sudocube.generation.digit_splits import digit_splits, relabelled, split_numbers
from sudocube.generation.grid_ranks import _tails_begin

ORDERS = list(permutations(range(3)))


def is_valid(grids):
    """Whether each row, column and box of each grid, uint8 (n, 81), has all nine digits: bool (n,)."""
    rows = grids.reshape(-1, 9, 9)
    boxes = rows.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    return np.all(
        [
            (np.sort(units, axis=2) == np.arange(1, 10)).all(axis=(1, 2))
            for units in (rows, rows.transpose(0, 2, 1), boxes)
        ],
        axis=0,
    )


def head_and_tail(grid):
    """The number of a grid, uint8 (81,): each of the things that it was made of is read off the grid."""
    splits, classes = digit_splits(), band_classes()
    bits = (1 << grid.astype(np.uint16) - 1).reshape(3, 3, 3, 3)  # band, row, box, column
    columns, rows = bits.sum(axis=1), bits.sum(axis=3).transpose(0, 2, 1)
    numbers = split_numbers(columns.astype(np.uint16))
    first, second, third = numbers[0].tolist()
    pair = splits.seen_from[first, second], splits.seen_from[first, third]
    number = int(classes.class_of[pair])
    labels = splits.digits[first][classes.labels[pair]]

    columns = relabelled(columns[None], np.argsort(labels)[None])[0]
    rows = relabelled(rows[None], np.argsort(labels)[None])[0]
    upper = [0, *classes.pairs[number].tolist()]
    orders, choice = [], []
    for box, split in enumerate(upper):
        sets = splits.sets[split].tolist()
        order = [sets.index(column) for column in columns[0, box].tolist()]
        orders.append(ORDERS.index(tuple(order)))
        below = columns[1, box][np.argsort(order)].tolist()
        choice.append(splits.next_sets[split].tolist().index(below))

    tail = int(_tails_begin()[280 * pair[0] + pair[1]])
    rest = int(classes.below_begin[(number * 56 + choice[0]) * 56 + choice[1]])
    rest -= int(classes.below_begin[number * 56**2])
    for before in range(choice[2]):
        middle, lower = _counts_below(upper, [*choice[:2], before])
        rest += middle * lower
    middle, _ = _counts_below(upper, choice)
    rest += _arrangement(columns[1], rows[1]) + middle * _arrangement(columns[2], rows[2])
    tail += _arrangement(columns[0], rows[0]) + int(classes.bands[pair]) * rest
    return first * 216 + orders[0] * 36 + orders[1] * 6 + orders[2], tail


def _counts_below(upper, choice):
    """How many middle and how many lowest bands there are, below these splits and for this choice."""
    splits = digit_splits()
    return [int(band_count(*below[upper, choice])) for below in (splits.next_split, splits.last_split)]


def _arrangement(columns, rows):
    """Which of the bands with these columns has these rows."""
    splits, classes = digit_splits(), band_classes()
    first, second, third = split_numbers(columns.astype(np.uint16)).tolist()
    pair = splits.seen_from[first, second], splits.seen_from[first, third]
    labels = splits.digits[first][classes.labels[pair]]
    rows = relabelled(rows[None], np.argsort(labels)[None])[0]
    begin = int(classes.row_sets_begin[classes.class_of[pair]])
    return classes.row_sets[begin : begin + int(classes.bands[pair])].tolist().index(rows.tolist())


def rectangle_counts(bands):
    """How often two rows of a band hold two digits crosswise: int64 (n,), for integers (n, 3, 9).

    These are four cells whose digits can be exchanged.
    """
    counts = np.zeros(len(bands), np.int64)
    for upper, lower in combinations(range(3), 2):
        crosswise = bands[:, upper, :, None] == bands[:, lower, None, :]
        counts += (crosswise & crosswise.transpose(0, 2, 1)).sum(axis=(1, 2)) // 2
    return counts
