"""Programs and functions of others in processes of their own: asked over pipes, within limits.

`keeper` starts a program in a process group of its own, and ends it with all that it has started; see there.
Nothing here waits longer than until a deadline, and nothing that a program prints is kept without a bound.
"""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
import warnings
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil, inf
from secrets import token_hex
from time import monotonic, thread_time
from typing import BinaryIO

import psutil

from sudocube.errors import EngineError, UnsupportedError, quoted, reason_of
from sudocube.processes import keeper
from sudocube.processes.pool import LOOKED_AT_EVERY, in_words
from sudocube.processes.tree import resident_memory

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""The environment variable that limits the resident memory of a program with all that it starts."""

MEMORY_AT_MOST = "2GB"
"""The limit where the variable is not set."""

MARK_VARIABLE = "SUDOCUBE_PROGRAM_OF"
"""The environment variable by which programs are found whose keeper was killed; each has another value."""

LINE_AT_MOST = 1 << 16
"""The longest line in bytes. Two grids of 625 cells, as lists of numbers in JSON, are a tenth of it."""

ERRORS_KEPT = 2048
"""How much of the end of the standard error is kept, in bytes."""

AT_ONCE = 1 << 16
"""How many bytes are read or written at once; what a pipe holds on Linux."""

LOOKS_AT_MOST = 50
"""Looks at its memory take one of so many seconds at most."""

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


Keeping = subprocess.Popen[bytes] | int
"""A keeper process, or the number of one that is a copy of this process."""

Launch = Callable[[tuple[int, int, int], int, str, tuple[int, int, int, int]], Keeping]
"""Starts a keeper with the standard streams of a program, its end of the control, a mark, and the ends that
stay here, which a copy has to close."""


class Contained:
    """A process of others that runs; made by `start_program` and `start_copy`. `close` ends it.

    So does this object when it is forgotten, and the end of this process, in whatever way.
    """

    def __init__(self, launch: Launch, *, is_copy: bool = False) -> None:
        """Raises EngineError where no process can be started."""
        self._memory = memory_limit()
        self._output, self._lines, self._errors = b"", deque[bytes](), b""
        self._told, self._to_send = b"", bytearray()
        self._exit_code: int | None = None
        self._has_ended = self._needed_too_much = False
        (stdin, self._stdin), (self._stdout, stdout), (self._stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        self._control, control = socket.socketpair()
        mark = token_hex(16)
        try:
            ours = (self._stdin, self._stdout, self._stderr, self._control.fileno())
            keeping = launch((stdin, stdout, stderr), control.fileno(), mark, ours)
        except OSError as error:
            self._control.close()
            for end in (self._stdin, self._stdout, self._stderr):
                os.close(end)
            raise EngineError(f"no process can be started: {reason_of(error)}") from None
        finally:
            control.close()
            for end in (stdin, stdout, stderr):
                os.close(end)
        self._keeper = keeping if isinstance(keeping, int) else keeping.pid
        self._finalize = weakref.finalize(self, _end_keeper, self._control, keeping, mark, os.getpid())
        self._poll = select.poll()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        for descriptor in (self._stdout, self._stderr, self._control.fileno()):
            self._poll.register(descriptor, select.POLLIN)
        self._next_look, self._usual = inf, 0
        while b"\n" not in self._told and not self._has_ended:
            self._exchange(inf)
        self._next_look = monotonic() + LOOKED_AT_EVERY
        if is_copy:
            self._usual = resident_memory(self._keeper, with_itself=False)

    @property
    def why_not_started(self) -> str | None:
        """Why it could not be started; None where it was."""
        if self._told.startswith(b"!"):
            return self._told[1:].decode().partition("\n")[0].lower()
        return None if self._told else "the process that starts it has ended"

    def send(self, data: bytes) -> None:
        """Data for its standard input; what it does not read now is written while `line` waits."""
        if self._stdin < 0:
            return
        is_waiting = bool(self._to_send)
        self._to_send += data
        if not is_waiting and self._write():
            self._poll.register(self._stdin, select.POLLOUT)

    def end_input(self) -> None:
        """Its standard input is at its end; what was not written yet is dropped."""
        self._to_send.clear()
        self._shut("_stdin")

    def has_line(self, within: float = 0.0) -> bool:
        """Whether it has printed a line that was not taken yet, or does so within so many seconds."""
        deadline = monotonic() + within
        while not self._lines and not self._has_ended:
            self._exchange(left := deadline - monotonic())
            if left <= 0:
                break
        return bool(self._lines)

    def line(self, deadline: float, at_most: int = LINE_AT_MOST) -> bytes:
        """The next line of its standard output, without its end; the last one may have none.

        Raises TimeoutError where there is none at the deadline (by `monotonic`), and EngineError where the
        program has ended before, has closed its output, needs too much memory, or has printed a line of more
        bytes than `at_most`.
        """
        while not self._lines:
            if self._stdout < 0:
                if self._output and not self._needed_too_much:
                    rest, self._output = self._output, b""
                    return rest
                raise EngineError(self._why_it_ended(deadline))
            if len(self._output) > at_most:
                raise EngineError(f"flooded: it printed a line of more than {at_most:,} bytes")
            self._exchange(left := deadline - monotonic())
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
            self._exchange(left := deadline - monotonic())
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
    def printed_errors(self) -> str:
        """The end of what it has printed on standard error, ERRORS_KEPT bytes at most."""
        return self._errors.decode("utf-8", "backslashreplace")

    @property
    def last_error_line(self) -> str:
        """What it has printed last on standard error; empty if nothing."""
        return self.printed_errors.strip().rpartition("\n")[2].strip()

    @property
    def unfinished_line(self) -> bytes:
        """What it has printed after its last end of line."""
        return self._output

    def close(self) -> None:
        """End it, with whatever it has started."""
        self._has_ended = True
        for name in ("_stdin", "_stdout", "_stderr"):
            self._shut(name)
        self._finalize()

    def _why_it_ended(self, deadline: float) -> str:
        """Why there is no answer from a program that has closed its output."""
        until = min(deadline, monotonic() + LAST_WORDS_WITHIN)
        while not self._has_ended and (left := until - monotonic()) > 0:
            self._exchange(left)
        if self._needed_too_much:
            why = f"stopped: it needed more than {self._memory:,} bytes of memory"
        elif not self._has_ended:
            why = "closed its standard output, and went on"
        elif self._exit_code is None:
            why = "the process that watches it has ended"
        else:
            why = in_words(self._exit_code)
        said = self.last_error_line
        return f"{why}; it says on standard error: {quoted(said)}" if said else why

    def _exchange(self, seconds: float) -> None:
        """Wait so long at most until something can be read or written; do so, and look at its memory."""
        now = monotonic()
        if now >= self._next_look and not self._has_ended:
            self._look(now)
        wait = min(seconds, LONGEST_WAIT, self._next_look - now)
        for descriptor, _ in self._poll.poll(ceil(wait * 1000) if wait > 0 else 0):
            if descriptor == self._stdout:
                self._read_output()
            elif descriptor == self._stdin:
                if not self._write():
                    with suppress(KeyError):  # it reads no more
                        self._poll.unregister(descriptor)
            elif descriptor == self._stderr:
                self._read_errors()
            elif not self._has_ended and descriptor == self._control.fileno():
                self._hear()

    def _look(self, now: float) -> None:
        """Look at its memory; the keeper ends it if it needs too much."""
        begin = thread_time()  # what others do meanwhile must not put off the next look
        needed = resident_memory(self._keeper, self._memory + self._usual, with_itself=False)
        self._next_look = now + max(LOOKED_AT_EVERY, LOOKS_AT_MOST * (thread_time() - begin))
        if needed - self._usual > self._memory:
            self._needed_too_much, self._next_look = True, inf
            self._control.shutdown(socket.SHUT_WR)

    def _write(self) -> bool:
        """Write what can be written now; whether something is left."""
        try:
            written = os.write(self._stdin, self._to_send[:AT_ONCE])
            del self._to_send[:written]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more
            self.end_input()
        return bool(self._to_send)

    def _read_output(self) -> bool:
        """Read once; whether there was anything."""
        data = self._read("_stdout")
        if b"\n" in data:
            first, *lines = (self._output + data).split(b"\n")
            self._output = lines.pop()
            self._lines.append(first)
            self._lines += lines
        else:
            self._output += data
        return bool(data)

    def _read_errors(self) -> bool:
        """Read once from its standard error; whether there was anything."""
        data = self._read("_stderr")
        self._errors = (self._errors + data)[-ERRORS_KEPT:]
        return bool(data)

    def _read(self, name: str) -> bytes:
        """Read once from a pipe, which is closed at its end."""
        descriptor: int = getattr(self, name)
        if descriptor < 0:
            return b""
        try:
            data = os.read(descriptor, AT_ONCE)
        except BlockingIOError:
            return b""
        if not data:
            self._shut(name)
        return data

    def _hear(self) -> None:
        """Take what the keeper tells; once it has ended, read what the program has left, a pipe at most."""
        with suppress(OSError):
            data = self._control.recv(AT_ONCE)
            self._told += data
            if data and self._told.count(b"\n") < 2 and not self._told.startswith(b"!"):
                return
        started, _, code = self._told.strip().partition(b"\n")
        self._exit_code = int(code) if code and not started.startswith(b"!") else None
        self._poll.unregister(self._control.fileno())
        for _ in range(PIPE_AT_MOST // AT_ONCE + 1):
            if not self._read_output():
                break
        while self._read_errors():
            pass
        self._shut("_stdout")
        self._shut("_stderr")
        self._has_ended = True

    def _shut(self, name: str) -> None:
        """Close a pipe."""
        descriptor: int = getattr(self, name)
        if descriptor >= 0:
            with suppress(KeyError):
                self._poll.unregister(descriptor)
            os.close(descriptor)
            setattr(self, name, -1)


def start_program(words: Sequence[str], *, has_input: bool = True, folder: str = "") -> Contained:
    """Start a program from its name and arguments.

    Without `has_input`, its standard input is empty. `folder` is removed if this process is killed meanwhile.
    Raises EngineError where it cannot be started, UnsupportedError on Windows, and for a limit of memory in
    SUDOCUBE_SOLVER_MEMORY that is no size.
    """
    if sys.platform == "win32":
        raise UnsupportedError("programs of others are run on Linux and macOS only, not on Windows")

    def launch(streams: tuple[int, int, int], control: int, mark: str, _: object) -> Keeping:
        stdin, stdout, stderr = streams
        command = [sys.executable, "-I", "-S", keeper.__file__, str(control), folder, *words]
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=[control],
            start_new_session=True,
            env={**os.environ, MARK_VARIABLE: mark},
        )

    program = Contained(launch)
    if (why := program.why_not_started) is not None:
        program.close()
        raise EngineError(f"{words[0]} cannot be started: {why}")
    if not has_input:
        program.end_input()
    return program


def start_copy(serve: Callable[[BinaryIO, BinaryIO], None]) -> Contained:
    """A copy of this process that runs `serve` with the standard input and output of a contained program.

    On Linux only. It has what this process has now; what changes there comes back by its answers alone. Its
    own standard input is empty; its standard output is that of this process. Raises as `start_program` does.
    """

    def launch(
        streams: tuple[int, int, int], control: int, _: str, ours: tuple[int, int, int, int]
    ) -> Keeping:
        for stream in (sys.stdout, sys.stderr):  # else the copy would print once more what waits in them
            with suppress(Exception):
                stream.flush()
        with warnings.catch_warnings():
            # A lock that another thread holds now stays locked in the copy. A copy that waits for it is ended
            # at the time limit, and no answer is taken for a wrong one.
            warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
            process = os.fork()
        if process == 0:
            _keep_copy(serve, streams, control, ours)
        return process

    return Contained(launch, is_copy=True)


def _keep_copy(
    serve: Callable[[BinaryIO, BinaryIO], None],
    streams: tuple[int, int, int],
    control: int,
    ours: tuple[int, int, int, int],
) -> None:
    """What the copy does: it keeps another one. It never returns, and runs nothing of this process's end."""
    try:
        signal.set_wakeup_fd(-1)
        os.setpgid(0, 0)
        for end in ours:
            os.close(end)
        printed = os.dup(1), os.dup(2)

        def run(beginning: int) -> None:
            os.close(beginning)
            os.close(control)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for here, there in ((nothing, 0), (printed[0], 1), (printed[1], 2)):
                os.dup2(here, there)
                os.close(here)
            serve(os.fdopen(streams[0], "rb"), os.fdopen(streams[1], "wb"))
            os._exit(0)

        keeper.keep(control, run, unneeded=(*streams, *printed))
    finally:
        os._exit(0)


def _end_keeper(control: socket.socket, keeping: Keeping, mark: str, owner: int) -> None:
    """Close the control, and wait until the keeper has ended everything; if it cannot, do it in its place.

    The program may have stopped or killed it.
    """
    if os.getpid() != owner:  # a copy of this object in a process that was forked
        control.close()
        return
    with suppress(OSError):
        control.shutdown(socket.SHUT_RDWR)  # also where a process that was forked has it open
    control.close()
    pid = keeping if isinstance(keeping, int) else keeping.pid
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        process.resume()
        try:
            status = process.wait(KEEPER_ENDS_WITHIN)
        except psutil.TimeoutExpired:
            process.kill()
            status = process.wait()
        if not isinstance(keeping, int):
            keeping.returncode = status or 0
        if status == 0:
            return
    for one in psutil.process_iter():
        with suppress(psutil.Error):
            if one.environ().get(MARK_VARIABLE) == mark:
                one.kill()
