"""The ways to arrange three bands of three lines, as tables."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

_ORDERS = list(permutations(range(3)))

ROWS_OF_BANDS = np.array([[3 * band + row for row in order] for band in range(3) for order in _ORDERS])
"""The three rows of each band in any order: (18, 3)."""

ARRANGEMENTS = np.array(
    [
        [3 * stack + column for stack, order in zip(stacks, orders, strict=True) for column in order]
        for stacks in _ORDERS
        for orders in product(_ORDERS, repeat=3)
    ]
)
"""All arrangements of nine columns, (1296, 9): in each, the column that comes to each place."""

NEW_PLACES = np.argsort(ARRANGEMENTS, axis=1)
"""The same the other way round, (1296, 9): in each, the place to which each column comes."""
