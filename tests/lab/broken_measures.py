"""What measures batches in the tests of `compare`, and fails: functions that a new process can import."""

import os
import signal
from typing import NoReturn

from sudocube.errors import FormatError


def dying(batch: object) -> NoReturn:
    """Kills its process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def raising(batch: object) -> NoReturn:
    """Raises an error of the package."""
    raise FormatError("argument", 1, None, found="nothing", expected="a puzzle")
