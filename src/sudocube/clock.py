"""Time for work that may take long: a limit, shares of it, and how far the work has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import monotonic
from typing import TypeVar

ProgressCallback = Callable[[str, float], None]
"""Called now and then with what is being done, and the share of it that is done, from 0 to 1."""


T = TypeVar("T")

BATCH_SIZE = 1000
"""How many items `Clock.batches` gives at once. A look at the time costs nothing beside so many clauses."""


class Clock:
    """A time limit in seconds, from now on; None for no limit. `progress` hears how far the work has come.

    >>> Clock().seconds_left is None
    True
    """

    def __init__(self, seconds: float | None = None, progress: ProgressCallback | None = None) -> None:
        self._deadline = None if seconds is None else monotonic() + seconds
        self._progress = progress

    @property
    def seconds_left(self) -> float | None:
        """How much time is left in seconds, at least 0; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    @property
    def timeout_left(self) -> float | None:
        """The time that is left as a timeout, which is above 0: where no time is left, a nanosecond."""
        left = self.seconds_left
        return None if left is None else max(left, 1e-9)

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._deadline is not None and monotonic() >= self._deadline

    def share(self, part: float) -> Clock:
        """A clock for a part of the time that is left, with the same `progress`."""
        left = self.seconds_left
        return Clock(None if left is None else left * part, self._progress)

    def check(self) -> None:
        """Raise TimeoutError where no time is left."""
        if self.is_over:
            raise TimeoutError

    def batches(self, items: Iterable[T]) -> Iterator[list[T]]:
        """All items, in lists of up to BATCH_SIZE; raises TimeoutError before a batch where no time is left.

        >>> [len(batch) for batch in Clock().batches(range(2500))]
        [1000, 1000, 500]
        """
        iterator = iter(items)
        while batch := list(islice(iterator, BATCH_SIZE)):
            self.check()
            yield batch

    def watched(self, items: Iterable[T]) -> Iterator[T]:
        """The items, one after the other, with the time checked as by `batches`. Raises TimeoutError."""
        for batch in self.batches(items):
            yield from batch

    def progress(self, doing: str, share: float) -> None:
        """Report what is being done, and the share of it that is done, from 0 to 1."""
        if self._progress is not None:
            self._progress(doing, share)


NO_LIMIT = Clock()
"""A clock that never runs out."""
