"""Whether a step can come at its point, and whether its parts fit together.

The form of a step is whether its parts fit together, seen in the step alone (see `form_fault`). A step could
change more than its conclusion says: a guess could place a second cell, a deadlock could place one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sudocube.cube import cube
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.solvers.trace import ASSUMING, Assumption, Premises, SolvingState, Step, StepKind
from sudocube.verdict import referee

NAMED_AT_MOST = 50
"""How many assumptions an objection names."""


def objection(state: SolvingState, step: Step) -> str | None:
    """Why a step cannot come at this point, in words; None where it can.

    The assumptions that a step names must be those in force. A guess must be a candidate, and may only
    remove candidates that it rules out. An undo must take back the latest assumptions. A solution must be
    accepted by the referee. Whether a conclusion follows is not checked here.
    """
    if step.kind is StepKind.UNDO:
        return _objection_to_undo(state, step)
    more = tuple(zip(step.cells, step.digits, strict=True)) if step.kind in ASSUMING else ()
    wanted = (*state.assumptions, *more)
    if step.assumptions != wanted:
        names = _assumed(state, step.assumptions)
        return f"it names as assumptions {names}, but in force are {_assumed(state, wanted)}"
    for cell, digit in more:
        if not state.masks[cell] >> digit - 1 & 1:
            return f"{SYMBOLS[digit]} is no candidate of {state.puzzle.geometry.cell_name(cell)}"
    if step.kind is StepKind.GUESS:
        return _objection_to_removed(state, step)
    return _objection_to_solution(state) if step.kind is StepKind.SOLUTION else None


def _objection_to_undo(state: SolvingState, step: Step) -> str | None:
    """An undo takes back the latest guesses and readings; where it names assumptions, it names these."""
    kept, stack = step.assumptions, state.assumptions
    if kept not in [before.assumptions for before in state._saved]:
        return f"it leaves as assumptions {_assumed(state, kept)}; in force are {_assumed(state, stack)}"
    named, undone = tuple(zip(step.cells, step.digits, strict=False)), stack[len(kept) :]
    if named not in ((), undone) or len(step.cells) != len(step.digits):
        return (
            f"it takes back {_assumed(state, named)}, but what it leaves takes back {_assumed(state, undone)}"
        )
    return None


def _objection_to_removed(state: SolvingState, guess: Step) -> str | None:
    """A guess takes its digit from peers, and the other digits from its cell."""
    table = cube(state.puzzle.geometry)
    peers = table.peers[table.element(*guess.assumptions[-1])]
    for cell, digits in guess.removed.items():
        for digit in digits:
            if state.masks[cell] >> digit - 1 & 1 and table.element(cell, digit) not in peers:
                name = state.puzzle.geometry.cell_name(cell)
                return f"it takes {SYMBOLS[digit]} from {name}, which this digit there does not rule out"
    return None


def _objection_to_solution(state: SolvingState) -> str | None:
    grid = state.grid()
    if grid is None:
        cell = next(cell for cell, mask in enumerate(state.masks) if mask.bit_count() != 1)
        return f"{state.puzzle.geometry.cell_name(cell)} can still hold {state.can_hold(cell)}"
    refused = referee(grid, state.puzzle)
    return None if refused is None else f"the referee refuses {grid}: {refused}"


def _assumed(state: SolvingState, assumptions: Sequence[Assumption]) -> str:
    name = state.puzzle.geometry.cell_name
    said = [f"{name(cell)} = {SYMBOLS[digit]}" for cell, digit in assumptions[:NAMED_AT_MOST]]
    more = len(assumptions) - len(said)
    return ", ".join(said) + f" and {more:,} more" * (more > 0) or "none"


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
