"""Worker processes as the server sees them: started, heard, and ended.

On Linux they are copies of a process that has everything loaded (`worker_nursery`); elsewhere each is started
by itself, which takes a second or more.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from sudocube.interrupt import interrupt_held_back
from sudocube.processes.forked_process import CAN_FORK
from sudocube.processes.keeper import IS_LINUX, descendants
from sudocube.processes.pool import in_words
from sudocube.processes.worker import main_hidden
from sudocube.serving.page_commands import OF_THE_PAGE, Lane
from sudocube.serving.page_worker import run_worker

TOLD_WITHIN = 2.0
"""Seconds in which it is known how a worker ended, after its connection was closed."""


class StartedWorker:
    """A worker process: its number, its connection, how it is killed, and its exit code once it has ended."""

    def __init__(
        self,
        process: int,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        kill: Callable[[], None],
        ended: asyncio.Future[int],
    ) -> None:
        self.process = process
        self.reader, self.writer = streams
        self._kill, self._ended = kill, ended

    @property
    def is_alive(self) -> bool:
        """Whether it can take another job."""
        return not (self._ended.done() or self.reader.at_eof() or self.writer.is_closing())

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        self.writer.close()
        if not self._ended.done():
            self._kill()

    async def ending(self) -> str:
        """How it ended, to go on after its name: by which signal, or with which status."""
        with suppress(TimeoutError):
            return in_words(await asyncio.wait_for(asyncio.shield(self._ended), TOLD_WITHIN))
        return "ended"


class WorkerStarter(Protocol):
    """Starts workers, and ends all of them in the end."""

    async def start(self, lane: Lane) -> StartedWorker:
        """A new worker, with the modules of this lane loaded. Raises OSError where there can be none."""

    def close(self) -> None:
        """End all workers at once."""


def worker_starter(commands: str = OF_THE_PAGE, *, forks: bool = CAN_FORK) -> WorkerStarter:
    """What starts workers here: copies of a process, or processes of their own.

    `commands` is the module whose commands they have.
    """
    return CopiedWorkers(commands) if forks else SpawnedWorkers(commands)


class CopiedWorkers:
    """Workers that are copies of one process, the nursery, which is started with the first of them."""

    def __init__(self, commands: str) -> None:
        self._commands = commands
        self._numbers = count(1)
        self._nursery: SpawnProcess | None = None
        self._control: socket.socket | None = None
        self._started: dict[int, asyncio.Future[int]] = {}
        self._ended: dict[int, asyncio.Future[int]] = {}
        self._listening: asyncio.Task[None] | None = None

    async def start(self, lane: Lane) -> StartedWorker:
        """A copy; the nursery loads the modules of the lane before the first one."""
        if self._control is None:
            self._control = self._start_nursery()
            self._listening = asyncio.create_task(self._listen(self._control))
        number, loop = next(self._numbers), asyncio.get_running_loop()
        started, ended = loop.create_future(), loop.create_future()
        self._started[number], self._ended[number] = started, ended
        here, there = socket.socketpair()
        try:
            request = json.dumps({"start": number, "lane": lane}).encode() + b"\n"
            socket.send_fds(self._control, [request], [there.fileno()])
            process = await started
        except OSError:
            here.close()
            raise
        except asyncio.CancelledError:
            here.close()
            self._end(number, 0)
            raise
        finally:
            there.close()
        return StartedWorker(
            process, await asyncio.open_connection(sock=here), lambda: self._end(number, process), ended
        )

    def close(self) -> None:
        """End the nursery, and with it all workers."""
        if self._listening is not None:
            self._listening.cancel()
        self._forget()
        if self._nursery is not None:
            _end(self._nursery)
            self._nursery = None

    def _start_nursery(self) -> socket.socket:
        from sudocube.serving.worker_nursery import run_nursery

        here, there = socket.socketpair()
        self._nursery = _started(run_nursery, there, self._commands)
        here.setblocking(False)
        return here

    def _end(self, number: int, process: int) -> None:
        """Have the nursery end a worker: it knows whether the process is still the same."""
        try:
            if self._control is not None:
                self._control.send(json.dumps({"end": number}).encode() + b"\n")
        except OSError:
            if process:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)

    async def _listen(self, control: socket.socket) -> None:
        """Hear what the nursery tells, until it has ended; then so have all workers."""
        loop, received = asyncio.get_running_loop(), b""
        with suppress(OSError):
            while data := await loop.sock_recv(control, 1 << 16):
                *lines, received = (received + data).split(b"\n")
                for line in lines:
                    self._note(json.loads(line))
        if self._control is control:
            self._forget()

    def _forget(self) -> None:
        """The nursery has ended, and so have its workers; the next start begins another one."""
        if self._control is not None:
            self._control.close()
            self._control = None
        for started in self._started.values():
            if not started.done():
                started.set_exception(OSError("the process that starts workers has ended"))
        for ended in self._ended.values():
            if not ended.done():
                ended.set_result(-signal.SIGKILL)
        self._started.clear()
        self._ended.clear()

    def _note(self, message: dict[str, Any]) -> None:
        if "started" in message:
            started = self._started.pop(message["started"])
            if not started.done():
                started.set_result(message["process"])
        else:
            ended = self._ended.pop(message["ended"])
            if not ended.done():
                ended.set_result(message["code"])


class SpawnedWorkers:
    """Workers that are processes of their own, each started by itself."""

    def __init__(self, commands: str) -> None:
        self._commands = commands
        self._processes: list[SpawnProcess] = []

    async def start(self, lane: Lane) -> StartedWorker:
        """A process that loads the modules of the lane."""
        here, there = socket.socketpair()
        process = _started(run_worker, there, self._commands, lane)
        self._processes = [one for one in self._processes if one.is_alive()] + [process]
        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def wait_for_end() -> None:
            wait([process.sentinel])  # it is closed a moment before there is an exit code
            process.join()

        def note_end(_: object) -> None:
            if not ended.done():
                ended.set_result(process.exitcode or 0)

        loop.run_in_executor(None, wait_for_end).add_done_callback(note_end)
        streams = await asyncio.open_connection(sock=here)
        return StartedWorker(process.pid or 0, streams, lambda: _kill(process), ended)

    def close(self) -> None:
        """End all of them."""
        for process in self._processes:
            _end(process)
        self._processes.clear()


def _started(target: Callable[..., None], connection: socket.socket, *arguments: object) -> SpawnProcess:
    """A new process that runs `target` with the connection, which is closed here, and who its parent is."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=target, args=(connection, os.getpid(), *arguments))
    with connection, interrupt_held_back(), main_hidden():
        process.start()
    return process


def _end(process: SpawnProcess) -> None:
    """Kill a process with all below it, and wait until it has ended."""
    _kill(process)
    process.join()


def _kill(process: SpawnProcess) -> None:
    """Kill a process and, on Linux, all that it and its children have started."""
    if process.pid is None or not process.is_alive():
        return
    below = descendants(process.pid) if IS_LINUX else []
    process.kill()
    for one in below:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)
