"""The time limit of a whole command, the reading of its inputs included."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sudocube.clock import Clock


class _Alarm(BaseException):
    """The time is up. No `except Exception`, and none for an error of the system, takes it for its own."""


@contextmanager
def time_limit(clock: Clock) -> Iterator[None]:
    """Within this context, TimeoutError is raised when the clock is over, even while a read waits for input.

    Only in the main thread, and where the system has an alarm clock; elsewhere nothing is done.
    """
    left = clock.seconds_left
    is_heard = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if left is None or not is_heard:
        yield
        return

    is_on = True

    def ring(*_: object) -> None:
        if is_on:
            raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6))
            yield
        finally:
            is_on = False
    except _Alarm:
        raise TimeoutError from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
