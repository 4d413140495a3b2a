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

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sudocube.kernel.implementations import BatchSearch, chosen_level, finish, start_search
from sudocube.kernel.texts import CELLS
from sudocube.kernel.threaded_batches import GrowingArray, check_range, finished_batches, known_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.implementations import Puzzles


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
    counts = GrowingArray(np.empty(known_length(puzzles), np.int64))
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
    length = known_length(puzzles)
    counts, guesses = GrowingArray(np.empty(length, np.int64)), GrowingArray(np.empty(length, np.int64))
    solutions = GrowingArray(np.empty((length, 2, CELLS), np.uint8))
    for batch in batches:
        counts.extend(batch.counts)
        solutions.extend(batch.solutions)
        guesses.extend(batch.guesses)
    return SolvedPuzzles(counts.array(), solutions.array(), guesses.array())


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
    check_range("a limit of {} solutions", limit, 1)
    if budget is not None:
        check_range("a budget of {} guesses", budget, 0, or_else=", or None")

    def start(batch: Puzzles) -> BatchSearch:
        return start_search(batch, limit=limit, budget=budget, level=name, keep_solutions=keep_solutions)

    return finished_batches(
        puzzles,
        level=name,
        jobs=jobs,
        start=start,
        finish=finish,
        wrong_rows=lambda _, search: search.counts == -2,
    )
