"""What all functions on many puzzles share: batches of puzzles in any form, threads, results joined in order.

`batches` counts and solves; `canonical_batches` finds canonical forms.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Generic, SupportsIndex, TypeVar

import numpy as np

from sudocube.kernel.cell_arrays import as_puzzles, batches_of, checked_array, error_in_row, is_cell_array
from sudocube.kernel.implementations import NO_BUDGET, TWIN
from sudocube.kernel.texts import arrays_of
from sudocube.kernel.threads import IsCancelled, OrderedPool

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.cell_arrays import Integers
    from sudocube.kernel.implementations import Puzzles

T = TypeVar("T", bound=np.generic)
W = TypeVar("W")


def finished_batches(
    puzzles: Puzzles | Iterable[object],
    *,
    level: str,
    jobs: int | None,
    start: Callable[[Puzzles], W],
    finish: Callable[[W, IsCancelled], bool],
    wrong_rows: Callable[[Puzzles, W], NDArray[np.bool_]],
) -> Iterator[W]:
    """The finished work for each batch of puzzles, in order. Checks the puzzles when it is called.

    `start` begins the work for a batch and `finish` ends it, in a thread; `wrong_rows` tells which rows are
    not puzzles: bool (n,). In an array such a row is an error; a text that is not a puzzle keeps its row.
    The twin works in one thread. Raises PuzzleError, now or later, for an array of the wrong shape, type or
    content, ValueError for a number of jobs out of range, and TypeError for what holds no puzzles.
    """
    if jobs is not None:
        check_range("{} jobs", jobs, 1, or_else=", or None")
    threads = 1 if level == TWIN else index(jobs or os.cpu_count() or 1)
    is_array = is_cell_array(puzzles)
    batches: Iterator[Integers | Puzzles]
    batches = batches_of(checked_array(puzzles), threads) if is_array else arrays_of(puzzles)

    def finished(batch: Integers | Puzzles, first: int, is_cancelled: IsCancelled) -> W:
        rows = as_puzzles(batch)
        work = start(rows)
        if finish(work, is_cancelled) and is_array and (wrong := wrong_rows(rows, work)).any():
            raise error_in_row(batch, int(np.argmax(wrong)), first)
        return work

    def results() -> Iterator[W]:
        first = 0
        with OrderedPool[W](threads) as pool:
            for batch in batches:
                pool.submit(partial(finished, batch, first))
                first += len(batch)
                yield from pool.ready_results()
            yield from pool.remaining_results()

    return results()


class GrowingArray(Generic[T]):
    """An array that rows are appended to; it grows when it is full."""

    def __init__(self, rows: NDArray[T]) -> None:
        self._rows, self._filled = rows, 0

    def extend(self, rows: NDArray[T]) -> None:
        """Append rows."""
        end = self._filled + len(rows)
        if end > len(self._rows):
            larger = np.empty((2 * end, *rows.shape[1:]), self._rows.dtype)
            larger[: self._filled] = self.array()
            self._rows = larger
        self._rows[self._filled : end] = rows
        self._filled = end

    def array(self) -> NDArray[T]:
        """The rows so far, without the spare memory."""
        return self._rows if self._filled == len(self._rows) else self._rows[: self._filled].copy()


def known_length(puzzles: Puzzles | Iterable[object]) -> int:
    """The number of puzzles in an array; 0 for an iterable, whose length is not known."""
    return len(puzzles) if isinstance(puzzles, np.ndarray) and puzzles.ndim else 0


def check_range(what: str, value: int, least: int, *, or_else: str = "") -> None:
    """Raise ValueError for a number out of its range, or not an integer; TypeError for what is no number.

    The words are those of `sudocube.arguments.check_count`, which the kernel does not import: it states the
    rules for itself, and `arguments` knows the rest of the package.
    """
    expected = f"it is an integer of at least {least}{or_else}"
    try:
        is_right = value >= least and isinstance(value, SupportsIndex)
    except TypeError:
        raise TypeError(f"{what.format(repr(value))}: {expected}") from None
    if is_right and value > NO_BUDGET:
        is_right, expected = False, f"it is an integer of at most 2^63 - 1{or_else}"
    if not is_right:
        raise ValueError(f"{what.format(value)}: {expected}")
