"""Engines asked in worker processes, which make them by their names; the answers come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from math import inf
from typing import Generic, TypeVar

from sudocube.engines import BatchEngine, Engine
from sudocube.engines import engine as make_engine
from sudocube.errors import EngineError
from sudocube.jobs.refereed_answers import AskingLimits, answers_of
from sudocube.processes import ProcessPool, TaskFailure
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer

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


@dataclass(slots=True)
class _AskedPuzzle(Generic[T]):
    """An item in work. In `answers`, None means that the engine has not answered yet."""

    item: T
    puzzle: Puzzle | None
    answers: dict[str, Answer | None]

    def waits_for(self, name: str) -> bool:
        """Whether the engine of that name is asked, and has not answered yet."""
        return name in self.answers and self.answers[name] is None


AnswerPool = ProcessPool[tuple[str, _AskedPuzzle[T]], tuple[str, Puzzle], Answer]
"""Keys and tasks are an engine's name and a puzzle. Keys stay here, with the item; tasks are sent."""


def answers_by_workers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    choose: Choice,
    pool: AnswerPool[T],
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """The answers to each item, in order; what is `only_here` is asked in this process.

    Raises EngineError where a worker process cannot be started, or cannot make an engine.
    """
    by_name = {one.name: one for one in engines}
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
                if one.traits.only_here:
                    here = [asked for asked in batch if asked.waits_for(one.name)]
                    given = answers_of(
                        one, [asked.puzzle for asked in here if asked.puzzle is not None], limits
                    )
                    for asked, answer in zip(here, given, strict=True):
                        asked.answers[one.name] = answer
        while queue and None not in queue[0].answers.values():
            first = queue.popleft()
            yield first.item, {name: answer for name, answer in first.answers.items() if answer is not None}
        if queue:
            for (name, asked), outcome in pool.wait():
                asked.answers[name] = answer = _answer_of(name, outcome, limits.timeout_of(by_name[name]))
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


def patience(engines: Sequence[Engine], limits: AskingLimits) -> Callable[[tuple[str, Puzzle]], float] | None:
    """For a task, an engine's name and a puzzle: after how many seconds it is stopped by force."""
    by_name = {one.name: (one, limits.timeout_of(one)) for one in engines}
    if all(timeout is None for _, timeout in by_name.values()):
        return None

    def seconds(task: tuple[str, Puzzle]) -> float:
        name, puzzle = task
        one, timeout = by_name[name]
        if timeout is None:
            return inf
        if not one.traits.supports_timeout:
            return timeout
        if isinstance(one, BatchEngine):  # it may ask again about a puzzle, by itself
            return 2 * timeout + GRACE
        return timeout + (GRACE if one.traits.stops_in_time(puzzle) else SHORT_GRACE)

    return seconds


class EngineTasks:
    """What handles tasks in a worker: it asks engines, each made by its name before its first puzzle."""

    def __init__(self, limits: AskingLimits) -> None:
        self._limits = limits
        self._engines: dict[str, Engine] = {}
        self._to_come: deque[tuple[str, Puzzle]] = deque()
        self._given: Iterator[Answer] = iter(())
        self._given_by = ""

    def prepare(self, task: tuple[str, Puzzle]) -> Callable[[], object] | None:
        """See `ProcessPool`."""
        name, _ = task
        return None if name in self._engines else partial(self._make, name)

    def _make(self, name: str) -> None:
        self._engines[name] = make_engine(name)

    def begin_batch(self, batch: Sequence[tuple[str, Puzzle]]) -> None:
        """See `ProcessPool`."""
        self._to_come, self._given_by = deque(batch), ""

    def __call__(self, task: tuple[str, Puzzle]) -> Answer:
        """The answer to the next task of the batch."""
        name, _ = task
        if name != self._given_by:  # all that the batch has for this engine is asked at once
            run = [puzzle for _, puzzle in takewhile(lambda one: one[0] == name, self._to_come)]
            self._given, self._given_by = answers_of(self._engines[name], run, self._limits), name
        self._to_come.popleft()
        return next(self._given)
