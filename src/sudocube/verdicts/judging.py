"""What several engines answered to one puzzle, and what their answers justify together.

What settles is what the referee or the trusted checker passed, never a majority: two different solutions
prove `multiple`, one proves "not none", and a checked proof that there is no other one proves `unique` or
`none`. An answer that says otherwise is refuted. An answer without a verdict (out of time, a crash, garbage)
is never refuted, unless the referee refused one of its grids, or its grids do not fit its own words. What
only claims a solution never decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sudocube.engines import Answer, Failed, Found, Refuted
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Evidence, Verdict
from sudocube.verdicts.checking import PuzzleResult

if TYPE_CHECKING:
    from sudocube.fields import Words
    from sudocube.verdicts.shrinking import Shrunk

PROVER = "proof"
"""The engine that is asked for proofs."""


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
    """What it shows does not fit its own words: "unique" with two grids, or a model that is no grid."""


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

    def __str__(self) -> str:
        return self.sentence


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
        passed = [one.solutions if isinstance(one, Found) else one.passed for one in given]
        different = tuple(dict.fromkeys(grid for grids in passed for grid in grids))[:2]
        is_proof = proof is not None and proof.steps is not None
        return cls(different, is_proof and proof is not None and set(different) == set(proof.solutions))

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
        match answer, self.verdict:
            case Refuted(reason=reason), _:
                cause = Cause.DOES_NOT_FIT if answer.refused is None else Cause.NOT_A_SOLUTION
                return Refutation(cause, reason, answer.passed)
            case Found(verdict=said), proved if not said.is_decided or said is proved:
                return None
            case Found(solutions=shown), Verdict.MULTIPLE:
                pair = tuple(dict.fromkeys((*shown, *self.solutions)))[:2]
                return Refutation(Cause.TWO_SOLUTIONS, "two solutions passed the referee", pair)
            case Found(verdict=Verdict.NONE), _ if self.solutions:
                return Refutation(Cause.A_SOLUTION, "a solution passed the referee", self.solutions)
            case Found(), Verdict.UNIQUE:
                words = "a checked proof says that there is no other solution"
                return Refutation(Cause.PROVED_UNIQUE, words, self.solutions)
            case Found(), Verdict.NONE:
                return Refutation(Cause.PROVED_NONE, "a checked proof says that there is no solution")
        return None


class Standing(StrEnum):
    """What became of an engine's answer to a puzzle, after all answers were compared.

    >>> Standing("refuted") is Standing.REFUTED
    True
    """

    CONFIRMED = "confirmed"
    """Another engine has the same verdict, or it is proved; or it claims only a solution, which the referee
    passed."""
    REFUTED = "refuted"
    """It is shown to be wrong."""
    UNDECIDED = "undecided"
    """It has no verdict (out of time, stuck), or nothing confirms its verdict, and nothing refutes it; or it
    counts three solutions or more: `crosscheck` decides whether there are several, and not how many."""
    FAILED = "failed"
    """It stopped with an error, its process died, or what it says cannot be understood."""


@dataclass(frozen=True, slots=True)
class Crosschecked(PuzzleResult):
    """The verdict of several engines on one puzzle.

    The verdict is that of the engines that are not refuted; it is `unknown` if none decided, or if they
    disagree and nothing settles it. Its other fields are those of PuzzleResult; a stored solution that the
    referee passes is evidence, too. A proof is asked for where engines disagree and nothing else settles it,
    where nobody shows the solutions of `multiple`, or for every puzzle; if `evidence` is then neither `proof`
    nor `witness`, `unproved` says why. `shrunk` has, if asked for, a small puzzle for each engine in
    `refuted`. An engine that failed contradicts nothing, so look at `failed`, too, and at `decided_by`.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"])
    >>> checked.agree, checked.verdict, checked.evidence, list(checked.refuted)
    (False, <Verdict.UNIQUE: 'unique'>, <Evidence.PROOF: 'proof'>, ['<lambda>()'])
    >>> print(crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: 1 / 0]))
    unique: found by one engine
      phases: unique
      <lambda>(): unknown (<lambda>() broke off: ZeroDivisionError: 'division by zero')
    """

    in_row = (
        "verdict evidence agree solutions refuted engines=answers"
        " stored=_stored stored_fault? shrunk=_shrunk? unproved?"
    )

    agree: bool = True
    """Whether no engine is refuted, and no two disagree; one that does not decide disagrees with nobody.

    For example: true.
    """
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """The answer of each engine, by its full name.

    For example: {"phases": {"verdict": "none", "claims": "verdict", "solutions": [], "seconds": 0.001}}.
    """
    unproved: Words | None = None
    """Why the verdict is not proved, where a proof was wanted.

    For example: "no proof: out of time after 60 s".
    """
    refuted: Mapping[str, Refutation] = field(default_factory=dict)
    """The engines that are shown to be wrong, each with what shows it: what the referee or the trusted
    checker passed, or what the referee refused.

    For example: {"command:./x": "two solutions passed the referee"}.
    """
    shrunk: Mapping[str, Shrunk] = field(default_factory=dict)

    @property
    def _shrunk(self) -> dict[str, Puzzle] | None:
        """With `--shrink`: for each engine in `refuted`, a small puzzle with few blanks on which it is
        refuted in the same way; if it is not refuted again, the puzzle itself.

        For example: {"command:./x": "1243342143122134"}.
        """
        return {name: one.puzzle for name, one in self.shrunk.items()} or None

    @property
    def decided_by(self) -> int:
        """How many engines decided, those that are refuted included.

        >>> from sudocube import crosscheck
        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"]).decided_by
        2
        """
        return sum(answer.verdict.is_decided for answer in self.answers.values())

    @property
    def failed(self) -> dict[str, str]:
        """The engines that failed, by name, and why: an error, garbage, or what the referee refused.

        >>> from sudocube import crosscheck
        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda: "none"]).failed.keys()
        dict_keys(['<lambda>()'])
        """
        answers = self.answers.items()
        return {name: one.reason for name, one in answers if isinstance(one, Failed | Refuted)}

    def standing(self, name: str) -> Standing:
        """What became of the answer of one engine.

        >>> from sudocube import crosscheck
        >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"])
        >>> [str(checked.standing(name)) for name in checked.answers]
        ['confirmed', 'refuted']
        """
        if name in self.refuted:
            return Standing.REFUTED
        is_confirmed = False
        match self.answers[name]:
            case Failed() | Refuted():
                return Standing.FAILED
            case Found(claimed_count=None) as answer if answer.verdict.is_decided:
                is_confirmed = self.evidence not in (None, Evidence.SEARCH)
            case Found(claimed_count=None, claims=Claim.SOLUTION):
                is_confirmed = True
        return Standing.CONFIRMED if is_confirmed else Standing.UNDECIDED

    @property
    def is_open(self) -> bool:
        """Whether engines disagree on the verdict, and nothing settles it.

        >>> from sudocube import crosscheck
        >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"])
        >>> checked.agree, checked.is_open
        (False, False)
        """
        return not self.agree and self.decided_by > 0 and not self.verdict.is_decided

    @property
    def calls_for_proof(self) -> bool:
        """Whether a proof is needed to settle a disagreement, or two solutions to show `multiple`.

        Where the referee refutes some engines, two others that agree are enough, if one of them is of this
        package. `crosscheck` has asked for the proof already.

        >>> from sudocube import crosscheck
        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"]).calls_for_proof
        False
        """
        if self.verdict is Verdict.MULTIPLE:  # outsiders may claim it, and show fewer than two solutions
            return self.evidence is not Evidence.WITNESS
        is_unconfirmed = self.evidence is Evidence.SEARCH and (self.decided_by > 1 or not self.agree)
        return self.is_open or is_unconfirmed


def compared(
    index: int,
    source: str,
    puzzle: Puzzle,
    answers: Mapping[str, Answer],
    proof: Answer | None = None,
    *,
    stored: Answer | None = None,
    outsiders: Collection[str] = (),
) -> Crosschecked:
    """The verdict that the answers justify together, the evidence for it, and who is refuted by what.

    The answers are refereed. `proof` is that of the prover, if one was asked for; it decides nothing where no
    engine decided. `outsiders` are the engines of others: two wrong ones may agree, so they confirm nothing
    without one of this package. `stored` is the answer that stands beside the puzzle in a table; it need not
    be one of `answers`.
    """
    decided = [name for name, answer in answers.items() if answer.verdict.is_decided]
    shown = answers.values() if stored is None else [*answers.values(), stored]
    facts = Facts.of(shown, proof if decided else None)
    refuted = {name: why for name, one in answers.items() if (why := facts.refutation(one)) is not None}
    left = [name for name in decided if name not in refuted]
    verdicts = {answers[name].verdict for name in left} | ({facts.verdict} - {Verdict.UNKNOWN})
    verdict, evidence, unproved = Verdict.UNKNOWN, None, None
    if proof is not None:
        unproved = f"no proof: {proof.reason}" if decided else "no engine decided"
    if proof is not None and decided and facts.refutation(proof) is not None:  # a fault of ours
        answers, verdicts = {**answers, PROVER: proof}, {*Verdict}
        unproved = "what can be proved is something else"
    if len(verdicts) == 1:
        [verdict] = verdicts
        if facts.verdict is Verdict.MULTIPLE:
            evidence, unproved = Evidence.WITNESS, None
        elif facts.verdict.is_decided:
            evidence, unproved = Evidence.PROOF, None
        else:
            is_confirmed = len(left) > 1 and not set(left) <= set(outsiders)
            evidence = Evidence.AGREEMENT if is_confirmed else Evidence.SEARCH
    return Crosschecked(
        index,
        source,
        puzzle,
        verdict,
        evidence,
        agree=not refuted and len(verdicts) < 2,
        solutions=facts.solutions if evidence is not None else (),
        answers=answers,
        unproved=unproved,
        refuted=refuted,
    )
