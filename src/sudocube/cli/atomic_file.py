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
    """The error for a file or folder that cannot be made; often its parent folder is missing."""
    parent = Path(name).parent
    parent_is_missing = getattr(error, "errno", None) == errno.ENOENT and not os.path.exists(parent)  # noqa: PTH110
    return InputError(name or "''", f"there is no folder {parent}" if parent_is_missing else reason_of(error))


def write_whole(name: str, texts: Iterable[str]) -> None:
    """Write a file from texts. If that fails, or is interrupted, the old file is unchanged.

    The text goes to a new file in the same folder, which then replaces the old one. What is not a regular
    file, such as a pipe, is written directly. Raises InputError if it cannot be opened, OutputError if it
    cannot be written to the end, and BrokenPipeError if the reader is gone.
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
            for text in texts:
                file.write(text)
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
