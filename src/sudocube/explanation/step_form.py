"""The form of a step: whether its parts fit together, seen in the step alone.

A step could change more than its conclusion says: a guess could place a second cell, a deadlock could place
one. Reading a file of steps and verifying both ask this module first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sudocube.cube import cube
from sudocube.explanation.solving_state import ASSUMING
from sudocube.geometry import Geometry
from sudocube.solvers.trace import Premises, Step, StepKind

CHANGES = {
    StepKind.PLACEMENT: ("placed", "removed"),
    StepKind.REMOVAL: ("removed",),
    StepKind.GUESS: ("placed", "removed"),
    StepKind.READING: ("placed",),
    StepKind.LEFT_OUT: ("counts",),
}
"""What a step of a kind says; a placement, a removal and readings left out have to say the first of it."""


def form_fault(step: Step, geometry: Geometry) -> str | None:
    """The first fault in the form of a step, with the part where it is; None where the parts fit together.

    >>> from sudocube.solvers.trace import Rule
    >>> step = Step(StepKind.GUESS, Rule("", ""), (0,), (1,), placed={0: 1, 2: 3}, assumptions=((0, 1),))
    >>> form_fault(step, Geometry(2, 2))
    'placed: found r1c1 = 1, r1c3 = 3; expected r1c1 = 1, the guess itself'
    """
    return next(chain(_out_of_range(step, geometry), _of_kind(step, geometry)), None)


def _out_of_range(step: Step, geometry: Geometry) -> Iterator[str]:
    """The cells, digits and units in a step that its puzzle does not have."""
    premises = step.premises or Premises()
    parts: list[tuple[str, Iterable[int], Iterable[int]]] = [
        ("cells", step.cells, ()),
        ("digits", (), step.digits),
        ("placed", step.placed, step.placed.values()),
        ("removed", step.removed, chain(*step.removed.values())),
        ("assumptions", [cell for cell, _ in step.assumptions], [digit for _, digit in step.assumptions]),
        ("premises", premises.cells, chain(*premises.cells.values())),
    ]
    for key, cells, digits in parts:
        for cell in cells:
            if not 0 <= cell < geometry.cell_count:
                yield f"{key}: found {cell}; expected a cell, 0 to {geometry.cell_count - 1}"
        for digit in digits:
            if digit not in geometry.digits:
                yield f"{key}: found {digit}; expected a digit, 1 to {geometry.size}"
    for unit in (*premises.units, *(() if step.unit is None else (step.unit,))):
        if unit not in cube(geometry).units:
            yield f"unit: found {unit.name}; expected a unit of this puzzle, with its cells"


def _of_kind(step: Step, geometry: Geometry) -> Iterator[str]:
    """What a step says though a step of its kind cannot say it, or what it has to say and does not."""
    kind, name = step.kind, geometry.cell_name
    says = {
        "placed": bool(step.placed),
        "removed": any(step.removed.values()),
        "counts": bool(step.counts) and min(step.counts.values()) > 0,
    }
    for key, is_said in says.items():
        if is_said and key not in CHANGES.get(kind, ()):
            yield f"{key}: found some; expected none in a step of kind {kind}"
    if kind in CHANGES and not says[key := CHANGES[kind][0]]:
        yield f"{key}: found none; expected some in a step of kind {kind}"
    for cell, digit in step.placed.items():
        if digit in step.removed.get(cell, ()):
            yield f"removed: found {digit} of {name(cell)}, where it is placed; expected other digits"
    if kind is StepKind.GUESS and (len(step.cells), len(step.digits)) != (1, 1):
        yield f"cells: found {len(step.cells)}, and {len(step.digits)} digits; expected one of each"
    if kind in (StepKind.READING, StepKind.FAILED_READING):
        if not step.cells or len({*step.cells}) < len(step.cells):
            yield f"cells: found {_named(step.cells, geometry)}; expected the cells of the {kind}, each once"
        if len(step.digits) != len(step.cells):
            yield f"digits: found {len(step.digits)}; expected {len(step.cells)}, as many as cells"
    if kind in ASSUMING and step.placed != (own := dict(zip(step.cells, step.digits, strict=False))):
        found, expected = (
            ", ".join(f"{name(cell)} = {digit}" for cell, digit in placed.items()) or "none"
            for placed in (step.placed, own)
        )
        yield f"placed: found {found}; expected {expected}, the {kind} itself"


def _named(cells: Iterable[int], geometry: Geometry) -> str:
    return ", ".join(map(geometry.cell_name, cells)) or "none"
