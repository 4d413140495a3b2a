"""What commands share: where puzzles come from, where words go, and how a command ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO

import typer

from sudocube.cli.progress import Progress
from sudocube.cli.status import INTERRUPTED, MISUNDERSTOOD, PIPE_CLOSED, Status
from sudocube.errors import InputError, PuzzleError, SudocubeError
from sudocube.formats import Entry, read, read_argument
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import VALUES

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

STANDARD_INPUT = "-"


class Run:
    """One command at work; used as a context that turns whatever ends the command into an exit status.

    Standard output is the answer and nothing else: `put`. Talk goes to standard error: `tell`, unless
    --quiet, and `complain` for errors.
    """

    def __init__(self, *, quiet: bool, size: int | None = None, box: str | None = None) -> None:
        self.quiet = quiet
        self.status = Status()
        self.progress = Progress(is_wanted=not quiet)
        self._size = size
        self._geometry = Geometry.of_box(box) if box is not None else None

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        code = self.status.code
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: what follows is quick
            code = INTERRUPTED
        self.progress.stop()
        try:
            if isinstance(error, SudocubeError):
                self.complain(str(error))
                code = MISUNDERSTOOD
            elif isinstance(error, BrokenPipeError):
                raise error
            elif error is not None and code != INTERRUPTED:
                return
            sys.stdout.flush()
        except BrokenPipeError:
            # What is left in the buffer goes nowhere, lest Python complain of it at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = PIPE_CLOSED
        raise typer.Exit(code)

    def put(self, line: str) -> None:
        """A line of the answer, on standard output at once."""
        self.put_text(line + "\n")

    def put_text(self, text: str) -> None:
        """Whole lines of the answer, on standard output at once."""
        self.progress.make_way()
        sys.stdout.write(text)
        sys.stdout.flush()

    def put_row(self, row: Mapping[str, Any]) -> None:
        """A line of JSON."""
        self.put(json.dumps(row))

    def tell(self, line: str) -> None:
        """A remark on standard error."""
        if not self.quiet:
            self.complain(line)

    @property
    def width(self) -> int:
        """How many characters fit on a line of standard output."""
        return self._console.width

    def rendered(self, *parts: RenderableType) -> str:
        """Texts and tables as standard output takes them: with colour where that shows it."""
        from rich.text import Text

        with self._console.capture() as capture:
            for part in parts:
                self._console.print(part, soft_wrap=isinstance(part, Text))
        return "".join(line.rstrip() + "\n" for line in capture.get().splitlines())

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(highlight=False)

    def complain(self, line: str) -> None:
        """An error on standard error."""
        self.progress.make_way()
        sys.stdout.flush()
        sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def entries(self, inputs: Sequence[str]) -> Iterator[Entry]:
        """The puzzles of all inputs; what cannot be read is complained of, and the others go on."""
        files = [name for name in inputs if Path(name).is_file()]
        self.progress.expect(sum(Path(name).stat().st_size for name in files), len(files) == len(inputs))
        for position, name in enumerate(inputs, 1):
            try:
                found = 0
                for entry in self._of_input(name, position):
                    found += 1
                    if entry.error is not None:
                        self.status.note(MISUNDERSTOOD)
                    yield entry
                if not found:
                    raise InputError(name, "no puzzle in it")
            except (InputError, PuzzleError) as error:
                self.status.note(MISUNDERSTOOD)
                self.complain(str(error))

    def _of_input(self, name: str, position: int) -> Iterator[Entry]:
        """The puzzles of one input."""
        if name == STANDARD_INPUT:
            yield from self._of_stream(sys.stdin.buffer, STANDARD_INPUT)
        elif os.path.exists(name):  # noqa: PTH110 — Path.exists raises for a puzzle that is a long name
            try:
                with Path(name).open("rb") as stream:
                    yield from self._of_stream(stream, name)
            except OSError as error:
                if isinstance(error, SudocubeError | BrokenPipeError):
                    raise
                raise InputError(name, (error.strerror or str(error)).lower()) from None
        elif _may_be_puzzle(name):
            yield from read_argument(name, position, geometry=self._geometry, size=self._size)
        else:
            raise InputError(name, "there is no such file, and it is no puzzle either")

    def _of_stream(self, stream: BinaryIO, name: str) -> Iterator[Entry]:
        with self.progress.reading(stream):
            yield from read(stream, name, geometry=self._geometry, size=self._size)


def _may_be_puzzle(text: str) -> bool:
    """Whether to read an argument as a puzzle rather than as the name of a file that is not there."""
    symbols = "".join(text.split())
    known = sum(symbol in VALUES for symbol in symbols)
    return len(symbols) >= min(SIZES) and 2 * known > len(symbols) and not text.endswith(_EXTENSIONS)


_EXTENSIONS = (".txt", ".sdk", ".sdm", ".ss", ".csv")


def refuse_bare_puzzle(arguments: Iterable[str]) -> None:
    """Say what to do about a puzzle that looks like an option because it begins with `-`."""
    for argument in arguments:
        if argument == "--":
            return
        is_puzzle = len(argument) in {size * size for size in SIZES} and all(
            one in VALUES for one in argument
        )
        if argument.startswith("-") and is_puzzle:
            sys.stderr.write(f"the puzzle {argument} begins with '-': write -- before it\n")
            sys.exit(MISUNDERSTOOD)
