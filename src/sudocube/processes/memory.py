"""The resident memory of a process with all below it, looked at from time to time. By psutil."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import monotonic, thread_time

import psutil

LOOKED_AT_EVERY = 0.1
"""Seconds between two looks at most often."""

LOOKS_AT_MOST = 50
"""Looks take one of so many seconds at most."""


class MemoryWatch:
    """Whether a process needs more than `limit` bytes together with all below it; None is for no limit.

    `next_look` is when to look again, by `monotonic`.
    """

    def __init__(self, process: int, limit: int | None) -> None:
        self._process, self._limit, self.is_exceeded = process, limit or 0, False
        self.next_look = monotonic() + LOOKED_AT_EVERY if limit else inf

    @property
    def in_words(self) -> str:
        """What is wrong where the limit is exceeded."""
        return f"stopped: it needed more than {self._limit:,} bytes of memory"

    def look(self) -> bool:
        """Look, and set when to look again; whether it needs too much now."""
        start = thread_time()  # what others do meanwhile must not put off the next look
        found = []
        with suppress(psutil.Error):
            process = psutil.Process(self._process)
            found = [process, *process.children(recursive=True)]
        self.is_exceeded = all(  # what they share counts once, where the system tells
            sum(_size(one, kind) for one in found) > self._limit for kind in ("rss", "pss")
        )
        rest = max(LOOKED_AT_EVERY, LOOKS_AT_MOST * (thread_time() - start))
        self.next_look = inf if self.is_exceeded else monotonic() + rest
        return self.is_exceeded


def _size(process: psutil.Process, kind: str) -> int:
    with suppress(psutil.Error):
        memory = process.memory_full_info() if kind == "pss" else process.memory_info()
        return int(getattr(memory, kind, memory.rss))
    return 0
