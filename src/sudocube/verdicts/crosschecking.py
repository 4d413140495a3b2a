"""Several engines asked about puzzle after puzzle, and their answers compared."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from sudocube.arguments import as_puzzle, check_count, check_limits, numbered
from sudocube.engines import DEFAULT_ENGINES, AnyEngine, Engine, FunctionEngine, as_engine, kept_engine
from sudocube.engines import engine as make_engine
from sudocube.errors import UnsupportedError, quoted
from sudocube.jobs import AskingLimits, ask, suited
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows import Entry
from sudocube.verdicts.answer_judge import AnswerJudge
from sudocube.verdicts.crosschecked import Crosschecked
from sudocube.verdicts.shrinking import DEFAULT_TRIES


def crosscheck(
    puzzle: CellForms,
    *,
    engines: Sequence[AnyEngine] | None = None,
    timeout: float | None = None,
    prove: bool = False,
    shrink: bool = False,
    fewest_clues: bool = False,
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
    with few blanks, which is easiest to trace by hand, and with `fewest_clues` also one with few clues. For
    each of the two, the engine is asked at most `tries` times.

    Raises TypeError for what `Puzzle` does not take, for an engine that is none, and for a single one
    that is not in a list; PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does
    not exist, UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here or is named twice, and ValueError for an empty list of
    engines, for a timeout that is not a number above 0, for tries that are no integer above 0, and for
    `fewest_clues` without `shrink`.

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
        fewest_clues=fewest_clues,
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
    fewest_clues: bool = False,
    tries: int = DEFAULT_TRIES,
) -> Generator[Crosschecked, None, None]:
    """Crosscheck puzzle after puzzle, as `crosscheck` does; the results come in order.

    Puzzles may be texts or what `sudocube.rows.read` yields; what is no puzzle gets the verdict
    `invalid`, and the others go on. `jobs` is the number of processes: with 1, all is done in this process;
    with None, work begins in this process, and goes on with all cores if it takes more than a second (see
    `sudocube.jobs.ask`). An engine that is given as an object is made again in each worker, by its name; a
    function is asked by this process in any case. Without a `timeout`, programs and functions that are given
    by name have ten seconds for a puzzle, and other engines `default_timeout`. Shrinking is done in this
    process, too. What `read` found stored beside the puzzles is judged (see `Crosschecked.stored`), and the
    engine `stored` answers with it.

    Raises at the call: TypeError for a single puzzle or engine in place of several and for an engine that is
    none, UnknownNameError for an engine that does not exist, UnavailableError for one that is not installed,
    EncodingError for a mistake in its encoding, UnsupportedError for one that does not run here or is named
    twice, and ValueError for an empty list of engines, a timeout that is not a number above 0, fewer than one
    job, tries that are no integer above 0, or `fewest_clues` without `shrink`. While the results are read:
    TypeError for an item that is no puzzle in any form, and EngineError if worker processes cannot be
    started.

    >>> checked = list(crosscheck_many(["1... ..2. .3.. ...4", "16 dots"], engines=["phases", "sat"]))
    >>> [(one.index, str(one.verdict), one.agree) for one in checked]
    [(1, 'unique', True), (2, 'invalid', True)]
    """
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)
    check_count(tries, "{} tries")
    if fewest_clues and not shrink:
        raise ValueError("fewest_clues goes with shrink")
    choose = suited(made) if engines is None else (lambda _: made)
    judge = AnswerJudge(made, choose, AskingLimits(2, timeout, default_timeout), prove=prove)
    answered = ask(
        judge.asked,
        numbered(puzzles),
        timeout=timeout,
        default_timeout=default_timeout,
        jobs=jobs,
        choose=judge.chosen,
    )
    results = (judge.crosschecked(index, entry, answers) for (index, entry), answers in answered)
    if not shrink:
        return results
    return (judge.with_shrunk(found, tries=tries, fewest_clues=fewest_clues) for found in results)


def made_engines(engines: Sequence[AnyEngine], make: Callable[[str], Engine] = make_engine) -> list[Engine]:
    """The engines of names, objects and functions; raises UnsupportedError if two are the same engine.

    Two functions of the same name are told apart by a number: `solver()` and `solver()#2`. Raises TypeError
    for a single engine in place of several, and for what is none, and ValueError for no engine at all.
    """
    given: object = engines
    if not isinstance(given, Iterable) or isinstance(given, str) or hasattr(given, "answer"):
        raise TypeError(f"several engines are asked for: put a single one in a list: {_in_a_list(given)}")
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


def _in_a_list(single: object) -> str:
    """How a single engine, or whatever was given in its place, is written as a list."""
    if isinstance(single, str):
        is_outside = "command:" in single or "python:" in single  # there, a comma may be part of the name
        return f"engines={[single] if is_outside else single.split(',')}"
    name = getattr(single, "__name__", None)
    if isinstance(name, str) and name.isidentifier():
        return f"engines=[{name}]"
    return f"engines=[…], not {quoted(single) if isinstance(single, int | float) else type(single).__name__}"


def _function_of(engine: Engine) -> object:
    return engine.function if isinstance(engine, FunctionEngine) else None
