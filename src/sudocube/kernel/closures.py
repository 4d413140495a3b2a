"""What naked and hidden singles make of many puzzles at once: arrays in, arrays out.

A cell with one candidate is a *naked single*: its peers lose the digit. A digit with one place left in a unit
is a *hidden single*: the cell loses all other digits. Both are applied until nothing new follows. In which
order does not matter, because a candidate that can be removed now can be removed later, too: there is one
result, the *closure*, and the compiled levels and the twin have the same. The round by which the kernel
searches is not used here: it knows more than singles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from sudocube.kernel.cell_arrays import as_puzzles, checked_array, error_in_row
from sudocube.kernel.implementations import TWIN, chosen_level, compiled_module
from sudocube.kernel.twin_closures import NO_PUZZLE, TwinClosures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.cell_arrays import Integers
    from sudocube.kernel.implementations import Puzzles

STEPS_OF_TWIN = 50
STEPS_OF_COMPILED = 1_000_000
"""Puzzles, or rounds, that take well below 0.2 s: Ctrl-C waits no longer than that."""


class Closures(NamedTuple):
    """The candidates and the states that `close_singles` returns.

    >>> closed = close_singles(np.zeros((1, 81), np.uint8))
    >>> closed.masks.shape, closed.states.tolist()
    ((1, 81), [0])
    """

    masks: NDArray[np.uint16]
    states: NDArray[np.int8]


class BatchClosures(Protocol):
    """The work on the closures of a batch: `masks` and `states` as in `Closures`, and -2 for no puzzle."""

    level: str
    masks: NDArray[np.uint16]
    states: NDArray[np.int8]

    def advance(self, steps: int) -> int:
        """Run about `steps` rounds (the twin: close so many puzzles); returns how many are finished."""


def close_singles(puzzles: Puzzles | Integers, *, level: str | None = None) -> Closures:
    """What naked and hidden singles leave of each of many 9×9 puzzles, and whether they solve it.

    Of n puzzles, in order:

    - `states` is int8 (n,): 1 where every cell has one candidate left, which is the only solution; 0 where
      singles do no more; -1 where they show that there is no solution: a cell without candidates, or a digit
      without a place in a unit;
    - `masks` is uint16 (n, 81), row-major, bit d - 1 for digit d: the candidates that are left, the closure.
      All are 0 where the state is -1.

    `puzzles` is an array of integers, (n, 81) or (n, 9, 9), as `count_many` takes it: uint16 for candidates,
    any other type for digits (0 = blank) or ASCII symbols. It may be strided and read-only. `level` is one of
    `sudocube.kernel.levels()`, by default the fastest; all give the same results. The work is done in the
    calling thread, which releases the interpreter lock where it is compiled.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    UnknownNameError or UnsupportedError for a level that does not exist or does not run here.

    >>> cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> puzzles = np.frombuffer(cells.encode(), np.uint8).reshape(1, 81)
    >>> closed = close_singles(puzzles)
    >>> closed.states.tolist(), np.log2(closed.masks[0, :9]).astype(int) + 1
    ([1], array([5, 3, 4, 6, 7, 8, 9, 1, 2]))
    """
    name = chosen_level(level)
    batch = checked_array(puzzles)
    rows = as_puzzles(batch)
    closures: BatchClosures
    if name == TWIN:
        closures = TwinClosures(rows)
    else:
        closures = compiled_module().CompiledClosures(np.ascontiguousarray(rows), name)
    while closures.advance(STEPS_OF_TWIN if name == TWIN else STEPS_OF_COMPILED) < len(rows):
        pass
    if (wrong := closures.states == NO_PUZZLE).any():
        raise error_in_row(batch, int(np.argmax(wrong)), 0)
    return Closures(closures.masks, closures.states)
