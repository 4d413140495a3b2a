"""Where bytes come from: files, standard input, members of archives; unpacked, and by content alone.

Text arrives a piece at a time and is never waited for longer than for the next piece. What has to be sought,
such as Parquet, is sought in the file itself, or in a temporary copy of what is packed or comes but once.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import os
import re
import select
import tarfile
import tempfile
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from sudocube.errors import InputError, message_of, reason_of
from sudocube.rows.columns import Kind

PIECE = 2 * 77 * 82 * 83
"""How many bytes one read asks for, about a million; it takes fewer where fewer are there, so that a pipe
streams. It is a multiple of 82 and of 83: where all lines are puzzles and end with LF (or all with CRLF), a
piece ends with a line, and no bytes have to be moved."""

ENDINGS = (
    *(".csv", ".tsv", ".txt", ".sdk", ".sdm", ".ss", ".jsonl", ".ndjson", ".json"),
    *(".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".npy", ".npz"),
)
"""How the names of data files end that are taken out of a folder or an archive, perhaps packed."""

_PIECE = 1 << 14
"""How many bytes are unpacked at a time: where data are damaged, as many may be lost."""
_BINARY = 4_096
"""A NUL among the first bytes, up to this number, shows that a file is binary."""

_LONGEST_MAGIC = 16
_KINDS = {
    b"PAR1": Kind.PARQUET,
    b"ARROW1": Kind.ARROW,
    b"\xff\xff\xff\xff": Kind.ARROW,  # the stream format; its older form without this mark is rare
    b"\x93NUMPY": Kind.ARRAY,
}
_ZIP, _TAR, _TAR_AT = (b"PK\x03\x04", b"PK\x05\x06"), b"ustar", 257


class ArrivingBytes(io.RawIOBase):
    """The bytes of an input as they arrive, unpacked if it is packed; up to `size` (0: PIECE) at once.

    Where they cannot be read on, iteration ends, so that what came before can be used, and `failure` is the
    InputError that says why: packed data that are damaged or end early, an error of the stream.
    `head` holds the first bytes, which show what the input is. `position` is how many bytes of the input were
    read, packed as they are. `resources` are closed at the end, or at that of a `with`.
    """

    def __init__(
        self, stream: BinaryIO, name: str, resources: ExitStack | None = None, size: int = 0
    ) -> None:
        self._resources, self.name, self.position = resources or ExitStack(), name, 0
        self.failure: InputError | None = None
        names = ("read1", "read" if isinstance(stream, io.RawIOBase) else "readline", "read")
        self._get = next(getattr(stream, name) for name in names if hasattr(stream, name))
        self._packed, self._untested = b"", 0
        self._pieces = iter(lambda: self.read(size or PIECE), b"")
        self.head = self._ahead = self._look()
        self.packing = packing_of(self.head)
        if self.packing is not None:
            self._packed = self.head
            self._pieces = self._unpacked(self.packing)
            self.head = self._ahead = self._look()
            if inner := packing_of(self.head):
                self.fail(f"is {inner} data packed with {self.packing}: unpack it first")

    def __next__(self) -> bytes:
        data, self._ahead = self._ahead or next(self._pieces, b""), b""
        if b"\0" in data[: self._untested]:
            self.fail("is not text: it holds NUL bytes; if it is UTF-16, save it as UTF-8")
            data = b""
        self._untested = max(0, self._untested - len(data))
        if not data:
            self.close()
            raise StopIteration
        return data

    def close(self) -> None:
        """Give up what it holds."""
        self._resources.close()

    def readable(self) -> bool:
        """As files of Python have it."""
        return True

    def read(self, size: int = PIECE) -> bytes:
        """The bytes as they are, packed or not; waits at most once. An error of the stream is a failure."""
        if not self._packed:
            try:
                self._packed = cast(bytes, self._get(size))
            except Exception as error:
                is_damage = not isinstance(error, OSError)
                self.fail(f"is damaged: {message_of(error)}" if is_damage else why(error))
            self.position += len(self._packed)
        data, self._packed = self._packed[:size], self._packed[size:]  # a stream may give more than is asked
        return data

    def push_back(self, data: bytes) -> None:
        """Make these bytes the next ones."""
        self._ahead = data + self._ahead

    def as_text(self) -> ArrivingBytes:
        """The same bytes without the byte-order mark; none, and a failure, where they are no text."""
        self._ahead = self._ahead.removeprefix(codecs.BOM_UTF8)
        self._untested = _BINARY
        return self

    def fail(self, what: str) -> None:
        """End here with a failure that says what is wrong, unless there is one already."""
        self.failure = self.failure or InputError(self.name, what)
        self._ahead, self._pieces = b"", iter(())

    def _look(self) -> bytes:
        """The first bytes: so many that they show whether they are packed, or no text."""
        data = b""
        while more := next(self._pieces, b""):
            data += more
            is_open = len(data) < _LONGEST_MAGIC and b"\n" not in data
            may_be_tar = b"\0" in data and len(data) < _TAR_AT + len(_TAR)
            if not is_open and (not may_be_tar or packing_of(data)):
                break
        return data

    def _unpacked(self, packing: str) -> Iterator[bytes]:
        """What is in packed data; their end or their damage becomes the failure."""
        try:
            _, unpack = _PACKINGS[packing]
            yield from unpack(self)
        except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
            is_cut = isinstance(error, EOFError) or "Truncated" in str(error)
            what = "end too early, as if cut off" if is_cut else "are damaged"
            self.fail(f"its {packing} data {what}; what comes before that was read")


def packing_of(head: bytes) -> str | None:
    """With what an input is packed that begins with these bytes: gzip, xz, bzip2, Zstandard, or None.

    >>> packing_of(b"53..7"), packing_of(b"BZh91AY&SY")
    (None, 'bzip2')
    """
    return next((packing for packing, (magic, _) in _PACKINGS.items() if re.match(magic, head)), None)


def _in_gzip(stream: ArrivingBytes) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=stream) as file:
        yield from iter(lambda: file.read1(_PIECE), b"")


def _in_zstandard(stream: ArrivingBytes) -> Iterator[bytes]:
    import pyarrow as pa

    file = pa.CompressedInputStream(pa.PythonFile(stream, "r"), "zstd")
    yield from iter(lambda: file.read(_PIECE), b"")


def _in_members(stream: ArrivingBytes, new: Callable[[], Any]) -> Iterator[bytes]:
    """What is in bzip2 or xz. The files of `bz2` and `lzma` would end in silence at a damaged member."""
    data = stream.read(PIECE)
    while data:
        member = new()
        while not member.eof:
            if member.needs_input and not data and not (data := stream.read(PIECE)):
                raise EOFError
            data, text = b"", member.decompress(data, _PIECE)
            if text:
                yield text
        data = member.unused_data.lstrip(b"\0") or stream.read(PIECE).lstrip(b"\0")  # padding


_PACKINGS: dict[str, tuple[bytes, Callable[[ArrivingBytes], Iterator[bytes]]]] = {
    "gzip": (rb"\x1f\x8b", _in_gzip),
    # The second form is that of lzma, which came before.
    "xz": (rb"\xfd7zXZ\x00|\]\x00\x00", lambda stream: _in_members(stream, lzma.LZMADecompressor)),
    # The second form is that of an empty text.
    "bzip2": (rb"BZh[1-9](1AY&SY|\x17rE8P\x90)", lambda stream: _in_members(stream, bz2.BZ2Decompressor)),
    # First, there may be a frame to be skipped.
    "Zstandard": (rb"[\x50-\x5f]\x2a\x4d\x18|\x28\xb5\x2f\xfd", _in_zstandard),
}
"""How what is packed begins, and what unpacks it."""


class Source:
    """An input: a file, a stream of bytes, or a member of an archive.

    `name` is what messages call it. `path` is its path; `data.zip!test.csv` is a member of an archive.
    Of what can be read only once, as standard input or a FIFO, there is one `arriving`, whose bytes are gone
    once they are taken. `fault` says why what is packed ends too early, once it was made `seekable`, and
    `cut_line` is the number of the last line of a text if it has no end, once it was read. Nothing is opened
    before it is read.
    """

    def __init__(self, name: str, path: str | None = None, stream: BinaryIO | None = None) -> None:
        self.name, self.path, self._stream = name, path, stream
        self.fault: str | None = None
        self.cut_line: int | None = None
        self._begun: ArrivingBytes | None = None
        self._copy: BinaryIO | None = None
        self._archive: tuple[Source, str] | None = None
        if path is not None and "!" in path and not os.path.lexists(path):
            archive, _, inner = path.partition("!")
            self._archive = Source(archive, archive), inner

    @property
    def is_file(self) -> bool:
        """Whether it is a file of this machine, which can be opened again and again."""
        return self.path is not None and self._archive is None and os.path.isfile(self.path)  # noqa: PTH113

    @property
    def kind(self) -> Kind | None:
        """PARQUET, ARROW or ARRAY by its first bytes, TEXT for everything else; None for an archive.

        An archive of arrays alone (`.npz`) is an ARRAY.

        Raises InputError where it cannot be opened.
        """
        with self._beginning() as arriving:
            head = arriving.head
        if head.startswith(_ZIP) or head.startswith(_TAR, _TAR_AT):
            names = names_in(self)
            return Kind.ARRAY if names and all(name.endswith(".npy") for name in names) else None
        return next((kind for magic, kind in _KINDS.items() if head.startswith(magic)), Kind.TEXT)

    def is_ready(self) -> bool:
        """Whether a read would return without waiting, as far as one can know."""
        if self.is_file or self._stream is None:
            return True
        try:
            return bool(select.select([self._stream.fileno()], [], [], 0)[0])
        except (OSError, ValueError, AttributeError):
            return True  # not a file of the operating system: all of it is available

    def arriving(self) -> ArrivingBytes:
        """The bytes of the text, from its beginning if it can be read again. Raises InputError."""
        return self._beginning().as_text()

    @contextmanager
    def seekable(self) -> Iterator[BinaryIO]:
        """A stream of what is in it in which one can seek, from its beginning. Raises InputError.

        What is packed, is in an archive, or can be read only once, is a temporary copy, which is made once.
        """
        if self._copy is None:
            with self._beginning() as arriving:
                if arriving.packing or arriving is self._begun or self._archive is not None:
                    self._copy = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 — closed with the source
                    weakref.finalize(self, self._copy.close)
                    self._copy.writelines(arriving)
                    self.fault = arriving.failure.reason if arriving.failure else None
        if self._copy is not None:
            self._copy.seek(0)
            yield self._copy
        else:
            with ExitStack() as resources:
                yield self._opened(resources)

    def _beginning(self) -> ArrivingBytes:
        """Its bytes from the beginning, or from where they stand if they can be read only once."""
        if self._copy is not None:
            self._copy.seek(0)
            return ArrivingBytes(self._copy, self.name)
        if self._begun is None:
            resources = ExitStack()
            stream = self._stream or self._opened(resources)
            if self._archive is not None or self.is_file:
                return ArrivingBytes(stream, self.name, resources)
            weakref.finalize(self, resources.close)
            self._stream, self._begun = stream, ArrivingBytes(stream, self.name)
        return self._begun

    def _opened(self, resources: ExitStack) -> BinaryIO:
        """A stream of its bytes as they are, which `resources` close. Raises InputError."""
        try:
            if self._archive is not None:
                archive, inner = self._archive
                names, opened = resources.enter_context(_opened_archive(archive))
                if inner not in names:
                    raise InputError(archive.name, f"the archive holds no file {inner!r}")
                return cast(BinaryIO, resources.enter_context(opened(inner)))
            return resources.enter_context(Path(self.path or "").open("rb"))
        except Exception as error:
            raise error if isinstance(error, InputError) else InputError(self.name, why(error)) from None


def members(source: Source) -> list[Source]:
    """The data files in an archive, in its order, by their ENDINGS; nothing if it is no archive.

    Raises InputError for an archive that is damaged or holds no data file.
    """
    if source.kind is not None:
        return []
    found = [member(source, name) for name in names_in(source) if is_data_name(name)]
    if not found:
        raise InputError(source.name, f"no data file in this archive; they end with {' '.join(ENDINGS)}")
    return found


def member(source: Source, name: str) -> Source:
    """One member of an archive, called `archive!name`."""
    found = Source(f"{source.name}!{name}", None if source.path is None else f"{source.path}!{name}")
    found._archive = source, name
    return found


def names_in(source: Source) -> list[str]:
    """The names of all files in an archive, in its order. Raises InputError where it is damaged."""
    with _opened_archive(source) as (names, _):
        return names


def is_data_name(inner: str) -> bool:
    """Whether the path of a file in a folder is that of a data file; what is hidden is none.

    >>> is_data_name("data/train.csv.gz"), is_data_name("README.md"), is_data_name(".cache/train.csv")
    (True, False, False)
    """
    is_hidden = any(part.startswith((".", "_")) for part in inner.split("/"))
    return not is_hidden and re.sub(r"\.(gz|xz|lzma|bz2|zst)$", "", inner.lower()).endswith(ENDINGS)


@contextmanager
def _opened_archive(source: Source) -> Iterator[tuple[list[str], Callable[[str], Any]]]:
    """The names of all files in an archive, and what opens one of them. Raises InputError."""
    try:
        with source.seekable() as stream, ExitStack() as resources:
            is_zip = stream.read(2) == b"PK"
            stream.seek(0)
            if is_zip:
                zipped = resources.enter_context(zipfile.ZipFile(stream))
                yield [one.filename for one in zipped.infolist() if not one.is_dir()], zipped.open
                return
            tar = resources.enter_context(tarfile.open(fileobj=stream))
            names = [one.name for one in tar if one.isfile()]
            stream.seek(-tarfile.BLOCKSIZE, os.SEEK_END)
            if source.fault or stream.read().strip(b"\0"):
                raise EOFError("its end is missing")
            yield names, tar.extractfile
    except Exception as error:
        what = source.fault or f"the archive is damaged or cut off: {message_of(error)}"
        raise error if isinstance(error, InputError) else InputError(source.name, what) from None


def why(error: Exception) -> str:
    """Why a file could not be read, after its name."""
    return error.reason if isinstance(error, InputError) else reason_of(error) or type(error).__name__
