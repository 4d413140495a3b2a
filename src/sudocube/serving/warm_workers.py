"""The lanes: which worker gets a job, how many jobs wait, and what ends a job before its end.

A job is ended by killing its worker: when nobody reads its rows any more, when its time is over, and when it
needs too much memory. Another worker is started in its place at once, so that the next job finds it warm.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, Any

from sudocube.processes.container import CAN_FORK
from sudocube.processes.pool import LOOKED_AT_EVERY
from sudocube.processes.tree import resident_memory
from sudocube.serving.page_commands import LANES, OF_THE_PAGE, Lane
from sudocube.serving.started_workers import StartedWorker, started_worker

WORKERS = min(max(2, os.cpu_count() or 1), 4)
"""How many workers each lane has: as many jobs are done at once."""

WAITING_AT_MOST = 100
"""How many jobs wait in a lane; further ones are refused."""

MEMORY_AT_MOST = 2_000_000_000
"""Resident bytes of a worker with all that it has started; OR-tools alone takes 130,000,000."""

AT_ONCE = 1 << 16

LAST = (b'{"type": "done"', b'{"type": "error"')
"""How the last line of a job begins; see `page_worker`."""

Send = Callable[[bytes], Awaitable[None]]


class TooBusyError(Exception):
    """So many jobs wait already that another one would only wait longer."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is asked, as a line of JSON; its lane and its limit of time.

    `upload` is the file of the list that was uploaded for it, with its length in bytes.
    """

    lane: Lane
    seconds: float
    request: bytes
    upload: tuple[IO[bytes], int] | None = None


class WarmWorkers:
    """Workers of all lanes; `start` starts them, `close` ends them and whatever they do.

    `commands` is the module whose commands they have, and `memory` the limit for each, in bytes.
    """

    def __init__(
        self, commands: str = OF_THE_PAGE, *, memory: int = MEMORY_AT_MOST, forks: bool = CAN_FORK
    ) -> None:
        self._memory, self._is_closed = memory, False
        self._lanes = {lane: _Lane(partial(started_worker, commands, lane, forks=forks)) for lane in LANES}

    def start(self) -> None:
        """Start workers, without waiting for them: first those of the lane that is to answer at once."""
        for lane in self._lanes.values():
            lane.fill()

    def close(self) -> None:
        """End all workers; jobs that are not done end with an error."""
        self._is_closed = True
        for lane in self._lanes.values():
            lane.close()

    async def do(self, job: Job, send: Send) -> None:
        """Do a job, and send its lines as they come, the last one included; whole lines at a time.

        Where the caller is cancelled, the worker is killed. Before anything was sent, raises TooBusyError
        where too many jobs wait, and OSError where no worker can be started.
        """
        async with self._lanes[job.lane].worker() as worker:
            ending = await self._ended_early(job, worker, send)
        if ending:
            await send(error_line("the server has ended" if self._is_closed else ending))

    async def _ended_early(self, job: Job, worker: StartedWorker, send: Send) -> str:
        """Do a job with a worker; why it was not done to its end, or empty."""
        watch = asyncio.create_task(self._too_much_memory(worker))
        is_done = False
        try:
            async with asyncio.timeout(job.seconds):
                await _send_job(job, worker)
                is_done = await _pass_on(worker, send)
                if is_done:
                    if resident_memory(worker.number) > self._memory / 2:
                        worker.kill()  # it kept much, and the next job shall have all
                    return ""
        except TimeoutError:
            return (
                f"stopped after {job.seconds:g} s: it takes longer than the page waits;"
                " the command line has no such limit"
            )
        finally:
            watch.cancel()
            if not is_done:
                worker.kill()
        if watch.done() and not watch.cancelled():
            return f"stopped: it needed more than {self._memory:,} bytes of memory"
        how = await worker.ending()
        return f"the process that worked on this {how}; other jobs go on, and you can try again"

    async def _too_much_memory(self, worker: StartedWorker) -> None:
        """Return once a worker has needed too much memory, and was killed for it."""
        while True:
            await asyncio.sleep(LOOKED_AT_EVERY)
            needed = await asyncio.to_thread(resident_memory, worker.number, self._memory)
            if needed > self._memory:
                worker.kill()
                return


async def _send_job(job: Job, worker: StartedWorker) -> None:
    with suppress(ConnectionError):  # it has died: reading tells
        worker.writer.write(job.request)
        if job.upload is not None:
            file, size = job.upload
            for start in range(0, size, AT_ONCE):
                file.seek(start)  # another job may read it, too
                worker.writer.write(file.read(min(AT_ONCE, size - start)))
                await worker.writer.drain()
        await worker.writer.drain()


async def _pass_on(worker: StartedWorker, send: Send) -> bool:
    """Send the lines of a worker as they come; whether the last one of the job was among them."""
    rest = b""
    with suppress(ConnectionError):
        while data := await worker.reader.read(AT_ONCE):
            lines, end, rest = (rest + data).rpartition(b"\n")
            if not end:
                continue
            await send(lines + end)
            if lines[lines.rfind(b"\n") + 1 :].startswith(LAST):
                return True
    return False


def error_line(message: str) -> bytes:
    """The last line of a job that was not done to its end, or of a request that is refused."""
    return json.dumps({"type": "error", "error": message}).encode("ascii") + b"\n"


class _Lane:
    """The workers of a lane: those that wait for a job, and how many jobs wait for a worker."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, StartedWorker]]) -> None:
        self._start_worker = start
        self._places = asyncio.Semaphore(WORKERS)
        self._waiting = 0
        self._ready: deque[asyncio.Future[StartedWorker]] = deque()
        self._at_work: set[StartedWorker] = set()
        self._is_closed = False

    def fill(self) -> None:
        """Start a worker for each place."""
        for _ in range(WORKERS):
            self._start()

    def close(self) -> None:
        """End all workers, and start no more."""
        self._is_closed = True
        for worker in self._at_work:
            worker.kill()
        while self._ready:
            self._ready.pop().add_done_callback(_kill)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[StartedWorker]:
        """A worker for one job. If it can still work after it, the next job gets it, else a new one."""
        if self._waiting >= WAITING_AT_MOST:
            raise TooBusyError
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            worker = await self._next()
            self._at_work.add(worker)
            try:
                yield worker
            finally:
                self._at_work.remove(worker)
                if worker.is_alive:
                    self._ready.appendleft(_ready(worker))
                else:
                    self._start()
        finally:
            self._places.release()

    async def _next(self) -> StartedWorker:
        """A worker that is alive: the one that waits longest, or a new one."""
        while True:
            if self._is_closed:
                raise OSError("the server ends")
            if not self._ready:
                self._start()
            starting = self._ready.popleft()
            try:
                worker = await asyncio.shield(starting)
            except asyncio.CancelledError:
                self._ready.append(starting)  # it goes on to start, for the next job
                raise
            if worker.is_alive:
                return worker

    def _start(self) -> None:
        if not self._is_closed:
            self._ready.append(asyncio.create_task(self._start_worker()))


def _kill(started: asyncio.Future[StartedWorker]) -> None:
    if not started.cancelled() and started.exception() is None:
        started.result().kill()


def _ready(worker: StartedWorker) -> asyncio.Future[StartedWorker]:
    """A worker that was started before, as the starts are that are waited for."""
    ready: asyncio.Future[StartedWorker] = asyncio.get_running_loop().create_future()
    ready.set_result(worker)
    return ready
