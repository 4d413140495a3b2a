"""The single of one cell that somebody chose: why it can hold only one digit now, as a step.

Two rules are tried, on the candidates that are left and on the digits that stand in the grid:

    naked single    every other digit is no candidate of the cell, or stands in one of its units
    hidden single   in a unit of the cell, no other cell has the digit as a candidate, or can hold it

So a cell may be chosen before the method has removed what its peers hold: what stands there is part of the
premises.
"""

from __future__ import annotations

from sudocube.cube import Unit, cube
from sudocube.explanation.solving_state import SolvingState
from sudocube.solvers.trace import Premises, Rule, Step, StepKind, digits_of

NAKED = Rule("the chosen cell", "naked single")
HIDDEN = Rule("the chosen cell", "hidden single")


def single_at(state: SolvingState, cell: int) -> Step | None:
    """The step that places the only digit of a blank cell; None where no single shows it.

    A cell that is filled already has none. `cell` is numbered from 0.

    >>> from sudocube.puzzle import Puzzle
    >>> state = SolvingState(Puzzle("1... ..2. .3.. ...4"))
    >>> step = single_at(state, 3)
    >>> step.rule.term, step.placed, step.premises.cells
    ('naked single', {3: 3}, {3: (1, 2, 3, 4), 0: (1,), 6: (2,), 15: (4,)})
    >>> single_at(state, 1).rule.term, single_at(state, 0) is None
    ('hidden single', True)
    """
    if state.filled[cell]:
        return None
    return _naked(state, cell) or next(filter(None, _hidden(state, cell)), None)


def left_at(state: SolvingState, cell: int) -> tuple[int, ...]:
    """The candidates of a cell that do not stand in one of its units, in ascending order."""
    return tuple(d for d in state.candidates(cell) if _holder(state, cell, d) is None)


def peers_with(state: SolvingState, cell: int, digit: int) -> dict[int, tuple[int, ...]]:
    """What a digit in this cell removes: from each peer that has it as a candidate."""
    peers = {peer for unit in cube(state.puzzle.geometry).units_of(cell) for peer in unit.cells} - {cell}
    return {peer: (digit,) for peer in sorted(peers) if state.masks[peer] >> digit - 1 & 1}


class _Reasons:
    """The premises of a single, as far as they are collected."""

    def __init__(self, state: SolvingState, cell: int) -> None:
        self._state = state
        self.cells: dict[int, tuple[int, ...]] = {}
        self.units = dict.fromkeys(cube(state.puzzle.geometry).units_of(cell))

    def exclude(self, cell: int, digit: int) -> bool:
        """Whether a cell cannot hold a digit; why is added to the premises."""
        if not self._state.masks[cell] >> digit - 1 & 1:
            self.cells[cell] = digits_of(self._state.masks[cell])
            return True
        if (held := _holder(self._state, cell, digit)) is None:
            return False
        holder, unit = held
        self.cells[holder] = (digit,)
        self.units[unit] = None
        return True


def _holder(state: SolvingState, cell: int, digit: int) -> tuple[int, Unit] | None:
    """A peer that holds a digit, and the unit that it shares with the cell; None where none does."""
    for unit in cube(state.puzzle.geometry).units_of(cell):
        for peer in unit.cells:
            if peer != cell and state.filled[peer] == digit:
                return peer, unit
    return None


def _naked(state: SolvingState, cell: int) -> Step | None:
    left = left_at(state, cell)
    if len(left) != 1:
        return None
    reasons = _Reasons(state, cell)
    reasons.cells[cell] = state.candidates(cell)
    for digit in state.candidates(cell):
        if digit not in left:
            reasons.exclude(cell, digit)
    return _placement(state, NAKED, cell, left[0], None, reasons)


def _hidden(state: SolvingState, cell: int) -> list[Step | None]:
    """A hidden single for each unit that shows one."""
    found: list[Step | None] = []
    for unit in cube(state.puzzle.geometry).units_of(cell):
        for digit in left_at(state, cell):
            reasons = _Reasons(state, cell)
            if all(reasons.exclude(other, digit) for other in unit.cells if other != cell):
                found.append(_placement(state, HIDDEN, cell, digit, unit, reasons))
    return found


def _placement(
    state: SolvingState, rule: Rule, cell: int, digit: int, unit: Unit | None, reasons: _Reasons
) -> Step:
    premises = Premises(reasons.cells, tuple(reasons.units))
    removed = peers_with(state, cell, digit)
    assumptions = tuple(state.assumptions)
    kind = StepKind.PLACEMENT
    return Step(kind, rule, (cell,), (digit,), unit, premises, {cell: digit}, removed, assumptions)
