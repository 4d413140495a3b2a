"""Verdicts that several engines reach independently, compared.

Two engines disagree if both decided and their verdicts differ, or their solutions of a unique puzzle do. An
engine whose answer the referee refused disagrees with all others. `unknown` disagrees with nothing, and
neither does an engine that crashed, was killed or ran out of time: nothing contradicts it. What only claims
a solution never decides; it disagrees with `none`, and with `unique` where the solution is another one.

    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", "sat"])
    >>> checked.verdict, checked.evidence, checked.agree
    (<Verdict.UNIQUE: 'unique'>, <Evidence.AGREEMENT: 'agreement'>, True)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import DEFAULT_ENGINES, AnyEngine, Engine, FunctionEngine, as_engine, kept_engine
from sudocube.engines import engine as make_engine
from sudocube.errors import FormatError, UnsupportedError
from sudocube.formats import Entry
from sudocube.higher_layers import ask_above
from sudocube.jobs import ask, suited
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.verdict import Answer, Claim, Evidence, Verdict

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

        >>> crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda: "none"]).failed.keys()
        dict_keys(['<lambda>()'])
        """
        return {name: answer.reason or "" for name, answer in self.answers.items() if answer.faulty}

    def dissents(self, name: str) -> bool:
        """Whether this engine disagrees with another one, or the referee refused its answer."""
        mine = self.answers[name]
        return mine.refuted or any(_differ(mine, other) for other in self.answers.values())


def crosscheck(
    puzzle: CellForms,
    *,
    engines: Sequence[AnyEngine] | None = None,
    timeout: float | None = None,
    prove: bool = False,
) -> Crosschecked:
    """Ask several engines about a puzzle, and compare their answers.

    Each engine is a name, an Engine, or a function as in `check`. If none are given, they are those of
    DEFAULT_ENGINES that support the puzzle. `timeout` is in seconds, for each engine. With `prove`, a verdict
    that they agree on is proved as well, by a refutation that the trusted checker accepts.

    Raises TypeError for what `Puzzle` does not take, for an engine that is none, and for a single one
    that is not in a list; PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does
    not exist, UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here or is named twice, and ValueError for an empty list of
    engines and for a timeout that is not a number above 0.

    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["sat", "cpsat", lambda cells: 1])
    >>> checked.verdict, checked.decided_by, [str(one.claims) for one in checked.answers.values()]
    (<Verdict.UNIQUE: 'unique'>, 3, ['verdict', 'verdict', 'count'])
    """
    subject = as_puzzle(puzzle)
    check_limits(timeout=timeout)
    made = made_engines(DEFAULT_ENGINES if engines is None else engines, make=kept_engine)
    if engines is None:
        made = [one for one in made if one.traits.supports(subject)]
    return next(crosscheck_many([subject], engines=made, timeout=timeout, jobs=1, prove=prove))


def crosscheck_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    engines: Sequence[AnyEngine] | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    prove: bool = False,
) -> Generator[Crosschecked, None, None]:
    """Crosscheck puzzle after puzzle, as `crosscheck` does; the results come in order.

    Puzzles may be texts or what `sudocube.formats.read` yields; what is no puzzle gets the verdict
    `invalid`, and the others go on. `jobs` is the number of processes: with 1, all is done in this process;
    with None, work begins in this process, and goes on with all cores if it takes more than a second (see
    `sudocube.jobs.ask`). An engine that is given as an object is made again in each worker, by its name; a
    function is asked in this process in any case.

    Raises at the call: TypeError for a single puzzle or engine in place of several and for an engine that is
    none, UnknownNameError for an engine that does not exist, UnavailableError for one that is not installed,
    EncodingError for a mistake in its encoding, UnsupportedError for one that does not run here or is named
    twice, and ValueError for an empty list of engines, a timeout that is not a number above 0, or fewer than
    one job. While the results are read: TypeError for an item
    that is no puzzle in any form, and EngineError if worker processes cannot be started.

    >>> checked = list(crosscheck_many(["1... ..2. .3.. ...4", "16 dots"], engines=["phases", "sat"]))
    >>> [(one.index, str(one.verdict), one.agree) for one in checked]
    [(1, 'unique', True), (2, 'invalid', True)]
    """
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)
    names = {one.name for one in made}
    choose = suited(made) if engines is None else (lambda _: made)
    asked, chosen = made, choose
    if prove and PROVER not in names:
        prover = kept_engine(PROVER)
        asked, chosen = [*made, prover], lambda puzzle: [*choose(puzzle), prover]

    def crosschecked(index: int, entry: Entry, answers: Mapping[str, Answer]) -> Crosschecked:
        if entry.puzzle is None:
            return Crosschecked(index, entry.source, None, Verdict.INVALID, error=entry.error)
        own = {name: answer for name, answer in answers.items() if name in names}
        return compared(index, entry.source, entry.puzzle, own, answers[PROVER] if prove else None)

    answered = ask(asked, numbered(puzzles), timeout=timeout, jobs=jobs, choose=chosen)
    return (crosschecked(index, entry, answers) for (index, entry), answers in answered)


