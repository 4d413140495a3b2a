"""Lists that are longer than a request may be: they come in parts, and are kept for a while.

A list is kept in a file without a name, so that nothing is left of it, however the server ends. It is known
by an id that nobody can guess.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_urlsafe
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

LIST_AT_MOST = 256 * 1024 * 1024
"""Bytes of one list: a million puzzles with their solutions have 164,000,000."""

ALL_AT_MOST = 2 * LIST_AT_MOST
"""Bytes of all lists together."""

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


class UploadedLists:
    """The lists that were uploaded; `clock` tells the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lists: dict[str, _List] = {}

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

        Others are given up where there is no room. Raises UploadError for a list that is not kept, and where
        it becomes too long; OSError where the disk is full. After any of these it is not kept.
        """
        one = self.known(name)
        if one.size + len(part) > LIST_AT_MOST:
            self._give_up(name)
            raise UploadError(f"the list has more than {LIST_AT_MOST:,} bytes; the command line takes any")
        while sum(kept.size for kept in self._lists.values()) + len(part) > ALL_AT_MOST:
            others = [other for other in self._lists if other != name]
            self._give_up(min(others, key=lambda other: self._lists[other].used_at))
        try:
            one.file.seek(one.size)
            one.file.write(part)
            one.file.flush()
        except OSError:
            self._give_up(name)
            raise
        one.size += len(part)
        return one.size

    def content(self, name: str) -> bytes:
        """All of a list. Raises UploadError for a list that is not kept."""
        file = self.known(name).file
        file.seek(0)
        return file.read()

    def close(self) -> None:
        """Give up all lists."""
        for name in list(self._lists):
            self._give_up(name)

    def known(self, name: str) -> _List:
        """A list, which is used now. Raises UploadError for one that is not kept."""
        if name not in self._lists:
            raise UploadError("this list is not kept any more: open the file again")
        one = self._lists[name]
        one.used_at = self._clock()
        return one

    def _give_up(self, name: str) -> None:
        with suppress(OSError):  # the disk is full, and what could not be written is not needed any more
            self._lists.pop(name).file.close()
