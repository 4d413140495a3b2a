"""What a command writes: to standard output the answer and nothing else, in whole lines; or to a file.

Characters that cannot be printed are escaped here, once for all; in files, such as a puzzle's title, they
stay as they are.

With `--output` the answer goes to a file, which is written completely or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from sudocube.cli.progress import Progress
from sudocube.cli.whole_file import OutputError, WholeFile
from sudocube.errors import reason_of
from sudocube.report.document import Document, Phrase, Sentence
from sudocube.report.terminal import text_line
from sudocube.report.visible_characters import visible

if TYPE_CHECKING:
    from rich.console import Console

    from sudocube.report.row import Row
    from sudocube.report.terminal import Terminal

STANDARD_OUTPUT = "-"
"""What `--output` calls standard output."""

_WRITTEN_WHOLE = 4096
"""Bytes that a pipe takes all at once or, if a signal comes, not at all (PIPE_BUF, on Linux)."""


class StandardOutput:
    """Writes to standard output, at once, while the progress bar is cleared.

    After `begin_file`, what is written goes to that file instead, and `keep_file` puts the file in its place.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._file: WholeFile | None = None

    def begin_file(self, name: str) -> None:
        """Write to a file from now on. Raises InputError if it cannot be opened."""
        self._file = WholeFile(name)
        vars(self).pop("_console", None)

    def end_file(self, *, is_kept: bool) -> None:
        """Put the file in its place if `is_kept`, else leave no trace of it; nothing if there is none.

        Raises OutputError if it cannot be written to its end.
        """
        if self._file is not None:
            file, self._file = self._file, None
            file.end(is_kept=is_kept)

    def end_file_early(self) -> str | None:
        """Put what was written so far into a file of another name; that name, or None if it is nothing.

        Raises OutputError if it cannot be written to its end.
        """
        if self._file is None:
            return None
        file, self._file = self._file, None
        return file.end_early()

    def put_lines(self, *lines: str | Phrase) -> None:
        """Write text lines, verdicts in their colours; a line feed in one of them is escaped."""
        self._write(text_lines(lines, in_colour=self._file is None and has_colours(sys.stdout)))

    def put_text(self, text: str) -> None:
        """Write whole text lines; tabs, which part the columns of tables, stay as they are."""
        self._write(text if self._file is not None else visible(text, keep="\n\t"))

    def put_records(self, text: str) -> None:
        """Write records of a table; other programs read them, so that only a terminal gets visible text."""
        if self._file is not None:
            self._file.write(text)
            return
        with self._progress.out_of_the_way(), _write_errors():
            sys.stdout.flush()
            for batch in _whole_lines(visible(text, keep="\n\t") if self._is_terminal else text):
                sys.stdout.buffer.write(batch.encode("utf-8", "surrogateescape"))
                sys.stdout.buffer.flush()

    def put_row(self, row: Mapping[str, Any]) -> None:
        """Write a text line of JSON."""
        self.put_rows([dict(row)])

    def put_rows(self, rows: Iterable[Row | dict[str, Any]]) -> None:
        """Write rows, a text line of JSON each."""
        from sudocube.report.row import json_text

        self._write(json_text(rows))

    def put(self, document: Document) -> None:
        """Write a document; a line alone takes no library."""
        from sudocube.report.terminal import is_of_lines

        in_colour = self._file is None and has_colours(sys.stdout)
        if is_of_lines(document):
            lines = [one for one in document if isinstance(one, Sentence)]
            self._write("".join(f"{text_line(one.words, in_colour=in_colour)}\n" for one in lines))
            return
        with _write_errors(), self._console.capture() as capture:  # at the end, rich writes "" to the stream
            for line in self._terminal.lines(document):
                self._console.print(line)
        self._write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))

    def _write(self, text: str) -> None:
        """Write whole text lines; Ctrl-C does not cut one in two.

        Raises OutputError if the disk is full, and BrokenPipeError if the reader is gone.
        """
        if self._file is not None:
            self._file.write(text)
            return
        with self._progress.out_of_the_way(), _write_errors():
            for batch in _whole_lines(text):
                sys.stdout.write(batch)
                sys.stdout.flush()

    @property
    def width(self) -> int:
        """How many characters fit on a text line."""
        return self._console.width

    @cached_property
    def _terminal(self) -> Terminal:
        """Draws documents; a legend is given once."""
        from sudocube.report.terminal import Terminal

        return Terminal(self.width, in_colour=self._file is None and has_colours(sys.stdout))

    @cached_property
    def _is_terminal(self) -> bool:
        return sys.stdout.isatty()

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        if self._file is not None:
            return Console(highlight=False, soft_wrap=True, color_system=None, force_terminal=False)
        return Console(highlight=False, soft_wrap=True)


def has_colours(stream: TextIO) -> bool:
    """Whether a stream shows colours, by the same rules as `rich`.

    It is a terminal, or FORCE_COLOR is set; and NO_COLOR is not, and the terminal is not a dumb one.
    """
    asked = os.environ.get
    if asked("NO_COLOR") or asked("TERM", "").lower() in ("dumb", "unknown"):
        return False
    if (compatible := asked("TTY_COMPATIBLE")) in ("0", "1"):
        return compatible == "1"
    if (forced := asked("FORCE_COLOR")) is not None:
        return forced != ""
    return stream.isatty()


def text_lines(lines: Iterable[str | Phrase], *, in_colour: bool) -> str:
    """Text lines as a terminal takes them: what cannot be printed escaped, tones in colour if wanted."""
    phrases = ((line,) if isinstance(line, str) else line for line in lines)
    return "".join([text_line(phrase, in_colour=in_colour) + "\n" for phrase in phrases])


def leave_standard_output() -> None:
    """Drop what is still in the buffer of standard output, so that Python reports no error at exit."""
    _leave(sys.stdout)


def leave_full_standard_error() -> None:
    """Drop what standard error does not take: else Python ends with 120 when it tries again at exit."""
    try:
        sys.stderr.flush()
    except OSError:
        _leave(sys.stderr)


def _leave(stream: TextIO) -> None:
    with suppress(OSError):  # it may not be a file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
