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

MEANINGS = {
    "solve": {DONE: "a solution for each", PROBLEM: "some have none", UNDECIDED: "some undecided"},
    "check": {
        DONE: "all unique, and stored solutions right",
        PROBLEM: "some none or multiple, or a stored solution that is not right",
        UNDECIDED: "some undecided",
    },
    "crosscheck": {
        DONE: "no disagreement",
        PROBLEM: "a disagreement, settled or not, or a stored solution that is not right",
        UNDECIDED: "some puzzle decided by fewer than two engines",
    },
    "test-solver": {
        DONE: "conforms",
        PROBLEM: "does not conform",
        UNDECIDED: "some cases undecided",
        USAGE_ERROR: "the solver cannot be started",
    },
    "bench": {DONE: "done", PROBLEM: "engines disagree", UNDECIDED: "some undecided"},
    "explain": {
        DONE: "solved, or shown unsolvable",
        PROBLEM: "with --verify, a step refuted",
        UNDECIDED: "stuck, or undecided",
    },
    "decode": {
        DONE: "a right solution",
        PROBLEM: "wrong, or UNSATISFIABLE for a puzzle that has one",
        UNDECIDED: "--timeout passed before all was read and checked",
    },
    "prove": {DONE: "proved", PROBLEM: "refuted", UNDECIDED: "checked on a sample only, or undecided"},
    "trace": {DONE: "traced to the end: solved, refuted or stuck", UNDECIDED: "stopped before the end"},
    "compare": {DONE: "done", UNDECIDED: "some puzzle undecided for some encoding"},
    "convert": {DONE: "each puzzle written"},
    "canonical": {DONE: "done", UNDECIDED: "some form undecided"},
    "diagnose": {DONE: "done", UNDECIDED: "partly undecided"},
    "certify": {DONE: "each puzzle has its certificate", UNDECIDED: "some undecided"},
    "rate": {
        DONE: "each rated",
        PROBLEM: "some have none or several solutions",
        UNDECIDED: "some undecided",
    },
    "verify": {DONE: "every certificate holds", PROBLEM: "something refused, altered, missing or extra"},
    "generate": {
        DONE: "as many as asked for",
        UNDECIDED: "fewer: the time or the tries ran out",
        USAGE_ERROR: "known to be impossible, or not understood",
    },
    "audit": {
        DONE: "no flaw found",
        PROBLEM: "flaws found",
        UNDECIDED: "some undecided",
        USAGE_ERROR: "some file not read to its end",
    },
    "serve": {DONE: "ended by Ctrl-C", USAGE_ERROR: "the port is taken"},
    "count": {DONE: 'a number, or "at least", for each', UNDECIDED: "some undecided"},
}
"""What 0, 1 and 3 mean, for each command."""


def meaning(command: str) -> str | None:
    """The exit statuses of a command in a sentence for its help; None if it has no special ones."""
    if command not in MEANINGS:
        return None
    said = {USAGE_ERROR: "some input not understood", **MEANINGS[command], INTERRUPTED: "interrupted"}
    return "Exit status: " + "; ".join(f"{code} {said[code]}" for code in sorted(said)) + "."


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
