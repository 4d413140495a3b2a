"""Threads that work on one part of a batch each, and results in the order in which the parts were given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")

IsCancelled = Callable[[], bool]

_PATIENCE = 0.1
"""Seconds after which a waiting thread looks whether Ctrl-C was pressed; some systems do not wake it."""


class OrderedPool(Generic[T]):
    """Up to `threads` threads; with one, all is done by the thread that asks.

    Used as a context: whatever ends it, Ctrl-C as well, tells the work under way to end before it comes
    through. At most twice as many parts as threads wait, so that memory stays flat.

    >>> with OrderedPool[int](2) as crew:
    ...     for number in range(5):
    ...         crew.give(lambda is_cancelled, number=number: number**2)
    ...     print(list(crew.all()))
    [0, 1, 4, 9, 16]
    """

    def __init__(self, threads: int) -> None:
        self._ahead = 2 * threads
        self._stop = Event()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._pending: deque[Future[T]] = deque()

    def __enter__(self) -> OrderedPool[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def give(self, work: Callable[[IsCancelled], T]) -> None:
        """One more part; `work` is to end soon once the function that it gets says that it is cancelled."""
        if self._pool is not None:
            self._pending.append(self._pool.submit(work, self._stop.is_set))
        else:
            self.put(work(self._stop.is_set))

    def put(self, result: T) -> None:
        """A result that is there already, to be given back in its turn."""
        done: Future[T] = Future()
        done.set_result(result)
        self._pending.append(done)

    def finished(self) -> Iterator[T]:
        """The next results: those that are there, and as many as it takes that not too many wait."""
        while self._pending and (len(self._pending) > self._ahead or self._pending[0].done()):
            yield self._next()

    def all(self) -> Iterator[T]:
        """All results that are still to come."""
        while self._pending:
            yield self._next()

    def _next(self) -> T:
        while True:
            try:
                self._pending[0].exception(_PATIENCE)
            except TimeoutError:
                continue
            return self._pending.popleft().result()
