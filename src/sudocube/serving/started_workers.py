"""Worker processes as the server sees them: started, heard, and ended.

To start a Python process and load OR-tools takes seconds. On Linux, workers are copies of a process that has
everything loaded, the fork server of `multiprocessing`, which takes milliseconds; elsewhere such a copy may
crash, so each is started by itself.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any

from sudocube.processes.pool import in_words
from sudocube.processes.starting import start_isolated
from sudocube.processes.tree import kill_tree
from sudocube.serving.page_commands import Lane
from sudocube.serving.page_worker import run_worker

TOLD_WITHIN = 2.0
"""Seconds in which it is known how a worker ended, after its connection was closed."""

LOADED = "sudocube.serving.loaded_modules"
"""What the fork server imports before its first copy."""


class StartedWorker:
    """A worker process, and its connection."""

    def __init__(
        self, process: BaseProcess, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        self._process = process
        self.number = process.pid or 0
        self.reader, self.writer = streams

    @property
    def is_alive(self) -> bool:
        """Whether it can take another job."""
        return not (self.reader.at_eof() or self.writer.is_closing()) and self._process.is_alive()

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        self.writer.close()
        kill_tree(self.number)
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self.number, signal.SIGKILL)

    async def ending(self) -> str:
        """How it ended, to go on after its name: by which signal, or with which status."""
        await asyncio.to_thread(self._process.join, TOLD_WITHIN)
        code = self._process.exitcode
        return "ended" if code is None else in_words(code)


async def started_worker(commands: str, lane: Lane, *, forks: bool) -> StartedWorker:
    """A new worker for the commands of a module, with the modules of this lane loaded.

    Raises OSError where there can be none.
    """
    context: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
    if forks:
        context.set_forkserver_preload([LOADED])
    here, there = socket.socketpair()
    try:
        with there:
            process = context.Process(target=run_worker, args=(there, commands, lane))
            await asyncio.to_thread(_start, process)
        return StartedWorker(process, await asyncio.open_connection(sock=here))
    except BaseException:
        here.close()
        raise


def _start(process: BaseProcess) -> None:
    try:
        start_isolated(process)
    except EOFError as error:  # from a fork server that has ended
        raise OSError("the process that starts workers has ended") from error
