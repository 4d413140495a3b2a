"""Engines asked about puzzle after puzzle, here or in workers, and their solutions refereed.

Engines of this package, programs and functions alike hand their solutions on one by one, and then say what
they claim. The referee sees every solution here, and nowhere else. An error becomes an answer, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from sudocube.arguments import check_limits
from sudocube.engines.protocol import Answer, Engine, Failed, Found, OnResult, Refuted, Traits, Undecided
from sudocube.engines.registry import engine as make_engine
from sudocube.engines.registry import is_of_package, is_outside
from sudocube.errors import EngineError, RefutedError, SudocubeError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import REMEMBERED, SOLUTIONS, Claim, refereed

if TYPE_CHECKING:
    from sudocube.processes import TaskFailure

T = TypeVar("T")

Choice = Callable[[Puzzle], Sequence[Engine]]
"""Which engines are asked about a puzzle."""

MADE_WITHIN = 2.0
"""Seconds past its time limit after which an engine is stopped by force: a worker has to make it first."""

Task = tuple[str, Any]
"""The name of an engine, and the puzzle that it is asked."""


ONE_LINE = "a program prints one line for each puzzle, and keeps nothing from one to the next"


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    on_result: OnResult = None,
) -> Answer:
    """The engine's answer, where the referee has passed each of its solutions.

    It is Undecided where the engine takes no such puzzle, and Failed, with the reason, where it raises any
    other exception: in a batch the others go on. It is Refuted where the referee refuses a solution, where
    one is given twice, or where their number does not fit the answer. A program that was asked something
    before is asked alone first.

    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two in its answer, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    passed: dict[bytes, Grid] = {}
    shown, callers_error = 0, None

    def hear(grid: Grid) -> None:
        """Have the referee look at another solution, and tell the caller."""
        nonlocal shown, callers_error
        refereed(grid, puzzle)
        if grid.cells in passed:
            raise RefutedError(f"the referee refuses the solution {grid}: it was given twice")
        shown += 1
        if shown <= REMEMBERED:
            passed[grid.cells] = grid
        if on_result is not None:
            try:
                on_result(grid)
            except Exception as error:
                callers_error = error
                raise

    try:
        heard = None if on_result is None and engine.traits.counts else hear
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=heard)
        for grid in answer.solutions:
            if grid.cells not in passed:  # it is shown only in the answer
                hear(grid)
        if answer.count != shown and isinstance(answer, Found) and not _fits(answer, shown, engine.traits):
            number = f"{shown} solution{'s' * (shown != 1)}"
            raise RefutedError(f"{engine.name} says {answer.verdict}, and has shown {number}")
    except Exception as error:  # also where an engine returns something that is no answer
        answer = _after_error(error, engine.name, tuple(islice(passed.values(), 2)))
    if callers_error is not None:  # whatever the engine has made of it
        raise callers_error from None
    if isinstance(answer, Refuted) and not answer.passed and getattr(engine, "asked_before", None):
        return asked_alone(engine, puzzle, answer, limit, timeout)
    return answer


def _after_error(error: Exception, name: str, passed: tuple[Grid, ...]) -> Answer:
    """The answer of an engine that has raised an exception."""
    if isinstance(error, UnsupportedError):
        return Undecided(str(error))
    if isinstance(error, RefutedError):
        return Refuted(str(error), refused=error.refused, passed=passed)
    broke_off = f"{name} broke off: {type(error).__name__}: {error}"
    return Failed(str(error) if isinstance(error, SudocubeError) else broke_off, passed=passed)


def _fits(answer: Found, shown: int, traits: Traits) -> bool:
    """Whether a verdict fits the number of different solutions that were shown."""
    verdict = answer.verdict
    most = SOLUTIONS.get(verdict, inf)
    if answer.claims is Claim.COUNT and verdict.is_decided:
        most = answer.claimed_count or answer.count
    least = min(answer.count, 2) if not traits.is_outside and verdict.is_decided else 0
    return least <= shown <= most


def asked_alone(
    engine: Engine, puzzle: Puzzle, before: Answer, limit: int = 2, timeout: float | None = None
) -> Answer:
    """The answer to be refuted of a program, asked once more as one that was asked nothing else.

    It may have been at another puzzle before. If it says something else now, it failed. Engines that are no
    such programs are not asked again.
    """
    if not getattr(engine, "is_kept", False):
        return before
    engine.close()  # type: ignore[attr-defined] # it is an Outsider
    alone = refereed_answer(engine, puzzle, limit=limit, timeout=timeout)
    if (type(alone), alone.verdict, alone.count) == (type(before), before.verdict, before.count):
        return alone
    what = "gives another answer" if alone.verdict.is_decided else f"gives none ({alone.reason})"
    return Failed(f"out of turn: asked alone, it {what}; {ONE_LINE}", alone.seconds)


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    default_timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine; without it, engines that have a time
    limit of their own keep to that, and the others to `default_timeout`. `choose` gives the engines that are
    asked about a puzzle (by default all), in the order of the answers.

    `jobs` is as in `map_in_order`. But if one of the engines cannot stop by itself at a time limit, all of
    them are asked in workers, where that one is stopped by force. Workers make engines of their own, by their
    names. An engine that cannot be made by its name, such as a function, is asked by this process.

    No two engines have the same name. Raises ValueError for a limit or a number of jobs that is no integer
    above 0, or a timeout that is no time; later on, EngineError where a worker process cannot be started, or
    cannot make an engine.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    check_limits(timeout=default_timeout)
    asker = _Asker(limit, (timeout, default_timeout), {one.name: one for one in engines})
    return _answers(asker, items, jobs, choose or (lambda _: engines))


