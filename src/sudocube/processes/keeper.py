"""Runs one program of others and ends all that it leaves behind: the subreaper of `container`.

This file is a program of its own, `python -I -S keeper.py CONTROL FOLDER WORD…`, with the standard library
only. CONTROL is one end of a Unix socket, whose other end `container` has. Over it goes one line when the
program has been started, empty, or with the reason why it cannot be; and when nothing of it is left, its exit
code on another line, and the end of what it has printed on standard error. When the other end is closed,
because that process wants it or has ended in whatever way, everything ends. FOLDER is removed if that process
has ended first; it may be empty.

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
from contextlib import suppress
from time import monotonic, sleep

IS_LINUX = sys.platform == "linux"

IDLE = 1.0
"""Seconds between two looks at whether the parent is still there. Usually the closed socket tells before."""

ENDED_WITHIN = 5.0
"""Seconds after which a process is given up that cannot be killed, such as one of another user."""

ERRORS_KEPT = 2048
"""How much of the end of the standard error is told, in bytes."""

AT_ONCE = 1 << 16
"""How many bytes are read at once; what a pipe holds on Linux."""

PIPE_AT_MOST = 1 << 20
"""How many bytes a pipe holds at most, on Linux with the usual settings."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""From the header <sys/prctl.h>."""


def keep(control: int, folder: str, words: list[str]) -> None:
    """Start the program, and end it as the head of the module says."""
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
    (begun, beginning), (errors, stderr) = os.pipe(), os.pipe()  # `exec` closes the first one
    program = os.fork()
    if program == 0:
        try:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            os.setpgid(0, 0)
            os.dup2(stderr, 2)
            if os.getppid() == keeper:
                os.execvp(words[0], words)
        except OSError as error:
            os.write(beginning, (error.strerror or str(error)).lower().encode())
        finally:
            os._exit(1)
    for end in (beginning, stderr, 0, 1):  # so that their ends are seen
        os.close(end)
    os.write(control, os.read(begun, 1000) + b"\n")
    code, said, heard = None, b"", [control, wake_up, errors]
    while code is None and os.getppid() == parent:
        readable, _, _ = select.select(heard, [], [], IDLE)
        if control in readable:
            break
        if errors in readable:
            said = (said + (new := _read(errors)))[-ERRORS_KEPT:]
            if not new:
                heard.remove(errors)
        if wake_up in readable:
            _read(wake_up)
        code = _reaped(program)
    last = _end_below(program)
    os.set_blocking(errors, False)
    for _ in range(PIPE_AT_MOST // AT_ONCE):
        said = (said + _read(errors))[-ERRORS_KEPT:]
    with suppress(OSError):
        os.write(control, b"%d\n" % (last if code is None else code) + said)
    if folder and os.getppid() != parent:
        from shutil import rmtree

        rmtree(folder, ignore_errors=True)


def _read(descriptor: int) -> bytes:
    with suppress(BlockingIOError):
        return os.read(descriptor, AT_ONCE)
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
    keep(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
