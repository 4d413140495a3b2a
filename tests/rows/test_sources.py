"""Where bytes come from: unpacked by content, streamed, sought, out of archives; what is no text is named."""

import bz2
import gzip
import io
import lzma
import os
import tarfile
import threading
import tracemalloc
import zipfile
import zlib

import pyarrow as pa
import pytest

from sudocube.errors import InputError
from sudocube.rows.columns import Kind
from sudocube.rows.opening import read as read_entries
from sudocube.rows.source import ArrivingBytes, Source, members
from tests.rows.streams import OnlyReadline, Parts, Trickle

PLAIN = b"".join(f"{number * 7919**5 % 10**20:.>81}\n".encode() for number in range(9_000))
PACKERS = {
    "gzip": gzip.compress,
    "bzip2": lambda data: bz2.compress(data, 1),  # in small blocks
    "xz": lzma.compress,
    "Zstandard": lambda data: pa.compress(data, codec="zstd", asbytes=True),
    "lzma": lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE),
}


def read(data, name="t"):
    """The text of some bytes or of a stream, and the failure that ends it."""
    stream = io.BytesIO(data) if isinstance(data, bytes) else data
    text = ArrivingBytes(stream, name).as_text()
    return b"".join(text), text.failure and str(text.failure)


@pytest.mark.parametrize("packer", PACKERS)
def test_what_is_packed_is_read_as_what_is_in_it(packer):
    """However few bytes arrive at a time; a byte-order mark counts for nothing."""
    pack, text = PACKERS[packer], PLAIN[:5_000]
    for inner in (text, b"", b"\xef\xbb\xbf" + text):
        assert read(pack(inner)) == (inner.removeprefix(b"\xef\xbb\xbf"), None)
    for step in (1, 7, 1000):
        assert read(Trickle(pack(text), step)) == (text, None)
    assert read(OnlyReadline(pack(text))) == (text, None)
    assert read(Parts([pack(text)[:5], pack(text)[5:]])) == (text, None)
    arriving = ArrivingBytes(io.BytesIO(pack(PLAIN)), "t")
    assert b"".join(arriving) == PLAIN
    assert arriving.position == len(pack(PLAIN))


@pytest.mark.parametrize("packer", ["gzip", "bzip2", "xz", "Zstandard"])
def test_several_packed_texts_one_after_the_other_are_one_and_something_else_is_told(packer):
    pack = PACKERS[packer]
    padding = b"" if packer == "Zstandard" else bytes(512)
    joined = pack(b"") + pack(PLAIN[:1000]) + pack(b"") + pack(PLAIN[1000:]) + padding
    assert read(joined) == (PLAIN, None)
    text, failure = read(pack(PLAIN) + b"something else")
    assert len(PLAIN) - len(text) < 1 << 14
    assert f"its {packer} data are " in failure


@pytest.mark.parametrize("packer", PACKERS)
def test_of_what_is_cut_off_or_damaged_all_before_is_read(packer):
    packed, name = PACKERS[packer](PLAIN), packer.replace("lzma", "xz")
    at = len(packed) * 3 // 4
    ends = {packed[:at]: "end too early, as if cut off", packed[:15]: "end too early, as if cut off"}
    if packer in ("gzip", "bzip2", "xz"):
        ends[packed[:at] + bytes(20) + packed[at + 20 :]] = "are damaged"
    for data, what in ends.items():
        text, failure = read(data)
        assert failure == f"t: its {name} data {what}; what comes before that was read"
        if len(data) == at:
            assert 0 < len(text) < len(PLAIN)
            assert PLAIN.startswith(text)


def test_what_is_packed_twice_is_told():
    """There are gzip files that unpack to themselves."""
    failure = "t: is gzip data packed with xz: unpack it first"
    assert read(lzma.compress(gzip.compress(PLAIN))) == (b"", failure)


@pytest.mark.parametrize("packer", PACKERS)
def test_what_unpacks_to_much_takes_little_memory(packer):
    """12 MB out of some kB."""
    packed = PACKERS[packer](b" " * 12_000_000)
    tracemalloc.start()
    assert sum(map(len, ArrivingBytes(io.BytesIO(packed), "t"))) == 12_000_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 9_000_000


@pytest.mark.parametrize(
    "data",
    [
        b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(50),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50),
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        "53..7".encode("utf-16"),
        "53..7".encode("utf-16-le"),
        b"53..7\n" + bytes(3),
    ],
)
def test_what_is_no_text_is_refused(data):
    for form in (data, gzip.compress(data, mtime=0)):
        for stream in (form, Trickle(form, 1000), io.BufferedReader(Trickle(form, 3))):
            assert read(stream)[1].startswith("t: is not text: it holds NUL bytes")


def test_what_comes_packed_through_a_pipe_is_read_at_once():
    """A packer that flushes after each puzzle need not wait for the next one."""
    packer = zlib.compressobj(wbits=31)
    here, there = os.pipe()
    with open(here, "rb") as stream, open(there, "wb", buffering=0) as pipe:  # noqa: PTH123 — descriptors
        pipe.write(packer.compress(PLAIN[:82]) + packer.flush(zlib.Z_SYNC_FLUSH))
        text = ArrivingBytes(stream, "-").as_text()
        for number in range(3):
            assert next(text) == PLAIN[82 * number : 82 * number + 82]
            pipe.write(packer.compress(PLAIN[82 * number + 82 :][:82]) + packer.flush(zlib.Z_SYNC_FLUSH))


def trickling(path):
    return Source("-", stream=io.BufferedReader(Trickle(path.read_bytes(), 999)))


def in_a_fifo(path):
    """Each read takes what another program writes, once."""
    fifo = path.with_suffix(".fifo")
    os.mkfifo(fifo)
    threading.Thread(target=fifo.write_bytes, args=[path.read_bytes()], daemon=True).start()
    return Source("fifo", str(fifo))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
