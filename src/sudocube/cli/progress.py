"""Progress bars, as rich draws them: on a terminal, for what takes longer than a second, and nowhere else.

A thread draws the bar, so that it moves while one puzzle takes long. While something else is written to the
terminal, the bar is cleared; a moment later it is drawn again below.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from sudocube.errors import SudocubeError
from sudocube.interrupt import interrupt_held_back

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE, BEFORE_WORK = 1.0, 0.05
"""Seconds before a bar appears, and before what draws it is imported."""

COUNTED_BYTES = 1 << 22
"""The lines of an input of so many bytes are counted: it takes hundredths of a second."""

REFRESH = 0.2
"""Seconds from one drawing to the next."""


class Progress:
    """How far a command has come: counted in puzzles, and as a share of the inputs if their length is known.

    Of an input the share that was read is known by its text lines if it is short, else by its bytes. That is
    ahead of what is done, so it is scaled down by the share of the puzzles in it that are done.
    """

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = self.solutions = 0
        self._is_on = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_over = Event()
        self._lock = Lock()  # held while the bar is drawn, and while something else is written
        self._bar: Bar | None = None
        self._expected = self._read = 0
        self._inputs: list[tuple[str, int]] = []  # names and lengths, in bytes
        self._at = self._line = self._bytes = 0  # which input is read, and how much of it
        self._lines: dict[int, int] = {}  # of the inputs whose lines were counted
        self._doing, self._share = "", 0.0

    def start(self) -> None:
        """Start the clock, and on a terminal the thread that draws."""
        if self._is_on:
            # If this thread received Ctrl-C, it would run the handler of a SAT solver that is searching in
            # the main thread. So it is started with the signal blocked, which stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

    def expect(self, names: Sequence[str]) -> None:
        """These inputs, files or puzzles, are all there is to read; of devices the length is not known."""
        with suppress(OSError, ValueError):
            lengths = [os.path.getsize(name) if os.path.isfile(name) else len(name) for name in names]  # noqa: PTH113, PTH202
            if not any(name.startswith("/dev/") for name in names):
                self._inputs = [*zip(names, lengths, strict=True)]

    def expect_puzzles(self, number: int) -> None:
        """So many puzzles are all there is."""
        self._expected = number

    def reading(self, position: int) -> None:
        """The input at a position, counted from 1, is read from now on."""
        self._at, self._line, self._bytes = position - 1, 0, 0

    def read(self, line: int, position: int | None, puzzles: int) -> None:
        """So many more puzzles of it were read, up to this text line, or so many bytes."""
        self._read += puzzles
        self._line, self._bytes = line, position or 0

    def step(self, puzzles: int = 1) -> None:
        """So many more puzzles are done."""
        self.puzzles += puzzles

    def work(self, doing: str, share: float) -> None:
        """For work that is not counted in puzzles: what is being done, and the share done, from 0 to 1."""
        self._doing, self._share = doing, share

    def found(self) -> None:
        """One more solution was found."""
        self.solutions += 1

    @contextmanager
    def out_of_the_way(self) -> Iterator[None]:
        """Within this context, there is no bar on the terminal."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None
            yield

    def stop(self) -> None:
        """Remove the bar for good."""
        self._is_over.set()
        with self.out_of_the_way():
            pass

    def share(self) -> float | None:
        """How much is done, from 0 to 1; None where that is not known."""
        if self._doing:
            return self._share
        if self._expected:
            return self.puzzles / self._expected
        lengths = [length for _, length in self._inputs]
        if not self._read or not any(lengths):
            return None
        read = sum(lengths[: self._at]) + self._part_read() * lengths[self._at]
        return min(1.0, read / sum(lengths) * self.puzzles / self._read)

    def _part_read(self) -> float:
        """How much of the input that is read was read."""
        name, length = self._inputs[self._at]
        if length > COUNTED_BYTES:
            return self._bytes / length
        if self._at not in self._lines:
            with suppress(OSError, SudocubeError):
                self._lines[self._at] = _line_count(name)
        return min(1.0, self._line / self._lines.get(self._at, 1))

    def _keep_drawing(self) -> None:
        """In a thread: draw the bar until `stop`."""
        if self._is_over.wait(BEFORE_WORK):
            return
        from rich.console import Console  # early: later a solver may leave little time to this thread
        from rich.progress import Progress as Bar

        if self._is_over.wait(PATIENCE - BEFORE_WORK):
            return
        bar = Bar(
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        task = bar.add_task("", total=None)
        with suppress(OSError):  # the terminal, or a file, is gone
            while not self._is_over.wait(REFRESH):
                share = self.share()
                words = self._doing or f"{self.puzzles:,} puzzles"
                words += f", {self.solutions:,} solutions" if self.solutions and not self._doing else ""
                with self._lock:
                    if not self._is_over.is_set():
                        bar.update(task, description=words, completed=share or 0, total=share and 1)
                        if self._bar is None:
                            self._bar = bar
                            bar.start()
                        bar.refresh()


def _line_count(name: str) -> int:
    """How many text lines an input has, whatever it is packed in. Raises what reading raises."""
    from sudocube.rows.source import Source

    if not os.path.isfile(name):  # noqa: PTH113
        return 1
    with Source(name, name).arriving() as arriving:
        return 1 + sum(data.count(b"\n") or data.count(b"\r") for data in arriving)
