"""Ctrl-C where it would do harm or get lost: held back, put off, or passed on once a search has stopped.

A request to end (SIGTERM) and a terminal that is closed (SIGHUP) mean the same. Only the main thread hears
signals; elsewhere, and where the system has no signal masks, nothing is done.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import weakref
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command."""


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Ctrl-C waits until the block ends; processes that are started in it never receive it.

    New processes inherit that the signal is blocked. That is not enough here: the system may deliver it to
    another thread, and Python would then raise its exception in the main thread. So the handlers are
    replaced, too, by one that only notes the signal.
    """
    with _noted_only() as came:
        if came is None or not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _noted_only() -> Iterator[list[int] | None]:
    """Within this context, signals that end a command are only noted; then the first one is handled.

    None where nothing is changed: in another thread than the main one, and where none has a handler.
    """
    handlers = {number: signal.getsignal(number) for number in ENDING}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    if threading.current_thread() is not threading.main_thread() or not handlers:
        yield None
        return
    came: list[int] = []
    for number in handlers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield came
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if came:
            handlers[came[0]](came[0], None)  # type: ignore[misc, operator]


def ignore_interrupts() -> None:
    """Hear no such signal any more: once is enough, and what follows is quick."""
    for number in ENDING:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_IGN)


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
    """The handler of the command line: its KeyboardInterrupt reaches the command for certain.

    While a module is imported it is put off, for PUT_OFF_AT_MOST seconds at most. Python swallows an
    exception that comes within `__del__` or a callback of a weak reference; then it is raised once more.
    """

    number: int = signal.SIGINT
    """The signal that came last."""

    def __init__(self) -> None:
        self._first_at: float | None = None

    def install(self) -> None:
        """Handle the signals that end a command, and the exceptions that Python swallows, from now on.

        A signal that is ignored, as `nohup` has it, stays so.
        """
        for number in ENDING:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, self)
        report = sys.unraisablehook

        def repeat(swallowed: UnraisableHookArgs) -> None:
            if issubclass(swallowed.exc_type, KeyboardInterrupt):
                start_new_thread(_send_again, (InterruptHandler.number,))
            else:
                report(swallowed)

        sys.unraisablehook = repeat

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, now or later."""
        InterruptHandler.number = number
        now = monotonic()
        if is_importing(frame) and now - (self._first_at or now) < PUT_OFF_AT_MOST:
            self._first_at = self._first_at or now
            start_new_thread(_send_again, (number,))
            return
        self._first_at = None
        raise KeyboardInterrupt

    def catch_up(self) -> None:
        """Raise KeyboardInterrupt if it is put off: what was imported is there now."""
        if self._first_at is not None:
            raise KeyboardInterrupt


def interrupted_status() -> int:
    """The exit status of a command that was interrupted: 130, or that of the signal which ended it."""
    return 128 + InterruptHandler.number


def _send_again(number: int) -> None:
    """In a thread: a signal for the main thread, also where that waits for input or other processes.

    This is no `threading.Timer`: the locks of one may be held by what the signal has interrupted.
    """
    sleep(RETRIED_AFTER)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
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
        self._is_on = False
        self._noted: ExitStack | None = None

    def __enter__(self) -> None:
        with ExitStack() as stack:
            came = stack.enter_context(_noted_only())
            if came is None:
                return
            if self._pipe is None:
                self._pipe = os.pipe()
                if hasattr(os, "set_blocking"):  # on Windows since 3.12, and not needed there
                    os.set_blocking(self._pipe[1], False)
                self._closing = weakref.finalize(self, os.close, self._pipe[1])
                with interrupt_held_back():  # and so it is in the new thread, for good
                    threading.Thread(target=_wait, args=(self._pipe, weakref.ref(self)), daemon=True).start()
            self._came = came
            self._wakeup = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            self._is_on = True
            if came:  # before the pipe was there to tell of it
                os.write(self._pipe[1], bytes(came[:1]))
            self._noted = stack.pop_all()

    def __exit__(self, *_: object) -> None:
        if not self._is_on or self._noted is None:
            return
        self._is_on = False
        signal.set_wakeup_fd(self._wakeup)
        if self._came:
            self._closing()  # ends the thread: what it has still to read must not stop the next search
            self._pipe = None
        self._noted.close()

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
        while number[0] in ENDING and (alive := watch()) is not None and alive._stops(pipe):
            del alive
            sleep(0.02)
        alive = None
    os.close(pipe[0])
