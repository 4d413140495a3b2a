"""A pool of threads that returns results in the order in which their tasks were submitted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Generic, TypeVar

T = TypeVar("T")

IsCancelled = Callable[[], bool]

_WAIT = 0.1
"""Seconds after which a waiting thread checks for Ctrl-C; on some systems Ctrl-C does not wake it."""


class OrderedPool(Generic[T]):
    """Up to `threads` threads; if it is one, the calling thread does all the work.

    Used as a context manager. However the context ends, by Ctrl-C as well, tasks that are running are told
    to stop, and the context waits for them. At most twice as many tasks as threads wait, so that memory
    does not grow with the input.

    >>> with OrderedPool[int](2) as pool:
    ...     for number in range(5):
    ...         pool.submit(lambda is_cancelled, number=number: number**2)
    ...     print(list(pool.remaining_results()))
    [0, 1, 4, 9, 16]
    """

    def __init__(self, threads: int) -> None:
        self._most_waiting = 2 * threads
        self._stop = Event()
        self._executor = ThreadPoolExecutor(threads) if threads > 1 else None
        self._pending: deque[Future[T]] = deque()

    def __enter__(self) -> OrderedPool[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def submit(self, task: Callable[[IsCancelled], T]) -> None:
        """Add a task. It gets a function, and has to stop soon once this function returns True."""
        if self._executor is not None:
            self._pending.append(self._executor.submit(task, self._stop.is_set))
        else:
            self.add_result(task(self._stop.is_set))

    def add_result(self, result: T) -> None:
        """Add a result that needs no task; it is returned in its turn."""
        done: Future[T] = Future()
        done.set_result(result)
        self._pending.append(done)

    def ready_results(self) -> Iterator[T]:
        """The next results that are ready; waits for some only while too many tasks are pending."""
        while self._pending and (len(self._pending) > self._most_waiting or self._pending[0].done()):
            yield self._next()

    def remaining_results(self) -> Iterator[T]:
        """All results that are still to come."""
        while self._pending:
            yield self._next()

    def _next(self) -> T:
        while True:
            try:
                self._pending[0].exception(_WAIT)
            except TimeoutError:
                continue
            return self._pending.popleft().result()
