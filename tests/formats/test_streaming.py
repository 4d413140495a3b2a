"""Reading streams: an entry is given as soon as its lines are available, with constant memory."""

import io
import os
import tracemalloc
from typing import Any

import pytest

from sudocube.formats import Writer
from tests.formats.loosely_typed import read

CELLS = b"12......." * 9
ROWS = b"12.......\n" * 9
RECORDS = {
    "line": (b"", CELLS + b"\n"),
    "grid": (b"", ROWS + b"\n"),
    "grids in one block": (b"", ROWS),
    "csv": (b"id,puzzle\n", b"1," + CELLS + b"\n"),
    "4x4": (b"", b"1.....2..3.....4\n"),
    "comments": (CELLS + b"\n", b"# nothing\n"),
    "blank lines": (CELLS + b"\n", b"\n"),
    "one line": (CELLS + b"\n", b"." * 1_000),
    "quotes": (b"id,puzzle\n", b'"1,' + CELLS + b"\n"),
    "other format": (CELLS + b"\n\n", ROWS),
    "section": (b"[Puzzle]\n" + ROWS + b"[State]\n", ROWS),
    "rules": (ROWS, b"---+---+---\n"),
    "words": (b"", b"nothing to read\n"),
}


class Synthesised(io.RawIOBase):
    """A stream with a head and then the same record many times; it counts the bytes read."""

    def __init__(self, head: Any, record: Any, times: Any) -> None:
        self.rest, self.record, self.times, self.consumed = head, record, times, 0

    def readable(self) -> Any:
        return True

    def readinto(self, buffer: Any) -> Any:
        while len(self.rest) < len(buffer) and self.times:
            count = min(self.times, 1 + len(buffer) // len(self.record))
            self.rest += self.record * count
            self.times -= count
        piece, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(piece)] = piece
        self.consumed += len(piece)
        return len(piece)


@pytest.mark.parametrize("form", RECORDS)
def test_memory_stays_flat(form):
    head, record = RECORDS[form]
    times = max(4_000, 400_000 // len(record))
    stream = io.BufferedReader(Synthesised(head, record, times))
    tracemalloc.start()
    count = sum(1 for _ in read(stream, "t"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count >= 1
    assert peak < 2_000_000


def test_300_000_lines_are_300_000_entries():
    assert sum(bool(entry.puzzle) for entry in read(Synthesised(b"", CELLS + b"\n", 300_000), "t")) == 300_000


@pytest.mark.parametrize("form", ["line", "grid", "csv", "4x4"])
def test_the_first_entry_is_out_after_a_bounded_part(form):
    stream = Synthesised(*RECORDS[form], 1_000_000)
    assert next(read(stream, "t")).puzzle
    assert stream.consumed <= 65_536


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        (b"", CELLS + b"\n"),
        (b"", CELLS + b"\r\n"),
        (b"", CELLS + b"\r"),
        (CELLS + b"\n\n", CELLS + b"\n"),
        (b"", ROWS + b"\n"),
        (ROWS + b"\n", b"# more\n" + ROWS + b"\n"),
        (b"puzzle,solution\n", CELLS + b",\n"),
        (b"", b"1.....2..3.....4\n\n"),
    ],
)
def test_what_is_typed_into_a_pipe_is_read_at_once(before, typed):
    reader, writer = os.pipe()
    with open(reader, "rb") as stream, open(writer, "wb", buffering=0) as pipe:  # noqa: PTH123
        entries = read(stream, "-")
        pipe.write(before)
        pipe.write(typed)  # the pipe stays open: a read too many would wait for ever
        for _ in range(1 + (len(before) > 50)):
            assert next(entries).puzzle


def test_nothing_is_read_before_the_first_entry_is_asked_for():
    stream = Synthesised(b"", CELLS + b"\n", 10)
    read(stream, "t")
    assert stream.consumed == 0


def test_each_text_comes_out_alone():
    entries = list(read(io.BytesIO(ROWS + b"\n" + ROWS), "t"))
    writer = Writer(entries[0].style)
    texts = [writer.text(entry.puzzle) for entry in entries]
    assert texts == [ROWS.decode(), "\n" + ROWS.decode()]
