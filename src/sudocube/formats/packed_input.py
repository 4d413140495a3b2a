"""Packed inputs: what gzip, xz, bzip2 and Zstandard have packed is read as the text that is in it.

What an input is shows in its first bytes, whatever its name. It is unpacked as it arrives, never more than is
asked for, so that memory stays flat however much comes out. An input may consist of several packed texts,
one after the other. Other kinds of files (`file_kinds`) are not unpacked but named.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import Any, Protocol

from sudocube.errors import InputError, UnavailableError

MOST_MEMORY = 1 << 28
"""How many bytes xz may use for what it looks back on: 256 MB. Its strongest usual setting takes 65 MB."""

INSTALL_ZSTANDARD = 'pip install "sudocube[data]"'

_INPUT_SIZE = 1 << 16
"""How many packed bytes are handed over at a time."""

_OUTPUT_SIZE = 1 << 16
"""How many bytes of text are asked for at a time: where data are damaged, as many may be lost."""

_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ\x00": "xz",
    b"]\x00\x00": "xz",  # as written by lzma, which came before
    **{b"BZh%d1AY&SY" % level: "bzip2" for level in range(1, 10)},
    **{b"BZh%d\x17rE8P\x90" % level: "bzip2" for level in range(1, 10)},  # of an empty text
    b"\x28\xb5\x2f\xfd": "Zstandard",
    **{b"%c\x2a\x4d\x18" % first: "Zstandard" for first in range(0x50, 0x60)},  # a frame to be skipped
}
_LONGEST_MAGIC = max(map(len, _MAGIC))

Get = Callable[[int], bytes]
"""Gives up to so many bytes, as they arrive; none at the end."""


class Decompressor(Protocol):
    """One packed text while it is unpacked, as `bz2`, `lzma` and `compression.zstd` have it."""

    @property
    def eof(self) -> bool:
        """Whether the packed text has ended."""

    @property
    def needs_input(self) -> bool:
        """Whether there is no text to give without more packed bytes."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the packed text."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """The text of these packed bytes and those before, up to so many bytes of it."""


class _Gunzip:
    """The same for gzip."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def packing_of(head: bytes) -> str | None:
    """With what a text is packed that begins with these bytes: gzip, xz, bzip2, Zstandard, or None.

    >>> packing_of(b"53..7"), packing_of(b"BZh91AY&SY")
    (None, 'bzip2')
    """
    return next((packing for magic, packing in _MAGIC.items() if head.startswith(magic)), None)


def may_become_packed(head: bytes) -> bool:
    """Whether these bytes are too few to tell how a text is packed."""
    is_short = len(head) < _LONGEST_MAGIC
    return is_short and any(magic.startswith(head) and magic != head for magic in _MAGIC)


class Unpacked:
    """The text of a packed input that begins with `head` and goes on with what `get` gives.

    Raises UnavailableError where the reader of Zstandard is not installed.
    """

    def __init__(self, packing: str, head: bytes, get: Get, name: str) -> None:
        self._packing, self._name = packing, name
        self._waiting, self._get = head, get
        self._decompressor: Decompressor | None = self._new()

    def get(self, size: int) -> bytes:
        """Up to so many bytes of the text; none at the end.

        Raises InputError where the packed data are damaged or incomplete, after all that comes before.
        """
        while self._decompressor is not None:
            decompressor = self._decompressor
            if decompressor.eof:
                self._decompressor = self._next(decompressor.unused_data)
                continue
            is_end = False
            if decompressor.needs_input and not self._waiting:
                self._waiting = self._get(_INPUT_SIZE)
                is_end = not self._waiting
            data, self._waiting = (self._waiting, b"") if decompressor.needs_input else (b"", self._waiting)
            if text := self._decompressed(decompressor, data, min(size, _OUTPUT_SIZE)):
                return text
            if is_end and not decompressor.eof:
                raise self._failure("end too early, as if cut off")
        return b""

    def _decompressed(self, decompressor: Decompressor, data: bytes, size: int) -> bytes:
        """What the decompressor makes of these bytes. Raises InputError where they are damaged."""
        try:
            return decompressor.decompress(data, size)
        except lzma.LZMAError as error:
            is_memory = "emory" in str(error)
            more = f"need more than {MOST_MEMORY >> 20} MB of memory" if is_memory else "are damaged"
            raise self._failure(more) from None
        except Exception as error:
            if not isinstance(error, OSError | zlib.error) and type(error).__name__ != "ZstdError":
                raise
            raise self._failure("are damaged") from None

    def _next(self, rest: bytes) -> Decompressor | None:
        """What unpacks the text after one that has ended; None at the end, padding with NUL left out."""
        waiting = (rest + self._waiting).lstrip(b"\0")
        while (not waiting or may_become_packed(waiting)) and (more := self._get(_INPUT_SIZE)):
            waiting = (waiting + more).lstrip(b"\0")
        self._waiting = waiting
        if not waiting:
            return None
        if packing_of(waiting) != self._packing:
            raise self._failure("are followed by something else")
        return self._new()

    def _new(self) -> Decompressor:
        match self._packing:
            case "gzip":
                return _Gunzip()
            case "xz":
                return lzma.LZMADecompressor(memlimit=MOST_MEMORY)
            case "bzip2":
                return bz2.BZ2Decompressor()
        found: Decompressor = zstandard(self._name).ZstdDecompressor()
        return found

    def _failure(self, what: str) -> InputError:
        """The error for packed data, what of them could be read being there already."""
        self._decompressor = None
        return InputError(self._name, f"its {self._packing} data {what}; what comes before that was read")


def zstandard(name: str) -> Any:  # noqa: ANN401 — one of two modules
    """The module of Python 3.14 or of the package `backports.zstd`, for a file of that name.

    Raises UnavailableError where neither is there.
    """
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        try:
            from backports import zstd  # type: ignore[import-not-found,unused-ignore]
        except ImportError:
            what = f"{name} is packed with Zstandard, whose reader"
            raise UnavailableError(what, INSTALL_ZSTANDARD) from None
    return zstd
