"""Progress bars, as rich draws them: on a terminal, for what takes longer than a second, and nowhere else.

A thread draws the bar, so that it moves while one puzzle takes long. While something else is written to the
terminal, the bar is cleared; a moment later it is drawn again below.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from sudocube.interrupt import interrupt_held_back

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 1.0
"""Seconds before a bar appears."""

REFRESH = 0.2
"""Seconds from one drawing to the next."""


class Progress:
    """How far a command has come: counted in puzzles, or in what the command itself says."""

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = self.solutions = 0
        """How many puzzles are done, and how many solutions were found."""
        self.expected: float | None = None
        """How many puzzles there are, as far as that is known."""
        self._is_on = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_over = Event()
        self._lock = Lock()  # held while the bar is drawn, and while something else is written
        self._bar: Bar | None = None
        self._doing, self._share = "", 0.0

    def start(self) -> None:
        """Start the clock, and on a terminal the thread that draws."""
        if self._is_on:
            # If this thread received Ctrl-C, it would run the handler of a SAT solver that is searching in
            # the main thread. So it is started with the signal blocked, which stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

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
            yield

    def stop(self) -> None:
        """Remove the bar for good."""
        self._is_over.set()
        with self.out_of_the_way():
            pass

    def _keep_drawing(self) -> None:
        """In a thread: draw the bar until `stop`."""
        if self._is_over.wait(PATIENCE):
            return
        from rich.console import Console
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        self._bar = Bar(
            console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        task = self._bar.add_task("", total=None)
        with suppress(OSError):  # the terminal, or a file, is gone
            while not self._is_over.wait(REFRESH):
                words, done, total = f"{self.puzzles:,} puzzles", float(self.puzzles), self.expected
                words += f", {self.solutions:,} solutions" * bool(self.solutions)
                if self._doing:
                    words, done, total = self._doing, self._share, 1.0
                with self._lock:
                    if not self._is_over.is_set():
                        self._bar.update(task, description=words, completed=done, total=total)
                        self._bar.start()
                        self._bar.refresh()
