"""What OR-tools makes of the CP-SAT encodings: of the model when it is loaded, and before the first decision.

All with the settings of the engine `cpsat`, unless others are given.
"""

import re

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
