"""Engines asked about puzzle after puzzle, here or in workers; each solution is refereed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from sudocube.arguments import check_limits
from sudocube.engines.protocol import Answer, Engine, Failed, Found, OnResult, Refuted, Undecided
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.engines.registry import engine as make_engine
from sudocube.engines.registry import is_of_package, is_outside
from sudocube.errors import EngineError
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.processes import TaskFailure

T = TypeVar("T")

Choice = Callable[[Puzzle], Sequence[Engine]]
"""Which engines are asked about a puzzle."""

GRACE = 6.0
"""Seconds past its time limit after which an engine is stopped by force that should have stopped by itself.
One that cannot do so, or is often late, is stopped at the limit."""

Task = tuple[str, Any]
"""The name of an engine, and the puzzle that it is asked."""


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    default_timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
    on_result: OnResult = None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine; without it, engines that have a time
    limit of their own keep to that, and the others to `default_timeout`. `choose` gives those of the engines
    that are asked about a puzzle (by default all), in the order of the answers. `on_result` is called with
    each solution when it is found, as far as engines are asked in this process that do not count by
    themselves.

    `jobs` is as in `map_in_order`. But if one of the engines cannot stop by itself at a time limit, all of
    them are asked in workers from its first puzzle on. Workers make engines of their own, by their names. An
    engine that cannot be made by its name, such as a function, is asked by this process.

    Raises ValueError for two engines of the same name, a limit or a number of jobs that is no integer above
    0, or a timeout that is no time; later on, EngineError where a worker process cannot be started, or cannot
    make an engine.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    check_limits(timeout=default_timeout)
    by_name = {one.name: one for one in engines}
    if len(by_name) < len(engines):
        names = ", ".join(one.name for one in engines)
        raise ValueError(f"two engines of the same name among {names}")
    seconds = {name: timeout_of(one, timeout, default_timeout) for name, one in by_name.items()}
    asker = _Asker(limit, seconds, by_name, on_result)
    return _answers(asker, items, jobs, choose or (lambda _: engines))


def timeout_of(engine: Engine, timeout: float | None, default: float | None) -> float | None:
    """The time limit of an engine: `timeout`, else its own one, else the default, each if there is one."""
    return next((one for one in (timeout, engine.traits.default_timeout) if one is not None), default)


def ask_one(engine: Engine, puzzle: Puzzle, *, limit: int = 2, timeout: float | None = None) -> Answer:
    """The refereed answer of one engine to one puzzle; limits and errors are as in `ask`."""
    [(_, answers)] = ask([engine], [(None, puzzle)], limit=limit, timeout=timeout, jobs=1)
    return answers[engine.name]


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that support a puzzle."""
    return lambda puzzle: [one for one in engines if one.traits.supports(puzzle)]


def _answers(
    asker: _Asker, items: Iterable[tuple[T, Puzzle | None]], jobs: int | None, choose: Choice
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`. After the tasks of an item comes one without a name, which carries the item."""
    engines = asker.engines

    def tasks() -> Iterator[Task]:
        for item, puzzle in items:
            for one in choose(puzzle) if puzzle is not None else ():
                yield one.name, puzzle
            yield "", item

    from sudocube.processes import map_in_order

    asked_here = {"", *(name for name, one in engines.items() if not is_made_by_name(one))}
    results = map_in_order(
        asker,
        tasks(),
        jobs=jobs,
        timeout=asker.patience,
        alone=lambda task: task[0] in asked_here or engines[task[0]].traits.stops_in_time(task[1]),
        here=lambda task: task[0] in asked_here,
    )
    answers: dict[str, Answer] = {}
    with closing(results):
        for (name, asked), outcome in results:
            if name:
                answers[name] = _answer_of(name, outcome, asker.seconds[name])
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


class _Asker:
    """Asks engines: in this process those of the caller; in a worker each is made by its name, first.

    `seconds` are the time limits by name.
    """

    def __init__(
        self,
        limit: int,
        seconds: Mapping[str, float | None],
        engines: Mapping[str, Engine] | None = None,
        on_result: OnResult = None,
    ) -> None:
        self.limit, self.seconds, self.engines, self._on_result = limit, seconds, engines or {}, on_result

    def __reduce__(self) -> tuple[type[_Asker], tuple[object, ...]]:
        """For a worker."""
        return _Asker, (self.limit, self.seconds)

    def prepare(self, task: Task) -> None:
        """Make the engine; see `map_in_order`."""
        _engine_of_worker(task[0])

    def __call__(self, task: Task) -> Answer | None:
        """The answer to a task; None at the end of an item."""
        name, puzzle = task
        if not name:
            return None
        one = self.engines[name] if name in self.engines else _engine_of_worker(name)
        heard = None if one.traits.counts else self._on_result
        return refereed_answer(one, puzzle, limit=self.limit, timeout=self.seconds[name], on_result=heard)

    def patience(self, task: Task) -> float | None:
        """After how many seconds the work at a task is stopped by force, or None."""
        name, puzzle = task
        timeout = self.seconds[name]
        if timeout is None or not self.engines[name].traits.stops_in_time(puzzle):
            return timeout
        return 2 * timeout + GRACE  # an outsider may be asked once more


def _answer_of(name: str, outcome: Answer | TaskFailure | None, timeout: float | None) -> Answer:
    """What a worker answered; Failed where it did. To run out of time is no fault.

    Raises EngineError where the worker could not make the engine.
    """
    if isinstance(outcome, Found | Undecided | Failed | Refuted):
        return outcome
    assert outcome is not None  # there is a name
    if outcome.error is not None:
        raise EngineError(f"a worker process cannot make {name}: {outcome.error}") from outcome.error
    if outcome.is_timeout:
        return Undecided(f"out of time after {timeout:g} s, and stopped by force", outcome.seconds)
    return Failed(outcome.reason)
