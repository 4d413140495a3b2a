"""Packed inputs: read as what is in them, streamed; what cannot be unpacked is named, with what to do."""

import bz2
import gzip
import io
import lzma
import os
import sys
import tarfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from sudocube.errors import UnavailableError
from sudocube.formats import packed_input
from sudocube.formats.bulk_reader import read_in_batches
from tests.formats.reading import CLUES, both_ways, in_batches, in_words, read
from tests.formats.streams import OnlyReadline, Trickle
from tests.formats.test_streams import TEXTS

zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")

CELLS = CLUES.encode()
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": lambda data: bz2.compress(data, 1),  # in small blocks
    "xz": lzma.compress,
    "Zstandard": zstd.compress,
    "lzma": lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE),
}
NAMES = {"lzma": "xz"}


def different(count: int) -> bytes:
    """So many puzzles, which do not pack well."""
    return b"".join(f"{number * 7919 % 10**9:.>81}\n".encode() for number in range(count))


def seen(data: Any, name: str = "t") -> list[str]:
    """What is read."""
    return in_words(read(io.BytesIO(data) if isinstance(data, bytes) else data, name), name)


def seen_before_the_error(data: bytes) -> tuple[int, str]:
    """How many puzzles were read, at least, and the error that ended the reading, in both ways of reading."""
    *entries, error = seen(data)
    *in_arrays, other = in_words(in_batches(data, "t"), "t")
    assert other == error
    if "damaged" not in error:  # damaged data may give damaged puzzles before that is noticed
        assert not any(": found" in one for one in (*entries, *in_arrays))
    count = min(len(entries), len(in_arrays))
    assert entries[:count] == in_arrays[:count]
    return count, error


@pytest.mark.parametrize("packer", PACKERS)
def test_what_is_packed_is_read_as_what_is_in_it(packer):
    """In all formats; a byte-order mark in it counts for nothing; parts of any length change nothing."""
    pack = PACKERS[packer]
    for text in [*TEXTS.values(), ""]:
        expected = seen(text.encode())
        for data in (pack(text.encode()), pack(b"\xef\xbb\xbf" + text.encode())):
            assert both_ways(data, "t") == expected
    plain = different(40)
    packed, expected = pack(plain), seen(plain)
    for step in (1, 7, 1000):
        assert seen(Trickle(packed, step)) == expected
        assert seen(io.BufferedReader(Trickle(packed, step))) == expected
    assert seen(OnlyReadline(packed)) == expected


@pytest.mark.parametrize("packer", ["gzip", "bzip2", "xz", "Zstandard"])
def test_several_packed_texts_one_after_the_other_are_one_and_something_else_is_told(packer):
    """As parallel packers and `cat` write them; a puzzle may begin in one and end in the next."""
    pack, plain = PACKERS[packer], different(100)
    padding = b"\0" * 512 if packer == "gzip" else b""
    count, message = seen_before_the_error(pack(plain) + b"something else")
    assert (count, "are followed by something else" in message) == (100, True)
    assert seen(pack(b"") + pack(plain[:1000]) + pack(b"") + pack(plain[1000:]) + padding) == seen(plain)


@pytest.mark.parametrize("packer", PACKERS)
def test_of_a_text_that_is_cut_off_or_damaged_the_puzzles_before_are_read(packer):
    """A part of a line is no puzzle, and no error of its own."""
    plain = b"".join(f"{number * 7919**5 % 10**20:.>81}\n".encode() for number in range(9_000))
    packed, name = PACKERS[packer](plain), NAMES.get(packer, packer)
    at = len(packed) * 3 // 4
    ends = {packed[:at]: "end too early, as if cut off"}
    if packer in ("gzip", "bzip2", "xz"):
        ends[packed[:at] + bytes(20) + packed[at + 20 :]] = "are damaged"
    for data, what in ends.items():
        count, message = seen_before_the_error(data)
        assert message == f"t: its {name} data {what}; what comes before that was read"
        assert 0 < count < 9_000
    assert seen_before_the_error(packed[:20])[0] == 0


def test_what_damaged_data_give_is_not_told_as_a_file_that_is_no_text():
    """bzip2 gives up to 900 kB before it can know that they are wrong, and there are NUL bytes among them."""
    packed = bytearray(bz2.compress(b"\0" * 99 + different(1_000)))
    packed[10] ^= 255  # the test of the first block
    message = "t: its bzip2 data are damaged; what comes before that was read"
    assert seen_before_the_error(bytes(packed)) == (0, message)
    assert seen_before_the_error(bz2.compress(b"a\0b")) == (0, "t: is not text: it holds NUL bytes")


