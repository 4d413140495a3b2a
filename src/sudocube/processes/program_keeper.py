"""Starts programs of others, each in a process group of its own, and ends whatever they leave behind.

That is done by another process, which is started at the first need; see `keeper` for what happens there.
"""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from sudocube.errors import EngineError, UnsupportedError, quoted, reason_of
from sudocube.processes import keeper
from sudocube.processes.contained_program import KEEPER_ENDS_WITHIN, ContainedProgram

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""The environment variable that limits the resident memory of a program with all that it starts."""

MEMORY_AT_MOST = "2GB"
"""The limit where the variable is not set."""


def memory_size(text: str) -> int:
    """The bytes that a size stands for, such as `500MB`, `2GB`, `1.5g` or `2000000` (K, M, G and T are powers
    of 1024). Raises UnsupportedError for anything else, and for a size of nothing.

    >>> memory_size("2GB"), memory_size("500 M"), memory_size("1000")
    (2147483648, 524288000, 1000)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " ")) if found else 0
    if not size:
        raise UnsupportedError(
            f"a size of memory is a number with KB, MB or GB, such as 500MB, not {quoted(text)}"
        )
    return size


def memory_limit() -> int:
    """How many bytes a program may need, by the environment variable.

    Raises UnsupportedError if it is no size.
    """
    try:
        return memory_size(os.environ.get(MEMORY_VARIABLE) or MEMORY_AT_MOST)
    except UnsupportedError as error:
        raise UnsupportedError(f"{MEMORY_VARIABLE}: {error}") from None


class ProgramKeeper:
    """Starts programs, one at a time, in a process that ends them; it is started at the first need.

    When this object, or this process, is gone, so is all that was started. Call `close` to be sure of when.

    Raises UnsupportedError where the limit of memory in SUDOCUBE_SOLVER_MEMORY is no size.
    """

    def __init__(self) -> None:
        memory_limit()  # a mistake in it is told before anything is asked
        self._connection: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._folders: list[str] = []
        self._mark = ""
        self._owner = 0
        self._program: ContainedProgram | None = None
        self._finalize: weakref.finalize[..., ProgramKeeper] | None = None

    def start(self, words: Sequence[str], *, has_input: bool = True) -> ContainedProgram:
        """Start a program from its name and arguments; one that is still running is ended before.

        Without `has_input`, its standard input is empty. Raises EngineError where it cannot be started,
        UnsupportedError on Windows, and for a limit of memory that is no size.
        """
        memory = memory_limit()
        self._end_program()
        try:
            self._program = self._started(words, memory)
        except BaseException:
            self._forget()
            raise
        why = self._program.wait_for_start()
        if why is not None:
            raise EngineError(f"{words[0]} cannot be started: {why}")
        if not has_input:
            self._program.end_input()
        return self._program

    def folder(self) -> Path:
        """The folder for files of this object; it is removed at the end, however this process ends.

        A program that runs is ended before. Raises EngineError where there cannot be a folder, and
        UnsupportedError on Windows.
        """
        self._end_program()
        connection = self._connected()
        if self._folders and Path(self._folders[0]).is_dir():
            return Path(self._folders[0])
        told = b""
        try:
            connection.sendall(b'{"folder": true}\n')
            while not told.endswith(b"\n"):
                connection.settimeout(KEEPER_ENDS_WITHIN)
                new = connection.recv(1 << 16)
                if not new:
                    raise ConnectionResetError(errno.ECONNRESET, "the process that keeps them has ended")
                told += new
            connection.settimeout(None)
        except OSError as error:
            self._forget()
            raise EngineError(f"there is no folder for files: {reason_of(error)}") from None
        event = json.loads(told)
        if "failed" in event:
            raise EngineError(f"there is no folder for files: {event['failed']}")
        self._folders.append(event["folder"])
        return Path(event["folder"])

    def _started(self, words: Sequence[str], memory: int) -> ContainedProgram:
        """Ask the other process for a program; whether it could be started is not known yet."""
        connection = self._connected()
        (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        assert self._process is not None  # it has a connection
        program = ContainedProgram(
            connection, to_stdin, from_stdout, from_stderr, memory=memory, keeper=self._process.pid
        )
        request = {"start": list(words), "folder": _folder(), "memory": memory}
        message = json.dumps(request).encode() + b"\n"
        try:
            sent = socket.send_fds(connection, [message], [stdin, stdout, stderr])
            connection.sendall(message[sent:])
        except OSError as error:
            raise EngineError(f"{words[0]} cannot be started: {reason_of(error)}") from None
        finally:
            for descriptor in (stdin, stdout, stderr):
                os.close(descriptor)
        return program

    def close(self) -> None:
        """End the program, whatever it has started, and the process that starts programs."""
        self._end_program()
        self._forget()

    def _end_program(self) -> None:
        """End the program that runs; if the other process does not answer any more, end that, too."""
        program, self._program = self._program, None
        if program is None:
            return
        program.close()
        if program.has_lost_keeper:
            if self._process is not None and self._owner == os.getpid():
                keeper.end_below(self._process.pid, self._mark)
            self._forget()

    def _forget(self) -> None:
        if self._finalize is not None:
            self._finalize()
        self._connection = self._finalize = self._process = None

    def _connected(self) -> socket.socket:
        """The connection to the other process, which is started if there is none."""
        if self._connection is not None and self._owner == os.getpid():
            return self._connection
        if sys.platform == "win32" or not hasattr(socket, "send_fds"):
            raise UnsupportedError("programs of others are run on Linux and macOS only, not on Windows")
        ours, theirs = socket.socketpair()
        self._folders, self._mark = [], token_hex(16)
        command = [sys.executable, "-I", "-S", keeper.__file__, str(theirs.fileno()), self._mark]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            raise EngineError(
                f"the process that starts programs cannot be started: {reason_of(error)}"
            ) from None
        finally:
            theirs.close()
        self._connection, self._owner, self._process = ours, os.getpid(), process
        self._finalize = weakref.finalize(
            self, _end_keeper, ours, process, self._mark, self._folders, self._owner
        )
        return ours


def _end_keeper(
    connection: socket.socket,
    process: subprocess.Popen[bytes],
    mark: str,
    folders: list[str],
    owner: int,
) -> None:
    """Close the connection, and wait until the other process has ended everything.

    Where it was stopped, it goes on; where it does not end, or was killed, this is done in its place.
    """
    if os.getpid() != owner:  # a copy of this object in a process that was forked
        connection.close()
        return
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)  # also where a process that was forked has it open
    connection.close()
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGCONT)
    try:
        process.wait(KEEPER_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        keeper.end_below(process.pid, mark)
        process.wait()
    if process.returncode != 0:
        keeper.end_marked(mark)
        keeper.remove_folders(folders)


def _folder() -> str:
    """The working folder, which may have changed since the other process was started."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return "/"
