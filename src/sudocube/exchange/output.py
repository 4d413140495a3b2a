"""What a solver says, whatever format it was written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sudocube.errors import FormatError

Model = Mapping[int, int | float]
"""By the number of a variable, from 1: its value, 0 or 1 for a Boolean."""


class SolverStatus(StrEnum):
    """Three answers, never two."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Output:
    """The answer of a solver, and its models: none, one or several.

    Where the output `is_sparse`, what a model does not mention is 0: its format leaves that out.
    """

    said: SolverStatus
    models: tuple[Model, ...] = ()
    is_sparse: bool = False


class OutputBuilder:
    """A solver's output while it is read; what contradicts itself is an error with its place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._said: SolverStatus | None = None
        self._models: list[dict[int, int | float]] = []
        self._is_open = False

    def say(self, said: SolverStatus, line: int | None = None) -> None:
        """The answer is `said`; FormatError where it was another before."""
        if self._said not in (None, said):
            raise FormatError(
                self._source, line, None, found=f"{said} after {self._said}", expected="one answer"
            )
        self._said = said

    def begin(self) -> None:
        """A new model begins, whether or not anything is said in it."""
        self._models.append({})
        self._is_open = True

    def end(self) -> None:
        """The model is complete."""
        self._is_open = False

    def put(self, variable: int, value: float, line: int | None = None) -> None:
        """The value of a variable in this model; FormatError where it had another one."""
        if not self._is_open:
            self.begin()
        if self._models[-1].setdefault(variable, value) != value:
            raise FormatError(
                self._source,
                line,
                None,
                found=f"variable {variable} with two values",
                expected="each variable with one value",
            )

    @property
    def output(self) -> Output | None:
        """What it came to; None where there was neither an answer nor a model."""
        if self._said is None and not self._models:
            return None
        if self._models and self._said is SolverStatus.UNSATISFIABLE:
            raise FormatError(
                self._source, None, None, found="unsatisfiable, and a model", expected="one or the other"
            )
        said = SolverStatus.SATISFIABLE if self._models else self._said
        return Output(said or SolverStatus.SATISFIABLE, tuple(self._models))
