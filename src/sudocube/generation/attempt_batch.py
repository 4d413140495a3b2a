"""What comes of many attempts at puzzles: arrays of those that gave a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class AttemptBatch:
    """What came of attempts: those that gave a puzzle.

    `rows` is int64 (k,), their places, ascending. `puzzles` and `grids` are uint8 (k, cells), 0 for a blank;
    `weights` is float64 (k,), or None where puzzles have no weight.
    """

    rows: NDArray[np.int64]
    puzzles: NDArray[np.uint8]
    grids: NDArray[np.uint8]
    weights: NDArray[np.float64] | None = None

    def only(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> AttemptBatch:
        """Some of them, by a mask or by their places."""
        weights = None if self.weights is None else self.weights[which]
        return AttemptBatch(self.rows[which], self.puzzles[which], self.grids[which], weights)
