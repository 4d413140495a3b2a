"""Millions of puzzles at once: arrays, texts or columns of texts in, arrays out.

The puzzles are divided into batches, which threads work on (the compiled kernel releases the interpreter
lock); their results are joined in order.

    >>> puzzle = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    >>> count_many([puzzle, "1" + puzzle[1:80] + ".", 81 * ".", "no puzzle"]).tolist()
    [1, 2, 2, -2]
    >>> bytes(solve_many([puzzle]).solutions[0, 0] + ord("0"))
    b'174385962293467158586192734451923876928674315367851249719548623635219487842736591'
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Generic, NamedTuple, SupportsIndex, TypeVar

import numpy as np

from sudocube.errors import PuzzleError
from sudocube.kernel.implementations import NO_BUDGET, TWIN, BatchSearch, chosen_level, finish, start_search
from sudocube.kernel.texts import CELLS, arrays_of
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.kernel.twin import DIGITS, FULL, SYMBOLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.implementations import Puzzles

T = TypeVar("T", bound=np.generic)

LARGEST_BATCH = 1 << 14
"""Enough puzzles to keep all lanes of a vector busy, few enough to stay in the cache."""

SMALLEST_BATCH = 256


class SolvedPuzzles(NamedTuple):
    """The counts, solutions and guesses that `solve_many` returns."""

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    guesses: NDArray[np.int64]


def count_many(
    puzzles: Puzzles | Iterable[object],
    *,
    limit: int = 2,
    jobs: int | None = None,
    level: str | None = None,
    budget: int | None = None,
) -> NDArray[np.int64]:
    """How many solutions each of many 9×9 puzzles has: int64 (n,).

    Each count is min(solutions, `limit`); -1 where `budget` guesses did not decide it, -2 for a text that
    is not a puzzle. `puzzles` is one of these; arrays may be strided and read-only:

    - an array uint8 (n, 81), row-major: each puzzle in digits (0 = blank), or in ASCII symbols (blanks: any
      of `. 0 * _ - x X`);
    - an array uint16 (n, 81) of candidates: bit d - 1 for digit d;
    - an iterable of texts, or a column of texts of an Arrow table or a data frame.

    `limit` is 1 to 2^63 - 1, `budget` 0 to 2^63 - 1 (None: no budget). `jobs` is the number of threads, by
    default one for each core; `level` is one of `sudocube.kernel.levels()`, by default the fastest. The
    twin works in one thread. The referee does not check these counts; `check_many` and `sudocube check`
    have every solution that a verdict depends on checked by the referee.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a limit, a budget or a number of jobs out of range, TypeError for an item that is not a
    text, UnknownNameError or UnsupportedError for a level that does not exist or does not run here.

    >>> count_many(np.zeros((1, 81), np.uint8), limit=1000).tolist()
    [1000]
    """
    batches = _finished_batches(puzzles, limit, jobs, level, budget, keep_solutions=False)
    counts = _GrowingArray(np.empty(_known_length(puzzles), np.int64))
    for batch in batches:
        counts.extend(batch.counts)
    return counts.array()


def solve_many(
    puzzles: Puzzles | Iterable[object],
    *,
    limit: int = 2,
    jobs: int | None = None,
    level: str | None = None,
    budget: int | None = None,
) -> SolvedPuzzles:
    """The counts of `count_many`, the first two solutions of each puzzle, and how many guesses it took.

    `solutions` is uint8 (n, 2, 81), digits 1 to 9, 0 where there is none. Which two of several solutions
    these are, and in which order, is the same at all compiled levels; the twin may find others first.
    `guesses` is int64 (n,), the same at all compiled levels. The arguments are those of `count_many`.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a limit, a budget or a number of jobs out of range, TypeError for an item that is not a
    text, UnknownNameError or UnsupportedError for a level that does not exist or does not run here.
    """
    batches = _finished_batches(puzzles, limit, jobs, level, budget, keep_solutions=True)
    length = _known_length(puzzles)
    counts, guesses = _GrowingArray(np.empty(length, np.int64)), _GrowingArray(np.empty(length, np.int64))
    solutions = _GrowingArray(np.empty((length, 2, CELLS), np.uint8))
    for batch in batches:
        counts.extend(batch.counts)
        solutions.extend(batch.solutions)
        guesses.extend(batch.guesses)
    return SolvedPuzzles(counts.array(), solutions.array(), guesses.array())


class _GrowingArray(Generic[T]):
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


def _known_length(puzzles: Puzzles | Iterable[object]) -> int:
    """The number of puzzles in an array; 0 for an iterable, whose length is not known."""
    return len(puzzles) if isinstance(puzzles, np.ndarray) and puzzles.ndim else 0


def _finished_batches(
    puzzles: Puzzles | Iterable[object],
    limit: int,
    jobs: int | None,
    level: str | None,
    budget: int | None,
    *,
    keep_solutions: bool,
) -> Iterator[BatchSearch]:
    """The finished searches of all batches, in order. Checks the arguments when it is called."""
    name = chosen_level(level)
    _check_range("a limit", limit, 1)
    _check_range("a budget", NO_BUDGET if budget is None else budget, 0)
    _check_range("a number of jobs", 1 if jobs is None else jobs, 1)
    threads = 1 if name == TWIN else index(jobs or os.cpu_count() or 1)
    is_array = isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in "OUST"
    batches = _batches_of(_checked_array(puzzles), threads) if is_array else arrays_of(puzzles)

    def searched(batch: Puzzles, first: int, is_cancelled: IsCancelled) -> BatchSearch:
        search = start_search(batch, limit=limit, budget=budget, level=name, keep_solutions=keep_solutions)
        if finish(search, is_cancelled) and is_array and (search.counts == -2).any():
            raise _error_in_row(batch, int(np.argmax(search.counts == -2)), first)
        return search

    def results() -> Iterator[BatchSearch]:
        first = 0
        with OrderedPool[BatchSearch](threads) as pool:
            for batch in batches:
                pool.submit(partial(searched, batch, first))
                first += len(batch)
                yield from pool.ready_results()
            yield from pool.remaining_results()

    return results()


def _batches_of(puzzles: Puzzles, threads: int) -> Iterator[Puzzles]:
    """An array in batches, small enough that every thread gets several if there are enough puzzles."""
    size = min(LARGEST_BATCH, max(SMALLEST_BATCH, -(-len(puzzles) // (4 * threads))))
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def _checked_array(puzzles: object) -> Puzzles:
    """The array itself; raises PuzzleError for one of the wrong shape or type."""
    assert isinstance(puzzles, np.ndarray)
    if puzzles.dtype not in (np.uint8, np.uint16):
        raise PuzzleError(
            f"an array of {puzzles.dtype}: puzzles are uint8 (digits or symbols) or uint16 (candidates)"
        )
    if puzzles.ndim != 2 or puzzles.shape[1] != CELLS:
        raise PuzzleError(f"an array of shape {puzzles.shape}: puzzles are of shape (n, {CELLS})")
    return puzzles


def _error_in_row(batch: Puzzles, row: int, first: int) -> PuzzleError:
    """The error for a row that is not a puzzle; `first` is the place of the batch in the array."""
    values: list[int] = batch[row].tolist()
    allowed: Container[int]
    if batch.dtype == np.uint16:
        allowed, expected = range(FULL + 1), f"candidates, 0 to {FULL}"
    elif values[0] in DIGITS:
        allowed, expected = DIGITS, "a digit, 0 to 9, as the row began"
    else:
        allowed, expected = SYMBOLS, "a digit or one of the blanks . 0 * _ - x X, in ASCII"
    column = next(index for index, value in enumerate(values) if value not in allowed)
    value = values[column]
    shown = f" ({chr(value)!r})" if 32 < value < 127 and batch.dtype == np.uint8 else ""
    return PuzzleError(
        f"row {first + row}, column {column} (from 0) holds {value}{shown}; expected {expected}"
    )


def _check_range(what: str, value: int, least: int) -> None:
    """Raise ValueError for a number out of its range, or not an integer; TypeError for what is no number."""
    expected = f"it is an integer, {least} to 2^63 - 1"
    try:
        is_right = least <= value <= NO_BUDGET and isinstance(value, SupportsIndex)
    except TypeError:
        raise TypeError(f"{what} of {value!r}: {expected}") from None
    if not is_right:
        raise ValueError(f"{what} of {value}: {expected}")
