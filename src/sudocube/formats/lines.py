"""Bytes to numbered lines, as they come: nothing is held but the line in hand and what was read ahead.

A line ends with LF, CR or CRLF. Lines are counted from 1, all of them; comment lines (`#`) are counted and
left out, blank ones are kept, because they part blocks. A line of more than LONGEST characters comes as
None, and its characters are dropped while they are read.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from sudocube.errors import InputError

LONGEST = 65_536
"""How many characters a line may have."""

CHUNK = 65_536
"""How many bytes are asked for at once; less is taken where less is there, so that a pipe streams."""

HEAD = 4_096
"""A NUL among so many first bytes tells a binary file."""

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MARKS = (UTF8_MARK, *UTF16_MARKS)
_CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of a UTF-8 character after its first

Line = tuple[int, bytes | None]
"""The number of a line and its text without the line's end; None for one that is too long."""


class Lines:
    r"""The lines of a stream, once each; what was read ahead can be pushed back.

    >>> lines = Lines(io.BytesIO(b"1.\r\n# said by the way\r\r.2"), "example")
    >>> list(lines)
    [(1, b'1.'), (3, b''), (4, b'.2')]
    """

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._rest = split(chunks(stream, name))
        self._ahead: deque[Line] = deque()

    @classmethod
    def of(cls, lines: Iterator[Line]) -> Lines:
        """Lines that were numbered already."""
        made = cls.__new__(cls)
        made._rest, made._ahead = lines, deque()
        return made

    def __iter__(self) -> Iterator[Line]:
        """The lines from here on. Raises InputError for what is no text, as `chunks` says."""
        while True:
            while self._ahead:
                yield self._ahead.popleft()
            for line in self._rest:
                yield line
                if self._ahead:
                    break
            else:
                return

    def push_back(self, lines: Iterable[Line]) -> None:
        """Let these lines be the next ones, in this order."""
        self._ahead.extendleft(reversed(list(lines)))


def is_blank(text: bytes | None) -> bool:
    """Whether a line holds nothing but white space."""
    return text is not None and not text.strip()


def is_comment(text: bytes) -> bool:
    """Whether a line holds nothing but a comment."""
    return text.lstrip().startswith(b"#")


def chunks(stream: BinaryIO, name: str, size: int = CHUNK) -> Iterator[bytes]:
    """The bytes of a text as they come, up to `size` at once, without the byte-order mark.

    Raises InputError for UTF-16 and where one of the first HEAD bytes is NUL.
    """
    if hasattr(stream, "read1"):
        get = stream.read1  # what is there, and no more than one wait for it
    else:
        get = stream.read if isinstance(stream, io.RawIOBase) else stream.readline
    seen = 0
    while chunk := get(size):
        if seen == 0:
            while any(mark != chunk and mark.startswith(chunk) for mark in _MARKS) and (more := get(size)):
                chunk += more
            if chunk.startswith(UTF16_MARKS):
                raise InputError(name, "is UTF-16 text: save it as UTF-8")
        if seen < HEAD and b"\0" in chunk[: HEAD - seen]:
            raise InputError(name, "is not text: it holds NUL bytes (UTF-16 text: save it as UTF-8)")
        yield chunk.removeprefix(UTF8_MARK) if seen == 0 else chunk
        seen += len(chunk)


def split(pieces: Iterable[bytes]) -> Iterator[Line]:
    """The numbered lines of a text that comes in pieces, without comment lines."""
    number = 0
    tail = b""
    in_long = after_cr = False
    for piece in pieces:
        chunk = piece.removeprefix(b"\n") if after_cr else piece  # the second half of a CRLF
        after_cr = chunk.endswith(b"\r")
        if not chunk:
            continue
        whole = (tail + chunk).splitlines()  # of bytes: at LF, CR and CRLF only
        tail = b"" if chunk[-1:] in b"\r\n" else whole.pop()
        for text in whole:
            if in_long:  # the end of a long line, which was reported already
                in_long = False
                continue
            number += 1
            if not is_comment(text):
                yield number, None if is_long(text) else text
        if in_long:
            tail = b""
        elif is_long(tail):
            number += 1
            tail = b""
            in_long = True
            yield number, None
    if tail and not is_comment(tail):
        yield number + 1, tail


def is_long(text: bytes) -> bool:
    """Whether a line has more than LONGEST characters; what is no UTF-8 counts four bytes as one at most."""
    if len(text) <= LONGEST:
        return False
    return len(text) > 4 * LONGEST or len(text.translate(None, _CONTINUATION)) > LONGEST
