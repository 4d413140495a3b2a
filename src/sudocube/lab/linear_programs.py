"""Linear programs over variables from 0 to 1, solved by the simplex method of OR-tools (GLOP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import EngineError

Row = tuple[float, Mapping[int, int], float]
"""A constraint: at least, the coefficient of each variable, at most."""

DENOMINATOR = 5040
"""Of the multipliers by which a bound is proved: these are small fractions."""


class LinearProgram:
    """Rows over the variables 0 to `columns` - 1, each from 0 to 1; one objective after the other.

    >>> program = LinearProgram(3, [(1, {0: 1, 1: 1, 2: 1}, 1), (1, {0: 1, 1: 1}, 2)])
    >>> program.maximum({2: 1})[2], program.bound({2: 1})
    (0.0, 0.0)
    """

    def __init__(self, columns: int, rows: Iterable[Row]) -> None:
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._variables = [self._solver.NumVar(0, 1, "") for _ in range(columns)]
        self._rows: list[tuple[Row, pywraplp.Constraint]] = []
        for row in rows:
            low, terms, high = row
            constraint = self._solver.Constraint(low, high)
            for place, factor in terms.items():
                constraint.SetCoefficient(self._variables[place], factor)
            self._rows.append((row, constraint))

    def set_bounds(self, place: int, low: float, high: float) -> None:
        """Give a variable other bounds."""
        self._variables[place].SetBounds(low, high)

    def maximum(self, objective: Mapping[int, int], clock: Clock = NO_LIMIT) -> list[float] | None:
        """A solution with the greatest sum of some variables, each times a factor; None where there is none.

        Raises TimeoutError when the clock runs out.
        """
        clock.check()
        wanted = self._solver.Objective()
        wanted.Clear()
        wanted.SetMaximization()
        for place, factor in objective.items():
            wanted.SetCoefficient(self._variables[place], factor)
        if clock.seconds_left is not None:
            self._solver.SetTimeLimit(max(1, int(clock.seconds_left * 1000)))
        status = self._solver.Solve()
        if status == pywraplp.Solver.INFEASIBLE:
            return None
        if status != pywraplp.Solver.OPTIMAL:
            clock.check()
            raise EngineError(f"GLOP ended with status {status}")
        return [variable.solution_value() for variable in self._variables]

    def bound(self, objective: Mapping[int, int], clock: Clock = NO_LIMIT) -> float:
        """What a sum of variables, each times a factor, cannot exceed, proved by a sum of rows.

        GLOP says by what the rows are multiplied, which is rounded to fractions. Whatever these are, the sum
        of the rows, in exact arithmetic, is a bound, with 1 for each variable that it leaves over. Where
        there is no solution, nothing is proved. Raises TimeoutError when the clock runs out.
        """
        left = [DENOMINATOR * objective.get(place, 0) for place in range(len(self._variables))]
        total = 0
        for (low, terms, high), row in self._rows if self.maximum(objective, clock) is not None else ():
            factor = round(row.dual_value() * DENOMINATOR)
            end = high if factor > 0 else low
            if factor and abs(end) < self._solver.infinity():
                total += factor * int(end)
                for place, coefficient in terms.items():
                    left[place] -= factor * coefficient
        return (total + sum(max(0, one) for one in left)) / DENOMINATOR
