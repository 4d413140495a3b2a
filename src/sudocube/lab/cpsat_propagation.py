"""What a CP-SAT encoding infers before a search: in theory, by OR-tools at the root, and by its presolve.

In theory, each constraint of the model is domain-consistent by itself, and what one finds is passed to the
others until nothing changes: an exactly-one, a sum, a table or an automaton of one line makes a literal true
when the others are false, and the others false when one is true; an all-different or an inverse is filtered
by Régin's algorithm. OR-tools does less and more than that: it takes large constraints apart when it loads
a model, and its presolve, which the engine turns off, rewrites them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice

from ortools.sat.python import cp_model

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.encoder.vocabulary import Encoding
from sudocube.engines.cpsat_engine import SETTINGS, CpSatEngine
from sudocube.engines.exactly_one_lines import ExactlyOneLines
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.lab.all_different import Masks, Scheme, UnitPropagator, state
from sudocube.lab.propagation import PropagationState
from sudocube.puzzle import Puzzle

_LEFT = re.compile(r"^PresolvedNum(\w+): (\d+)$", re.MULTILINE)
"""What presolve leaves, in the log of OR-tools 9.15."""


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
        self._constraints: dict[Geometry, _Constraints] = {}

    def in_theory(self, puzzle: Puzzle) -> PropagationState:
        """What domain consistency of each constraint decides."""
        shape = puzzle.geometry
        if shape not in self._constraints:
            self._constraints[shape] = _Constraints(self._encoding, shape)
        return state(self._constraints[shape].propagated(puzzle))

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


class _Constraints:
    """The constraints of an encoding for one geometry: units that are all-different, lines that hold one."""

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        model = cpsat_model(encoding, geometry)
        stated = {one.subject for one in encoding.statements}
        units = [] if model.direct else [unit for unit in cube(geometry).units if unit.family in stated]
        self._units = UnitPropagator(units, Scheme.DOMAIN)
        self._lines = ExactlyOneLines(model.lines)
        self._first = 0 if model.direct else geometry.cell_count  # the Boolean of element 0
        self._size = geometry.size

    def propagated(self, puzzle: Puzzle) -> Masks | None:
        """The candidates that are left; None for a contradiction."""
        full = (1 << self._size) - 1
        masks: Masks = [1 << clue - 1 if clue else full for clue in puzzle.cells]
        while self._units.propagate(masks, range(len(self._units.units))):
            known = self._lines.consequences(self._literals(masks))
            if known is None:
                return None
            after = [
                sum(
                    1 << bit
                    for bit in range(self._size)
                    if mask >> bit & 1 and -1 - self._variable(cell, bit) not in known
                )
                for cell, mask in enumerate(masks)
            ]
            if after == masks:
                return masks
            masks = after
        return None

    def _variable(self, cell: int, bit: int) -> int:
        return self._first + cell * self._size + bit

    def _literals(self, masks: Masks) -> list[int]:
        """What the candidates say of the elements: false where one is gone, true where one is left."""
        literals = []
        for cell, mask in enumerate(masks):
            for bit in range(self._size):
                if mask == 1 << bit:
                    literals.append(self._variable(cell, bit))
                elif not mask >> bit & 1:
                    literals.append(-1 - self._variable(cell, bit))
        return literals
