"""What OR-tools makes of the CP-SAT encodings: of the model when it is loaded, and before the first decision.

All with the settings of the engine `cpsat`, unless others are given.
"""

import re
from collections.abc import Sequence

from ortools.sat.python import cp_model

from sudocube.encoder import load
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.engines.cpsat_engine import SETTINGS
from sudocube.geometry import Geometry

NINE = Geometry.of_size(9)

_KIND = re.compile(r"^#k(\w+?)[12N]?: (['\d]+)(.*)$", re.MULTILINE)


def solver_with(**settings: object) -> cp_model.CpSolver:
    """OR-tools' solver with the settings of the engine, and these."""
    solver = cp_model.CpSolver()
    for name, value in (SETTINGS | settings).items():
        setattr(solver.parameters, name, value)
    return solver


def kinds_stated_and_loaded(name: str) -> tuple[dict[str, int], dict[str, int]]:
    """The kinds of constraints of a model at 9×9, and those that are left when it is loaded, with counts."""
    log = log_of(cpsat_model(load(name), NINE).cp, stop_after_presolve=True)
    before, after = log.split("\nPresolved ")
    return _kinds(before), _kinds(after)


def log_of(model: cp_model.CpModel, **settings: object) -> str:
    """What OR-tools tells of its work."""
    lines: list[str] = []
    solver = solver_with(log_search_progress=True, log_to_stdout=False, **settings)
    solver.log_callback = lines.append
    solver.solve(model)
    return "\n".join(lines)


def _kinds(log: str) -> dict[str, int]:
    """The kinds of constraints in a part of OR-tools' log; those that are empty are dropped."""
    found: dict[str, int] = {}
    for kind, count, rest in _KIND.findall(log):
        if kind != "Empty":
            name = "conditional Linear" if "#enforced" in rest else kind
            found[name] = found.get(name, 0) + int(count.replace("'", ""))
    return found


def after_root_propagation(model: cp_model.CpModel, **settings: object) -> list[set[int]] | None:
    """The values of each variable that are left before the first decision; None for a contradiction."""
    solver = solver_with(
        stop_after_root_propagation=True, fill_tightened_domains_in_response=True, **settings
    )
    if solver.solve(model) == cp_model.INFEASIBLE:
        return None
    return [_values(list(variable.domain)) for variable in solver.response_proto.tightened_variables]


def _values(domain: Sequence[int]) -> set[int]:
    """The values of a domain, which OR-tools gives as first and last of each run."""
    return {
        value
        for first, last in zip(domain[::2], domain[1::2], strict=True)
        for value in range(first, last + 1)
    }


def model_of_a_unit(unit: Sequence[set[int]], block: str) -> cp_model.CpModel:
    """A model of a unit alone, from the candidates of its cells; the block is all-different or inverse."""
    model = cp_model.CpModel()
    cells = [model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(one)), "") for one in unit]
    if block == "all-different":
        model.add_all_different(cells)
    else:
        unused = model.new_constant(0)  # the constraint counts from 0
        model.add_inverse([unused, *cells], [unused, *(model.new_int_var(1, len(cells), "") for _ in cells)])
    return model
