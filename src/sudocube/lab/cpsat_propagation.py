"""What a CP-SAT encoding infers before a search: in theory, step by step, and by OR-tools.

In theory, each constraint of the model is domain-consistent by itself (see `constraints`), and what one finds
is passed to the others until nothing changes. OR-tools does less and more than that: it takes large
constraints apart when it loads a model.

Beside a trace stands what unit propagation says of the same puzzle, in a formula of the catalogue, and what
the linear relaxation leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from ortools.sat.python import cp_model

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
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
from sudocube.lab.programs import Relaxation
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.lab.tracing import Trace, TraceEnd, singles
from sudocube.puzzle import CellForms, Puzzle


@dataclass(frozen=True, slots=True)
class Filtered:
    """What a constraint has removed: from some variables, the values that are gone.

    `before` are the domains of its variables as they were. `is_contradiction` says that nothing can keep it.
    """

    constraint: Constraint
    removed: Mapping[int, set[int]]
    before: Mapping[int, set[int]]
    is_contradiction: bool = False

    @property
    def needs(self) -> dict[tuple[int, ...], list[int]]:
        """Of an all-different, why numbers go: places, each group with the numbers that they need together.

        A group is what the matching leads to from the owner of a number: strongly connected components.
        """
        one = self.constraint
        if not isinstance(one, AllDifferent | Inverse) or self.is_contradiction:
            return {}
        terms = one.terms if isinstance(one, AllDifferent) else one.terms[: len(one.terms) // 2]
        matching = Matching.of([{term.of(value) for value in self.before[term.variable]} for term in terms])
        if matching is None:
            return {}
        gone = {term.of(value) for term in terms for value in self.removed.get(term.variable, ())}
        found = map(matching.needed_by, sorted(gone & matching.owner.keys()))
        return {tuple(places): sorted(numbers) for places, numbers in found}


class ConstraintPropagation:
    """The constraints of an encoding for one geometry, each domain-consistent by itself.

    >>> from sudocube.encoder import load
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> rules = ConstraintPropagation(load("cpsat/alldifferent"), puzzle.geometry)
    >>> domains = rules.domains(puzzle)
    >>> steps = list(rules.steps(domains))
    >>> rules.candidates(domains)[:4], rules.state(puzzle).name, rules.state_at_root(puzzle).name
    ([(1,), (2,), (4,), (3,)], 'SOLVED', 'SOLVED')

    Raises UnsupportedError for a kind of constraint that is not known.
    """

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        model = cpsat_model(encoding, geometry)
        self.geometry, self.direct, self._engine = geometry, model.direct, CpSatEngine(encoding)
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
            element = cell * self.geometry.size + digit - 1
            domains[element if self.direct else cell] &= {1 if self.direct else digit}
        return domains

    def steps(self, domains: list[set[int]], clock: Clock = NO_LIMIT) -> Iterator[Filtered]:
        """What the constraints remove, one after the other, until nothing changes; `domains` is changed.

        First in, first out: a constraint waits when one of its variables has lost a value. What a step
        removes goes when the next step is asked for. The last step may be a contradiction. Raises
        TimeoutError when the clock runs out.
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
            yield Filtered(one, removed, before)
            for variable, values in left.items():
                domains[variable] = values
                waiting.update(dict.fromkeys(self._of[variable]))

    def candidates(self, domains: list[set[int]]) -> list[tuple[int, ...]]:
        """The digits that each cell can still hold."""
        rules = cube(self.geometry)
        if self.direct:
            return rules.digits([1 in held for held in domains[: rules.element_count]])
        return [tuple(sorted(held)) for held in domains[: self.geometry.cell_count]]

    def state(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What all of that decides. Raises TimeoutError when the clock runs out."""
        domains = self.domains(puzzle)
        is_refuted = any(step.is_contradiction for step in self.steps(domains, clock))
        return PropagationState.of_cells(None if is_refuted else self.candidates(domains))

    def state_at_root(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PropagationState:
        """What OR-tools decides before its first decision, with the settings of the engine.

        Raises TimeoutError when the clock runs out, and EngineError where OR-tools refuses the model.
        """
        model = self._engine.model(puzzle, clock)
        if model is None:
            return PropagationState.REFUTED
        clock.check()
        solver = cp_model.CpSolver()
        settings = {"stop_after_root_propagation": True, "fill_tightened_domains_in_response": True}
        for name, value in {**SETTINGS, **settings}.items():
            setattr(solver.parameters, name, value)
        if clock.seconds_left is not None:
            solver.parameters.max_time_in_seconds = clock.seconds_left
        status = solver.solve(model)
        clock.check()
        if status == cp_model.MODEL_INVALID:
            raise EngineError("OR-tools refuses the model")
        if status == cp_model.INFEASIBLE:
            return PropagationState.REFUTED
        count = self.geometry.cell_count * (self.geometry.size if self.direct else 1)
        tightened = solver.response_proto.tightened_variables  # cannot be sliced
        ends = [{*one.domain} for one in islice(tightened, count)]
        return PropagationState.of_cells(ends) if ends else PropagationState.OPEN


class ConstraintTrace(Trace[Filtered]):
    """What the constraints of an encoding for CP-SAT remove, one after the other.

    Raises UnsupportedError for pencilmarks, for an encoding that is not for CP-SAT and for a constraint of
    it that is not known, and what `encoding_of` raises.

    >>> trace = ConstraintTrace("1... ..2. .3.. ...4", "cpsat/alldifferent")
    >>> step, *_ = trace
    >>> step.constraint.kind, {trace.name(v): gone for v, gone in step.removed.items()}
    ('all different', {'r1c2': {1}, 'r1c3': {1}, 'r1c4': {1}})
    >>> str(trace.end), trace.beside.name, trace.relaxation
    ('solved', 'SOLVED', 16)
    """

    in_row = (
        "end puzzle puzzle.geometry.size box=puzzle.geometry.box_name encoding=encoding.name cells"
        " steps=_steps unit_propagation relaxation?"
    )
    BESIDE = "extended"
    """The encoding whose unit propagation stands beside the constraints."""

    def __init__(
        self,
        puzzle: CellForms,
        encoding: Encoding | str,
        *,
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> None:
        super().__init__(puzzle, encoding, max_steps, timeout)
        self._rules = ConstraintPropagation(self.encoding, self.geometry)
        self._domains = self._rules.domains(self.puzzle)
        self._left = self._made(self._rules.steps(self._domains, self._clock), self._ending)

    def _ending(self) -> TraceEnd:
        """Why there are no more steps."""
        if self._done and self._done[-1].is_contradiction:
            return TraceEnd.UNSATISFIABLE
        is_solved = PropagationState.of_cells(self.candidates()).is_decided
        return TraceEnd.SOLVED if is_solved else TraceEnd.STUCK

    def name(self, variable: int) -> str:
        """What a variable is called."""
        return self._rules.names[variable]

    def candidates(self) -> list[tuple[int, ...]]:
        """The digits that each cell can still hold."""
        return self._rules.candidates(self._domains)

    @property
    def cells(self) -> Puzzle:
        """The cells that can hold a single digit, with that digit. For example: "1....2....3....4"."""
        return singles(self.candidates(), self.puzzle.geometry)

    @property
    def _steps(self) -> int:
        """How many steps there were. For example: 8."""
        return len(self.steps)

    @cached_property
    def beside(self) -> PropagationState:
        """What unit propagation says of the puzzle, with the encoding BESIDE."""
        propagation = Propagation(formula(load(self.BESIDE), self.puzzle.geometry))
        state = propagation.propagate(self.puzzle).state
        propagation.close()
        return state

    @property
    def unit_propagation(self) -> bool:
        """Whether unit propagation decides the puzzle. For example: false."""
        return self.beside.is_decided

    @cached_property
    def relaxation(self) -> int | None:
        """How many cells the linear relaxation fixes; None where it has no solution. For example: 6."""
        left = Relaxation(self.encoding, self.puzzle.geometry).candidates(self.puzzle)
        return None if left is None else sum(len(held) == 1 for held in left)
