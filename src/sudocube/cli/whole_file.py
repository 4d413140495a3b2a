"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from sudocube.errors import InputError, SudocubeError, reason_of

PACKED = (".gz", ".xz", ".bz2", ".zst", ".zip")
"""Endings of packed files."""

PAGES = (".html", ".htm")
"""Endings by which a browser knows a page."""


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
        self._name = name
        try:
            self._target = target = Path(os.path.realpath(name))
            self._is_regular = target.is_file() or not target.exists()
            is_new = self._is_regular
            if is_new and target.suffix.lower() in PACKED:
                why = f"only plain text is written: name it without {target.suffix}, and pack it then"
                raise InputError(name, why)
            if target.is_file() and not os.access(target, os.W_OK):
                raise PermissionError(0, "permission denied")
            self._path = target
            while True:
                if is_new:
                    self._path = target.with_name(f".{target.name}.{token_hex(8)}.part")
                    _remove_left_over(target)
                mode = "x" if is_new else "w"
                self._file = self._path.open(mode, encoding="utf-8", errors="surrogateescape")
                if not is_new or (lock(self._file) is not False and self._path.exists()):
                    break  # else another run has taken it for one that is left over
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise cannot_be_made(name, error) from None

    def __enter__(self) -> WholeFile:
        """The file is put in its place at the end of this context, unless that is an error."""
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: object) -> None:
        self.end(is_kept=kind is None)

    def write(self, text: str) -> None:
        """Write a text. Raises OutputError if that fails, and BrokenPipeError if the reader is gone."""
        self.write_all([text])

    def write_all(self, texts: Iterable[str]) -> None:
        """Write several texts; raises the same errors, also for an OSError that ends the texts."""
        with self._errors():
            self._file.writelines(texts)

    def end(self, *, is_kept: bool) -> None:
        """Put the file in its place if `is_kept`, else leave the old one; NAME.part is then old, too.

        Raises OutputError or BrokenPipeError, but nothing without `is_kept`.
        """
        if self._file.closed:  # by `end_early`
            return
        try:
            with self._errors():
                self._file.flush()
                if is_kept and self._is_regular:
                    if self._target.exists():
                        shutil.copymode(self._target, self._path)
                    self._put_in_place(self._target)
                    self._target.with_name(_unfinished(self._target.name)).unlink(missing_ok=True)
                self._file.close()
        except (OutputError, BrokenPipeError):
            if is_kept:
                raise
        finally:
            with suppress(OSError):
                self._file.close()
            if self._is_regular:
                with suppress(OSError):
                    self._path.unlink(missing_ok=True)

    def end_early(self) -> str | None:
        """Leave the old file, and put what was written so far beside it, as NAME.part.

        The page NAME.html becomes NAME.part.html, so that a browser still opens it. Returns that name, or
        None if nothing was written. Raises OutputError or BrokenPipeError.
        """
        with self._errors(), self._file:
            self._file.flush()
            if not self._is_regular:
                return None
            if not self._path.stat().st_size:
                self._path.unlink()
                return None
            self._put_in_place(self._target.with_name(_unfinished(self._target.name)))
        return str(Path(self._name).with_name(_unfinished(Path(self._name).name)))

    def _put_in_place(self, target: Path) -> None:
        """Rename the file while it is locked, where that can be."""
        if fcntl is None:
            self._file.close()
        self._path.replace(target)

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


def _unfinished(name: str) -> str:
    """What a file is called that has only what was written by then."""
    page, ending = os.path.splitext(name)  # noqa: PTH122 — of a name, not a path
    return f"{page}.part{ending}" if ending.lower() in PAGES else f"{name}.part"


def write_whole(name: str, texts: Iterable[str]) -> None:
    """Write a file from texts. If that fails, or is interrupted, the old file is unchanged.

    Raises InputError if it cannot be opened, OutputError if it cannot be written to the end, and
    BrokenPipeError if the reader is gone.
    """
    with WholeFile(name) as file:
        file.write_all(texts)


def cannot_be_made(name: str, error: Exception) -> InputError:
    """The error for a file or folder that cannot be made; often its parent folder is missing."""
    parent = Path(name).parent
    parent_is_missing = getattr(error, "errno", None) == errno.ENOENT and not os.path.exists(parent)  # noqa: PTH110
    return InputError(name or "''", f"there is no folder {parent}" if parent_is_missing else reason_of(error))
