"""The resident memory of a process with all below it, looked at from time to time. By psutil."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic, thread_time

import psutil

LOOKED_AT_EVERY = 0.1
"""Seconds between two looks at most often."""

LOOKS_AT_MOST = 50
"""Looks take one of so many seconds at most."""


class MemoryWatch:
    """Whether a process needs more than `limit` bytes together with all below it; None is for no limit.

    Without `is_counted`, only what is below it counts.
    """

    def __init__(self, process: int, limit: int | None = None, *, is_counted: bool = True) -> None:
        self.limit, self._process, self._is_counted = limit, process, is_counted
        self.next_look = monotonic() + LOOKED_AT_EVERY

    @property
    def in_words(self) -> str:
        """What is wrong where the limit is exceeded."""
        return f"it needed more than {self.limit:,} bytes of memory"

    def is_exceeded(self, now: float) -> bool:
        """Look, if it is time to look again; `now` is that of `monotonic`."""
        if self.limit is None or now < self.next_look:
            return False
        start = thread_time()  # what others do meanwhile must not put off the next look
        found = []
        with suppress(psutil.Error):
            process = psutil.Process(self._process)
            found = [*process.children(recursive=True), *[process] * self._is_counted]
        size = sum(_size(one, "rss") for one in found)
        if size > self.limit:  # what they share counts once, where the system tells
            size = sum(_size(one, "pss") for one in found)
        self.next_look = monotonic() + max(LOOKED_AT_EVERY, LOOKS_AT_MOST * (thread_time() - start))
        return size > self.limit


def _size(process: psutil.Process, kind: str) -> int:
    with suppress(psutil.Error):
        memory = process.memory_full_info() if kind == "pss" else process.memory_info()
        return int(getattr(memory, kind, memory.rss))
    return 0
