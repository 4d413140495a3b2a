"""Programs of others in processes of their own: asked over pipes, within limits.

`supervisor` starts a program in a process group of its own, and ends it with all that it has started; see
there. Nothing here waits longer than until a deadline, and nothing that a program prints is kept without a
bound.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from operator import methodcaller
from secrets import token_hex
from shutil import rmtree
from tempfile import gettempdir
from time import monotonic
from typing import IO

import psutil

from sudocube.arguments import memory_size
from sudocube.errors import EngineError, UnsupportedError, quoted, reason_of
from sudocube.processes import supervisor
from sudocube.processes.memory import LOOKED_AT_EVERY, MemoryWatch
from sudocube.processes.pool import in_words

MARK_VARIABLE = "SUDOCUBE_PROGRAM_OF"
"""The environment variable by which processes are known that a program leaves behind: it names its folder."""

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""The environment variable that limits the resident memory of a program with all that it starts."""

MEMORY_AT_MOST = "2GB"
"""The limit where the variable is not set."""

LINE_AT_MOST = 1 << 16
"""The longest line in bytes. Two grids of 625 cells, as lists of numbers in JSON, are a tenth of it."""

LAST_WORDS_WITHIN = 1.0
"""Seconds for which a program may go on that has closed its output: usually it is about to end."""

ENDED_WITHIN = 10.0
"""Seconds that the supervisor gets to end everything."""


def memory_limit() -> int:
    """How many bytes a program may need, by the environment variable.

    Raises UnsupportedError if it is no size.
    """
    try:
        return memory_size(os.environ.get(MEMORY_VARIABLE) or MEMORY_AT_MOST)
    except UnsupportedError as error:
        raise UnsupportedError(f"{MEMORY_VARIABLE}: {error}") from None


text_of: Callable[[bytes | bytearray], str] = methodcaller("decode", "utf-8", "backslashreplace")
"""What was printed, as a text; bytes that are not UTF-8 are shown by their numbers."""


