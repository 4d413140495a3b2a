"""Programs of others: started and ended by a keeper process, asked over pipes, with limits on all they do.

A `ProgramKeeper` starts one program at a time; see `keeper` for what happens in the other process. A
`ContainedProgram` is one that runs: what goes to its standard input and what comes from its standard output
and error. Nothing here waits for a program longer than until a deadline, and nothing that it prints is kept
without a bound.
"""

from __future__ import annotations

import json
import os
import re
import select
import socket
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Any

from sudocube.errors import EngineError, UnsupportedError, quoted, reason_of
from sudocube.processes import keeper
from sudocube.processes.pool import in_words

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""The environment variable that limits the resident memory of a program with all that it starts."""

MEMORY_AT_MOST = "2GB"
"""The limit where the variable is not set."""

LINE_AT_MOST = 1 << 16
"""The longest line in bytes. Two grids of 625 cells, as lists of numbers in JSON, are a tenth of it."""

ERRORS_KEPT = 2048
"""How much of the end of the standard error is kept, in bytes."""

AT_ONCE = 1 << 16
"""How many bytes are read or written at once; what a pipe holds on Linux."""

PIPE_AT_MOST = 1 << 20
"""How many bytes a pipe holds at most, on Linux with the usual settings."""

LONGEST_WAIT = 3600.0
"""Seconds that are waited at once; the number of milliseconds has to fit into 32 bits."""

LAST_WORDS_WITHIN = 1.0
"""Seconds for which a program may go on that has closed its output: usually it is about to end."""

KEEPER_ENDS_WITHIN = 10.0
"""Seconds that the keeper process gets to end everything."""


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
        self._owner = 0
        self._program: ContainedProgram | None = None
        self._finalize: weakref.finalize[..., ProgramKeeper] | None = None

    def start(self, words: Sequence[str], *, has_input: bool = True) -> ContainedProgram:
        """Start a program from its name and arguments; one that is still running is ended before.

        Without `has_input`, its standard input is empty. Raises EngineError where it cannot be started,
        UnsupportedError on Windows, and for a limit of memory that is no size.
        """
        memory = memory_limit()
        if self._program is not None:
            self._program.close()
            if self._program.has_lost_keeper:
                self._forget()
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

    def _started(self, words: Sequence[str], memory: int) -> ContainedProgram:
        """Ask the other process for a program; whether it could be started is not known yet."""
        connection = self._connected()
        (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        program = ContainedProgram(connection, to_stdin, from_stdout, from_stderr)
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
        if self._program is not None:
            self._program.close()
            self._program = None
        self._forget()

    def _forget(self) -> None:
        if self._finalize is not None:
            self._finalize()
        self._connection = self._finalize = None

    def _connected(self) -> socket.socket:
        """The connection to the other process, which is started if there is none."""
        if self._connection is not None and self._owner == os.getpid():
            return self._connection
        if sys.platform == "win32" or not hasattr(socket, "send_fds"):
            raise UnsupportedError("programs of others are run on Linux and macOS only, not on Windows")
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-S", keeper.__file__, str(theirs.fileno())]
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
        self._connection, self._owner = ours, os.getpid()
        self._finalize = weakref.finalize(self, _end_keeper, ours, process, self._owner)
        return ours


def _end_keeper(connection: socket.socket, process: subprocess.Popen[bytes], owner: int) -> None:
    """Close the connection, and wait until the other process has ended everything."""
    connection.close()
    if os.getpid() != owner:  # a copy of this object in a process that was forked
        return
    try:
        process.wait(KEEPER_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _folder() -> str:
    """The working folder, which may have changed since the other process was started."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return "/"


