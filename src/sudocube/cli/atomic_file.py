"""A file that is written completely or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sudocube.cli.standard_output import OutputError
from sudocube.errors import InputError, reason_of


def cannot_be_made(name: str, error: Exception) -> InputError:
    """What is said of a file or folder that cannot be made, and why: most often it has nowhere to be."""
    parent = Path(name).parent
    is_nowhere = getattr(error, "errno", None) == errno.ENOENT and not os.path.exists(parent)  # noqa: PTH110
    return InputError(name or "''", f"there is no folder {parent}" if is_nowhere else reason_of(error))


def write_whole(name: str, pieces: Iterable[str]) -> None:
    """Write a file. Where that fails, or is interrupted, what was there before is there still.

    The text goes to a file beside it, which then takes its place. What is no regular file, a pipe say, is
    written as it comes. Raises InputError where it cannot be opened, OutputError where it cannot be
    written to the end.
    """
    try:
        target = Path(os.path.realpath(name))
        is_regular = target.is_file() or not target.exists()
        path = target.with_name(f".{target.name}.{os.getpid()}.part") if is_regular else target
        if target.is_file() and not os.access(target, os.W_OK):
            raise PermissionError(0, "permission denied")
        file = path.open("x" if is_regular else "w", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise cannot_be_made(name, error) from None
    try:
        with file:
            for piece in pieces:
                file.write(piece)
        if is_regular:
            if target.exists():
                shutil.copymode(target, path)
            path.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"{name}: {reason_of(error)}") from None
    finally:
        if is_regular:
            with suppress(OSError):
                path.unlink(missing_ok=True)
