"""Choices: cells that somebody fills by hand while a method is at work, as text and as steps.

3:r1c4      after three steps, fill r1c4: a naked or hidden single has to show its digit
9:r2c1=2    after nine steps, r2c1 is 2: as a single where one shows it, otherwise as an assumption

Two rules are tried, on the candidates that are left and on the digits that stand in the grid:

naked single    every other digit is no candidate of the cell, or stands in one of its units
hidden single   in a unit of the cell, no other cell has the digit as a candidate, or can hold it

So a cell may be chosen before the method has removed what its peers hold: what stands there is part of the
premises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sudocube.cube import Unit, cube
from sudocube.errors import SudocubeError
from sudocube.geometry import SYMBOLS, VALUES, Geometry
from sudocube.solvers.trace import GUESS, Assumption, Rule, SolvingState, Step, Trace

NAKED = Rule("the chosen cell", "naked single")
HIDDEN = Rule("the chosen cell", "hidden single")

ASSUMED = Rule("assumed by you", GUESS)
"""The rule of a digit that somebody entered, and that no single shows."""

CHOSEN_RULES = frozenset({NAKED, HIDDEN, ASSUMED})
"""The rules of steps that somebody chose."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to fill after so many steps; without a digit (0), a single has to show it.

    >>> read_choices("3:r1c4,9:r2c1=2", Geometry(2, 2))
    (Choice(after=3, cell=3, digit=0), Choice(after=9, cell=4, digit=2))
    """

    after: int
    cell: int
    digit: int = 0


class ChoiceError(SudocubeError, ValueError):
    """A choice that cannot be made at its place. Attributes: `number` counts the choices from 1, `choice`."""

    def __init__(self, number: int, choice: Choice, reason: str) -> None:
        self.number, self.choice = number, choice
        super().__init__(f"choice {number}: {reason}")


_CHOICE = re.compile(r"([0-9]{1,6}):r([1-9][0-9]?)c([1-9][0-9]?)(?:=([1-9A-Pa-p]))?", re.ASCII)


def read_choices(text: str, geometry: Geometry) -> tuple[Choice, ...]:
    """The choices in a text such as "3:r1c4,9:r2c1=2"; an empty text has none.

    Raises ValueError where a part has another form, a cell or a digit is none of this geometry, or a choice
    comes before one that is written in front of it.
    """
    choices: list[Choice] = []
    for part in filter(None, text.split(",")):
        found = _CHOICE.fullmatch(part)
        digit = VALUES.get(found[4], 0) if found and found[4] else 0
        size = geometry.size
        if not found or max(int(found[2]), int(found[3]), digit) > size:
            example = f"STEPS:CELL=DIGIT, such as 12:r1c4=3, in a grid of size {size}"
            raise ValueError(f"found {part[:40]!r}; expected {example}")
        cell = (int(found[2]) - 1) * size + int(found[3]) - 1
        if choices and int(found[1]) <= choices[-1].after:
            raise ValueError(f"found {part!r} after step {choices[-1].after}; expected a later place")
        choices.append(Choice(int(found[1]), cell, digit))
    return tuple(choices)


def choice_at(state: SolvingState, cell: int, digit: int = 0) -> Step:
    """The step by which a choice fills a cell: a single where one shows that digit, otherwise a guess.

    Raises ValueError, in words, for a cell that is filled, for a digit that is no candidate there, and where
    no digit is given and no single shows one.
    """
    name = state.puzzle.geometry.cell_name(cell)
    if state.filled[cell]:
        raise ValueError(f"{name} holds {SYMBOLS[state.filled[cell]]} already; choose a blank cell")
    single = single_at(state, cell)
    if single is not None and digit in (0, *single.digits):
        return single
    can = " ".join(SYMBOLS[one] for one in left_at(state, cell)) or "nothing"
    if not digit:
        raise ValueError(f"no single shows the digit of {name} now; it can hold {can}")
    if digit not in state.candidates(cell):
        raise ValueError(f"{SYMBOLS[digit]} is no candidate of {name} any more; it can hold {can}")
    steps: list[Step] = []
    Trace(state.copied(), steps.append).guess(ASSUMED, (cell, digit), _after(state, cell, digit))
    return steps[0]


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
    left = left_at(state, cell)
    if len(left) == 1:
        others = [(cell, one) for one in state.candidates(cell) if one not in left]
        return _placement(state, NAKED, cell, left[0], None, others)
    singles = (
        _placement(state, HIDDEN, cell, digit, unit, [(one, digit) for one in unit.cells if one != cell])
        for unit in cube(state.puzzle.geometry).units_of(cell)
        for digit in left
    )
    return next(filter(None, singles), None)


def left_at(state: SolvingState, cell: int) -> tuple[int, ...]:
    """The candidates of a cell that do not stand in one of its units, in ascending order."""
    return tuple(d for d in state.candidates(cell) if _holder(state, cell, d) is None)


def _after(state: SolvingState, cell: int, digit: int) -> list[int]:
    """The candidates of all cells after this one has the digit, and its peers have lost it."""
    peers = {peer for unit in cube(state.puzzle.geometry).units_of(cell) for peer in unit.cells} - {cell}
    return [mask & ~(1 << digit - 1) if one in peers else mask for one, mask in enumerate(state.masks)]


def _holder(state: SolvingState, cell: int, digit: int) -> tuple[int, Unit] | None:
    """A peer that holds a digit, and the unit that it shares with the cell; None where none does."""
    for unit in cube(state.puzzle.geometry).units_of(cell):
        for peer in unit.cells:
            if peer != cell and state.filled[peer] == digit:
                return peer, unit
    return None


def _placement(
    state: SolvingState,
    rule: Rule,
    cell: int,
    digit: int,
    unit: Unit | None,
    others: Iterable[Assumption],
) -> Step | None:
    """The step by which a cell holds a digit, where the others, cells with a digit, cannot; else None."""
    units = dict.fromkeys(cube(state.puzzle.geometry).units_of(cell))
    cells = [cell] if unit is None else []
    for other, gone in others:
        if not state.masks[other] >> gone - 1 & 1:
            cells.append(other)
        elif held := _holder(state, other, gone):
            cells.append(held[0])
            units[held[1]] = None
        else:
            return None
    steps: list[Step] = []
    Trace(state.copied(), steps.append).conclusion(
        rule,
        about=[cell],
        digits=[digit],
        unit=unit,
        cells=cells,
        units=units,
        after=_after(state, cell, digit),
        placed={cell: digit},
    )
    return steps[0]
