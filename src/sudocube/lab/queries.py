"""Questions about clauses, put to SAT solvers that hold them.

Three answers: a model, no model (None), and TimeoutError. Unit propagation has a solver of its own, which
never searches: one that has learnt clauses sees more than unit propagation does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause

if TYPE_CHECKING:
    from sudocube.engines.asking import Asked

PROPAGATOR = "minisat22"


class Queries:
    """Clauses over the variables 1 to `top`, asked again and again under assumptions.

    >>> with queries([[1, 2], [-1, -2]], 2, Clock()) as asked:
    ...     asked.refuted_by_propagation([1, 2]), asked.model([-1])
    (True, [-1, 2])
    """

    def __init__(self, clauses: Iterable[Clause], top: int, clock: Clock) -> None:
        self._clauses, self._top, self._clock = list(clauses), top, clock
        self._propagator: Any = None
        self._searcher: Asked | None = None

    def refuted_by_propagation(self, assumed: Sequence[int]) -> bool:
        """Whether unit propagation alone shows that there is no model in which the assumptions hold."""
        from sudocube.engines.pysat_calls import propagate

        if self._propagator is None:
            from pysat.solvers import Solver

            self._propagator = Solver(name=PROPAGATOR, bootstrap_with=self._clauses)
        return not propagate(self._propagator, assumed)[0]

    def model(self, assumed: Sequence[int], slices: int | None = None) -> list[int] | None:
        """A model in which the assumptions hold; None where there is none.

        Raises TimeoutError, and where so many slices of the search did not decide.
        """
        searcher = self._search_with()
        return searcher.model() if searcher.is_satisfiable(assumed, self._clock, slices=slices) else None

    def prefer(self, literals: Sequence[int]) -> None:
        """From now on, searches try these first."""
        self._search_with().prefer(literals)

    def _search_with(self) -> Asked:
        if self._searcher is None or self._searcher.is_closed:
            from sudocube.engines.asking import Asked

            self._searcher = Asked(self._clauses, self._top, settings={})
        return self._searcher

    def is_refuted(self, assumed: Sequence[int]) -> bool:
        """Whether there is no such model: by unit propagation, else by a search. Raises TimeoutError."""
        return self.refuted_by_propagation(assumed) or self.model(assumed) is None

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self._top += 1
        return self._top

    def add(self, clause: Clause) -> None:
        """One more clause, for good."""
        self._clauses.append(clause)
        if self._propagator is not None:
            self._propagator.add_clause(clause)
        if self._searcher is not None and not self._searcher.is_closed:
            self._searcher.add(clause)

    def assumption(self, clauses: Iterable[Clause]) -> list[int]:
        """Literals that, assumed, put clauses in force: units as they are, others by a new variable."""
        literals, selector = [], 0
        for clause in clauses:
            if len(clause) == 1:
                literals.append(clause[0])
            else:
                selector = selector or self.new_variable()
                self.add([*clause, -selector])
        return [*literals, selector] if selector else literals

    def close(self) -> None:
        """Be rid of the solvers."""
        from sudocube.engines.pysat_calls import delete

        propagator, self._propagator = self._propagator, None
        if propagator is not None:
            delete(propagator)
        if self._searcher is not None:
            self._searcher.close()


@contextmanager
def queries(clauses: Iterable[Clause], top: int, clock: Clock) -> Iterator[Queries]:
    """For as long as it is entered, solvers that hold these clauses."""
    asked = Queries(clauses, top, clock)
    try:
        yield asked
    finally:
        asked.close()
