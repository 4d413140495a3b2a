"""A SAT solver that writes a trace of how it learned each clause, so that "no solution" can be checked."""

from __future__ import annotations

from typing import Any

from sudocube.encoder.cnf import Clauses
from sudocube.errors import UndecidedError
from sudocube.sat.incremental import IncrementalSolver
from sudocube.sat.settings import TRACING, TRACING_SETTINGS

LONGEST_TRACE = 1 << 29
"""The most bytes in a trace, because a trace is read as a whole."""


class TracingSolver(IncrementalSolver):
    """A solver that traces in LRAT (see `pysat_calls.tracing_solver`); clauses are numbered from 1 in order.

    It must not search under assumptions: what is learned under them refutes nothing.
    """

    def __init__(self, clauses: Clauses, top: int) -> None:
        super().__init__(clauses, top, solver=TRACING, settings=TRACING_SETTINGS)

    def trace(self) -> bytes:
        """The trace so far: a text line for each learned clause, with its number and its hints."""
        from sudocube.sat.pysat_calls import trace

        return trace(self._solver)

    def _new(self) -> Any:  # noqa: ANN401
        from sudocube.sat.pysat_calls import tracing_solver

        return tracing_solver(self.name, self._settings)

    def _load(self, clauses: Clauses) -> None:
        from sudocube.sat.pysat_calls import add_to_traced

        add_to_traced(self._solver, clauses)

    def _after_slice(self) -> None:
        """Raise UndecidedError where the trace has become too long."""
        from sudocube.sat.pysat_calls import trace_length

        if trace_length(self._solver) > LONGEST_TRACE:
            raise UndecidedError(f"its proof comes out of more than {LONGEST_TRACE >> 20} MB of a trace")
