"""What runs in a worker process: engines that answer until there is nothing more to ask.

A worker never hears Ctrl-C: the process that started it does, and ends it. The signal is blocked, not
ignored, because some solvers set a handler of their own while they search.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection

from sudocube.engines import engine
from sudocube.jobs.refereed import refereed_answer
from sudocube.puzzle import Puzzle

READY = "ready"
"""What a worker says once its engines stand: from here on time counts."""


def serve(pipe: Connection[object, object], names: Sequence[str], limit: int, timeout: float | None) -> None:
    """Answer until the other end of the pipe is closed, or says None.

    What comes in is a list of tasks: the number of an engine and a puzzle. What goes out is READY, then
    one answer for each task, in that order.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        engines = [engine(name) for name in names]
        pipe.send(READY)
        while tasks := pipe.recv():
            for number, puzzle in _checked(tasks):
                pipe.send(refereed_answer(engines[number], puzzle, limit=limit, timeout=timeout))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # whoever asked is gone


def _checked(tasks: object) -> list[tuple[int, Puzzle]]:
    assert isinstance(tasks, list)
    return tasks
