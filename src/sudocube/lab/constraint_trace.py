"""A puzzle in an encoding for CP-SAT, step by step: what each constraint removes, and why.

Beside it stands what unit propagation says of the same puzzle, in a formula of the catalogue, and what the
linear relaxation leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding, load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab.constraints import AllDifferent, Constraint, Inverse, Matching
from sudocube.lab.cpsat_propagation import ConstraintPropagation, Filtered
from sudocube.lab.functions import encoding_of
from sudocube.lab.programs import Relaxation
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.puzzle import CellForms, Puzzle

BESIDE = "extended"
"""The encoding whose unit propagation stands beside the constraints."""


@dataclass(frozen=True, slots=True)
class Hall:
    """Why an all-different removes numbers: its matching, and its strongly connected components.

    `matching` has a number for each place, and `components` are places that lead to each other. `needed` has
    for each number that goes the places that need it, and all numbers that these need among themselves.
    """

    matching: tuple[int, ...]
    components: tuple[tuple[int, ...], ...]
    needed: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


def hall(step: Filtered) -> Hall | None:
    """The matching behind a step of an all-different; None for other constraints, and for contradictions."""
    one = step.constraint
    if not isinstance(one, AllDifferent | Inverse) or step.is_contradiction:
        return None
    terms = one.terms if isinstance(one, AllDifferent) else one.terms[: len(one.terms) // 2]
    options = [{term.of(value) for value in step.before[term.variable]} for term in terms]
    found = Matching.of(options)
    if found is None:
        return None
    gone = {term.of(v) for term in terms for v in step.removed.get(term.variable, ())}
    needed = {
        number: (tuple(places), tuple(sorted(numbers)))
        for number in sorted(gone)
        if number in found.number_of
        for places, numbers in [found.needed_by(number)]
    }
    return Hall(tuple(found.number_of), tuple(map(tuple, found.components)), needed)


class ConstraintTrace(Iterator[Filtered]):
    """A trace that is being made: iterate over its steps, once.

    Raises UnsupportedError for pencilmarks, for an encoding that is not for CP-SAT and for a constraint of
    it that is not known, and what `encoding_of` raises. Without `max_steps`, all steps are made; `ended_by`
    says afterwards why there are no more.

    >>> trace = ConstraintTrace("1... ..2. .3.. ...4", "cpsat/alldifferent")
    >>> step = next(trace)
    >>> step.constraint.kind, {trace.names[v]: gone for v, gone in step.removed.items()}
    ('all different', {'r1c2': {1}, 'r1c3': {1}, 'r1c4': {1}})
    >>> _ = list(trace)
    >>> trace.ended_by, trace.beside().name, trace.relaxed()[:2]
    ('solved', 'SOLVED', [(1,), (2,)])
    """

    def __init__(
        self,
        puzzle: CellForms,
        encoding: Encoding | str,
        *,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> None:
        check_limits(timeout=timeout)
        self.puzzle: Puzzle = as_puzzle(puzzle, clues_only="trace")
        shape: Geometry = self.puzzle.geometry
        self.encoding = encoding_of(encoding, shape) if isinstance(encoding, str) else encoding
        self._rules = ConstraintPropagation(self.encoding, shape)
        self.names = self._rules.names
        self._domains = self._rules.domains(self.puzzle)
        self._clock, self._max_steps = Clock(timeout), max_steps
        self._running = self._rules.steps(self._domains, self._clock)
        self.ended_by = ""
        self._count = 0

    def __iter__(self) -> ConstraintTrace:
        return self

    def __next__(self) -> Filtered:
        if self._count == self._max_steps:
            self.ended_by = "max_steps"
            raise StopIteration
        try:
            step = next(self._running)
        except TimeoutError:
            self.ended_by = "timeout"
            raise StopIteration from None
        except StopIteration:
            if not self.ended_by:
                is_solved = all(len(held) == 1 for held in self.candidates())
                self.ended_by = "solved" if is_solved else "stuck"
            raise
        self._count += 1
        if step.is_contradiction:
            self.ended_by = "unsatisfiable"
        return step

    def candidates(self) -> list[tuple[int, ...]]:
        """The digits that each cell can still hold."""
        return self._rules.candidates(self._domains)

    def is_about_cells(self, constraint: Constraint) -> bool:
        """Whether the terms of a constraint are the cells themselves, whose values are digits."""
        return not self._rules.direct and all(
            term.variable < self.puzzle.geometry.cell_count for term in constraint.terms
        )

    def beside(self) -> PropagationState:
        """What unit propagation says of the puzzle, with the encoding BESIDE."""
        propagation = Propagation(formula(load(BESIDE), self.puzzle.geometry))
        state = propagation.propagate(self.puzzle).state
        propagation.close()
        return state

    def relaxed(self) -> list[tuple[int, ...]] | None:
        """The digits that the linear relaxation of the encoding leaves; None where it has no solution."""
        return Relaxation(self.encoding, self.puzzle.geometry).candidates(self.puzzle)
