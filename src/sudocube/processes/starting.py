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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker, spawn, util
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sudocube.interrupt import interrupt_held_back
from sudocube.processes.supervisor import PR_SET_PDEATHSIG

SAFE = "-P"
"""The option of Python that leaves the current folder out of the path."""

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


def start_isolated(function: Callable[..., None], *arguments: object, preload: str = "") -> BaseProcess:
    """A new process that calls a function, and ends when this one does, in whatever way.

    It finds modules by `safe_path`, does not import the script, and hears no Ctrl-C. On Linux it is a copy of
    a process that has imported the module `preload`, where one is named. Raises OSError where it cannot be
    started.
    """
    # elsewhere a copy may crash in the system's libraries
    is_copied = bool(preload) and sys.platform == "linux"
    context: Any = multiprocessing.get_context("forkserver" if is_copied else "spawn")
    if is_copied:
        context.set_forkserver_preload([preload])
    is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
    process: BaseProcess = context.Process(
        target=_begin, args=(is_copied or is_main, function, *arguments), daemon=True
    )
    try:
        with _starting, isolated_starts(), interrupt_held_back():  # held back in the new process as well
            process.start()
    except EOFError as error:  # the process that is copied has ended; the next time there is a new one
        raise OSError("the process that starts workers has ended") from error
    return process


def _begin(dies_with_thread: bool, function: Callable[..., None], *arguments: object) -> None:
    """What the new process does. Ctrl-C is blocked, too, as some solvers set a handler while they search."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if dies_with_thread and sys.platform == "linux":  # also within compiled code
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    function(*arguments)


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def isolated_starts() -> Iterator[None]:
    """What `multiprocessing` starts meanwhile finds modules by `safe_path`, and imports no script."""
    flags, told = util._args_from_interpreter_flags, spawn.get_preparation_data  # type: ignore[attr-defined]

    def told_to_new_process(name: str) -> dict[str, Any]:
        data = {key: value for key, value in told(name).items() if not key.startswith("init_main")}
        return {**data, "sys_path": safe_path()}

    util._args_from_interpreter_flags = lambda: [*flags(), SAFE]  # type: ignore[attr-defined]
    spawn.get_preparation_data = told_to_new_process
    if sys.platform != "win32":
        resource_tracker.ensure_running()  # where it is started, Ctrl-C is no longer blocked
    try:
        yield
    finally:
        util._args_from_interpreter_flags = flags  # type: ignore[attr-defined]
        spawn.get_preparation_data = told
