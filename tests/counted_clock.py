"""A clock without time, so that a test of a time limit takes the same course in every run."""

from math import inf

from sudocube.clock import Clock


class CountedClock(Clock):
    """A clock that is over after `most` looks at it; its shares are the same clock."""

    def __init__(self, most: float = inf) -> None:
        super().__init__()
        self.most, self.looks = most, 0

    @property
    def is_over(self) -> bool:
        """Counts as a look, and so does `check`."""
        self.looks += 1
        return self.looks > self.most

    @property
    def seconds_left(self) -> float | None:
        """0 when the next look will find it over; else None, as if there were no limit."""
        return None if self.looks < self.most else 0.0

    def share(self, part: float) -> "CountedClock":
        """The same clock."""
        return self
