"""Millions of puzzles at once: arrays, texts or columns of texts in, arrays out.

A batch is cut into slices, which threads work on (the compiled kernel lets go of the interpreter); the
results are put together in order.

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
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from sudocube.errors import PuzzleError
from sudocube.kernel import NO_BUDGET, TWIN, Job, chosen_level, finish, job
from sudocube.kernel.texts import CELLS, arrays_of
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.kernel.twin import DIGITS, FULL, SYMBOLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Puzzles: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

T = TypeVar("T", bound=np.generic)

SLICE = 1 << 14
"""Puzzles in a slice, at most: enough to keep all lanes busy, few enough to stay in the cache."""

SMALLEST_SLICE = 256


class SolvedPuzzles(NamedTuple):
    """What the kernel found: see `solve_many`."""

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

    A number is min(solutions, `limit`); -1 where `budget` guesses did not decide it, -2 for a text that is
    no puzzle. `puzzles` is one of these; arrays may be strided and read-only:

    - an array uint8 (n, 81), row by row: each puzzle in digits (0 = blank), or in ASCII symbols (blanks: any
      of `. 0 * _ - x X`);
    - an array uint16 (n, 81) of candidates: bit d - 1 for digit d;
    - an iterable of texts, or a column of texts of an Arrow table or a data frame.

    `jobs` is the number of threads, by default one for each core; `level` one of `sudocube.kernel.levels()`,
    by default the fastest. The twin works in one thread. What is counted has not been seen by the referee:
    `check_many` and `sudocube check` show it every solution that a verdict rests on.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a limit, a budget or a number of jobs that is none, TypeError for what is no text,
    UnknownNameError or UnsupportedError for a level.

    >>> count_many(np.zeros((1, 81), np.uint8), limit=1000).tolist()
    [1000]
    """
    parts = _worked_on(puzzles, limit, jobs, level, budget, keep_solutions=False)
    counts = _Column(np.empty(_known_length(puzzles), np.int64))
    for part in parts:
        counts.add(part.counts)
    return counts.array()


def solve_many(
    puzzles: Puzzles | Iterable[object],
    *,
    limit: int = 2,
    jobs: int | None = None,
    level: str | None = None,
    budget: int | None = None,
) -> SolvedPuzzles:
    """Counts as by `count_many`, the first two solutions of each, and how many guesses it took.

    `solutions` is uint8 (n, 2, 81), digits 1 to 9, 0 where there is none; which two of several they are
    depends on the level. `guesses` is int64 (n,). Arguments and errors are as for `count_many`.
    """
    parts = _worked_on(puzzles, limit, jobs, level, budget, keep_solutions=True)
    length = _known_length(puzzles)
    counts, guesses = _Column(np.empty(length, np.int64)), _Column(np.empty(length, np.int64))
    solutions = _Column(np.empty((length, 2, CELLS), np.uint8))
    for part in parts:
        counts.add(part.counts)
        solutions.add(part.solutions)
        guesses.add(part.guesses)
    return SolvedPuzzles(counts.array(), solutions.array(), guesses.array())


class _Column(Generic[T]):
    """An array that is filled part by part, and made larger where that is needed."""

    def __init__(self, rows: NDArray[T]) -> None:
        self._rows, self._filled = rows, 0

    def add(self, part: NDArray[T]) -> None:
        """The next rows."""
        end = self._filled + len(part)
        if end > len(self._rows):
            rows = np.empty((2 * end, *part.shape[1:]), self._rows.dtype)
            rows[: self._filled] = self.array()
            self._rows = rows
        self._rows[self._filled : end] = part
        self._filled = end

    def array(self) -> NDArray[T]:
        """What was added; it holds on to no more memory than that."""
        return self._rows if self._filled == len(self._rows) else self._rows[: self._filled].copy()


def _known_length(puzzles: Puzzles | Iterable[object]) -> int:
    """How many there are; 0 if only the end will say."""
    return len(puzzles) if isinstance(puzzles, np.ndarray) and puzzles.ndim else 0


def _worked_on(
    puzzles: Puzzles | Iterable[object],
    limit: int,
    jobs: int | None,
    level: str | None,
    budget: int | None,
    *,
    keep_solutions: bool,
) -> Iterator[Job]:
    """The puzzles in slices, each finished, in order. What was asked is checked at once."""
    name = chosen_level(level)
    _check("a limit", limit, 1)
    _check("a budget", NO_BUDGET if budget is None else budget, 0)
    _check("a number of jobs", 1 if jobs is None else jobs, 1)
    threads = 1 if name == TWIN else jobs or os.cpu_count() or 1
    is_array = isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in "OUST"
    slices = _slices(_checked(puzzles), threads) if is_array else arrays_of(puzzles)

    def worked_on(rows: Puzzles, is_cancelled: IsCancelled) -> tuple[Puzzles, Job]:
        work = job(rows, limit=limit, budget=budget, level=name, keep_solutions=keep_solutions)
        finish(work, is_cancelled)
        return rows, work

    def results() -> Iterator[tuple[Puzzles, Job]]:
        with OrderedPool[tuple["Puzzles", Job]](threads) as crew:
            for rows in slices:
                crew.give(partial(worked_on, rows))
                yield from crew.finished()
            yield from crew.all()

    def checked() -> Iterator[Job]:
        done = 0
        for rows, part in results():
            if is_array and (part.counts == -2).any():
                raise _fault(rows, int(np.argmax(part.counts == -2)), done)
            yield part
            done += len(rows)

    return checked()


def _slices(puzzles: Puzzles, threads: int) -> Iterator[Puzzles]:
    """An array in slices, so small that every thread gets some where there are enough."""
    size = min(SLICE, max(SMALLEST_SLICE, -(-len(puzzles) // (4 * threads))))
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def _checked(puzzles: object) -> Puzzles:
    """The array itself; raises PuzzleError for one of the wrong shape or type."""
    assert isinstance(puzzles, np.ndarray)
    if puzzles.dtype not in (np.uint8, np.uint16):
        raise PuzzleError(
            f"an array of {puzzles.dtype}: puzzles are uint8 (digits or symbols) or uint16 (candidates)"
        )
    if puzzles.ndim != 2 or puzzles.shape[1] != CELLS:
        raise PuzzleError(f"an array of shape {puzzles.shape}: puzzles are of shape (n, {CELLS})")
    return puzzles


def _fault(rows: Puzzles, row: int, done: int) -> PuzzleError:
    """What is wrong with a row of an array; `done` rows stand before these."""
    values: list[int] = rows[row].tolist()
    allowed: Container[int]
    if rows.dtype == np.uint16:
        allowed, expected = range(FULL + 1), f"candidates, 0 to {FULL}"
    elif values[0] in DIGITS:
        allowed, expected = DIGITS, "a digit, 0 to 9, as the row began"
    else:
        allowed, expected = SYMBOLS, "a digit or one of the blanks . 0 * _ - x X, in ASCII"
    column = next(index for index, value in enumerate(values) if value not in allowed)
    value = values[column]
    shown = f" ({chr(value)!r})" if 32 < value < 127 and rows.dtype == np.uint8 else ""
    return PuzzleError(
        f"row {done + row}, column {column} (from 0) holds {value}{shown}; expected {expected}"
    )


def _check(what: str, value: int, least: int) -> None:
    if not least <= value <= NO_BUDGET:
        raise ValueError(f"{what} of {value}: it is {least} to 2^63 - 1")
