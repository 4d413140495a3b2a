"""One-line puzzles by the thousand: text to arrays, without an object for each.

Of an input that begins with 9×9 puzzles, one per line, everything that looks like that goes into arrays, and
what lies between goes through the ordinary reader, so that what it says of the rest is what it always says.
Any other input is for the ordinary reader alone.

For the ordinary reader a plain line (see `scan`) is a puzzle whatever stands around it; so plain lines can be
taken out without a look at the others. What an odd line is depends on those around it: so a run of odd lines
is read together with the plain line after it and, where that was none, a blank one before it.
"""

from __future__ import annotations

import select
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, TypeAlias

from sudocube.formats.entry import Entry
from sudocube.formats.lines import LONGEST, Line, Lines, chunks, is_blank, is_comment, split
from sudocube.formats.oneline import read_lines
from sudocube.formats.reader import read_source
from sudocube.formats.scan import CELLS, Rows, Scanner, is_plain
from sudocube.formats.symbols import Source, fixed_geometry
from sudocube.geometry import Geometry

AT_ONCE = 2 * 77 * 82 * 83
"""Bytes that are looked at together, about a million. Where all lines are puzzles and end with LF, or
with CRLF, they end with a line, so that nothing has to be moved."""

_TOO_LONG = 4 * LONGEST + 1
"""A line of so many bytes is too long, whatever they are."""

_NINE = Geometry(3, 3)
_STANDS_IN = (0, b"." * CELLS)  # for the plain lines around a run of odd ones; there is no line 0


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing more is there to be read right now: whoever has something to say may say it."""


Item: TypeAlias = Rows | Entry | Pause


def read_in_blocks(
    stream: BinaryIO, name: str, *, geometry: Geometry | None = None, size: int | None = None
) -> tuple[bool, Iterator[Item]]:
    r"""Whether an input is one of 9×9 puzzles on lines, and what is in it, in order.

    If so, puzzles come as Rows and what else there is as entries; if not, all as entries, as from `read`.
    Arguments and errors are those of `read`, only that a part of the input is read here at once.

    >>> import io
    >>> text = b"." * 81 + b"\n" + b"1" * 81 + b"\nno puzzle\n"
    >>> is_bulk, [rows, entry] = read_in_blocks(io.BytesIO(text), "a.txt")
    >>> rows.puzzles.shape, rows.lines.tolist(), entry.source
    ((2, 81), [1, 2], 'a.txt:3')
    """
    fixed = fixed_geometry(geometry, size)
    pieces = chunks(stream, name, AT_ONCE)
    head = next(pieces, b"")
    while head and b"\n" not in head and len(head) < _TOO_LONG and (more := next(pieces, b"")):
        head += more
    text = chain([head], pieces)
    box_given = geometry is not None
    if fixed in (None, _NINE) and _begins_plainly(head):
        source = Source(name, Lines.of(iter(())), fixed, box_given)
        return True, _items(_pieces(text, stream, name), source)
    return False, read_source(Source(name, Lines.of(split(text)), fixed, box_given))


def _begins_plainly(head: bytes) -> bool:
    """Whether the first line that says something is plain."""
    said = (text for text in head.splitlines() if not is_blank(text) and not is_comment(text))
    return is_plain(next(said, b""))


def _items(pieces: Iterator[Rows | Line | Pause], source: Source) -> Iterator[Item]:
    """The pieces with runs of odd lines as the entries that the ordinary reader makes of them."""
    for piece in pieces:
        if not isinstance(piece, tuple):
            yield piece
            continue
        run = _Run(piece, pieces)
        odd = Source(source.name, Lines.of(iter(run)), source.fixed, source.box_given)
        skipped = f"{source.name}:{_STANDS_IN[0]}"
        yield from (entry for entry in read_lines(odd) if entry.source != skipped)
        if run.after is not None:
            yield run.after


class _Run:
    """A run of odd lines for the ordinary reader, as it asks for them; `after` are the Rows that ended it."""

    def __init__(self, first: Line, pieces: Iterator[Rows | Line | Pause]) -> None:
        self._first, self._pieces = first, pieces
        self.after: Rows | None = None

    def __iter__(self) -> Iterator[Line]:
        if not is_blank(self._first[1]):
            yield _STANDS_IN
        yield self._first
        for piece in self._pieces:
            if isinstance(piece, Rows):
                self.after = piece
                yield _STANDS_IN
                return
            if isinstance(piece, tuple):
                yield piece


def _pieces(text: Iterator[bytes], stream: BinaryIO, name: str) -> Iterator[Rows | Line | Pause]:
    """The pieces of an input, from about AT_ONCE bytes at a time, or as many as are there."""
    scanner = Scanner(name)
    tail = b""
    for chunk in text:
        data = tail + chunk if tail else chunk
        while len(data) < AT_ONCE and _is_ready(stream) and (more := next(text, b"")):
            data += more
        end = data.rfind(b"\n") + 1
        if not end and len(data) > _TOO_LONG:  # lines that end with CR? Not with one that LF may follow
            end = data.rfind(b"\r", 0, -1) + 1
            if not end:
                data = data[:_TOO_LONG] + data[-1:]
        tail = data[end:]
        if end:
            yield from scanner.pieces(data[:end] if tail else data)
        if not _is_ready(stream):
            yield Pause()
    if tail:
        yield from scanner.pieces(tail + b"\n")


def _is_ready(stream: BinaryIO) -> bool:
    """Whether a read would not have to wait, as far as one can know."""
    try:
        return bool(select.select([stream.fileno()], [], [], 0)[0])
    except (OSError, ValueError, AttributeError):
        return True  # no file of the system's: what is there, is there
