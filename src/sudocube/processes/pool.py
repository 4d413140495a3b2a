"""Functions called in worker processes, for many items in order: `map_in_order`.

A worker has one item at a time, and tells when it begins with it. Where that takes too long, or the worker
dies, the item fails, and the next one gets a new worker. An item costs about 0.1 ms beside its work.

Each worker has a pipe of its own. A pool whose workers share one (Pebble 5.2) was tried: a worker that is
killed while it holds the lock of the pipe takes all others with it, and an item costs 300 µs.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from math import inf
from operator import index
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from sudocube.errors import EngineError

if TYPE_CHECKING:  # where this process does all the work, multiprocessing and psutil are not needed
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

ALONE_FOR = 1.0
"""Seconds of work after which worker processes are started, where the number of jobs is None."""

AHEAD_AT_MOST = 1024
"""Items that are taken before the result of the first of them is there; bounds the memory."""

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
    here: Callable[[Item], bool] = lambda _: False,
) -> Results[Item, Result]:
    """Each item with what the function returns for it, in order, or with a TaskFailure.

    `jobs` is how many processes share the work: with 1, this process does it, and with None it begins, and
    as many workers as there are cores take over after the first second. Only workers can be stopped: with a
    `timeout`, or with `memory`, a limit in resident bytes for a worker and what it starts, all is done by
    workers. The function, the items and the results are pickled for them. An exception of the function comes
    through where it is called here; in a worker it becomes a TaskFailure that holds it.

    Items of which `here` is true are done by this process in any case, in their turn.

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
    with closing(WorkerPool(process_count(jobs), memory=memory)) as pool:
        yield from pool.map(function, left, timeout=timeout, here=here)


class WorkerPool:
    """Up to `processes` workers, each started when there is work for it; `close` ends them.

    For those who call `map` several times, one after the other; everybody else calls `map_in_order`. What
    workers need is loaded before they are started by `preload`, the name of a module; see `start_isolated`.
    `memory` is a limit in resident bytes for each worker and what it starts.
    """

    def __init__(self, processes: int, *, preload: str = "", memory: int | None = None) -> None:
        self._processes, self._preload, self._memory = processes, preload, memory
        self._is_killed = False
        self._workers: list[_Worker] = []

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
        here: Callable[[Item], bool] = lambda _: False,
    ) -> Results[Item, Result]:
        """As `map_in_order`; where the function yields, lists of what it has yielded come first."""
        left, tasks = iter(items), deque[_Task]()
        try:
            while True:
                while len(tasks) < AHEAD_AT_MOST and self._has_room:
                    if (item := next(left, _END)) is _END:
                        break
                    tasks.append(task := _Task(item))
                    if not here(item):
                        task.seconds = None if timeout is None else timeout(item)
                        self._free_worker().begin(function, task)
                if not tasks:
                    return
                first = tasks[0]
                if first.parts:
                    parts, first.parts = first.parts, []
                    yield first.item, parts  # type: ignore[misc] # where the function yields
                elif first.outcome is not _END or here(first.item):
                    yield first.item, function(first.item) if first.outcome is _END else first.outcome
                    tasks.popleft()
                else:
                    self._wait()
        finally:
            if tasks:
                self.close()

    @property
    def _has_room(self) -> bool:
        """Whether a worker is free, or may be started."""
        return len(self._workers) < self._processes or not all(worker.task for worker in self._workers)

    def _free_worker(self) -> _Worker:
        for worker in [one for one in self._workers if not one.task and not one.process.is_alive()]:
            self._workers.remove(worker)  # it died without an item, so no item has failed
        return next((one for one in self._workers if not one.task), None) or self.start()

    def start(self) -> _Worker:
        """Start a worker, perhaps before there is work for it. Raises OSError where there can be none."""
        self._workers.append(worker := _Worker(self._preload, self._memory))
        if self._is_killed:  # meanwhile, by another thread
            worker.process.kill()
        return worker

    def _wait(self) -> None:
        """Wait until a busy worker sends something, dies or has taken too long, and note what came of it."""
        if self._is_killed:
            raise EngineError("the worker processes were ended")
        from multiprocessing.connection import wait

        busy = [worker for worker in self._workers if worker.task]
        seconds = min(worker.next_look for worker in busy) - monotonic()
        wait([one.pipe for one in busy], min(max(seconds, 0.0) + 0.01, 3600.0))
        for worker in busy:
            if (failure := worker.look()) is not None:
                self._workers.remove(worker)
                worker.end()
                if not worker.has_begun:
                    raise EngineError(f"no worker process: {failure.reason}")


