"""What workers do in the tests of the pool: functions that a new process can import."""

import os
import sys
import time
from collections.abc import Iterator
from typing import NoReturn

from sudocube.errors import FormatError


def hang(task: object) -> NoReturn:
    """Keeps the worker busy until it is killed."""
    time.sleep(600)
    raise SystemExit(3)


def fail(task: object) -> NoReturn:
    """Raises an error of the package for each task."""
    raise FormatError("argument", 1, None, found="nothing", expected="a puzzle")


class Doubled:
    """Twice a number; what becomes of the others is told by the test."""

    def __call__(self, number: int) -> int:
        """Of most numbers."""
        if number == 13:
            sys.stdout.flush()
            os._exit(1)
        if number == 17:
            raise ValueError("17 is too much")
        if number == 19:
            time.sleep(600)
        if number == 29:
            block = bytearray(300_000_000)
            time.sleep(600)
            return len(block)
        return 2 * number


def twice(task: int) -> Iterator[int]:
    """The task, and once more."""
    yield task
    yield task
