"""Calls of PySAT's solvers that do not give wrong answers; no other module calls them.

Two traps of PySAT (1.9.dev17) are avoided:

- Once a budget has been used, plain `solve()` may answer UNSAT for a satisfiable formula. So `search_slice`
  calls `solve_limited()`, and sets the budget before each call, because for some solvers it lasts for one
  call only.
- In the main thread PySAT sets a handler for Ctrl-C that jumps out of the search. After that the solver gives
  wrong answers; and if the system delivers the signal to another thread, the process dies. So PySAT is made
  to believe that it runs in another thread. Python then notes the signal, and raises KeyboardInterrupt when
  the call has returned.

A solver whose search was interrupted must not be used again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pysolvers
from pysat import solvers
from pysat.card import ITotalizer

from sudocube.errors import UnavailableError
from sudocube.interrupt import interrupt_held_back


def new_solver(name: str, settings: Mapping[str, int]) -> Any:  # noqa: ANN401
    """A new solver without clauses; only CaDiCaL takes settings."""
    solver = solvers.Solver(name=name)
    if settings:
        solver.configure(settings)
    return solver


def totalizer(variables: int, most: int) -> tuple[list[list[int]], int, list[int]]:
    """A totalizer of the variables from 1: clauses, the last variable, outputs.

    Output k, from 0, is true if more than k of the variables are; there are outputs up to `most`.

    >>> totalizer(2, 1)
    ([[-2, 3], [-1, 3], [-1, -2, 4]], 4, [3, 4])
    """
    with ITotalizer([*range(1, variables + 1)], ubound=most, top_id=variables) as made:
        return made.cnf.clauses, made.top_id, made.rhs


def search_slice(solver: Any, assumptions: Sequence[int], conflicts: int) -> bool | None:  # noqa: ANN401
    """Whether the formula is satisfiable under assumptions; None if so many conflicts did not decide."""
    with _signal_handler_off:
        solver.conf_budget(conflicts)
        satisfiable: bool | None = solver.solve_limited(assumptions=assumptions)
    return satisfiable


def search_to_the_end(solver: Any, assumptions: Sequence[int]) -> bool:  # noqa: ANN401
    """The same for a solver that takes no budget; only the end of its process stops it."""
    with _signal_handler_off:
        return bool(solver.solve(assumptions=assumptions))


def propagate(solver: Any, literals: Sequence[int]) -> tuple[bool, list[int]]:  # noqa: ANN401
    """Unit propagation; see `IncrementalSolver.propagate`."""
    with _signal_handler_off:
        consistent, implied = solver.propagate(assumptions=literals)
    return bool(consistent), implied


def delete(solver: Any) -> None:  # noqa: ANN401
    """Free a solver. Ctrl-C is held back: in the middle, it would cause a second free, and a crash."""
    with interrupt_held_back():
        solver.delete()


PYSAT_WITH_LRAT = 'pip install "python-sat==1.9.dev17"'


def tracing_solver(name: str, settings: Mapping[str, int]) -> Any:  # noqa: ANN401
    """A new CaDiCaL that writes a proof in LRAT: each learned clause with the clauses that imply it.

    LRAT: N. Wetzler, M. Heule and W. Hunt, "DRAT-trim", 2014, with hints as in L. Cruz-Filipe et al.,
    "Efficient Certified RAT Verification", 2017. PySAT itself asks for a proof in DRAT, which has no hints.
    The choice must be made before tracing begins, so this function calls PySAT's internal functions. It can
    be removed once PySAT has an argument for LRAT. Raises UnavailableError where these internals have
    changed.
    """
    solver = new_solver(name, {**settings, "lrat": 1, "binary": 0})
    file = tempfile.TemporaryFile()  # noqa: SIM115 — closed when the solver is deleted
    try:
        inside = solver.solver
        inside.prfp = pysolvers.cadical195_tracepr(inside.cadical, file)
        inside.prfile = file  # only now: deleting a solver that has it, but does not trace, crashes
    except AttributeError:
        file.close()
        delete(solver)
        raise UnavailableError("a PySAT that traces in LRAT", PYSAT_WITH_LRAT) from None
    return solver


def add_to_traced(solver: Any, clauses: Iterable[Sequence[int]]) -> None:  # noqa: ANN401
    """Add clauses to a tracing solver; PySAT's own loop over them takes twice as long."""
    add, inside = pysolvers.cadical195_add_cl, solver.solver.cadical
    for clause in clauses:
        add(inside, clause)


def trace(solver: Any) -> bytes:  # noqa: ANN401
    """What a tracing solver has written so far."""
    inside = solver.solver
    pysolvers.flushpr(inside.prfp)
    inside.prfile.seek(0)
    return bytes(inside.prfile.read())


def trace_length(solver: Any) -> int:  # noqa: ANN401
    """How many bytes a tracing solver has written so far, without those that are still buffered."""
    return os.fstat(solver.solver.prfile.fileno()).st_size


class _NotTheMainThread:
    """Replaces PySAT's MainThread, which says whether to set a handler for Ctrl-C."""

    @staticmethod
    def check() -> bool:
        """No."""
        return False


class _SignalHandlerOff:
    """A context in which PySAT sets no handler. Other users of PySAT are not affected.

    In other threads PySAT never sets one. This can be removed once PySAT has an argument for it.
    """

    _own = solvers.MainThread

    def __enter__(self) -> None:
        if self._own.check():
            solvers.MainThread = _NotTheMainThread

    def __exit__(self, *_: object) -> None:
        if self._own.check():
            solvers.MainThread = self._own


_signal_handler_off = _SignalHandlerOff()
