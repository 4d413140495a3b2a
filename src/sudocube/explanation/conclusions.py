"""Two questions about a conclusion, answered by a SAT solver each.

    does it follow?   premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
    is it true?       clues ∧ assumptions ∧ every line ∧ ¬conclusion

If the formula is unsatisfiable, the answer is yes. If not, its model is a counterexample: all the rest holds,
and the conclusion does not. A conclusion is a list of literals that all hold, so its negation is one clause,
which is added as a temporary clause. A deadlock is the empty list: its negation adds nothing, and the rest
must be contradictory.

The lines of a unit hold under the assumption of its selector. Variable e + 1 is element e of the cube. The
clauses are derived from the cube, so they do not depend on what a method believes of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from sudocube.clock import Clock
from sudocube.cube import Family, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, clauses_by_line
from sudocube.solvers.trace import Premises, Step, StepKind

QUESTIONS = 1000
"""A solver is replaced after this many questions, because released clauses pile up in it."""

DigitsByCell = dict[int, int]


class ConclusionChecker:
    """Answers both questions for the steps of one puzzle; to be closed after use.

    Each answer is a counterexample, digits by cell, or None where there is none. The clauses are written at
    the first question. Every question raises TimeoutError when the clock has run out.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._geometry, self._clock, self._clues = puzzle.geometry, clock, puzzle.clues
        table = cube(puzzle.geometry)
        units = enumerate(table.units, table.element_count + 1)
        self._selectors = {(unit.family, unit.index): variable for variable, unit in units}
        self._another = max(self._selectors.values()) + 1  # the selector of "none of the known solutions"
        self._known: list[Clause] = []  # those that the solver has not got yet

    def against_following(self, step: Step, premises: Premises) -> DigitsByCell | None:
        """Digits for the cells of the premises, the units and the conclusion, where it does not follow."""
        named = {(unit.family, unit.index) for unit in premises.units}
        assumed = [one if unit in named else -one for unit, one in self._selectors.items()]
        for cell, digits in premises.cells.items():
            assumed += [-self._literal(cell, one) for one in self._geometry.digits if one not in digits]
        mentioned = {*premises.cells, *step.placed, *step.removed}
        mentioned.update(step.cells if step.kind is StepKind.FAILED_READING else ())
        mentioned.update(cell for unit in premises.units for cell in unit.cells)
        return self._model(self._solvers[0], assumed, self._negation(step), mentioned)

    def against_truth(self, step: Step) -> DigitsByCell | None:
        """A solution in which the step's assumptions hold, and its conclusion does not."""
        assumed = [self._literal(cell, digit) for cell, digit in step.assumptions]
        return self._model(self._solvers[1], assumed, self._negation(step), range(self._geometry.cell_count))

    def add_known(self, solution: Grid) -> None:
        """A solution that `another_solution` does not give."""
        different = [-self._literal(cell, digit) for cell, digit in enumerate(solution.cells)]
        self._known.append([*different, -self._another])

    def another_solution(self) -> DigitsByCell | None:
        """A solution of the puzzle other than those known."""
        while self._known:
            self._solvers[1].add(self._known.pop())
        return self._model(self._solvers[1], [self._another], [], range(self._geometry.cell_count))

    def close(self) -> None:
        """Free the SAT solvers."""
        for solver in vars(self).get("_solvers", ()):
            solver.close()

    @cached_property
    def _solvers(self) -> tuple[IncrementalSolver, IncrementalSolver]:
        """The solvers for both questions: rules that hold if their unit is named; all rules, and the clues.

        Raises TimeoutError; then they are made at the next question.
        """
        rules: list[Clause] = []
        for line, exactly_one in clauses_by_line(cube(self._geometry)):
            self._clock.check()
            guard = [] if line.family is Family.CELL else [-self._selectors[line.family, line.index]]
            rules += [[*clause, *guard] for clause in exactly_one]
        top, lifetime = self._another, Lifetime(tasks=QUESTIONS)
        units = [[selector] for selector in self._selectors.values()]
        clues = [[self._literal(cell, digit)] for cell, digit in self._clues.items()]
        of_units = IncrementalSolver(rules, top, lifetime=lifetime)
        return of_units, IncrementalSolver([*rules, *units, *clues], top, lifetime=lifetime)

    def _literal(self, cell: int, digit: int) -> int:
        return cube(self._geometry).element(cell, digit) + 1

    def _model(
        self, solver: IncrementalSolver, assumed: list[int], clauses: Sequence[Clause], cells: Iterable[int]
    ) -> DigitsByCell | None:
        """The digits of these cells in a model in which the assumptions and the clauses hold."""
        self._clock.check()
        solver.begin_task()
        solver.load(self._clock)
        with solver.temporary(*clauses) as selector:
            if not solver.is_satisfiable([*assumed, selector], self._clock):
                return None
            model, digits = solver.model(), self._geometry.digits
        return {
            cell: next(one for one in digits if model[self._literal(cell, one) - 1] > 0)
            for cell in sorted(cells)
        }

    def _negation(self, step: Step) -> list[Clause]:
        """The clauses that negate a conclusion: no clause for a deadlock, each digit of a failed reading."""
        if step.kind is StepKind.DEADLOCK:
            return []
        if step.kind is StepKind.FAILED_READING:
            return [[self._literal(cell, digit)] for cell, digit in zip(step.cells, step.digits, strict=True)]
        placed = [-self._literal(cell, digit) for cell, digit in step.placed.items()]
        removed = [self._literal(cell, digit) for cell, digits in step.removed.items() for digit in digits]
        return [[*placed, *removed]]
