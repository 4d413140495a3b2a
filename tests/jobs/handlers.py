"""What workers do in the tests of the pool: functions that a new process can import."""

import os
import signal
import time
from collections.abc import Callable

from sudocube.errors import FormatError


def make_square() -> Callable[[int], int]:
    """The square of a number; for 13 the worker is killed, for 14 it hangs, for 15 it raises an error."""

    def square(number: int) -> int:
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 14:
            time.sleep(600)
        if number == 15:
            raise ZeroDivisionError("15")
        return number * number

    return square


def make_nothing() -> Callable[[int], int]:
    """Ends the worker before it has a handler."""
    raise SystemExit(3)


def make_dying() -> Callable[[object], None]:
    """Each task kills the worker."""

    def die(task: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    return die


def make_raising() -> Callable[[object], None]:
    """Raises an error of the package for each task."""

    def fail(task: object) -> None:
        raise FormatError("argument", 1, None, found="nothing", expected="a puzzle")

    return fail
