"""The Boolean cube: propagation of what is certain, and a tree of assumptions.

Source: README of a C++ Sudoku solver project, "Algorithm", with Algorithm 1 and Algorithm 2. Its words,
and the usual ones:

    element (i,j,k)            digit k+1 is a candidate for the cell at i, j
    column (i,j,_)             the candidates of a cell; one true: naked single
    x-row (_,j,k), y-row (i,_,k)   the cells of a column, of a row, for one digit; one true: hidden single
    mutually exclusive assumptions   the true elements of one line
    tree of assumptions        depth-first search

Where the source leaves a gap, and what was decided:
- Which of i and j is the row is not said: here x runs down a column, with j fixed, and y along a row.
- Boxes appear in "according to the Sudoku rules" only. So an element that is certain sets its peers in
  the box to false as well, but lines of a box are not looked at for being certain, nor for the fewest
  assumptions: those are said to be in the three directions. With `box_lines` they are: the same
  algorithm with a fourth direction, which the benchmarks compare.
- That a line without a true element is what "deemed impossible" means is not said, but nothing else can
  be meant: it is looked for in the directions that are looked at.
- Which of several cases with the fewest assumptions comes first is open: here cells before x-rows before
  y-rows before boxes, and of each the first, its assumptions in ascending order.
- "A single digit possible in any cell" is taken to mean in every cell.
- Once a solution is found, "the recursion returns": here it goes on, so that a second one is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from sudocube.cube import Family
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import (
    DEADLOCK,
    CubeMasks,
    State,
    cube_masks,
    elements_of,
    place,
    record_empty_cell,
    record_single,
    state_of_clues,
)
from sudocube.solvers.trace import Rule, Trace

DIRECTIONS = (Family.CELL, Family.COLUMN, Family.ROW)
"""z, x and y: the three directions that the source names."""

CERTAIN = {
    Family.CELL: Rule("one true in a z-column", "naked single"),
    Family.COLUMN: Rule("one true in an x-row", "hidden single"),
    Family.ROW: Rule("one true in a y-row", "hidden single"),
    Family.BOX: Rule("one true in a box", "hidden single"),
}
IMPOSSIBLE = Rule("none true in a line", "digit without a place")
ASSUMPTION = Rule("additional assumption", "guess")
BACK = Rule("the recursion returns", "backtracking")
SOLVED = Rule("a single digit in every cell", "solution")
EXHAUSTED = Rule("all assumptions explored", "search space exhausted")
STUCK = Rule("nothing more is certain", "stuck")


def solutions(
    puzzle: Puzzle,
    *,
    deadline: float | None = None,
    trace: Trace | None = None,
    box_lines: bool = False,
) -> Iterator[Grid]:
    """Algorithm 2: all solutions, depth first. Raises TimeoutError past the deadline.

    >>> [str(grid) for grid in solutions(Puzzle("12.. 34.. .... 4..1"))]
    ['1234341221434321', '1243341221344321']
    """
    table = cube_masks(puzzle.geometry)
    directions = (*DIRECTIONS, Family.BOX) if box_lines else DIRECTIONS
    state = state_of_clues(table, puzzle, trace)
    if state is not None:
        yield from _explore(table, directions, state, 0, deadline, trace)
    if trace is not None:
        trace.end(EXHAUSTED)


def propagated(
    puzzle: Puzzle,
    *,
    deadline: float | None = None,
    trace: Trace | None = None,
    box_lines: bool = False,
) -> Iterator[Grid]:
    """Algorithm 1 alone: the solution where what is certain suffices, nothing on a contradiction.

    Raises UndecidedError where it does not suffice.
    """
    table = cube_masks(puzzle.geometry)
    directions = (*DIRECTIONS, Family.BOX) if box_lines else DIRECTIONS
    state = state_of_clues(table, puzzle, trace)
    if state is not None:
        state = algorithm_1(table, directions, *state, trace)
    if state is None:
        if trace is not None:
            trace.end(EXHAUSTED)
        return
    placed = state[1]
    if placed.bit_count() < puzzle.geometry.cell_count:
        if trace is not None:
            trace.end(STUCK)
        raise UndecidedError("nothing more is certain")
    if trace is not None:
        trace.solution(SOLVED)
    yield table.cube.grid(list(elements_of(placed)))


def algorithm_1(
    table: CubeMasks, directions: tuple[Family, ...], possible: int, placed: int, trace: Trace | None = None
) -> State | None:
    """Apply what is certain until nothing new is; None where a line has no true element left."""
    while True:
        done = placed
        for family in directions:
            lone, is_empty = table.lone(possible, family)
            if is_empty:
                if trace is not None:
                    _record_impossible(trace, table, family, possible)
                return None
            for element in elements_of(lone & ~placed):
                if possible >> element & 1:  # else a certain element beside it ruled it out
                    before = possible
                    possible, placed = place(table, possible, placed, element)
                    if trace is not None:
                        where = () if family is Family.CELL else (family,)
                        record_single(trace, table, CERTAIN[family], element, where, before, possible)
        if placed == done:
            return possible, placed


def _explore(
    table: CubeMasks,
    directions: tuple[Family, ...],
    state: State,
    depth: int,
    deadline: float | None,
    trace: Trace | None,
) -> Iterator[Grid]:
    """Algorithm 2 from a state on: propagate, then assume each element of the smallest case in turn."""
    if deadline is not None and monotonic() > deadline:
        raise TimeoutError
    known = algorithm_1(table, directions, *state, trace)
    if known is None:
        return
    possible, placed = known
    cases = [(family, table.fewest(possible, placed, family)) for family in directions]
    family, smallest = min(cases, key=lambda case: len(case[1]))  # none is empty unless all are
    if not smallest:
        if trace is not None:
            trace.solution(SOLVED)
        yield table.cube.grid(list(elements_of(placed)))
        return
    for element in smallest:
        assumed = place(table, possible, placed, element)
        if trace is not None:
            cell, digit = table.cube.cell_and_digit(element)
            before, after = table.candidates(possible), table.candidates(assumed[0])
            unit = next((unit for unit in trace.units_of(cell) if unit.family is family), None)
            trace.guess(ASSUMPTION, cell, digit, before, after, unit)
        yield from _explore(table, directions, assumed, depth + 1, deadline, trace)
        if trace is not None:
            trace.back_to(BACK, depth)


def _record_impossible(trace: Trace, table: CubeMasks, family: Family, possible: int) -> None:
    """A deadlock: a cell without a digit, or a digit without a cell in a unit."""
    if family is Family.CELL:
        record_empty_cell(trace, table, DEADLOCK, possible)
        return
    candidates = table.candidates(possible)
    for unit in table.cube.units:
        if unit.family is family:
            union = 0
            for cell in unit.cells:
                union |= candidates[cell]
            missing = [digit for digit in table.cube.geometry.digits if not union >> digit - 1 & 1]
            if missing:
                trace.conclusion(
                    IMPOSSIBLE,
                    digits=missing[:1],
                    unit=unit,
                    cells=unit.cells,
                    units=(unit,),
                    before=candidates,
                    after=None,
                )
                return
