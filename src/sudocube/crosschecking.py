"""Verdicts that several engines come to on their own, compared.

Engines disagree when two decided verdicts differ, or two solutions of a unique puzzle do; an engine whose
answer the referee refused, or that broke off, disagrees with everyone. `unknown` disagrees with nothing.

    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", "sat"])
    >>> checked.verdict, checked.evidence, checked.agree
    (<Verdict.UNIQUE: 'unique'>, <Evidence.AGREEMENT: 'agreement'>, True)
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sudocube.arguments import as_puzzle, numbered
from sudocube.engines import DEFAULT_ENGINES, Engine, kept_engine
from sudocube.engines import engine as make_engine
from sudocube.errors import FormatError, UnsupportedError
from sudocube.formats import Entry
from sudocube.jobs import ask, suited
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Evidence, Verdict

PROVER = "proof"
"""The engine that is asked for proofs."""


@dataclass(frozen=True, slots=True)
class Crosschecked:
    """What several engines say of one puzzle of a batch.

    `answers` holds each engine's own, by its full name. Where they disagree, or none decided, the
    verdict is `unknown`. `index`, `source` and `error` are as in `Checked`. Where a proof was asked for and
    `evidence` is neither `proof` nor `witness`, `unproved` says why.
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

    @property
    def decided_by(self) -> int:
        """How many engines came to a verdict."""
        return sum(answer.verdict.is_decided for answer in self.answers.values())

    def dissents(self, name: str) -> bool:
        """Whether this engine is at odds with another one, or went wrong by itself."""
        mine = self.answers[name]
        return mine.faulty or any(_differ(mine, other) for other in self.answers.values())


def crosscheck(
    puzzle: Puzzle | str,
    *,
    engines: Sequence[str] | None = None,
    timeout: float | None = None,
    prove: bool = False,
) -> Crosschecked:
    """Ask several engines about a puzzle, and compare.

    Where none are named, those of DEFAULT_ENGINES that take such puzzles. `timeout` is in seconds, for each
    engine. With `prove`, what they agree upon is proved as well, by a refutation that the trusted checker
    accepts. Raises PuzzleError for a text that is no puzzle, UnknownNameError for an engine that there is
    not, UnsupportedError for one that is named twice.
    """
    subject = as_puzzle(puzzle)
    made = [kept_engine(name) for name in (DEFAULT_ENGINES if engines is None else engines)]
    if engines is None:
        made = [one for one in made if one.traits.supports(subject)]
    return next(crosscheck_many([subject], engines=made, timeout=timeout, jobs=1, prove=prove))


def crosscheck_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    engines: Sequence[str | Engine] | None = None,
    timeout: float | None = None,
    jobs: int | None = 1,
    prove: bool = False,
) -> Generator[Crosschecked, None, None]:
    """Crosscheck puzzle after puzzle, in order; see `crosscheck`, and `sudocube.jobs.ask` for `jobs`."""
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)
    choose = suited(made) if engines is None else (lambda _: made)
    asked, chosen = made, choose
    if prove and all(one.name != PROVER for one in made):
        prover = kept_engine(PROVER)
        asked, chosen = [*made, prover], lambda puzzle: [*choose(puzzle), prover]
    for (index, entry), answers in ask(asked, numbered(puzzles), timeout=timeout, jobs=jobs, choose=chosen):
        if entry.puzzle is None:
            yield Crosschecked(index, entry.source, None, Verdict.INVALID, error=entry.error)
            continue
        own = {one.name: answers[one.name] for one in choose(entry.puzzle)}
        result = compared(index, entry.source, entry.puzzle, own)
        yield proved(result, answers[PROVER]) if prove else result


def made_engines(engines: Sequence[str | Engine]) -> list[Engine]:
    """The engines of those names; raises UnsupportedError where two names mean the same engine."""
    made: list[Engine] = []
    for one in engines:
        new = make_engine(one) if isinstance(one, str) else one
        if any(new.name == other.name for other in made):
            raise UnsupportedError(f"{new.name} is named twice; it cannot confirm itself")
        made.append(new)
    return made


def compared(index: int, source: str, puzzle: Puzzle, answers: Mapping[str, Answer]) -> Crosschecked:
    """The verdict that the answers justify together, and the evidence for it."""
    decided = [answer for answer in answers.values() if answer.verdict.is_decided]
    agree = not any(answer.faulty for answer in answers.values()) and not any(
        _differ(decided[0], other) for other in decided
    )
    if not agree or not decided:
        return Crosschecked(index, source, puzzle, Verdict.UNKNOWN, None, agree, (), answers)
    first = decided[0]
    if first.verdict is Verdict.MULTIPLE:
        evidence = Evidence.WITNESS
    else:
        evidence = Evidence.AGREEMENT if len(decided) > 1 else Evidence.SEARCH
    return Crosschecked(index, source, puzzle, first.verdict, evidence, True, first.solutions, answers)


def proved(result: Crosschecked, proof: Answer) -> Crosschecked:
    """The result with the evidence that an answer with a proof gives it, or with why it gives none.

    A proof of something else than the engines agree upon is a disagreement.
    """
    if result.evidence is Evidence.WITNESS:
        return result
    if not result.verdict.is_decided:
        why = "no engine decided" if result.agree else "the engines disagree"
        return replace(result, unproved=why)
    answer = next(answer for answer in result.answers.values() if answer.verdict.is_decided)
    if _differ(answer, proof):
        return replace(
            result,
            verdict=Verdict.UNKNOWN,
            evidence=None,
            agree=False,
            solutions=(),
            answers={**result.answers, PROVER: proof},
            unproved="what can be proved is something else",
        )
    if proof.evidence is not Evidence.PROOF:
        return replace(result, unproved=f"no proof: {proof.reason}")
    return replace(result, evidence=Evidence.PROOF)


def _differ(one: Answer, other: Answer) -> bool:
    """Whether both are decided, and cannot both be right."""
    if not (one.verdict.is_decided and other.verdict.is_decided):
        return False
    if one.verdict is not other.verdict:
        return True
    return one.verdict is Verdict.UNIQUE and one.solutions != other.solutions
