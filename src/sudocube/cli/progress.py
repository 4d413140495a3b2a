"""Progress bars: on a terminal, for what takes longer than a second, and nowhere else.

    ━━━━━━━━━━━━━━──────────  121,204 puzzles, 7,327/s, 11 s left

A thread draws the bar, so that it moves while one puzzle takes long. While something else is written to the
terminal, the bar is cleared; it is drawn again below. It is drawn without a library, because the import would
happen while a solver holds the interpreter, and take seconds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from sudocube.cli.visible_text import visible
from sudocube.interrupt import interrupt_held_back

PATIENCE = 1.0
"""Seconds before a bar appears."""

REFRESH = 0.1
"""Seconds from one drawing to the next."""

LENGTH = 24
"""How many characters the bar itself is long."""

_CLEAR = "\r\x1b[K"


class Progress:
    """How far a command has come: counted in puzzles, measured in text lines of the files read.

    With standard input, or a puzzle on the command line, it is not known how much will come, so there is no
    bar but only the numbers.
    """

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = self.solutions = 0
        self._is_on = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_over = Event()
        self._lock = Lock()  # held while the bar is drawn, and while something else is written
        self._is_shown = False
        self._files: Sequence[str] = ()
        self._source = ""
        self._doing, self._share = "", 0.0

    def start(self) -> None:
        """Start the clock, and on a terminal the thread that draws."""
        self._began = monotonic()
        if self._is_on:
            # If this thread received Ctrl-C, it would run the handler of a SAT solver that is searching in
            # the main thread. So it is started with the signal blocked, which stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

    def expect(self, files: Sequence[str]) -> None:
        """These files are all there is to read; none if that is not known."""
        self._files = files

    def step(self, source: str = "", puzzles: int = 1) -> None:
        """So many more puzzles are done; `source` is the place of the last one, such as "puzzles.txt:12"."""
        self.puzzles += puzzles
        self._source = source

    def work(self, doing: str, share: float) -> None:
        """For work that is not counted in puzzles: what is being done, and the share done, from 0 to 1."""
        self._doing, self._share = doing, share

    def found(self) -> None:
        """One more solution was found."""
        self.solutions += 1

    @contextmanager
    def out_of_the_way(self) -> Iterator[None]:
        """Within this context, there is no bar on the terminal."""
        if not self._is_on:
            yield
            return
        with self._lock:
            if self._is_shown:
                sys.stderr.write(_CLEAR)
                sys.stderr.flush()
                self._is_shown = False
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
        with suppress(OSError):  # the terminal, or a file, is gone
            before = _lines_before(self._files)
            while not self._is_over.wait(REFRESH):
                with self._lock:
                    if not self._is_over.is_set():
                        sys.stderr.write(_CLEAR + visible(self._drawn(before))[: _width() - 1])
                        sys.stderr.flush()
                        self._is_shown = True

    def _drawn(self, before: dict[str, int]) -> str:
        """The bar and the text beside it."""
        seconds = monotonic() - self._began
        if self._doing:
            return f"{_bar(self._share)}  {self._doing}, {seconds:,.0f} s"
        total = before.get("", 0)
        name, _, line = self._source.rpartition(":")
        if not total or not name:
            return f"{self._in_words(seconds)}, {seconds:,.0f} s"
        done = min(total, before.get(name, 0) + int(line))
        left = seconds * (total - done) / done
        return f"{_bar(done / total)}  {self._in_words(seconds)}, {left:,.0f} s left"

    def _in_words(self, seconds: float) -> str:
        """How many puzzles are done, or how many solutions of one puzzle, and how many per second."""
        if self.solutions:
            done = f"puzzle {self.puzzles + 1:,}, {self.solutions:,} solutions"
            rate = self.solutions / seconds
        elif self.puzzles:
            done, rate = f"{self.puzzles:,} puzzle{'s' * (self.puzzles > 1)}", self.puzzles / seconds
        else:
            return "at the first puzzle"
        return f"{done}, {rate:,.{0 if rate >= 10 else 1}f}/s"


def _bar(share: float) -> str:
    """The bar alone."""
    done = round(share * LENGTH)
    return "━" * done + "─" * (LENGTH - done)


def _lines_before(files: Sequence[str]) -> dict[str, int]:
    """For each file, how many text lines the files before it have; for "", the total."""
    before: dict[str, int] = {}
    total = 0
    for name in files:
        before.setdefault(name, total)
        with Path(name).open("rb") as stream:
            while data := stream.read(1 << 20):
                total += data.count(b"\n")
    return {**before, "": total}


def _width() -> int:
    """How many characters fit on a text line of the terminal."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
