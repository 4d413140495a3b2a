"""Functions called in worker processes, for many items in order: `map_in_order`.

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
from collections.abc import Callable, Generator, Iterable
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
"""Seconds between two looks at the memory of what runs, and at whether its results are wanted."""

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

    For those who call `map` several times, one after the other; everybody else calls `map_in_order`. With the
    name of a module as `preload`, workers are killed with all that they have started, and on Linux they are
    copies of a process that has imported it.
    """

    def __init__(self, processes: int, *, preload: str = "") -> None:
        self._processes, self._batch_size, self._preload = processes, 1, preload
        self._workers: list[_Worker] = []
        self._deaths_at_start = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill all workers at once, whatever they are doing."""
        for worker in self._workers:
            worker.kill()  # all of them before the first is waited for
        while self._workers:
            self._workers.pop().end()

    def start(self) -> _Worker:
        """Start a worker, perhaps before there is work for it. Raises OSError where there can be none."""
        self._workers.append(_Worker(self._preload))
        return self._workers[-1]

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        timeout: Timeout[Item] = None,
        memory: int | None = None,
        here: Callable[[Item], bool] = lambda _: False,
        is_wanted: Callable[[], bool] | None = None,
    ) -> Results[Item, Result]:
        """As `map_in_order`; where the function yields, lists of what it has yielded come first.

        `is_wanted` is asked ten times a second: once it is false, all workers are killed, and TimeoutError is
        raised. A worker that is left with half of its `memory` is not used for another `map`.
        """
        run = _Run(function, timeout, memory, is_wanted)
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
            elif memory is not None:
                for worker in [one for one in self._workers if one.needs_more_than(memory // 2)]:
                    self._end(worker)

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

    def _end(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.kill()
        worker.end()

    def _wait(self, run: _Run) -> None:
        """Wait until a busy worker sends something, dies or has taken too long, and note what came of it.

        Raises TimeoutError where nobody wants it any more.
        """
        if run.is_wanted is not None and not run.is_wanted():
            raise TimeoutError
        busy = [worker for worker in self._workers if worker.items]
        left = max(0.0, min(worker.deadline for worker in busy) - monotonic()) + 0.01
        is_watched = run.memory is not None or run.is_wanted is not None
        heard = wait([worker.pipe for worker in busy], min(left, LOOKED_AT_EVERY if is_watched else AN_HOUR))
        is_looked_at = run.memory is not None and monotonic() >= run.next_look
        for worker in busy:
            is_dead = worker.pipe in heard and worker.hear(run)
            if worker.has_begun:
                self._deaths_at_start = 0
            seconds = monotonic() - worker.heard_at
            if not worker.items:
                is_quick = monotonic() - worker.sent_at < BATCH_SECONDS
                size = self._batch_size * 2 if is_quick else self._batch_size // 2
                self._batch_size = min(max(size, 1), BATCH_SIZE_AT_MOST)
            elif is_dead:
                self._replace(worker, run, worker.death())
            elif monotonic() > worker.deadline:
                self._replace(worker, run, TaskFailure(seconds))
            elif is_looked_at and worker.needs_more_than(run.memory or 0):
                self._replace(worker, run, TaskFailure(seconds, needed_memory=True))
        if is_looked_at:
            run.next_look = monotonic() + LOOKED_AT_EVERY

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
            self.start().send(run, list(worker.items))
            worker.items.clear()


@dataclass(slots=True)
class _Run:
    """One call of `WorkerPool.map`: its function, its limits, and the results that are there, by number."""

    function: Callable[[Any], Any]
    timeout: Timeout[Any]
    memory: int | None
    is_wanted: Callable[[], bool] | None
    done: dict[int, Any] = field(default_factory=dict)
    parts: dict[int, list[Any]] = field(default_factory=dict)
    next_look: float = 0.0


class _Worker:
    """A process, its pipe, and the items for which it has not sent a result yet, each with its number.

    `heard_at` is when it began with the first of them, `deadline` when that is stopped by force: never while
    the worker starts, or prepares for an item.
    """

    def __init__(self, preload: str) -> None:
        is_copied = bool(preload) and CAN_FORK
        context: Any = multiprocessing.get_context("forkserver" if is_copied else "spawn")
        if is_copied:
            context.set_forkserver_preload([preload])
        self.pipe, there = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
        self.process = context.Process(target=_work, args=(there, is_main or bool(preload)), daemon=True)
        self.items: deque[tuple[int, Any]] = deque()
        self.has_begun = self._is_preparing = False
        self.heard_at = self.sent_at = monotonic()
        self.deadline, self._ends_children = inf, bool(preload)
        try:
            start_isolated(self.process)
        except EOFError as error:  # of a fork server that has ended; the next worker has a new one
            raise OSError("the process that starts workers has ended") from error
        there.close()

    def send(self, run: _Run, batch: list[tuple[int, Any]]) -> None:
        """Give it a batch."""
        self.items.extend(batch)
        self.sent_at = monotonic()
        self._begin(run, is_preparing=not self.has_begun or hasattr(run.function, "prepare"))
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: the pipe will tell
            self.pipe.send((run.function, [item for _, item in batch]))

    def _begin(self, run: _Run, *, is_preparing: bool) -> None:
        """Note that it begins with its first item, or prepares for that."""
        self.heard_at, self._is_preparing, self.deadline = monotonic(), is_preparing, inf
        if self.items and not is_preparing and run.timeout is not None:
            seconds = run.timeout(self.items[0][1])
            self.deadline = inf if seconds is None else self.heard_at + seconds

    def hear(self, run: _Run) -> bool:
        """Note what it has sent; whether it is dead."""
        prepares = hasattr(run.function, "prepare")
        try:
            for _ in range(AHEAD_AT_MOST):
                if not self.pipe.poll():
                    break
                kind, value = self.pipe.recv()
                self.has_begun = True
                if kind == PART:
                    run.parts.setdefault(self.items[0][0], []).append(value)
                    continue
                if kind in (DONE, FAILED):
                    failed = TaskFailure(monotonic() - self.heard_at, error=value) if kind == FAILED else None
                    run.done[self.items.popleft()[0]] = failed or value
                self._begin(run, is_preparing=prepares and kind != PREPARED)
        except (EOFError, OSError):  # OSError where it died while it was sending, or the pool was closed
            return True
        return False

    def death(self) -> TaskFailure:
        """The failure of the item that it was at when it died."""
        self.process.join()
        seconds = monotonic() - self.heard_at
        return TaskFailure(seconds, self.process.exitcode or 0, is_at_start=self._is_preparing)

    def needs_more_than(self, memory: int) -> bool:
        """Whether its resident memory, with that of all below it, is above so many bytes."""
        from sudocube.processes.tree import resident_memory

        return self.process.pid is not None and resident_memory(self.process.pid, memory) > memory

    def kill(self) -> None:
        """Kill it, perhaps with all that it has started."""
        if self._ends_children and self.process.pid is not None:
            from sudocube.processes.tree import kill_tree

            kill_tree(self.process.pid)
        self.process.kill()

    def end(self) -> None:
        """Wait for the end of what was killed."""
        self.process.join()
        self.pipe.close()


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
