"""What several engines answered to one puzzle, and what their answers justify together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from sudocube.engines import Answer, Failed, Found, Refuted
from sudocube.errors import FormatError
from sudocube.puzzle import Grid, Puzzle
from sudocube.shown import Shown
from sudocube.verdict import Claim, Evidence, StoredAnswer, Verdict
from sudocube.verdicts.refutation import Facts, Refutation

if TYPE_CHECKING:  # which imports this module
    from sudocube.verdicts.shrinking import Shrunk

PROVER = "proof"
"""The engine that is asked for proofs."""


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
class Crosschecked(Shown):
    """The verdict of several engines on one puzzle.

    `answers` holds the answer of each engine, by its full name, and `refuted` those that are shown to be
    wrong, each with what shows it. The verdict is that of the others; it is `unknown` if none decided, or if
    they disagree and nothing settles it. `index`, `source` and `error` are as in `Checked`. A proof is asked
    for where engines disagree and nothing else settles it, where nobody shows the solutions of `multiple`, or
    for every puzzle; if `evidence` is then neither `proof` nor `witness`, `unproved` says why. `shrunk` has,
    if asked for, a small puzzle for each engine in `refuted`. `stored` and `stored_fault` are as in
    `Checked`; a stored solution that the referee passes is evidence, too. `title` is what a text calls the
    puzzle. `str` gives what the command prints.

    `agree` says that no engine is refuted, and no two disagree. An engine that failed contradicts nothing, so
    look at `failed`, too, and at `decided_by`.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"])
    >>> checked.agree, checked.verdict, checked.evidence, list(checked.refuted)
    (False, <Verdict.UNIQUE: 'unique'>, <Evidence.PROOF: 'proof'>, ['<lambda>()'])
    >>> print(crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: 1 / 0]))
    unique: found by one engine; <lambda>() failed
      phases: unique
      <lambda>(): unknown (<lambda>() broke off: ZeroDivisionError: 'division by zero')
    """

    index: int
    source: str
    puzzle: Puzzle | None
    verdict: Verdict
    evidence: Evidence | None = None
    agree: bool = True
    solutions: tuple[Grid, ...] = ()
    answers: Mapping[str, Answer] = field(default_factory=dict)
    error: FormatError | None = None
    unproved: str | None = None
    refuted: Mapping[str, Refutation] = field(default_factory=dict)
    shrunk: Mapping[str, Shrunk] = field(default_factory=dict)
    stored: StoredAnswer | None = None
    stored_fault: str | None = None
    title: str | None = field(default=None, compare=False)

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

    def dissents(self, name: str) -> bool:
        """Whether this engine disagrees with another one, or the referee refused its answer.

        >>> from sudocube import crosscheck
        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"]).dissents("phases")
        True
        """
        mine = self.answers[name]
        return isinstance(mine, Refuted) or any(_differ(mine, other) for other in self.answers.values())

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


def _differ(one: Answer, other: Answer) -> bool:
    """Whether two refereed answers to the same puzzle cannot both be right."""
    if one.verdict.is_decided and other.verdict.is_decided and one.verdict is not other.verdict:
        return True
    facts = Facts.of([one, other])
    return any(
        facts.refutation(answer) is not None for answer in (one, other) if not isinstance(answer, Refuted)
    )


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
    is_decided = any(answer.verdict.is_decided for answer in answers.values())
    shown = answers.values() if stored is None else [*answers.values(), stored]
    facts = Facts.of(shown, proof if is_decided else None)
    found = {name: facts.refutation(answer) for name, answer in answers.items()}
    refuted = {name: refutation for name, refutation in found.items() if refutation is not None}
    left = [name for name, answer in answers.items() if answer.verdict.is_decided and name not in refuted]
    verdicts = {answers[name].verdict for name in left} | ({facts.verdict} - {Verdict.UNKNOWN})
    result = Crosschecked(
        index,
        source,
        puzzle,
        Verdict.UNKNOWN,
        agree=not refuted and len(verdicts) < 2,
        answers=answers,
        refuted=refuted,
    )
    if proof is not None and is_decided and facts.refutation(proof) is not None:
        answers = {**answers, PROVER: proof}
        return replace(result, agree=False, answers=answers, unproved="what can be proved is something else")
    if len(verdicts) == 1:
        [verdict] = verdicts
        agrees = len(left) > 1 and not set(left) <= set(outsiders)
        evidence = _evidence(facts, Evidence.AGREEMENT if agrees else Evidence.SEARCH)
        result = replace(result, verdict=verdict, evidence=evidence, solutions=facts.solutions)
    if proof is None or result.evidence in (Evidence.WITNESS, Evidence.PROOF):
        return result
    why = f"no proof: {proof.reason}" if is_decided else "no engine decided"
    return replace(result, unproved=why)


def _evidence(facts: Facts, otherwise: Evidence) -> Evidence:
    """The evidence for the verdict of the facts, if they have one."""
    if facts.verdict is Verdict.MULTIPLE:
        return Evidence.WITNESS
    if facts.verdict.is_decided:
        return Evidence.PROOF
    return otherwise
