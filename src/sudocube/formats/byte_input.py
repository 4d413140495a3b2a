"""The bytes of an input as they arrive: unpacked if it is packed, and refused if it is no text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

from sudocube.errors import InputError
from sudocube.formats.file_kinds import TAR_HEAD, is_like_utf16, kind_of_file
from sudocube.formats.packed_input import Unpacked, may_become_packed, packing_of

T = TypeVar("T")

READ_SIZE = 65_536
"""How many bytes one read asks for. It takes fewer where fewer are available, so that a pipe streams."""

HEAD_SIZE = 4_096
"""A NUL among the first bytes, up to this number, shows that a file is binary."""

LONGEST_UNTESTED = 1 << 20
"""How much may come out of packed data before it is tested whether it is right: up to 900 kB with bzip2."""

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MARKS = (UTF8_MARK, *UTF16_MARKS)


class ArrivingBytes:
    """The bytes of a text as they arrive, up to `size` in one read, without the byte-order mark.

    Where they cannot be read on, iteration ends, so that what came before can be used, and `failure` is the
    InputError that says why: for UTF-16 and other files that are no text, where one of the first HEAD_SIZE
    bytes is NUL, and for packed data that are damaged. Raises UnavailableError where the reader of
    Zstandard is not installed, and OSError where the stream does.
    """

    def __init__(self, stream: BinaryIO, name: str, size: int = READ_SIZE) -> None:
        self.failure: InputError | None = None
        self._ahead = b""
        self._bytes = read_bytes(stream, name, size)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self._ahead:
            data, self._ahead = self._ahead, b""
            return data
        try:
            return next(self._bytes)
        except InputError as error:
            self.failure = error
            raise StopIteration from None

    def push_back(self, data: bytes) -> None:
        """Make these bytes the next ones."""
        self._ahead = data + self._ahead

    def and_failure(self, items: Iterable[T]) -> Iterator[T]:
        """What was made of the bytes; after it, the failure is raised, if there is one."""
        yield from items
        if self.failure is not None:
            raise self.failure


def read_bytes(stream: BinaryIO, name: str, size: int = READ_SIZE) -> Iterator[bytes]:
    """The same as an iterator that raises the InputError where it occurs."""
    get = _reading(stream)
    head = _head(get, size)
    if packing := packing_of(head):
        get = Unpacked(packing, head, get, name).get
        head = _head(get, size)
        if inner := packing_of(head):
            raise InputError(name, f"is {inner} data packed with {packing}: unpack it first")
    if packing and (kind_of_file(head) or head.startswith(UTF16_MARKS) or b"\0" in head[:HEAD_SIZE]):
        _read_on(get)
    if kind := kind_of_file(head):
        raise InputError(name, f"is {kind}")
    if head.startswith(UTF16_MARKS):
        raise InputError(name, "is UTF-16 text: save it as UTF-8")
    seen = 0
    data = head
    while data:
        if seen < HEAD_SIZE and b"\0" in data[: HEAD_SIZE - seen]:
            is_utf16 = is_like_utf16(head)
            what = (
                "looks like UTF-16 text: save it as UTF-8" if is_utf16 else "is not text: it holds NUL bytes"
            )
            raise InputError(name, what)
        yield data.removeprefix(UTF8_MARK) if seen == 0 else data
        seen += len(data)
        data = get(size)


def _read_on(get: Callable[[int], bytes]) -> None:
    """Read on in what was packed, as it is no text: perhaps because the packed data are damaged.

    Raises InputError where that shows.
    """
    seen = 0
    while seen < LONGEST_UNTESTED and (data := get(READ_SIZE)):
        seen += len(data)


def _reading(stream: BinaryIO) -> Callable[[int], bytes]:
    """What reads up to so many bytes of a stream, waiting at most once."""
    if hasattr(stream, "read1"):
        found: Callable[[int], bytes] = stream.read1
        return found
    return stream.read if isinstance(stream, io.RawIOBase) else stream.readline


def _head(get: Callable[[int], bytes], size: int) -> bytes:
    """The first bytes of a text: so many that they show whether it is packed, or another kind of file."""
    data = get(size)

    def is_open() -> bool:
        is_mark = any(mark != data and mark.startswith(data) for mark in _MARKS)
        is_binary = b"\0" in data and packing_of(data) is None
        return is_mark or may_become_packed(data) or (is_binary and len(data) < TAR_HEAD)

    while data and is_open() and (more := get(size)):
        data += more
    return data
