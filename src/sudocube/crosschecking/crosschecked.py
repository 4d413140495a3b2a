"""What several engines answered to one puzzle, and what their answers justify together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from sudocube.crosschecking.differing_answers import differ
from sudocube.errors import FormatError
from sudocube.higher_layers import ask_above
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Evidence, Verdict

PROVER = "proof"
"""The engine that is asked for proofs."""


@dataclass(frozen=True, slots=True)
class Crosschecked:
    """The verdict of several engines on one puzzle.

    `answers` holds the answer of each engine, by its full name. If they disagree, or none decided, the
    verdict is `unknown`. `index`, `source` and `error` are as in `Checked`. If a proof was asked for and
    `evidence` is neither `proof` nor `witness`, `unproved` says why. `str` gives what the command prints.

    `agree` says that nothing contradicts what was decided. An engine that failed contradicts nothing, so look
    at `failed`, too, and at `decided_by`.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: "none"])
    >>> checked.agree, checked.verdict, checked.decided_by, checked.dissents("phases")
    (False, <Verdict.UNKNOWN: 'unknown'>, 2, True)
    >>> print(crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: 1 / 0]))
    unique (search), decided by one engine only; <lambda>() failed
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

    def __str__(self) -> str:
        return str(ask_above("words of a crosscheck", self))

    def _repr_html_(self) -> str:
        """The picture in a notebook."""
        return str(ask_above("picture of a crosscheck", self))

    @property
    def decided_by(self) -> int:
        """How many engines decided."""
        return sum(answer.verdict.is_decided for answer in self.answers.values())

    @property
    def failed(self) -> dict[str, str]:
        """The engines that failed, by name, and why: an error, garbage, or what the referee refused.

        >>> from sudocube import crosscheck
        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda: "none"]).failed.keys()
        dict_keys(['<lambda>()'])
        """
        return {name: answer.reason or "" for name, answer in self.answers.items() if answer.faulty}

    def dissents(self, name: str) -> bool:
        """Whether this engine disagrees with another one, or the referee refused its answer."""
        mine = self.answers[name]
        return mine.refuted or any(differ(mine, other) for other in self.answers.values())


def compared(
    index: int, source: str, puzzle: Puzzle, answers: Mapping[str, Answer], proof: Answer | None = None
) -> Crosschecked:
    """The verdict that the answers justify together, and the evidence for it.

    `proof` is the answer of the prover, if a proof was asked for.
    """
    decided = [answer for answer in answers.values() if answer.verdict.is_decided]
    agree = not any(answer.refuted for answer in answers.values()) and not any(
        differ(one, other) for one, other in combinations(answers.values(), 2)
    )
    undecided = Crosschecked(index, source, puzzle, Verdict.UNKNOWN, agree=agree, answers=answers)
    if not agree or not decided:
        why = "no engine decided" if agree else "the engines disagree"
        return undecided if proof is None else replace(undecided, unproved=why)
    first = max(decided, key=lambda answer: len(answer.solutions))  # the first of those that show most
    result = replace(undecided, verdict=first.verdict, solutions=first.solutions)
    if first.evidence is Evidence.WITNESS:  # two solutions are the proof
        return replace(result, evidence=Evidence.WITNESS)
    without_proof = Evidence.AGREEMENT if len(decided) > 1 else Evidence.SEARCH
    if proof is None:
        return replace(result, evidence=without_proof)
    if differ(first, proof):
        answers = {**answers, PROVER: proof}
        why = "what can be proved is something else"
        return replace(undecided, agree=False, answers=answers, unproved=why)
    if proof.evidence is Evidence.PROOF:
        return replace(result, evidence=Evidence.PROOF, solutions=first.solutions or proof.solutions)
    return replace(result, evidence=without_proof, unproved=f"no proof: {proof.reason}")
