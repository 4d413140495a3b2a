"""Functions called in worker processes: for many items in order (`map_in_order`), or row by row (`stream`).

A worker gets its items in batches and sends its results one by one, so it is always known which item a silent
worker is at. Where that takes too long, the worker is killed: the item fails, and a new worker gets the rest
of the batch. The same happens when a worker dies. Batches grow as long as they are done quickly: quick items
then cost little, and slow ones do not wait behind each other.

Each worker has a pipe of its own. A pool whose workers share one (Pebble 5.2) was tried: a worker that is
killed while it holds the lock of the pipe takes all others with it, and an item costs 300 µs.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count, islice
from math import inf
from multiprocessing.connection import Connection, wait
from operator import index
from time import monotonic, perf_counter
from typing import Any, TypeVar

from sudocube.errors import EngineError
from sudocube.processes.starting import CAN_FORK, begin_isolated, die_with_parent, start_isolated

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

BEGUN, PREPARED, PART, DONE, FAILED = "begun", "prepared", "part", "done", "failed"
"""What a worker sends, each with a value: it has begun; it begins with an item now; something that the
function yields for an item; what it returns; the error that it raises."""


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

    For those who call `map` several times, and for `stream`; everybody else calls `map_in_order`. On Linux,
    with the name of a module as `preload`, workers are copies of a process that has imported it.
    """

    def __init__(self, processes: int, *, preload: str = "") -> None:
        self._processes, self._batch_size, self._preload = processes, 1, preload
        self._workers: list[_Worker] = []
        self._taking = threading.Lock()
        self._deaths_at_start = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, with_children: bool = False) -> None:
        """Kill all workers at once, whatever they are doing; perhaps with all that they have started."""
        for worker in [] if with_children else self._workers:
            worker.process.kill()  # all of them before the first is waited for
        while self._workers:
            self._workers.pop().end(with_children=with_children)

    def start(self) -> None:
        """Start a worker before there is work for it. Raises OSError where there can be none."""
        self._started()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        timeout: Timeout[Item] = None,
        memory: int | None = None,
        here: Callable[[Item], bool] = lambda _: False,
        until: float = inf,
    ) -> Results[Item, Result]:
        """As `map_in_order`; raises TimeoutError where it is not done `until` then (by `monotonic`)."""
        run = _Run(function, timeout, memory)
        left, numbers = iter(items), count()
        waiting: deque[tuple[int, Item]] = deque()
        more = True
        try:
            while more or waiting:
                while more and len(waiting) < AHEAD_AT_MOST and self._has_room:
                    batch = [(next(numbers), item) for item in islice(left, self._batch_size)]
                    more = len(batch) == self._batch_size
                    waiting += batch
                    if for_worker := [(number, item) for number, item in batch if not here(item)]:
                        run.send(self._free_worker(), for_worker)
                while waiting and (waiting[0][0] in run.done or here(waiting[0][1])):
                    number, item = waiting[0]
                    yield item, run.done.pop(number) if number in run.done else function(item)
                    waiting.popleft()
                if waiting:
                    if monotonic() >= until:
                        raise TimeoutError
                    self._wait(run, until)
        finally:
            if waiting:
                self.close()

    def stream(
        self,
        function: Callable[[Item], Iterable[Result]],
        item: Item,
        *,
        timeout: float,
        memory: int,
        is_wanted: Callable[[], bool],
    ) -> Generator[list[Result], None, TaskFailure | None]:
        """What a function yields for an item, as many results at a time as are there.

        Several threads may ask at once. It returns why the work was not done to its end, or None. A worker
        that takes more than `timeout` seconds or `memory` bytes, or is not wanted any more, as is asked ten
        times a second, is killed with all that it has started. Raises OSError where there can be no worker.
        """
        worker = self._taken_worker(item)
        worker.send(function, [(0, item)], is_timed=True)
        is_done, seconds, look_at = False, 0.0, LOOKED_AT_EVERY
        try:
            while seconds < timeout and is_wanted():
                wait_for = max(0.0, min(look_at, timeout) - seconds)
                messages = list(islice(worker.messages(wait_for), AHEAD_AT_MOST))
                seconds = monotonic() - worker.sent_at
                if parts := [value for kind, value in messages if kind == PART]:
                    yield parts
                for kind, value in messages[-1:]:
                    if kind in (DONE, FAILED):
                        is_done = not worker.needs_more_than(memory // 2)  # the next one shall have all
                        return None if kind == DONE else TaskFailure(seconds, error=value)
                if worker.is_dead:
                    return worker.death()
                if seconds >= look_at:
                    look_at = seconds + LOOKED_AT_EVERY
                    if worker.needs_more_than(memory):
                        return TaskFailure(seconds, needed_memory=True)
            return TaskFailure(seconds)
        finally:
            if not is_done:
                self._end(worker, with_children=True)
            worker.items.clear()  # from now on another thread can take it

    @property
    def _has_room(self) -> bool:
        """Whether a worker is free for another batch, or may be started for it."""
        return len(self._workers) < self._processes or not all(worker.items for worker in self._workers)

    def _free_worker(self) -> _Worker:
        for worker in [one for one in self._workers if not one.items]:
            if worker.process.is_alive():
                return worker
            self._end(worker)  # it died without an item, so no item has failed
        return self._started()

    def _taken_worker(self, item: object) -> _Worker:
        """A worker with this item, so that no other thread takes it, too."""
        with self._taking:
            for worker in self._workers:
                if not worker.items and worker.process.is_alive():
                    worker.items.append((0, item))
                    return worker
        worker = _Worker(self._preload)
        worker.items.append((0, item))
        self._workers.append(worker)
        return worker

    def _started(self) -> _Worker:
        worker = _Worker(self._preload)
        self._workers.append(worker)
        return worker

    def _end(self, worker: _Worker, *, with_children: bool = False) -> None:
        with suppress(ValueError):  # the pool was closed meanwhile
            self._workers.remove(worker)
        worker.end(with_children=with_children)

    def _wait(self, run: _Run, until: float) -> None:
        """Wait until a busy worker sends something, dies or has taken too long, and note what came of it."""
        busy = [worker for worker in self._workers if worker.items]
        left = min(until, *map(run.deadline, busy)) - monotonic()
        left = min(max(0.0, left) + 0.01, AN_HOUR if run.memory is None else LOOKED_AT_EVERY)
        heard = wait([worker.pipe for worker in busy], left)
        for worker in busy:
            seconds = monotonic() - worker.heard_at
            if worker.pipe in heard:
                if run.is_batch_done(worker):
                    is_quick = monotonic() - worker.sent_at < BATCH_SECONDS
                    size = self._batch_size * 2 if is_quick else self._batch_size // 2
                    self._batch_size = min(max(size, 1), BATCH_SIZE_AT_MOST)
                if worker.has_begun:
                    self._deaths_at_start = 0
                if worker.is_dead and worker.items:
                    self._replace(worker, run, worker.death())
            elif monotonic() > run.deadline(worker):
                self._replace(worker, run, TaskFailure(seconds))
            elif run.memory is not None and worker.needs_more_than(run.memory):
                self._replace(worker, run, TaskFailure(seconds, needed_memory=True))

    def _replace(self, worker: _Worker, run: _Run, failure: TaskFailure) -> None:
        """End a worker: the item that it was at has failed, if it had begun. A new one gets the rest."""
        self._end(worker)
        if worker.has_begun:
            number, _ = worker.items.popleft()
            run.done[number] = failure
        else:
            self._deaths_at_start += 1
            if self._deaths_at_start == STARTS:
                raise EngineError(
                    f"no worker process can be started: {STARTS} in a row {failure.reason} at once"
                )
        if worker.items:
            run.send(self._started(), list(worker.items))


class _Worker:
    """A process, its pipe, and the items for which it has not sent a result yet, each with its number.

    `heard_at` is when its last message came, or its batch was sent. Time counts only if `is_timed`: it does
    not while the worker starts, or prepares for an item.
    """

    def __init__(self, preload: str = "") -> None:
        context: Any = multiprocessing.get_context("forkserver" if preload and CAN_FORK else "spawn")
        if preload and CAN_FORK:
            context.set_forkserver_preload([preload])
        self.pipe, there = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
        self.process = context.Process(target=_work, args=(there, is_main or bool(preload)), daemon=True)
        self.items: deque[tuple[int, Any]] = deque()
        self.has_begun = self.is_dead = self.is_timed = False
        self.heard_at = self.sent_at = monotonic()
        try:
            start_isolated(self.process)
        except EOFError as error:  # of a fork server that has ended; the next worker has a new one
            raise OSError("the process that starts workers has ended") from error
        there.close()

    def send(
        self, function: Callable[[Any], object], batch: list[tuple[int, Any]], *, is_timed: bool
    ) -> None:
        """Give it a batch."""
        self.items.extend(batch)
        self.heard_at = self.sent_at = monotonic()
        self.is_timed = self.has_begun and is_timed
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: the pipe will tell
            self.pipe.send((function, [item for _, item in batch]))

    def messages(self, seconds: float = 0.0) -> Iterator[tuple[str, Any]]:
        """What it has sent, or sends within so many seconds, each with its kind; it then may be dead."""
        try:
            while self.pipe.poll(seconds):
                kind, value = self.pipe.recv()
                self.has_begun, seconds = True, 0.0
                yield kind, value
        except (EOFError, OSError):  # OSError where it died while it was sending, or the pool was closed
            self.is_dead = True

    def death(self) -> TaskFailure:
        """The failure of the item that it was at when it died."""
        self.process.join()
        seconds = monotonic() - self.heard_at
        return TaskFailure(seconds, self.process.exitcode or 0, is_at_start=not self.is_timed)

    def needs_more_than(self, memory: int) -> bool:
        """Whether its resident memory, with that of all below it, is above so many bytes."""
        from sudocube.processes.tree import resident_memory

        return self.process.pid is not None and resident_memory(self.process.pid, memory) > memory

    def end(self, *, with_children: bool = False) -> None:
        """Kill it."""
        if with_children and self.process.pid is not None:
            from sudocube.processes.tree import kill_tree

            kill_tree(self.process.pid)
        self.process.kill()
        self.process.join()
        self.pipe.close()


@dataclass(slots=True)
class _Run:
    """One call of `WorkerPool.map`: its function, its limits, and the results that are there, by number."""

    function: Callable[[Any], Any]
    timeout: Timeout[Any]
    memory: int | None
    done: dict[int, Any] = field(default_factory=dict)

    def send(self, worker: _Worker, batch: list[tuple[int, Any]]) -> None:
        """Give a worker a batch."""
        worker.send(self.function, batch, is_timed=not self._prepares)

    @property
    def _prepares(self) -> bool:
        return hasattr(self.function, "prepare")

    def deadline(self, worker: _Worker) -> float:
        """When the item that a worker is at is stopped by force."""
        seconds = self.timeout(worker.items[0][1]) if self.timeout is not None and worker.is_timed else None
        return inf if seconds is None else worker.heard_at + seconds

    def is_batch_done(self, worker: _Worker) -> bool:
        """Note all that a worker has sent; whether its batch is done by that."""
        for kind, value in worker.messages():
            seconds, worker.heard_at = monotonic() - worker.heard_at, monotonic()
            worker.is_timed = kind == PREPARED or not self._prepares
            if kind in (DONE, FAILED):
                number, _ = worker.items.popleft()
                self.done[number] = TaskFailure(seconds, error=value) if kind == FAILED else value
        return not worker.items


def _work(pipe: Connection[Any, Any], dies_with_thread: bool) -> None:
    """What runs in a worker: batch after batch until the other end of the pipe is closed.

    What comes in are functions, each with a list of items. What goes out are messages, see BEGUN.
    """
    begin_isolated()
    if dies_with_thread:
        die_with_parent()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has closed the pipe
        pipe.send((BEGUN, None))
        while True:
            function, items = pipe.recv()
            for item in items:
                pipe.send(_outcome(function, item, pipe))


def _outcome(function: Callable[[Any], Any], item: object, pipe: Connection[Any, Any]) -> tuple[str, object]:
    """The last message for an item; what comes before it is sent."""
    try:
        if (prepare := getattr(function, "prepare", None)) is not None:
            prepare(item)
            pipe.send((PREPARED, None))
        result = function(item)
        if isinstance(result, Generator):
            for part in result:
                pipe.send((PART, part))
            result = None
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = EngineError(f"{type(error).__name__}: {error}")
        return FAILED, error
    return DONE, result
