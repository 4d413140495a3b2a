"""What runs in a worker process, and how its start is kept apart from the script that runs here.

Workers do not hear Ctrl-C: their parent does, and ends them. The signal is blocked, not ignored, because some
solvers set a handler of their own while they search.
"""

from __future__ import annotations

import ctypes
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import cast

from sudocube.errors import EngineError

READY = "ready"
"""What a worker sends once it can begin with a task: the time for its tasks counts from here."""

PREPARING = "preparing"
"""What a worker sends before it prepares for a task: the time does not count until it is ready again."""

_PR_SET_PDEATHSIG = 1
"""From the header <sys/prctl.h>."""


def _picklable(error: Exception) -> Exception:
    """The error, or where it does not survive the way to the parent, an EngineError that names it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return EngineError(f"{type(error).__name__}: {error}")
    return error


_hiding = threading.Lock()
"""Held while `__main__` is changed: two threads may start workers at the same time."""


@contextmanager
def main_hidden() -> Iterator[None]:
    """A process that is started within does not import the script that runs here.

    With "spawn", a new process first imports the main module of its parent, which it finds by the
    module's `__file__` or `__spec__`. Workers need nothing of it, a script without the guard
    `if __name__ == "__main__"` would run a second time in each of them, and a script that is read from
    standard input has no file at all. So both attributes are None until the process has been started.
    """
    names = vars(sys.modules["__main__"])
    with _hiding:
        before: dict[str, object] = {name: names[name] for name in ("__file__", "__spec__") if name in names}
        names.update(__file__=None, __spec__=None)
        try:
            yield
        finally:
            del names["__file__"], names["__spec__"]
            names.update(before)


def work(
    pipe: Connection[object, object],
    make_handler: Callable[[], Callable[[object], object]],
    dies_with_parent: bool,
) -> None:
    """What runs in a worker: handle task after task until the other end of the pipe is closed.

    What comes in are batches, lists of tasks. What goes out is READY, or the error because of which there is
    no handler; then for each task, in order, its result and the error that it raised instead, one of the two
    None. Where there is something to prepare for a task, PREPARING and READY go before that.

    With `dies_with_parent`, the worker is killed as soon as the thread that started it ends (on Linux;
    elsewhere it ends after its task).
    """
    if dies_with_parent and sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        try:
            handle = make_handler()
        except Exception as raised:
            pipe.send(_picklable(raised))
            return
        prepare: Callable[[object], Callable[[], object] | None] = getattr(handle, "prepare", _nothing)
        begin_batch: Callable[[list[object]], object] = getattr(handle, "begin_batch", _nothing)
        pipe.send(READY)
        while True:
            batch = cast("list[object]", pipe.recv())
            begin_batch(batch)
            for task in batch:
                result = error = None
                try:
                    if (make_missing := prepare(task)) is not None:
                        pipe.send(PREPARING)
                        try:
                            make_missing()
                        finally:
                            pipe.send(READY)
                    result = handle(task)
                except Exception as raised:
                    error = _picklable(raised)
                pipe.send((result, error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has closed the pipe


def _nothing(task: object) -> None:
    """Nothing is to be prepared for a task, or for a batch of tasks."""