def timeout_of(engine: Engine, timeout: float | None, default: float | None) -> float | None:
    """The time limit of an engine: `timeout`, else its own one, else the default, each if there is one."""
    return next((one for one in (timeout, engine.traits.default_timeout) if one is not None), default)


def ask_one(engine: Engine, puzzle: Puzzle, *, limit: int = 2, timeout: float | None = None) -> Answer:
    """The refereed answer of one engine to one puzzle; limits and errors are as in `ask`."""
    [(_, answers)] = ask([engine], [(None, puzzle)], limit=limit, timeout=timeout, jobs=1)
    return answers[engine.name]


def _answers(
    asker: _Asker, items: Iterable[tuple[T, Puzzle | None]], jobs: int | None, choose: Choice
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`. After the tasks of an item comes one without a name, which carries the item."""
    engines = asker.engines

    def tasks() -> Iterator[Task]:
        for item, puzzle in items:
            for one in choose(puzzle) if puzzle is not None else ():
                engines.setdefault(one.name, one)
                yield one.name, puzzle
            yield "", item

    from sudocube.processes import map_in_order

    asked_here = {"", *(name for name, one in engines.items() if not is_made_by_name(one))}
    by_force = {
        name: (seconds := asker.seconds(one)) and seconds + MADE_WITHIN
        for name, one in engines.items()
        if not one.traits.supports_timeout
    }
    results = map_in_order(
        asker,
        tasks(),
        jobs=jobs,
        timeout=(lambda task: by_force.get(task[0])) if by_force else None,
        here=lambda task: task[0] in asked_here,
    )
    answers: dict[str, Answer] = {}
    with closing(results):
        for (name, asked), outcome in results:
            if outcome is not None:
                answers[name] = _answer_of(name, outcome, asker.seconds(engines[name]))
            else:
                yield asked, answers
                answers = {}


def is_made_by_name(one: Engine) -> bool:
    """Whether a worker makes the same engine by its name; it cannot make an object of the caller's class."""
    if is_of_package(one) or is_outside(one.name):
        return True
    try:
        return type(make_engine(one.name)) is type(one)
    except Exception:  # whatever the maker of another package's engine raises
        return False


_engine_of_worker = cache(make_engine)


@dataclass
class _Asker:
    """Asks engines: in this process those of the caller; in a worker each is made by its name, first.

    `timeouts` are the last arguments of `timeout_of`, and `at_end` the programs that answer only when their
    input is at an end, as far as it is known here.
    """

    limit: int
    timeouts: tuple[float | None, float | None]
    engines: dict[str, Engine]
    at_end: Collection[str] = ()

    def __getstate__(self) -> dict[str, object]:
        """For a worker."""
        at_end = [name for name, one in self.engines.items() if getattr(one, "is_kept", None) is False]
        return {**vars(self), "engines": {}, "at_end": at_end}

    def seconds(self, engine: Engine) -> float | None:
        """The time limit of an engine."""
        return timeout_of(engine, *self.timeouts)

    def __call__(self, task: Task) -> Answer | None:
        """The answer to a task; None at the end of an item."""
        name, puzzle = task
        if not name:
            return None
        one = self.engines[name] if name in self.engines else _engine_of_worker(name)
        if name in self.at_end:
            one.is_kept = False  # type: ignore[attr-defined] # it is an Outsider
        return refereed_answer(one, puzzle, limit=self.limit, timeout=self.seconds(one))


def _answer_of(name: str, outcome: Answer | TaskFailure, timeout: float | None) -> Answer:
    """What a worker answered; Failed where it did. To run out of time is no fault.

    Raises EngineError where the worker could not make the engine.
    """
    if isinstance(outcome, Found | Undecided | Failed | Refuted):
        return outcome
    if outcome.error is not None:
        raise EngineError(f"a worker process cannot make {name}: {outcome.error}") from outcome.error
    if outcome.is_timeout:
        return Undecided(f"out of time after {timeout:g} s, and stopped by force", outcome.seconds)
    return Failed(outcome.reason)
