"""Two questions about a conclusion, each put to a SAT solver that is kept for the next one.

    follows     premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
    is_true     clues ∧ assumptions ∧ every line ∧ ¬conclusion

Where that is unsatisfiable, the conclusion holds; else a model shows a way in which all is as it should
be but for the conclusion. A conclusion is a list of literals that all hold: its negation is one clause,
which is in force under a selector of its own and retired afterwards. A deadlock is the empty list of
literals, together with "nothing": its negation says nothing, and what is left has to be contradictory.

The lines of a unit are in force under a selector of the unit. Variable e + 1 is element e of the cube.
The clauses are written from the cube; what a method believes of the rules plays no part.

PySAT is imported only when there is a question: most explanations do without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.cube import Family, Unit, cube
from sudocube.encoder.at_most_one import Clause, at_most_one
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import Step, StepKind

if TYPE_CHECKING:
    from sudocube.engines.asking import Asked

USES = 1000
"""Questions after which a new solver takes the place of the old one, which gathers retired clauses."""

Model = dict[int, int]
"""Digits by cell."""


class Oracle:
    """Answers both questions for the steps of one puzzle."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._geometry = puzzle.geometry
        self._size = puzzle.geometry.size
        clauses, self._selectors = guarded_rules(puzzle.geometry)
        top = max(self._selectors.values())
        clues = [[self._literal(cell, digit)] for cell, digit in puzzle.clues.items()]
        all_rules = [[selector] for selector in self._selectors.values()]
        self._of_units = _Kept(clauses, top, clock)
        self._of_puzzle = _Kept([*clauses, *all_rules, *clues], top, clock)

    def follows(
        self, step: Step, cells: Mapping[int, Sequence[int]], units: Iterable[Unit]
    ) -> tuple[bool, Model]:
        """Whether a conclusion follows from cells with their candidates and from the rules of units.

        Where it does not, digits that show it, for the cells that are spoken of. Raises TimeoutError.
        """
        units = tuple(units)
        on = {(unit.family, unit.index) for unit in units}
        assumed = [one if unit in on else -one for unit, one in self._selectors.items()]
        for cell, digits in cells.items():
            for digit in self._geometry.digits:
                if digit not in digits:
                    assumed.append(-self._literal(cell, digit))
        spoken_of = {*cells, *step.placed, *step.removed}
        spoken_of.update(cell for unit in units for cell in unit.cells)
        model = self._of_units.model(assumed, self._negation(step))
        return model is None, self._digits(model, spoken_of)

    def is_true(self, step: Step) -> tuple[bool, Model]:
        """Whether a conclusion is true of every solution in which the step's assumptions hold.

        Where it is not, such a solution. Raises TimeoutError.
        """
        assumed = [self._literal(cell, digit) for cell, digit in step.assumptions]
        model = self._of_puzzle.model(assumed, self._negation(step))
        return model is None, self._digits(model, range(self._geometry.cell_count))

    def solution(self, known: Iterable[Grid] = ()) -> Model | None:
        """A solution of the puzzle other than those known; None where there is none. Raises TimeoutError."""
        others = [[-self._literal(cell, digit) for cell, digit in enumerate(grid.cells)] for grid in known]
        model = self._of_puzzle.model([], others)
        return None if model is None else self._digits(model, range(self._geometry.cell_count))

    def close(self) -> None:
        """Be rid of the solvers."""
        self._of_units.close()
        self._of_puzzle.close()

    def _literal(self, cell: int, digit: int) -> int:
        return cube(self._geometry).element(cell, digit) + 1

    def _negation(self, step: Step) -> list[Clause]:
        """The clause that says that not all of a conclusion holds; none for a deadlock."""
        if step.kind is StepKind.DEADLOCK:
            return []
        placed = [-self._literal(cell, digit) for cell, digit in step.placed.items()]
        gone = [self._literal(cell, digit) for cell, digits in step.removed.items() for digit in digits]
        return [[*placed, *gone]]

    def _digits(self, model: Sequence[int] | None, cells: Iterable[int]) -> Model:
        if model is None:
            return {}
        found = {}
        for cell in sorted(cells):
            first = cell * self._size
            found[cell] = next(d for d in self._geometry.digits if model[first + d - 1] > 0)
        return found


def guarded_rules(geometry: Geometry) -> tuple[list[Clause], dict[tuple[Family, int], int]]:
    """The rules as clauses: those of cells always in force, those of a unit under its selector."""
    table = cube(geometry)
    top = table.element_count
    selectors = {(unit.family, unit.index): top + k for k, unit in enumerate(table.units, 1)}
    clauses: list[Clause] = []
    for line in table.lines:
        literals = [element + 1 for element in line.elements]
        guard = [] if line.family is Family.CELL else [-selectors[line.family, line.index]]
        clauses.append([*literals, *guard])
        clauses.extend([*clause, *guard] for clause in at_most_one("pairwise", literals, top)[0])
    return clauses, selectors


class _Kept:
    """Clauses in a solver that gives way to a new one after some questions, or where it was broken off."""

    def __init__(self, clauses: list[Clause], top: int, clock: Clock) -> None:
        self._clauses, self._top, self._clock = clauses, top, clock
        self._asked: Asked | None = None
        self._uses_left = 0

    def model(self, assumed: list[int], clauses: Sequence[Clause]) -> list[int] | None:
        """A model of what it holds, the assumed literals and more clauses; None where there is none."""
        self._clock.check()
        asked = self._ready()
        selector = asked.add_for_now(*clauses)
        try:
            return asked.model() if asked.is_satisfiable([*assumed, selector], self._clock) else None
        finally:
            asked.retire(selector)

    def _ready(self) -> Asked:
        if self._asked is None or self._asked.is_closed or not self._uses_left:
            from sudocube.engines.asking import Asked

            self.close()
            self._asked, self._uses_left = Asked(self._clauses, self._top), USES
        self._uses_left -= 1
        return self._asked

    def close(self) -> None:
        """Be rid of the solver; the next question gets a new one."""
        if self._asked is not None:
            self._asked.close()
