"""Ctrl-C where it would do harm or get lost: held back, put off, or passed on once a search has stopped.

Only the main thread hears the signal; elsewhere, and where the system has no signal masks, nothing is done.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import weakref
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


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


RETRIED_AFTER = 0.001
"""Seconds until Ctrl-C is tried again that came at a moment at which it would not be heard."""

PUT_OFF_AT_MOST = 10.0
"""Seconds for which an import puts Ctrl-C off: a module of another package may hang."""


def is_importing(frame: FrameType | None) -> bool:
    """Whether the code of this frame is run by an import.

    An exception may get lost there, or change into another one: in a weak reference to a lock of importlib,
    in an `except` around an import that may fail, in a module of Python that a compiled module imports
    (ImportError), or in one that the compiler needs for characters that are written by name (SyntaxError).
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib."):
            return True
        frame = frame.f_back
    return False


class InterruptHandler:
    """The handler for Ctrl-C of the command line: its KeyboardInterrupt reaches the command for certain.

    While a module is imported it is put off, for PUT_OFF_AT_MOST seconds at most. Python swallows an
    exception that comes within `__del__` or a callback of a weak reference; then it is raised once more.
    """

    def __init__(self) -> None:
        self._first_at: float | None = None

    def install(self) -> None:
        """Handle Ctrl-C, and the exceptions that Python swallows, from now on."""
        signal.signal(signal.SIGINT, self)
        report = sys.unraisablehook

        def repeat(swallowed: UnraisableHookArgs) -> None:
            if issubclass(swallowed.exc_type, KeyboardInterrupt):
                start_new_thread(_send_again, ())
            else:
                report(swallowed)

        sys.unraisablehook = repeat

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, now or later."""
        now = monotonic()
        if is_importing(frame) and now - (self._first_at or now) < PUT_OFF_AT_MOST:
            self._first_at = self._first_at or now
            start_new_thread(_send_again, ())
            return
        self._first_at = None
        raise KeyboardInterrupt

    def catch_up(self) -> None:
        """Raise KeyboardInterrupt if it is put off: what was imported is there now."""
        if self._first_at is not None:
            raise KeyboardInterrupt


def _send_again() -> None:
    """In a thread: Ctrl-C for the main thread, also where that waits for input or other processes.

    This is no `threading.Timer`: the locks of one may be held by what the signal has interrupted.
    """
    sleep(RETRIED_AFTER)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


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
            if hasattr(os, "set_blocking"):  # on Windows since 3.12, and not needed there
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
