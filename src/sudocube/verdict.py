"""Verdicts on puzzles, and the evidence for them.

`unique`, `multiple` and `none` are decided. `unknown` is not: the time ran out, or a method that cannot
decide every puzzle was stuck. Evidence says why one may believe a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sudocube.puzzle import Grid


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as it is known.

    >>> Verdict("unique") is Verdict.UNIQUE, Verdict.UNIQUE == "unique", Verdict.UNKNOWN.is_decided
    (True, True, False)
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"
    """The engine ran out of time, is stuck, failed, or does not take such a puzzle; never taken for NONE."""
    INVALID = "invalid"
    """Not a puzzle at all: it could not be read."""

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is `unique`, `multiple` or `none`."""
        return self in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)


class Evidence(StrEnum):
    """Why one may believe a verdict.

    >>> from sudocube import check, crosscheck
    >>> check("1... ..2. .3.. ...4").evidence, crosscheck("1... ..2. .3.. ...4").evidence
    (<Evidence.SEARCH: 'search'>, <Evidence.AGREEMENT: 'agreement'>)
    """

    SEARCH = "search"
    """One engine found it; its solutions passed the referee."""
    AGREEMENT = "agreement"
    """At least two engines found the same verdict independently."""
    WITNESS = "witness"
    """Two different solutions that the referee passed: this proves `multiple`."""
    PROOF = "proof"
    """A refutation that the trusted checker accepted: this proves `unique` and `none`."""


class Claim(StrEnum):
    """What an answer claims. Engines of this package claim verdicts, and show solutions that back them.

    >>> from sudocube import crosscheck
    >>> engines = ["sat", lambda cells: 1, lambda cells: "1243342143122134"]
    >>> [str(one.claims) for one in crosscheck("1... ..2. .3.. ...4", engines=engines).answers.values()]
    ['verdict', 'count', 'solution']
    """

    SOLUTION = "solution"
    """Here is a solution; no word on others. It never confirms that a puzzle is unique."""
    VERDICT = "verdict"
    """So many solutions: none, one or several."""
    COUNT = "count"
    """This number of solutions, whether they are shown or not."""


class StoredAnswer(StrEnum):
    r"""What is to be said of an answer that stands beside a puzzle in a file: the first of these that holds.

    >>> from sudocube import check_many, read
    >>> import io
    >>> table = b"puzzle,solution\n1.....2..3.....4,1243342143122134\n1.....2..3.....4,1234341243212143\n"
    >>> [str(checked.stored) for checked in check_many(read(io.BytesIO(table)))]
    ['right', 'contradicts_clues']
    """

    MISSING = "missing"
    """The field is empty. That is no fault of the puzzle."""
    NO_GRID = "no_grid"
    """Not n² digits."""
    GIVEN_THOUGH_NONE = "given_though_none"
    """There is a grid, and the puzzle has no solution."""
    CONTRADICTS_CLUES = "contradicts_clues"
    """The grid holds another digit in the cell of a clue."""
    WRONG = "wrong"
    """The grid keeps the clues, and is not a solution."""
    ONE_OF_SEVERAL = "one_of_several"
    """The grid is a solution, and the puzzle has others."""
    RIGHT = "right"
    """The grid is the only solution."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one engine to one puzzle.

    `solutions` holds the first two at most. `count` is the number of solutions found; if `exhausted`, there
    are no others. `seconds` is the time taken, 0 where it was not measured separately. `reason` says in words
    why an answer is `unknown` (out of time, stuck). `faulty` says that the engine failed: it stopped with an
    error, or its process died; or its answer is `refuted`: the referee refused a solution, or the verdict did
    not fit the solutions. Such an answer has no solutions; the referee refused the grid `refused`, and passed
    those in `passed`, before the engine failed. If `contradicts_itself`, it passed them all, but their number
    does not fit what the answer says of it. `claims` says what the answer is about: with Claim.SOLUTION, the
    verdict is `unknown` although there is a solution, or `multiple` because there are two.
    `claimed_count` is the
    number of solutions that an outsider names, where that is more than the limit to which it was asked.

    >>> answer = Answer.of_search([Grid("1243342143122134")], 1, exhausted=True)
    >>> answer.verdict, answer.evidence, Answer.unknown("out of time").reason
    (<Verdict.UNIQUE: 'unique'>, <Evidence.SEARCH: 'search'>, 'out of time')
    """

    verdict: Verdict
    solutions: tuple[Grid, ...] = ()
    count: int = 0
    exhausted: bool = False
    seconds: float = 0.0
    reason: str | None = None
    faulty: bool = False
    refuted: bool = False
    claims: Claim = Claim.VERDICT
    refused: Grid | None = None
    passed: tuple[Grid, ...] = ()
    contradicts_itself: bool = False
    claimed_count: int | None = None

    @classmethod
    def of_search(
        cls, solutions: Iterable[Grid], count: int, *, exhausted: bool, seconds: float = 0.0
    ) -> Answer:
        """The answer after a search that found `count` solutions; if `exhausted`, there are no others.

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
    def unknown(
        cls, reason: str, *, faulty: bool = False, refuted: bool = False, seconds: float = 0.0
    ) -> Answer:
        """An answer without a verdict, and the reason."""
        return cls(Verdict.UNKNOWN, seconds=seconds, reason=reason, faulty=faulty, refuted=refuted)

    @property
    def evidence(self) -> Evidence | None:
        """The evidence in this answer alone."""
        if self.verdict is Verdict.MULTIPLE and len(set(self.solutions)) == 2:
            return Evidence.WITNESS
        return Evidence.SEARCH if self.verdict.is_decided else None
