"""The engines `kernel` and `kernel:LEVEL`: the compiled solver of 9×9 puzzles, or its twin in Python.

The kernel counts, and shows the first two solutions. Where all of them are to be seen, candidates part them:
two solutions differ in a cell, and each digit that this cell can hold makes a puzzle of its own, whose
solutions are all others'. Those puzzles are counted in batches; one with a single solution has shown it.

    1 puzzle, two solutions shown that differ in r4c7
    ├── r4c7 = 2    one solution: shown
    ├── r4c7 = 5    two solutions shown that differ in r9c1
    │   ├── r9c1 = 3  …
    └── r4c7 = 8    none
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from sudocube import kernel
from sudocube.engines.protocol import Traits
from sudocube.engines.search import refuse_others
from sudocube.puzzle import ANY_DIGIT, Grid, Puzzle
from sudocube.verdict import Answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint16]

TRAITS = Traits(sizes=(9,), counts=True, pencilmarks=True)

GROWTH = 32
"""Where time is limited, a count up to a high limit begins with lower ones, each so many times the one
before: so that there is a number to be told when time runs out. It costs a thirtieth."""

PARTED_AT_ONCE = 512
"""Puzzles that are parted in one batch, at most."""


class KernelEngine:
    """One implementation of the kernel; `level` is None for the one that is used by default."""

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
        """Look for up to `limit` solutions for up to `timeout` seconds; see `Engine.answer`."""
        refuse_others(self.name, self.traits, puzzle)
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
        """Solutions counted, whether those are all, and two of them: more and more, where time is short."""
        bound = limit if deadline is None else min(2, limit)
        while True:
            search = self._finished(_rows(puzzle), bound, deadline)
            count = int(search.counts[0])
            shown = search.solutions[0, : min(count, 2)].tolist()
            yield count, count < bound, [Grid(bytes(cells), puzzle.geometry) for cells in shown]
            if count < bound or bound == limit:
                return
            bound = min(bound * GROWTH, limit)

    def _solutions(self, puzzle: Puzzle, limit: int, deadline: float | None) -> Iterator[Grid]:
        """The solutions one after the other; where two are enough, as the kernel shows them."""
        if limit <= 2:
            search = self._finished(_rows(puzzle), limit, deadline)
            found = search.solutions[0, : int(search.counts[0])].tolist()
        else:
            found = self._parted(puzzle, deadline)
        for cells in found:
            yield Grid(bytes(cells), puzzle.geometry)

    def _parted(self, puzzle: Puzzle, deadline: float | None) -> Iterator[list[int]]:
        """All solutions: what has several is parted by a cell in which two of them differ."""
        open_ones: list[Masks] = [_masks(puzzle)]
        at_once = 1  # few at first, so that the first solutions come soon
        while open_ones:
            rows = open_ones.pop()
            if len(rows) > at_once:
                open_ones.append(rows[at_once:])
                rows = rows[:at_once]
            at_once = min(2 * at_once, PARTED_AT_ONCE)
            search = self._finished(rows, 2, deadline)
            several = search.counts == 2
            if several.any():
                open_ones.append(_parts(rows[several], search.solutions[several]))
            yield from search.solutions[search.counts == 1, 0].tolist()
            if deadline is not None and monotonic() > deadline:
                raise _OutOfTimeError

    def _finished(
        self, rows: NDArray[np.uint8] | Masks, limit: int, deadline: float | None
    ) -> kernel.BatchSearch:
        """The finished search for the solutions of these rows; raises _OutOfTimeError past the deadline."""
        search = kernel.start_search(rows, limit=limit, level=self.level)
        if not kernel.finish(search, lambda: deadline is not None and monotonic() > deadline):
            raise _OutOfTimeError
        return search


class _OutOfTimeError(Exception):
    """The deadline has passed. Not TimeoutError, which may be that of whoever is shown the solutions."""


def _rows(puzzle: Puzzle) -> NDArray[np.uint8] | Masks:
    """The puzzle as a batch of one."""
    import numpy as np

    if puzzle.candidates is not None:
        return _masks(puzzle)
    return np.frombuffer(puzzle.cells, np.uint8).reshape(1, -1)


def candidates(puzzle: Puzzle) -> Sequence[int]:
    """What each cell can hold, as masks: bit d - 1 for digit d."""
    return puzzle.candidates or [1 << digit >> 1 or ANY_DIGIT for digit in puzzle.cells]


def _masks(puzzle: Puzzle) -> Masks:
    """The puzzle as a batch of one, in candidates."""
    import numpy as np

    return np.array([candidates(puzzle)], np.uint16)


def _parts(rows: Masks, solutions: NDArray[np.uint8]) -> Masks:
    """Puzzles with two solutions each, parted: one for each digit of the first cell in which those differ."""
    import numpy as np

    which = np.arange(len(rows))
    cells = (solutions[:, 0] != solutions[:, 1]).argmax(axis=1)
    digits = np.uint16(1) << np.arange(9, dtype=np.uint16)
    held = rows[which, cells, np.newaxis] & digits  # (n, 9): a candidate of that cell each, or 0
    parts = np.repeat(rows[:, np.newaxis], 9, axis=1)
    parts[which, :, cells] = held
    some: Masks = parts[held != 0]
    return some


def variants() -> dict[str, list[str]]:
    """The implementations that run here, slowest first."""
    return {"levels": list(kernel.levels())}


def create(variant: str) -> KernelEngine:
    """The engine for a level, or for the default one; raises UnknownNameError or UnsupportedError."""
    return KernelEngine(variant or None)
