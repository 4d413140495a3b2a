"""Exit statuses, in one place.

    0    as the command's help says
    1    something is amiss with a puzzle, or engines disagree
    2    the command, or some input, could not be understood
    3    something is undecided
    130  interrupted
    141  whoever read the output has gone (128 + SIGPIPE, as for any Unix tool)

Where several apply to a batch: 2, then 1, then 3, then 0.
"""

from __future__ import annotations

DONE, AMISS, MISUNDERSTOOD, UNDECIDED = 0, 1, 2, 3
INTERRUPTED, PIPE_CLOSED = 130, 141

_FIRST_TO_LAST = (MISUNDERSTOOD, AMISS, UNDECIDED, DONE)


class Status:
    """Gathers what applies; `code` is what the process exits with."""

    def __init__(self) -> None:
        self._noted = {DONE}

    def note(self, code: int) -> None:
        """Note that `code` applies, too."""
        self._noted.add(code)

    @property
    def code(self) -> int:
        """The one that counts."""
        return next(code for code in _FIRST_TO_LAST if code in self._noted)