def made_engines(engines: Sequence[AnyEngine], make: Callable[[str], Engine] = make_engine) -> list[Engine]:
    """The engines of names, objects and functions; raises UnsupportedError if two are the same engine.

    Two functions of the same name are told apart by a number: `solver()` and `solver()#2`. Raises TypeError
    for a single engine in place of several, and for what is none, and ValueError for no engine at all.
    """
    given: object = engines
    if not isinstance(given, Iterable) or isinstance(given, str) or hasattr(given, "answer"):
        raise TypeError("several engines are asked for: put a single one in a list")
    if not engines:
        raise ValueError("no engine is named: crosscheck asks one at least, and two to compare")
    made: list[Engine] = []
    for one in engines:
        new = as_engine(one, make)
        same = [other for other in made if other.name.partition("#")[0] == new.name]
        if isinstance(new, FunctionEngine) and new.function not in [_function_of(other) for other in same]:
            if same:
                new = FunctionEngine(new.function, f"{new.name.partition('#')[0]}#{len(same) + 1}")
        elif same:
            raise UnsupportedError(f"{new.name} is named twice; it cannot confirm itself")
        made.append(new)
    return made


def _function_of(engine: Engine) -> object:
    return engine.function if isinstance(engine, FunctionEngine) else None


def compared(
    index: int, source: str, puzzle: Puzzle, answers: Mapping[str, Answer], proof: Answer | None = None
) -> Crosschecked:
    """The verdict that the answers justify together, and the evidence for it.

    `proof` is the answer of the prover, if a proof was asked for.
    """
    decided = [answer for answer in answers.values() if answer.verdict.is_decided]
    agree = not any(answer.refuted for answer in answers.values()) and not any(
        _differ(one, other) for one, other in combinations(answers.values(), 2)
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
    if _differ(first, proof):
        answers = {**answers, PROVER: proof}
        why = "what can be proved is something else"
        return replace(undecided, agree=False, answers=answers, unproved=why)
    if proof.evidence is Evidence.PROOF:
        return replace(result, evidence=Evidence.PROOF, solutions=first.solutions or proof.solutions)
    return replace(result, evidence=without_proof, unproved=f"no proof: {proof.reason}")


def _differ(one: Answer, other: Answer) -> bool:
    """Whether the answers, each decided or with a claimed solution, cannot both be right."""
    if not (one.verdict.is_decided and other.verdict.is_decided):
        return _contradicts(one, other) or _contradicts(other, one)
    if one.verdict is not other.verdict:
        return True
    return one.verdict is Verdict.UNIQUE and _are_other(one.solutions, other.solutions)


def _contradicts(claimed: Answer, decided: Answer) -> bool:
    """Whether an answer that only claims a solution contradicts a decided one."""
    if claimed.claims is not Claim.SOLUTION or not claimed.solutions:
        return False
    if decided.verdict is Verdict.UNIQUE:
        return _are_other(claimed.solutions, decided.solutions)
    return decided.verdict is Verdict.NONE


def _are_other(some: Sequence[Grid], others: Sequence[Grid]) -> bool:
    """Whether the solutions that both show of a unique puzzle differ; an outsider may show none."""
    return bool(some) and bool(others) and some != others
