"""Lists that are longer than a request may be: they come in parts, and are kept for a while.

A list is kept in a file without a name, so that nothing is left of it, however the server ends. It is known
by an id that nobody can guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from secrets import token_urlsafe
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

LIST_AT_MOST = 256 * 1024 * 1024
"""Bytes of one list: a million puzzles with their solutions have 164,000,000."""

ALL_AT_MOST = 2 * LIST_AT_MOST
"""Bytes of all lists together, with those that jobs still read."""

LISTS_AT_MOST = 8
"""How many lists are kept; for another one, the one that was used longest ago is given up."""

MAKE_ROOM = "make room in the folder for temporary files, or set TMPDIR to another one"
"""What to do where the disk is full."""

KEPT_FOR = 3600.0
"""Seconds after which a list is given up that was not used."""


class UploadError(Exception):
    """A part of a list that is not taken; the message says why."""


@dataclass(slots=True, eq=False)
class _List:
    file: IO[bytes] = field(default_factory=TemporaryFile)
    size: int = 0
    used_at: float = 0.0
    readers: int = 0

    def close_unread(self) -> None:
        """Close the file, unless a job reads it."""
        if not self.readers:
            with suppress(OSError):  # the disk is full, and what could not be written is not needed any more
                self.file.close()


class UploadedLists:
    """The lists that were uploaded; `clock` tells the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lists: dict[str, _List] = {}
        self._given_up: set[_List] = set()  # and still read

    def begin(self) -> str:
        """A new, empty list; its id. Lists that are too old, or too many, are given up."""
        now = self._clock()
        for name in [name for name, one in self._lists.items() if now - one.used_at > KEPT_FOR]:
            self._give_up(name)
        while len(self._lists) >= LISTS_AT_MOST:
            self._give_up(min(self._lists, key=lambda name: self._lists[name].used_at))
        name = token_urlsafe(16)
        self._lists[name] = _List(used_at=now)
        return name

    def add(self, name: str, part: bytes) -> int:
        """Add a part to a list; how many bytes it has now.

        Raises UploadError for a list that is not kept, where it becomes too long, and where jobs read so many
        others that there is no room; OSError where the disk is full. After any of these it is not kept.
        """
        one = self._known(name)
        if one.size + len(part) > LIST_AT_MOST:
            self._give_up(name)
            raise UploadError(f"the list has more than {LIST_AT_MOST:,} bytes; the command line takes any")
        while sum(kept.size for kept in (*self._lists.values(), *self._given_up)) + len(part) > ALL_AT_MOST:
            unread = [other for other in self._lists if other != name and not self._lists[other].readers]
            if not unread:
                self._give_up(name)
                raise UploadError(
                    f"other lists are being read, and all have {ALL_AT_MOST:,} bytes at the most:"
                    " wait for their tables, or close their tabs, and open the file again"
                )
            self._give_up(min(unread, key=lambda other: self._lists[other].used_at))
        try:
            one.file.seek(one.size)
            one.file.write(part)
            one.file.flush()
        except OSError:
            self._give_up(name)
            raise
        one.size += len(part)
        return one.size

    @contextmanager
    def reading(self, name: str) -> Iterator[tuple[IO[bytes], int]]:
        """The file of a list, and how many bytes it has; it stays open until the end of the block.

        Raises UploadError for a list that is not kept.
        """
        one = self._known(name)
        one.readers += 1
        try:
            yield one.file, one.size
        finally:
            one.readers -= 1
            if self._lists.get(name) is not one:
                one.close_unread()
                if not one.readers:
                    self._given_up.discard(one)

    def close(self) -> None:
        """Give up all lists."""
        for name in list(self._lists):
            self._give_up(name)

    def _known(self, name: str) -> _List:
        if name not in self._lists:
            raise UploadError("this list is not kept any more: open the file again")
        one = self._lists[name]
        one.used_at = self._clock()
        return one

    def _give_up(self, name: str) -> None:
        one = self._lists.pop(name)
        one.close_unread()
        if one.readers:
            self._given_up.add(one)
