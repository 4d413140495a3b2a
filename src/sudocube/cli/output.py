"""What a command writes: to standard output the answer and nothing else, in whole lines; or to a file.

Characters that cannot be printed are escaped here, once for all; in files, such as a puzzle's title, they
stay as they are. A file is written completely or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from sudocube.cli.progress import Progress
from sudocube.cli.whole_file import OutputError, WholeFile
from sudocube.errors import reason_of
from sudocube.report.document import Document, Phrase, Sentence
from sudocube.report.terminal import is_of_lines, text_line
from sudocube.report.visible_characters import visible

if TYPE_CHECKING:
    from rich.console import Console

    from sudocube.report.row import Row
    from sudocube.report.terminal import Terminal

_WRITTEN_WHOLE = 4096
"""Bytes that a pipe takes all at once or, if a signal comes, not at all (PIPE_BUF, on Linux)."""


class Output:
    """Writes to standard output, at once, while the progress bar is cleared; or to a `file`."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.file: WholeFile | None = None

    def put_lines(self, *lines: str | Phrase) -> None:
        """Write text lines, verdicts in their colours; a line feed in one of them is escaped."""
        self._write(text_lines(lines, in_colour=self._in_colour))

    def put_text(self, text: str) -> None:
        """Write whole text lines; tabs, which part the columns of tables, stay as they are."""
        self._write(text if self.file is not None else visible(text, keep="\n\t"))

    def put_records(self, text: str) -> None:
        """Write records of a table; other programs read them, so that only a terminal gets visible text."""
        if self.file is None and sys.stdout.isatty():
            text = visible(text, keep="\n\t")
        self._write(text, as_bytes=True)

    def put_rows(self, rows: Iterable[Row | dict[str, Any]]) -> None:
        """Write rows, a text line of JSON each."""
        from sudocube.report.row import json_text

        self._write(json_text(rows))

    def put(self, document: Document) -> None:
        """Write a document; a line alone takes no library."""
        if is_of_lines(document):
            self.put_lines(*(one.words for one in document if isinstance(one, Sentence)))
            return
        with _write_errors(), self._console.capture() as capture:  # at the end, rich writes "" to the stream
            for line in self._terminal.lines(document):
                self._console.print(line)
        self._write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))

    def _write(self, text: str, *, as_bytes: bool = False) -> None:
        """Write whole text lines; Ctrl-C does not cut one in two.

        Raises OutputError if the disk is full, and BrokenPipeError if the reader is gone.
        """
        if self.file is not None:
            self.file.write(text)
            return
        with self._progress.out_of_the_way(), _write_errors():
            for batch in _whole_lines(text):
                if as_bytes:
                    sys.stdout.flush()
                    sys.stdout.buffer.write(batch.encode("utf-8", "surrogateescape"))
                else:
                    sys.stdout.write(batch)
                sys.stdout.flush()

    @property
    def _in_colour(self) -> bool:
        return self.file is None and has_colours(sys.stdout)

    @cached_property
    def _terminal(self) -> Terminal:
        """Draws documents; a legend is given once."""
        from sudocube.report.terminal import Terminal

        return Terminal(self._console.width, in_colour=self._in_colour)

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        how: dict[str, Any] = {} if self.file is None else {"color_system": None, "force_terminal": False}
        return Console(highlight=False, soft_wrap=True, **how)


def has_colours(stream: TextIO) -> bool:
    """Whether a stream shows colours: it is a terminal, and no dumb one, or FORCE_COLOR is set."""
    asked = os.environ.get
    if asked("NO_COLOR") or asked("TERM", "").lower() in ("dumb", "unknown"):
        return False
    return stream.isatty() if asked("FORCE_COLOR") is None else asked("FORCE_COLOR") != ""


def text_lines(lines: Iterable[str | Phrase], *, in_colour: bool) -> str:
    """Text lines as a terminal takes them: what cannot be printed escaped, tones in colour if wanted."""
    phrases = ((line,) if isinstance(line, str) else line for line in lines)
    return "".join([text_line(phrase, in_colour=in_colour) + "\n" for phrase in phrases])


def leave(stream: TextIO) -> None:
    """Drop what is still in the buffer of a stream, so that Python reports no error at exit."""
    with suppress(OSError):  # it may not be a file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _write_errors() -> Iterator[None]:
    """Raise OutputError if standard output cannot be written to; BrokenPipeError goes through."""
    try:
        yield
    except OSError as error:
        leave(sys.stdout)
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
    yield text[start:]
