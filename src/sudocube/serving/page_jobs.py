"""The jobs of the page, done by the workers of a pool: what runs there, and how many jobs wait.

There are two queues, each with workers of its own, so that what follows each keystroke does not wait for
what takes long. The lines of a job are those that the page gets:

    {"type": "waiting", "before": n}          all workers are busy, and n jobs wait already
    {"type": "row", "row": {…}}
    {"type": "progress", "done": n, "of": m, "words": text}
    {"type": "done", "seconds": s}            the last line of a job
    {"type": "error", "error": message}       the last line of a job that could not be done to its end
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import traceback
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from sudocube.errors import SudocubeError
from sudocube.processes import TaskFailure, WorkerPool
from sudocube.report.words import FULL_REPORT, fault_in_words
from sudocube.serving.page_commands import QUEUES, PageCommand, Queue
from sudocube.serving.requests import Progress, Row

WORKERS = min(max(2, os.cpu_count() or 1), 4)
"""How many workers each queue has: as many jobs are done at once."""

WAITING_AT_MOST = 100
"""How many jobs wait in a queue; further ones are refused."""

PRELOADED = "sudocube.serving.preloaded"
"""What workers have imported when they are started, where processes can be copied."""

MEMORY_AT_MOST = 2_000_000_000
"""Resident bytes of a worker with all that it has started; OR-tools alone takes 130,000,000."""

LATE = "it takes longer than the page waits; the command line has no such limit"


Job = tuple[PageCommand, object, bytes | None]
"""A command with the fields of the request, and the list that was uploaded for it."""


def job_lines(job: Job) -> Iterator[bytes]:
    """In a worker: the lines of a job, as they are made."""
    command, fields, upload = job
    is_shown = bool(os.environ.get(FULL_REPORT))
    with Path(os.devnull).open("r+b") as nothing:  # the server's own streams are not this job's
        for stream in (0, 1) if is_shown else (0, 1, 2):
            os.dup2(nothing.fileno(), stream)
    start = perf_counter()
    try:
        for row in command.rows(fields, None if upload is None else io.BytesIO(upload)):
            if isinstance(row, Progress):
                yield line_of({"type": "progress", "done": row.done, "of": row.of, "words": row.words})
            else:
                yield line_of({"type": "row", "row": row})
        yield line_of({"type": "done", "seconds": round(perf_counter() - start, 6)})
    except SudocubeError as error:
        yield error_line(str(error))
    except MemoryError:
        yield error_line("there is not enough memory for this")
    except Exception as error:
        if is_shown:
            traceback.print_exc()
        yield error_line("\n".join(fault_in_words(error)))


def line_of(message: Row) -> bytes:
    """A message as a line of JSON."""
    return json.dumps(message).encode("ascii") + b"\n"


def error_line(message: str) -> bytes:
    """The last line of a job that was not done to its end, or of a request that is refused."""
    return line_of({"type": "error", "error": message})


SendLines = Callable[[bytes], Awaitable[None]]
T = TypeVar("T")


class PageJobs:
    """The workers of all queues; `close` ends them and whatever they do.

    `memory` is the limit for each, in bytes. Each worker is a pool of its own. It is used by a thread, and
    killed where its job is not done to the end.
    """

    def __init__(self, *, memory: int = MEMORY_AT_MOST) -> None:
        self._memory, self._is_closed = memory, False
        self._threads = ThreadPoolExecutor(WORKERS * len(QUEUES))
        self._free = {queue: asyncio.LifoQueue[WorkerPool]() for queue in QUEUES}
        self._waiting = dict.fromkeys(QUEUES, 0)
        self._pools = set[WorkerPool]()
        for queue in WORKERS * QUEUES:
            self._add_worker(queue)

    def start(self) -> None:
        """Start a worker for each queue, without waiting for it: the first job then finds it."""
        for free in self._free.values():
            free.put_nowait(pool := free.get_nowait())
            self._threads.submit(pool.start)

    def close(self) -> None:
        """End all workers; jobs that are not done end with an error."""
        self._is_closed = True
        for pool in self._pools:
            pool.kill()

    def _add_worker(self, queue: Queue) -> None:
        self._pools.add(pool := WorkerPool(1, preload=PRELOADED))
        self._free[queue].put_nowait(pool)

    def _in_thread(self, function: Callable[..., T], *arguments: object) -> asyncio.Future[T]:
        """What the function returns; it goes on where the caller is cancelled."""
        done = asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        done.add_done_callback(lambda done: done.cancelled() or done.exception())  # else asyncio tells of it
        return asyncio.shield(done)

    async def do(
        self,
        command: PageCommand,
        fields: object,
        send: SendLines,
        content: Callable[[], bytes] | None = None,
    ) -> None:
        """Do a job, and send its lines as they come, the last one included; whole lines at a time.

        `content` gives the list that was uploaded for it, when its turn has come. Where the caller is
        cancelled, the worker is killed.
        """
        queue = command.queue
        free = self._free[queue]
        if self._waiting[queue] >= WAITING_AT_MOST:
            why = "too many jobs wait already: try again, or close other tabs with this page"
            await send(error_line(why))
            return
        if free.empty():
            await send(line_of({"type": "waiting", "before": self._waiting[queue]}))
        self._waiting[queue] += 1
        try:
            pool = await free.get()
        finally:
            self._waiting[queue] -= 1
        told: str | None = "cancelled"
        try:
            told = await self._done(pool, (command, fields, content and content()), send)
        except (SudocubeError, OSError) as error:
            told = str(error)
        finally:
            if told is None:
                free.put_nowait(pool)
            else:
                pool.kill()
                self._pools.discard(pool)
                self._add_worker(queue)
        if told is not None:
            await send(error_line("the server has ended" if self._is_closed else told))

    async def _done(self, pool: WorkerPool, job: Job, send: SendLines) -> str | None:
        """Do a job; why it was not done to its end, or None."""
        lines, seconds = pool.map(job_lines, [job], memory=self._memory), job[0].seconds
        failure: TaskFailure | None = None
        try:
            async with asyncio.timeout(seconds):  # it may be the reader that does not read
                while (said := await self._in_thread(next, lines, None)) is not None:
                    if isinstance(said[1], list):
                        await send(b"".join(said[1]))
                    else:
                        failure = said[1]
        except TimeoutError:
            return f"stopped after {seconds:g} s: {LATE}"
        return f"the process that worked on this: {failure.reason}" if failure else None
