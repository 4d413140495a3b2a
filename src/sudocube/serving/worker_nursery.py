"""The process that starts workers: copies of itself, in which all modules are loaded already.

To start a Python process and load OR-tools takes seconds; to copy this process takes milliseconds. So a job
that is not wanted any more can be ended by ending its worker. Only on Linux: elsewhere a copy of a process
that uses the system's libraries may crash.

This process is asked over a Unix socket, by lines of JSON, and answers in the same way:

    {"start": number, "lane": name}    with one file descriptor, the worker's socket; answered by
                                       {"started": number, "process": id}
    {"end": number}                    end that worker, and all that it has started
    {"ended": number, "code": code}    sent once for each worker that has ended, in whatever way

It has no other thread of Python, so that a copy never waits for a lock that another thread held. When the
socket is closed, because the server has ended in whatever way, it ends all workers, and then itself.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import select
import signal
import socket
from contextlib import suppress

from sudocube.processes.keeper import PR_SET_CHILD_SUBREAPER, descendants
from sudocube.serving.page_commands import Lane, commands_of
from sudocube.serving.page_worker import die_with_parent, load_modules, separate_process, serve_jobs


def run_nursery(control: socket.socket, parent: int, commands: str) -> None:
    """What the process does: start workers until the other end of `control` is closed.

    `commands` is the module whose commands the workers have.
    """
    separate_process()
    if os.getppid() == parent:
        _Nursery(control, commands).serve()


class _Nursery:
    def __init__(self, control: socket.socket, commands: str) -> None:
        self._control, self._commands = control, commands_of(commands)
        self._workers: dict[int, int] = {}
        """The number of each worker, by its process."""
        self._loaded: set[Lane] = set()
        self._received, self._descriptors = b"", list[int]()
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # finds what a dead worker has left
        self._wake_up, self._waking = os.pipe()
        for end in (self._wake_up, self._waking):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._waking, warn_on_full_buffer=False)

    def serve(self) -> None:
        is_open = True
        try:
            while is_open:
                readable, _, _ = select.select([self._control.fileno(), self._wake_up], [], [])
                if self._wake_up in readable:
                    os.read(self._wake_up, 1024)
                if self._control.fileno() in readable:
                    is_open = self._receive()
                self._reap()
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            for process in self._workers:
                _kill(process)

    def _receive(self) -> bool:
        """Read and serve what has come; False where the other end is closed."""
        data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 16)
        self._received += data
        self._descriptors += descriptors
        *lines, self._received = self._received.split(b"\n")
        for line in lines:
            request = json.loads(line)
            if "start" in request:
                self._start(request["start"], request["lane"], self._descriptors.pop(0))
            else:
                for process, number in self._workers.items():
                    if number == request["end"]:  # it is not reaped yet: no other process has its number
                        _kill(process)
        return bool(data)

    def _start(self, number: int, lane: Lane, descriptor: int) -> None:
        if lane not in self._loaded:
            load_modules(lane, self._commands)
            self._loaded.add(lane)
            gc.collect()
            gc.freeze()  # copies share what is loaded, and their collector does not touch it
        here = os.getpid()
        process = os.fork()
        if process == 0:
            self._run_copy(here, descriptor)
        os.close(descriptor)
        with suppress(OSError):  # whoever is first, this process or the copy
            os.setpgid(process, process)
        self._workers[process] = number
        self._send(started=number, process=process)

    def _run_copy(self, parent: int, descriptor: int) -> None:
        """What the copy does. It never returns, and runs nothing that this process does at its end."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            separate_process()
            die_with_parent(parent)
            self._control.close()
            os.close(self._wake_up)
            os.close(self._waking)
            with suppress(ConnectionError):
                serve_jobs(socket.socket(fileno=descriptor), self._commands)
            status = 0
        finally:
            os._exit(status)

    def _reap(self) -> None:
        """Take the exit codes of workers that have ended; end what they have left, and tell of it."""
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                number = self._workers.pop(found[0], None)
                if number is not None:
                    self._end_orphans()
                    self._send(ended=number, code=os.waitstatus_to_exitcode(found[1]))

    def _end_orphans(self) -> None:
        """Kill what a worker has left that has ended by itself: it is below this process now."""
        of_workers = {below for worker in self._workers for below in (worker, *descendants(worker))}
        for process in set(descendants(os.getpid())) - of_workers:
            _kill(process)

    def _send(self, **message: object) -> None:
        self._control.sendall(json.dumps(message).encode() + b"\n")


def _kill(process: int) -> None:
    """Kill a worker, its process group, and what it has started in groups of their own."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGSTOP)  # what is stopped starts no other process
    for one in descendants(process):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(process, signal.SIGKILL)
