"""Runs one program of others and ends all that it leaves behind: the subreaper of `container`.

This file is a program of its own, `python -I -S supervisor.py CONTROL FOLDER SIZE WORD…`, with the standard
library only. CONTROL is one end of a Unix socket, whose other end `container` has. Over it goes one line when
the program has been started, empty, or with the reason why it cannot be; and when nothing of it is left, its
exit code on another line, ERRORS_KEPT bytes for the end of what it has printed on standard error, and what it
has written to a file. When the other end is closed, because that process wants it or has ended in whatever
way, everything ends.

Where SIZE is not 0, so many bytes of standard input come first. They are put into a file, whose name takes
the place of `{}` in the words; `{out}` is a file that the program may write. FOLDER holds both. It is made
and removed here, since the process that wants it may be killed at any moment.

The program has a process group of its own, and no terminal. On Linux this process is a "child subreaper": a
descendant whose parent has ended becomes its child, so it is found even if it has called setsid. Elsewhere,
what has left the process group is not found.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from _thread import allocate_lock, start_new_thread
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic, sleep

IS_LINUX = sys.platform == "linux"

ENDED_WITHIN = 5.0
"""Seconds after which a process is given up that cannot be killed, such as one of another user."""

ERRORS_KEPT = 2048
"""How much of the end of the standard error is told, in bytes."""

PLACE, OUTPUT_FILE = "{}", "{out}"
"""What stands in a command for the puzzle, or for the file that states it, and for a file to write."""

WRITTEN_AT_MOST = 100_000_000
"""How much of what it has written is told, in bytes."""

AT_ONCE = 1 << 16
"""How many bytes are read at once; what a pipe holds on Linux."""

PIPE_AT_MOST = 1 << 20
"""How many bytes a pipe holds at most, on Linux with the usual settings."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""From the header <sys/prctl.h>."""


def supervise(control: int, folder: str, size: int, words: list[str]) -> None:
    """Start the program, and end it as the head of the module says."""
    given, written = f"{folder}/puzzle.cnf", f"{folder}/output"
    if IS_LINUX:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    errors, stderr = os.pipe()
    try:
        if size:
            os.mkdir(folder, 0o700)
            with open(given, "wb") as file:
                file.write(sys.stdin.buffer.read(size))
            words = [word.replace(OUTPUT_FILE, written).replace(PLACE, given) for word in words]
        program = os.posix_spawnp(
            words[0],
            words,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, stderr, 2), (os.POSIX_SPAWN_CLOSE, control)],
            setpgroup=0,
            setsigmask=(),  # what a worker holds back or ignores is nothing to others
            setsigdef=(signal.SIGINT, signal.SIGPIPE),
        )
    except OSError as error:
        os.write(control, f"{(error.strerror or str(error)).lower()}\n".encode())
        return
    os.write(control, b"\n")
    for end in (stderr, 0, 1):  # so that their ends are seen
        os.close(end)
    said, is_silent = bytearray(), allocate_lock()
    is_silent.acquire()

    def hear_errors() -> None:
        while data := os.read(errors, AT_ONCE):
            said[:] = (said + data)[-ERRORS_KEPT:]
        is_silent.release()

    def kill_when_told() -> None:
        os.read(control, 1)
        os.kill(program, signal.SIGKILL)

    start_new_thread(hear_errors, ())
    start_new_thread(kill_when_told, ())
    while (found := os.waitpid(-1, 0))[0] != program:  # others are descendants whose parents have ended
        pass
    _end_below(program)
    is_silent.acquire(timeout=1.0)  # elsewhere than on Linux, something may be left that could go on
    result = b"%d\n" % os.waitstatus_to_exitcode(found[1]) + said.ljust(ERRORS_KEPT)
    with suppress(OSError), open(written, "rb") as output:
        result += b"\n" + output.read(WRITTEN_AT_MOST)
    with suppress(OSError):
        os.write(control, result)


def _end_below(program: int) -> None:
    """Kill the program's group and, on Linux, all that is below this process."""
    give_up_at = monotonic() + ENDED_WITHIN
    while monotonic() < give_up_at:
        for number in (signal.SIGSTOP, signal.SIGKILL):  # what is stopped starts no other process
            with suppress(OSError):
                os.killpg(program, number)
            for process in _children():
                with suppress(OSError):
                    os.kill(process, number)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.001)


def _children() -> Iterator[int]:
    """On Linux: the processes whose parent this one is; elsewhere none."""
    for name in os.listdir("/proc") if IS_LINUX else ():
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    yield int(name)


if __name__ == "__main__":
    control, folder, size, *words = sys.argv[1:]
    try:
        supervise(int(control), folder, int(size), words)
    finally:  # without shutil, which takes milliseconds to import
        for place, _, files in os.walk(folder, topdown=False):
            for name in files:
                os.unlink(f"{place}/{name}")
            os.rmdir(place)
