"""What commands share: where words go, and how a command ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from sudocube.cli.inputs import STANDARD_INPUT, entries_of, files_of, items_of
from sudocube.cli.progress import Progress
from sudocube.cli.status import FAILED, INTERRUPTED, PIPE_CLOSED, USAGE_ERROR, Status
from sudocube.errors import EngineError, InputError, SudocubeError, reason_of
from sudocube.formats import Entry
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from sudocube.formats.bulk_reader import BulkItem

DEFAULT_SIZE = 9

T = TypeVar("T")


class Run:
    """One command at work; used as a context that turns whatever ends the command into an exit status.

    Standard output is the answer and nothing else: `put`. Talk goes to standard error: `info`, unless
    --quiet, and `error` for errors.
    """

    def __init__(self, *, quiet: bool, size: int | None = None, box: str | None = None) -> None:
        self.status = Status()
        self.progress = Progress(is_wanted=not quiet)
        self._is_quiet = quiet
        self._size = size
        self._geometry = Geometry.of_box(box) if box is not None else None
        if self._geometry is not None and size not in (None, self._geometry.size):
            raise typer.BadParameter(f"--size {size} and --box {box} do not fit together.")

    def __enter__(self) -> Run:
        self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        code = self.status.code
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: what follows is quick
            code = INTERRUPTED
        self.progress.stop()
        match error:
            case KeyboardInterrupt():
                self.info("interrupted")
            case BrokenPipeError():
                code = PIPE_CLOSED
            case OutputError() | EngineError():
                self.error(str(error))
                code = FAILED
            case SudocubeError():
                self.error(str(error))
                code = USAGE_ERROR
            case BaseException():
                return
        raise typer.Exit(code)

    def put(self, line: str) -> None:
        """A line of the answer, on standard output at once."""
        self.put_text(line + "\n")

    def put_text(self, text: str) -> None:
        """Whole lines of the answer, on standard output at once; Ctrl-C does not part a line."""
        with self.progress.out_of_the_way(), _standard_output():
            for piece in _pieces(text):
                sys.stdout.write(piece)
                sys.stdout.flush()

    def put_row(self, row: Mapping[str, Any]) -> None:
        """A line of JSON."""
        self.put(json.dumps(row))

    def info(self, line: str) -> None:
        """A remark on standard error."""
        if not self._is_quiet:
            self.error(line)

    def error(self, line: str) -> None:
        """An error on standard error."""
        with self.progress.out_of_the_way(), suppress(OSError):  # a full disk: whom else to tell?
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    @property
    def width(self) -> int:
        """How many characters fit on a line of standard output."""
        return self._console.width

    def rendered(self, *parts: RenderableType) -> str:
        """Texts and tables as standard output takes them: with colour where that shows it."""
        with _standard_output(), self._console.capture() as capture:  # at its end rich writes "" to it
            for part in parts:
                self._console.print(part)
        return "".join(line.rstrip() + "\n" for line in capture.get().splitlines())

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(highlight=False, soft_wrap=True)

    @property
    def geometry(self) -> Geometry:
        """For commands without a puzzle: the geometry that was asked for, 9×9 where none was."""
        return self._geometry or Geometry.of_size(self._size or DEFAULT_SIZE)

    def entries(self, inputs: Sequence[str]) -> Iterator[Entry]:
        """The puzzles of all inputs; what cannot be read is complained of, and the others go on."""
        for entry in self._read(inputs, entries_of):
            if entry.error is not None:
                self.status.note(USAGE_ERROR)
            yield entry

    def puzzles(self, inputs: Sequence[str]) -> Iterator[Puzzle]:
        """The same, but what is no puzzle is complained of and left out."""
        for entry in self.entries(inputs):
            if entry.puzzle is None:
                self.error(str(entry.error))
            else:
                yield entry.puzzle

    def items(self, inputs: Sequence[str]) -> Iterator[tuple[bool, BulkItem]]:
        """What `entries` gives, as `check_in_bulk` takes it."""
        yield from self._read(inputs, items_of)

    def _read(self, inputs: Sequence[str], read: Callable[..., Iterator[T]]) -> Iterator[T]:
        if STANDARD_INPUT in inputs and sys.stdin is not None and sys.stdin.isatty():
            self.progress.stop()  # somebody is typing there
        self.progress.expect(files_of(inputs))
        for position, name in enumerate(inputs, 1):
            try:
                yield from read(name, position, geometry=self._geometry, size=self._size)
            except SudocubeError as error:
                self.status.note(USAGE_ERROR)
                self.error(str(error))

    def only_entry(self, name: str, command: str) -> Entry | None:
        """The one puzzle of an input; None where what there is was complained of.

        Raises InputError where there are several: the command takes one.
        """
        entries = list(islice(self.entries([name]), 2))
        if len(entries) > 1:
            raise InputError(name, f"several puzzles in it; {command} takes one")
        for entry in entries:
            if entry.error is not None:
                self.error(str(entry.error))
                return None
            return entry
        return None


@contextmanager
def _standard_output() -> Iterator[None]:
    """While it is written to. Raises OutputError where it is full, BrokenPipeError where it has gone."""
    try:
        yield
    except OSError as error:
        leave_standard_output()
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"standard output: {reason_of(error)}") from None


def leave_standard_output() -> None:
    """What is left in its buffer goes nowhere, lest Python error of it at exit."""
    with suppress(OSError):  # it may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_WRITTEN_WHOLE = 4096
"""So many bytes a pipe takes all at once or, when a signal comes, not at all (PIPE_BUF, on Linux)."""


def _pieces(text: str) -> Iterator[str]:
    """A text in pieces of whole lines, each small enough to be written whole; a longer line by itself."""
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


class OutputError(SudocubeError):
    """The answer cannot be written: a full disk, say."""
