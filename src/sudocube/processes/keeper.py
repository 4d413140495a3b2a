"""Runs one program of others and ends all that it leaves behind: the subreaper of `container`.

This file is a program of its own, `python -I -S keeper.py CONTROL FOLDER WORD…`, with the standard library
only. CONTROL is one end of a Unix socket, whose other end `container` has. Over it goes one line when the
program has been started, with its process id, and one when nothing of it is left, with its exit code; or one
line that begins with `!` and says why it cannot be started. When the other end is closed, because that
process wants it or has ended in whatever way, everything ends. FOLDER is removed if that process has ended
first; it may be empty.

The program has a process group of its own, and no terminal. On Linux this process is a "child subreaper": a
descendant whose parent has ended becomes its child, so it is found even if it has called setsid. Elsewhere,
what has left the process group is not found.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic, sleep

IS_LINUX = sys.platform == "linux"

IDLE = 1.0
"""Seconds between two looks at whether the parent is still there. Usually the closed socket tells before."""

ENDED_WITHIN = 5.0
"""Seconds after which a process is given up that cannot be killed, such as one of another user."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""From the header <sys/prctl.h>."""


def keep(
    control: int, run: Callable[[int], object], folder: str = "", unneeded: Sequence[int] = (0, 1, 2)
) -> None:
    """Call `run` in a new process, which should become the program; end it as the head of the module says.

    It has begun when the descriptor is closed that `run` gets, as `exec` does. The descriptors `unneeded` are
    the program's alone, so that their ends are seen.
    """
    parent, keeper = os.getppid(), os.getpid()
    prctl = ctypes.CDLL(None).prctl if IS_LINUX else lambda *_: None
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # what a worker holds back is nothing to others
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    wake_up, writing = os.pipe()
    for end in (wake_up, writing):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    os.set_inheritable(control, False)
    begun, beginning = os.pipe()
    program = os.fork()
    if program == 0:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            os.setpgid(0, 0)
            for end in (wake_up, writing):
                os.close(end)
            if os.getppid() == keeper:
                run(beginning)
        except OSError as error:
            os.write(beginning, f"!{error.strerror or error}".encode())
        finally:
            os._exit(1)
    os.close(beginning)
    os.write(control, (os.read(begun, 1000) or b"%d" % program) + b"\n")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in unneeded:
        os.dup2(nothing, stream)
    code: int | None = None
    while code is None and os.getppid() == parent:
        readable, _, _ = select.select([control, wake_up], [], [], IDLE)
        if control in readable and not _read(control):
            break
        if wake_up in readable:
            _read(wake_up)
        code = _reaped(program)
    last = _end_below(program)
    with suppress(OSError):
        os.write(control, b"%d\n" % (code if code is not None else last))
    if folder and os.getppid() != parent:
        from shutil import rmtree

        rmtree(folder, ignore_errors=True)


def _read(descriptor: int) -> bytes:
    with suppress(BlockingIOError, ConnectionError):
        return os.read(descriptor, 1024)
    return b""


def _reaped(program: int) -> int | None:
    """Take the exit codes of all that has ended; that of the program, if it is among them."""
    code = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == program:
                code = os.waitstatus_to_exitcode(found[1])
    return code


def _end_below(program: int) -> int:
    """Kill the program's group and, on Linux, all that is below this process; the program's exit code."""
    code: int | None = None
    give_up_at = monotonic() + ENDED_WITHIN
    while monotonic() < give_up_at:
        for number in (signal.SIGSTOP, signal.SIGKILL):  # what is stopped starts no other process
            with suppress(OSError):
                os.killpg(program, number)
            for process in _children():
                with suppress(OSError):
                    os.kill(process, number)
        if (found := _reaped(program)) is not None:
            code = found
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            break
        sleep(0.001)
    return -signal.SIGKILL if code is None else code


def _children() -> list[int]:
    """On Linux: the processes whose parent this one is; elsewhere none."""
    found = []
    for name in os.listdir("/proc") if IS_LINUX else ():
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.append(int(name))
    return found


if __name__ == "__main__":
    words = sys.argv[3:]
    keep(int(sys.argv[1]), lambda _: os.execvp(words[0], words), sys.argv[2])
