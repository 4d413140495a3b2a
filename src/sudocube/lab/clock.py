"""How much time there is, and how far the work has come."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines import clock

Tell = Callable[[str, float], None]
"""Called now and then with what is being done, and the share of it that is done, from 0 to 1."""


class Clock(clock.Clock):
    """A time limit in seconds, from now on; None for no limit. It knows whom to tell of the work."""

    def __init__(self, seconds: float | None = None, tell: Tell | None = None) -> None:
        super().__init__(seconds)
        self._tell = tell

    def share(self, part: float) -> Clock:
        """A clock for a part of what is left."""
        return Clock(super().share(part).seconds_left, self._tell)

    def tell(self, doing: str, share: float) -> None:
        """Tell how far it has come."""
        if self._tell is not None:
            self._tell(doing, share)
