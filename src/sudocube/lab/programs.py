"""Linear programs over variables from 0 to 1, and the relaxation of an encoding as one.

They are solved by the simplex method of OR-tools (GLOP). A literal v is the variable v, from 1; -v is 1 minus
that. A clause says that its literals sum to 1 or more; what a constraint of a CP-SAT model becomes is told in
`constraints`. A digit that is 0 in all solutions of the relaxation is ruled out, one that is 1 in all is
found. The relaxation decides a puzzle if it has no solution, or a single one, which then holds a digit in
each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.lab.propagation import PropagationState
from sudocube.puzzle import Puzzle

Row = tuple[float, Mapping[int, int], float]
"""A constraint: at least, the factor of each literal, at most."""

DENOMINATOR = 5040
"""Of the multipliers by which a bound is proved: these are small fractions."""

NEARLY_ZERO = 1e-6
"""What the solver may give in place of 0."""


class LinearProgram:
    """Rows over the literals of the variables 1 to `top`, each from 0 to 1; one objective after the other.

    >>> program = LinearProgram(3, [(1, {1: 1, 2: 1, 3: 1}, 1), (0, {1: -1, -2: 1}, 0)])
    >>> program.maximum({3: 1})[2], program.bound({3: 1})
    (0.0, 0.0)
    """

    def __init__(self, top: int, rows: Iterable[Row]) -> None:
        from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._variables = [self._solver.NumVar(0, 1, "") for _ in range(top)]
        self._rows: list[tuple[Row, Any]] = []
        for low, terms, high in rows:
            factors, number = dict[int, int](), 0
            for literal, factor in terms.items():
                sign = 1 if literal > 0 else -1
                factors[abs(literal)] = factors.get(abs(literal), 0) + sign * factor
                number += factor * (literal < 0)
            row = self._solver.Constraint(low - number, high - number)
            for variable, factor in factors.items():
                row.SetCoefficient(self._variables[variable - 1], factor)
            self._rows.append(((low - number, factors, high - number), row))

    def fix(self, literals: Iterable[int]) -> None:
        """Make these literals true, and no others any more."""
        for variable in self._variables:
            variable.SetBounds(0, 1)
        for literal in literals:
            self._variables[abs(literal) - 1].SetBounds(literal > 0, literal > 0)

    def maximum(self, objective: Mapping[int, int], clock: Clock = NO_LIMIT) -> list[float] | None:
        """A solution with the greatest sum of some literals, each times a factor; None where there is none.

        Raises TimeoutError when the clock runs out.
        """
        clock.check()
        wanted = self._solver.Objective()
        wanted.Clear()
        wanted.SetMaximization()
        for literal, factor in objective.items():
            wanted.SetCoefficient(self._variables[abs(literal) - 1], factor if literal > 0 else -factor)
        if clock.seconds_left is not None:
            self._solver.SetTimeLimit(max(1, int(clock.seconds_left * 1000)))
        status = self._solver.Solve()
        if status == self._solver.INFEASIBLE:
            return None
        if status != self._solver.OPTIMAL:
            clock.check()
            raise EngineError(f"GLOP ended with status {status}")
        return [variable.solution_value() for variable in self._variables]

    def bound(self, objective: Mapping[int, int], clock: Clock = NO_LIMIT) -> float:
        """What a sum of variables, each times a factor, cannot exceed, proved by a sum of rows.

        GLOP says by what the rows are multiplied, which is rounded to fractions. Whatever these are, the sum
        of the rows, in exact arithmetic, is a bound, with 1 for each variable that it leaves over. Where
        there is no solution, nothing is proved. Raises TimeoutError when the clock runs out.
        """
        left = [DENOMINATOR * objective.get(variable, 0) for variable in range(1, len(self._variables) + 1)]
        total = 0
        for (low, terms, high), row in self._rows if self.maximum(objective, clock) is not None else ():
            factor = round(row.dual_value() * DENOMINATOR)
            end = high if factor > 0 else low
            if factor and abs(end) < inf:
                total += factor * int(end)
                for variable, coefficient in terms.items():
                    left[variable - 1] -= factor * coefficient
        return (total + sum(max(0, one) for one in left)) / DENOMINATOR


class Relaxation:
    """The relaxation of the rules in an encoding; `rules` is its formula, where it is at hand.

    Raises UnsupportedError for a constraint that is not known.

    >>> from sudocube.encoder import load
    >>> puzzle = Puzzle("1.2. .... 2.3. ...4")
    >>> Relaxation(load("extended"), puzzle.geometry).state(puzzle).name
    'REFUTED'
    """

    def __init__(self, encoding: Encoding, geometry: Geometry, rules: Formula | None = None) -> None:
        self._size = geometry.size
        if encoding.formalism is Formalism.CNF:
            rules = rules or formula(encoding, geometry)
            rows: list[Row] = [(1, dict.fromkeys(clause, 1), inf) for clause in rules.clauses]
            self._spelt: Sequence[Sequence[int]] = rules.meaning.elements
            self._program = LinearProgram(rules.variables, rows)
        else:
            from sudocube.encoder.cpsat_model import cpsat_model
            from sudocube.lab.constraints import Values, constraints_of

            model = cpsat_model(encoding, geometry)
            values = Values.of_model(model)
            rows = [*values.rows]
            for one in constraints_of(model.cp):
                rows += one.rows(values)
            self._spelt = [[element + 1] for element in range(geometry.size**3)]
            self._program = LinearProgram(values.top, rows)

    def state(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What the relaxation decides. Raises TimeoutError when the clock runs out."""
        return PropagationState.of_cells(self.candidates(puzzle, clock, is_hasty=True))

    def candidates(
        self, puzzle: Puzzle, clock: Clock = NO_LIMIT, *, is_hasty: bool = False
    ) -> list[tuple[int, ...]] | None:
        """The digits that each cell can still hold; None where there is no solution.

        Literals that were 0 in each solution so far are maximised together, until their sum is 0. A hasty
        answer may have too few digits ruled out, where the puzzle is not decided. Raises TimeoutError when
        the clock runs out.
        """
        size = self._size
        elements = (cell * size + digit - 1 for cell, digit in puzzle.clues.items())
        self._program.fix(literal for element in elements for literal in self._spelt[element])
        zero = {literal for spelt in self._spelt for literal in spelt}
        objective: dict[int, int] = {}
        while True:
            found = self._program.maximum(objective, clock)
            if found is None:
                return None
            before = len(zero)
            zero = {v for v in zero if (found[v - 1] if v > 0 else 1 - found[-v - 1]) < NEARLY_ZERO}
            possible = [zero.isdisjoint(spelt) for spelt in self._spelt]
            if len(zero) == before or (is_hasty and sum(possible) > size**2):
                return cube(puzzle.geometry).digits(possible)
            objective = dict.fromkeys(zero, 1)
