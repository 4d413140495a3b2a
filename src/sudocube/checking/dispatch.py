"""Whole inputs to verdicts, in order: lists of 9×9 puzzles in batches, all others puzzle by puzzle.

It is decided once, where an input is opened: if `serves_in_bulk` holds for the engine, `formats.bulk_reader`
reads it, in batches if it is a list; otherwise nothing is read in batches. The PuzzleInput tells which.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import chain, groupby
from typing import TYPE_CHECKING

from sudocube import kernel
from sudocube.arguments import check_limits, numbered
from sudocube.checking.one_by_one import Checked, check_numbered
from sudocube.engines import Engine
from sudocube.engines.kernel_engine import KernelEngine
from sudocube.formats import Entry, PuzzleInput
from sudocube.puzzle import Grid

if TYPE_CHECKING:  # it imports NumPy, which other engines can do without
    from sudocube.checking.bulk import CheckedBatch


def serves_in_bulk(engine: Engine | None) -> bool:
    """Whether an engine, or the default for 9×9 if it is None, is the compiled kernel."""
    if engine is None:
        return kernel.is_compiled()
    return isinstance(engine, KernelEngine) and engine.level != kernel.TWIN


def check_inputs(
    inputs: Iterable[PuzzleInput],
    *,
    engine: Engine | None = None,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Generator[Checked | CheckedBatch, None, None]:
    """The verdicts on the puzzles of all inputs, in order: a Checked for one, a CheckedBatch for many.

    Up to `limit` solutions are counted: at least 2 where an input is read in batches. `on_result` is called
    with each solution as it is found, where an engine is asked in this process that does not count by itself.
    An input is opened when those before it were read. If any is read in batches, `serves_in_bulk` must
    hold for the engine. `jobs` is the number of threads for such an input, None for all cores; for the
    others it is the number of processes, as in `check_many`.

    Raises ValueError at the call for a limit that is no integer above 0, a timeout that is not a number above
    0, or fewer than one job; later, EngineError if worker processes cannot be started, and InputError if an
    input cannot be read to its end.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    return _results(inputs, engine, limit, timeout, jobs, on_result)


def _results(
    inputs: Iterable[PuzzleInput],
    engine: Engine | None,
    limit: int,
    timeout: float | None,
    jobs: int | None,
    on_result: Callable[[Grid], object] | None,
) -> Generator[Checked | CheckedBatch, None, None]:
    first = 1
    # Neighbours of the same kind are checked together, so that threads or processes are started only once.
    for in_batches, neighbours in groupby(inputs, lambda one: one.in_batches):
        items = chain.from_iterable(one.items for one in neighbours)
        results: Generator[Checked | CheckedBatch, None, None]
        if in_batches:
            from sudocube.checking.bulk import check_batches

            results = check_batches(
                items, first=first, engine=engine, limit=limit, timeout=timeout, threads=jobs
            )
        else:
            entries = numbered((item for item in items if isinstance(item, Entry)), first=first)
            results = check_numbered(
                entries, engine=engine, limit=limit, timeout=timeout, jobs=jobs, on_result=on_result
            )
        with closing(results):
            for result in results:
                yield result
                first = result.index + (1 if isinstance(result, Checked) else len(result))
