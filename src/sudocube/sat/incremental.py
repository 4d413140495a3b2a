"""A SAT solver that keeps its clauses for many searches, under assumptions and with a clock.

PySAT's solver is made when it is first needed. It is replaced by a new one with the same clauses when it is
worn (see `Lifetime`), and after a search that was interrupted, because it might give wrong answers then. A
search that runs out of time stops between two slices; that solver can still be used.

Temporary clauses hold only while their selector is assumed. A new solver does not get them.

`TracingSolver` also writes a trace of how it learned each clause, so that "no solution" can be checked.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.errors import UndecidedError
from sudocube.sat.settings import RECOMMENDED, SETTINGS, TRACING, TRACING_SETTINGS, UNLIMITED

SLICE = 2000
"""Conflicts in one slice of a search. The hardest known 9×9 puzzles need fewer than 300 in all. Larger
puzzles take several slices; the clock and Ctrl-C are checked in between; for
solvers that look at this limit seldom, see `settings.LATE`."""

LARGE = 100_000
"""Clauses above which a slice has fewer conflicts, in proportion: with ten times as many clauses a conflict
takes about ten times as long. All formulas of size 9 have fewer clauses than this."""

LONGEST_TRACE = 1 << 29
"""The most bytes in a trace, because a trace is read as a whole."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """After how much work a solver is replaced, because old clauses slow it down.

    `tasks` are puzzles or questions (see `begin_task`), `clauses` those added since the solver was made,
    `conflicts` those of all its searches; None means no limit.
    """

    tasks: int | None = None
    clauses: int | None = None
    conflicts: int | None = None


class IncrementalSolver:
    """A solver with clauses over the variables 1 to `top`; to be closed after use.

    `clauses` is iterated once for each new solver. `settings` are options of CaDiCaL, by default those in
    `settings.SETTINGS`.

    >>> with IncrementalSolver([[1, 2]], 2) as solver:
    ...     solver.is_satisfiable([-1, -2]), sorted(solver.core())
    (False, [-2, -1])
    """

    def __init__(
        self,
        clauses: Iterable[Clause] = (),
        top: int = 0,
        *,
        solver: str = RECOMMENDED,
        settings: Mapping[str, int] | None = None,
        lifetime: Lifetime = Lifetime(),
    ) -> None:
        self.name = solver
        self.added = 0
        """How many clauses were added since the current solver was made."""
        self._clauses, self._permanent = clauses, list[Clause]()
        self._top = self._permanent_top = top
        self._settings = SETTINGS.get(solver, {}) if settings is None else settings
        self._lifetime, self._tasks = lifetime, 0
        self._solver: Any = None
        self._slice = SLICE
        _OPEN.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_closed(self) -> bool:
        """Whether there is no solver now; the next search makes one."""
        return self._solver is None

    def begin_task(self) -> None:
        """Replace the solver if it is worn; to be called before each puzzle or question."""
        most = self._lifetime
        if self._solver is not None and (
            (most.tasks is not None and self._tasks >= most.tasks)
            or (most.clauses is not None and self.added > most.clauses)
            or (most.conflicts is not None and self.statistics()["conflicts"] >= most.conflicts)
        ):
            self.close()
        self._tasks = 1 if self._solver is None else self._tasks + 1

    def new_variable(self) -> int:
        """A new variable, which no clause contains yet."""
        self._top += 1
        self._permanent_top = self._top
        return self._top

    def add(self, clause: Clause) -> None:
        """Add a permanent clause: new solvers get it, too."""
        self._permanent.append(clause)
        if self._solver is not None:
            self._add(clause)

    def add_temporary(self, *clauses: Clause, selector: int = 0) -> int:
        """Add clauses that hold while a selector is assumed, and return this selector; see `release`.

        With `selector`, they are added under one that was returned before.
        """
        if self._solver is None:
            self._start()
        if not selector:
            self._top += 1
            selector = self._top
        for clause in clauses:
            self._add([*clause, -selector])
        return selector

    def release(self, selector: int) -> None:
        """Drop the temporary clauses of a selector."""
        if self._solver is not None:
            self._add([-selector])

    @contextmanager
    def temporary(self, *clauses: Clause) -> Iterator[int]:
        """A context with temporary clauses: it gives their selector, and releases it at the end."""
        selector = self.add_temporary(*clauses)
        try:
            yield selector
        finally:
            self.release(selector)

    def load(self, clock: Clock = NO_LIMIT) -> None:
        """Make the solver now, if there is none, instead of when it is first needed.

        Raises TimeoutError when the clock has run out before all clauses were added; then there is no solver.
        """
        if self._solver is None:
            self._start(clock)

    def prefer(self, literals: Sequence[int]) -> None:
        """Make later searches try these literals first; not to be used with settings that choose a phase."""
        self._current().set_phases(literals)

    def is_satisfiable(
        self, assumed: Sequence[int] = (), clock: Clock | None = None, *, slices: int | None = None
    ) -> bool:
        """Whether all clauses and the assumed literals can hold together.

        Raises TimeoutError when the clock has run out, or when `slices` times SLICE conflicts did not decide.
        """
        if clock is not None:
            clock.check()
        self.load(clock or NO_LIMIT)
        solver = self._solver
        pysat = _pysat()
        left = None if slices is None else slices * SLICE
        try:
            if self.name in UNLIMITED:
                return bool(pysat.search_to_the_end(solver, assumed))
            while True:
                answer: bool | None = pysat.search_slice(solver, assumed, self._slice)
                self._after_slice()
                if answer is not None:
                    return answer
                if clock is not None:
                    clock.check()
                if left is not None:
                    left -= self._slice
                    if left <= 0:
                        raise TimeoutError
        except TimeoutError:
            raise
        except BaseException:
            self.close()
            raise

    def model(self) -> list[int]:
        """After a search that found a model: each variable in ascending order, negated if it is false."""
        model: list[int] = self._solver.get_model()
        return model

    def true_variables(self, most: int) -> list[int]:
        """Of the variables 1 to `most`, those that are true in the model, in ascending order."""
        return [literal for literal in self.model()[:most] if literal > 0]

    def core(self) -> list[int]:
        """After a search that found no model: some of the assumed literals that cannot hold together."""
        return self._solver.get_core() or []

    def propagate(self, literals: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation from literals meets no contradiction, and the literals that it makes true.

        Literals that follow from unit clauses alone are not among these. A solver that has searched also
        propagates through the clauses that it learned; use one that never searches to avoid that.
        """
        solver = self._current()
        consistent, implied = self._propagate(solver, literals)
        return consistent, implied

    def statistics(self) -> dict[str, int]:
        """The counters of the current solver: restarts, conflicts, decisions, propagations."""
        counters: dict[str, int] = self._current().accum_stats()
        return counters

    def close(self) -> None:
        """Free the solver; the permanent clauses are kept for the next one."""
        solver, self._solver = self._solver, None
        if solver is not None:
            _pysat().delete(solver)

    def _current(self) -> Any:  # noqa: ANN401
        """PySAT's solver, made if there is none."""
        return self._start() if self._solver is None else self._solver

    def _start(self, clock: Clock = NO_LIMIT) -> Any:  # noqa: ANN401
        """Make a solver with all permanent clauses. Raises TimeoutError when the clock has run out."""
        self._propagate = _pysat().propagate  # an import at each call would slow it down
        self._solver, loaded = self._new(), 0
        try:
            for batch in clock.batches(self._clauses):
                self._load(batch)
                loaded += len(batch)
            for clause in clock.watched(self._permanent):
                self._solver.add_clause(clause)
        except BaseException:  # no time left, or Ctrl-C: a solver with some of the clauses must not be asked
            self.close()
            raise
        self._slice = SLICE if loaded <= LARGE else max(1, SLICE * LARGE // loaded)
        self._top = self._permanent_top
        self.added, self._tasks = len(self._permanent), max(self._tasks, 1)
        return self._solver

    def _new(self) -> Any:  # noqa: ANN401
        return _pysat().new_solver(self.name, self._settings)

    def _load(self, clauses: Sequence[Clause]) -> None:
        self._solver.append_formula(clauses, no_return=True)

    def _add(self, clause: Clause) -> None:
        self._solver.add_clause(clause)
        self.added += 1

    def _after_slice(self) -> None:
        """For subclasses: called after each slice of a search."""


class TracingSolver(IncrementalSolver):
    """A solver that traces in LRAT (see `pysat_calls.tracing_solver`); clauses are numbered from 1 in order.

    It must not search under assumptions: what is learned under them refutes nothing.
    """

    def __init__(self, clauses: Iterable[Clause], top: int) -> None:
        super().__init__(clauses, top, solver=TRACING, settings=TRACING_SETTINGS)

    def trace(self) -> bytes:
        """The trace so far: a text line for each learned clause, with its number and its hints."""
        traced: bytes = _pysat().trace(self._solver)
        return traced

    def _new(self) -> Any:  # noqa: ANN401
        return _pysat().tracing_solver(self.name, self._settings)

    def _load(self, clauses: Sequence[Clause]) -> None:
        _pysat().add_to_traced(self._solver, clauses)

    def _after_slice(self) -> None:
        """Raise UndecidedError where the trace has become too long."""
        if _pysat().trace_length(self._solver) > LONGEST_TRACE:
            raise UndecidedError(f"its proof comes out of more than {LONGEST_TRACE >> 20} MB of a trace")


def _pysat() -> Any:  # noqa: ANN401
    """The module that calls PySAT: importing it takes its time."""
    from sudocube.sat import pysat_calls

    return pysat_calls


_OPEN: weakref.WeakSet[IncrementalSolver] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Free all solvers: those of PySAT print errors if they still exist when the interpreter ends."""
    for solver in list(_OPEN):
        solver.close()
