"""Time for a diagnosis: what is hard in general gets a share of it, and stops when that is used up."""

from __future__ import annotations

from time import monotonic


class Clock:
    """A deadline, or none.

    >>> Clock.of(None).seconds_left is None
    True
    """

    def __init__(self, deadline: float | None) -> None:
        self._deadline = deadline

    @classmethod
    def of(cls, seconds: float | None) -> Clock:
        """So many seconds from now on; None for as long as it takes."""
        return cls(None if seconds is None else monotonic() + seconds)

    @property
    def seconds_left(self) -> float | None:
        """How long there is still; 0 at least."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def share(self, part: float) -> Clock:
        """A clock for a part of what is left."""
        left = self.seconds_left
        return Clock.of(None if left is None else left * part)

    def check(self) -> None:
        """Raise TimeoutError where there is no time left."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise TimeoutError
