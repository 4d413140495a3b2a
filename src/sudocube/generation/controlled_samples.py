"""Minimal puzzles with a known probability each, so that means over all minimal puzzles can be estimated.

Taking clues away until none can go finds puzzles with few clues too often. The method of D. Berthier
("Unbiased statistics of a CSP - a controlled-bias generator", 2009) has a bias that is known: the clues of a
uniform grid are taken away in random order until the puzzle has several solutions, and none is put back. If
the puzzle just before that is minimal, it is taken; else all is given up.

A minimal puzzle with k clues is found if its k cells are the last ones in the order: all that is reached
before has one solution, too. So each is found in exactly one of C(cells, k) orders of its grid; with the
weight C(cells, k), all minimal puzzles have the same share in a sum.

Nearly all orders are given up, at 9×9 all but a few in a million. So an attempt takes several orders of one
grid. Of the puzzles that these give the first is taken, and its weight is multiplied by their number: what an
attempt adds to a sum, on average, stays the same for each puzzle, as its orders are all drawn alike.
(At 9×9 that number is nearly always 1.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

import numpy as np

from sudocube.generation.attempt_batch import AttemptBatch
from sudocube.generation.digit_splits import Array
from sudocube.generation.random_streams import RandomStreams

ORDERS = 16
"""How many orders of its grid an attempt takes."""

UniquenessTest = Callable[[Array], Array]
"""Takes puzzles, uint8 (k, cells), 0 for a blank; whether each has one solution and no other: bool (k,)."""


def controlled_batch(streams: RandomStreams, grids: Array, is_unique: UniquenessTest) -> AttemptBatch:
    """The minimal puzzles that attempts give, with their weights; none for nearly all attempts.

    `grids` is uint8 (n, cells), a uniform grid for each stream.
    """
    cell_count = grids.shape[1]
    found_rows, found_puzzles = [], []
    for number in range(ORDERS):
        orders = streams.order(cell_count, first=number * cell_count)
        rows, puzzles = _minimal_last_ones(orders, grids, is_unique)
        found_rows.append(rows)
        found_puzzles.append(puzzles)
    rows, puzzles = np.concatenate(found_rows), np.concatenate(found_puzzles)
    by_row = np.argsort(rows, kind="stable")
    rows, first, number_found = np.unique(rows[by_row], return_index=True, return_counts=True)
    puzzles = puzzles[by_row[first]]
    weights = number_found * _weights(cell_count)[(puzzles > 0).sum(axis=1)]
    return AttemptBatch(rows, puzzles, grids[rows], weights)


@cache
def _weights(cell_count: int) -> Array:
    """float64 (cells + 1,): the weight of a puzzle by its clues; 1 where a third of the cells are clues."""
    unit = comb(cell_count, cell_count // 3)
    return np.array([comb(cell_count, clues) / unit for clues in range(cell_count + 1)])


def _minimal_last_ones(orders: Array, grids: Array, is_unique: UniquenessTest) -> tuple[Array, Array]:
    """The minimal puzzles among those that are reached last: their rows, ascending, and uint8 (k, cells).

    `orders` is int64 (n, cells): the last cell of a row is the first whose clue is taken away.
    """
    place = np.empty(orders.shape, np.uint8)
    np.put_along_axis(place, orders, np.arange(orders.shape[1], dtype=np.uint8)[None], axis=1)
    clues = _fewest_clues(place, grids, is_unique)
    puzzles = grids * (place < clues[:, None])
    rows = np.arange(len(grids))
    # Without the clue at the last place there are several solutions; the others are taken out one by one.
    for taken_out in range(orders.shape[1]):
        open_ = clues[rows] > taken_out + 1
        if not open_.any():
            break
        without = puzzles[rows[open_]]
        without[np.arange(len(without)), orders[rows[open_], taken_out]] = 0
        open_[open_] = is_unique(without)
        rows = rows[~open_]
    return rows, puzzles[rows]


def _fewest_clues(place: Array, grids: Array, is_unique: UniquenessTest) -> Array:
    """With how many of the first clues in its order each grid is the only solution, at least: uint8 (n,).

    More clues never have more solutions, so the number is found by halving.
    """
    cell_count = grids.shape[1]
    too_few, enough = np.zeros(len(grids), np.uint8), np.full(len(grids), cell_count, np.uint8)
    rows = np.arange(len(grids))
    while len(rows):
        tried = _halving(cell_count)[too_few[rows], enough[rows]]
        unique = is_unique(grids[rows] * (place[rows] < tried[:, None]))
        enough[rows[unique]] = tried[unique]
        too_few[rows[~unique]] = tried[~unique]
        rows = rows[enough[rows] - too_few[rows] > 1]
    return enough


@cache
def _halving(cell_count: int) -> Array:
    """uint8 (cells + 1, cells + 1): the number of clues to try where one is too few and another is enough.

    It halves what is probable: most random orders need between 0.4 and 0.75 of the clues. This is for speed
    alone.
    """
    numbers = np.arange(cell_count + 1)
    deviation = (numbers / cell_count - 0.57) / 0.11
    ends = np.cumsum(np.exp(-(deviation**2) / 2) + 1e-4)
    middle = np.searchsorted(ends, (ends[:, None] + ends[None, :]) / 2)
    lowest = numbers[:, None] + 1
    return np.clip(middle, lowest, np.maximum(numbers - 1, lowest)).astype(np.uint8)
