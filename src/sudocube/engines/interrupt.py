"""Ctrl-C and code that is not Python: held back for a moment, or passed on once a search has stopped.

Only the main thread hears the signal; elsewhere, and where the system has no signal masks, nothing is done.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from types import FrameType


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Ctrl-C waits until the block ends; processes that are started in it never hear of it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class InterruptWatch:
    """For as long as it is entered, Ctrl-C calls `stop` from a thread, and is passed on at the end.

    For searches in C++ that let other threads run. Python's own handler would be called only after the
    search, or, worse, raise its exception within a callback that C++ has called; so meanwhile the signal
    is only noted. Does nothing where the signal is not handled in Python.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._pipe: tuple[int, int] | None = None
        self._is_on = self._came = False

    def __enter__(self) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(handler):
            return
        if self._pipe is None:
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            threading.Thread(target=self._wait, args=(self._pipe[0],), daemon=True).start()
        self._handler = handler
        self._is_on, self._came = True, False
        self._wakeup = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._note)

    def __exit__(self, *_: object) -> None:
        if not self._is_on:
            return
        self._is_on = False
        signal.signal(signal.SIGINT, self._handler)
        signal.set_wakeup_fd(self._wakeup)
        if self._came:
            self._handler(signal.SIGINT, None)

    def __del__(self) -> None:
        if self._pipe is not None:
            os.close(self._pipe[1])  # ends the thread, which closes the other end

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = True

    def _wait(self, end: int) -> None:
        """In a thread: stop the search when the signal writes to the pipe."""
        while number := os.read(end, 1):
            while number[0] == signal.SIGINT and self._is_on:
                self._stop()  # again and again: the search may not have begun yet
                sleep(0.02)
        os.close(end)
