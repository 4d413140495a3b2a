"""The engines that need no solver of others: the documented methods, the kernel, and `stored`.

`phases`, `sets`, `possibles`, `cube` and `techniques` are the methods. `kernel` and `kernel:LEVEL` are the
compiled solver of 9×9 puzzles, or its twin in Python.

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

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sudocube import kernel
from sudocube.cell_values import ANY_DIGIT
from sudocube.clock import Clock
from sudocube.engines.protocol import (
    Answer,
    CheckedEngine,
    Enough,
    FoundSolutions,
    OnResult,
    SearchEngine,
    Traits,
    Undecided,
)
from sudocube.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint16]

GROWTH = 32
"""How many times its last limit the next one is, where a count is repeated because time is limited."""

SPLIT_AT_ONCE = 512
"""The most puzzles in one batch when all solutions are enumerated."""


class NativeEngine(SearchEngine):
    """One documented method, such as `phases` or, with a variant, `possibles:odometer@3`.

    Raises UnknownNameError for a variant that the family does not have.
    """

    def __init__(self, family: str, variant: str = "") -> None:
        from sudocube.solvers.methods import method  # the kernel does without them

        self._method = method(f"{family}:{variant}" if variant else family, "engine")
        self.name = self._method.name
        self.traits = Traits(complete=self._method.is_complete)

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Find the solutions in the order of the method; see `SearchEngine.search`."""
        for grid in self._method.solutions(puzzle, clock=clock):
            found.add(grid)


phases, sets, possibles, cube, techniques = (
    partial(NativeEngine, family) for family in ("phases", "sets", "possibles", "cube", "techniques")
)


class KernelEngine(SearchEngine):
    """One implementation of the kernel: the default one, or that of a level.

    Raises UnknownNameError for a level that does not exist, UnsupportedError for one that does not run here.
    """

    traits = Traits(sizes=(9,), counts=True, pencilmarks=True)

    def __init__(self, variant: str = "") -> None:
        self.name = f"kernel:{variant}" if variant else "kernel"
        self.level = kernel.chosen_level(variant or None)

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Find the solutions by splitting the puzzle, or count them where none is to be passed on."""
        if found.on_result is not None:
            for cells in self._enumerated(puzzle, clock):
                found.add(Grid(bytes(cells), puzzle.geometry))
            return
        bound = found.limit if clock.seconds_left is None else min(2, found.limit)
        while bound > found.count:  # where time is limited, there is a number to report when it runs out
            search = self._searched(_masks(puzzle), bound, clock)
            found.count, shown = search.first()
            found.first = [Grid(cells, puzzle.geometry) for cells in shown]
            if found.count == bound:
                bound = min(GROWTH * bound, found.limit)
            else:
                return
        raise Enough

    def _enumerated(self, puzzle: Puzzle, clock: Clock) -> Iterator[list[int]]:
        """All solutions, as lists of 81 digits."""
        import numpy as np

        waiting: list[Masks] = [np.asarray(_masks(puzzle))]
        at_once = 1  # small batches first, so that the first solutions come soon
        while waiting:
            batch = waiting.pop()
            if len(batch) > at_once:
                waiting.append(batch[at_once:])
                batch = batch[:at_once]
            at_once = min(2 * at_once, SPLIT_AT_ONCE)
            search = self._searched(batch, 2, clock)
            several = search.counts == 2
            if several.any():
                waiting.append(_split(batch[several], search.solutions[several]))
            yield from search.solutions[search.counts == 1, 0].tolist()
            clock.check()

    def _searched(self, batch: Masks | memoryview, limit: int, clock: Clock) -> kernel.BatchSearch:
        """The finished search for the solutions of a batch; TimeoutError when the clock has run out."""
        search = kernel.start_search(batch, limit=limit, level=self.level)
        if not kernel.finish(search, lambda: clock.is_over):
            raise TimeoutError
        return search


STORED = "stored"
"""The name of the engine for answers that a table stores beside its puzzles."""

NOTHING_STORED = "no solution is stored beside the puzzle; crosscheck asks for those in tables"


class StoredEngine(CheckedEngine):
    """Stands for the answers beside the puzzles, which `crosscheck` finds; by itself it knows none."""

    name = STORED
    traits = Traits(complete=False, pencilmarks=True)

    def _answered(self, puzzle: Puzzle, limit: int, timeout: float | None, on_result: OnResult) -> Answer:
        return Undecided(NOTHING_STORED)


def candidate_masks(puzzle: Puzzle) -> Sequence[int]:
    """The candidates of each cell as a mask: bit d - 1 for digit d."""
    return puzzle.candidates or [1 << digit >> 1 or ANY_DIGIT for digit in puzzle.cells]


def _masks(puzzle: Puzzle) -> memoryview:
    """The puzzle as a batch of masks, uint16 (1, 81)."""
    return memoryview(array("H", candidate_masks(puzzle))).cast("B").cast("H", (1, 81))


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
