"""The engines `kernel` and `kernel:LEVEL`: the compiled solver of 9×9 puzzles, or its twin in Python.

The kernel counts solutions and returns the first two. To enumerate all of them, a puzzle with several is
split by a cell in which the two differ: each candidate of that cell gives one smaller puzzle, and no two of
these share a solution. The smaller puzzles are counted in batches; where there is only one solution, it is
returned.

    1 puzzle, two solutions that differ in r4c7
    ├── r4c7 = 2    one solution: found
    ├── r4c7 = 5    two solutions that differ in r9c1
    │   ├── r9c1 = 3  …
    └── r4c7 = 8    none
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from sudocube import kernel
from sudocube.engines.protocol import Traits, check_supported
from sudocube.puzzle import ANY_DIGIT, Grid, Puzzle
from sudocube.verdict import Answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint16]

TRAITS = Traits(sizes=(9,), counts=True, pencilmarks=True)

GROWTH = 32
"""Where time is limited, a count up to a high limit begins with lower limits, each this many times the one
before. So there is a number to report when time runs out. This costs about 3 % of the time."""

SPLIT_AT_ONCE = 512
"""The most puzzles in one batch when all solutions are enumerated."""


class KernelEngine:
    """One implementation of the kernel; `level` is None for the default one.

    Raises UnknownNameError for a level that does not exist, UnsupportedError for one that does not run here.
    """

    traits = TRAITS

    def __init__(self, level: str | None = None) -> None:
        self.name = "kernel" if level is None else f"kernel:{level}"
        self.level = kernel.chosen_level(level)

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """Look for up to `limit` solutions (at least 1) for up to `timeout` seconds; see `Engine.answer`.

        Raises UnsupportedError for a puzzle that is not 9×9.
        """
        check_supported(self.name, self.traits, puzzle)
        start = perf_counter()
        deadline = None if timeout is None else monotonic() + timeout
        first: list[Grid] = []
        count, is_exhausted, reason = 0, False, None
        try:
            if on_result is None:
                for count, is_exhausted, first in self._counts(puzzle, limit, deadline):  # noqa: B007
                    pass
            else:
                is_exhausted = True
                for grid in self._solutions(puzzle, limit, deadline):
                    count += 1
                    if count <= 2:
                        first.append(grid)
                    on_result(grid)
                    if count == limit:
                        is_exhausted = False
                        break
        except _OutOfTimeError:
            is_exhausted, reason = False, f"out of time after {timeout:g} s"
        answer = Answer.of_search(first, count, exhausted=is_exhausted, seconds=perf_counter() - start)
        return answer if reason is None else replace(answer, reason=reason)

    def _counts(
        self, puzzle: Puzzle, limit: int, deadline: float | None
    ) -> Iterator[tuple[int, bool, list[Grid]]]:
        """The count, whether there are no other solutions, and up to two of them.

        With a deadline, the count is repeated with higher and higher limits, and each result is yielded.
        """
        bound = limit if deadline is None else min(2, limit)
        while True:
            search = self._searched(_batch_of_one(puzzle), bound, deadline)
            count = int(search.counts[0])
            shown = search.solutions[0, : min(count, 2)].tolist()
            yield count, count < bound, [Grid(bytes(cells), puzzle.geometry) for cells in shown]
            if count < bound or bound == limit:
                return
            bound = min(bound * GROWTH, limit)

    def _solutions(self, puzzle: Puzzle, limit: int, deadline: float | None) -> Iterator[Grid]:
        """The solutions one after the other; up to a limit of 2, those that the kernel returns."""
        if limit <= 2:
            search = self._searched(_batch_of_one(puzzle), limit, deadline)
            found = search.solutions[0, : int(search.counts[0])].tolist()
        else:
            found = self._enumerated(puzzle, deadline)
        for cells in found:
            yield Grid(bytes(cells), puzzle.geometry)

    def _enumerated(self, puzzle: Puzzle, deadline: float | None) -> Iterator[list[int]]:
        """All solutions, as lists of 81 digits; for the splitting see the head of this module."""
        waiting: list[Masks] = [_masks(puzzle)]
        at_once = 1  # small batches first, so that the first solutions come soon
        while waiting:
            batch = waiting.pop()
            if len(batch) > at_once:
                waiting.append(batch[at_once:])
                batch = batch[:at_once]
            at_once = min(2 * at_once, SPLIT_AT_ONCE)
            search = self._searched(batch, 2, deadline)
            several = search.counts == 2
            if several.any():
                waiting.append(_split(batch[several], search.solutions[several]))
            yield from search.solutions[search.counts == 1, 0].tolist()
            if deadline is not None and monotonic() > deadline:
                raise _OutOfTimeError

    def _searched(
        self, batch: NDArray[np.uint8] | Masks, limit: int, deadline: float | None
    ) -> kernel.BatchSearch:
        """The finished search for the solutions of a batch; raises _OutOfTimeError past the deadline."""
        search = kernel.start_search(batch, limit=limit, level=self.level)
        if not kernel.finish(search, lambda: deadline is not None and monotonic() > deadline):
            raise _OutOfTimeError
        return search


class _OutOfTimeError(Exception):
    """The deadline has passed. Not TimeoutError, because the caller's `on_result` may raise that."""


def _batch_of_one(puzzle: Puzzle) -> NDArray[np.uint8] | Masks:
    """The puzzle as a batch: digits, or masks where it has candidates."""
    import numpy as np

    if puzzle.candidates is not None:
        return _masks(puzzle)
    return np.frombuffer(puzzle.cells, np.uint8).reshape(1, -1)


def candidate_masks(puzzle: Puzzle) -> Sequence[int]:
    """The candidates of each cell as a mask: bit d - 1 for digit d."""
    return puzzle.candidates or [1 << digit >> 1 or ANY_DIGIT for digit in puzzle.cells]


def _masks(puzzle: Puzzle) -> Masks:
    """The puzzle as a batch of masks, uint16 (1, 81)."""
    import numpy as np

    return np.array([candidate_masks(puzzle)], np.uint16)


def _split(batch: Masks, solutions: NDArray[np.uint8]) -> Masks:
    """Puzzles with two known solutions each, split by the first cell in which these differ."""
    import numpy as np

    which = np.arange(len(batch))
    cells = (solutions[:, 0] != solutions[:, 1]).argmax(axis=1)
    digits = np.uint16(1) << np.arange(9, dtype=np.uint16)
    held = batch[which, cells, np.newaxis] & digits  # (n, 9): one candidate of that cell each, or 0
    parts = np.repeat(batch[:, np.newaxis], 9, axis=1)
    parts[which, :, cells] = held
    smaller: Masks = parts[held != 0]
    return smaller


def variants() -> dict[str, list[str]]:
    """The variants: the implementations that run here, slowest first."""
    return {"levels": list(kernel.levels())}


def create(variant: str) -> KernelEngine:
    """The engine for a level, or for the default one.

    Raises UnknownNameError for a level that does not exist, UnsupportedError for one that does not run here.
    """
    return KernelEngine(variant or None)
