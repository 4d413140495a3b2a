"""What a command writes: to standard output the answer and nothing else, in whole lines; and files.

Characters that cannot be printed are escaped here, once for all; in files, such as a puzzle's title, they
stay as they are.

A file is written completely or not at all.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.cli.progress import Progress
from sudocube.cli.visible_text import VisibleRenderable, visible, visible_json
from sudocube.errors import InputError, SudocubeError, reason_of

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WRITTEN_WHOLE = 4096
"""Bytes that a pipe takes all at once or, if a signal comes, not at all (PIPE_BUF, on Linux)."""


class OutputError(SudocubeError):
    """The answer cannot be written, because the disk is full for example."""


class StandardOutput:
    """Writes to standard output, at once, while the progress bar is cleared."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def put_lines(self, *lines: str) -> None:
        """Write text lines; a line feed in one of them is escaped."""
        self._write("".join([visible(line) + "\n" for line in lines]))

    def put_text(self, text: str) -> None:
        """Write whole text lines; tabs, which part the columns of tables, stay as they are."""
        self._write(visible(text, keep="\n\t"))

    def put_json(self, text: str) -> None:
        """Write whole text lines of JSON."""
        self._write(visible_json(text))

    def put_row(self, row: Mapping[str, Any]) -> None:
        """Write a text line of JSON."""
        self.put_json(json.dumps(row) + "\n")

    def put_rendered(self, *parts: RenderableType) -> None:
        """Write texts and tables; see `rendered`."""
        self.put_styled(self.rendered(*parts))

    def put_styled(self, text: str) -> None:
        """Write what `rendered` gave."""
        self._write(text)

    def _write(self, text: str) -> None:
        """Write whole text lines; Ctrl-C does not cut one in two.

        Raises OutputError if the disk is full, and BrokenPipeError if the reader is gone.
        """
        with self._progress.out_of_the_way(), _write_errors():
            for batch in _whole_lines(text):
                sys.stdout.write(batch)
                sys.stdout.flush()

    def rendered(self, *parts: RenderableType) -> str:
        """Texts and tables as standard output takes them: on a terminal, with colour."""
        with _write_errors(), self._console.capture() as capture:  # at the end, rich writes "" to the stream
            for part in parts:
                self._console.print(VisibleRenderable(part))
        return "".join(line.rstrip() + "\n" for line in capture.get().splitlines())

    @property
    def width(self) -> int:
        """How many characters fit on a text line."""
        return self._console.width

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(highlight=False, soft_wrap=True)


def leave_standard_output() -> None:
    """Drop what is still in the buffer of standard output, so that Python reports no error at exit."""
    with suppress(OSError):  # it may not be a file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _write_errors() -> Iterator[None]:
    """Raise OutputError if standard output cannot be written to; BrokenPipeError goes through."""
    try:
        yield
    except OSError as error:
        leave_standard_output()
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"standard output: {reason_of(error)}") from None


def _whole_lines(text: str) -> Iterator[str]:
    """The text in batches of whole lines, each small enough to be written whole; a longer line by itself."""
    most = _WRITTEN_WHOLE if text.isascii() else _WRITTEN_WHOLE // 4
    start = 0
    while len(text) - start > most:
        end = text.rfind("\n", start, start + most) + 1 or text.find("\n", start) + 1
        if not end:
            break
        yield text[start:end]
        start = end
    if start < len(text) or not text:
        yield text[start:]


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
