"""Bytes to lines: byte-order marks, line ends, long lines, and files that are not text."""

import io
from typing import Any

import pytest

from sudocube.errors import InputError
from sudocube.formats.byte_input import read_bytes
from sudocube.formats.text_input import LONGEST, split_lines
from tests.formats.loosely_typed import read

FOUR = "1.....2..3.....4"
CELLS = "12......." * 9
TEXTS = {
    "line": f"# about\n{CELLS}\n\n{FOUR}\n{CELLS} x\n{CELLS[1:]}\n",
    "grid": "1...\n..2.\n\n\n# a\n1...\n..2.\n.3..\n...4\n",
    "csv": f"id,puzzle\n1,{FOUR}\n\n2,{CELLS}\n3,x?\n",
    "sdk": "#A a\n[Puzzle]\n" + "12.......\n" * 9 + "[State]\n" + "x\n" * 3,
}


class Trickle(io.RawIOBase):
    """A raw stream that gives a few bytes at a time."""

    def __init__(self, data: Any, step: Any) -> None:
        self.data, self.step = data, step

    def readable(self) -> Any:
        return True

    def readinto(self, buffer: Any) -> Any:
        piece, self.data = self.data[: self.step], self.data[self.step :]
        buffer[: len(piece)] = piece
        return len(piece)


class OnlyReadline:
    """A stream without `read1`."""

    def __init__(self, data: Any) -> None:
        self.inner = io.BytesIO(data)

    def readline(self, limit: Any = -1) -> Any:
        return self.inner.readline(limit)


def seen(data: Any) -> Any:
    stream = io.BytesIO(data) if isinstance(data, bytes) else data
    return [
        (e.source, e.puzzle, e.error and (e.error.line, e.error.column, e.error.found))
        for e in read(stream, "t")
    ]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("has_last_end", [True, False])
def test_marks_and_ends_of_lines_change_nothing(text, end, mark, has_last_end):
    changed = (text if has_last_end else text[:-1]).replace("\n", end).encode()
    assert seen(mark + changed) == seen(text.encode())


@pytest.mark.parametrize("step", [1, 2, 3, 7, 81, 82, 83])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_pieces_of_any_length_change_nothing(step, end):
    for text in TEXTS.values():
        data = b"\xef\xbb\xbf" + text.replace("\n", end).encode()
        assert seen(Trickle(data, step)) == seen(text.encode())
        assert seen(io.BufferedReader(Trickle(data, step))) == seen(text.encode())


def test_a_stream_that_has_only_readline_will_do():
    for text in TEXTS.values():
        assert seen(OnlyReadline(text.encode())) == seen(text.encode())


def test_a_mark_counts_for_no_column():
    [entry] = read(io.BytesIO(b"\xef\xbb\xbf!" + FOUR[1:].encode()), "t")
    assert (entry.error.column, entry.error.found) == (1, "'!'")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_with_advice(encoding):
    data = f"\ufeff{CELLS}\n".encode(encoding)
    with pytest.raises(InputError, match="save it as UTF-8") as raised:
        seen(data)
    assert raised.value.source == "t"


@pytest.mark.parametrize("at", [0, 1, 4095])
def test_a_binary_file_is_refused_as_a_whole(at):
    data = bytearray((CELLS + "\n").encode() * 100)
    data[at] = 0
    for stream in (io.BytesIO(data), Trickle(bytes(data), 1000)):
        with pytest.raises(InputError, match="is not text"):
            list(read(stream, "t"))


def test_an_error_of_the_stream_passes():
    class Broken(io.RawIOBase):
        def readable(self) -> Any:
            return True

        def readinto(self, buffer: Any) -> Any:
            raise OSError(5, "input/output error")

    with pytest.raises(OSError, match="input/output error"):
        list(read(Broken(), "t"))


@pytest.mark.parametrize("length", [LONGEST + 1, 4 * LONGEST, 10 * LONGEST])
@pytest.mark.parametrize("symbol", [".", "?", "-", "+", "é"])
def test_a_line_that_is_too_long_is_one_error(length, symbol):
    text = f"{CELLS}\n{symbol * length}\n{CELLS}\n"
    first, bad, last = read(io.BytesIO(text.encode()), "t")
    assert (first.source, bad.source, last.source) == ("t:1", "t:2", "t:3")
    error = bad.error
    assert (error.line, error.column) == (2, None)
    assert error.found == "a line of more than 65,536 characters"
    assert error.expected == "lines of at most 65,536 characters"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, 2 * LONGEST, 2 * LONGEST + 1])
def test_lines_are_counted_right_around_a_long_one(length, end):
    text = io.BytesIO(end.join([b"a", b"b" * length, b"c", b""]))
    lines = list(split_lines(read_bytes(text, "t")))
    whole = b"b" * length if length <= LONGEST else None
    assert lines == [(1, b"a"), (2, whole), (3, b"c")]


def test_a_long_line_may_be_the_only_one():
    [entry] = read(io.BytesIO(b"1" * 1_000_000), "t")
    assert entry.error.found == "a line of more than 65,536 characters"


def test_the_longest_line_is_counted_in_characters():
    text = CELLS + " # " + "é" * (LONGEST - len(CELLS) - 3)
    assert [entry.error for entry in read(io.BytesIO(text.encode()), "t")] == [None]
    assert [bool(entry.error) for entry in read(io.BytesIO((text + "é").encode()), "t")] == [True]


def test_a_long_line_among_rows_spoils_their_block_only():
    rows = ["1...", "..2.", ".3..", "...4"]
    text = "\n".join([*rows, "", *rows[:2], "." * 70_000, rows[3], "", *rows])
    first, bad, last = read(io.BytesIO(text.encode()), "t")
    assert first.puzzle == last.puzzle
    assert (bad.source, bad.error.line, bad.error.found) == (
        "t:6",
        8,
        "a line of more than 65,536 characters",
    )
