"""Ctrl-C and code that is not Python: held back for a moment, or passed on once a search has stopped.

Only the main thread hears the signal; elsewhere, and where the system has no signal masks, nothing is done.
"""

from __future__ import annotations

import os
import signal
import threading
import weakref
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from time import sleep
from types import FrameType


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Ctrl-C waits until the block ends; processes that are started in it never receive it.

    New processes inherit that the signal is blocked. That is not enough here: the system may deliver it to
    another thread, and Python would then raise its exception in the main thread. So the handler is replaced,
    too, by one that only notes the signal.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    came = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True

    signal.signal(signal.SIGINT, note)
    has_masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if has_masks else set()
    try:
        yield
    finally:
        if has_masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(signal.SIGINT, None)


RETRIED_AFTER = 0.01
"""Seconds until Ctrl-C is tried again that came during an import."""


def interrupt_after_import(number: int, frame: FrameType | None) -> None:
    """A handler for Ctrl-C: raises KeyboardInterrupt, but not while a compiled module is imported.

    Such a module imports others, in Python, and where one of these is interrupted, it raises ImportError in
    place of KeyboardInterrupt: the command would seem to have failed, or an engine to be broken.
    """
    at = frame
    while at is not None:
        if isinstance(at.f_locals.get("self"), ExtensionFileLoader):
            again = threading.Timer(RETRIED_AFTER, interrupt_main)
            again.daemon = True
            again.start()
            return
        at = at.f_back
    raise KeyboardInterrupt


class InterruptWatch:
    """Inside this context, Ctrl-C calls `stop` in a thread; at the end it is raised as usual.

    For searches in C++ that let other threads run. Python's own handler would be called only after the
    search, or, worse, raise its exception within a callback that C++ has called; so meanwhile the signal
    is only noted. Does nothing where the signal is not handled in Python.

    The thread itself never hears the signal: some solvers set a handler that must run in the thread which
    searches, and where that one holds the signal back, the system gives it to any other.
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
            self._closing = weakref.finalize(self, os.close, self._pipe[1])
            with interrupt_held_back():  # and so it is in the new thread, for good
                threading.Thread(target=_wait, args=(self._pipe, weakref.ref(self)), daemon=True).start()
        self._handler, self._came = handler, False
        signal.signal(signal.SIGINT, self._note)
        self._wakeup = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
        self._is_on = True
        if self._came:  # before the pipe was there to tell of it
            os.write(self._pipe[1], bytes([signal.SIGINT]))

    def __exit__(self, *_: object) -> None:
        if not self._is_on:
            return
        self._is_on = False
        signal.set_wakeup_fd(self._wakeup)
        signal.signal(signal.SIGINT, self._handler)
        if self._came:
            self._closing()  # ends the thread: what it has still to read must not stop the next search
            self._pipe = None
            self._handler(signal.SIGINT, None)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = True

    def _stops(self, pipe: tuple[int, int]) -> bool:
        """Stop the search that this pipe was made for, where it is still on."""
        if not self._is_on or self._pipe is not pipe:
            return False
        self._stop()
        return True


def _wait(pipe: tuple[int, int], watch: weakref.ref[InterruptWatch]) -> None:
    """In a thread: stop the search when the signal writes to the pipe; end when that is closed.

    It holds only a weak reference, so the watch and its search can be freed.
    """
    while number := os.read(pipe[0], 1):
        # Again and again: the search may not have begun yet.
        while number[0] == signal.SIGINT and (alive := watch()) is not None and alive._stops(pipe):
            del alive
            sleep(0.02)
        alive = None
    os.close(pipe[0])
