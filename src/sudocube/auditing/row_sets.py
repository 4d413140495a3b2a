"""A set of rows of one file: a bit for each row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FEWEST_BYTES = 1 << 10


class RowSet:
    """Rows of one file, by their numbers from 0. A thousand million rows take 125 MB.

    >>> rows = RowSet()
    >>> rows.add(np.array([3, 5]))
    >>> rows.among(2, 5).tolist(), len(rows)
    ([False, True, False, True, False], 2)
    """

    def __init__(self) -> None:
        self._bits = np.zeros(_FEWEST_BYTES, np.uint8)

    def __len__(self) -> int:
        return int(np.bitwise_count(self._bits).sum()) if hasattr(np, "bitwise_count") else self._counted()

    def add(self, rows: NDArray[np.integer]) -> None:
        """Put rows in, in any order."""
        if not len(rows):
            return
        needed = int(rows.max()) // 8 + 1
        if needed > len(self._bits):
            self._bits = np.append(self._bits, np.zeros(2 * needed - len(self._bits), np.uint8))
        places = rows.astype(np.int64)
        np.bitwise_or.at(self._bits, places >> 3, np.left_shift(1, places & 7).astype(np.uint8))

    def among(self, first: int, count: int) -> NDArray[np.bool_]:
        """Which of `count` rows, from the row `first`, are in the set: bool (count,)."""
        begins = first // 8
        found = np.unpackbits(self._bits[begins : (first + count + 7) // 8], bitorder="little")
        found = found[first - 8 * begins :][:count]
        return np.append(found, np.zeros(count - len(found), np.uint8)).astype(np.bool_)

    def _counted(self) -> int:
        return int(np.unpackbits(self._bits).sum())  # before NumPy 2
