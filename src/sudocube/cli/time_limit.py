"""The time limit of a whole command, the reading of its inputs included."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from sudocube.clock import Clock
from sudocube.interrupt import is_importing

T = TypeVar("T")

RUNG_EVERY = 0.05
"""Seconds until the alarm comes again: Python swallows an exception that comes within `__del__`."""


class _Alarm(BaseException):
    """The time is up. No `except Exception`, and none for an error of the system, takes it for its own."""


def within_limit(clock: Clock, work: Callable[[], T]) -> T:
    """What `work` returns. Raises TimeoutError when the clock is over, even while a read waits for input.

    Only in the main thread, and where the system has an alarm clock; elsewhere the work takes its time.
    """
    left = clock.seconds_left
    is_heard = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if left is None or not is_heard:
        return work()
    is_at_work = False

    def begin() -> T:
        return work()

    def ring(number: int, frame: FrameType | None) -> None:
        # Only from within `begin`, so that the exception always meets the handler below.
        is_outside = frame is None or frame.f_code is within_limit.__code__
        if is_at_work and not is_outside and not is_importing(frame):
            raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        is_at_work = True
        signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), RUNG_EVERY)
        return begin()
    except _Alarm:
        raise TimeoutError from None
    finally:
        is_at_work = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
