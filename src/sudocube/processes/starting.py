"""Starting processes of our own: nothing of the current folder runs in them, and nothing of the script here.

By itself, Python looks for modules in the current folder first where it runs `python -c`, which is how
`multiprocessing` starts everything; and a new process imports the script that runs here once more.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import spawn, util
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sudocube.interrupt import interrupt_held_back
from sudocube.processes.keeper import PR_SET_PDEATHSIG

SAFE = "-P"
"""The option of Python that leaves the current folder out of the path."""

CAN_FORK = sys.platform == "linux"
"""Whether this process can be copied. Elsewhere a copy of one that uses the system's libraries may crash."""

_starting = threading.Lock()
"""Held while `multiprocessing` is changed: two threads may start processes at the same time."""


def safe_path() -> list[str]:
    """Where modules are found, without the current folder where Python itself has put it there.

    It does so for `-m`, and for a script in that folder. What the user has put into PYTHONPATH stays. This
    package is found in the last place at least.
    """
    path = [place for place in sys.path if place]
    main = sys.modules["__main__"]
    file, is_module = getattr(main, "__file__", None), getattr(main, "__spec__", None) is not None
    with suppress(FileNotFoundError, ValueError):  # the folder may have been removed
        here = Path.cwd()
        if is_module or (file is not None and Path(file).absolute().parent == here):
            path.remove(str(here))
    return [*path, str(Path(__file__).parents[2])]


def start_isolated(process: BaseProcess) -> None:
    """Start a process that finds modules by `safe_path`, does not import the script and hears no Ctrl-C.

    Its function should begin with `begin_isolated`. Raises OSError where it cannot be started.
    """
    with _starting, isolated_starts(), interrupt_held_back():  # held back in the new process as well
        process.start()


@contextmanager
def isolated_starts() -> Iterator[None]:
    """What `multiprocessing` starts meanwhile finds modules by `safe_path`, and imports no script."""
    flags, told = util._args_from_interpreter_flags, spawn.get_preparation_data  # type: ignore[attr-defined]

    def told_to_new_process(name: str) -> dict[str, Any]:
        data = {key: value for key, value in told(name).items() if not key.startswith("init_main")}
        return {**data, "sys_path": safe_path()}

    util._args_from_interpreter_flags = lambda: [*flags(), SAFE]  # type: ignore[attr-defined]
    spawn.get_preparation_data = told_to_new_process
    try:
        yield
    finally:
        util._args_from_interpreter_flags = flags  # type: ignore[attr-defined]
        spawn.get_preparation_data = told


def begin_isolated() -> None:
    """In the new process: do not hear Ctrl-C, and end at once when the process that started this one ends.

    The signal is blocked, too, because some solvers set a handler of their own while they search.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def die_with_parent() -> None:
    """On Linux: the system kills this process when the thread that has started it ends."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
