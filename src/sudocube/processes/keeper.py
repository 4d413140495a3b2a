"""Starts programs of others, one at a time, and ends all that they leave behind.

This file is a program of its own, `python -I -S keeper.py FD MARK`, with the standard library only. FD is
one end of a Unix socket; the other end is in `program_keeper`. Each program has MARK in its environment, and
so does what it starts: by that, `end_marked` finds them where this process was killed. In both directions a
message is one line of JSON:

    {"start": [word, …], "folder": path, "memory": bytes}    with three file descriptors: the program's
                                       standard input, output and error; answered by {"started": process id}
                                       or {"failed": why}
    {"stop": true}                     end the program
    {"folder": true}                   make a folder, which this process removes at its end; answered
                                       by {"folder": path} or {"failed": why}
    {"ended": exit code, "memory": b}  sent once for each program that was started, when nothing of it is
                                       left; b says whether it was ended because it needed too much memory

Invariants: a program has a process group of its own, and no terminal. When it ends, so does everything that
it has started. When the socket is closed, because the other process has ended in whatever way, all ends.

On Linux this process is a "child subreaper": a descendant whose parent has ended becomes its child, so it is
found even if it has called setsid. Elsewhere, what has left the process group is not found.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

IS_LINUX = sys.platform == "linux"

LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
"""Whether the system lists the children of a process in a file, as most Linux kernels do."""

LOOKED_AT_EVERY = 0.05 if IS_LINUX else 0.5
"""Seconds between two looks at the memory of a program."""

IDLE = 1.0
"""Seconds between two looks at whether the parent is still there. Usually the closed socket tells before."""

ENDED_WITHIN = 5.0
"""Seconds after which a process is given up that cannot be killed, such as one of another user."""

MARK_VARIABLE = "SUDOCUBE_PROGRAM_OF"
"""The environment variable that each program gets; its value is different for each keeper process."""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""From the header <sys/prctl.h>."""


class Keeper:
    """Serves the requests that come over the socket; see the head of the module."""

    def __init__(self, connection: socket.socket, mark: str) -> None:
        self._connection, self._mark = connection, mark
        self._folders = list[str]()
        self._parent = os.getppid()
        self._program: subprocess.Popen[bytes] | None = None
        self._memory = 0
        self._next_look = 0.0
        self._received, self._descriptors = b"", list[int]()
        self._wake_up, writing = os.pipe()
        for end in (self._wake_up, writing):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        self._prctl: Callable[..., int] | None = ctypes.CDLL(None).prctl if IS_LINUX else None
        if self._prctl is not None:
            self._prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def serve(self) -> None:
        """Serve until the other end is gone; then end everything."""
        try:
            while os.getppid() == self._parent:
                seconds = IDLE if self._program is None else max(0.0, self._next_look - monotonic())
                descriptors = [self._connection.fileno(), self._wake_up]
                readable, _, _ = select.select(descriptors, [], [], seconds)
                if self._wake_up in readable:
                    os.read(self._wake_up, 1024)
                if self._connection.fileno() in readable and not self._receive():
                    return
                self._reap()
                if self._program is not None and monotonic() >= self._next_look:
                    self._next_look = monotonic() + LOOKED_AT_EVERY
                    if self._memory and resident_memory(os.getpid(), self._memory) > self._memory:
                        self._end(too_much_memory=True)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            self._end_processes()
            if self._folders:
                remove_folders(self._folders)

    def _receive(self) -> bool:
        """Read and serve what has come; False where the other end is closed."""
        data, descriptors, _, _ = socket.recv_fds(self._connection, 1 << 16, 3)
        self._received += data
        self._descriptors += descriptors
        *lines, self._received = self._received.split(b"\n")
        for line in lines:
            request = json.loads(line)
            if "start" in request:
                self._start(request["start"], request["folder"], request["memory"])
            elif "folder" in request:
                self._make_folder()
            elif self._program is not None:
                self._end()
        return bool(data)

    def _send(self, **message: object) -> None:
        self._connection.sendall(json.dumps(message).encode() + b"\n")

    def _make_folder(self) -> None:
        from tempfile import mkdtemp  # takes milliseconds, and most programs need no files

        try:
            self._folders.append(mkdtemp(prefix="sudocube-"))
        except OSError as error:
            self._send(failed=error.strerror or str(error))
        else:
            self._send(folder=self._folders[-1])

    def _start(self, words: list[str], folder: str, memory: int) -> None:
        here = os.getpid()

        def die_with_keeper() -> None:
            if self._prctl is not None:
                self._prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
                if os.getppid() != here:
                    os._exit(1)

        streams, self._descriptors = self._descriptors, []
        try:
            self._program = subprocess.Popen(
                words,
                stdin=streams[0],
                stdout=streams[1],
                stderr=streams[2],
                cwd=folder,
                env={**os.environ, MARK_VARIABLE: self._mark},
                process_group=0,
                preexec_fn=die_with_keeper if IS_LINUX else None,
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._send(failed=getattr(error, "strerror", None) or str(error))
            return
        finally:
            for descriptor in streams:
                os.close(descriptor)
        self._memory, self._next_look = memory, 0.0
        self._send(started=self._program.pid)

    def _reap(self) -> bool:
        """Take the exit codes of processes that have ended; whether there are others left.

        Where the program itself has ended, everything else of it is ended, and that is told.
        """
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if self._program is not None and found[0] == self._program.pid:
                    self._program.returncode = os.waitstatus_to_exitcode(found[1])
                    self._end()
            return True
        return False

    def _end(self, *, too_much_memory: bool = False) -> None:
        """End the program and what it has started, and tell when nothing is left."""
        program = self._program
        assert program is not None  # there is one at each call
        self._program = None
        if program.returncode is None:
            code = self._end_processes(program.pid)
        else:
            code = program.returncode
            self._end_processes(program.pid)
        program.returncode = code
        self._send(ended=code, memory=too_much_memory)

    def _end_processes(self, group: int = 0) -> int:
        """Kill all processes below this one; the exit code of that with the number `group`."""
        code = -signal.SIGKILL
        if self._program is not None:
            group = self._program.pid
        give_up_at = monotonic() + ENDED_WITHIN
        while monotonic() < give_up_at:
            for number in (signal.SIGSTOP, signal.SIGKILL):  # what is stopped starts no other process
                if group:
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(group, number)
                for process in descendants(os.getpid()) if IS_LINUX else ():
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(process, number)
            try:
                while (found := os.waitpid(-1, os.WNOHANG))[0]:
                    if found[0] == group:
                        code = os.waitstatus_to_exitcode(found[1])
            except ChildProcessError:
                break
            sleep(0.001)
        return code


def remove_folders(folders: list[str]) -> None:
    """Remove folders with all that is in them, as far as that can be done."""
    from shutil import rmtree

    for folder in folders:
        rmtree(folder, ignore_errors=True)


def end_below(process: int, mark: str) -> None:
    """Kill a keeper process that does not answer, and all below it; on Linux what has its mark, too.

    For the process that has started it. Elsewhere than on Linux, only the keeper process is killed.
    """
    below = [process, *(descendants(process) if IS_LINUX else ())]
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for one in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(one, number)
    end_marked(mark)


def end_marked(mark: str) -> None:
    """On Linux: kill all processes that have this mark in their environment; elsewhere nothing."""
    give_up_at = monotonic() + ENDED_WITHIN
    while IS_LINUX and monotonic() < give_up_at and (found := _marked(mark)):
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, number)
        sleep(0.001)


