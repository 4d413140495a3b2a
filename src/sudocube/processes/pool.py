"""Functions called in worker processes, for many items in order: `map_in_order`.

A worker gets its items in batches, tells when it begins with one, and sends its results one by one, so it is
always known which item a silent worker is at. Where that takes too long, the worker is killed: the item
fails, and a new worker gets the rest of the batch. The same happens when a worker dies. Batches grow as long
as they are done quickly: quick items then cost little, and slow ones do not wait behind each other.

Each worker has a pipe of its own. A pool whose workers share one (Pebble 5.2) was tried: a worker that is
killed while it holds the lock of the pipe takes all others with it, and an item costs 300 µs.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from math import inf
from multiprocessing.connection import Connection, wait
from operator import index
from time import monotonic, perf_counter
from typing import Any, TypeVar

from sudocube.errors import EngineError
from sudocube.processes.memory import LOOKED_AT_EVERY, MemoryWatch
from sudocube.processes.starting import start_isolated

Item = TypeVar("Item")
Result = TypeVar("Result")

ALONE_FOR = 1.0
"""Seconds of work after which worker processes are started, where the number of jobs is None."""

AHEAD_AT_MOST = 1024
"""Items that are taken before the result of the first of them is there; bounds the memory."""

BATCH_SECONDS, BATCH_SIZE_AT_MOST = 0.1, 64
"""What a batch should take; the next one is twice as large when it took less, and half as large otherwise."""

STARTS = 4
"""How many workers may die one after the other before they have begun."""

AN_HOUR = 3600.0

BEGUN, READY, PART, DONE = "begun", "ready", "part", "done"
"""What a worker sends: it has started; it begins with an item now; something that the function yields for an
item; what it returns, or a TaskFailure."""


def process_count(jobs: int | None) -> int:
    """How many processes `jobs` stands for: that number, or with None one for each core."""
    return (os.cpu_count() or 1) if jobs is None else index(jobs)


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """Why an item has no result: its worker was killed because of it, died, or raised an error.

    `seconds` is how long the worker was at it, and `reason` goes on after the name of what failed. `error` is
    what the function raised, and `is_timeout` says that the item took too long.
    """

    seconds: float
    reason: str
    error: Exception | None = None
    is_timeout: bool = False


def in_words(exit_code: int) -> str:
    """How a process ended, to go on after its name: by which signal, or with which status."""
    return f"ended by signal {-exit_code}" if exit_code < 0 else f"ended with status {exit_code}"


Results = Generator[tuple[Item, Result | TaskFailure], None, None]
"""Each item with its result, or with why there is none."""

Timeout = Callable[[Item], float | None] | None
"""The seconds after which the work at an item is stopped by force; None is for never."""


def map_in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    jobs: int | None = None,
    timeout: Timeout[Item] = None,
    memory: int | None = None,
    alone: Callable[[Item], bool] | None = None,
    here: Callable[[Item], bool] = lambda _: False,
) -> Results[Item, Result]:
    """Each item with what the function returns for it, in order, or with a TaskFailure.

    `jobs` is how many processes share the work: with 1, this process does it, and with None it begins, and
    as many workers as there are cores take over after the first second. Only workers can be stopped: with a
    `timeout`, or with `memory`, a limit in resident bytes for a worker and what it starts, all is done by
    workers. The function, the items and the results are pickled for them. An exception of the function comes
    through where it is called here; in a worker it becomes a TaskFailure that holds it.

    `alone` says in place of this rule which items this process may do as long as it works alone; workers take
    over at the first of the others. Those of which `here` is true it does in any case, in their turn.

    A function that has to make something before it can begin with an item has a method `prepare`, which gets
    the item first, in workers only: that time does not count.

    Raises EngineError where worker after worker dies before it has begun. When the generator is closed, all
    workers are killed.
    """
    left = iter(items)
    if (jobs is None or jobs == 1) and (alone is not None or (timeout is None and memory is None)):
        busy, alone_for = 0.0, inf if process_count(jobs) == 1 else ALONE_FOR
        for item in left:
            if alone is not None and not alone(item):
                left = chain([item], left)
                break
            start = perf_counter()
            result = function(item)
            busy += perf_counter() - start
            yield item, result
            if busy > alone_for:
                break
        else:
            return
    with WorkerPool(process_count(jobs)) as pool:
        yield from pool.map(function, left, timeout=timeout, memory=memory, here=here)


class WorkerPool:
    """Up to `processes` workers, each started when there is work for it; a context, which ends them.

    For those who call `map` several times, one after the other; everybody else calls `map_in_order`. What
    workers need is loaded before they are started by `preload`, the name of a module; see `start_isolated`.
    """

    def __init__(self, processes: int, *, preload: str = "") -> None:
        self._processes, self._preload, self._batch_size, self._is_killed = processes, preload, 1, False
        self._workers: list[_Worker] = []
        self._deaths_at_start = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def kill(self) -> None:
        """Kill all workers, for good, from any thread: a `map` that waits for them raises EngineError."""
        self._is_killed = True
        for worker in [*self._workers]:
            worker.process.kill()

    def close(self) -> None:
        """Kill all workers at once, whatever they are doing, and wait for their end."""
        for worker in self._workers:
            worker.process.kill()  # all of them before the first is waited for
        while self._workers:
            self._workers.pop().end()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        timeout: Timeout[Item] = None,
        memory: int | None = None,
        here: Callable[[Item], bool] = lambda _: False,
    ) -> Results[Item, Result]:
        """As `map_in_order`; where the function yields, lists of what it has yielded come first."""
        run = _Run(function, timeout, memory)
        left = enumerate(items)
        waiting, more = deque[tuple[int, Item]](), True
        try:
            while more or waiting:
                while more and len(waiting) < AHEAD_AT_MOST and self._has_room:
                    batch = [*islice(left, self._batch_size)]
                    more = bool(batch)
                    waiting += batch
                    if for_worker := [entry for entry in batch if not here(entry[1])]:
                        self._free_worker().send(run, for_worker)
                while waiting:
                    number, item = waiting[0]
                    if number in run.parts:
                        yield item, run.parts.pop(number)  # type: ignore[misc] # where the function yields
                    elif number in run.done or here(item):
                        yield item, run.done.pop(number) if number in run.done else function(item)
                        waiting.popleft()
                    else:
                        self._wait(run)
                        break
        finally:
            if waiting:
                self.close()

    @property
    def _has_room(self) -> bool:
        """Whether a worker is free for another batch, or may be started for it."""
        return len(self._workers) < self._processes or not all(worker.items for worker in self._workers)

    def _free_worker(self) -> _Worker:
        for worker in [one for one in self._workers if not one.items]:
            if worker.process.is_alive():
                return worker
            self._end(worker)  # it died without an item, so no item has failed
        return self.start()

    def start(self) -> _Worker:
        """Start a worker, perhaps before there is work for it. Raises OSError where there can be none."""
        self._workers.append(_Worker(self._preload))
        return self._workers[-1]

    def _end(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()

    def _wait(self, run: _Run) -> None:
        """Wait until a busy worker sends something, dies or has taken too long, and note what came of it."""
        if self._is_killed:
            raise EngineError("the worker processes were ended")
        busy = [worker for worker in self._workers if worker.items]
        left = max(0.0, min(worker.deadline for worker in busy) - monotonic()) + 0.01
        heard = wait(
            [one.pipe for one in busy], min(left, AN_HOUR if run.memory is None else LOOKED_AT_EVERY)
        )
        for worker in busy:
            is_dead = worker.pipe in heard and worker.hear(run)
            if worker.has_begun:
                self._deaths_at_start = 0
            if not worker.items:
                is_quick = monotonic() - worker.sent_at < BATCH_SECONDS
                size = self._batch_size * 2 if is_quick else self._batch_size // 2
                self._batch_size = min(max(size, 1), BATCH_SIZE_AT_MOST)
            elif is_dead:
                self._replace(worker, run, worker.failure())
            elif monotonic() > worker.deadline:
                self._replace(worker, run, worker.failure("stopped by force", is_timeout=True))
            elif worker.memory.is_exceeded(monotonic()):
                self._replace(worker, run, worker.failure(f"stopped: {worker.memory.in_words}"))

    def _replace(self, worker: _Worker, run: _Run, failure: TaskFailure) -> None:
        """End a worker: the item that it was at has failed, if it had begun. A new one gets the rest."""
        self._end(worker)
        if worker.has_begun:
            run.done[worker.items.popleft()[0]] = failure
        else:
            self._deaths_at_start += 1
            if self._deaths_at_start == STARTS:
                raise EngineError(f"no worker process: {STARTS} in a row {failure.reason}")
        if worker.items:
            self.start().send(run, [*worker.items])


@dataclass(slots=True)
class _Run:
    """One call of `WorkerPool.map`: its function, its limits, and the results that are there, by number."""

    function: Callable[[Any], Any]
    timeout: Timeout[Any]
    memory: int | None
    done: dict[int, Any] = field(default_factory=dict)
    parts: dict[int, list[Any]] = field(default_factory=dict)


class _Worker:
    """A process, its pipe, and the items for which it has not sent a result yet, each with its number.

    `sent_at` is when it got them, `ready_at` when it began with the first one, 0 while it prepares for it,
    and `deadline` when that one is stopped by force.
    """

    def __init__(self, preload: str) -> None:
        self.pipe, there = multiprocessing.Pipe()
        self.process = start_isolated(_work, there, preload=preload)
        there.close()
        self.items: deque[tuple[int, Any]] = deque()
        self.has_begun = False
        self.sent_at, self.ready_at = monotonic(), 0.0
        self.deadline, self.memory = inf, MemoryWatch(self.process.pid or 0)

    def send(self, run: _Run, batch: list[tuple[int, Any]]) -> None:
        """Give it a batch."""
        self.items.extend(batch)
        self.sent_at, self.memory.limit = monotonic(), run.memory
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: the pipe will tell
            self.pipe.send((run.function, [item for _, item in batch]))

    def hear(self, run: _Run) -> bool:
        """Note what it has sent; whether it is dead."""
        try:
            for _ in range(AHEAD_AT_MOST):
                if not self.pipe.poll():
                    break
                kind, value = self.pipe.recv()
                self.has_begun = True
                if kind == READY:
                    seconds = None if run.timeout is None else run.timeout(self.items[0][1])
                    self.ready_at = monotonic()
                    self.deadline = inf if seconds is None else self.ready_at + seconds
                elif kind == PART:
                    run.parts.setdefault(self.items[0][0], []).append(value)
                elif kind == DONE:
                    run.done[self.items.popleft()[0]] = value
                    self.ready_at, self.deadline = 0.0, inf
        except (EOFError, OSError):  # OSError where it died while it was sending
            return True
        return False

    def failure(self, reason: str = "", *, is_timeout: bool = False) -> TaskFailure:
        """Why it is not done with the item that it is at; without a reason, it has ended."""
        if not reason:
            self.process.join()
            at_start = "" if self.ready_at else "could not be started: "
            reason = at_start + in_words(self.process.exitcode or 0)
        seconds = monotonic() - (self.ready_at or self.sent_at)
        return TaskFailure(seconds, reason, is_timeout=is_timeout)

    def end(self) -> None:
        """Kill it, and wait for its end."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection[Any, Any]) -> None:
    """What runs in a worker: batch after batch until the other end of the pipe is closed.

    What comes in are functions, each with a list of items. What goes out are messages, see BEGUN.
    """
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has closed the pipe
        pipe.send((BEGUN, None))
        while True:
            function, items = pipe.recv()
            for item in items:
                pipe.send((DONE, _outcome(function, item, pipe)))


def _outcome(function: Callable[[Any], Any], item: object, pipe: Connection[Any, Any]) -> object:
    """The result for an item, or a TaskFailure; the messages that come before it are sent."""
    start = perf_counter()
    try:
        if (prepare := getattr(function, "prepare", None)) is not None:
            prepare(item)
        pipe.send((READY, None))
        result = function(item)
        if not isinstance(result, Generator):
            return result
        for part in result:
            pipe.send((PART, part))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = EngineError(f"{type(error).__name__}: {error}")
        return TaskFailure(perf_counter() - start, f"raised {type(error).__name__}: {error}", error)
    return None
