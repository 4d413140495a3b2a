"""Streams that give a text in parts, or one that is never held as a whole."""

import io
from collections.abc import Iterable
from typing import Any


class Parts:
    """A stream that gives one part of a text in each read, however many bytes are asked for."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)

    def read1(self, _size: int) -> bytes:
        return next(self._parts, b"")


class Trickle(io.RawIOBase):
    """A raw stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        self.data, self.step = data, step

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece, self.data = self.data[: self.step], self.data[self.step :]
        buffer[: len(piece)] = piece
        return len(piece)


class OnlyReadline:
    """A stream without `read1`."""

    def __init__(self, data: bytes) -> None:
        self.inner = io.BytesIO(data)

    def readline(self, limit: int = -1) -> bytes:
        return self.inner.readline(limit)


class Synthesised(io.RawIOBase):
    """A stream with a head and then the same record many times; it counts the bytes read."""

    def __init__(self, head: bytes, record: bytes, times: int) -> None:
        self.rest, self.record, self.times, self.consumed = head, record, times, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while len(self.rest) < len(buffer) and self.times:
            count = min(self.times, 1 + len(buffer) // len(self.record))
            self.rest += self.record * count
            self.times -= count
        piece, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(piece)] = piece
        self.consumed += len(piece)
        return len(piece)
