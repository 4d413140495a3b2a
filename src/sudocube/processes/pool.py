"""A pool of worker processes: tasks go out in batches, and a worker that hangs or dies is replaced.

A worker sends its results one by one, in the order of its tasks, so the pool always knows which task a
silent worker is at. When that task has taken too long, the worker is killed; the task fails, and a new
worker gets the rest of the batch. The same happens when a worker dies. A worker that dies before it has begun
with a task costs none: another one is started in its place, until STARTS in a row have died. The batch size
grows as long as batches are done quickly: quick tasks then cost little, and slow ones do not wait behind each
other.

Workers are started with the method "spawn"; what runs in them is in `sudocube.processes.worker`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from operator import index
from time import monotonic
from typing import Generic, TypeVar, cast

from sudocube.errors import EngineError
from sudocube.interrupt import interrupt_held_back
from sudocube.processes.worker import PREPARING, READY, main_hidden, work

Key = TypeVar("Key")
Task = TypeVar("Task")
Result = TypeVar("Result")

ALONE_FOR = 1.0
"""Seconds of work after which worker processes are started, where the number of jobs is None."""

BATCH_SECONDS = 0.1
"""What a batch should take; the next one is twice as large when it took less, and half as large otherwise."""

BATCH_SIZE_AT_MOST = 64

STARTS = 4
"""How many workers are started for the same task, where one after the other dies before it has begun."""

AN_HOUR = 3600.0


def process_count(jobs: int | None) -> int:
    """How many processes `jobs` stands for: that number, or with None one for each core."""
    return (os.cpu_count() or 1) if jobs is None else index(jobs)


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """Why a task has no result: its worker was killed because it took too long, died, or raised an error.

    `seconds` is how long the worker was at it. Where the worker died, `exit_code` is that of its process,
    negative for a signal; where the handler raised an error, `error` is that error. `is_at_start` says that
    STARTS workers have died while they prepared for it.
    """

    seconds: float
    exit_code: int | None = None
    error: Exception | None = None
    is_at_start: bool = False

    @property
    def is_timeout(self) -> bool:
        """Whether the worker was killed because the task took too long."""
        return self.exit_code is None and self.error is None

    @property
    def reason(self) -> str:
        """In words, to go on after the name of what failed."""
        if self.error is not None:
            return f"raised {type(self.error).__name__}: {self.error}"
        if self.exit_code is None:
            return "stopped by force"
        return in_words(self.exit_code)


Results = list[tuple[Key, Result | TaskFailure]]
"""Results with the keys of their tasks, in the order in which they came."""


@dataclass(slots=True)
class _Worker(Generic[Key, Task]):
    """A process, and the tasks for which it has not sent a result yet, each with its key.

    `has_begun` says that it could make its handler, `is_ready` that it is at a task, and the time counts.
    `died_before` counts the workers that had its tasks before it, and died before they were ready.
    """

    process: SpawnProcess
    pipe: Connection[object, object]
    has_begun: bool = False
    is_ready: bool = False
    died_before: int = 0
    tasks: deque[tuple[Key, Task]] = field(default_factory=deque)
    heard_at: float = 0.0
    """When its last message came, or its batch was sent."""
    batch_sent_at: float = 0.0

    @property
    def is_last(self) -> bool:
        """Whether no other is started for its tasks, should it die before it is ready."""
        return self.died_before + 1 == STARTS


class ProcessPool(Generic[Key, Task, Result]):
    """Up to `processes` workers, each started when there is a batch for it; a context, which ends them.

    Each worker calls `make_handler` once, and the handler that this returns for every task. `make_handler`,
    tasks and results are pickled. `patience` gives, for a task, the seconds after which it is stopped by
    force; None is for never.

    Where the first task of a kind needs something that takes long to make, the handler has a method
    `prepare`: it gets each task before the handler does, and returns a function that makes what is missing,
    or None. The time for that does not count. A handler that can do more than one task at once has a method
    `begin_batch`, which gets all tasks of a batch before the first of them.
    """

    def __init__(
        self,
        make_handler: Callable[[], Callable[[Task], Result]],
        processes: int,
        *,
        patience: Callable[[Task], float] | None = None,
    ) -> None:
        self.batch_size = 1
        """How many tasks the next batch should hold, judging by the time that the last ones took."""
        self._make_handler, self._processes, self._patience = make_handler, processes, patience
        self._workers: list[_Worker[Key, Task]] = []

    def __enter__(self) -> ProcessPool[Key, Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_free(self) -> bool:
        """Whether a worker is free for another batch, or may be started for it."""
        return len(self._workers) < self._processes or not all(worker.tasks for worker in self._workers)

    @property
    def is_busy(self) -> bool:
        """Whether there are tasks without a result."""
        return any(worker.tasks for worker in self._workers)

    def submit(self, batch: Sequence[tuple[Key, Task]]) -> None:
        """Send a batch to a free worker; there must be one.

        A task comes with a key, which stays here and is given back with its result. Raises OSError where no
        process can be started.
        """
        for worker in [one for one in self._workers if not one.tasks]:
            if worker.process.is_alive():
                break
            self._end(worker)  # it died without a task, so no task has failed
        else:
            worker = self._start()
        self._send(worker, batch)

    def wait(self, seconds: float | None = None) -> Results[Key, Result]:
        """Wait until a busy worker sends something, dies or has taken too long; the results that are there.

        There may be none yet, such as after `seconds`: it waits no longer. Raises EngineError where worker
        after worker dies before it has begun, or cannot make its handler.
        """
        busy = [worker for worker in self._workers if worker.tasks]
        heard = wait([worker.pipe for worker in busy], timeout=self._seconds_left(busy, seconds))
        now = monotonic()
        done: Results[Key, Result] = []
        for worker in busy:
            if worker.pipe in heard:
                self._receive(worker, done)
            elif now > self._deadline(worker):
                self._replace(worker, TaskFailure(now - worker.heard_at), done)
        return done

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        for worker in self._workers:
            _kill(worker.process)  # all of them before the first is waited for
        for worker in list(self._workers):
            self._end(worker)

    def _start(self) -> _Worker[Key, Task]:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
        process = context.Process(target=work, args=(there, self._make_handler, is_main), daemon=True)
        worker: _Worker[Key, Task] = _Worker(process, here)
        with interrupt_held_back(), main_hidden():  # held back in the new process as well
            process.start()
            self._workers.append(worker)
        there.close()
        return worker

    def _send(self, worker: _Worker[Key, Task], batch: Sequence[tuple[Key, Task]]) -> None:
        worker.tasks.extend(batch)
        worker.heard_at = worker.batch_sent_at = monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: `wait` will find out
            worker.pipe.send([task for _, task in batch])

    def _seconds_left(self, busy: Sequence[_Worker[Key, Task]], most: float | None) -> float | None:
        """How long it takes at least until a worker has been silent too long, or `most`; None for ever."""
        left = min(map(self._deadline, busy), default=inf) - monotonic()
        left = left if most is None else min(left, most)
        if left == inf:
            return None
        return min(max(0.0, left) + 0.01, AN_HOUR)  # waking up too early does no harm; `wait` has a limit

    def _deadline(self, worker: _Worker[Key, Task]) -> float:
        """When the task that a worker is at is stopped by force: never, as long as it prepares for it."""
        if self._patience is None or not worker.is_ready:
            return inf
        _, task = worker.tasks[0]
        return worker.heard_at + self._patience(task)

    def _receive(self, worker: _Worker[Key, Task], done: Results[Key, Result]) -> None:
        """Add all that a worker has sent to what is done."""
        try:
            while worker.pipe.poll():
                message = worker.pipe.recv()
                seconds = monotonic() - worker.heard_at
                worker.heard_at += seconds
                if message in (READY, PREPARING):
                    worker.is_ready = message == READY
                    worker.has_begun = True
                    continue
                if isinstance(message, Exception):
                    raise EngineError(f"a worker process cannot begin: {message}") from message
                result, error = cast("tuple[Result, Exception | None]", message)
                worker.died_before = 0
                key, _ = worker.tasks.popleft()
                done.append((key, result if error is None else TaskFailure(seconds, error=error)))
        except (EOFError, OSError):  # OSError where it died while it was sending a result
            worker.process.join()
            code = worker.process.exitcode or 0
            failure = TaskFailure(monotonic() - worker.heard_at, code, is_at_start=not worker.is_ready)
            if worker.is_ready or (worker.has_begun and worker.is_last):
                self._replace(worker, failure, done)
            else:
                self._start_again(worker, code)
            return
        if not worker.tasks:
            is_quick = monotonic() - worker.batch_sent_at < BATCH_SECONDS
            size = self.batch_size * 2 if is_quick else self.batch_size // 2
            self.batch_size = min(max(size, 1), BATCH_SIZE_AT_MOST)

    def _start_again(self, worker: _Worker[Key, Task], exit_code: int) -> None:
        """Start another worker for the tasks of one that died before it was ready, if not too many did."""
        self._end(worker)
        if worker.is_last:
            raise EngineError(
                f"no worker process can be started: {STARTS} in a row {in_words(exit_code)} at once"
            )
        another = self._start()
        another.died_before = worker.died_before + 1
        self._send(another, list(worker.tasks))

    def _replace(self, worker: _Worker[Key, Task], failure: TaskFailure, done: Results[Key, Result]) -> None:
        """End a worker; the task that it was at has failed, and a new worker gets the rest."""
        self._end(worker)
        if worker.tasks:
            key, _ = worker.tasks.popleft()
            done.append((key, failure))
        if worker.tasks:
            self._send(self._start(), list(worker.tasks))

    def _end(self, worker: _Worker[Key, Task]) -> None:
        _kill(worker.process)
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)


def _kill(process: SpawnProcess) -> None:
    """Kill a worker; the keepers below it, which end what it has started, go on if they were stopped."""
    from sudocube.processes.keeper import IS_LINUX, descendants

    below = descendants(process.pid) if IS_LINUX and process.pid is not None and process.is_alive() else []
    process.kill()
    for one in below:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGCONT)


def in_words(exit_code: int) -> str:
    """How a process ended, to go on after its name: by which signal, or with which status."""
    return f"ended by signal {-exit_code}" if exit_code < 0 else f"ended with status {exit_code}"
