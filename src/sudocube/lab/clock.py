"""How much time there is, and how far the work has come."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Tell = Callable[[str, float], None]
"""Called now and then with what is being done, and the share of it that is done, from 0 to 1."""


class Clock:
    """A time limit in seconds, from now on; None for no limit."""

    def __init__(self, timeout: float | None = None, tell: Tell | None = None) -> None:
        self._deadline = None if timeout is None else monotonic() + timeout
        self._tell = tell

    def left(self) -> float:
        """Seconds that are left; infinite without a limit, and not below 0."""
        return float("inf") if self._deadline is None else max(0.0, self._deadline - monotonic())

    def part(self, share: float) -> Clock:
        """A clock for a share of the time that is left."""
        left = self.left()
        return Clock(None if left == float("inf") else left * share, self._tell)

    def check(self) -> None:
        """Raise TimeoutError where the time is over."""
        if not self.left():
            raise TimeoutError

    def tell(self, doing: str, share: float) -> None:
        """Tell how far it has come."""
        if self._tell is not None:
            self._tell(doing, share)
