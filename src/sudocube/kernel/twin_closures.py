"""What naked and hidden singles leave of puzzles, in plain Python, one puzzle after the other.

The rules are those of `twin`: its propagation knows naked and hidden singles and nothing else, and goes on
until no line of nine bits has a single that is not set yet. So where it ends without a contradiction it has
the closure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sudocube.kernel.twin import PLANE, bits_of, first_state, propagate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.implementations import Puzzles

SOLVED, STUCK, CONTRADICTION, NO_PUZZLE = 1, 0, -1, -2
"""The states: all cells decided; singles do no more; no solution; the row is not a puzzle."""


class TwinClosures:
    """The closures of a batch; `closures.BatchClosures` describes attributes and methods."""

    level = "twin"

    def __init__(self, puzzles: Puzzles) -> None:
        self.masks: NDArray[np.uint16] = np.zeros((len(puzzles), PLANE), np.uint16)
        self.states: NDArray[np.int8] = np.zeros(len(puzzles), np.int8)
        self._puzzles, self._finished = puzzles, 0

    def advance(self, steps: int) -> int:
        """Close up to `steps` puzzles; returns how many are finished by now."""
        end = min(self._finished + steps, len(self.states))
        for index in range(self._finished, end):
            self.states[index] = self._close(index)
        self._finished = end
        return end

    def _close(self, index: int) -> int:
        """Write the candidates that are left of a puzzle, if there is no contradiction; returns its state."""
        state = first_state(self._puzzles[index].tolist(), are_masks=self._puzzles.dtype == np.uint16)
        if state is None:
            return NO_PUZZLE
        after = propagate(state, 0)
        if after is None:
            return CONTRADICTION
        masks = [0] * PLANE
        for bit in bits_of(after[0]):
            digit, cell = divmod(bit, PLANE)
            masks[cell] |= 1 << digit
        self.masks[index] = masks
        return SOLVED if after[1].bit_count() == PLANE else STUCK
