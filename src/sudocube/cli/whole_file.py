"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from sudocube.cli.options import PAGES
from sudocube.errors import InputError, SudocubeError, reason_of

PACKED = (".gz", ".xz", ".bz2", ".zst", ".zip")
"""Endings of packed files."""


class OutputError(SudocubeError):
    """The answer cannot be written, because the disk is full for example."""


class WholeFile:
    """A file that is being written; until it is complete, the old file is unchanged.

    The text goes to a new file in the same folder, of a random name, which then replaces the old one. It is
    locked: those of runs that were killed have no lock any more, and are removed. What is not a regular file,
    such as a pipe, is written directly. Raises InputError if it cannot be opened, or if its name says
    that it is packed: what is written is text.
    """

    def __init__(self, name: str) -> None:
        self._name, self._target = name, Path(os.path.realpath(name))
        target = self._target
        if target.suffix.lower() in PACKED:
            why = f"only plain text is written: name it without {target.suffix}, and pack it then"
            raise InputError(name, why)
        try:
            self._is_regular = target.is_file() or not target.exists()
            if target.is_file() and not os.access(target, os.W_OK):
                raise PermissionError(0, "permission denied")
            self._path = target
            if self._is_regular:
                _remove_left_over(target)
                self._path = target.with_name(f".{target.name}.{token_hex(8)}.part")
            mode = "x" if self._is_regular else "w"
            self._file = self._path.open(mode, encoding="utf-8", errors="surrogateescape")
        except (OSError, ValueError) as error:
            raise cannot_be_made(name, error) from None
        if self._is_regular:
            lock(self._file)

    def __enter__(self) -> WholeFile:
        """The file is put in its place at the end of this context, unless that is an error."""
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: object) -> None:
        if kind is None:
            self.end(is_whole=True)
        else:
            self._close()

    def write(self, text: str) -> None:
        """Write a text. Raises OutputError if that fails, and BrokenPipeError if the reader is gone."""
        with self._errors():
            self._file.write(text)

    def end(self, *, is_whole: bool) -> str | None:
        """Put the file in its place. What is not whole is put beside the old one, as NAME.part.

        The page NAME.html becomes NAME.part.html, so that a browser still opens it. Returns such a name, or
        None where nothing was written. Raises OutputError or BrokenPipeError, and then nothing is left.
        """
        kept, part = None, _unfinished(self._target)
        try:
            with self._errors():
                if not self._file.closed:
                    self._file.flush()
                    if self._is_regular and (is_whole or self._path.stat().st_size):
                        kept = str(_unfinished(Path(self._name)))
                        self._replace(self._target if is_whole else part)
                    self._file.close()
                    if self._is_regular and is_whole:
                        part.unlink(missing_ok=True)
        finally:
            self._close()
        return None if is_whole else kept

    def _close(self) -> None:
        """Nothing is left under the random name."""
        with suppress(OSError):
            self._file.close()
        if self._is_regular:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _replace(self, place: Path) -> None:
        """Put the file in a place, while it is locked, where that can be."""
        if self._target.is_file():
            shutil.copymode(self._target, self._path)
        if fcntl is None:
            self._file.close()
        self._path.replace(place)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"{self._name}: {reason_of(error)}") from None


def _remove_left_over(target: Path) -> None:
    """Remove the unfinished files beside a file whose runs were killed."""
    for path in target.parent.glob(f".{escape(target.name)}.*.part"):
        with suppress(OSError), path.open("ab") as file:
            if lock(file):
                path.unlink()


def lock(file: IO[Any]) -> bool | None:
    """Lock a file until it is closed; False where another process has locked it, None where nobody can."""
    if fcntl is None:  # what another process has open cannot be removed there
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _unfinished(file: Path) -> Path:
    """Where a file is put that has only what was written by then."""
    is_page = file.suffix.lower() in PAGES
    return file.with_name(f"{file.stem}.part{file.suffix}" if is_page else f"{file.name}.part")


def cannot_be_made(name: str, error: Exception) -> InputError:
    """The error for a file or folder that cannot be made; often its parent folder is missing."""
    parent = Path(name).parent
    parent_is_missing = getattr(error, "errno", None) == errno.ENOENT and not os.path.exists(parent)  # noqa: PTH110
    return InputError(name or "''", f"there is no folder {parent}" if parent_is_missing else reason_of(error))
