"""`read` and `read_argument` without types, so that tests can use entries without checks for None."""

from typing import Any

from sudocube import formats

read: Any = formats.read
read_argument: Any = formats.read_argument
