"""The jobs of the page, done by the workers of a pool: what runs there, and how many jobs wait.

There are two lanes, each with workers of its own, so that what follows each keystroke does not wait for what
takes long. The lines of a job are those that the page gets:

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
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from sudocube.errors import SudocubeError
from sudocube.processes import TaskFailure, WorkerPool
from sudocube.report.words import FULL_REPORT, fault_in_words
from sudocube.serving.page_commands import LANES, OF_THE_PAGE, Lane, commands_of
from sudocube.serving.requests import Progress, Row

WORKERS = min(max(2, os.cpu_count() or 1), 4)
"""How many workers each lane has: as many jobs are done at once."""

WAITING_AT_MOST = 100
"""How many jobs wait in a lane; further ones are refused."""

MEMORY_AT_MOST = 2_000_000_000
"""Resident bytes of a worker with all that it has started; OR-tools alone takes 130,000,000."""

PRELOADED = "sudocube.serving.preloaded"
"""What workers have imported when they are started, where processes can be copied."""

LATE_AT_MOST = 1.0
"""Seconds after its time limit at which a job ends whose lines nobody reads."""

LATE = "it takes longer than the page waits; the command line has no such limit"


@dataclass(frozen=True, slots=True)
class Job:
    """A command with its fields and the list that was uploaded for it; where it is done, and how long."""

    command: str
    fields: object
    lane: Lane
    seconds: float
    upload: bytes | None = None


def job_lines(commands: str, job: Job) -> Iterator[bytes]:
    """In a worker: the lines of a job, as they are made; `commands` is the module with the commands."""
    is_shown = bool(os.environ.get(FULL_REPORT))
    with Path(os.devnull).open("r+b") as nothing:  # the server's own streams are not this job's
        for stream in (0, 1) if is_shown else (0, 1, 2):
            os.dup2(nothing.fileno(), stream)
    start = perf_counter()
    try:
        upload = None if job.upload is None else io.BytesIO(job.upload)
        for row in commands_of(commands)[job.command].rows(job.fields, upload):
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


Send = Callable[[bytes], Awaitable[None]]


class PageJobs:
    """The workers of all lanes; `close` ends them and whatever they do.

    `commands` is the module whose commands they have, and `memory` the limit for each, in bytes. A pool of
    one worker does one job at a time.
    """

    def __init__(self, commands: str = OF_THE_PAGE, *, memory: int = MEMORY_AT_MOST) -> None:
        self._function: Callable[[Job], Any] = partial(job_lines, commands)
        self._memory, self._is_closed = memory, False
        self._threads = ThreadPoolExecutor(WORKERS * len(LANES))
        self._free = {lane: asyncio.LifoQueue[WorkerPool]() for lane in LANES}
        for free in WORKERS * [*self._free.values()]:
            free.put_nowait(WorkerPool(1, preload=PRELOADED))
        self._waiting = dict.fromkeys(LANES, 0)

    def start(self) -> None:
        """Start a worker in each lane, without waiting for it: the first job then finds it."""
        for free in self._free.values():
            free.put_nowait(pool := free.get_nowait())
            self._threads.submit(pool.start)

    def close(self) -> None:
        """End all workers; jobs that are not done end with an error."""
        self._is_closed = True
        for free in self._free.values():
            while not free.empty():
                free.get_nowait().close()

    async def do(self, job: Job, send: Send, content: Callable[[], bytes] | None = None) -> None:
        """Do a job, and send its lines as they come, the last one included; whole lines at a time.

        `content` gives the list that was uploaded for it, when its turn has come. Where the caller is
        cancelled, the worker is killed.
        """
        free = self._free[job.lane]
        if self._waiting[job.lane] >= WAITING_AT_MOST:
            why = "too many jobs wait already: try again, or close other tabs with this page"
            await send(error_line(why))
            return
        if free.empty():
            await send(line_of({"type": "waiting", "before": self._waiting[job.lane]}))
        self._waiting[job.lane] += 1
        try:
            pool = await free.get()
        finally:
            self._waiting[job.lane] -= 1
        try:
            job = job if content is None else replace(job, upload=content())
            failure = await self._outcome(pool, job, send)
            told = None if failure is None else self._told(failure, job)
        except SudocubeError as error:
            told = str(error)
        except OSError as error:
            told = f"no worker can be started: {error}"
        finally:
            free.put_nowait(pool)
        if told is not None:
            await send(error_line("the server has ended" if self._is_closed else told))

    async def _outcome(self, pool: WorkerPool, job: Job, send: Send) -> TaskFailure | None:
        """Do a job; why it was not done to its end, or None."""
        if self._is_closed:
            raise OSError("the server ends")
        is_wanted = True
        lines = pool.map(
            self._function,
            [job],
            timeout=lambda job: job.seconds,
            memory=self._memory,
            is_wanted=lambda: is_wanted and not self._is_closed,
        )
        in_thread, failure = partial(asyncio.get_running_loop().run_in_executor, self._threads), None
        try:
            async with asyncio.timeout(job.seconds + LATE_AT_MOST):  # it may be the reader that does not read
                while (said := await asyncio.shield(step := in_thread(next, lines, None))) is not None:
                    if isinstance(said[1], list):
                        await send(b"".join(said[1]))
                    else:
                        failure = said[1]
        except TimeoutError:
            failure = TaskFailure(job.seconds)
        finally:
            is_wanted = False
            with suppress(OSError):
                await asyncio.shield(step)
            await asyncio.shield(in_thread(lines.close))
        return failure

    def _told(self, failure: TaskFailure, job: Job) -> str:
        """Why a job was not done to its end."""
        if failure.error is not None:
            return str(failure.error)
        if failure.needed_memory:
            return f"stopped: it needed more than {self._memory:,} bytes of memory"
        if failure.is_timeout:
            return f"stopped after {job.seconds:g} s: {LATE}"
        return f"the process that worked on this {failure.reason}; other jobs go on, and you can try again"
