"""Engines asked about one puzzle, or puzzle after puzzle, here or in workers; each solution is refereed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import Generic, TypeVar

from sudocube.arguments import check_limits
from sudocube.engines import Engine
from sudocube.engines import engine as make_engine
from sudocube.errors import EngineError, RefutedError, SudocubeError
from sudocube.processes.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee, refereed
from sudocube.verdict import Answer, Verdict

T = TypeVar("T")

Choice = Callable[[Puzzle], Sequence[Engine]]
"""Which engines are asked about a puzzle."""

AHEAD_AT_MOST = 1024
"""Puzzles that are taken before the first of them is answered; bounds the memory."""

GRACE = 6.0
"""Seconds past its time limit after which an engine is stopped by force that should have stopped by itself.
One that cannot do so is stopped at the limit."""

SHORT_GRACE = 0.2
"""The same for an engine that is often late: where it is not, it keeps what it has built."""

SHOWN = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""How many different solutions back a decided verdict."""


def refereed_answer(
    engine: Engine,
    puzzle: Puzzle,
    *,
    limit: int = 2,
    timeout: float | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Answer:
    """The engine's answer, where the referee has passed each of its solutions.

    The answer is `unknown` and `faulty`, with the reason, where the engine raises an exception: in a batch
    the others go on. It is `refuted` as well where the referee refuses a solution, or where the verdict does
    not fit the solutions.

    `on_result` is called with each solution that was passed, as it is found. Without it, an engine that
    counts by itself shows only the first two of many, and the referee sees those. An exception that
    `on_result` raises comes through.
    """
    first: list[Grid] = []
    previous: Grid | None = None

    def pass_on(grid: Grid) -> None:
        nonlocal previous
        refereed(grid, puzzle)
        if grid == previous:
            why = f"the referee refuses the solution {grid}: it was given twice"
            raise RefutedError(why, contradicts_itself=True)
        previous = grid
        if len(first) < 2:
            first.append(grid)
        if on_result is not None:
            try:
                on_result(grid)
            except Exception as error:
                raise _CallerError(error) from error

    if not engine.traits.supports(puzzle):
        what = f"puzzles of size {puzzle.geometry.size}" if puzzle.candidates is None else "pencilmarks"
        return Answer.unknown(f"{engine.name} takes no {what}")
    by_itself = on_result is None and limit > 2 and engine.traits.counts
    try:
        answer = engine.answer(puzzle, limit=limit, timeout=timeout, on_result=None if by_itself else pass_on)
        shown = len(first)
        if answer.solutions != tuple(first):  # some are shown only in the answer, or only handed on
            for grid in answer.solutions:
                if refereed(grid, puzzle) not in first:
                    first.append(grid)
            shown = len(first)
        if answer.verdict.is_decided and not _is_backed(engine, answer, shown):
            why = f"{engine.name} says {answer.verdict}, and has shown {shown} solutions"
            raise RefutedError(why, contradicts_itself=True)
    except _CallerError as error:
        raise error.error from None
    except RefutedError as error:
        failed = Answer.unknown(str(error), faulty=True, refuted=True)
        first += [grid for grid in error.passed if grid not in first and referee(grid, puzzle) is None]
        misfit = error.contradicts_itself
        return replace(failed, refused=error.refused, passed=tuple(first[:2]), contradicts_itself=misfit)
    except SudocubeError as error:
        return replace(Answer.unknown(str(error), faulty=True), passed=tuple(first[:2]))
    except Exception as error:
        reason = f"{engine.name} broke off: {type(error).__name__}: {error}"
        return replace(Answer.unknown(reason, faulty=True), passed=tuple(first[:2]))
    return answer


def _is_backed(engine: Engine, answer: Answer, shown: int) -> bool:
    """Whether a decided verdict fits the number of different solutions that were shown for it."""
    expected = SHOWN[answer.verdict]
    if engine.traits.shows_all:
        return shown == len(answer.solutions) == expected
    return shown == len(answer.solutions) <= expected


class _CallerError(Exception):
    """Carries an exception of the caller's `on_result` past the engine, whose fault it is not."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine. `choose` gives those of the engines that
    are asked about a puzzle (by default all), in the order of the answers. `on_result` is called with each
    solution when it is found, as far as engines are asked in this process that do not count by themselves.

    `jobs` is the number of processes that work. With None, the default everywhere, this process begins, and
    as many worker processes as there are cores take over once the engines have worked for a second. With 1,
    this process does everything. But if one of the engines cannot stop by itself at a time limit, all of them
    are asked in worker processes from the start. Workers make engines of their own, by their names, and
    do not import the script that runs here. With None, an engine that cannot be made by its name is asked
    in this process to the end. What is `only_here`, such as a function, is asked in this process in any case.

    Raises ValueError for two engines of the same name, a limit or a number of jobs that is no integer above
    0, or a timeout that is no time; later on, EngineError where a worker process cannot be started.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    names = [one.name for one in engines]
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of the same name among {', '.join(names)}")
    return _answers(engines, iter(items), limit, timeout, jobs, choose or (lambda _: engines), on_result)


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that support a puzzle."""
    return lambda puzzle: [one for one in engines if one.traits.supports(puzzle)]


def _answers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limit: int,
    timeout: float | None,
    jobs: int | None,
    choose: Choice,
    on_result: Callable[[Grid], object] | None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`: begin here where that is possible, and go on with workers where they are asked for."""
    processes = process_count(jobs)
    keep_time = all(one.traits.supports_timeout for one in engines)
    is_all_here = all(one.traits.only_here for one in engines)
    if is_all_here or (keep_time and (jobs is None or jobs == 1)):
        busy = 0.0
        for item, puzzle in items:
            chosen = choose(puzzle) if puzzle is not None else ()
            is_late = puzzle is not None and not all(one.traits.stops_in_time(puzzle) for one in chosen)
            if is_late and not is_all_here and all(map(_has_its_place, engines)):
                items = chain([(item, puzzle)], items)
                break
            start = perf_counter()
            answers = {}
            if puzzle is not None:
                for one in chosen:
                    hear = None if one.traits.counts else on_result
                    answer = refereed_answer(one, puzzle, limit=limit, timeout=timeout, on_result=hear)
                    answers[one.name] = answer
            busy += perf_counter() - start
            yield item, answers
            if processes > 1 and busy > ALONE_FOR:
                if not is_all_here and all(map(_has_its_place, engines)):
                    break
                processes = 1
        else:
            return
    make_answerer = partial(_Answerer, limit, timeout)
    pool: _Pool[T] = ProcessPool(make_answerer, processes, patience=_patience(engines, timeout))
    with pool:
        yield from _answers_by_workers(pool, engines, items, limit, timeout, choose)


def _patience(
    engines: Sequence[Engine], timeout: float | None
) -> Callable[[tuple[str, Puzzle]], float] | None:
    """For a task, an engine's name and a puzzle: after how many seconds it is stopped by force."""
    if timeout is None:
        return None
    by_name = {one.name: one for one in engines}

    def seconds(task: tuple[str, Puzzle]) -> float:
        name, puzzle = task
        if not by_name[name].traits.supports_timeout:
            return timeout
        return timeout + (GRACE if by_name[name].traits.stops_in_time(puzzle) else SHORT_GRACE)

    return seconds


def _has_its_place(one: Engine) -> bool:
    """Whether it is clear where an engine is asked beside workers: in this process, or in any worker."""
    return one.traits.only_here or _can_be_made_by_name(one)


def _can_be_made_by_name(one: Engine) -> bool:
    """Whether a worker can make the same engine; it cannot make an object of the caller's own class."""
    try:
        return type(make_engine(one.name)) is type(one)
    except Exception:  # whatever the maker of another package's engine raises
        return False


@dataclass(slots=True)
class _AskedPuzzle(Generic[T]):
    """An item in work. In `answers`, None means that the engine has not answered yet."""

    item: T
    puzzle: Puzzle | None
    answers: dict[str, Answer | None]

    def waits_for(self, name: str) -> bool:
        """Whether the engine of that name is asked, and has not answered yet."""
        return name in self.answers and self.answers[name] is None


_Pool = ProcessPool[tuple[str, _AskedPuzzle[T]], tuple[str, Puzzle], Answer]
"""Keys and tasks are an engine's name and a puzzle. Keys stay here, with the item; tasks are sent."""


def _answers_by_workers(
    pool: _Pool[T],
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limit: int,
    timeout: float | None,
    choose: Choice,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`: everything is asked in workers, except what is `only_here`."""
    queue: deque[_AskedPuzzle[T]] = deque()
    dead: dict[str, Answer] = {}  # of each engine that never came up, the answer to whatever is asked
    alive: set[str] = set()  # the engines that came up in some worker
    more = True
    while more or queue:
        while more and len(queue) < AHEAD_AT_MOST and pool.is_free:
            size = pool.batch_size
            batch = []
            for item, puzzle in islice(items, size):
                chosen = choose(puzzle) if puzzle is not None else ()
                batch.append(_AskedPuzzle(item, puzzle, {one.name: dead.get(one.name) for one in chosen}))
            more = len(batch) == size
            queue.extend(batch)
            tasks = [  # engine by engine: each finds what it has built for its last puzzle
                ((one.name, asked), (one.name, asked.puzzle))
                for one in engines
                for asked in batch
                if not one.traits.only_here and asked.puzzle is not None and asked.waits_for(one.name)
            ]
            if tasks:
                pool.submit(tasks)
            for one in engines:
                for asked in batch:
                    if one.traits.only_here and asked.puzzle is not None and asked.waits_for(one.name):
                        answer = refereed_answer(one, asked.puzzle, limit=limit, timeout=timeout)
                        asked.answers[one.name] = answer
        while queue and None not in queue[0].answers.values():
            first = queue.popleft()
            yield first.item, {name: answer for name, answer in first.answers.items() if answer is not None}
        if queue:
            for (name, asked), outcome in pool.wait():
                asked.answers[name] = answer = _answer_of(name, outcome, timeout)
                if not (isinstance(outcome, TaskFailure) and outcome.is_at_start):
                    alive.add(name)
                    dead.pop(name, None)
                elif name not in alive:
                    dead[name] = answer


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
        return Answer.unknown(reason, seconds=outcome.seconds)
    where = "could not be started: " if outcome.is_at_start else ""
    return Answer.unknown(f"{where}{outcome.reason}", faulty=True)


class _Answerer:
    """What handles tasks in a worker: it asks engines, each made by its name before its first puzzle."""

    def __init__(self, limit: int, timeout: float | None) -> None:
        self._limit, self._timeout = limit, timeout
        self._engines: dict[str, Engine] = {}

    def prepare(self, task: tuple[str, Puzzle]) -> Callable[[], object] | None:
        """See `ProcessPool`."""
        name, _ = task
        return None if name in self._engines else partial(self._make, name)

    def _make(self, name: str) -> None:
        self._engines[name] = make_engine(name)

    def __call__(self, task: tuple[str, Puzzle]) -> Answer:
        name, puzzle = task
        return refereed_answer(self._engines[name], puzzle, limit=self._limit, timeout=self._timeout)
