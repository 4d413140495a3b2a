"""Engines asked about puzzle after puzzle, here or in workers; each solution is refereed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import inf
from time import perf_counter
from typing import Generic, TypeVar

from sudocube.arguments import check_limits
from sudocube.engines import Answer, Engine, Failed, Undecided
from sudocube.engines import engine as make_engine
from sudocube.errors import EngineError
from sudocube.jobs.refereed_answers import AskingLimits, refereed_answer
from sudocube.processes import ALONE_FOR, TaskFailure, WorkerPool, process_count
from sudocube.puzzle import Grid, Puzzle

T = TypeVar("T")

Choice = Callable[[Puzzle], Sequence[Engine]]
"""Which engines are asked about a puzzle."""

GRACE = 6.0
"""Seconds past its time limit after which an engine is stopped by force that should have stopped by itself.
One that cannot do so is stopped at the limit."""

SHORT_GRACE = 0.2
"""The same for an engine that is often late: where it is not, it keeps what it has built."""


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    default_timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine; without it, engines that have a time
    limit of their own keep to that, and the others to `default_timeout`. `choose` gives those of the engines
    that are asked about a puzzle (by default all), in the order of the answers. `on_result` is called with
    each solution when it is found, as far as engines are asked in this process that do not count by
    themselves.

    `jobs` is the number of processes that work. With None, the default everywhere, this process begins, and
    as many worker processes as there are cores take over once the engines have worked for a second. With 1,
    this process does everything. But if one of the engines cannot stop by itself at a time limit, all of them
    are asked in worker processes from the start. Workers make engines of their own, by their names, and
    do not import the script that runs here. With None, an engine that cannot be made by its name is asked
    in this process to the end. What is `only_here`, such as a function, is asked by this process in any case.

    Raises ValueError for two engines of the same name, a limit or a number of jobs that is no integer above
    0, or a timeout that is no time; later on, EngineError where a worker process cannot be started.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    check_limits(timeout=default_timeout)
    names = [one.name for one in engines]
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of the same name among {', '.join(names)}")
    limits = AskingLimits(limit, timeout, default_timeout)
    return _answers(engines, iter(items), limits, jobs, choose or (lambda _: engines), on_result)


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that support a puzzle."""
    return lambda puzzle: [one for one in engines if one.traits.supports(puzzle)]


