"""What solvers on the cube of bits share: the state that the clues make, a move, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

from sudocube.cube import Family, clashes
from sudocube.puzzle import Puzzle
from sudocube.solvers.bits import Bits
from sudocube.solvers.trace import Rule, Trace

State = tuple[int, int]
"""What is possible and what is placed, a bit for each element."""

CLUES = Rule("the clues", "candidates")
CLASH = Rule("the clues", "clash")
DEADLOCK = Rule("deadlock", "cell without candidates")


def place(table: Bits, possible: int, placed: int, element: int) -> State:
    """The state after a move: its peers on all four lines are no longer possible."""
    return possible & table.without_peers[element], placed | 1 << element


def given(table: Bits, puzzle: Puzzle, trace: Trace | None) -> State | None:
    """The state that the clues make; None where two of them clash."""
    possible, placed = table.all, 0
    for cell, digit in puzzle.clues.items():
        element = table.cube.element(cell, digit)
        if not possible >> element & 1:
            if trace is not None:
                tell_clash(trace, puzzle)
            return None
        possible, placed = place(table, possible, placed, element)
    if trace is not None:
        trace.conclusion(
            CLUES,
            cells=puzzle.clues,
            units=table.cube.units,
            before=start(puzzle),
            after=table.candidates(possible),
        )
    return possible, placed


def start(puzzle: Puzzle) -> list[int]:
    """What each cell can hold when nothing is concluded yet: a clue, or all digits."""
    every = (1 << puzzle.geometry.size) - 1
    return [1 << value - 1 if value else every for value in puzzle.cells]


def tell_clash(trace: Trace, puzzle: Puzzle) -> None:
    """A deadlock: the first two clues that clash."""
    clash = clashes(puzzle)[0]
    trace.conclusion(
        CLASH,
        about=clash.cells,
        digits=(clash.digit,),
        unit=clash.unit,
        cells=clash.cells,
        units=(clash.unit,),
        before=start(puzzle),
        after=None,
    )


def tell_single(
    trace: Trace,
    table: Bits,
    rule: Rule,
    element: int,
    families: Sequence[Family],
    before: int,
    after: int,
) -> None:
    """A placement: of a digit with one place left in a unit of these families, the first that shows it.

    Without families: of the only digit that is left for its cell.
    """
    cell, digit = table.cube.cell_and_digit(element)
    alone = [family for family in families if table.lone(before, family)[0] >> element & 1]
    units = trace.units_of(cell)
    unit = next((unit for unit in units if unit.family in alone), None)
    trace.conclusion(
        rule,
        about=(cell,),
        digits=(digit,),
        unit=unit,
        cells=unit.cells if unit is not None else (cell,),
        units=units,
        before=table.candidates(before),
        after=table.candidates(after),
        placed={cell: digit},
    )


def tell_empty_cell(trace: Trace, table: Bits, rule: Rule, possible: int) -> None:
    """A deadlock: the first cell that can hold nothing."""
    candidates = table.candidates(possible)
    cell = candidates.index(0)
    trace.conclusion(rule, about=(cell,), cells=(cell,), before=candidates, after=None)
