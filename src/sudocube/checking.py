"""Verdicts by one engine: check, solve, count.

>>> check("1... ..2. .3.. ...4").verdict
<Verdict.UNIQUE: 'unique'>
>>> str(solve("1... ..2. .3.. ...4"))
'1243342143122134'
>>> count("1... .... .... ....")
Count(number=72, exact=True)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import Engine, default_engines, engine_for
from sudocube.engines import engine as make_engine
from sudocube.errors import EngineError, FormatError, UndecidedError, UnsupportedError
from sudocube.formats import Entry
from sudocube.jobs import ask, refereed_answer, suited
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Evidence, Verdict

COUNTED_AT_MOST = 1_000_000
"""Where `count` stops unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What one engine says of one puzzle of a batch.

    `index` counts from 1; `source` says where the puzzle stood, such as `puzzles.txt:12`. Where it could
    not be read, `error` says why, the verdict is `invalid` and `puzzle` is None. `solutions` holds two at
    most, `seconds` is the engine's time, and `reason` says why a verdict is `unknown`.
    """

    index: int
    source: str
    puzzle: Puzzle | None
    verdict: Verdict
    evidence: Evidence | None = None
    solutions: tuple[Grid, ...] = ()
    engine: str | None = None
    seconds: float = 0.0
    reason: str | None = None
    error: FormatError | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions: exactly `number`, or at least that many where not `exact`."""

    number: int
    exact: bool


def check(puzzle: Puzzle | str, *, engine: str | None = None, timeout: float | None = None) -> Checked:
    """Whether a puzzle has no, one or several solutions, as one engine sees it.

    Where no engine is named, the compiled kernel serves 9×9 and `sat` everything else. `timeout` is in
    seconds; past it the verdict is `unknown`. Raises PuzzleError for a text that is no puzzle,
    UnknownNameError for an engine that there is not.
    """
    subject = as_puzzle(puzzle)
    return next(check_many([subject], engine=engine_for(subject, engine), timeout=timeout, jobs=1))


def check_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    engine: str | Engine | None = None,
    timeout: float | None = None,
    jobs: int | None = 1,
) -> Generator[Checked, None, None]:
    """Check puzzle after puzzle, in order; see `check`, and `sudocube.jobs.ask` for `jobs`.

    Puzzles may be texts or what `sudocube.formats.read` yields; what is no puzzle gets the verdict
    `invalid`, and the others go on.
    """
    names = default_engines() if engine is None else [engine]
    made = [make_engine(one) if isinstance(one, str) else one for one in names]
    takes = suited(made)

    def first(puzzle: Puzzle) -> Sequence[Engine]:
        return takes(puzzle)[:1] if engine is None else made

    for (index, entry), answers in ask(made, numbered(puzzles), timeout=timeout, jobs=jobs, choose=first):
        if entry.puzzle is None:
            yield Checked(index, entry.source, None, Verdict.INVALID, error=entry.error)
            continue
        [(name, answer)] = answers.items()
        yield Checked(
            index,
            entry.source,
            entry.puzzle,
            answer.verdict,
            answer.evidence,
            answer.solutions,
            name,
            answer.seconds,
            answer.reason,
        )


def solve(puzzle: Puzzle | str, *, engine: str | None = None, timeout: float | None = None) -> Grid | None:
    """A solution of the puzzle, passed by the referee, or None where it has none.

    Where there are several, one of them: `check` tells. Raises UndecidedError where time ran out, or
    the engine got stuck, before either was known; EngineError for an engine that went wrong; and what
    `check` raises.
    """
    subject = as_puzzle(puzzle)
    answer = answer_of(subject, engine_for(subject, engine), limit=1, timeout=timeout)
    if answer.solutions:
        return answer.solutions[0]
    if answer.verdict is Verdict.NONE:
        return None
    raise (EngineError if answer.faulty else UndecidedError)(answer.reason)


def count(
    puzzle: Puzzle | str,
    *,
    limit: int = COUNTED_AT_MOST,
    engine: str | None = None,
    timeout: float | None = None,
) -> Count:
    """How many solutions there are, up to a limit.

    The referee has passed each of them, but for an engine that counts more than it shows: there, two.

    Not exact means "at least": the limit was reached, time ran out, or the engine got stuck. Raises
    EngineError for an engine that went wrong, and what `check` raises.
    """
    subject = as_puzzle(puzzle)
    answer = answer_of(subject, engine_for(subject, engine), limit=limit, timeout=timeout)
    if answer.faulty:
        raise EngineError(answer.reason)
    return Count(answer.count, answer.exhausted)


def answer_of(
    puzzle: Puzzle,
    engine: Engine,
    *,
    limit: int,
    timeout: float | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Answer:
    """The refereed answer of one engine, looking for up to `limit` solutions.

    `on_result` gets every solution as it is found. Raises ValueError for a limit below 1 or a time limit that
    is none, UnsupportedError where `on_result` is asked of an engine that has to be stopped by force.
    """
    if on_result is None:
        asked = ask([engine], [(None, puzzle)], limit=limit, timeout=timeout, jobs=1)
        return next(asked)[1][engine.name]
    if not engine.traits.supports_timeout:
        raise UnsupportedError(f"{engine.name} runs in a process of its own, and cannot list solutions")
    check_limits(limit=limit, timeout=timeout)
    return refereed_answer(engine, puzzle, limit=limit, timeout=timeout, on_result=on_result)
