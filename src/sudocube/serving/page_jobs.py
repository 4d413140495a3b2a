"""The jobs of the page, done by the workers of a pool: what runs there, and what ends it.

There are two queues, each with workers of its own, so that what follows each keystroke does not wait for
what takes long. The lines of a job are those that the page gets:

    {"type": "row", "row": {…}}
    {"type": "progress", "done": n, "of": m, "words": text}
    {"type": "done", "seconds": s}            the last line of a job
    {"type": "error", "error": message}       the last line of a job that could not be done to its end
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import traceback
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, sleep

from sudocube.errors import SudocubeError
from sudocube.processes import TaskFailure, WorkerPool
from sudocube.report.words import FULL_REPORT, fault_in_words
from sudocube.serving.page_commands import QUEUES, PageCommand, Progress, Queue, Row

WORKERS = min(max(2, os.cpu_count() or 1), 4)
"""How many workers each queue has: as many jobs are done at once."""

PRELOADED = "sudocube.serving.preloaded"
"""What workers have imported when they are started, where processes can be copied."""

MEMORY_AT_MOST = 2_000_000_000
"""Resident bytes of a worker with all that it has started; OR-tools alone takes 130,000,000."""

LATE = "it takes longer than the page waits; the command line has no such limit"

Job = tuple[PageCommand, bytes, Mapping[str, str]]
"""A command with the body and the query of the request."""


def job_lines(job: Job) -> Iterator[bytes]:
    """In a worker: the lines of a job, as they are made."""
    command, body, query = job
    is_shown = bool(os.environ.get(FULL_REPORT))
    with Path(os.devnull).open("r+b") as nothing:  # the server's own streams are not this job's
        for stream in (0, 1) if is_shown else (0, 1, 2):
            os.dup2(nothing.fileno(), stream)
    start = perf_counter()
    try:
        for row in command.rows(body, query):
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


class PageJobs:
    """The workers of all queues; `close` ends them and whatever they do.

    `memory` is the limit for each, in bytes. Each worker is a pool of its own. It is used by a thread, and
    killed where its job is not done to the end.
    """

    def __init__(self, *, memory: int = MEMORY_AT_MOST) -> None:
        self._memory = memory
        self._threads = ThreadPoolExecutor(WORKERS * len(QUEUES))
        self._free = {queue: asyncio.LifoQueue[WorkerPool]() for queue in QUEUES}
        self._pools = set[WorkerPool]()
        for queue in WORKERS * QUEUES:
            self._add_worker(queue)

    def start(self) -> None:
        """Start a worker for each queue, without waiting for it: the first job then finds it."""
        for free in self._free.values():
            free.put_nowait(pool := free.get_nowait())
            self._threads.submit(pool.start)

    def close(self) -> None:
        """End all workers."""
        for pool in self._pools:
            pool.kill()

    def _add_worker(self, queue: Queue) -> None:
        self._pools.add(pool := WorkerPool(1, preload=PRELOADED, memory=self._memory))
        self._free[queue].put_nowait(pool)

    async def lines(self, job: Job) -> AsyncIterator[bytes]:
        """Do a job: its lines as they come, the last one included; whole lines at a time.

        Where the caller is cancelled, or does not want the next line, the worker is killed.
        """
        command, loop = job[0], asyncio.get_running_loop()
        pool = await self._free[command.queue].get()
        done = pool.map(job_lines, [job], timeout=lambda _: command.seconds)
        why_not: str | None = "cancelled"
        try:
            while (said := await loop.run_in_executor(self._threads, next, done, None)) is not None:
                match said[1]:
                    case list() as lines:
                        yield b"".join(lines)
                    case TaskFailure(is_timeout=True):
                        why_not = f"stopped after {command.seconds:g} s: {LATE}"
                    case TaskFailure(reason=reason):
                        why_not = f"the process that worked on this: {reason}"
                    case _:
                        why_not = None
        except (SudocubeError, OSError) as error:
            why_not = str(error)
        finally:
            if why_not is None:
                self._free[command.queue].put_nowait(pool)
            else:
                pool.kill()
                self._threads.submit(_end, done)
                self._pools.discard(pool)
                self._add_worker(command.queue)
        if why_not is not None:
            yield error_line(why_not)


def _end(results: Generator[object, None, None]) -> None:
    """Close what a job has left, with its pipes, once no thread waits for its next lines."""
    while True:
        try:
            results.close()
            gc.collect()  # a list may have hundreds of megabytes, and the request refers to itself
            return
        except ValueError:  # one does
            sleep(0.01)
