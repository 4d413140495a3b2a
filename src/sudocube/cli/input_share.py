"""How much of the inputs of a command is done, from 0 to 1, if their length is known.

Of short inputs, the text lines are counted, whatever they are packed in, and a puzzle is done where its line
is. In long ones, the share is that of the bytes that were read: a little ahead of what is done. The length of
standard input, of a pipe or of a device is not known.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from sudocube.errors import SudocubeError

COUNTED_BYTES = 1 << 25
"""Lines are counted up to so many bytes of all inputs together, unpacked: it takes hundredths of a second."""


class InputShare:
    """The share done of inputs, which are files, or puzzles on the command line."""

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
