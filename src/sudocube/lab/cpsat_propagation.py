"""What a CP-SAT encoding infers before a search: in theory, step by step; by OR-tools; by its presolve.

In theory, each constraint of the model is domain-consistent by itself (see `constraints`), and what one finds
is passed to the others until nothing changes. OR-tools does less and more than that: it takes large
constraints apart when it loads a model, and its presolve, which the engine turns off, rewrites them.

Beside a trace stands what unit propagation says of the same puzzle, in a formula of the catalogue, and what
the linear relaxation leaves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from ortools.sat.python import cp_model

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.encoder.vocabulary import Encoding
from sudocube.engines.cpsat_engine import SETTINGS, CpSatEngine
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.lab.constraints import (
    AllDifferent,
    Constraint,
    Inverse,
    Matching,
    constraints_of,
    domains_of,
    variable_names,
)
from sudocube.lab.functions import encoding_of
from sudocube.lab.programs import Relaxation
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.puzzle import CellForms, Puzzle

_LEFT = re.compile(r"^PresolvedNum(\w+): (\d+)$", re.MULTILINE)
"""What presolve leaves, in the log of OR-tools 9.15."""


@dataclass(frozen=True, slots=True)
class Filtered:
    """What a constraint has removed: from some variables, the values that are gone.

    `before` are the domains of its variables as they were. `is_contradiction` says that nothing can keep it.
    """

    constraint: Constraint
    removed: Mapping[int, set[int]]
    before: Mapping[int, set[int]]
    is_contradiction: bool = False


class ConstraintPropagation:
    """The constraints of an encoding for one geometry, each domain-consistent by itself.

    >>> from sudocube.encoder import load
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> rules = ConstraintPropagation(load("cpsat/alldifferent"), puzzle.geometry)
    >>> domains = rules.domains(puzzle)
    >>> steps = list(rules.steps(domains))
    >>> rules.candidates(domains)[:4]
    [(1,), (2,), (4,), (3,)]

    Raises UnsupportedError for a kind of constraint that is not known.
    """

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        model = cpsat_model(encoding, geometry)
        self.geometry, self.direct = geometry, model.direct
        self.names = variable_names(model)
        self._constraints, self._domains = constraints_of(model.cp), domains_of(model.cp)
        self._of: list[list[int]] = [[] for _ in self._domains]
        for number, one in enumerate(self._constraints):
            for variable in one.scope:
                self._of[variable].append(number)

    def domains(self, puzzle: Puzzle) -> list[set[int]]:
        """The domains with the clues of a puzzle."""
        domains = [set(domain) for domain in self._domains]
        for cell, digit in puzzle.clues.items():
            if self.direct:
                domains[cell * self.geometry.size + digit - 1] &= {1}
            else:
                domains[cell] &= {digit}
        return domains

    def steps(self, domains: list[set[int]], clock: Clock = NO_LIMIT) -> Iterator[Filtered]:
        """What the constraints remove, one after the other, until nothing changes; `domains` is changed.

        First in, first out: a constraint waits when one of its variables has lost a value. The last step may
        be a contradiction. Raises TimeoutError when the clock runs out.
        """
        waiting = dict.fromkeys(range(len(self._constraints)))
        while waiting:
            clock.check()
            number = next(iter(waiting))
            del waiting[number]
            one = self._constraints[number]
            left = one.propagated(domains)
            if left == {}:
                continue
            before = {variable: set(domains[variable]) for variable in one.scope}
            if left is None:
                yield Filtered(one, {}, before, is_contradiction=True)
                return
            removed = {variable: domains[variable] - values for variable, values in left.items()}
            for variable, values in left.items():
                domains[variable] = values
                waiting.update(dict.fromkeys(self._of[variable]))
            yield Filtered(one, removed, before)

    def candidates(self, domains: list[set[int]]) -> list[tuple[int, ...]]:
        """The digits that each cell can still hold."""
        size = self.geometry.size
        if self.direct:
            return [
                tuple(digit for digit in self.geometry.digits if 1 in domains[cell * size + digit - 1])
                for cell in range(self.geometry.cell_count)
            ]
        return [tuple(sorted(domains[cell])) for cell in range(self.geometry.cell_count)]

    def state(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What all of that decides."""
        domains = self.domains(puzzle)
        if any(step.is_contradiction for step in self.steps(domains, clock)):
            return PropagationState.REFUTED
        is_solved = all(len(held) == 1 for held in self.candidates(domains))
        return PropagationState.SOLVED if is_solved else PropagationState.OPEN


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


