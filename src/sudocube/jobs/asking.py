"""Engines asked about puzzle after puzzle, here or in worker processes."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from time import perf_counter
from typing import TypeVar

from sudocube.arguments import check_limits
from sudocube.engines import Engine
from sudocube.jobs.pool import Choice, Pool
from sudocube.jobs.refereed import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer

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
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine. `jobs` is the number of processes;
    with 1 all is done in this one, unless an engine cannot keep time by itself; with None, work begins
    here, and goes on with all cores if it takes more than a second. Worker processes are started with
    the method "spawn": a script that asks for them guards its entry with `if __name__ == "__main__"`.
    `choose` gives those of the engines that are asked about a puzzle (by default all), in the order of the
    answers.

    A worker makes its own engines by their names. Raises ValueError for two engines of one name, a limit or
    a number of jobs below 1, or a timeout that is no time; and EngineError, later, for worker processes that
    cannot be started.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    names = [one.name for one in engines]
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of one name: {', '.join(names)}")
    return _answers(engines, iter(items), limit, timeout, jobs, choose or (lambda _: engines))


def _answers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limit: int,
    timeout: float | None,
    jobs: int | None,
    choose: Choice,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    supports_timeout = all(one.traits.supports_timeout for one in engines)
    if supports_timeout and (jobs is None or jobs == 1):
        busy = 0.0
        for item, puzzle in items:
            start = perf_counter()
            answers = {}
            if puzzle is not None:
                for one in choose(puzzle):
                    answers[one.name] = refereed_answer(one, puzzle, limit=limit, timeout=timeout)
            busy += perf_counter() - start
            yield item, answers
            if cores > 1 and busy > ALONE_FOR:
                break
        else:
            return
    names = [one.name for one in engines]
    pool: Pool[T] = Pool(names, cores, limit, timeout, choose, supports_timeout=supports_timeout)
    try:
        yield from pool.run(items)
    finally:
        pool.close()


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that take a puzzle."""
    return lambda puzzle: [one for one in engines if one.traits.supports(puzzle)]
