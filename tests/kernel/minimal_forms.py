"""A canonical form by another method than the kernel's: minimal over all transformations, band after band.

Only for tests, and independent on purpose: it uses no colours, no refinement, and nothing of the package. All
46,656 ways to fill the first band are looked at, those with the clues farthest to the front are kept, and of
these the ones whose digits, relabelled in the order in which they appear, are the smallest. To each of them a
second band is added in all ways, then the third. The form is what remains; in how many ways it was reached
tells the number of automorphisms. The form of a full grid is its row by row minimal one.
"""

from itertools import permutations, product
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]
Ways = list[NDArray[np.intp]]
"""For n ways: transposed (n,), the rows that fill the first bands (n, 3 to 9), the columns (n, 9)."""

ORDERS = list(permutations(range(3)))
BANDS = np.array([[3 * band + row for row in order] for band in range(3) for order in ORDERS])
COLUMNS = np.array(
    [
        [3 * stack + column for stack, order in zip(stacks, orders, strict=True) for column in order]
        for stacks in ORDERS
        for orders in product(ORDERS, repeat=3)
    ]
)
AT_A_TIME = 4096


class MinimalForm(NamedTuple):
    """81 digits, and how many automorphisms the puzzle has."""

    cells: bytes
    automorphisms: int


def minimal_form(cells: bytes) -> MinimalForm:
    """The form of a puzzle of 81 digits, 0 for a blank; in the form a blank is 10.

    Of automorphisms that differ in empty rows, empty columns and digits that do not occur only, one counts.

        >>> form = minimal_form(bytes([5, 0, 7]) + bytes(78))
        >>> list(form.cells[:4]), form.automorphisms
        ([1, 2, 10, 10], 2)
    """
    grid = np.frombuffer(cells, np.uint8).reshape(9, 9)
    both = np.array([grid, grid.T])
    ways = with_clues_to_the_front(both)
    images, ways = smallest(both, [ways])
    for _ in range(2):
        images, ways = smallest(both, (with_another_band(part) for part in in_parts(ways)))
    idle = idle_orders(grid) * idle_orders(grid.T)
    return MinimalForm(images[0].tobytes(), len(images) // idle)


def with_clues_to_the_front(both: Cells) -> Ways:
    """The ways to fill the first band that are the largest, read as a number: 1 for a clue, 0 for a blank."""
    weights = (1 << np.arange(26, -1, -1)).reshape(3, 9)
    patterns = np.array(
        [
            sum((both[side][row] > 0)[COLUMNS] @ weight for row, weight in zip(rows, weights, strict=True))
            for side, rows in product((0, 1), BANDS)
        ]
    )
    first, columns = np.nonzero(patterns == patterns.max())
    return [first // len(BANDS), BANDS[first % len(BANDS)], COLUMNS[columns]]


def with_another_band(ways: Ways) -> Ways:
    """Each way with each band that it does not use yet, in any order."""
    side, rows, columns = ways
    is_free = (rows[:, None, ::3] // 3 != BANDS[None, :, :1] // 3).all(axis=2)
    way, band = np.nonzero(is_free)
    return [side[way], np.hstack([rows[way], BANDS[band]]), columns[way]]


def in_parts(ways: Ways) -> Any:
    """The same ways, some at a time."""
    for start in range(0, len(ways[0]), AT_A_TIME):
        yield [part[start : start + AT_A_TIME] for part in ways]


def smallest(both: Cells, parts: Any) -> tuple[Cells, Ways]:
    """The smallest images of all parts, which are equal, and the ways that lead to them."""
    best: list[tuple[Cells, Ways]] = []
    for side, rows, columns in parts:
        images = both[side[:, None, None], rows[:, :, None], columns[:, None, :]].reshape(len(side), -1)
        images = relabelled(images)
        kept = np.arange(len(images))
        for place in range(images.shape[1]):
            values = images[kept, place]
            kept = kept[values == values.min()]
        found = images[kept], [side[kept], rows[kept], columns[kept]]
        if best and bytes(best[0][0][0]) > bytes(found[0][0]):
            best = []
        if not best or bytes(best[0][0][0]) == bytes(found[0][0]):
            best.append(found)
    images = np.concatenate([images for images, _ in best])
    return images, [np.concatenate(parts) for parts in zip(*(ways for _, ways in best), strict=True)]


def relabelled(images: Cells) -> Cells:
    """The digits 1, 2 … in the order in which they appear in each image; after them 10 for a blank."""
    every = np.arange(len(images))
    label = np.zeros((len(images), 10), np.uint8)
    label[:, 0] = 10
    following = np.ones(len(images), np.uint8)
    out = np.empty_like(images)
    for place in range(images.shape[1]):
        digits = images[:, place]
        is_new = label[every, digits] == 0
        label[every[is_new], digits[is_new]] = following[is_new]
        following += is_new
        out[:, place] = label[every, digits]
    return out


def idle_orders(grid: Cells) -> int:
    """In how many ways the empty rows can be exchanged, and bands of empty rows, without a change."""
    empty_rows = [3 - int(grid[top : top + 3].any(axis=1).sum()) for top in (0, 3, 6)]
    orders = factorial(empty_rows.count(3))
    for rows in empty_rows:
        orders *= factorial(rows)
    return orders
