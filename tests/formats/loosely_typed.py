"""`read` and `read_argument` without their types: tests take entries apart without asking what is None."""

from typing import Any

from sudocube import formats

read: Any = formats.read
read_argument: Any = formats.read_argument
