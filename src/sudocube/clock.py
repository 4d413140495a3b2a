"""Time for work that may take long: a limit, shares of it, and how far the work has come."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

ProgressCallback = Callable[[str, float], None]
"""Called now and then with what is being done, and the share of it that is done, from 0 to 1."""


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

    def progress(self, doing: str, share: float) -> None:
        """Report what is being done, and the share of it that is done, from 0 to 1."""
        if self._progress is not None:
            self._progress(doing, share)


NO_LIMIT = Clock()
"""A clock that never runs out."""