def _marked(mark: str) -> list[int]:
    """The processes with this mark in their environment; those that have ended have none."""
    entry = f"{MARK_VARIABLE}={mark}\0".encode()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if entry in file.read():
                    found.append(int(name))
    return found


def descendants(process: int) -> list[int]:
    """On Linux: the numbers of the processes that a process has started, and of those that they have."""
    if not LISTS_CHILDREN:
        return [number for number, _ in listed_descendants(process)]
    found: list[int] = []
    ahead = [process]
    while ahead:
        one = ahead.pop()
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{one}/task"):
                with suppress(OSError), open(f"/proc/{one}/task/{thread}/children", "rb") as file:
                    ahead += map(int, file.read().split())
        found.append(one)
    return found[1:]


def listed_descendants(process: int) -> list[tuple[int, int]]:
    """Elsewhere: the same, as `ps` lists them, each with its resident memory in bytes."""
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        command = ["ps", "-A", "-o", "pid=,ppid=,rss="]
        table = subprocess.run(command, capture_output=True, timeout=ENDED_WITHIN, check=False).stdout
        rows = [tuple(map(int, row.split())) for row in table.splitlines()]
        below, found = {process}, dict[int, int]()
        while new := [row for row in rows if row[1] in below and row[0] not in below]:
            below |= {number for number, _, _ in new}
            found |= {number: 1024 * size for number, _, size in new}
        return list(found.items())
    return []


def resident_memory(process: int, at_least: int) -> int:
    """The resident bytes of all processes below one.

    What they share counts once, where the sum is above `at_least` without that, and the system tells.
    """
    if not IS_LINUX:
        return sum(size for _, size in listed_descendants(process))
    below = descendants(process)
    size = sum(map(resident_size, below))
    return size if size <= at_least else sum(map(_proportional_size, below))


def _proportional_size(process: int) -> int:
    """The resident bytes of a process, where of what it shares with n others it has the n-th part."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/smaps_rollup", encoding="ascii") as rows:
        for row in rows:
            if row.startswith("Pss:"):
                return 1024 * int(row.split()[1])
    return resident_size(process)


def resident_size(process: int) -> int:
    """The resident bytes of a process, with all that it shares; 0 where it is gone."""
    with suppress(OSError, IndexError), open(f"/proc/{process}/statm", "rb") as file:
        return os.sysconf("SC_PAGESIZE") * int(file.read().split()[1])
    return 0


if __name__ == "__main__":
    os.chdir("/")  # no folder is kept in use
    if hasattr(signal, "pthread_sigmask"):  # what a worker process holds back is nothing to others
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Keeper(socket.socket(fileno=int(sys.argv[1])), sys.argv[2]).serve()
