"""Asking engines about puzzles: one or many, here or in worker processes, each answer refereed.

refereed   one engine, one puzzle, and the referee's word on every solution
pool       worker processes: work handed out, answers in order, what hangs is killed
worker     what runs in such a process
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import TypeVar

from sudocube.arguments import check_limits
from sudocube.engines import Engine
from sudocube.jobs.pool import Choice, Pool
from sudocube.jobs.refereed import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer

__all__ = ["Choice", "ask", "refereed_answer", "suited"]

T = TypeVar("T")

ALONE_FOR = 1.0
"""Seconds of work after which, unless told otherwise, help is called in from the other cores."""


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
) -> Generator[tuple[T, tuple[Answer, ...]], None, None]:
    """Ask every engine about every puzzle, and give the answers in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine. `jobs` is the number of processes;
    with 1 all is done in this one, unless an engine cannot keep time by itself; with None, work begins
    here, and goes on with all cores if it takes more than a second. Worker processes are started with
    the method "spawn": a script that asks for them guards its entry with `if __name__ == "__main__"`.
    `choose` says by number which engines are asked about a puzzle (by default all): so many answers come.

    A worker makes its own engines by their names. Raises ValueError for a limit or a
    number of jobs below 1, or a timeout that is no time.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    chosen = choose or (lambda _: range(len(engines)))
    stream = iter(items)
    supports_timeout = all(one.traits.supports_timeout for one in engines)
    if supports_timeout and (jobs is None or jobs == 1):
        busy = 0.0
        for item, puzzle in stream:
            start = perf_counter()
            answers = tuple(
                refereed_answer(engines[number], puzzle, limit=limit, timeout=timeout)
                for number in (chosen(puzzle) if puzzle is not None else ())
                if puzzle is not None
            )
            busy += perf_counter() - start
            yield item, answers
            if cores > 1 and busy > ALONE_FOR:
                break
        else:
            return
    names = [one.name for one in engines]
    pool: Pool[T] = Pool(names, cores, limit, timeout, chosen, supports_timeout=supports_timeout)
    try:
        yield from pool.run(stream)
    finally:
        pool.close()


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that take a puzzle."""
    return lambda puzzle: [number for number, one in enumerate(engines) if one.traits.supports(puzzle)]
