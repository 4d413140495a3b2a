"""Time for what is asked of solvers: a limit, shares of it, and TimeoutError when it is used up."""

from __future__ import annotations

from time import monotonic


class Clock:
    """A time limit in seconds, from now on; None for no limit.

    >>> Clock().seconds_left is None
    True
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._deadline = None if seconds is None else monotonic() + seconds

    @property
    def seconds_left(self) -> float | None:
        """How long there is still, 0 at least; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def share(self, part: float) -> Clock:
        """A clock for a part of what is left."""
        left = self.seconds_left
        return Clock(None if left is None else left * part)

    def check(self) -> None:
        """Raise TimeoutError where there is no time left."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise TimeoutError
