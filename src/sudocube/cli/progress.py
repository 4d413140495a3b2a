"""Progress bars: on a terminal, for what takes longer than a second, and nowhere else.

    ━━━━━━━━━━━━━━──────────  58%, 121,204 puzzles, 7,327/s, 11 s left

A thread draws the bar, so that it moves while one puzzle takes long. While something else is written to the
terminal, the bar is cleared; it is drawn again below. It is drawn without a library, because the import would
happen while a solver holds the interpreter, and take seconds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic

from sudocube.errors import SudocubeError
from sudocube.interrupt import interrupt_held_back
from sudocube.report.visible_characters import visible

PATIENCE = 1.0
"""Seconds before a bar appears."""

REFRESH = 0.1
"""Seconds from one drawing to the next."""

LENGTH = 24
"""How many characters the bar itself is long."""

COUNTED_BYTES = 1 << 25
"""Lines are counted up to so many bytes of all inputs together, unpacked: it takes hundredths of a second."""

_CLEAR = "\r\x1b[K"


class InputShare:
    """How much of the inputs of a command is done, from 0 to 1, if their length is known.

    They are files, or puzzles on the command line. Of short inputs, the text lines are counted, whatever they
    are packed in, and a puzzle is done where its line is. In long ones, the share is that of the bytes that
    were read: a little ahead of what is done. The length of standard input, of a pipe or of a device is not
    known.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._sizes: list[int] = []
        self._lines: list[int] | None = None
        self._is_known = False
        self._read = 0  # bytes of the input that is read
        self._position = 0  # of the input that is read, in `names`
        self._done = (0, 0)  # the position of the input and the line that were done last

    def measure(self) -> None:
        """Find the lengths out; until then, and where there are none, no share is known."""
        with suppress(OSError, ValueError):
            for name in self._names:
                if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113 — Path's raise
                    return
                self._sizes.append(os.path.getsize(name) if os.path.exists(name) else len(name))  # noqa: PTH110, PTH202
            self._lines = _line_counts(self._names)
            self._is_known = sum(self._sizes) > 0

    def begin(self, position: int) -> None:
        """The input at a position, counted from 1, is read from now on."""
        self._position, self._read = position - 1, 0

    def note(self, read: int) -> None:
        """So many bytes of the input were read."""
        self._read = read

    def at(self, source: str) -> float | None:
        """The share when the puzzle at a place such as "puzzles.txt:12" is done; None if it is not known."""
        name, _, number = source.rpartition(":")
        if not self._is_known or not number.isdecimal():
            return None
        if self._lines is None:
            before = sum(self._sizes[: self._position])
            return (before + min(self._read, self._sizes[self._position])) / sum(self._sizes)
        self._done = self._place(name, int(number))
        position, line = self._done
        return (sum(self._lines[:position]) + min(line, self._lines[position])) / max(1, sum(self._lines))

    def _place(self, name: str, number: int) -> tuple[int, int]:
        """The position of an input and the line in it. A file may be given several times."""
        if name == "argument" and not os.path.exists(name):  # noqa: PTH110
            return min(number, len(self._names)) - 1, 1
        position, line = self._done
        first = position + (number < line and name == self._names[position])
        found = [at for at, one in enumerate(self._names) if one == name and at >= first]
        return (found[0], number) if found else self._done


def _line_counts(names: Sequence[str]) -> list[int] | None:
    """How many text lines each input has; None if they are too long to be counted, or cannot be read."""
    from sudocube.rows.source import Source

    counts: list[int] = []
    left = COUNTED_BYTES
    with suppress(SudocubeError):
        for name in names:
            ends = returns = 0
            last = b""
            if os.path.isfile(name):  # noqa: PTH113
                with Source(name, name).arriving(1 << 17) as arriving:
                    for data in arriving:
                        left -= len(data)
                        if left < 0:
                            return None
                        ends, returns, last = ends + data.count(b"\n"), returns + data.count(b"\r"), data
            counts.append((ends or returns) + (not last.endswith((b"\n", b"\r"))))
        return counts
    return None


