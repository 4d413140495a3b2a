"""Valid grids, drawn quickly and not with the same probability each.

Of 9×9 grids the first band and the first stack are built at random, each choice equally probable. Then clues
are added one by one, each a random digit in a random cell that no peer rules out, as long as there is a
solution, until there is only one: that is the grid. Everything rests on whether there are no, one or several
solutions, which every solver agrees on, and never on which solution comes first.

The grids are *biased*: those that are the only solution of more sets of clues are drawn more often.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from sudocube.generation.counters import SolutionCounter
from sudocube.generation.plan import NINE
from sudocube.generation.random_streams import RandomStreams

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BOX, _BAND, _STACK, _CELLS, _DIGITS = range(5)
"""What the parts of a stream are for."""

_REST = np.array([9 * row + column for row in range(3, 9) for column in range(3, 9)])
"""The cells outside the first band and the first stack."""

_ORDERS = np.array(list(permutations(range(3))))


def fast_grid_batch(streams: RandomStreams, counter: SolutionCounter) -> NDArray[np.uint8]:
    """A valid grid for each stream: uint8 (n, cells); a row of 0 where this attempt has none."""
    if counter.geometry == NINE:
        return filled_grids(streams, first_lines(streams), counter, _REST)
    return filled_grids(streams, np.zeros((len(streams), counter.geometry.cell_count), np.uint8), counter)


def filled_grids(
    streams: RandomStreams,
    digits: NDArray[np.uint8],
    counter: SolutionCounter,
    cells: NDArray[np.int64] | None = None,
) -> NDArray[np.uint8]:
    """A grid that holds the given digits for each stream: uint8 (n, cells); a row of 0 where there is none.

    `digits` is uint8 (n, cells), 0 for a blank, with the same blanks in each row. Random clues are tried in
    `cells`, in each of them once; by default in all blanks.
    """
    tables = counter.masks
    if cells is None:
        cells = np.flatnonzero((digits == 0).all(axis=0))
    grids, boards = np.zeros_like(digits), tables.of_digits(digits)
    places = cells[streams.part(_CELLS).order(len(cells)).T]
    numbers = streams.part(_DIGITS).numbers(len(cells)).T
    counts, solutions = counter.counted(boards)
    grids[counts == 1] = solutions[counts == 1]
    rows = np.flatnonzero(counts > 1)
    for step in range(len(cells)):
        if not len(rows):
            break
        at = places[step].take(rows)
        before = boards[rows, at]
        some = boards.take(rows, axis=0)
        clues = tables.chosen(before & ~tables.of_peers(some, at), numbers[step].take(rows))
        some[np.arange(len(rows)), at] = boards[rows, at] = clues
        counts, solutions = counter.counted(some)
        refuted, is_only = counts == 0, counts == 1
        boards[rows[refuted], at[refuted]] = before[refuted] & ~clues[refuted]
        grids[rows[is_only]] = solutions[is_only]
        rows = rows[~is_only]
    return grids


def first_lines(streams: RandomStreams) -> NDArray[np.uint8]:
    """A valid first band and first stack, all else blank: uint8 (n, 81).

    All first bands are equally probable, and all first stacks for a first box.
    """
    boards = np.zeros((len(streams), 9, 9), np.uint8)
    boxes = (streams.part(_BOX).order(9) + 1).astype(np.uint8).reshape(-1, 3, 3)
    boards[:, :3, :3] = boxes
    boards[:, :3, 3:] = _beside(boxes, streams.part(_BAND))
    boards[:, 3:, :3] = _beside(boxes.transpose(0, 2, 1), streams.part(_STACK)).transpose(0, 2, 1)
    return boards.reshape(-1, 81)


def _beside(boxes: NDArray[np.uint8], streams: RandomStreams) -> NDArray[np.uint8]:
    """Two boxes that make a valid band with each box, all pairs equally probable: uint8 (n, 3, 6)."""
    table = _pairs_of_boxes()
    choices = streams.below(np.array([len(table), *6 * [len(_ORDERS)]]))
    places = table[choices[:, 0]]  # (n, 6, 3): three rows of the second box, and three of the third
    ordered = np.take_along_axis(places, _ORDERS[choices[:, 1:]], axis=2)
    digits = np.take_along_axis(boxes.reshape(-1, 9), ordered.reshape(-1, 18), axis=1)
    return digits.reshape(-1, 2, 3, 3).transpose(0, 2, 1, 3).reshape(-1, 3, 6)


@cache
def _pairs_of_boxes() -> NDArray[np.int64]:
    """Which digits of the first box stand in each row of the second and the third box: (56, 6, 3).

    Digits are given by their places in the first box, 0 to 8. If the first row of the second box has k
    digits of the second row of the first box, the other numbers follow; so there are 1 + 27 + 27 + 1 ways.
    """
    top, middle, bottom = {0, 1, 2}, {3, 4, 5}, {6, 7, 8}
    table = []
    for k in range(4):
        for from_middle in combinations(sorted(middle), k):
            for from_bottom in combinations(sorted(bottom), 3 - k):
                for from_top in combinations(sorted(top), 3 - k):
                    first = {*from_middle, *from_bottom}
                    second = {*from_top, *(bottom - first)}
                    third = {*(top - second), *(middle - first)}
                    others = middle | bottom, top | bottom, top | middle
                    rows = first, second, third
                    last = [other - row for other, row in zip(others, rows, strict=True)]
                    table.append([sorted(row) for row in (*rows, *last)])
    return np.array(table)
