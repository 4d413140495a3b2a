"""A copy of this process that calls what only this one has: asked by lines, and ended with all its processes.

Only on Linux. Elsewhere a copy of a process that uses the system's libraries may crash (macOS), or there is
none (Windows).
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import warnings
import weakref
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import BinaryIO

from sudocube.errors import EngineError, reason_of
from sudocube.processes.contained_program import AT_ONCE, LINE_AT_MOST
from sudocube.processes.keeper import (
    LOOKED_AT_EVERY,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_PDEATHSIG,
    descendants,
    resident_size,
)
from sudocube.processes.pool import in_words
from sudocube.processes.program_keeper import memory_limit

CAN_FORK = sys.platform == "linux"
"""Whether there can be such processes here."""


class ForkedProcess:
    """A copy of this process that runs `serve`, with a file to read requests from, and one for the answers.

    It has what this process had when it began; nothing that changes there comes back but the answers. It is
    in a process group of its own, and its standard input is empty; its standard output is that of this
    process. It is ended by `close`, when this object is forgotten, and when the thread that made it ends.

    Raises EngineError where no process can be started, and UnsupportedError for a limit of memory in
    SUDOCUBE_SOLVER_MEMORY that is no size.
    """

    def __init__(self, serve: Callable[[BinaryIO, BinaryIO], None]) -> None:
        self._memory = memory_limit()
        self._received = b""
        (requests, self._to_it), (self._from_it, answers) = os.pipe(), os.pipe()
        for stream in (sys.stdout, sys.stderr):  # else the copy would print once more what waits in them
            with suppress(Exception):
                stream.flush()
        parent = os.getpid()
        try:
            self._process = _fork()
        except OSError as error:
            for end in (requests, self._to_it, self._from_it, answers):
                os.close(end)
            raise EngineError(f"no process can be started: {reason_of(error)}") from None
        if self._process == 0:
            _run_copy(serve, parent, requests, answers)
        with suppress(OSError):  # whoever is first, this process or the copy
            os.setpgid(self._process, 0)
        os.close(requests)
        os.close(answers)
        self._usual = resident_size(self._process)
        self._next_look = monotonic() + LOOKED_AT_EVERY
        ends = (self._to_it, self._from_it)
        self._finalize = weakref.finalize(self, _end, self._process, parent, ends)

    def send(self, data: bytes) -> None:
        """A request. It must fit into a pipe, unless the process reads."""
        with suppress(BrokenPipeError):  # it has ended: `line` tells
            while data:
                data = data[os.write(self._to_it, data) :]

    def line(self, deadline: float) -> bytes:
        """The next line of its answers, without its end.

        Raises TimeoutError where there is none at the deadline (by `monotonic`), and EngineError where the
        process has ended before, needs too much memory, or answers with a line above LINE_AT_MOST.
        """
        poll = select.poll()
        poll.register(self._from_it, select.POLLIN)
        while b"\n" not in self._received:
            if len(self._received) > LINE_AT_MOST:
                raise EngineError(f"flooded: it answered with a line of more than {LINE_AT_MOST:,} bytes")
            left = deadline - monotonic()
            if poll.poll(1000 * min(max(left, 0.0), LOOKED_AT_EVERY)):
                data = os.read(self._from_it, AT_ONCE)
                self._received += data
                if not data:
                    raise EngineError(self._why_it_ended(wait=True))
                continue
            if left <= 0:
                raise TimeoutError
            if monotonic() >= self._next_look:
                self._look()
        line, _, self._received = self._received.partition(b"\n")
        return line

    def close(self) -> None:
        """End the process with those that it has started, as far as they are found."""
        self._finalize()

    def _look(self) -> None:
        """Raise EngineError where the process has ended, or needs too much memory."""
        self._next_look = monotonic() + LOOKED_AT_EVERY
        processes = [self._process, *descendants(self._process)]
        needed = sum(max(0, resident_size(one) - self._usual) for one in processes)
        if needed > self._memory:
            raise EngineError(f"stopped: it needed more than {self._memory:,} bytes of memory")
        if why := self._why_it_ended(wait=False):  # where others of its own hold the pipe open
            raise EngineError(why)

    def _why_it_ended(self, *, wait: bool) -> str:
        """How the process ended; empty where it goes on, and is not waited for."""
        options = os.WEXITED | os.WNOWAIT | (0 if wait else os.WNOHANG)  # it is reaped by `close`
        try:
            found = os.waitid(os.P_PID, self._process, options)
        except ChildProcessError:
            return "ended"
        if found is None:
            return ""
        is_exit = found.si_code == os.CLD_EXITED
        return in_words(found.si_status if is_exit else -found.si_status)


def _fork() -> int:
    """As `os.fork`, without its warning for a process with several threads.

    A lock that another thread holds at this moment stays locked in the copy, for good. That can do no harm
    here: a copy that waits for it is ended at the time limit, and no answer is taken for a wrong one.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
        return os.fork()


def _run_copy(serve: Callable[[BinaryIO, BinaryIO], None], parent: int, requests: int, answers: int) -> None:
    """What the copy does. It never returns, and runs nothing that this process does at its end."""
    status = 1
    try:
        os.setpgid(0, 0)
        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # so that whatever it starts is found below it
        if os.getppid() == parent:
            signal.set_wakeup_fd(-1)
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.close(nothing)
            serve(os.fdopen(requests, "rb"), os.fdopen(answers, "wb"))
            status = 0
    finally:
        os._exit(status)


def _end(process: int, parent: int, ends: tuple[int, int]) -> None:
    """Close these ends of pipes, and end the process, unless this is a copy of the one that started it."""
    for end in ends:
        os.close(end)
    if os.getpid() != parent:
        return
    with suppress(OSError):
        os.kill(process, signal.SIGSTOP)  # what is stopped starts no other process
    for one in descendants(process):
        with suppress(OSError):
            os.kill(one, signal.SIGKILL)
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(process, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(process, 0)
