"""What runs in a worker process: engines that answer until there is nothing more to ask.

A worker never hears Ctrl-C: the process that started it does, and ends it. The signal is blocked, not
ignored, because some solvers set a handler of their own while they search.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

from sudocube.engines import engine
from sudocube.jobs.refereed import refereed_answer
from sudocube.puzzle import Puzzle

_PR_SET_PDEATHSIG = 1
"""From the header <sys/prctl.h>."""

READY = "ready"
"""What a worker says once its engines stand: from here on time counts."""


def serve(
    pipe: Connection[object, object],
    names: Sequence[str],
    limit: int,
    timeout: float | None,
    dies_with_parent: bool,
) -> None:
    """Answer until the other end of the pipe is closed.

    What comes in is a list of tasks: the name of an engine and a puzzle. What goes out is READY, then
    one answer for each task, in that order. With `dies_with_parent`, the worker is killed as soon as the
    thread that started it has ended, whatever it is doing (on Linux; elsewhere it ends after its task).
    """
    become_worker(dies_with_parent=dies_with_parent)
    try:
        engines = {name: engine(name) for name in names}
        pipe.send(READY)
        while True:
            for name, puzzle in _checked(pipe.recv()):
                pipe.send(refereed_answer(engines[name], puzzle, limit=limit, timeout=timeout))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # whoever asked is gone


def become_worker(*, dies_with_parent: bool) -> None:
    """From now on this process leaves Ctrl-C to its parent; see `serve` for `dies_with_parent`."""
    if dies_with_parent:
        _die_with_parent()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _die_with_parent() -> None:
    """Ask the system for SIGKILL when whoever started this process is gone, itself killed perhaps."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _checked(tasks: object) -> list[tuple[str, Puzzle]]:
    assert isinstance(tasks, list)
    return tasks
