"""A SAT solver that is a program, asked about one formula: how it is called, and what it says.

It may answer by its exit status, by what it prints, and by the file that it writes: in one of these ways or
in several, and all that it says has to agree. Nothing is concluded from a program that was ended by a signal,
and no UNSATISFIABLE counts from one that ended with an unusual status: it may have broken off. A model counts
in any case, because others check it.
"""

from __future__ import annotations

import io
from math import inf
from pathlib import Path
from time import monotonic

from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.engines.outsiders import words_of_command
from sudocube.errors import EngineError, FormatError, InputError, UnsupportedError, quoted
from sudocube.processes.container import Contained, memory_limit
from sudocube.solver_texts.competition_formats import read_dimacs
from sudocube.solver_texts.solver_formats import read_output
from sudocube.solver_texts.solver_output import (
    LONGEST_OUTPUT,
    OutputText,
    SolverOutput,
    SolverStatus,
    read_output_text,
)

FILE, OUTPUT_FILE = "{}", "{out}"
"""What stands in a command for the file of the formula, and for one that the program writes its model to."""

EXIT_CODES = {10: SolverStatus.SATISFIABLE, 20: SolverStatus.UNSATISFIABLE}
"""The exit statuses that all competitions of SAT solvers ask for."""

EXPECTED = "s SATISFIABLE with a model, s UNSATISFIABLE, or an exit status of 10 or 20"


class SatProgram:
    """A command that solves a file in DIMACS, for formulas in one encoding."""

    def __init__(self, command: str, encoding: Encoding) -> None:
        """Raises UnsupportedError where the command cannot be split, or there is no such program."""
        self._words = words_of_command(command)
        if not any(FILE in word for word in self._words):
            self._words.append(FILE)
        self._writes_file = any(OUTPUT_FILE in word for word in self._words)
        self._encoding = encoding
        memory_limit()  # a mistake in it is told before anything is asked
        self._program: Contained | None = None
        self.name = self._words[0]

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()

    def run(self, file: Path, clock: Clock) -> SolverOutput:
        """What the program says of the formula in this file; it is given the time that the clock has.

        A file beside it is for the model. Raises TimeoutError when the time is over, and EngineError where
        the program fails, says nothing, or contradicts itself.
        """
        written = file.with_name("output")
        written.unlink(missing_ok=True)
        words = [word.replace(OUTPUT_FILE, str(written)).replace(FILE, str(file)) for word in self._words]
        left = clock.seconds_left
        program = self._program = Contained(words, has_input=False, folder=str(file.parent))
        try:
            deadline = inf if left is None else monotonic() + left
            printed = program.output(deadline, LONGEST_OUTPUT, answers_by_exit_code=True)
        finally:
            program.close()
        said = Statements(self.name, self._encoding, clock)
        said.add_text(printed, "its output")
        if self._writes_file and written.is_file():
            with written.open("rb") as stream:
                said.add_text(stream.read(LONGEST_OUTPUT + 1), "the file that it wrote")
        said.add_exit_code(program.exit_code or 0, program.last_error_line)
        return said.together()

    def why_no_model(self, status: SolverStatus, *, is_first: bool) -> str:
        """Why nothing is known after an answer without a model; `is_first` is about the first search."""
        if status is SolverStatus.UNKNOWN:
            return f"{self.name} says that it does not know"
        wanted = "let it print the model, in lines that begin with v"
        if not self._writes_file:
            wanted += f", or write it to a file that {OUTPUT_FILE} stands for: CMD {FILE} {OUTPUT_FILE}"
        which = "a solution" if is_first else "another solution"
        return f"{self.name} says that there is {which}, and shows none: {wanted}"


class Statements:
    """All that the program says in one search."""

    def __init__(self, name: str, encoding: Encoding, clock: Clock) -> None:
        self._name, self._encoding, self._clock = name, encoding, clock
        self._outputs: list[SolverOutput] = []
        self._said: list[tuple[SolverStatus, str]] = []
        """Each status that it gave, with the place where it gave it."""
        self._first_line = ""

    def add_text(self, content: bytes, place: str) -> None:
        """Read what it printed, or wrote to a file; `place` says which of them, in messages.

        Raises EngineError for a text that contradicts itself or is longer than any answer, and TimeoutError
        where the time is up.
        """
        try:
            text = OutputText(read_output_text(io.BytesIO(content), place), place, self._clock)
            output = read_dimacs(text) or self._in_other_format(text)
        except (FormatError, InputError) as error:
            raise EngineError(f"garbled: {self._name}: {error}") from error
        if output is not None:
            self._outputs.append(output)
            self._said.append((output.status, f"in {place}"))
        elif not self._first_line:
            self._first_line = next((line.strip() for _, line in text.lines()), "")

    def _in_other_format(self, text: OutputText) -> SolverOutput | None:
        """What `decode` would read: some solvers read DIMACS and answer in other words. None if nothing."""
        try:
            return read_output(text, self._encoding, None)[1]
        except (FormatError, UnsupportedError):
            return None

    def add_exit_code(self, code: int, last_error: str) -> None:
        """Note how it ended, after all that it said; `last_error` is its last line on standard error.

        Raises EngineError where it failed.
        """
        end = f": {quoted(last_error)}" if last_error else ""
        if code in EXIT_CODES:
            self._said.append((EXIT_CODES[code], f"by its exit status {code}"))
        if not self._said:
            printed = f"; it printed {quoted(self._first_line)}" if self._first_line else ""
            what = f"{self._name} ended with exit status {code} and no answer{end or printed}"
            raise EngineError(f"{what}; expected: {EXPECTED}")
        if code not in (0, *EXIT_CODES) and self._said[0][0] is SolverStatus.UNSATISFIABLE:
            what = f"{self._name} says unsatisfiable, and ended with exit status {code}, not 20 or 0"
            raise EngineError(f"{what}: this does not count{end}")

    def together(self) -> SolverOutput:
        """The answer; raises EngineError where one statement contradicts another."""
        (status, where), *others = self._said
        for other, place in others:
            if other is not status:
                raise EngineError(f"garbled: {self._name} says {status} {where}, and {other} {place}")
        models = tuple(model for output in self._outputs for model in output.models)
        return SolverOutput(status, models, any(output.is_sparse for output in self._outputs))
