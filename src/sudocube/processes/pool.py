"""A function called for many items in worker processes: `map_in_order`.

A worker gets its items in batches and sends its results one by one, so it is always known which item a silent
worker is at. Where that takes too long, the worker is killed: the item fails, and a new worker gets the rest
of the batch. The same happens when a worker dies. Batches grow as long as they are done quickly: quick items
then cost little, and slow ones do not wait behind each other.

Each worker has a pipe of its own. A pool whose workers share one (Pebble 5.2) was tried:
a worker that is killed while it holds the lock of the pipe takes all others with it, and an item costs
300 µs.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, islice
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from operator import index
from time import monotonic, perf_counter
from typing import Any, TypeVar

from sudocube.errors import EngineError
from sudocube.processes.starting import begin_isolated, die_with_parent, start_isolated

Item = TypeVar("Item")
Result = TypeVar("Result")

ALONE_FOR = 1.0
"""Seconds of work after which worker processes are started, where the number of jobs is None."""

AHEAD_AT_MOST = 1024
"""Items that are taken before the result of the first of them is there; bounds the memory."""

BATCH_SECONDS = 0.1
"""What a batch should take; the next one is twice as large when it took less, and half as large otherwise."""

BATCH_SIZE_AT_MOST = 64

STARTS = 4
"""How many workers may die one after the other before they have begun."""

LOOKED_AT_EVERY = 0.1
"""Seconds between two looks at the memory of what runs."""

AN_HOUR = 3600.0

STARTED, PREPARED = "started", "prepared"
"""What a worker sends beside results: that it has begun, and that it begins with an item now."""


def process_count(jobs: int | None) -> int:
    """How many processes `jobs` stands for: that number, or with None one for each core."""
    return (os.cpu_count() or 1) if jobs is None else index(jobs)


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """Why an item has no result: its worker was killed because of it, died, or raised an error.

    `seconds` is how long the worker was at it. Where the worker died, `exit_code` is that of its process,
    negative for a signal; where the function raised an error, `error` is that error. `is_at_start` says that
    the worker died while it prepared for the item, `needed_memory` that it was killed for its memory.
    """

    seconds: float
    exit_code: int | None = None
    error: Exception | None = None
    is_at_start: bool = False
    needed_memory: bool = False

    @property
    def is_timeout(self) -> bool:
        """Whether the worker was killed because the item took too long."""
        return self.exit_code is None and self.error is None and not self.needed_memory

    @property
    def reason(self) -> str:
        """In words, to go on after the name of what failed."""
        if self.error is not None:
            return f"raised {type(self.error).__name__}: {self.error}"
        if self.needed_memory:
            return "stopped: it needed too much memory"
        return "stopped by force" if self.exit_code is None else in_words(self.exit_code)


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
) -> Results[Item, Result]:
    """Each item with what the function returns for it, in order, or with a TaskFailure.

    `jobs` is how many processes share the work: with 1, this process does it, and with None it begins, and
    as many workers as there are cores take over after the first second. Only workers can be stopped: with a
    `timeout`, or with `memory`, a limit in resident bytes for a worker and what it starts, all is done by
    workers. The function, the items and the results are pickled for them. An exception of the function comes
    through where it is called here; in a worker it becomes a TaskFailure that holds it.

    A function that has to make something before it can begin with an item has a method `prepare`, which gets
    the item first, in workers only: that time does not count.

    Raises EngineError where worker after worker dies before it has begun. When the generator is closed, all
    workers are killed.
    """
    left = iter(items)
    if (jobs is None or jobs == 1) and timeout is None and memory is None:
        busy, alone_for = 0.0, inf if process_count(jobs) == 1 else ALONE_FOR
        for item in left:
            start = perf_counter()
            result = function(item)
            busy += perf_counter() - start
            yield item, result
            if busy > alone_for:
                break
        else:
            return
    with WorkerPool(process_count(jobs)) as pool:
        yield from pool.map(function, left, timeout=timeout, memory=memory)


@dataclass(slots=True)
class _Worker:
    """A process, and the items for which it has not sent a result yet, each with its number.

    `died_before` counts the workers that had its items before it, and died before they had begun.
    """

    process: SpawnProcess
    pipe: Connection[Any, Any]
    died_before: int
    items: deque[tuple[int, Any]] = field(default_factory=deque)
    has_begun: bool = False
    heard_at: float = 0.0
    """When its last message came, or its batch was sent."""
    is_timed: bool = False
    """Whether time counts: it does not while the worker starts, or prepares for an item."""
    batch_sent_at: float = 0.0


class WorkerPool:
    """Up to `processes` workers, each started when there is work for it; a context, which ends them.

    For those who call `map` several times; everybody else calls `map_in_order`.
    """

    def __init__(self, processes: int) -> None:
        self._processes, self._batch_size = processes, 1
        self._workers: list[_Worker] = []

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill all workers at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()  # all of them before the first is waited for
        for worker in list(self._workers):
            self._end(worker)

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        timeout: Timeout[Item] = None,
        memory: int | None = None,
        until: float = inf,
    ) -> Results[Item, Result]:
        """As `map_in_order`; raises TimeoutError where it is not done `until` then (by `monotonic`)."""
        run = _Run(function, timeout, memory)
        left, numbers = iter(items), count()
        waiting: deque[tuple[int, Item]] = deque()
        more = True
        try:
            while more or waiting:
                while more and self._has_room and len(waiting) < AHEAD_AT_MOST:
                    batch = [(next(numbers), item) for item in islice(left, self._batch_size)]
                    more = len(batch) == self._batch_size
                    waiting += batch
                    if batch:
                        self._send(self._free_worker(), run, batch)
                while waiting and waiting[0][0] in run.done:
                    number, item = waiting.popleft()
                    yield item, run.done.pop(number)
                if waiting:
                    if monotonic() >= until:
                        raise TimeoutError
                    self._wait(run, until)
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
        return self._start()

    def _start(self, died_before: int = 0) -> _Worker:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
        process = context.Process(target=_work, args=(there, is_main), daemon=True)
        worker: _Worker = _Worker(process, here, died_before)
        start_isolated(process)
        self._workers.append(worker)
        there.close()
        return worker

    def _send(self, worker: _Worker, run: _Run, batch: list[tuple[int, Any]]) -> None:
        worker.items.extend(batch)
        worker.heard_at = worker.batch_sent_at = monotonic()
        worker.is_timed = worker.has_begun and not run.prepares
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: `_wait` will find out
            worker.pipe.send((run.function, [item for _, item in batch]))

    def _wait(self, run: _Run, until: float) -> None:
        """Wait until a busy worker sends something, dies or has taken too long, and note what came of it."""
        busy = [worker for worker in self._workers if worker.items]
        left = min(until, *map(run.deadline, busy)) - monotonic()
        left = min(max(0.0, left) + 0.01, AN_HOUR if run.memory is None else LOOKED_AT_EVERY)
        heard = wait([worker.pipe for worker in busy], left)
        now = monotonic()
        for worker in busy:
            if worker.pipe in heard:
                self._receive(worker, run)
            elif now > run.deadline(worker):
                self._replace(worker, run, TaskFailure(now - worker.heard_at))
            elif run.needs_too_much(worker):
                self._replace(worker, run, TaskFailure(now - worker.heard_at, needed_memory=True))

    def _receive(self, worker: _Worker, run: _Run) -> None:
        """Note all that a worker has sent."""
        try:
            while worker.pipe.poll():
                message = worker.pipe.recv()
                now = monotonic()
                seconds, worker.heard_at = now - worker.heard_at, now
                if message in (STARTED, PREPARED):
                    worker.has_begun = True
                    worker.is_timed = message == PREPARED or not run.prepares
                    continue
                result, error = message
                number, _ = worker.items.popleft()
                run.done[number] = result if error is None else TaskFailure(seconds, error=error)
                worker.is_timed = not run.prepares
        except (EOFError, OSError):  # OSError where it died while it was sending a result
            self._note_death(worker, run)
            return
        if not worker.items:
            is_quick = monotonic() - worker.batch_sent_at < BATCH_SECONDS
            size = self._batch_size * 2 if is_quick else self._batch_size // 2
            self._batch_size = min(max(size, 1), BATCH_SIZE_AT_MOST)

    def _note_death(self, worker: _Worker, run: _Run) -> None:
        """The item that a dead worker was at has failed; one that had not begun is started once more."""
        worker.process.join()
        code = worker.process.exitcode or 0
        if worker.has_begun:
            seconds = monotonic() - worker.heard_at
            self._replace(worker, run, TaskFailure(seconds, code, is_at_start=not worker.is_timed))
            return
        self._end(worker)
        if worker.died_before + 1 == STARTS:
            how = in_words(code)
            raise EngineError(f"no worker process can be started: {STARTS} in a row {how} at once")
        self._send(self._start(worker.died_before + 1), run, list(worker.items))

    def _replace(self, worker: _Worker, run: _Run, failure: TaskFailure) -> None:
        """End a worker; the item that it was at has failed, and a new worker gets the rest."""
        self._end(worker)
        number, _ = worker.items.popleft()
        run.done[number] = failure
        if worker.items:
            self._send(self._start(), run, list(worker.items))

    def _end(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)


class _Run:
    """One call of `WorkerPool.map`: its function, its limits, and the results that are there, by number."""

    def __init__(self, function: Callable[[Any], Any], timeout: Timeout[Any], memory: int | None) -> None:
        self.function, self._timeout, self.memory = function, timeout, memory
        self.prepares = hasattr(function, "prepare")
        self.done: dict[int, Any] = {}

    def deadline(self, worker: _Worker) -> float:
        """When the item that a worker is at is stopped by force."""
        if self._timeout is None or not worker.is_timed:
            return inf
        _, item = worker.items[0]
        seconds = self._timeout(item)
        return inf if seconds is None else worker.heard_at + seconds

    def needs_too_much(self, worker: _Worker) -> bool:
        """Whether a worker is above the limit of memory."""
        if self.memory is None or worker.process.pid is None:
            return False
        from sudocube.processes.tree import resident_memory

        return resident_memory(worker.process.pid, self.memory) > self.memory


def _work(pipe: Connection[Any, Any], dies_with_thread: bool) -> None:
    """What runs in a worker: batch after batch until the other end of the pipe is closed.

    What comes in are functions, each with a list of items. What goes out is STARTED, then for each item, in
    order, its result and the error that was raised instead, one of the two None, perhaps after PREPARED.
    """
    begin_isolated()
    if dies_with_thread:
        die_with_parent()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has closed the pipe
        pipe.send(STARTED)
        while True:
            function, items = pipe.recv()
            prepare = getattr(function, "prepare", None)
            for item in items:
                result = error = None
                try:
                    if prepare is not None:
                        prepare(item)
                        pipe.send(PREPARED)
                    result = function(item)
                except Exception as raised:
                    error = _picklable(raised)
                pipe.send((result, error))


def _picklable(error: Exception) -> Exception:
    """The error, or where it does not survive the way to the parent, an EngineError that names it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return EngineError(f"{type(error).__name__}: {error}")
    return error
