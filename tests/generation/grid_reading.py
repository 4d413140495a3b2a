"""Whether grids are valid."""

from __future__ import annotations

import numpy as np


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
