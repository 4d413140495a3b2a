"""Ctrl-C held back, and watched during a search in C++: it has its effect later, and only once."""

import importlib
import os
import signal
import sys
import threading
import weakref
from time import sleep

import pytest

from sudocube import interrupt as interrupt_module
from sudocube.interrupt import InterruptHandler, interrupt_held_back, interruptible
from tests.ctrl_c import blocked

pytestmark = [
    pytest.mark.usefixtures("_python_handles_ctrl_c"),
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C"),
]

HANG_GUARD = 30.0
"""Seconds after which a test stops waiting for a signal."""


def interrupt() -> None:
    """Ctrl-C as the system delivers it, to the process."""
    os.kill(os.getpid(), signal.SIGINT)


def interrupt_main_thread() -> None:
    """Ctrl-C delivered to the main thread, as it is when no other thread takes it."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def test_the_signal_is_held_back_until_the_block_ends():
    """Then it raises KeyboardInterrupt; it is not lost."""
    done = []
    with pytest.raises(KeyboardInterrupt), interrupt_held_back():  # noqa: PT012
        assert blocked()
        interrupt_main_thread()
        done.append("the block")
    assert done
    assert not blocked()


def test_held_back_leaves_the_mask_as_it_was():
    """Inside another such block the signal stays blocked; after an exception it is not."""
    with interrupt_held_back():
        with interrupt_held_back():
            pass
        assert blocked()
    with pytest.raises(ZeroDivisionError), interrupt_held_back():
        raise ZeroDivisionError
    assert not blocked()


def test_a_search_is_stopped_until_it_ends_and_then_the_signal_is_raised():
    """The first request may come before the search has begun; its thread does not hear the signal."""
    calls: list[bool] = []
    enough = threading.Event()

    def stop() -> None:
        calls.append(enough.is_set())
        if len(calls) == 3:
            enough.set()

    def search() -> None:
        assert blocked()
        interrupt()
        assert enough.wait(HANG_GUARD)

    with pytest.raises(KeyboardInterrupt):
        interruptible(search, stop)
    assert calls[:3] == [False, False, False]
    assert interruptible(lambda: 7, stop) == 7


@pytest.fixture
def installed():
    """The handler of the command line, during one test."""
    hook = sys.unraisablehook
    handler = InterruptHandler()
    handler.install()
    yield handler
    sys.unraisablehook = hook


INTERRUPTED = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
for _ in range(1000):  # where Python would otherwise raise its exception
    pass
"""


@pytest.fixture
def interrupted_module(tmp_path, monkeypatch):
    """The name of a module during whose import the signal comes; `ended` in it says that it was done."""
    (tmp_path / "interrupted_module.py").write_text(INTERRUPTED + "ended = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "interrupted_module"
    sys.modules.pop("interrupted_module", None)


def test_an_import_is_not_cut_short_and_ctrl_c_comes_after_it(installed, interrupted_module):
    """Cut short, it may raise ImportError or SyntaxError: the module would seem to be broken."""
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        module = importlib.import_module(interrupted_module)
        assert module.ended
        sleep(HANG_GUARD)
    assert interrupted_module in sys.modules


def test_what_is_put_off_is_raised_when_the_import_is_over(installed, interrupted_module):
    installed.catch_up()
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        importlib.import_module(interrupted_module)
        installed.catch_up()
        pytest.fail("it was not put off, or is lost")
    with pytest.raises(KeyboardInterrupt):
        sleep(HANG_GUARD)  # the same one again, which the program does not wait for


def test_an_import_that_hangs_does_not_put_ctrl_c_off_for_ever(installed, monkeypatch, interrupted_module):
    monkeypatch.setattr(interrupt_module, "PUT_OFF_AT_MOST", 0.0)
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module(interrupted_module)
    assert interrupted_module not in sys.modules


@pytest.mark.parametrize("where", ["callback of a weak reference", "end of an object"])
def test_ctrl_c_is_not_swallowed_where_python_ignores_exceptions(installed, capfd, where):
    """Python would say "Exception ignored", and go on."""

    def interrupted(_: object) -> None:
        interrupt()
        for _ in range(1000):
            pass

    class Object:
        if where == "end of an object":
            __del__ = interrupted

    one = Object()
    ref = weakref.ref(one, interrupted if where != "end of an object" else None)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        del one
        assert ref() is None
        sleep(HANG_GUARD)
    assert capfd.readouterr() == ("", "")
