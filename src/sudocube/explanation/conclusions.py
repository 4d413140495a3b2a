"""Two questions about a conclusion, answered by a SAT solver each.

    follows     premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
    is_true     clues ∧ assumptions ∧ every line ∧ ¬conclusion

If the formula is unsatisfiable, the answer is yes. If not, its model is a counterexample: all the rest holds,
and the conclusion does not. A conclusion is a list of literals that all hold, so its negation is one clause,
which is added as a temporary clause. A deadlock is the empty list: its negation adds nothing, and the rest
must be contradictory.

The lines of a unit hold under the assumption of its selector. Variable e + 1 is element e of the cube. The
clauses are derived from the cube, so they do not depend on what a method believes of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from sudocube.clock import Clock
from sudocube.cube import Family, Unit, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, clauses_by_line
from sudocube.solvers.trace import Step, StepKind

QUESTIONS = 1000
"""A solver is replaced after this many questions, because released clauses pile up in it."""

DigitsByCell = dict[int, int]


class ConclusionChecker:
    """Answers both questions for the steps of one puzzle; to be closed after use.

    The clauses are written at the first question, because the clock covers that, too.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._geometry, self._clock = puzzle.geometry, clock
        self._size, self._clues = puzzle.geometry.size, puzzle.clues
        self._selectors = unit_selectors(puzzle.geometry)
        self._another = max(self._selectors.values()) + 1  # the selector of "none of the known solutions"
        self._known: list[Clause] = []  # those that the solver has not got yet

    def follows(
        self, step: Step, cells: Mapping[int, Sequence[int]], units: Iterable[Unit]
    ) -> tuple[bool, DigitsByCell]:
        """Whether a conclusion follows from the candidates of some cells and the rules of some units.

        If not, also a counterexample: digits for the cells of the premises, the units and the conclusion.
        Raises TimeoutError when the clock has run out.
        """
        units = tuple(units)
        named = {(unit.family, unit.index) for unit in units}
        assumed = [one if unit in named else -one for unit, one in self._selectors.items()]
        for cell, digits in cells.items():
            for digit in self._geometry.digits:
                if digit not in digits:
                    assumed.append(-self._literal(cell, digit))
        mentioned = {*cells, *step.placed, *step.removed}
        mentioned.update(step.cells if step.kind is StepKind.FAILED_READING else ())
        mentioned.update(cell for unit in units for cell in unit.cells)
        model = self._model(self._of_units, assumed, self._negation(step))
        return model is None, self._digits(model, mentioned)

    def is_true(self, step: Step) -> tuple[bool, DigitsByCell]:
        """Whether a conclusion is true in every solution in which the step's assumptions hold.

        If not, also such a solution in which it is false. Raises TimeoutError when the clock has run out.
        """
        assumed = [self._literal(cell, digit) for cell, digit in step.assumptions]
        model = self._model(self._of_puzzle, assumed, self._negation(step))
        return model is None, self._digits(model, range(self._geometry.cell_count))

    def add_known(self, solution: Grid) -> None:
        """A solution that `another_solution` does not give."""
        different = [-self._literal(cell, digit) for cell, digit in enumerate(solution.cells)]
        self._known.append([*different, -self._another])

    def another_solution(self) -> DigitsByCell | None:
        """A solution of the puzzle other than those known; None where there is none.

        Raises TimeoutError when the clock has run out.
        """
        while self._known:
            self._of_puzzle.add(self._known.pop())
        model = self._model(self._of_puzzle, [self._another], [])
        return None if model is None else self._digits(model, range(self._geometry.cell_count))

    def close(self) -> None:
        """Free the SAT solvers."""
        if "_solvers" in vars(self):
            for solver in self._solvers:
                solver.close()

    @cached_property
    def _solvers(self) -> tuple[IncrementalSolver, IncrementalSolver]:
        """The solvers for both questions. Raises TimeoutError; then they are made at the next question."""
        rules = rules_by_unit(self._geometry, self._selectors, self._clock)
        top, lifetime = self._another, Lifetime(tasks=QUESTIONS)
        clues = ([self._literal(cell, digit)] for cell, digit in self._clues.items())
        all_rules = ([selector] for selector in self._selectors.values())
        of_units = IncrementalSolver(rules, top, lifetime=lifetime)
        return of_units, IncrementalSolver([*rules, *all_rules, *clues], top, lifetime=lifetime)

    @property
    def _of_units(self) -> IncrementalSolver:
        return self._solvers[0]

    @property
    def _of_puzzle(self) -> IncrementalSolver:
        return self._solvers[1]

    def _literal(self, cell: int, digit: int) -> int:
        return cube(self._geometry).element(cell, digit) + 1

    def _model(
        self, solver: IncrementalSolver, assumed: list[int], clauses: Sequence[Clause]
    ) -> list[int] | None:
        """A model in which the assumptions and these clauses hold; None where there is none."""
        self._clock.check()
        solver.begin_task()
        solver.load(self._clock)
        with solver.temporary(*clauses) as selector:
            return solver.model() if solver.is_satisfiable([*assumed, selector], self._clock) else None

    def _negation(self, step: Step) -> list[Clause]:
        """The clauses that negate a conclusion: no clause for a deadlock, each digit of a failed reading."""
        if step.kind is StepKind.DEADLOCK:
            return []
        if step.kind is StepKind.FAILED_READING:
            return [[self._literal(cell, digit)] for cell, digit in zip(step.cells, step.digits, strict=True)]
        placed = [-self._literal(cell, digit) for cell, digit in step.placed.items()]
        removed = [self._literal(cell, digit) for cell, digits in step.removed.items() for digit in digits]
        return [[*placed, *removed]]

    def _digits(self, model: Sequence[int] | None, cells: Iterable[int]) -> DigitsByCell:
        """The digits of some cells in a model; empty without a model."""
        if model is None:
            return {}
        found = {}
        for cell in sorted(cells):
            first = cell * self._size
            found[cell] = next(d for d in self._geometry.digits if model[first + d - 1] > 0)
        return found


def unit_selectors(geometry: Geometry) -> dict[tuple[Family, int], int]:
    """The selector of each unit, a variable above those of the elements."""
    table = cube(geometry)
    return {(unit.family, unit.index): table.element_count + k for k, unit in enumerate(table.units, 1)}


def rules_by_unit(
    geometry: Geometry, selectors: Mapping[tuple[Family, int], int], clock: Clock
) -> list[Clause]:
    """The rules as clauses: those of a cell line always hold, those of a unit only under its selector.

    Raises TimeoutError when the clock has run out.
    """
    clauses: list[Clause] = []
    for line, exactly_one in clauses_by_line(cube(geometry)):
        clock.check()
        guard = [] if line.family is Family.CELL else [-selectors[line.family, line.index]]
        clauses.extend([*clause, *guard] for clause in exactly_one)
    return clauses