def test_what_comes_through_a_fifo_is_read_at_once(tmp_path):
    """Though the other program goes on for longer."""
    os.mkfifo(fifo := tmp_path / "fifo")
    is_read = threading.Event()

    def write_and_wait():
        with fifo.open("wb", buffering=0) as stream:
            stream.write(PLAIN[:164])
            is_read.wait(20)
        closed.append(1)

    closed: list[int] = []
    writer = threading.Thread(target=write_and_wait, daemon=True)
    writer.start()
    entries = read_entries(fifo)
    assert [next(entries).source for _ in range(2)] == [f"{fifo}:1", f"{fifo}:2"]
    assert not closed
    is_read.set()
    writer.join()
    assert not [*entries]


def of_file(path):
    return Source("t", str(path))


@pytest.mark.parametrize("bring", [trickling, of_file, in_a_fifo])
def test_any_source_can_be_looked_at_pushed_back_sought_and_read(bring, tmp_path):
    if bring is in_a_fifo and not hasattr(os, "mkfifo"):
        pytest.skip("no FIFOs")
    for at, packed in enumerate((PLAIN, gzip.compress(PLAIN))):
        path = tmp_path / f"{at}"
        path.write_bytes(packed)
        source = bring(path)
        assert source.kind is Kind.TEXT
        with source.arriving() as text:
            text.push_back(next(text))
        for _ in range(2):
            with source.seekable() as stream:
                assert stream.read() == PLAIN
                assert (stream.seek(80), stream.read(1)) == (80, b"0")
        assert b"".join(source.arriving()) == PLAIN


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("none.txt", "no such file"),
        (".", "is a directory"),
        ("a\0b", "null byte"),
    ],
)
def test_what_cannot_be_opened_is_said_with_its_reason(path, said):
    with pytest.raises(InputError, match=said):
        Source(path, path).arriving()


FILES = {
    "a/train.csv": b"puzzle\n..\n",
    "__MACOSX/a.csv": b"",
    "a/.hidden.csv": b"",
    "README.md": b"",
    "packed.csv.gz": gzip.compress(b"packed"),
    "flat.txt": PLAIN,
}


def zip_of(files, *, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def tar_of(files, mode="w"):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


@pytest.mark.parametrize("bring", [trickling, of_file])
@pytest.mark.parametrize("data", [zip_of(FILES), tar_of(FILES), tar_of(FILES, "w:gz"), tar_of(FILES, "w:xz")])
def test_the_data_files_of_an_archive_are_sources(data, bring, tmp_path):
    """Each can be sought, and is named `archive!member`; so one is given by its path, too."""
    path = tmp_path / "data"
    path.write_bytes(data)
    source = bring(path)
    assert source.kind is None
    found = members(source)
    expected = {"a/train.csv": FILES["a/train.csv"], "packed.csv.gz": b"packed", "flat.txt": PLAIN}
    assert [one.name for one in found] == [f"{source.name}!{name}" for name in expected]
    for one, inner in reversed([*zip(found, expected.values(), strict=True)]):
        assert b"".join(one.arriving()) == inner
        with one.seekable() as stream:
            assert stream.read() == inner
        if one.path is not None:
            assert b"".join(Source(one.path, one.path).arriving()) == inner


def encrypted(data):
    """A ZIP archive that says that its files are."""
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        begin = data.index(magic) + at
        data = data[:begin] + b"\x01" + data[begin + 1 :]
    return data


def test_a_member_that_is_damaged_or_encrypted_is_told_by_its_name_and_the_others_are_read(tmp_path):
    (path := tmp_path / "data.zip").write_bytes(
        zip_of({"a.txt": PLAIN, "b.txt": b"b"}, compression=0).replace(PLAIN[:82], PLAIN[82:164])
    )
    damaged, whole = members(Source("data.zip", str(path)))
    text = damaged.arriving()
    assert len(b"".join(text)) < len(PLAIN)
    assert str(text.failure).startswith('data.zip!a.txt: is damaged: "Bad CRC-32')
    assert b"".join(whole.arriving()) == b"b"
    path.write_bytes(encrypted(zip_of({"a.txt": PLAIN})))
    with pytest.raises(InputError, match=r"data.zip!a.txt: .*encrypted"):
        members(Source("data.zip", str(path)))[0].arriving()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            zip_of({"xl/a.xml": b"", "[Content_Types].xml": b"<x/>"}),
            "no data file in this archive; they end with .csv",
        ),
        (zip_of(FILES)[:-100], "the archive is damaged or cut off"),
        (tar_of(FILES)[:5000], "the archive is damaged or cut off: 'unexpected end of data'"),
        (tar_of(FILES)[:3684], "the archive is damaged or cut off: 'its end is missing'"),
        (tar_of(FILES, "w:gz")[:-100], "cut off"),
    ],
)
def test_an_archive_that_is_damaged_or_of_something_else_is_told(data, said):
    with pytest.raises(InputError) as raised:
        members(Source("t", stream=io.BytesIO(data)))
    assert said in str(raised.value)


def test_what_is_not_in_an_archive_is_told(tmp_path):
    (path := tmp_path / "data.zip").write_bytes(zip_of(FILES))
    with pytest.raises(InputError, match=r"data.zip: the archive holds no file 'b.csv'"):
        Source("b", f"{path}!b.csv").arriving()
    (tmp_path / "a!b.csv").write_bytes(b"no archive")
    assert b"".join(Source("t", str(tmp_path / "a!b.csv")).arriving()) == b"no archive"
    assert members(Source("t", stream=io.BytesIO(zip_of({"a.npy": b"\x93NUMPY"})))) == []
