"""Progress bars: on a terminal, for what takes longer than a second, and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 1.0
"""Seconds before a bar appears."""

_REFRESH = 0.1


class Progress:
    """How far a command has come: counted in puzzles, measured in the bytes of the files read.

    Where there is standard input, or a puzzle on the command line, nobody knows how much is to come.
    """

    def __init__(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted and sys.stderr.isatty()
        self._began = self._shown = monotonic()
        self._bar: Bar | None = None
        self._bytes_expected: int | None = None
        self._bytes_before = 0
        self._stream: BinaryIO | None = None
        self._count = 0
        self._unit = "puzzles"

    def expect(self, size: int, is_all: bool) -> None:
        """The files hold `size` bytes together, and that is all there is to read, or not."""
        self._bytes_expected = size if is_all and size else None

    @contextmanager
    def reading(self, stream: BinaryIO) -> Iterator[None]:
        """While a stream is read, its position tells how far."""
        self._stream = stream if stream.seekable() else None
        try:
            yield
        finally:
            if self._stream is not None:
                self._bytes_before += self._position()
                self._stream = None

    def step(self, unit: str = "puzzles") -> None:
        """One more is done."""
        self._count += 1
        if not self._is_wanted:
            return
        now = monotonic()
        if now - self._began < PATIENCE or now - self._shown < _REFRESH:
            return
        self._shown, self._unit = now, unit
        self._show(now)

    def make_way(self) -> None:
        """Clear the bar away before something is printed where it may stand."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    stop = make_way

    def _show(self, now: float) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._task = self._bar.add_task("", total=self._bytes_expected)
            self._bar.start()
        done = self._bytes_before + self._position()
        rate = self._count / (now - self._began)
        said = f"{self._count:,} {self._unit}, {rate:,.0f}/s"
        left = ""
        if self._bytes_expected and done:
            seconds = (now - self._began) * max(0, self._bytes_expected - done) / done
            left = f"{seconds:,.0f} s left"
        self._bar.update(self._task, completed=min(done, self._bytes_expected or done), said=said, left=left)
        self._bar.refresh()

    def _position(self) -> int:
        if self._stream is None or self._stream.closed:
            return 0
        return self._stream.tell()


def _new_bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(
        BarColumn(bar_width=24),
        TextColumn("{task.fields[said]}"),
        TextColumn("{task.fields[left]}"),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