class ContainedProgram:
    """A program that runs, asked over pipes. `close` ends it; it may be called more than once."""

    def __init__(self, connection: socket.socket, stdin: int, stdout: int, stderr: int) -> None:
        self._connection, self._stdin, self._stdout, self._stderr = connection, stdin, stdout, stderr
        self._events: deque[dict[str, Any]] = deque()
        self._told = b""
        self._to_send = bytearray()
        self._output, self._lines = b"", deque[bytes]()
        self._errors = b""
        self._exit_code: int | None = None
        self._has_ended = self._needed_too_much = False
        self._poll = select.poll()
        for descriptor in (stdin, stdout, stderr):
            os.set_blocking(descriptor, False)
        for descriptor in (stdout, stderr, connection.fileno()):
            self._poll.register(descriptor, select.POLLIN)

    def wait_for_start(self) -> str | None:
        """None once the program was started, or why it cannot be."""
        while not self._events:
            self._exchange(inf)
        event = self._events.popleft()
        if "started" in event:
            return None
        self._has_ended, self._exit_code = True, 127 if event else None
        return str(event.get("failed", "the process that starts programs has ended")).lower()

    def send(self, data: bytes) -> None:
        """Data for its standard input; they are written when it reads, while `line` or `output` waits."""
        if self._stdin >= 0:
            if not self._to_send:
                self._poll.register(self._stdin, select.POLLOUT)
            self._to_send += data

    def end_input(self) -> None:
        """Its standard input is at its end; what was not written yet is dropped."""
        if self._stdin >= 0:
            if self._to_send:
                self._poll.unregister(self._stdin)
                self._to_send.clear()
            os.close(self._stdin)
            self._stdin = -1

    @property
    def has_line(self) -> bool:
        """Whether it has printed a line that was not taken yet."""
        if not self._lines and not self._has_ended:
            self._exchange(0.0)
        return bool(self._lines)

    def line(self, deadline: float) -> bytes:
        """The next line of its standard output, without its end; the last one may have none.

        Raises TimeoutError where there is none at the deadline (by `monotonic`), and EngineError where the
        program has ended before, has closed its output, or has printed a line above LINE_AT_MOST.
        """
        while not self._lines:
            if self._stdout < 0:
                if self._output:
                    rest, self._output = self._output, b""
                    return rest
                raise EngineError(self._why_it_ended(deadline))
            if len(self._output) > LINE_AT_MOST:
                raise EngineError(f"flooded: it printed a line of more than {LINE_AT_MOST:,} bytes")
            left = deadline - monotonic()
            self._exchange(max(left, 0.0))
            if left <= 0 and not self._lines and self._stdout >= 0:
                raise TimeoutError
        return self._lines.popleft()

    def output(
        self, deadline: float, at_most: int = LINE_AT_MOST, *, answers_by_exit_code: bool = False
    ) -> bytes:
        """All that it prints until it ends.

        Raises TimeoutError where it runs at the deadline (by `monotonic`), and EngineError where it prints
        more than so many bytes, is ended by a signal or because of its memory, or fails without a word. An
        exit code without a word may be its answer: then it is no failure.
        """
        printed, size = list[bytes](), 0
        while True:
            new = [*(line + b"\n" for line in self._lines), self._output]
            self._lines.clear()
            self._output = b""
            printed += new
            size += sum(map(len, new))
            if size > at_most:
                raise EngineError(f"flooded: it printed more than {at_most:,} bytes")
            if self._has_ended:
                break
            left = deadline - monotonic()
            self._exchange(max(left, 0.0))
            if left <= 0 and not self._has_ended:
                raise TimeoutError
        text, code = b"".join(printed), self._exit_code
        is_silent = bool(code) and not text.strip() and not answers_by_exit_code
        if code is None or code < 0 or self._needed_too_much or is_silent:
            raise EngineError(self._why_it_ended(deadline))
        return text

    @property
    def exit_code(self) -> int | None:
        """Its exit code, negative for a signal; None as long as it is not known to have ended."""
        return self._exit_code

    @property
    def last_error_line(self) -> str:
        """What it has printed last on standard error; empty if nothing."""
        return self._errors.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2].strip()

    @property
    def has_lost_keeper(self) -> bool:
        """Whether the process that watches it is gone, or does not answer."""
        return self._has_ended and self._exit_code is None

    @property
    def unfinished_line(self) -> bytes:
        """What it has printed after its last end of line."""
        return self._output

    def close(self) -> None:
        """End the program and whatever it has started."""
        self.end_input()
        self._shut("_stdout")
        self._shut("_stderr")
        if not self._has_ended:
            with suppress(OSError):
                self._connection.sendall(b'{"stop": true}\n')
            self._wait_for_end(monotonic() + KEEPER_ENDS_WITHIN)
        self._has_ended = True

    def _wait_for_end(self, deadline: float) -> None:
        """Wait until it has ended, or the deadline is there."""
        while not self._has_ended and (left := deadline - monotonic()) > 0:
            self._exchange(left)

    def _why_it_ended(self, deadline: float) -> str:
        """Why there is no answer from a program that has closed its output."""
        self._wait_for_end(min(deadline, monotonic() + LAST_WORDS_WITHIN))
        if self._needed_too_much:
            why = f"stopped: it needed more than {memory_limit():,} bytes of memory"
        elif not self._has_ended:
            why = "closed its standard output, and went on"
        elif self._exit_code is None:
            why = "the process that watches it has ended"
        else:
            why = in_words(self._exit_code)
        said = self.last_error_line
        return f"{why}; it says on standard error: {quoted(said)}" if said else why

    def _exchange(self, seconds: float) -> None:
        """Wait for that long at most until something can be read or written; do so."""
        wait = None if seconds == inf else ceil(min(seconds, LONGEST_WAIT) * 1000)
        for descriptor, _ in self._poll.poll(wait):
            if descriptor == self._stdout:
                self._read_output()
            elif descriptor == self._stdin:
                self._write()
            elif descriptor == self._stderr:
                self._read_errors()
            elif not self._has_ended and descriptor == self._connection.fileno():
                self._hear()

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, self._to_send[:AT_ONCE])
        except BlockingIOError:
            return
        except OSError:  # it reads no more
            self.end_input()
            return
        del self._to_send[:written]
        if not self._to_send:
            self._poll.unregister(self._stdin)

    def _read_output(self) -> bool:
        """Read once; whether there was anything."""
        try:
            data = os.read(self._stdout, AT_ONCE)
        except BlockingIOError:
            return False
        if not data:
            self._shut("_stdout")
        elif b"\n" in data:
            first, *lines = (self._output + data).split(b"\n")
            self._output = lines.pop()
            self._lines.append(first)
            self._lines += lines
        else:
            self._output += data
        return bool(data)

    def _read_errors(self) -> bool:
        """Read once from its standard error; whether there was anything."""
        try:
            data = os.read(self._stderr, AT_ONCE)
        except BlockingIOError:
            return False
        if not data:
            self._shut("_stderr")
        self._errors = (self._errors + data)[-ERRORS_KEPT:]
        return bool(data)

    def _hear(self) -> None:
        """Take what the keeper process tells; once the program has ended, read what it has left."""
        try:
            data = self._connection.recv(AT_ONCE)
        except OSError:
            data = b""
        *lines, self._told = (self._told + data).split(b"\n")
        for line in lines:
            event = json.loads(line)
            if "ended" in event:
                self._exit_code, self._needed_too_much = event["ended"], event["memory"]
            else:
                self._events.append(event)
        if not data:
            self._events.append({})
        if not data or self._exit_code is not None:
            self._poll.unregister(self._connection.fileno())
            for _ in range(PIPE_AT_MOST // AT_ONCE + 1):
                if self._stdout < 0 or not self._read_output():
                    break
            while self._stderr >= 0 and self._read_errors():
                pass
            self._shut("_stdout")
            self._shut("_stderr")
            self._has_ended = True

    def _shut(self, name: str) -> None:
        """Close a pipe from which nothing comes any more."""
        descriptor: int = getattr(self, name)
        if descriptor >= 0:
            self._poll.unregister(descriptor)
            os.close(descriptor)
            setattr(self, name, -1)
