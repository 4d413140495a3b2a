"""What workers do in the tests of the pool: functions that a new process can import."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from sudocube.errors import FormatError
from sudocube.lab.encoding_measurement import Measurement, Measurer, PuzzleBatch


def never_begin() -> NoReturn:
    """Keeps the worker from having a handler, until it is killed."""
    time.sleep(600)
    raise SystemExit(3)


def make_measure_at_the_second_try() -> Callable[[PuzzleBatch], Measurement]:
    """What measures encodings; the first worker dies at its first batch."""
    return make_dying() if _leave_a_trace() == 1 else Measurer().measure


def _leave_a_trace() -> int:
    """Write a file into the folder that the environment names, if it does; how many there are now."""
    folder = os.environ.get("SUDOCUBE_TEST_STARTS")
    if folder is None:
        return 0
    Path(folder, str(os.getpid())).touch()
    return len(list(Path(folder).iterdir()))


def make_dying() -> Callable[[object], NoReturn]:
    """Each task kills the worker."""

    def die(task: object) -> NoReturn:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    return die


def make_raising() -> Callable[[object], None]:
    """Raises an error of the package for each task."""

    def fail(task: object) -> None:
        raise FormatError("argument", 1, None, found="nothing", expected="a puzzle")

    return fail
