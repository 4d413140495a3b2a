"""Streams: what is read as soon as it is there, in parts of any length, with memory that stays flat."""

import io
import os
import tracemalloc

import pytest

from sudocube.errors import InputError
from sudocube.rows import opening, source
from sudocube.rows import text as text_module
from sudocube.rows.batch import lines_of_pieces
from sudocube.rows.columns import Kind, Layout
from sudocube.rows.entry import LONGEST
from sudocube.rows.source import PIECE
from tests.rows.reading import CLUES, FOUR, ROWS, entries, in_words, read
from tests.rows.streams import OnlyReadline, Synthesised, Trickle

LINE, GRID = CLUES.encode() + b"\n", "\n".join(ROWS).encode() + b"\n"
RECORDS = {
    "line": (b"", LINE),
    "grid": (b"", GRID + b"\n"),
    "csv": (b"id,puzzle\n", b"1," + LINE),
    "4x4": (b"", b"1.....2..3.....4\n"),
    "blank lines": (LINE, b"\n"),
    "one line": (LINE, b"." * 1_000),
    "quotes": (b"id,puzzle\n", b'"1,' + LINE),
    "other format": (LINE + b"\n", GRID),
    "section": (b"[Puzzle]\n" + GRID + b"[State]\n", GRID),
}
SHORT = ("grid", "4x4", "blank lines", "other format", "section")  # these take long
MANY_LINES = ("blank lines", "other format")  # those of one piece are split together
TEXTS = {
    "line": f"# about\n{CLUES}\n\n{FOUR}\n{CLUES} x\n{CLUES[1:]}\n",
    "grid": "1...\n..2.\n\n\n# a\n1...\n..2.\n.3..\n...4\n",
    "csv": f"id,puzzle\n1,{FOUR}\n\n2,{CLUES}\n3,x?\n",
    "sdk": "#A a\n[Puzzle]\n" + "12.......\n" * 9 + "[State]\n" + "x\n" * 3,
}


@pytest.mark.parametrize(
    "form", [pytest.param(form, marks=[pytest.mark.slow] * (form in SHORT)) for form in RECORDS]
)
def test_memory_stays_flat(form, monkeypatch):
    """Of a text that takes more memory than this if it is held, as bytes or as lines."""
    for module in (source, opening):
        monkeypatch.setattr(module, "PIECE", piece := 82 * 83 * 10)
    monkeypatch.setattr(opening, "_MOST_ENTRIES", 64)
    head, record = RECORDS[form]
    list(read(io.BytesIO(head + 8 * record), "t"))  # imports what it needs
    stream = io.BufferedReader(Synthesised(head, record, 24 * piece // len(record)))
    tracemalloc.start()
    assert sum(1 for _ in read(stream, "t")) >= 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < (60 if form in MANY_LINES else 22) * piece  # and 24 more if the text is held


@pytest.mark.parametrize("form", ["line", "grid", "csv", "4x4"])
def test_the_first_entry_is_out_after_a_bounded_part(form):
    stream = Synthesised(*RECORDS[form], 1_000_000)
    read(stream, "t")
    assert stream.consumed == 0  # nothing is read before an entry is asked for
    assert next(read(stream, "t")).puzzle
    assert stream.consumed <= 3 * PIECE


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        (b"", LINE),
        (LINE + b"\n", LINE),
        (b"", GRID + b"\n"),
        (GRID + b"\n", b"# more\n" + GRID + b"\n"),
        (b"puzzle,solution\n", LINE[:-1] + b",\n"),
        (b"", b"1.....2..3.....4\n\n"),
    ],
)
def test_what_is_typed_into_a_pipe_is_read_at_once(before, typed):
    reader, writer = os.pipe()
    with open(reader, "rb") as stream, open(writer, "wb", buffering=0) as pipe:  # noqa: PTH123
        items = read(stream, "-")
        pipe.write(before)
        pipe.write(typed)  # the pipe stays open: a read too many would wait for ever
        for _ in range(1 + (len(before) > 50)):
            assert next(items).puzzle


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_marks_ends_of_lines_and_parts_of_any_length_change_nothing(end):
    """And a stream that has only `readline` will do."""
    for text in TEXTS.values():
        expected = in_words(entries(text))
        for data in (text.replace("\n", end).encode(), text[:-1].replace("\n", end).encode()):
            assert in_words(entries(data)) == expected
            marked = b"\xef\xbb\xbf" + data
            assert in_words(read(OnlyReadline(marked), "t.txt")) == expected
            for step in (1, 2, 7, 82):
                assert in_words(read(Trickle(marked, step), "t.txt")) == expected
                assert in_words(read(io.BufferedReader(Trickle(marked, step)), "t.txt")) == expected


def test_a_binary_file_is_refused_as_a_whole():
    for at in (0, 1023):
        data = bytearray(LINE * 100)
        data[at] = 0
        for stream in (io.BytesIO(data), Trickle(bytes(data), 1000)):
            with pytest.raises(InputError, match="is not text"):
                list(read(stream, "t"))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("length", [LONGEST, LONGEST + 1, 2 * LONGEST + 1])
def test_lines_are_counted_right_around_a_long_one(length, end):
    text = end.join([b"a", b"b" * length, b"c", b""])
    lines = list(lines_of_pieces([text], Layout(Kind.TEXT, source="t")))
    whole = "b" * length if length <= LONGEST else None
    assert lines == [(1, "a"), (2, whole), (3, "c")]


BLOCKS = [ROWS, ["*-----------*", *(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS), "*-----------*"]]


@pytest.mark.parametrize("block", BLOCKS, ids=["plain", "framed"])
def test_a_long_block_is_read_in_steps(block, monkeypatch):
    """Only a bounded part of it is held in memory; a row too few is told where the block ends."""
    monkeypatch.setattr(text_module, "ROWS_AT_ONCE", 36)
    first = block.index(next(row for row in block if "5" in row)) + 1
    expected = [f"{first + i * len(block)} {CLUES}" for i in range(30)]
    assert in_words(entries(block * 30)) == expected
    *good, bad = entries((ROWS * 20)[:-1])
    assert all(entry.puzzle for entry in good)
    assert bad.error.line > 100
    assert bad.error.expected == "9 rows (a 9×9 puzzle), or several times as many"
