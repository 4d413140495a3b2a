"""Clauses in a SAT solver that is asked again and again, under assumptions and against the clock.

How PySAT has to be called is told in `pysat_calls`. A search that runs out of time stops between two
slices, and the solver can be asked on; one that was broken off by anything else is thrown away.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from pysat.solvers import Solver

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.engines.pysat_calls import delete, search_slice
from sudocube.engines.sat_engine import SETTINGS, SLICE

SOLVER = "cadical153"


class Asked:
    """A solver with clauses; variables from 1 to `top` are in use. To be closed after use.

    >>> with Asked([[1, 2]], 2) as asked:
    ...     asked.is_satisfiable([-1, -2], Clock()), sorted(asked.core())
    (False, [-2, -1])
    """

    def __init__(
        self,
        clauses: Iterable[Clause] = (),
        top: int = 0,
        *,
        settings: Mapping[str, int] = SETTINGS[SOLVER],
    ) -> None:
        self.top = top
        self.added = 0
        """How many clauses came later."""
        self._solver: Any = Solver(name=SOLVER)
        self._solver.configure(settings)
        self._solver.append_formula(clauses, no_return=True)
        _ALIVE.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_closed(self) -> bool:
        """Whether there is no solver any more."""
        return self._solver is None

    def new_variable(self) -> int:
        """A variable that no clause speaks of yet."""
        self.top += 1
        return self.top

    def add(self, clause: Sequence[int]) -> None:
        """From now on this clause holds."""
        self._solver.add_clause(clause)
        self.added += 1

    def add_for_now(self, *clauses: Sequence[int]) -> int:
        """Clauses that hold where the literal that is returned is assumed; to be retired after use."""
        selector = self.new_variable()
        for clause in clauses:
            self.add([*clause, -selector])
        return selector

    def retire(self, selector: int) -> None:
        """Clauses under this selector will not be asked for again."""
        if self._solver is not None:
            self.add([-selector])

    def prefer(self, literals: Sequence[int]) -> None:
        """From now on, searches try these first; not with settings that prefer something else."""
        self._solver.set_phases(literals)

    def is_satisfiable(self, assumed: Sequence[int], clock: Clock, *, slices: int | None = None) -> bool:
        """Whether all clauses and the assumed literals can hold.

        Raises TimeoutError, and where so many slices of the search did not decide.
        """
        clock.check()
        done = 0
        try:
            while (answer := search_slice(self._solver, assumed, SLICE)) is None:
                clock.check()
                done += 1
                if done == slices:
                    raise TimeoutError
        except TimeoutError:
            raise
        except BaseException:
            self.close()
            raise
        return answer

    def model(self) -> list[int]:
        """Where it was satisfiable just now: each variable, in ascending order, negated where it is false."""
        model: list[int] = self._solver.get_model()
        return model

    def true(self, variables: int) -> list[int]:
        """Of the variables 1 to `variables`, those that are true in the model, in ascending order."""
        return [literal for literal in self.model()[:variables] if literal > 0]

    def core(self) -> list[int]:
        """Of the literals assumed last, some that cannot hold together; where they cannot."""
        return self._solver.get_core() or []

    def close(self) -> None:
        """Be rid of the solver."""
        solver, self._solver = self._solver, None
        if solver is not None:
            delete(solver)


_ALIVE: weakref.WeakSet[Asked] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """PySAT's solvers complain when they are left to the end of the interpreter."""
    for asked in list(_ALIVE):
        asked.close()
