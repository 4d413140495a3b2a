"""How the work on a text grows with its length: no test depends on how fast the machine is."""

import gc
from collections.abc import Callable
from time import process_time

MEASURABLE = 0.02
"""Seconds of work that can be compared."""

GENEROUS = 12.0
"""Four times the text is four times the work if that is linear, and sixteen times if it is quadratic."""


def growth(work: Callable[[int], object], first: int = 500) -> float:
    """How many times as much work four times the size is; the size is made large enough.

    The least of up to six measurements: other programs can only make one of them larger by chance, and
    work that is quadratic is so in each of them.
    """
    size = first
    while (one := _seconds(work, size)) < MEASURABLE:
        size *= 2
    found = _seconds(work, 4 * size) / one
    for _ in range(5):
        if found < GENEROUS:
            break
        found = min(found, _seconds(work, 4 * size) / _seconds(work, size))
    return found


def _seconds(work: Callable[[int], object], size: int) -> float:
    """The processor time of the best of three runs; of one, where that is already long."""
    times: list[float] = []
    gc.disable()
    try:
        while len(times) < 3 and sum(times) < 50 * MEASURABLE:
            start = process_time()
            work(size)
            times.append(process_time() - start)
    finally:
        gc.enable()
    return min(times)
