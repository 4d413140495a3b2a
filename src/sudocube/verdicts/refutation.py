"""Who is wrong about a puzzle, and what shows it.

What settles is what the referee or the trusted checker passed, never a majority: two different solutions
prove `multiple`, one proves "not none", and a checked proof that there is no other one proves `unique` or
`none`. An answer that says otherwise is refuted. An answer without a verdict (out of time, a crash, garbage)
is never refuted, unless the referee refused one of its grids, or its grids do not fit its own words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sudocube.engines import Answer, Failed, Refuted, Undecided
from sudocube.puzzle import Grid
from sudocube.verdict import Evidence, Verdict


class Cause(StrEnum):
    """Why an answer is refuted.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... .... .... ....", engines=["sat", lambda cells: 1])
    >>> checked.refuted["<lambda>()"].cause is Cause.TWO_SOLUTIONS
    True
    """

    NOT_A_SOLUTION = "not_a_solution"
    """The referee refused a grid that it gave as a solution."""
    TWO_SOLUTIONS = "two_solutions"
    """It says that there is one solution or none, or counts fewer than two; two passed the referee."""
    A_SOLUTION = "a_solution"
    """It says that there is no solution; one passed the referee."""
    PROVED_UNIQUE = "proved_unique"
    """It says that there are several solutions; a checked proof says that there is one only."""
    PROVED_NONE = "proved_none"
    """It says that there are solutions; a checked proof says that there is none."""
    DOES_NOT_FIT = "does_not_fit"
    """Its own grids do not fit its own words, such as "unique" with two grids."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What refutes an answer: the kind of evidence, and the same in words.

    `solutions` are those that the referee passed and that are the evidence: two different ones, one, or none.
    If the answer itself shows one of two, it is the first.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["sat", lambda cells: "none"])
    >>> refutation = checked.refuted["<lambda>()"]
    >>> refutation.sentence, str(refutation.solutions[0])
    ('a solution passed the referee', '1243342143122134')
    """

    cause: Cause
    sentence: str
    solutions: tuple[Grid, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the referee and the trusted checker passed for a puzzle.

    `solutions` are different, and passed the referee: two at most, which are enough. If `is_proved`, the
    trusted checker accepted a proof that there are no others.

    >>> from sudocube import Found
    >>> solution = Grid("1243342143122134")
    >>> Facts((solution,)).verdict, Facts((solution,), is_proved=True).verdict
    (<Verdict.UNKNOWN: 'unknown'>, <Verdict.UNIQUE: 'unique'>)
    >>> Facts((solution,)).refutation(Found(exhausted=True)).cause
    <Cause.A_SOLUTION: 'a_solution'>
    """

    solutions: tuple[Grid, ...] = ()
    is_proved: bool = False

    @classmethod
    def of(cls, answers: Iterable[Answer], proof: Answer | None = None) -> Facts:
        """What the answers show, all of which are refereed, and the prover's own answer if there is one.

        Of several solutions, those come first that answers call unique, which they refute; then those of
        an answer that shows two.
        """
        given = [*answers, *([] if proof is None else [proof])]
        given.sort(key=lambda answer: (answer.verdict is not Verdict.UNIQUE, len(answer.solutions) < 2))
        shown = (grid for answer in given for grid in _passed(answer))
        different = tuple(dict.fromkeys(shown))[:2]
        if proof is None or proof.evidence is not Evidence.PROOF:
            return cls(different)
        return cls(different, is_proved=set(different) == set(proof.solutions))

    @property
    def verdict(self) -> Verdict:
        """The verdict that is proved; `unknown` if the facts prove none."""
        if len(self.solutions) >= 2:
            return Verdict.MULTIPLE
        if not self.is_proved:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.solutions else Verdict.NONE

    def refutation(self, answer: Answer) -> Refutation | None:
        """What refutes an answer to the puzzle; None if nothing does."""
        match answer:
            case Refuted():
                cause = Cause.DOES_NOT_FIT if answer.contradicts_itself else Cause.NOT_A_SOLUTION
                return Refutation(cause, answer.reason, answer.passed)
            case Undecided() | Failed():
                return None
        if not answer.verdict.is_decided or answer.verdict is self.verdict:
            return None
        if self.verdict is Verdict.MULTIPLE:
            pair = tuple(dict.fromkeys((*answer.solutions, *self.solutions)))[:2]
            return Refutation(Cause.TWO_SOLUTIONS, "two solutions passed the referee", pair)
        if self.solutions and answer.verdict is Verdict.NONE:
            return Refutation(Cause.A_SOLUTION, "a solution passed the referee", self.solutions)
        if self.verdict is Verdict.UNIQUE:
            words = "a checked proof says that there is no other solution"
            return Refutation(Cause.PROVED_UNIQUE, words, self.solutions)
        if self.verdict is Verdict.NONE:
            return Refutation(Cause.PROVED_NONE, "a checked proof says that there is no solution")
        return None


def _passed(answer: Answer) -> tuple[Grid, ...]:
    """The solutions in an answer that the referee has passed."""
    return answer.passed if isinstance(answer, Failed | Refuted) else answer.solutions