class Contained:
    """A program of others that runs, by its name and arguments. `close` ends it.

    So does this object when it is forgotten, and the end of this process, in whatever way. `exit_code` is
    negative for a signal, and None as long as the program is not known to have ended. Once it has,
    `errors` is the end of what it has printed on standard error, and `last_error_line` the last line of that.
    """

    def __init__(self, words: Sequence[str], *, given: bytes = b"") -> None:
        """What is `given` goes into a file, whose name takes the place of `{}` in the words. What the program
        then writes to the file that `{out}` stands for counts as printed at its end.

        Raises EngineError where it cannot be started, UnsupportedError on Windows, and for a limit of memory
        in SUDOCUBE_SOLVER_MEMORY that is no size.
        """
        if sys.platform == "win32":
            raise UnsupportedError("programs of others are run on Linux and macOS only, not on Windows")
        folder = f"{gettempdir() if given else ''}/sudocube-{token_hex(16)}"
        self._control, control = socket.socketpair()
        options = [str(control.fileno()), folder, str(len(given))]
        try:
            with control:
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", supervisor.__file__, *options, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    pass_fds=[control.fileno()],
                    start_new_session=True,
                    env={**os.environ, MARK_VARIABLE: folder},
                )
        except OSError as error:
            self._control.close()
            raise EngineError(f"no process can be started: {reason_of(error)}") from None
        self._finalize = weakref.finalize(self, _end, self._control, process, folder, os.getpid())
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout
        self._memory = MemoryWatch(process.pid, memory_limit())
        self._poll = select.poll()
        self._when_ready: dict[int, Callable[[Contained], None]] = {self._stdin.fileno(): Contained.send}
        for place, do in (self._control, Contained._hear), (self._stdout, Contained._read):
            self._poll.register(place, select.POLLIN)
            self._when_ready[place.fileno()] = do
        for pipe in (self._stdin, self._stdout):
            os.set_blocking(pipe.fileno(), False)
        self._printed, self._unsent, self._told = bytearray(), bytearray(), bytearray()
        self._has_ended = False
        self.exit_code: int | None = None
        self.errors, self.last_error_line = "", ""
        self.send(given)
        while b"\n" not in self._told and self._waits(inf):
            pass
        if why := self._told.partition(b"\n")[0].decode():
            self.close()
            raise EngineError(f"{words[0]} cannot be started: {why}")

    def send(self, data: bytes = b"") -> None:
        """Data for its standard input; what it does not read now is written while it is waited for."""
        self._unsent += data
        try:
            del self._unsent[: self._stdin.write(self._unsent) or 0]
        except (OSError, ValueError):  # it reads no more, or its input is closed
            self.end_input()
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        elif not data:  # all is written at last
            self._ignore(self._stdin)

    def end_input(self) -> None:
        """Its standard input is at its end; what was not written yet is dropped."""
        self._unsent.clear()
        self._close(self._stdin)

    def has_line(self, within: float = 0.0) -> bool:
        """Whether it has printed a line that was not taken yet, or does so within so many seconds."""
        if self._poll.poll(0):  # nearly never
            self._waits(inf)
        deadline = monotonic() + within
        while within and b"\n" not in self._printed and self._waits(deadline):
            pass
        return b"\n" in self._printed

    def line(self, deadline: float, at_most: int = LINE_AT_MOST) -> str:
        """The next line of its standard output, without its end; the last one may have none.

        Raises TimeoutError where there is none at the deadline (by `monotonic`), and EngineError where the
        program has ended before, has closed its output, needs too much memory, or has printed a line of more
        bytes than `at_most`.
        """
        while b"\n" not in self._printed:
            if len(self._printed) > at_most:
                raise EngineError(f"flooded: it printed a line of more than {at_most:,} bytes")
            if self._stdout.closed:
                if not self._printed or self._memory.is_exceeded:
                    raise EngineError(self._why_it_ended(deadline))
                break
            if not self._waits(deadline):
                raise TimeoutError
        line, _, self._printed = self._printed.partition(b"\n")
        return text_of(line)

    def output(
        self, deadline: float, at_most: int = LINE_AT_MOST, *, answers_by_exit_code: bool = False
    ) -> bytes:
        """All that it prints until it ends.

        Raises TimeoutError where it runs at the deadline (by `monotonic`), and EngineError where it prints
        more than so many bytes, is ended by a signal or because of its memory, or fails without a word. An
        exit code without a word may be its answer: then it is no failure.
        """
        while not self._has_ended and len(self._printed) <= at_most:
            if not self._waits(deadline):
                raise TimeoutError
        if len(self._printed) > at_most:
            raise EngineError(f"flooded: it printed more than {at_most:,} bytes")
        text, code = bytes(self._printed), self.exit_code
        is_silent = bool(code) and not text.strip() and not answers_by_exit_code
        if code is None or code < 0 or self._memory.is_exceeded or is_silent:
            raise EngineError(self._why_it_ended(deadline))
        return text

    def close(self) -> None:
        """End it, with whatever it has started."""
        self._note_the_end(self._finalize() or b"")

    def _why_it_ended(self, deadline: float) -> str:
        """Why there is no answer from a program that has closed its output."""
        deadline = min(deadline, monotonic() + LAST_WORDS_WITHIN)
        while not self._has_ended and self._waits(deadline):
            pass
        if self._memory.is_exceeded:
            why = self._memory.in_words
        elif not self._has_ended:
            why = "closed its standard output, and went on"
        elif self.exit_code is None:
            why = "the process that watches it has ended"
        else:
            why = in_words(self.exit_code)
        said = self.last_error_line
        return f"{why}; it says on standard error: {quoted(said)}" if said else why

    def _waits(self, deadline: float) -> bool:
        """Wait until there is something to read, to write or to hear, and do so, or until its memory is to be
        looked at; False if that is late.

        The program may have ended meanwhile.
        """
        now = monotonic()
        if now >= deadline or self._has_ended:
            return False
        if now >= self._memory.next_look and self._memory.look():
            self._control.shutdown(socket.SHUT_WR)
        for place, _ in self._poll.poll(min(deadline - now, LOOKED_AT_EVERY) * 1000):
            self._when_ready[place](self)
        return True

    def _ignore(self, pipe: IO[bytes]) -> None:
        with suppress(KeyError, ValueError):  # nobody listens to it, or it is closed
            self._poll.unregister(pipe)

    def _close(self, pipe: IO[bytes]) -> None:
        self._ignore(pipe)
        pipe.close()

    def _read(self, at_most: int = supervisor.AT_ONCE) -> None:
        """Read what it has printed."""
        data = None if self._stdout.closed else self._stdout.read(at_most)
        if data:
            self._printed += data
        elif data is not None:
            self._close(self._stdout)

    def _hear(self) -> None:
        """Take what the supervisor tells; once it has ended, read what is left in the pipe of the program."""
        data = b""
        with suppress(OSError):
            data = self._control.recv(supervisor.AT_ONCE)
        self._told += data
        if not data:
            self._read(supervisor.PIPE_AT_MOST)
            self._note_the_end(b"")

    def _note_the_end(self, told: bytes) -> None:
        _, code, rest = [*bytes(self._told + told).split(b"\n", 2), b"", b""][:3]
        self.exit_code = int(code) if code else None
        self.errors = text_of(rest[: supervisor.ERRORS_KEPT]).strip()
        self.last_error_line = self.errors.rpartition("\n")[2].strip()
        self._printed += rest[supervisor.ERRORS_KEPT :]
        self._has_ended = True
        self.end_input()
        self._close(self._stdout)


def _end(control: socket.socket, process: subprocess.Popen[bytes], folder: str, owner: int) -> bytes:
    """Have the supervisor end everything, and wait until it has; if it cannot, do it in its place.

    The program may have stopped or killed it. Returns what it tells last.
    """
    told = b""
    for pipe in filter(None, (process.stdin, process.stdout)):  # it may wait for what nobody sends
        pipe.close()
    if os.getpid() == owner:  # no copy of this object, in a process that was forked
        with suppress(OSError):
            process.send_signal(signal.SIGCONT)
            control.shutdown(socket.SHUT_WR)
            control.settimeout(ENDED_WITHIN)
            while data := control.recv(supervisor.AT_ONCE):
                told += data
        if not told:
            process.kill()
        if process.wait() != 0:
            for one in psutil.process_iter():
                with suppress(psutil.Error):
                    if one.environ().get(MARK_VARIABLE) == folder:
                        one.kill()
            rmtree(folder, ignore_errors=True)
    control.close()
    return told
