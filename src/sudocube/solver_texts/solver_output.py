"""What a solver answers, in whatever format: its status, and its models; and the text that says so.

The text may be anything, so each reader needs time and memory in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO

from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import FormatError, InputError
from sudocube.rows.source import ArrivingBytes

LONGEST_OUTPUT = 100_000_000
"""How many bytes an output may have.

At 25×25, the answer to `get-model` has up to 40,000,000, in the encoding `sorting-network`. Reports with a
text line for each clause are longer: that of GLPK has 90,000,000 in the encoding `totalizer`.
"""

MOST_VALUES = 10_000_000
"""How many values all models of an output may have. One model of a 25×25 puzzle has up to 1,000,000."""

LONGEST_ANSWER = 2_000
"""How many characters a text line has at most that holds a status, or the value of one variable."""

_LINE = re.compile(r"^[^\S\n]*\S[^\n]*", re.MULTILINE)
_SPACE = re.compile(r"\s")
_BATCH = 65_536
"""How many characters or matches are read between two looks at the clock."""

Model = Mapping[int, int | float]
"""From the number of a variable, from 1, to its value: 0 or 1 for a Boolean."""


class SolverStatus(StrEnum):
    """What a solver found out: there is a solution, there is none, or it does not know."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SolverOutput:
    """The status, and the models: none, one or several.

    Where `is_sparse` is true, variables that a model does not mention are 0: the format omits them.
    """

    status: SolverStatus
    models: tuple[Model, ...] = ()
    is_sparse: bool = False


def read_output_text(stream: BinaryIO, name: str) -> str:
    """The text of a solver's output; `name` is that of the stream in errors.

    Raises InputError, as soon as it is seen, for more than LONGEST_OUTPUT bytes, and for text that is UTF-16
    or holds NUL bytes; OSError where the stream does.
    """
    found = bytearray()
    text = ArrivingBytes(stream, name, size=_BATCH).as_text()
    for data in text:
        found += data
        if len(found) > LONGEST_OUTPUT:
            what = f"more than {LONGEST_OUTPUT:,} bytes"
            raise InputError(name, f"{what}: what a solver prints on one puzzle is shorter")
    if text.failure is not None:
        raise text.failure
    return found.decode("utf-8", "replace")


class OutputText:
    """The text of a solver's output, its name in errors, and the clock for reading it.

    A place is an index into `text`, in which all line ends are LF.
    """

    def __init__(self, text: str, source: str, clock: Clock = NO_LIMIT) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        self.source, self.clock = source, clock

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each text line that is not blank, with the place where it begins; raises TimeoutError."""
        start = 0
        while start < len(self.text):
            self.clock.check()
            end = self.text.find("\n", start + _BATCH) + 1 or len(self.text)
            for line in _LINE.finditer(self.text, start, end):
                yield line.start(), line[0]
            start = end

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """All matches in the text; raises TimeoutError."""
        for number, match in enumerate(pattern.finditer(self.text)):
            if number % _BATCH == 0:
                self.clock.check()
            yield match

    def words(self, line: str) -> Iterator[str]:
        """The words of a text line, which may be as long as the text; raises TimeoutError."""
        start = 0
        while start < len(line):
            self.clock.check()
            space = _SPACE.search(line, start + _BATCH)
            end = space.end() if space else len(line)
            yield from line[start:end].split()
            start = end

    def error(self, place: int | None, found: str, expected: str) -> FormatError:
        """The error that the text holds `found` at this place, or somewhere, in place of `expected`."""
        line = None if place is None else self.text.count("\n", 0, place) + 1
        return FormatError(self.source, line, None, found=found, expected=expected)


class OutputBuilder:
    """Collects a solver's output while it is read; a contradiction in it raises FormatError."""

    def __init__(self, text: OutputText) -> None:
        self._text = text
        self._status: SolverStatus | None = None
        self._models: list[dict[int, int | float]] = []
        self._is_open = False
        self._values = 0

    def set_status(self, status: SolverStatus, place: int | None = None) -> None:
        """Note the status; raises FormatError where it was another before."""
        if self._status not in (None, status):
            raise self._text.error(place, f"{status} after {self._status}", "one answer")
        self._status = status

    def begin_model(self) -> None:
        """Begin a new model, even if no value follows."""
        self._models.append({})
        self._is_open = True

    def end_model(self) -> None:
        """The model is complete: the next value belongs to another one."""
        self._is_open = False

    def set_value(self, variable: int, value: float, place: int | None = None) -> None:
        """Note the value of a variable in this model.

        Raises FormatError where it had another value, and for more than MOST_VALUES values in all models.
        """
        if not self._is_open:
            self.begin_model()
        self._values += 1
        if self._values > MOST_VALUES:
            raise self._text.error(place, f"more than {MOST_VALUES:,} values", "the models of one puzzle")
        if self._models[-1].setdefault(variable, value) != value:
            found = f"variable {variable} with two values"
            raise self._text.error(place, found, "each variable with one value")

    def output(self, *, is_sparse: bool = False) -> SolverOutput | None:
        """The whole output; None where there was neither a status nor a model.

        Raises FormatError for a model of what is unsatisfiable.
        """
        if self._status is None and not self._models:
            return None
        if self._models and self._status is SolverStatus.UNSATISFIABLE:
            raise self._text.error(None, "unsatisfiable, and a model", "one or the other")
        status = SolverStatus.SATISFIABLE if self._models else self._status
        return SolverOutput(status or SolverStatus.SATISFIABLE, tuple(self._models), is_sparse)
