"""The linear relaxation of an encoding: what is left if digits may be true by half, or by a third.

A clause says that its literals sum to 1 or more; a sum of a CP-SAT model is taken as it is; an all-different,
a table and an automaton are the convex hull of what satisfies them (see `constraints`). A digit that is 0 in
all solutions of this linear program is ruled out, one that is 1 in all is found. The program decides a puzzle
if it has no solution, or a single one, which then holds a digit in each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.geometry import Geometry
from sudocube.lab.linear_programs import LinearProgram, Row
from sudocube.lab.propagation import PropagationState
from sudocube.puzzle import Puzzle

NEARLY_ZERO = 1e-6
"""What the solver may give in place of 0."""


class Relaxation:
    """The relaxation of the rules; `spelt` has for each element the literals that are all true if it is.

    Literals are columns from 1, negated if they are negative.

    >>> from sudocube.encoder import load
    >>> puzzle = Puzzle("1.2. .... 2.3. ...4")
    >>> Relaxation.of(load("extended"), puzzle.geometry).state(puzzle).name
    'REFUTED'
    """

    def __init__(
        self, geometry: Geometry, columns: int, rows: Sequence[Row], spelt: Sequence[Sequence[int]]
    ) -> None:
        self._geometry, self._spelt = geometry, spelt
        self._program = LinearProgram(columns, rows)
        self._fixed: list[int] = []

    @classmethod
    def of(cls, encoding: Encoding, geometry: Geometry, rules: Formula | None = None) -> Relaxation:
        """That of an encoding; `rules` is its formula, where it is at hand.

        Raises UnsupportedError for a constraint that is not known.
        """
        if encoding.formalism is Formalism.CNF:
            rules = rules or formula(encoding, geometry)
            rows: list[Row] = []
            for clause in rules.clauses:
                terms = {abs(literal) - 1: 1 if literal > 0 else -1 for literal in clause}
                rows.append((1 - sum(literal < 0 for literal in clause), terms, inf))
            return cls(geometry, rules.variables, rows, rules.meaning.elements)
        from sudocube.encoder.cpsat_model import cpsat_model
        from sudocube.lab.constraints import Columns, constraints_of, domains_of

        model = cpsat_model(encoding, geometry)
        columns = Columns(domains_of(model.cp))
        for one in constraints_of(model.cp):
            one.add_relaxation(columns)
        cells, digits = range(geometry.cell_count), geometry.digits
        places = [
            columns.is_value(cell * geometry.size + digit - 1, 1)
            if model.direct
            else columns.is_value(cell, digit)
            for cell in cells
            for digit in digits
        ]
        spelt = [[column + 1 for column in place.factors] for place in places]
        return cls(geometry, columns.count, columns.rows, spelt)

    def candidates(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> list[tuple[int, ...]] | None:
        """The digits that each cell can still hold; None where there is no solution.

        Raises TimeoutError when the clock runs out.
        """
        return self._candidates(puzzle, clock, is_hasty=False)

    def state(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What the relaxation decides. Raises TimeoutError when the clock runs out."""
        left = self._candidates(puzzle, clock, is_hasty=True)
        if left is None:
            return PropagationState.REFUTED
        return PropagationState.SOLVED if all(len(one) == 1 for one in left) else PropagationState.OPEN

    def _candidates(self, puzzle: Puzzle, clock: Clock, *, is_hasty: bool) -> list[tuple[int, ...]] | None:
        """See `candidates`; a hasty answer may have too few digits ruled out, where it is not decided.

        Literals that were 0 in each solution so far are maximised together, until their sum is 0.
        """
        for column in self._fixed:
            self._program.set_bounds(column, 0, 1)
        size = self._geometry.size
        clues = [cell * size + digit - 1 for cell, digit in puzzle.clues.items()]
        literals = [literal for element in clues for literal in self._spelt[element]]
        self._fixed = [abs(literal) - 1 for literal in literals]
        for literal in literals:
            self._program.set_bounds(abs(literal) - 1, int(literal > 0), int(literal > 0))
        zero = {literal for spelt in self._spelt for literal in spelt}
        objective: dict[int, int] = {}
        while True:
            found = self._program.maximum(objective, clock)
            if found is None:
                return None
            before = len(zero)
            zero = {v for v in zero if (found[v - 1] if v > 0 else 1 - found[-v - 1]) < NEARLY_ZERO}
            possible = [bool(spelt) and zero.isdisjoint(spelt) for spelt in self._spelt]
            if len(zero) == before or (is_hasty and sum(possible) > self._geometry.cell_count):
                break
            objective = {abs(literal) - 1: 1 if literal > 0 else -1 for literal in zero}
        return [
            tuple(digit for digit in puzzle.geometry.digits if possible[cell * size + digit - 1])
            for cell in range(puzzle.geometry.cell_count)
        ]
