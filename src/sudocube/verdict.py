"""What can be said of a puzzle, and on what grounds.

Three answers, never two: `unique`, `multiple` and `none` are decided, `unknown` is not (out of time, or
a method that is incomplete by nature got stuck). Evidence says why a verdict may be believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sudocube.puzzle import Grid


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as is known."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"
    INVALID = "invalid"
    """Not a puzzle at all: it could not be read."""

    @property
    def is_decided(self) -> bool:
        """Whether it says anything of the number of solutions."""
        return self in _DECIDED


_DECIDED = frozenset({Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE})


class Evidence(StrEnum):
    """Why a verdict may be believed; never overstated."""

    SEARCH = "search"
    """One engine came to it; its solutions passed the referee."""
    AGREEMENT = "agreement"
    """Two engines or more came to the same, each on its own."""
    WITNESS = "witness"
    """Two different solutions that the referee passed: this proves `multiple`."""
    PROOF = "proof"
    """A refutation that the trusted checker accepted: this proves `unique` and `none`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine has to say of one puzzle.

    `solutions` holds the first two at most. `count` is how many were found; where `exhausted`, there
    are no others. `seconds` is how long it took, 0 where it was not measured by itself. `reason` says
    in words why an answer is `unknown` (out of time, stuck), and `faulty` that the engine went wrong:
    the referee refused a solution, or it broke off.
    """

    verdict: Verdict
    solutions: tuple[Grid, ...] = ()
    count: int = 0
    exhausted: bool = False
    seconds: float = 0.0
    reason: str | None = None
    faulty: bool = False

    @classmethod
    def of_search(
        cls, solutions: Iterable[Grid], count: int, *, exhausted: bool, seconds: float = 0.0
    ) -> Answer:
        """The answer that a search justifies: `count` found, and whether those are all there are.

        >>> Answer.of_search([], 0, exhausted=False).verdict
        <Verdict.UNKNOWN: 'unknown'>
        """
        if count >= 2:
            verdict = Verdict.MULTIPLE
        elif not exhausted:
            verdict = Verdict.UNKNOWN
        else:
            verdict = Verdict.UNIQUE if count else Verdict.NONE
        return cls(verdict, tuple(solutions)[:2], count, exhausted, seconds)

    @classmethod
    def unknown(cls, reason: str, *, faulty: bool = False, seconds: float = 0.0) -> Answer:
        """No answer, and why."""
        return cls(Verdict.UNKNOWN, seconds=seconds, reason=reason, faulty=faulty)

    @property
    def evidence(self) -> Evidence | None:
        """What this answer rests on, all by itself."""
        if self.verdict is Verdict.MULTIPLE and len(set(self.solutions)) == 2:
            return Evidence.WITNESS
        return Evidence.SEARCH if self.verdict.is_decided else None
