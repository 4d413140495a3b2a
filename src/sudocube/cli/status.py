"""Exit statuses, in one place.

    0    as the command's help says
    1    something is amiss with a puzzle, or engines disagree
    2    the command, or some input, could not be understood
    3    something is undecided
    70   the program itself failed: a fault in it, a full disk (EX_SOFTWARE, as sysexits.h has it)
    130  interrupted
    141  whoever read the output has gone (128 + SIGPIPE, as for any Unix tool)

Where several apply to a batch: 2, then 1, then 3, then 0. What is wrong with the program is never taken
for something wrong with a puzzle.
"""

from __future__ import annotations

DONE, PROBLEM, USAGE_ERROR, UNDECIDED = 0, 1, 2, 3
FAILED, INTERRUPTED, PIPE_CLOSED = 70, 130, 141

_FIRST_TO_LAST = (USAGE_ERROR, PROBLEM, UNDECIDED, DONE)

MEANINGS = {
    "solve": {DONE: "a solution for each", PROBLEM: "some have none", UNDECIDED: "some undecided"},
    "check": {DONE: "all unique", PROBLEM: "some none or multiple", UNDECIDED: "some undecided"},
    "crosscheck": {
        DONE: "no disagreement",
        PROBLEM: "a disagreement",
        UNDECIDED: "some puzzle decided by fewer than two engines",
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
        UNDECIDED: "--timeout passed before UNSATISFIABLE was checked",
    },
    "prove": {
        DONE: "proved",
        PROBLEM: "refuted",
        UNDECIDED: "checked on a sample only, or undecided",
    },
    "compare": {DONE: "done", UNDECIDED: "some puzzle undecided for some encoding"},
    "diagnose": {DONE: "done", UNDECIDED: "partly undecided"},
    "certify": {DONE: "each puzzle has its certificate", UNDECIDED: "some undecided"},
    "verify": {DONE: "every certificate holds", PROBLEM: "something refused, altered, missing or extra"},
    "count": {DONE: 'a number, or "at least", for each', UNDECIDED: "some undecided"},
}
"""What 0, 1 and 3 mean, command by command."""


def meaning(command: str) -> str | None:
    """The exit statuses of a command in a sentence for its help; None where there is no choice."""
    if command not in MEANINGS:
        return None
    said = {**MEANINGS[command], USAGE_ERROR: "some input not understood", INTERRUPTED: "interrupted"}
    return "Exit status: " + "; ".join(f"{code} {said[code]}" for code in sorted(said)) + "."


class ExitStatus:
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
