"""A program of others that runs: asked over pipes, with limits on all that it does.

`program_keeper` starts it. Nothing here waits for a program longer than until a deadline, and nothing that it
prints is kept without a bound.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
from collections import deque
from contextlib import suppress
from math import ceil, inf
from time import monotonic
from typing import Any

from sudocube.errors import EngineError, quoted
from sudocube.processes.pool import in_words

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
"""Seconds for which a program may go on that has closed its output, or whose input was closed: usually it is
about to end."""

LINES_LEFT = 1000
"""How many lines are read after the input of a program has ended; one that prints on for ever is ended."""

KEEPER_ENDS_WITHIN = 10.0
"""Seconds that the keeper process gets to end everything."""


class ContainedProgram:
    """A program that runs, asked over pipes. `close` ends it; it may be called more than once."""

    def __init__(
        self, connection: socket.socket, stdin: int, stdout: int, stderr: int, *, memory: int, keeper: int
    ) -> None:
        self._memory, self._keeper, self._group = memory, keeper, 0
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
            self._group = event["started"]
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
            self._let_keeper_go_on()

    @property
    def has_line(self) -> bool:
        """Whether it has printed a line that was not taken yet."""
        if not self._lines and not self._has_ended:
            self._exchange(0.0)
        return bool(self._lines)

    def wait_for_line(self, seconds: float) -> None:
        """Wait so long at most until it has printed a line, or has ended."""
        deadline = monotonic() + seconds
        while not self._lines and not self._has_ended and (left := deadline - monotonic()) > 0:
            self._exchange(left)

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

    def last_lines(self, deadline: float) -> tuple[list[bytes], bool]:
        """The lines that it prints yet, LINES_LEFT at most, once all was sent and its input is at an end.

        The second value says whether it has ended before the deadline (by `monotonic`), or printed so many.
        """
        while self._to_send and (left := deadline - monotonic()) > 0:
            self._exchange(left)
        self.end_input()
        lines = list[bytes]()
        try:
            while len(lines) < LINES_LEFT:
                lines.append(self.line(deadline))
        except TimeoutError:
            return lines, False
        except EngineError:  # it has ended
            pass
        return lines, True

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
    def printed_errors(self) -> str:
        """The end of what it has printed on standard error, ERRORS_KEPT bytes at most."""
        return self._errors.decode("utf-8", "backslashreplace")

    @property
    def last_error_line(self) -> str:
        """What it has printed last on standard error; empty if nothing."""
        return self.printed_errors.strip().rpartition("\n")[2].strip()

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
            self._let_keeper_go_on()
            with suppress(OSError):
                self._connection.sendall(b'{"stop": true}\n')
            self._wait_for_end(monotonic() + LAST_WORDS_WITHIN)
            if not self._has_ended:  # perhaps it stops it again and again
                if self._group:
                    with suppress(OSError):
                        os.killpg(self._group, signal.SIGKILL)
                self._let_keeper_go_on()
                self._wait_for_end(monotonic() + KEEPER_ENDS_WITHIN)
        self._has_ended = True

    def _let_keeper_go_on(self) -> None:
        """The program may have stopped the process that watches it."""
        if not self._has_ended:
            with suppress(OSError):
                os.kill(self._keeper, signal.SIGCONT)

    def _wait_for_end(self, deadline: float) -> None:
        """Wait until it has ended, or the deadline is there."""
        while not self._has_ended and (left := deadline - monotonic()) > 0:
            self._exchange(left)

    def _why_it_ended(self, deadline: float) -> str:
        """Why there is no answer from a program that has closed its output."""
        self._let_keeper_go_on()
        self._wait_for_end(min(deadline, monotonic() + LAST_WORDS_WITHIN))
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
