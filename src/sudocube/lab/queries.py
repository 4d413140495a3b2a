"""Clauses that answer many questions, by unit propagation and by searches.

An answer is a model, None (no model), or TimeoutError. Unit propagation has a solver of its own that never
searches, because a solver that has learned clauses infers more than unit propagation does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.sat import IncrementalSolver
from sudocube.sat.settings import PROPAGATOR


class Queries:
    """Clauses over the variables 1 to `top`, asked under assumptions; must be closed after use.

    All searches stop when `clock` runs out. Raises TimeoutError when it has run out at the start.

    >>> with Queries([[1, 2], [-1, -2]], 2, Clock()) as queries:
    ...     queries.refuted_by_propagation([1, 2]), queries.model([-1])
    (True, [-1, 2])
    """

    def __init__(self, clauses: Iterable[Clause], top: int, clock: Clock) -> None:
        held, self._clock = list(clock.watched(clauses)), clock
        self._propagator = IncrementalSolver(held, top, solver=PROPAGATOR)
        self._searcher = IncrementalSolver(held, top, settings={})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refuted_by_propagation(self, assumed: Sequence[int]) -> bool:
        """Whether unit propagation alone shows that there is no model in which the assumptions hold.

        Raises TimeoutError when the clock runs out before the solver has its clauses.
        """
        self._propagator.load(self._clock)
        return not self._propagator.propagate(assumed)[0]

    def model(self, assumed: Sequence[int], slices: int | None = None) -> list[int] | None:
        """A model in which the assumptions hold; None where there is none.

        Raises TimeoutError when the clock runs out, or when `slices` times SLICE conflicts did not decide.
        """
        is_satisfiable = self._searcher.is_satisfiable(assumed, self._clock, slices=slices)
        return self._searcher.model() if is_satisfiable else None

    def core(self) -> list[int]:
        """After `model` gave None: some of its assumptions that cannot hold together."""
        return self._searcher.core()

    def prefer(self, literals: Sequence[int]) -> None:
        """Make later searches try these literals first.

        Raises TimeoutError when the clock runs out before the solver has its clauses.
        """
        self._searcher.load(self._clock)
        self._searcher.prefer(literals)

    def is_refuted(self, assumed: Sequence[int]) -> bool:
        """Whether no model has these assumptions, by unit propagation or a search. Raises TimeoutError."""
        return self.refuted_by_propagation(assumed) or self.model(assumed) is None

    def new_variable(self) -> int:
        """A variable that no clause contains yet."""
        return self._searcher.new_variable()

    def add(self, clause: Clause) -> None:
        """Add a clause permanently."""
        self._propagator.add(clause)
        self._searcher.add(clause)

    def assumption(self, clauses: Iterable[Clause]) -> list[int]:
        """What to assume so that clauses hold: the literals of unit clauses, and a selector of the others."""
        literals, selector = [], 0
        for clause in clauses:
            if len(clause) == 1:
                literals.append(clause[0])
            else:
                selector = selector or self.new_variable()
                self.add([*clause, -selector])
        return [*literals, selector] if selector else literals

    def close(self) -> None:
        """Free the solvers."""
        self._propagator.close()
        self._searcher.close()
