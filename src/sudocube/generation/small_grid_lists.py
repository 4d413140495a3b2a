"""All valid grids of sizes 4 and 6, of which there are few: 288, and 28,200,960.

The digits of a grid can be exchanged so that its first row is 1, 2, 3 …: so a grid is an order of the digits
and a grid that begins so, of which there are 12, and 39,168. These are found by adding row after row, and the
table of them is kept.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial

import numpy as np

from sudocube.generation.digit_splits import Array
from sudocube.geometry import Geometry

SIZES_LISTED = (4, 6)
"""The sizes whose grids can be listed."""


def listed_grid_count(geometry: Geometry) -> int:
    """How many valid grids there are of this geometry, which has one of SIZES_LISTED.

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
