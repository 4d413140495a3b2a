"""Lists that are longer than a request may be otherwise; the last ones are kept, to be asked for again.

A list is kept in a file without a name, so that nothing is left of it, however the server ends. It is known
by an id that nobody can guess.
"""

from __future__ import annotations

from secrets import token_urlsafe
from typing import IO

from sudocube.serving.requests import RefusedRequestError

LIST_AT_MOST = 256 * 1024 * 1024
"""Bytes of one list: a million puzzles with their solutions have 164,000,000."""

ALL_AT_MOST = 2 * LIST_AT_MOST
"""Bytes of all lists together."""

LISTS_AT_MOST = 8
"""How many lists are kept."""


class UploadedLists:
    """The lists that were uploaded, the one first that was used longest ago."""

    def __init__(self) -> None:
        self._lists: dict[str, tuple[IO[bytes], int]] = {}

    def keep(self, file: IO[bytes], size: int) -> str:
        """Keep a list of so many bytes; its id. Others are given up where there is no room for it."""
        while len(self._lists) >= LISTS_AT_MOST or (
            self._lists and sum(other for _, other in self._lists.values()) + size > ALL_AT_MOST
        ):
            self._lists.pop(next(iter(self._lists)))[0].close()
        name = token_urlsafe(16)
        self._lists[name] = file, size
        return name

    def content(self, name: str) -> bytes:
        """All of a list. Raises RefusedRequestError for a list that is not kept."""
        if name not in self._lists:
            raise RefusedRequestError("this list is not kept any more: open the file again")
        file, _ = self._lists[name] = self._lists.pop(name)
        file.seek(0)
        return file.read()

    def close(self) -> None:
        """Give up all lists."""
        for file, _ in self._lists.values():
            file.close()
        self._lists.clear()
