"""Worker processes: work handed out in small parcels, answers in order, what hangs or dies replaced.

A parcel is a list of tasks, each one engine and one puzzle; a worker sends its answers one by one, in the
order of the tasks, so that it is always known which task a silent worker is at. When the time for that
task is long over, the worker is killed, the task is `unknown`, and a new worker takes up the rest of the
parcel; the same when a worker dies, and then the answer is `faulty`. Parcels grow while they are done
quickly, so that quick puzzles cost little and slow ones do not wait behind each other.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Generic, TypeVar

from sudocube.engines import Engine
from sudocube.errors import EngineError
from sudocube.interrupt import interrupt_held_back
from sudocube.jobs.worker import READY, serve
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer

T = TypeVar("T")

Choice = Callable[[Puzzle], Sequence[Engine]]
"""Which engines are asked about a puzzle."""

PARCEL_SECONDS = 0.1
"""What a parcel is meant to take; twice as many puzzles go into the next one when it took less."""

PARCEL_AT_MOST = 64

AHEAD_AT_MOST = 1024
"""Puzzles that may be on their way at once: what bounds the memory."""

GRACE = 2.0
"""Seconds past its time limit after which a worker is killed; three times that where engines keep time."""


AN_HOUR = 3600.0


@dataclass(slots=True)
class _Job(Generic[T]):
    """An item on its way: its answers so far, one place for each engine that is asked, by its name."""

    item: T
    puzzle: Puzzle | None
    answers: dict[str, Answer | None]


@dataclass(slots=True)
class _Worker(Generic[T]):
    """A process, and the tasks that it has yet to answer: an engine's name and a job."""

    process: SpawnProcess
    pipe: Connection[object, object]
    is_ready: bool = False
    tasks: deque[tuple[str, _Job[T]]] = field(default_factory=deque)
    since: float = 0.0
    """When it last was heard of, or got its parcel."""
    began: float = 0.0


class Pool(Generic[T]):
    """Up to `jobs` processes with the named engines; started when there is work, ended by `close`."""

    def __init__(
        self,
        names: Sequence[str],
        jobs: int,
        limit: int,
        timeout: float | None,
        choose: Choice,
        *,
        supports_timeout: bool,
    ) -> None:
        self._names, self._jobs = list(names), jobs
        self._choose = choose
        self._limit, self._timeout = limit, timeout
        self._patience = None if timeout is None else timeout + (GRACE if not supports_timeout else 3 * GRACE)
        self._workers: list[_Worker[T]] = []
        self._parcel = 1

    def run(self, items: Iterator[tuple[T, Puzzle | None]]) -> Iterator[tuple[T, dict[str, Answer]]]:
        """The answers to each item, in order."""
        queue: deque[_Job[T]] = deque()
        more = True
        while more or queue:
            while more and len(queue) < AHEAD_AT_MOST and (worker := self._idle()):
                jobs = self._take(items)
                more = len(jobs) == self._parcel
                queue.extend(jobs)
                self._hand_out(worker, [job for job in jobs if job.puzzle is not None])
            while queue and None not in queue[0].answers.values():
                job = queue.popleft()
                yield job.item, {name: answer for name, answer in job.answers.items() if answer is not None}
            if queue:
                self._listen()

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def _take(self, items: Iterator[tuple[T, Puzzle | None]]) -> list[_Job[T]]:
        """The next items, as many as a parcel holds or as there are."""
        jobs: list[_Job[T]] = []
        for item, puzzle in items:
            names = [one.name for one in self._choose(puzzle)] if puzzle is not None else []
            jobs.append(_Job(item, puzzle, dict.fromkeys(names)))
            if len(jobs) == self._parcel:
                break
        return jobs

    def _idle(self) -> _Worker[T] | None:
        """A worker without tasks, a new one while there may be more of them."""
        for worker in [one for one in self._workers if not one.tasks]:
            if worker.process.is_alive():
                return worker
            self._workers.remove(worker)  # it died when it had nothing to do: no puzzle's fault
        return self._start() if len(self._workers) < self._jobs else None

    def _start(self) -> _Worker[T]:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
        arguments = (there, self._names, self._limit, self._timeout, is_main)
        process = context.Process(target=serve, args=arguments, daemon=True)
        with interrupt_held_back():  # and so it is in the new process, from its first moment
            process.start()
        there.close()
        worker: _Worker[T] = _Worker(process, here)
        self._workers.append(worker)
        return worker

    def _hand_out(self, worker: _Worker[T], jobs: Sequence[_Job[T]]) -> None:
        """Give a worker a parcel: on every puzzle the engines chosen for it, engine by engine."""
        self._give(worker, [(name, job) for name in self._names for job in jobs if name in job.answers])

    def _give(self, worker: _Worker[T], tasks: Sequence[tuple[str, _Job[T]]]) -> None:
        """Give tasks to a worker that has none."""
        worker.tasks.extend(tasks)
        worker.since = worker.began = monotonic()
        if tasks:
            with suppress(BrokenPipeError, ConnectionResetError):  # it died: `_listen` will find out
                worker.pipe.send([(name, job.puzzle) for name, job in tasks])

    def _listen(self) -> None:
        """Wait until a worker has something to say, and hear it; replace those that are silent too long."""
        busy = [worker for worker in self._workers if worker.tasks]
        heard = wait([worker.pipe for worker in busy], timeout=self._seconds_left(busy))
        now = monotonic()
        for worker in busy:
            if worker.pipe in heard:
                self._hear(worker)
            elif worker.is_ready and self._patience is not None and now > worker.since + self._patience:
                reason = f"out of time after {self._timeout:g} s, and stopped by force"
                self._replace(worker, Answer.unknown(reason, seconds=now - worker.since))

    def _seconds_left(self, busy: Sequence[_Worker[T]]) -> float | None:
        """How long it may be until the first worker has been silent too long."""
        if self._patience is None:
            return None
        left = min(worker.since for worker in busy) + self._patience - monotonic()
        return min(max(0.0, left) + 0.01, AN_HOUR)  # to look too early does no harm; waits have limits

    def _hear(self, worker: _Worker[T]) -> None:
        """Take in all that a worker has sent."""
        try:
            while worker.pipe.poll():
                said = worker.pipe.recv()
                worker.since = monotonic()
                if said == READY:
                    worker.is_ready = True
                    continue
                assert isinstance(said, Answer)
                name, job = worker.tasks.popleft()
                job.answers[name] = said
        except (EOFError, OSError):  # the latter where it ended in the midst of an answer
            worker.process.join()
            if not worker.is_ready:
                raise EngineError(
                    "a worker process could not be started (a script that uses several processes must"
                    ' guard its entry with `if __name__ == "__main__"`)'
                ) from None
            code = worker.process.exitcode or 0
            how = f"by signal {-code}" if code < 0 else f"with status {code}"
            self._replace(worker, Answer.unknown(f"its process ended {how}", faulty=True))
            return
        if not worker.tasks:
            quick = monotonic() - worker.began < PARCEL_SECONDS
            self._parcel = min(self._parcel * 2, PARCEL_AT_MOST) if quick else max(self._parcel // 2, 1)

    def _replace(self, worker: _Worker[T], answer: Answer) -> None:
        """End a worker; its present task gets this answer, and a new worker the rest."""
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        if not worker.tasks:
            return
        name, job = worker.tasks.popleft()
        job.answers[name] = answer
        if worker.tasks:
            self._give(self._start(), list(worker.tasks))