def _answers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    jobs: int | None,
    choose: Choice,
    on_result: Callable[[Grid], object] | None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`: begin here where that is possible, and go on with workers where they are asked for."""
    is_all_here = all(one.traits.only_here for one in engines)
    keep_time = all(one.traits.supports_timeout for one in engines)
    left: Iterator[tuple[T, Puzzle | None]] | None = items
    if is_all_here or (keep_time and (jobs is None or jobs == 1)):

        @cache
        def can_go_on_in_workers() -> bool:
            return not is_all_here and all(map(_has_its_place, engines))

        alone_for = ALONE_FOR if process_count(jobs) > 1 else inf
        left = yield from _answers_here(items, limits, choose, on_result, alone_for, can_go_on_in_workers)
    if left is not None:
        yield from _answers_of_workers(engines, left, limits, choose, process_count(jobs))


def _answers_here(
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    choose: Choice,
    on_result: Callable[[Grid], object] | None,
    alone_for: float,
    can_go_on_in_workers: Callable[[], bool],
) -> Generator[tuple[T, dict[str, Answer]], None, Iterator[tuple[T, Puzzle | None]] | None]:
    """The answers of this process; it returns the items that are left for workers, or None.

    Workers are to go on after `alone_for` seconds of work, and before a puzzle for which an engine may be
    late.
    """
    busy = 0.0
    for item, puzzle in items:
        answers: dict[str, Answer] = {}
        if puzzle is not None:
            chosen = choose(puzzle)
            if not all(one.traits.stops_in_time(puzzle) for one in chosen) and can_go_on_in_workers():
                return chain([(item, puzzle)], items)
            start = perf_counter()
            for one in chosen:
                heard = None if one.traits.counts else on_result
                answers[one.name] = _answer(one, puzzle, limits, heard)
            busy += perf_counter() - start
        yield item, answers
        if busy > alone_for and can_go_on_in_workers():
            return items
    return None


def _answer(
    one: Engine, puzzle: Puzzle, limits: AskingLimits, on_result: Callable[[Grid], object] | None = None
) -> Answer:
    return refereed_answer(
        one, puzzle, limit=limits.limit, timeout=limits.timeout_of(one), on_result=on_result
    )


def _has_its_place(one: Engine) -> bool:
    """Whether it is clear where an engine is asked beside workers: in this process, or in any worker.

    A worker cannot make an object of the caller's own class.
    """
    try:
        return one.traits.only_here or type(make_engine(one.name)) is type(one)
    except Exception:  # whatever the maker of another package's engine raises
        return False


@dataclass(slots=True)
class _AskedPuzzle(Generic[T]):
    """An item in work. In `answers`, None means that the engine has not answered yet."""

    item: T
    puzzle: Puzzle | None
    answers: dict[str, Answer | None]


def _answers_of_workers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    choose: Choice,
    processes: int,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """The answers to each item, in order; what is `only_here` is asked in this process, in its turn.

    An engine that dies whenever a worker makes it is not asked any more. Raises EngineError where a worker
    process cannot be started, or cannot make an engine.
    """
    by_name = {one.name: one for one in engines}
    queue: deque[_AskedPuzzle[T]] = deque()
    dead: dict[str, Answer] = {}  # of each engine that never came up, the answer to whatever is asked
    alive: set[str] = set()  # the engines that came up in some worker

    def tasks() -> Iterator[tuple[str, Puzzle]]:
        for item, puzzle in items:
            chosen = choose(puzzle) if puzzle is not None else ()
            queue.append(_AskedPuzzle(item, puzzle, {one.name: dead.get(one.name) for one in chosen}))
            for one in chosen:
                if puzzle is not None and not one.traits.only_here and one.name not in dead:
                    yield one.name, puzzle

    def finished() -> Iterator[tuple[T, dict[str, Answer]]]:
        while queue:
            first, answers = queue[0], dict[str, Answer]()
            for name, answer in first.answers.items():
                if answer is None and first.puzzle is not None and by_name[name].traits.only_here:
                    answer = first.answers[name] = _answer(by_name[name], first.puzzle, limits)
                if answer is None:
                    return
                answers[name] = answer
            queue.popleft()
            yield first.item, answers

    timeout = _Patience(by_name, limits)
    with WorkerPool(processes) as pool, closing(pool.map(_Asker(limits), tasks(), timeout=timeout)) as given:
        for (name, puzzle), outcome in given:
            answer = _answer_of(name, outcome, limits.timeout_of(by_name[name]))
            is_dead = isinstance(outcome, TaskFailure) and outcome.is_at_start
            if not is_dead:
                alive.add(name)
            elif name not in alive:
                dead[name] = answer
            first = next(one for one in queue if one.puzzle is puzzle and one.answers.get(name) is None)
            first.answers[name] = answer
            yield from finished()
        yield from finished()


class _Patience:
    """For a task, an engine's name and a puzzle: after how many seconds it is stopped by force, or None."""

    def __init__(self, engines: dict[str, Engine], limits: AskingLimits) -> None:
        self._engines = {name: (one, limits.timeout_of(one)) for name, one in engines.items()}

    def __call__(self, task: tuple[str, Puzzle]) -> float | None:
        name, puzzle = task
        one, timeout = self._engines[name]
        if timeout is None or not one.traits.supports_timeout:
            return timeout
        if one.traits.default_timeout is not None:  # an outsider may be asked once more
            return 2 * timeout + GRACE
        return timeout + (GRACE if one.traits.stops_in_time(puzzle) else SHORT_GRACE)


@cache
def _engine_of_worker(name: str) -> Engine:
    return make_engine(name)


@dataclass(frozen=True, slots=True)
class _Asker:
    """In a worker: asks engines, each made by its name before its first puzzle."""

    limits: AskingLimits

    def prepare(self, task: tuple[str, Puzzle]) -> None:
        """Make the engine; see `map_in_order`."""
        _engine_of_worker(task[0])

    def __call__(self, task: tuple[str, Puzzle]) -> Answer:
        """The answer to a task."""
        name, puzzle = task
        return _answer(_engine_of_worker(name), puzzle, self.limits)


def _answer_of(name: str, outcome: Answer | TaskFailure, timeout: float | None) -> Answer:
    """What a worker answered; `unknown` where it failed. To run out of time is not faulty.

    Raises EngineError where the worker could not make the engine.
    """
    if not isinstance(outcome, TaskFailure):
        return outcome
    if outcome.error is not None:
        raise EngineError(f"a worker process cannot make {name}: {outcome.error}") from outcome.error
    if outcome.is_timeout:
        reason = f"out of time after {timeout:g} s, and stopped by force"
        return Undecided(reason, outcome.seconds)
    where = "could not be started: " if outcome.is_at_start else ""
    return Failed(f"{where}{outcome.reason}")