class ConstraintTrace:
    """A trace that is being made: iterate over its steps, once.

    Raises UnsupportedError for pencilmarks, for an encoding that is not for CP-SAT and for a constraint of
    it that is not known, and what `encoding_of` raises. Without `max_steps`, all steps are made; `ended_by`
    says afterwards why there are no more.

    >>> trace = ConstraintTrace("1... ..2. .3.. ...4", "cpsat/alldifferent")
    >>> step, *_ = trace
    >>> step.constraint.kind, {trace.names[v]: gone for v, gone in step.removed.items()}
    ('all different', {'r1c2': {1}, 'r1c3': {1}, 'r1c4': {1}})
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
        shape = self.puzzle.geometry
        self.encoding = encoding_of(encoding, shape) if isinstance(encoding, str) else encoding
        self._rules = ConstraintPropagation(self.encoding, shape)
        self.names = self._rules.names
        self._domains = self._rules.domains(self.puzzle)
        self._clock, self._max_steps = Clock(timeout), max_steps
        self.ended_by = ""

    def __iter__(self) -> Iterator[Filtered]:
        self.ended_by, count, step = "timeout", 0, None
        try:
            steps = self._rules.steps(self._domains, self._clock)
            for count, step in enumerate(islice(steps, self._max_steps), 1):  # noqa: B007 — used below
                yield step
        except TimeoutError:
            return
        if step is not None and step.is_contradiction:
            self.ended_by = "unsatisfiable"
        elif count == self._max_steps:
            self.ended_by = "max_steps"
        else:
            is_solved = all(len(held) == 1 for held in self.candidates())
            self.ended_by = "solved" if is_solved else "stuck"

    def candidates(self) -> list[tuple[int, ...]]:
        """The digits that each cell can still hold."""
        return self._rules.candidates(self._domains)

    def beside(self) -> PropagationState:
        """What unit propagation says of the puzzle, with the encoding BESIDE."""
        propagation = Propagation(formula(load(BESIDE), self.puzzle.geometry))
        state = propagation.propagate(self.puzzle).state
        propagation.close()
        return state

    def relaxed(self) -> list[tuple[int, ...]] | None:
        """The digits that the linear relaxation of the encoding leaves; None where it has no solution."""
        return Relaxation(self.encoding, self.puzzle.geometry).candidates(self.puzzle)


@dataclass(frozen=True, slots=True)
class PresolvedModel:
    """What presolve leaves of the model of a puzzle; nothing where it decides the puzzle."""

    state: PropagationState
    variables: int
    constraints: int


class CpSatPropagation:
    """The propagation of one encoding, puzzle after puzzle.

    >>> from sudocube.encoder import load
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> propagation = CpSatPropagation(load("cpsat/alldifferent"))
    >>> propagation.in_theory(puzzle).name, propagation.at_the_root(puzzle).name
    ('SOLVED', 'SOLVED')
    >>> propagation.presolved(puzzle).variables
    0
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._engine = CpSatEngine(encoding)
        self._constraints: dict[Geometry, ConstraintPropagation] = {}

    def in_theory(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What domain consistency of each constraint decides."""
        shape = puzzle.geometry
        if shape not in self._constraints:
            self._constraints[shape] = ConstraintPropagation(self._encoding, shape)
        return self._constraints[shape].state(puzzle, clock)

    def at_the_root(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What OR-tools decides before its first decision, with the settings of the engine.

        Raises TimeoutError when the clock runs out, and EngineError where OR-tools fails.
        """
        model = self._engine.model(puzzle, clock)
        if model is None:
            return PropagationState.REFUTED
        settings = {"stop_after_root_propagation": True, "fill_tightened_domains_in_response": True}
        solver, status = _solved(model, settings, clock)
        if status == cp_model.INFEASIBLE:
            return PropagationState.REFUTED
        cells = puzzle.geometry.cell_count
        count = cells * puzzle.geometry.size if self._encoding.variables == "direct" else cells
        tightened = solver.response_proto.tightened_variables  # cannot be sliced
        domains = [list(one.domain) for one in islice(tightened, count)]
        is_solved = bool(domains) and all(domain[0] == domain[-1] for domain in domains)
        return PropagationState.SOLVED if is_solved else PropagationState.OPEN

    def presolved(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PresolvedModel:
        """What presolve leaves, by the log of a run that ends after it.

        Raises TimeoutError when the clock runs out, and EngineError where OR-tools fails or does not say it.
        """
        model = self._engine.model(puzzle, clock)
        if model is None:
            return PresolvedModel(PropagationState.REFUTED, 0, 0)
        lines: list[str] = []
        settings = {
            "cp_model_presolve": True,
            "stop_after_presolve": True,
            "log_search_progress": True,
            "log_to_stdout": False,
        }
        _, status = _solved(model, settings, clock, lines.append)
        if status == cp_model.INFEASIBLE:
            return PresolvedModel(PropagationState.REFUTED, 0, 0)
        left = {name: int(number) for name, number in _LEFT.findall("\n".join(lines))}
        if not {"Variables", "Constraints"} <= left.keys():
            raise EngineError("the log of OR-tools does not say what its presolve leaves")
        is_solved = not left["Variables"]
        found = PropagationState.SOLVED if is_solved else PropagationState.OPEN
        return PresolvedModel(found, left["Variables"], left["Constraints"])


def _solved(
    model: cp_model.CpModel,
    settings: Mapping[str, object],
    clock: Clock,
    log: Callable[[str], None] | None = None,
) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
    """OR-tools' solver after it has run with the settings of the engine and these, and the status.

    Raises TimeoutError when the clock ran out, and EngineError where the model is refused.
    """
    clock.check()
    solver = cp_model.CpSolver()
    for name, value in {**SETTINGS, **settings}.items():
        setattr(solver.parameters, name, value)
    if clock.seconds_left is not None:
        solver.parameters.max_time_in_seconds = clock.seconds_left
    if log is not None:
        solver.log_callback = log
    status = solver.solve(model)
    clock.check()
    if status == cp_model.MODEL_INVALID:
        raise EngineError("OR-tools refuses the model")
    return solver, status
