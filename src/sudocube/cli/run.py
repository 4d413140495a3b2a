"""One command at work, from its options to its exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from sudocube.cli.output import STANDARD_OUTPUT, StandardOutput, has_colours, text_lines
from sudocube.cli.progress import Progress
from sudocube.cli.status import FAILED, PIPE_CLOSED, USAGE_ERROR, ExitStatus
from sudocube.cli.whole_file import OutputError
from sudocube.errors import EncodingError, EngineError, SudocubeError
from sudocube.geometry import Geometry
from sudocube.interrupt import ignore_interrupts, interrupted_status
from sudocube.report.document import Phrase

if TYPE_CHECKING:
    from sudocube.rows import Entry

DEFAULT_SIZE = 9

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""As in `sudocube.processes`, which is not imported for every command."""


class Run:
    """One command at work; used as a context that turns whatever ends the command into an exit status.

    The answer goes to standard output, or to the file that --output names, by `output`. The file is kept
    unless an error or Ctrl-C ends the command; with `in_records`, what was written by then is kept in another
    file. Everything else goes to standard error: remarks by `info`, unless --quiet was given, errors by
    `error`, and what else --quiet does not hush by `report_invalid` and `report`. `errors` are those told so
    far. `size`, `box`, `jobs`, `timeout` and `json` hold what the options say. `are_boxes_told` is true once
    it was said that a shape of boxes is assumed.
    `solver_memory` is the limit for programs and functions of others, in worker processes, too.
    """

    def __init__(
        self,
        *,
        quiet: bool,
        size: int | None = None,
        box: str | None = None,
        output: str = STANDARD_OUTPUT,
        in_records: bool = False,
        solver_memory: str | None = None,
        jobs: int | None = None,
        timeout: float | None = None,
        json: bool = False,
    ) -> None:
        self.status = ExitStatus()
        self.progress = Progress(is_wanted=not quiet)
        self.output = StandardOutput(self.progress)
        self.are_boxes_told = False
        self.errors: list[str] = []
        self.size, self.jobs, self.timeout, self.json = size, jobs, timeout, json
        self.box = Geometry.of_box(box) if box is not None else None
        self._solver_memory, self._memory_before = solver_memory, os.environ.get(MEMORY_VARIABLE)
        self._is_quiet, self.output_file, self._in_records = quiet, output, in_records
        if self.box is not None and size not in (None, self.box.size):
            raise typer.BadParameter(f"--size {size} and --box {box} do not fit together.")

    def __enter__(self) -> Run:
        self.progress.start()
        if self._solver_memory is not None:
            os.environ[MEMORY_VARIABLE] = self._solver_memory
        try:
            self.write_to(self.output_file)
        except SudocubeError as error:
            self.__exit__(type(error), error, None)
        return self

    def write_to(self, name: str) -> None:
        """Write the answer to that file from now on. Raises InputError if it cannot be opened."""
        self.output_file = name
        if name != STANDARD_OUTPUT:
            self.output.begin_file(name)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        code = self.status.code
        if isinstance(error, KeyboardInterrupt):
            ignore_interrupts()
            code = interrupted_status()
        self.progress.stop()
        self._put_memory_back()
        kept = None
        try:
            if error is not None and self._in_records and not isinstance(error, OutputError):
                kept = self.output.end_file_early()
            else:
                self.output.end_file(is_kept=error is None)
        except (OutputError, BrokenPipeError) as failure:
            error = failure
        match error:
            case KeyboardInterrupt():
                self.info("interrupted")
            case BrokenPipeError():
                code = PIPE_CLOSED
            case OutputError() | EngineError():
                self.error(str(error))
                code = FAILED
            case EncodingError():
                for line in error.lines:
                    self.error(line)
                code = USAGE_ERROR
            case SudocubeError():
                self.error(str(error))
                code = USAGE_ERROR
            case BaseException():
                return
        if kept is not None:
            self.info(f"what was written by then is in {kept}")
        raise typer.Exit(code)

    def _put_memory_back(self) -> None:
        """Leave the environment as it was: a caller within this process may run another command."""
        if self._memory_before is not None:
            os.environ[MEMORY_VARIABLE] = self._memory_before
        elif self._solver_memory is not None:
            del os.environ[MEMORY_VARIABLE]

    def info(self, *lines: str | Phrase) -> None:
        """Write a remark to standard error, of one or more text lines; a line feed in one is escaped."""
        if not self._is_quiet:
            for line in lines:
                self.report(line)

    def error(self, line: str) -> None:
        """Write an error to standard error, with "error:" before it, on one text line."""
        self.errors.append(line)
        self.report(f"error: {line}")

    def report_invalid(self, entry: Entry) -> None:
        """Write to standard error that an entry is no puzzle: "FILE:LINE: invalid: ..."."""
        from sudocube.report.words import invalid_in_words

        assert entry.error is not None  # else it is a puzzle
        self.report(invalid_in_words(entry.error, entry.title))

    def report(self, line: str | Phrase) -> None:
        """Write a line about an input to standard error, even with --quiet; a line feed in it is escaped."""
        with self.progress.out_of_the_way(), suppress(OSError):  # a full disk: there is nobody else to tell
            sys.stderr.write(text_lines([line], in_colour=has_colours(sys.stderr)))
            sys.stderr.flush()

    @property
    def geometry(self) -> Geometry:
        """For commands without a puzzle: the geometry that the options ask for, by default 9×9."""
        return self.box or Geometry.of_size(self.size or DEFAULT_SIZE)
