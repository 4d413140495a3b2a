"""A function called for many items, here or in workers; the results come in the order of the items."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from itertools import count
from time import perf_counter
from typing import TypeVar

from sudocube.processes.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD_AT_MOST = 256
"""Items that are taken before the result of the first of them is there."""


def results_in_order(
    function: Callable[[Item], Result], items: Iterable[Item], *, jobs: int | None = None
) -> Generator[tuple[Item, Result | TaskFailure], None, None]:
    """Each item with what the function returns for it, or with the failure of the worker that was at it.

    `jobs` is how many processes share the work; by default all cores join in after the first second. The
    function, the items and the results are pickled for workers. An exception of the function comes through
    where it is called here; in a worker it becomes a TaskFailure that holds it.
    """
    processes = process_count(jobs)
    left = iter(items)
    if jobs is None or jobs == 1:
        busy = 0.0
        for item in left:
            start = perf_counter()
            result = function(item)
            busy += perf_counter() - start
            yield item, result
            if processes > 1 and busy > ALONE_FOR:
                break
        else:
            return
    yield from _results_of_workers(function, left, processes)


def _results_of_workers(
    function: Callable[[Item], Result], items: Iterable[Item], processes: int
) -> Generator[tuple[Item, Result | TaskFailure], None, None]:
    left, numbers = iter(items), count()
    waiting: deque[tuple[int, Item]] = deque()
    done: dict[int, Result | TaskFailure] = {}
    more = True
    pool: ProcessPool[int, Item, Result] = ProcessPool(partial(_handler, function), processes)
    with pool:
        while more or waiting:
            while more and pool.is_free and len(waiting) < AHEAD_AT_MOST:
                for item in left:
                    number = next(numbers)
                    waiting.append((number, item))
                    pool.submit([(number, item)])
                    break
                else:
                    more = False
            if pool.is_busy:
                done.update(pool.wait())
            while waiting and waiting[0][0] in done:
                number, item = waiting.popleft()
                yield item, done.pop(number)


def _handler(function: Callable[[Item], Result]) -> Callable[[Item], Result]:
    """In a worker: the function itself."""
    return function
