"""Exit statuses, in one place.

    0    as the command's help says
    1    a puzzle has a problem, or engines disagree
    2    the command, or some input, could not be understood
    3    something is undecided
    70   the program failed: a fault in it, a full disk (EX_SOFTWARE of <sysexits.h>)
    130  interrupted by Ctrl-C; 143 by a request to end (SIGTERM), 129 as the terminal was closed (SIGHUP)
    141  the reader of the output is gone (128 + SIGPIPE, as for any Unix tool)

Where several apply, the first of 2, 1, 3, 0 counts. A fault of the program is never reported as a problem
of a puzzle.
"""

from __future__ import annotations

DONE, PROBLEM, USAGE_ERROR, UNDECIDED = 0, 1, 2, 3
FAILED, INTERRUPTED, PIPE_CLOSED = 70, 130, 141

_FIRST_TO_LAST = (USAGE_ERROR, PROBLEM, UNDECIDED, DONE)


def in_help(said: str) -> str:
    """What a command says of its exit statuses, "0 done; 3 some undecided.", with those that all have.

    >>> in_help("0 done; 3 some undecided.")
    'Exit status: 0 done; 2 some input not understood; 3 some undecided; 130 interrupted.'
    """
    words = {USAGE_ERROR: "some input not understood", INTERRUPTED: "interrupted"}
    words |= {
        int(code): text for code, _, text in (one.partition(" ") for one in said.rstrip(".").split("; "))
    }
    return "Exit status: " + "; ".join(f"{code} {words[code]}" for code in sorted(words)) + "."


class ExitStatus:
    """Collects the statuses that apply; `code` is the one that the process exits with."""

    def __init__(self) -> None:
        self._noted = {DONE}

    def note(self, code: int) -> None:
        """Add a status that applies."""
        self._noted.add(code)

    @property
    def code(self) -> int:
        """The status that counts."""
        return next(code for code in _FIRST_TO_LAST if code in self._noted)
