"""The time limit of a whole command: whenever the alarm comes, it is TimeoutError or nothing."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from types import FrameType

import pytest

from sudocube.cli.decode import within_limit
from sudocube.clock import Clock

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm clock here")


@contextmanager
def opened() -> Iterator[int]:
    """Something to enter and to leave, as a file is."""
    try:
        yield 1
    finally:
        sum(range(3))


def work() -> int:
    """What is done within the limit."""
    with opened() as one:
        return one + 1


def rung_at(moment: int, call: Callable[[], int]) -> tuple[int | type[BaseException], bool]:
    """What comes of a call when the alarm rings before so many instructions; and whether it did ring."""
    seen = 0

    def trace(frame: FrameType, event: str, argument: object):
        nonlocal seen
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            seen += 1
            handler = signal.getsignal(signal.SIGALRM)
            if seen == moment and callable(handler):
                handler(signal.SIGALRM, frame)
        return trace

    before = sys.gettrace()
    try:
        sys.settrace(trace)
        found: int | type[BaseException] = call()
    except BaseException as error:
        found = type(error)
    finally:
        sys.settrace(before)
    return found, seen >= moment


def test_an_alarm_at_any_moment_is_a_timeout_or_nothing():
    """Never another exception, which nobody expects; and afterwards all is as it was."""
    handler = signal.getsignal(signal.SIGALRM)
    moment, found = 0, set[object]()
    is_rung = True
    while is_rung:
        moment += 1
        outcome, is_rung = rung_at(moment, lambda: within_limit(Clock(1000.0), work))
        found.add(outcome)
        assert signal.getsignal(signal.SIGALRM) is handler
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert found == {2, TimeoutError}
    assert moment > 50


def test_an_alarm_that_python_swallows_comes_again(monkeypatch):
    """As in `__del__`, whose exceptions Python only reports."""

    class Object:
        """Its end lasts until the alarm."""

        def __del__(self) -> None:
            while True:
                pass

    def swallowed() -> None:
        Object()
        sleep(60.0)
        pytest.fail("the alarm came once only")

    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    with pytest.raises(TimeoutError):
        within_limit(Clock(0.001), swallowed)


def test_without_a_limit_the_work_is_done_and_its_errors_come_through():
    """With one, errors of the work come through likewise."""
    assert within_limit(Clock(), work) == 2
    with pytest.raises(ZeroDivisionError):
        within_limit(Clock(1000.0), lambda: 1 // 0)
