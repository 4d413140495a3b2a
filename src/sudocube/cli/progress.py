"""Progress bars: on a terminal, for what takes longer than a second, and nowhere else.

A thread draws the bar, so that it moves while one puzzle takes long. Whoever writes to the terminal holds
the bar out of the way meanwhile: it is cleared, and drawn again below what was written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from sudocube.engines.interrupt import interrupt_held_back

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 1.0
"""Seconds before a bar appears."""

REFRESH = 0.1
"""Seconds from one drawing to the next."""


class Progress:
    """How far a command has come: counted in puzzles, measured in the lines of the files read.

    Where there is standard input, or a puzzle on the command line, nobody knows how much is to come.
    """

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = self.solutions = 0
        self._is_on = is_wanted and sys.stderr is not None and sys.stderr.isatty()
        self._is_over = Event()
        self._lock = Lock()  # held by who draws the bar, and by who writes where it may stand
        self._bar: Bar | None = None
        self._files: Sequence[str] = ()
        self._source = ""

    def start(self) -> None:
        """From now on time counts."""
        self._began = monotonic()
        if self._is_on:
            # A thread that heard Ctrl-C would run, in the middle of a search, the handler of a SAT solver
            # that waits for it in the main thread; so it is started with the signal blocked, and stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

    def expect(self, files: Sequence[str]) -> None:
        """These files are all there is to read; none where nobody knows."""
        self._files = files

    def step(self, source: str = "") -> None:
        """One more puzzle is done; it stood at `source`, such as "puzzles.txt:12"."""
        self.puzzles += 1
        self._source = source

    def found(self) -> None:
        """One more solution was found."""
        self.solutions += 1

    @contextmanager
    def out_of_the_way(self) -> Iterator[None]:
        """While this is entered, there is no bar."""
        if not self._is_on:
            yield
            return
        with self._lock:
            self._clear()
            yield

    def stop(self) -> None:
        """Clear the bar away for good."""
        self._is_over.set()
        with self.out_of_the_way():
            pass

    def _keep_drawing(self) -> None:
        """In a thread: draw the bar until all is over."""
        if self._is_over.wait(PATIENCE):
            return
        with suppress(OSError):  # the terminal, or a file, has gone
            before = _lines_before(self._files)
            while not self._is_over.wait(REFRESH):
                with self._lock:
                    if not self._is_over.is_set():
                        self._draw(before)

    def _draw(self, before: dict[str, int]) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._task = self._bar.add_task("", total=None)
            self._bar.start()
        seconds = monotonic() - self._began
        total = before.get("")
        name, _, line = self._source.rpartition(":")
        done = before.get(name, 0) + int(line) if total and name else 0
        self._bar.update(
            self._task,
            total=total,
            completed=done,
            said=self._in_words(seconds),
            time=_time(seconds, done, total),
        )
        self._bar.refresh()

    def _in_words(self, seconds: float) -> str:
        """How many puzzles, or of which puzzle how many solutions, and how fast they come."""
        if self.solutions:
            done, rate = (
                f"puzzle {self.puzzles + 1:,}, {self.solutions:,} solutions",
                self.solutions / seconds,
            )
        else:
            done, rate = f"{self.puzzles:,} puzzles", self.puzzles / seconds
        return f"{done}, {rate:,.{0 if rate >= 10 else 1}f}/s"

    def _clear(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _lines_before(files: Sequence[str]) -> dict[str, int]:
    """For each file, how many lines the files before it have; for "", how many there are in all."""
    before: dict[str, int] = {}
    total = 0
    for name in files:
        before.setdefault(name, total)
        with Path(name).open("rb") as stream:
            while chunk := stream.read(1 << 20):
                total += chunk.count(b"\n")
    return {**before, "": total}


def _time(seconds: float, done: int, total: int | None) -> str:
    """How long it will be, or has been where that is not known."""
    if not total or not done:
        return f"{seconds:,.0f} s"
    return f"{seconds * max(0, total - done) / done:,.0f} s left"


def _new_bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(
        BarColumn(bar_width=24),
        TextColumn("{task.fields[said]}"),
        TextColumn("{task.fields[time]}"),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