class Progress:
    """How far a command has come: counted in puzzles, and as a share of the inputs if their length is known.

    With standard input it is not known how much will come, so there is no bar but only the numbers.
    """

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = self.solutions = 0
        self._is_on = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_over = Event()
        self._lock = Lock()  # held while the bar is drawn, and while something else is written
        self._is_shown = False
        self._inputs = InputShare(())
        self._expected = 0
        self._source = ""
        self._doing, self._share, self._is_steady = "", 0.0, False

    def start(self) -> None:
        """Start the clock, and on a terminal the thread that draws."""
        self._began = monotonic()
        if self._is_on:
            # If this thread received Ctrl-C, it would run the handler of a SAT solver that is searching in
            # the main thread. So it is started with the signal blocked, which stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

    def expect(self, names: Sequence[str]) -> None:
        """These inputs are all there is to read."""
        self._inputs = InputShare(names)

    def expect_puzzles(self, number: int) -> None:
        """So many puzzles are all there is."""
        self._expected = number

    def reading(self, position: int) -> None:
        """The input at a position, counted from 1, is read from now on."""
        self._inputs.begin(position)

    def read(self, size: int | None) -> None:
        """So many bytes of that input were read, where that is known."""
        if size is not None:
            self._inputs.note(size)

    def step(self, source: str = "", puzzles: int = 1) -> None:
        """So many more puzzles are done; `source` is the place of the last one, such as "puzzles.txt:12"."""
        self.puzzles += puzzles
        self._source = source

    def work(self, doing: str, share: float, *, is_steady: bool = False) -> None:
        """For work that is not counted in puzzles: what is being done, and the share done, from 0 to 1.

        If it `is_steady`, the share tells how much time is left.
        """
        self._doing, self._share, self._is_steady = doing, share, is_steady

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
            measured = None
            while not self._is_over.wait(REFRESH):
                if (inputs := self._inputs) is not measured:
                    inputs.measure()
                    measured = inputs
                with self._lock:
                    if not self._is_over.is_set():
                        sys.stderr.write(_CLEAR + visible(self._drawn(_width() - 1)))
                        sys.stderr.flush()
                        self._is_shown = True

    def _drawn(self, width: int) -> str:
        """The bar and the text beside it, as much of it as fits."""
        seconds = monotonic() - self._began
        if self._doing:
            share: float | None = self._share
            parts, is_steady = [self._doing], self._is_steady
        else:
            share = self.puzzles / self._expected if self._expected else self._inputs.at(self._source)
            parts, is_steady = self._in_words(seconds), True
        if share is None:
            return _fitting([[*parts, f"{seconds:,.0f} s"], parts], width)
        share = min(share, 1.0)
        end = f"{seconds:,.0f} s"
        if is_steady and share:
            end = f"{_duration(seconds * (1 - share) / share)} left"
        percent = f"{int(100 * share)}%"
        whole, without_rate, least = [percent, *parts, end], [percent, *parts[:1], end], [percent, end]
        for length, some in (
            (LENGTH, whole),
            (LENGTH, without_rate),
            (LENGTH // 2, without_rate),
            (LENGTH // 2, least),
        ):
            if len(drawn := f"{_bar(share, length)}  {', '.join(some)}") <= width:
                return drawn
        return _fitting([least, [percent]], width)

    def _in_words(self, seconds: float) -> list[str]:
        """How many puzzles are done, or how many solutions of one puzzle; and how many per second."""
        if self.solutions:
            done = f"puzzle {self.puzzles + 1:,}, {self.solutions:,} solutions"
            rate = self.solutions / seconds
        elif self.puzzles:
            done, rate = f"{self.puzzles:,} puzzle{'s' * (self.puzzles > 1)}", self.puzzles / seconds
        else:
            return ["at the first puzzle"]
        return [done, f"{rate:,.{0 if rate >= 10 else 1}f}/s"]


def _fitting(choices: Sequence[Sequence[str]], width: int) -> str:
    """The first of some lists with commas that fits; of the last, as much as fits."""
    lines = [", ".join(parts) for parts in choices]
    return next((line for line in lines if len(line) <= width), lines[-1][:width])


def _bar(share: float, length: int) -> str:
    """The bar alone."""
    done = round(share * length)
    return "━" * done + "─" * (length - done)


def _duration(seconds: float) -> str:
    """Some seconds as people say it: "42 s", "12 min", "3 h 05 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60:,} h {minutes % 60:02} min"


def _width() -> int:
    """How many characters fit on a text line of the terminal."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
