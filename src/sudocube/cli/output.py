"""What a command writes: to standard output the answer and nothing else, in whole lines; or to a file.

Characters that cannot be printed are escaped here, once for all; in files, such as a puzzle's title, they
stay as they are. A file is written completely or not at all.

Progress bars are rich's: on a terminal, for what takes longer than a second, and nowhere else. A thread draws
the bar, so that it moves while one puzzle takes long. While something else is written to the terminal, the
bar is cleared; a moment later it is drawn again below.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TextIO

from sudocube.cli.options import PAGES
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.file_names import CAN_LOCK, lock
from sudocube.interrupt import interrupt_held_back
from sudocube.report.document import Document, Phrase, Sentence, is_of_lines, text_line, visible

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from sudocube.report.row import Row
    from sudocube.report.terminal import Terminal

PACKED = (".gz", ".xz", ".bz2", ".zst", ".zip")
"""Endings of packed files."""

_WRITTEN_WHOLE = 4096
"""Bytes that a pipe takes all at once or, if a signal comes, not at all (PIPE_BUF, on Linux)."""


class OutputError(SudocubeError):
    """The answer cannot be written, because the disk is full for example."""


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
        with _write_errors():  # rich writes "" to the stream
            text = self._terminal.text(document)
        self._write(text)

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
        from rich.console import Console

        from sudocube.report.terminal import Terminal

        how: dict[str, Any] = {} if self.file is None else {"color_system": None, "force_terminal": False}
        return Terminal(Console(highlight=False, **how))


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
                self._path = target.with_name(f".{target.name}.{os.urandom(16).hex()}.part")
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
        if not CAN_LOCK:
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
    from glob import escape

    for path in target.parent.glob(f".{escape(target.name)}.*.part"):
        with suppress(OSError), path.open("ab") as file:
            if lock(file):
                path.unlink()


def _unfinished(file: Path) -> Path:
    """Where a file is put that has only what was written by then."""
    is_page = file.suffix.lower() in PAGES
    return file.with_name(f"{file.stem}.part{file.suffix}" if is_page else f"{file.name}.part")


def cannot_be_made(name: str, error: Exception) -> InputError:
    """The error for a file or folder that cannot be made; often its parent folder is missing."""
    parent = Path(name).parent
    parent_is_missing = getattr(error, "errno", None) == errno.ENOENT and not os.path.exists(parent)  # noqa: PTH110
    return InputError(name or "''", f"there is no folder {parent}" if parent_is_missing else reason_of(error))


PATIENCE = 1.0
"""Seconds before a bar appears."""

REFRESH = 0.2
"""Seconds from one drawing to the next."""


class Progress:
    """How far a command has come: counted in puzzles, or in what the command itself says."""

    def __init__(self, *, is_wanted: bool) -> None:
        self.puzzles = 0
        """How many puzzles are done."""
        self.expected: float | None = None
        """How many puzzles there are, as far as that is known."""
        self._is_on = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_over = Event()
        self._lock = Lock()  # held while the bar is drawn, and while something else is written
        self._bar: Bar | None = None
        self._doing, self._share = "", 0.0

    def start(self) -> None:
        """Start the clock, and on a terminal the thread that draws."""
        if self._is_on:
            import rich.progress  # noqa: F401 — beside a search that lets no other thread run, it takes seconds

            # If this thread received Ctrl-C, it would run the handler of a SAT solver that is searching in
            # the main thread. So it is started with the signal blocked, which stays so.
            with interrupt_held_back():
                Thread(target=self._keep_drawing, daemon=True).start()

    def step(self, puzzles: int = 1) -> None:
        """So many more puzzles are done."""
        self.puzzles += puzzles

    def work(self, doing: str, share: float) -> None:
        """For work that is not counted in puzzles: what is being done, and the share done, from 0 to 1."""
        self._doing, self._share = doing, share

    @contextmanager
    def out_of_the_way(self) -> Iterator[None]:
        """Within this context, there is no bar on the terminal."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
            yield

    def stop(self) -> None:
        """Remove the bar for good."""
        self._is_over.set()
        with self.out_of_the_way():
            pass

    def _keep_drawing(self) -> None:
        """In a thread: draw the bar until `stop`."""
        if self._is_over.wait(PATIENCE):
            return
        from rich.console import Console
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        self._bar = Bar(
            console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        task = self._bar.add_task("", total=None)
        with suppress(OSError):  # the terminal, or a file, is gone
            while not self._is_over.wait(REFRESH):
                words, done, total = f"{self.puzzles:,} puzzles", float(self.puzzles), self.expected
                if self._doing:
                    words, done, total = self._doing, self._share, 1.0
                with self._lock:
                    if not self._is_over.is_set():
                        self._bar.update(task, description=words, completed=done, total=total)
                        self._bar.start()
                        self._bar.refresh()
