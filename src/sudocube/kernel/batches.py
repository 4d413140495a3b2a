"""Millions of puzzles at once: arrays, texts or columns of texts in, arrays out.

The puzzles are divided into batches, which threads work on (the compiled kernel releases the interpreter
lock); their results are joined in order.

    >>> puzzle = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    >>> count_many([puzzle, "1" + puzzle[1:80] + ".", 81 * ".", "no puzzle"]).tolist()
    [1, 2, 2, -2]
    >>> bytes(solve_many([puzzle]).solutions[0, 0] + ord("0"))
    b'174385962293467158586192734451923876928674315367851249719548623635219487842736591'
    >>> turned = "".join(puzzle[row + 9 * column] for row in range(9) for column in range(9))
    >>> found = canonical_many([puzzle, turned, puzzle.translate(str.maketrans("12", "21")), 81 * "."])
    >>> (found.forms[0] == found.forms[1]).all(), (found.keys[0] == found.keys[2]).all()
    (np.True_, np.True_)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, SupportsIndex, TypeVar

import numpy as np

from sudocube.kernel import (
    NO_BUDGET,
    NO_PUZZLE,
    TWIN,
    BatchForms,
    BatchSearch,
    chosen_level,
    compiled_module,
    finish,
    finish_forms,
    start_forms,
    start_search,
)
from sudocube.kernel.cell_arrays import (
    as_clues,
    as_puzzles,
    batches_of,
    checked_array,
    error_in_row,
    is_cell_array,
)
from sudocube.kernel.texts import CELLS, arrays_of
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.kernel.twin import FULL, TwinClosures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel import Puzzles
    from sudocube.kernel.cell_arrays import Integers

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


class CanonicalPuzzles(NamedTuple):
    """The canonical forms, their keys and the numbers of automorphisms that `canonical_many` returns.

    >>> found = canonical_many([81 * "."])
    >>> found.forms.shape, found.keys.shape, found.automorphisms.tolist()
    ((1, 81), (1, 2), [2])
    """

    forms: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    automorphisms: NDArray[np.int32]


def canonical_many(
    puzzles: Puzzles | Iterable[object],
    *,
    jobs: int | None = None,
    level: str | None = None,
    budget: int | None = None,
) -> CanonicalPuzzles:
    """The canonical form of each of many 9×9 puzzles, whatever their verdicts.

    Two puzzles have the same form if and only if one becomes the other when digits are renamed, and rows
    within a band, bands, columns within a stack, stacks, or rows and columns are exchanged. The form of a
    valid full grid is the one that is smallest row by row, which other programs give, too.

    Of n puzzles, in order:

    - `forms` is uint8 (n, 81), row-major, digits 0 to 9, 0 = blank: a puzzle that is the same but for such
      changes;
    - `keys` is uint64 (n, 2): a 128-bit hash of the form, MurmurHash3_x64_128 of its 81 digits (bytes 0 to
      9), with the version of the form, 1, as the seed. To compare keys is as good as to compare forms; the
      chance that two of 10^12 different forms have the same key is about 10^-15;
    - `automorphisms` is int32 (n,): how many of these changes give the same puzzle again, at least 1. What
      only moves empty lines or digits that are not there is not counted.

    `automorphisms` is -1 where the search was given up, because it had more than `budget` nodes: some puzzles
    without solutions are so symmetric that it takes millions, as for 81 ones. It is -2 for a text that is not
    a puzzle, or that is missing (None, NaN, null), and for pencilmarks and candidates that say more than
    clues do: there is no canonical form of these. In both cases the form and its key are 0.

    `puzzles` is any of the forms that `count_many` takes. `jobs` is the number of threads, by default one for
    each core; `level` is one of `sudocube.kernel.levels()`, by default the fastest; all give the same
    results. `budget` is 0 to 2^63 - 1, by default 10,000: of the puzzles that have a solution, none is known
    that needs more than half of it. The twin works in one thread.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a budget or a number of jobs out of range, TypeError for an item or a column that is not
    text, for a single text and for a whole table, UnknownNameError or UnsupportedError for a level that does
    not exist or does not run here.

    >>> one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> other = one.translate(str.maketrans("123456789", "987654321"))
    >>> found = canonical_many([one, other, "no puzzle"])
    >>> (found.keys[0] == found.keys[1]).all(), found.automorphisms.tolist()
    (np.True_, [1, 1, -2])
    """
    name = chosen_level(level)
    if budget is not None:
        check_range("a budget of {} nodes", budget, 0, or_else=", or None")

    def start(batch: Puzzles) -> BatchForms:
        return start_forms(as_clues(batch), budget=budget, level=name)

    batches = finished_batches(
        puzzles, level=name, jobs=jobs, start=start, finish=finish_forms, wrong_rows=_wrong_rows
    )
    length = known_length(puzzles)
    forms = GrowingArray(np.empty((length, CELLS), np.uint8))
    keys, automorphisms = (
        GrowingArray(np.empty((length, 2), np.uint64)),
        GrowingArray(np.empty(length, np.int32)),
    )
    for batch in batches:
        forms.extend(batch.forms)
        keys.extend(batch.keys)
        automorphisms.extend(batch.automorphisms)
    return CanonicalPuzzles(forms.array(), keys.array(), automorphisms.array())


def _wrong_rows(puzzles: Puzzles, found: BatchForms) -> NDArray[np.bool_]:
    """Which rows hold neither clues nor candidates. Candidates have no form, and are right all the same."""
    are_wrong = (
        (puzzles > FULL).any(axis=1) if puzzles.dtype == np.uint16 else found.automorphisms == NO_PUZZLE
    )
    return np.asarray(are_wrong)


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
    closures = TwinClosures(rows) if name == TWIN else compiled_module().CompiledClosures(rows, name)
    while closures.advance(STEPS_OF_TWIN if name == TWIN else STEPS_OF_COMPILED) < len(rows):
        pass
    if (wrong := closures.states == NO_PUZZLE).any():
        raise error_in_row(batch, int(np.argmax(wrong)), 0)
    return Closures(closures.masks, closures.states)
