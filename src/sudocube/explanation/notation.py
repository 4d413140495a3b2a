"""A step as a JSON object: plain dictionaries with names of cells and units, as people write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sudocube.explanation.verifying import StepVerification
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.solvers.trace import Premises, Step

Row = dict[str, Any]

KEYS = (
    "step",
    "kind",
    "rule",
    "term",
    "cells",
    "digits",
    "unit",
    "premises",
    "placed",
    "removed",
    "assumptions",
)
FINDINGS = ("valid", "true", "counterexample", "reason")
"""The keys that verifying adds."""


def step_row(number: int, step: Step, geometry: Geometry) -> Row:
    """The object of a step; `number` counts from 1.

    >>> from sudocube.explanation import explain
    >>> row = step_row(14, list(explain("1... ..2. .3.. ...4"))[-1], Geometry(2, 2))
    >>> row["kind"], row["rule"], row["term"], row["premises"]
    ('solution', 'no blanks left', 'solution', None)
    """
    name = geometry.cell_name
    return {
        "step": number,
        "kind": str(step.kind),
        "rule": step.rule.name,
        "term": step.rule.term,
        "cells": [name(cell) for cell in step.cells],
        "digits": list(step.digits),
        "unit": None if step.unit is None else step.unit.name,
        "premises": None if step.premises is None else _premises(step.premises, geometry),
        "placed": {name(cell): digit for cell, digit in step.placed.items()},
        "removed": _by_cell(step.removed, geometry),
        "assumptions": [[name(cell), digit] for cell, digit in step.assumptions],
    }


def verified_row(verified: StepVerification, geometry: Geometry) -> Row:
    """The object of a step that was verified.

    `counterexample` is null, or n² characters: a grid where the conclusion is false, else the cells that
    show that it does not follow, `.` for all others. `reason` says why a step is refuted.
    """
    shown = None
    if verified.counterexample:
        cells = range(geometry.cell_count)
        shown = "".join(SYMBOLS[verified.counterexample.get(cell, 0)] for cell in cells)
    return {
        **step_row(verified.number, verified.step, geometry),
        "valid": verified.valid,
        "true": verified.true,
        "counterexample": shown,
        "reason": verified.reason,
    }


def _premises(premises: Premises, geometry: Geometry) -> Row:
    return {
        "cells": _by_cell(premises.cells, geometry),
        "units": [unit.name for unit in premises.units],
    }


def _by_cell(digits: Mapping[int, Sequence[int]], geometry: Geometry) -> dict[str, list[int]]:
    return {geometry.cell_name(cell): list(some) for cell, some in digits.items()}
