"""CP-SAT models proved: soundness by a search for a violation, completeness by trying grids.

A violation is searched for by adding to the model that there is one. If the model is then infeasible, it is
sound, as far as the solver is trusted. At size 4 all of the 288 valid grids are tried; if none is refused,
the model is complete, since there are no others. At other sizes random grids are tried, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ortools.sat.python import cp_model

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.encoder.cpsat_model import CpSatModel
from sudocube.engines.cpsat_engine import SETTINGS
from sudocube.errors import EngineError
from sudocube.interrupt import InterruptWatch
from sudocube.lab.completeness import Completeness
from sudocube.lab.soundness import Soundness
from sudocube.lab.valid_grids import grids_to_try, tries_all
from sudocube.lab.violations import CounterGrid, ViolationKind, counter_grid, violations

PRESOLVE_SETTINGS = {"num_workers": 1, "catch_sigint_signal": False}
"""Presolving often shows that no rule can be broken, before the search begins."""


def cpsat_soundness(rules: CpSatModel, clock: Clock) -> Soundness:
    """Search for a violation."""
    try:
        clock.progress("sound", 0)
        found = _counter_grid(rules, clock)
    except TimeoutError:
        return Soundness(None)
    return Soundness(found is None, counter_grid=found)


def cpsat_completeness(rules: CpSatModel, clock: Clock) -> Completeness:
    """Try valid grids: all of size 4, else a sample."""
    tried = 0
    try:
        for grid in grids_to_try(rules.geometry, clock):
            model = rules.cp.clone()
            _fix_cells(model, rules, grid.cells)
            if _solution(model, clock, 0, SETTINGS) is None:
                return Completeness(False, grid)
            tried += 1
    except TimeoutError:
        return Completeness(None, sampled=tried)
    if tries_all(rules.geometry):
        return Completeness(True, grids=tried)
    return Completeness(None, sampled=tried)


def _fix_cells(model: cp_model.CpModel, rules: CpSatModel, cells: bytes) -> None:
    """Add that the cells hold these digits and no others."""
    if not rules.direct:
        for cell, digit in enumerate(cells):
            model.add(model.get_int_var_from_proto_index(cell) == digit)
        return
    table = cube(rules.geometry)
    true = {table.element(cell, digit) for cell, digit in enumerate(cells)}
    elements = [model.get_bool_var_from_proto_index(element) for element in range(table.element_count)]
    model.add_bool_and(x if element in true else ~x for element, x in enumerate(elements))


def _counter_grid(rules: CpSatModel, clock: Clock) -> CounterGrid | None:
    """A solution of the model that is not a valid grid; None where there is none. Raises TimeoutError."""
    model, table, shape = rules.cp.clone(), cube(rules.geometry), rules.geometry
    some = []
    if rules.direct:
        count = table.element_count
        elements = [model.get_bool_var_from_proto_index(element) for element in range(count)]
        for line in table.lines:
            total = cp_model.LinearExpr.sum([elements[element] for element in line.elements])
            for wrong in (total == 0, total >= 2):
                some.append(model.new_bool_var(""))
                model.add(wrong).only_enforce_if(some[-1])
    else:
        count = shape.cell_count
        cells = [model.get_int_var_from_proto_index(cell) for cell in range(count)]
        for one, other in sorted({v.cells for v in violations(table) if len(v.cells) == 2}):
            some.append(model.new_bool_var(""))
            model.add(cells[one] == cells[other]).only_enforce_if(some[-1])
    model.add_bool_or(some)
    values = _solution(model, clock, count, PRESOLVE_SETTINGS)
    if values is None:
        return None
    digits: list[tuple[int, ...]] = [(value,) for value in values]
    if rules.direct:
        every_cell = range(shape.cell_count)
        digits = [tuple(d for d in shape.digits if values[table.element(cell, d)]) for cell in every_cell]
    easiest_first = list(ViolationKind).index
    shown = min((v for v in violations(table) if v.is_in(digits)), key=lambda v: easiest_first(v.kind))
    return counter_grid(digits, shown, shape)


def _solution(
    model: cp_model.CpModel, clock: Clock, count: int, settings: Mapping[str, object]
) -> list[int] | None:
    """The first `count` values of a solution; None where there is none. Raises TimeoutError."""
    clock.check()
    solver = cp_model.CpSolver()
    for setting, value in settings.items():
        setattr(solver.parameters, setting, value)
    if (left := clock.seconds_left) is not None:
        solver.parameters.max_time_in_seconds = left
    with InterruptWatch(solver.stop_search):
        status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status == cp_model.UNKNOWN:
        raise TimeoutError
    if status == cp_model.MODEL_INVALID:
        raise EngineError(f"not a model that CP-SAT takes: {model.validate()}")
    return [int(solver.response_proto.solution[number]) for number in range(count)]
