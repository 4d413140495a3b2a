"""Searches by PySAT's solvers, called so that they do not give wrong answers.

Two traps of PySAT (1.9.dev17) are kept away from here. Once a budget has been used, plain `solve()` may
answer UNSAT for a formula that is satisfiable: so `solve_limited()` is called, with a budget that is set
before each call, because for some solvers it lasts for one only. And in the main thread PySAT sets a
handler for Ctrl-C that jumps out of the search: it leaves a solver that gives wrong answers, and where the
system hands the signal to another thread, the process dies. So PySAT is made to believe that it is in
another thread; Python then notes the signal, and raises its exception once the call has returned. A solver
whose puzzle was broken off is to be thrown away all the same.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pysolvers
from pysat import solvers

from sudocube.errors import UnavailableError
from sudocube.interrupt import interrupt_held_back


def search_slice(solver: Any, assumptions: Sequence[int], conflicts: int) -> bool | None:  # noqa: ANN401
    """Whether the formula is satisfiable under assumptions; None where so many conflicts did not decide."""
    with _no_handler_of_its_own:
        solver.conf_budget(conflicts)
        satisfiable: bool | None = solver.solve_limited(assumptions=assumptions)
    return satisfiable


def search_to_the_end(solver: Any, assumptions: Sequence[int]) -> bool:  # noqa: ANN401
    """The same for a solver that takes no budget; nothing stops it but the end of its process."""
    with _no_handler_of_its_own:
        return bool(solver.solve(assumptions=assumptions))


def propagate(solver: Any, literals: Sequence[int]) -> tuple[bool, list[int]]:  # noqa: ANN401
    """Whether unit propagation from literals meets no contradiction, and the literals that it makes true.

    What the solver's clauses of one literal imply by themselves is not among these. A solver that has
    searched propagates through what it has learned as well.
    """
    with _no_handler_of_its_own:
        consistent, implied = solver.propagate(assumptions=literals)
    return bool(consistent), implied


def delete(solver: Any) -> None:  # noqa: ANN401
    """Free a solver. Broken off in the midst, it would be freed twice, and the process die."""
    with interrupt_held_back():
        solver.delete()


def tracing_solver(settings: Mapping[str, int]) -> Any:  # noqa: ANN401
    """A new cadical195 that writes down, in LRAT, what every clause that it learns follows from.

    LRAT: N. Wetzler, M. Heule and W. Hunt, "DRAT-trim", 2014, with hints as in L. Cruz-Filipe et al.,
    "Efficient Certified RAT Verification", 2017. PySAT itself asks for a proof in DRAT, which does not say
    why; which of the two must be settled before tracing begins, and so this calls what PySAT calls. To go
    once PySAT has an argument for that. Raises UnavailableError where its inside has changed.
    """
    solver = solvers.Solver(name="cadical195")
    solver.configure({**settings, "lrat": 1, "binary": 0})
    file = tempfile.TemporaryFile()  # noqa: SIM115 — closed when the solver is deleted
    try:
        inside = solver.solver
        inside.prfp = pysolvers.cadical195_tracepr(inside.cadical, file)
        inside.prfile = file  # not before: a solver that has it and does not trace dies when it is deleted
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


def length_of_trace(solver: Any) -> int:  # noqa: ANN401
    """How many bytes a tracing solver has written so far, apart from a few that it still holds back."""
    return os.fstat(solver.solver.prfile.fileno()).st_size


PYSAT_WITH_LRAT = 'pip install "python-sat==1.9.dev17"'


class _NotTheMainThread:
    """Stands in for PySAT's own MainThread, which tells it whether to set a handler for Ctrl-C."""

    @staticmethod
    def check() -> bool:
        """No."""
        return False


class _NoHandlerOfItsOwn:
    """While it is entered, PySAT sets no handler. Other users of PySAT are not touched.

    In other threads it sets none anyway. To go once PySAT has an argument for that.
    """

    _own = solvers.MainThread

    def __enter__(self) -> None:
        if self._own.check():
            solvers.MainThread = _NotTheMainThread

    def __exit__(self, *_: object) -> None:
        if self._own.check():
            solvers.MainThread = self._own


_no_handler_of_its_own = _NoHandlerOfItsOwn()
