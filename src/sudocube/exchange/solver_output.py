"""What a solver answers, in whatever format: its status, and its models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sudocube.errors import FormatError

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


class OutputBuilder:
    """Collects a solver's output while it is read; a contradiction in it raises FormatError with its place.

    `source` is the name of the output in errors; `line` numbers its text lines from 1.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._status: SolverStatus | None = None
        self._models: list[dict[int, int | float]] = []
        self._is_open = False

    def error(self, line: int | None, found: str, expected: str) -> FormatError:
        """The error that the output holds `found` at this text line in place of `expected`."""
        return FormatError(self._source, line, None, found=found, expected=expected)

    def set_status(self, status: SolverStatus, line: int | None = None) -> None:
        """Note the status; raises FormatError where it was another before."""
        if self._status not in (None, status):
            raise self.error(line, f"{status} after {self._status}", "one answer")
        self._status = status

    def begin_model(self) -> None:
        """Begin a new model, even if no value follows."""
        self._models.append({})
        self._is_open = True

    def end_model(self) -> None:
        """The model is complete: the next value belongs to another one."""
        self._is_open = False

    def set_value(self, variable: int, value: float, line: int | None = None) -> None:
        """Note the value of a variable in this model; raises FormatError where it had another value."""
        if not self._is_open:
            self.begin_model()
        if self._models[-1].setdefault(variable, value) != value:
            raise self.error(line, f"variable {variable} with two values", "each variable with one value")

    def output(self, *, is_sparse: bool = False) -> SolverOutput | None:
        """The whole output; None where there was neither a status nor a model.

        Raises FormatError for a model of what is unsatisfiable.
        """
        if self._status is None and not self._models:
            return None
        if self._models and self._status is SolverStatus.UNSATISFIABLE:
            raise self.error(None, "unsatisfiable, and a model", "one or the other")
        status = SolverStatus.SATISFIABLE if self._models else self._status
        return SolverOutput(status or SolverStatus.SATISFIABLE, tuple(self._models), is_sparse)
