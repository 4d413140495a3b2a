"""Several engines asked about puzzle after puzzle, and their answers compared.

>>> checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", "sat"])
>>> checked.verdict, checked.evidence, checked.agree
(<Verdict.UNIQUE: 'unique'>, <Evidence.AGREEMENT: 'agreement'>, True)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace

from sudocube.arguments import as_puzzle, check_count, check_limits, numbered
from sudocube.engines import Answer, Engine, kept_engine
from sudocube.engines import engine as make_engine
from sudocube.engines.asking import ask, asked_alone, timeout_of
from sudocube.engines.outsiders import FunctionEngine
from sudocube.engines.own_engines import STORED
from sudocube.engines.registry import DEFAULT_ENGINES, AnyEngine, as_engine, is_of_package
from sudocube.errors import UnsupportedError, quoted
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Evidence
from sudocube.verdicts.judging import PROVER, Crosschecked, compared
from sudocube.verdicts.shrinking import DEFAULT_TRIES, shrunk_refutation
from sudocube.verdicts.stored_answers import judged_answer, stored_answer

PROOF_SECONDS = 60.0
"""How long a proof is looked for that settles a disagreement, where there is no time limit."""


def crosscheck(
    puzzle: CellForms,
    *,
    engines: Sequence[AnyEngine] | None = None,
    timeout: float | None = None,
    prove: bool = False,
    shrink: bool = False,
    tries: int = DEFAULT_TRIES,
) -> Crosschecked:
    """Ask several engines about a puzzle, and compare their answers.

    Each engine is a name, an Engine, or a function as in `check`, which also says what happens to a function
    at a time limit. If none are given, they are those of DEFAULT_ENGINES that support the puzzle. `timeout`
    is in seconds, for each engine. If they disagree and
    nothing else settles it, or say `multiple` and do not show it, a proof is asked for, for as long (or a
    minute) at most; with `prove`, it is asked for in any case: a refutation that the trusted checker accepts.
    Who is shown to be wrong stands in `refuted`.

    With `shrink`, `shrunk` has for each of them a small puzzle on which it is refuted in the same way: one
    with few blanks, which is easiest to trace by hand. For it the engine is asked at most `tries` times.

    Raises TypeError for what `Puzzle` does not take, for an engine that is none, and for a single one
    that is not in a list; PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does
    not exist, UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here or is named twice, and ValueError for an empty list of
    engines, for a timeout that is not a number above 0, and for tries that are no integer above 0.

    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["sat", "cpsat", lambda cells: 1])
    >>> checked.verdict, checked.decided_by, [str(one.claims) for one in checked.answers.values()]
    (<Verdict.UNIQUE: 'unique'>, 3, ['verdict', 'verdict', 'count'])
    >>> def hasty(cells):
    ...     return "none" if cells[1] == "." else list(crosscheck(cells, engines=["sat"]).solutions)
    >>> crosscheck("1... ..2. .3.. ...4", engines=["sat", hasty], shrink=True).shrunk["hasty()"].puzzle
    Puzzle('1.43342143122134')
    """
    subject = as_puzzle(puzzle)
    check_limits(timeout=timeout)
    made = made_engines(DEFAULT_ENGINES if engines is None else engines, make=kept_engine)
    if engines is None:
        made = [one for one in made if one.traits.supports(subject)]
    results = crosscheck_many(
        [subject],
        engines=made,
        timeout=timeout,
        jobs=1,
        prove=prove,
        shrink=shrink,
        tries=tries,
    )
    return next(results)


def crosscheck_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    engines: Sequence[AnyEngine] | None = None,
    timeout: float | None = None,
    default_timeout: float | None = None,
    jobs: int | None = None,
    prove: bool = False,
    shrink: bool = False,
    tries: int = DEFAULT_TRIES,
) -> Generator[Crosschecked, None, None]:
    """Crosscheck puzzle after puzzle, as `crosscheck` does; the results come in order.

    Puzzles may be texts or what `sudocube.read` yields; what is no puzzle gets the verdict
    `invalid`, and the others go on. `jobs` is the number of processes: with 1, all is done in this process;
    with None, work begins in this process, and goes on with all cores if it takes more than a second (see
    `engines.asking`). An engine that is given as an object is made again in each worker, by its name; a
    function is asked by this process in any case. Without a `timeout`, programs and functions that are given
    by name have ten seconds for a puzzle, and other engines `default_timeout`. Shrinking is done in this
    process, too. What `read` found stored beside the puzzles is judged (see `Crosschecked.stored`), and the
    engine `stored` answers with it.

    Raises at the call: TypeError for a single puzzle or engine in place of several and for an engine that is
    none, UnknownNameError for an engine that does not exist, UnavailableError for one that is not installed,
    EncodingError for a mistake in its encoding, UnsupportedError for one that does not run here or is named
    twice, and ValueError for an empty list of engines, a timeout that is not a number above 0, fewer than one
    job, or tries that are no integer above 0. While the results are read:
    TypeError for an item that is no puzzle in any form, and EngineError if worker processes cannot be
    started.

    >>> checked = list(crosscheck_many(["1... ..2. .3.. ...4", "16 dots"], engines=["phases", "sat"]))
    >>> [(one.index, str(one.verdict), one.agree) for one in checked]
    [(1, 'unique', True), (2, 'invalid', True)]
    """
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)
    check_count(tries, "{} tries")

    def choose(puzzle: Puzzle) -> list[Engine]:
        return [one for one in made if engines is not None or one.traits.supports(puzzle)]

    check = _Crosscheck(made, choose, timeout, default_timeout, prove=prove)
    answered = ask(
        check.asked,
        numbered(puzzles),
        timeout=timeout,
        default_timeout=default_timeout,
        jobs=jobs,
        choose=check.chosen,
    )
    results = (check.judged(index, entry, answers) for (index, entry), answers in answered)
    if not shrink:
        return results
    return (check.with_shrunk(found, tries=tries) for found in results)


def crosscheck_growing(
    puzzle: Puzzle | str | Entry,
    *,
    engines: Sequence[Engine],
    timeout: float | None = None,
    prove: bool = False,
) -> Generator[Crosschecked, None, None]:
    """The result for a puzzle after each engine's answer, in the order of the engines.

    The last one is what `crosscheck` says of the puzzle with these engines: only for that is a proof asked
    for where they disagree, and with `prove` in any case. In those before, `answers` holds the engines that
    have answered so far. An engine that does not support the puzzle answers `unknown`, with the reason.
    `timeout` is in seconds, for each engine; the engines are asked in this process. What is no
    puzzle has one result.

    Raises ValueError for a timeout that is not a number above 0; and TypeError for what is no puzzle in any
    form.

    >>> from sudocube.engines import engine
    >>> engines = [engine("phases"), engine("sat:minimal")]
    >>> grown = crosscheck_growing("1... ..2. .3.. ...4", engines=engines)
    >>> [(len(checked.answers), str(checked.evidence)) for checked in grown]
    [(1, 'search'), (2, 'agreement')]
    """
    check_limits(timeout=timeout)
    check = _Crosscheck(engines, lambda _: engines, timeout, prove=prove)
    [((_, entry), subject)] = numbered([puzzle])

    def grown() -> Generator[Crosschecked, None, None]:
        answers: dict[str, Answer] = {}
        if subject is not None:
            for one in check.chosen(subject):
                if answers:
                    yield compared(1, entry.source, subject, dict(answers))
                answers[one.name] = check.answer_of(one, subject)
        yield check.judged(1, entry, answers)

    return grown()


class _Crosscheck:
    """Several engines whose answers to puzzle after puzzle are judged.

    `choose` gives those of the `engines` that support a puzzle. With `prove`, the prover is asked about each
    puzzle. `asked` are all engines that have to be asked, the prover among them: not `stored`, whose answers
    come with the puzzles.
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        choose: Callable[[Puzzle], Sequence[Engine]],
        timeout: float | None,
        default_timeout: float | None = None,
        *,
        prove: bool,
    ) -> None:
        self._choose, self._timeouts, self._prove = choose, (timeout, default_timeout), prove
        self._compared = [one for one in engines if one.name != STORED]
        self._outsiders = {one.name for one in engines if not is_of_package(one)}
        is_prover_named = any(one.name == PROVER for one in engines)
        self._provers = [kept_engine(PROVER)] if prove and not is_prover_named else []
        self.asked = [*self._compared, *self._provers]

    def chosen(self, puzzle: Puzzle) -> list[Engine]:
        """The engines to ask about a puzzle."""
        return [*(one for one in self._choose(puzzle) if one in self._compared), *self._provers]

    def answer_of(self, engine: Engine, puzzle: Puzzle, timeout: float | None = None) -> Answer:
        """What one engine says of a puzzle now."""
        seconds = timeout_of(engine, *self._timeouts)
        [(_, answers)] = ask([engine], [(None, puzzle)], timeout=seconds or timeout, jobs=1)
        return answers[engine.name]

    def judged(self, index: int, entry: Entry, answers: Mapping[str, Answer]) -> Crosschecked:
        """The result for an entry, from what the engines that were asked have said.

        A disagreement that nothing settles, and a verdict of outsiders alone, call for a proof. A program
        that would be refuted is started anew and asked once more: it may have been at another puzzle.
        """
        puzzle = entry.puzzle
        if puzzle is None:
            return Crosschecked.of_error(index, entry)
        stored = stored_answer(entry.stored, puzzle)
        said = {STORED: stored, **answers}
        own = {one.name: said[one.name] for one in self._choose(puzzle) if one.name in said}

        def judge(proof: Answer | None) -> Crosschecked:
            where = index, entry.source, puzzle
            return compared(*where, own, proof, stored=stored, outsiders=self._outsiders)

        proof = answers[PROVER] if self._prove else None
        found = judge(proof)
        deciders = {name for name, one in own.items() if one.verdict.is_decided}
        is_by_outsiders = found.evidence is Evidence.SEARCH and deciders <= self._outsiders
        if proof is None and (found.calls_for_proof or is_by_outsiders):
            proof = own.get(PROVER) or self.answer_of(kept_engine(PROVER), puzzle, PROOF_SECONDS)
            found = judge(proof)
        for one in self._refuted(found):
            seconds = timeout_of(one, *self._timeouts)
            own[one.name] = asked_alone(one, puzzle, own[one.name], timeout=seconds)
        found = replace(judge(proof) if found.refuted else found, entry=entry)
        if entry.stored is None:
            return found
        answer = judged_answer(entry.stored, puzzle, found.verdict, found.solutions)
        return replace(found, stored=answer.kind, stored_fault=answer.fault)

    def with_shrunk(self, found: Crosschecked, *, tries: int) -> Crosschecked:
        """The result with a small puzzle for each engine that is refuted; pencilmarks are not shrunk."""
        refuted = self._refuted(found)
        if found.puzzle is None or found.puzzle.candidates is not None or not refuted:
            return found
        shrunk = {
            one.name: shrunk_refutation(
                one,
                found.puzzle,
                found.refuted[one.name],
                tries=tries,
                timeout=timeout_of(one, *self._timeouts),
            )
            for one in refuted
        }
        return replace(found, shrunk=shrunk)

    def _refuted(self, found: Crosschecked) -> list[Engine]:
        return [one for one in self._compared if one.name in found.refuted]


def made_engines(engines: Sequence[AnyEngine], make: Callable[[str], Engine] = make_engine) -> list[Engine]:
    """The engines of names, objects and functions; raises UnsupportedError if two are the same engine.

    Two functions of the same name are told apart by a number: `solver()` and `solver()#2`. Raises TypeError
    for a single engine in place of several, and for what is none, and ValueError for no engine at all.
    """
    given: object = engines
    if not isinstance(given, Iterable) or isinstance(given, str) or hasattr(given, "answer"):
        raise TypeError(f'engines are a list, such as ["phases", "sat"], not {quoted(given)}')
    if not engines:
        raise ValueError("no engine is named: crosscheck asks one at least, and two to compare")
    made: list[Engine] = []
    for one in engines:
        new = as_engine(one, make)
        same = [other for other in made if other.name.partition("#")[0] == new.name]
        if same:
            known = [getattr(other, "function", None) for other in same]
            if not isinstance(new, FunctionEngine) or new.function in known:
                raise UnsupportedError(f"{new.name} is named twice; it cannot confirm itself")
            new = FunctionEngine(new.function, f"{new.name}#{len(same) + 1}")
        made.append(new)
    return made
