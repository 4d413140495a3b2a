"""What is said of an error that the program should not have made."""

from __future__ import annotations

import os
import traceback

FULL_REPORT = "SUDOCUBE_TRACEBACK"
"""The environment variable that asks for the whole traceback where the program fails."""


def fault_in_words(error: Exception) -> tuple[str, str]:
    """A fault of the program in two lines: what it was, and how one sees more of it.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     print(fault_in_words(error)[1])
    SUDOCUBE_TRACEBACK=1 shows more, for a report
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    where = f"{os.path.basename(frame.filename)}, line {frame.lineno}"  # noqa: PTH119 — of a name, not a path
    said = f"sudocube failed through a fault of its own: {what} ({where})"
    return said, f"{FULL_REPORT}=1 shows more, for a report"