def test_a_grid_that_was_cut_off_is_an_error_of_its_own_and_the_ones_before_are_read():
    rows = b"12.......\n" * 9 + b"\n"
    first, second, third, cut_off = seen(gzip.compress(rows * 2 + rows[:50])[:-8])
    assert (first[:2], second[:3]) == ("1 ", "11 ")
    assert third.startswith("21: found 5 rows")
    assert "cut off" in cut_off


@pytest.mark.parametrize(
    ("packer", "unit"), [*((packer, b" ") for packer in PACKERS), ("gzip", b"."), ("gzip", b"#")]
)
def test_what_unpacks_to_much_takes_little_memory(packer, unit):
    """12 MB out of some kB."""
    packed = PACKERS[packer](CELLS + b"\n" + unit * 12_000_000)
    for items in (read(io.BytesIO(packed), "t"), read_in_batches(io.BytesIO(packed), "t")[1]):
        tracemalloc.start()
        count = sum(1 for _ in items)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count >= 1
        assert peak < 9_000_000


def test_what_needs_much_memory_to_unpack_is_refused(monkeypatch):
    monkeypatch.setattr(packed_input, "MOST_MEMORY", 1 << 22)
    [message] = seen(lzma.compress(different(10), preset=9))
    assert message.startswith("t: its xz data need more than 4 MB of memory")


def test_without_its_reader_the_line_that_installs_it_is_told(monkeypatch):
    packed = zstd.compress(different(10))
    for module in ("compression", "compression.zstd", "backports.zstd", "backports"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UnavailableError) as raised:
        list(read(io.BytesIO(packed), "a.zst"))
    assert str(raised.value) == (
        "a.zst is packed with Zstandard, whose reader is not installed; get it with: "
        'pip install "sudocube[data]"'
    )


def zip_of(name: str, text: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, text)
    return stream.getvalue()


def tar_of(text: bytes) -> bytes:
    info = tarfile.TarInfo("puzzles.txt")
    info.size = len(text)
    return info.tobuf() + text + bytes(-len(text) % 512 + 1024)


OTHERS = {
    "a ZIP archive": zip_of("puzzles.txt", CLUES),
    "an Excel or Word file": zip_of("[Content_Types].xml", "<x/>"),
    "an OpenDocument file": zip_of("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
    "a tar archive": tar_of(CELLS),
    "a 7z archive": b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(50),
    "a PDF file": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
    "a Parquet file": b"PAR1\x15\x04\x15\x10" + bytes(50),
    "an SQLite database": b"SQLite format 3\x00" + bytes(50),
    "a picture (PNG)": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "an array of NumPy": b"\x93NUMPY\x01\x00" + bytes(50),
    "a file of an old Excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_packed_otherwise_or_no_text_is_named(kind):
    """And not called UTF-16."""
    for data in (OTHERS[kind], gzip.compress(OTHERS[kind])):
        for stream in (io.BufferedReader(Trickle(data, 1000)), data):
            [message] = seen(stream)
            assert message.startswith(f"t: is {kind}")
            assert ": " in message.removeprefix("t: ")  # what to do
            assert "UTF-16" not in message
            is_table = kind in ("a Parquet file", "an array of NumPy")
            assert ("sudocube audit reads it as it is" in message) == is_table
            assert ("canonical_many" in message) == (kind == "an array of NumPy")


def test_what_is_packed_twice_is_named_and_not_unpacked_without_end():
    """There are gzip files that unpack to themselves."""
    [message] = seen(lzma.compress(gzip.compress(CELLS)))
    assert message.startswith("t: is gzip data packed with xz: unpack it first")


@pytest.mark.skipif(not hasattr(os, "pipe"), reason="no pipes")
def test_what_comes_packed_through_a_pipe_is_read_at_once():
    """A packer that flushes after each puzzle need not wait for the next one."""
    packer = zlib.compressobj(wbits=31)
    here, there = os.pipe()
    with open(here, "rb") as stream, open(there, "wb", buffering=0) as pipe:  # noqa: PTH123 — descriptors
        entries = read(stream, "-")
        for number in (1, 2, 3):
            pipe.write(packer.compress(CELLS + b"\n") + packer.flush(zlib.Z_SYNC_FLUSH))
            assert next(entries).source == f"-:{number}"
