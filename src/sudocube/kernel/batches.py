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
from collections.abc import Iterable, Iterator
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Generic, NamedTuple, SupportsIndex, TypeVar

import numpy as np

from sudocube.kernel.cell_arrays import as_puzzles, batches_of, checked_array, error_in_row, is_cell_array
from sudocube.kernel.implementations import NO_BUDGET, TWIN, BatchSearch, chosen_level, finish, start_search
from sudocube.kernel.texts import CELLS, arrays_of
from sudocube.kernel.threads import IsCancelled, OrderedPool

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.cell_arrays import Integers
    from sudocube.kernel.implementations import Puzzles

T = TypeVar("T", bound=np.generic)


class SolvedPuzzles(NamedTuple):
    """The counts, solutions and guesses that `solve_many` returns.

    >>> solved = solve_many([81 * "."])
    >>> solved.counts.tolist(), solved.solutions.shape, solved.guesses.shape
    ([2], (1, 2, 81), (1,))
    """

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
    is not a puzzle, or that is missing (None, NaN, null). `puzzles` is one of these; arrays may be strided
    and read-only:

    - an array of integers (n, 81) or (n, 9, 9), row-major: each puzzle in digits (0 = blank), or in ASCII
      symbols (blanks: any of `. 0 * _ - x X`); uint8 is not copied;
    - an array uint16 (n, 81) or (n, 9, 9) of candidates: bit d - 1 for digit d;
    - an iterable of texts, each of 81 symbols, or of the 729 pencilmarks of a puzzle (nine for each cell: the
      k-th is k, or a blank if k is no candidate); white space in them is ignored;
    - a column of such texts or bytes: of an Arrow table, or of a data frame of pandas or Polars, also as
      categories.

    `limit` is 1 to 2^63 - 1, `budget` 0 to 2^63 - 1 (None: no budget). `jobs` is the number of threads, by
    default one for each core; `level` is one of `sudocube.kernel.levels()`, by default the fastest. The
    twin works in one thread. The referee does not check these counts; `check_many` and `sudocube check`
    have every solution that a verdict depends on checked by the referee.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a limit, a budget or a number of jobs out of range, TypeError for an item or a column that
    is not text, for a single text and for a whole table, UnknownNameError or UnsupportedError for a level
    that does not exist or does not run here.

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
    ValueError for a limit, a budget or a number of jobs out of range, TypeError for an item or a column that
    is not text, for a single text and for a whole table, UnknownNameError or UnsupportedError for a level
    that does not exist or does not run here.

    >>> cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> counts, solutions, guesses = solve_many([cells])
    >>> counts.tolist(), "".join(map(str, solutions[0, 0, :9]))
    ([1], '534678912')
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
    _check_range("a limit of {} solutions", limit, 1)
    if budget is not None:
        _check_range("a budget of {} guesses", budget, 0, or_else=", or None")
    if jobs is not None:
        _check_range("{} jobs", jobs, 1, or_else=", or None")
    threads = 1 if name == TWIN else index(jobs or os.cpu_count() or 1)
    is_array = is_cell_array(puzzles)
    batches: Iterator[Integers | Puzzles]
    batches = batches_of(checked_array(puzzles), threads) if is_array else arrays_of(puzzles)

    def searched(batch: Integers | Puzzles, first: int, is_cancelled: IsCancelled) -> BatchSearch:
        search = start_search(
            as_puzzles(batch), limit=limit, budget=budget, level=name, keep_solutions=keep_solutions
        )
        if finish(search, is_cancelled) and is_array and (search.counts == -2).any():
            raise error_in_row(batch, int(np.argmax(search.counts == -2)), first)
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


def _check_range(what: str, value: int, least: int, *, or_else: str = "") -> None:
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