_END: Any = object()
"""In place of an item where there is none left, and of an outcome that is not there yet."""


@dataclass(slots=True)
class _Task:
    """An item with its limits, what the function has yielded for it, and in the end what came of it."""

    item: Any
    seconds: float | None = None
    parts: list[Any] = field(default_factory=list)
    outcome: Any = _END


class _Worker:
    """A process, its pipe, and the task that it is at; `has_begun` says that it has sent something."""

    def __init__(self, preload: str, memory: int | None) -> None:
        from multiprocessing import Pipe

        from sudocube.processes.memory import MemoryWatch
        from sudocube.processes.starting import start_isolated

        self.pipe, there = Pipe()
        self.process = start_isolated(_work, there, preload=preload)
        there.close()
        self.task: _Task | None = None
        self.has_begun = False
        self._memory = MemoryWatch(self.process.pid or 0, memory)

    def begin(self, function: Callable[[Any], Any], task: _Task) -> None:
        """Give it a task: the item of it, and what is to be called."""
        self.task = task
        self._sent_at, self._ready_at, self._deadline = monotonic(), 0.0, inf
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: the pipe will tell
            self.pipe.send((function, task.item))

    @property
    def next_look(self) -> float:
        """When to look at it even if it sends nothing."""
        return min(self._deadline, self._memory.next_look)

    def look(self) -> TaskFailure | None:
        """Note what it has sent. A failure that it gives is what came of its task: it is to be ended."""
        assert self.task is not None  # it is busy
        task, is_late = self.task, False
        try:
            for _ in range(AHEAD_AT_MOST):
                if not self.pipe.poll():
                    break
                kind, value = self.pipe.recv()
                self.has_begun = True
                if kind == READY:
                    self._ready_at = monotonic()
                    self._deadline = inf if task.seconds is None else self._ready_at + task.seconds
                elif kind == PART:
                    task.parts.append(value)
                elif kind == DONE:
                    task.outcome, self.task = value, None
                    return None
            is_late = monotonic() > self._deadline
            if not is_late and (monotonic() < self._memory.next_look or not self._memory.look()):
                return None
            why = "stopped by force" if is_late else self._memory.in_words
        except (EOFError, OSError):  # it is dead; OSError where it died while it was sending
            self.process.join()
            why = in_words(self.process.exitcode or 0)
        seconds = monotonic() - (self._ready_at or self._sent_at)
        task.outcome = failure = TaskFailure(seconds, why, is_timeout=is_late)
        return failure

    def end(self) -> None:
        """Kill it, and wait for its end."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection[Any, Any]) -> None:
    """What runs in a worker: item after item until the other end of the pipe is closed.

    What comes in are functions, each with an item. What goes out are messages, see BEGUN.
    """
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has closed the pipe
        pipe.send((BEGUN, None))
        while True:
            function, item = pipe.recv()
            pipe.send((DONE, _outcome(function, item, pipe)))


def _outcome(function: Callable[[Any], Any], item: object, pipe: Connection[Any, Any]) -> object:
    """The result for an item, or a TaskFailure; the messages that come before it are sent."""
    start = perf_counter()
    try:
        pipe.send((READY, None))
        result = function(item)
        if not isinstance(result, Generator):
            return result
        for part in result:
            pipe.send((PART, part))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        import pickle

        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = EngineError(f"{type(error).__name__}: {error}")
        return TaskFailure(perf_counter() - start, f"raised {type(error).__name__}: {error}", error)
    return None
