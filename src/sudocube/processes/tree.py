"""The processes below one: what they need, and their end. By psutil."""

from __future__ import annotations

from contextlib import suppress

import psutil


def below(process: int) -> list[psutil.Process]:
    """The processes that a process has started, and those that they have; none where it is gone."""
    with suppress(psutil.Error):
        return psutil.Process(process).children(recursive=True)
    return []


def resident_memory(process: int, at_least: int = 0, *, with_itself: bool = True) -> int:
    """The resident bytes of a process and all below it.

    What they share counts once, where the sum is above `at_least` without that, and the system tells.
    """
    found = below(process)
    if with_itself:
        with suppress(psutil.Error):
            found.append(psutil.Process(process))
    size = sum(_size(one) for one in found)
    return size if size <= at_least else sum(_size(one, "pss") for one in found)


def _size(process: psutil.Process, kind: str = "rss") -> int:
    with suppress(psutil.Error):
        if kind == "pss":
            memory = process.memory_full_info()
            return int(getattr(memory, "pss", memory.rss))
        return int(process.memory_info().rss)
    return 0


def kill_tree(process: int) -> None:
    """Kill a process with all below it."""
    found = below(process)
    with suppress(psutil.Error):
        found.insert(0, psutil.Process(process))
    for one in found:
        with suppress(psutil.Error):
            one.kill()
