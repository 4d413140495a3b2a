"""Lists of 9×9 puzzles from text to verdicts, without an object for each: for `sudocube check`.

What is read in blocks goes to the kernel in threads, each block with the referee's word on every solution
that was found; the results come in the order of the input. What the kernel does not decide within BUDGET
guesses, and what stands between the puzzles, is asked about one by one, as ever; and inputs of any other kind
go to `check_many`.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.checking import Checked, check_many
from sudocube.engines import Engine
from sudocube.engines.kernel_engine import KernelEngine
from sudocube.formats import Entry, Style
from sudocube.formats.bulk_reader import InputPause, TextBatch
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Grid, Puzzle, referee
from sudocube.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUDGET = 20_000
"""Guesses after which a puzzle is asked about by itself, with whatever time limit there is; so that nobody
waits for others' sake. The hardest known puzzles take a few hundred."""

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
"""By the number of solutions that were found, with a limit of two."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Puzzles on lines of one input, and what the kernel found.

    `counts` is int64 (n,), 0 to 2; `solutions` uint8 (n, 2, 81), passed by the referee. `index` is that of
    the first puzzle. `others`, by row, are those of which something else is to be said.
    """

    index: int
    rows: TextBatch
    engine: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    others: dict[int, Checked] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.counts)

    def at(self, index: int) -> Batch:
        """The same batch with its place in the whole run."""
        others = {row: replace(one, index=index + row) for row, one in self.others.items()}
        return replace(self, index=index, others=others)

    def verdicts(self) -> dict[Verdict, int]:
        """How many puzzles have which verdict."""
        counts = np.delete(self.counts, list(self.others)) if self.others else self.counts
        number = dict(zip(VERDICTS, np.bincount(counts, minlength=3).tolist(), strict=True))
        for other in self.others.values():
            number[other.verdict] = number.get(other.verdict, 0) + 1
        return {verdict: count for verdict, count in number.items() if count}

    def source(self, row: int) -> str:
        """Where a puzzle stands."""
        return f"{self.rows.name}:{self.rows.lines[row]}"

    def not_unique(self) -> Iterator[Checked]:
        """The puzzles that are not unique, in order."""
        is_named = self.counts != 1
        is_named[list(self.others)] = True
        for row in np.flatnonzero(is_named).tolist():
            checked = self.checked(row)
            if checked.verdict is not Verdict.UNIQUE:
                yield checked

    def checked(self, row: int) -> Checked:
        """One of the puzzles, as `check_many` has it."""
        if row in self.others:
            return self.others[row]
        count = int(self.counts[row])
        solutions = tuple(Grid(bytes(cells)) for cells in self.solutions[row, :count].tolist())
        return Checked(
            self.index + row,
            self.source(row),
            self.puzzle(row),
            VERDICTS[count],
            Evidence.WITNESS if count == 2 else Evidence.SEARCH,
            solutions,
            self.engine,
        )

    def puzzle(self, row: int) -> Puzzle:
        """One of the puzzles by itself."""
        return Puzzle(self.rows.puzzles[row].tobytes().decode("ascii"))


def check_in_bulk(
    items: Iterable[tuple[bool, TextBatch | Entry | InputPause]],
    *,
    engine: Engine | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Generator[Checked | Batch, None, None]:
    """What `check_many` says of the same puzzles, in order: a Checked for one, a Batch for many.

    Each item comes with whether its input is one to be read in blocks, as `read_in_batches` says. `engine` is
    the kernel, or None for what serves where none is named; `jobs` is the number of threads, or of
    processes for inputs of other kinds. Raises as `check_many` does.
    """
    index = 1
    name = "kernel" if engine is None else engine.name
    level = kernel.chosen_level() if engine is None else str(getattr(engine, "level", None))
    for is_bulk, group in groupby(items, lambda item: item[0]):
        parts = (item for _, item in group)
        if is_bulk:
            results = _Bulk(name, level, engine, timeout).results(parts, jobs or os.cpu_count() or 1)
        else:
            entries = (item for item in parts if isinstance(item, Entry))
            results = check_many(entries, engine=engine, timeout=timeout, jobs=jobs)
        with closing(results):
            for result in results:
                yield result.at(index) if isinstance(result, Batch) else replace(result, index=index)
                index += len(result) if isinstance(result, Batch) else 1


def serves_in_bulk(engine: Engine | None) -> bool:
    """Whether an engine, or what serves where none is named, is the compiled kernel."""
    if engine is None:
        return kernel.is_compiled()
    return isinstance(engine, KernelEngine) and engine.level != kernel.TWIN


def puzzles_in(item: TextBatch | Entry | InputPause) -> int:
    """How many puzzles an item is, right or wrong ones."""
    return len(item.lines) if isinstance(item, TextBatch) else int(isinstance(item, Entry))


@dataclass(frozen=True, slots=True)
class _Bulk:
    """How puzzles are asked about: by the kernel of that level, and those left over by the engine."""

    name: str
    level: str
    engine: Engine | None
    timeout: float | None

    def results(
        self, items: Iterable[TextBatch | Entry | InputPause], threads: int
    ) -> Generator[Checked | Batch, None, None]:
        """The results in order; as yet without their places in the whole run."""
        with OrderedPool[Checked | Batch](threads) as pool:
            for item in items:
                if isinstance(item, TextBatch):
                    pool.submit(partial(self._worked_on, item))
                elif isinstance(item, Entry) and item.puzzle is None:
                    pool.add_result(self._alone(item))
                else:
                    yield from map(self._decided, pool.remaining_results())
                    if isinstance(item, Entry):
                        yield self._alone(item)
                yield from map(self._decided, pool.ready_results())
            yield from map(self._decided, pool.remaining_results())

    def _worked_on(self, rows: TextBatch, is_cancelled: IsCancelled) -> Batch:
        """In a thread: what the kernel finds, and what the referee says of it."""
        search = kernel.start_search(rows.puzzles, limit=2, budget=BUDGET, level=self.level)
        batch = Batch(0, rows, self.name, search.counts, search.solutions)
        if kernel.finish(search, is_cancelled):
            refused = kernel.first_refused(rows.puzzles, search.solutions, search.counts)
            batch.others.update(() if refused is None else _refused(batch))
        return batch

    def _decided(self, result: Checked | Batch) -> Checked | Batch:
        """The same result, once what the kernel left undecided was asked about by itself."""
        if isinstance(result, Batch):
            for row in np.flatnonzero(result.counts < 0).tolist():
                entry = Entry(result.source(row), result.puzzle(row), None, Style())
                result.others[row] = self._alone(entry)
        return result

    def _alone(self, entry: Entry) -> Checked:
        return next(check_many([entry], engine=self.engine, timeout=self.timeout, jobs=1))


def _refused(batch: Batch) -> Iterator[tuple[int, Checked]]:
    """The puzzles with a solution that is none, or with the same one twice; by row."""
    for row in np.flatnonzero(batch.counts > 0).tolist():
        checked = batch.checked(row)
        assert checked.puzzle is not None
        for grid in checked.solutions:
            refused = referee(grid, checked.puzzle)
            if refused is None and len(set(checked.solutions)) < len(checked.solutions):
                refused = "it was given twice"
            if refused is not None:
                reason = f"the referee refuses the solution {grid}: {refused}"
                yield (
                    row,
                    replace(checked, verdict=Verdict.UNKNOWN, evidence=None, solutions=(), reason=reason),
                )
                break
