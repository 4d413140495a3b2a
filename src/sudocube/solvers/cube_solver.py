"""The Boolean cube solver: propagation of certain elements, and a tree of assumptions.

Source: README of a Sudoku solver project, section "Algorithm", with Algorithm 1 and Algorithm 2. Its words,
and the usual ones:

    element (i,j,k)            digit k+1 is a candidate for the cell at i, j
    set to false               elimination
    column (i,j,_)             the candidates of a cell; one true: naked single
    x-row (_,j,k), y-row (i,_,k)   the cells of a column, of a row, for one digit; one true: hidden single
    mutually exclusive assumptions   the true elements of one line
    tree of assumptions        depth-first search

Where the source leaves a gap, and what was decided:
- Which of i and j is the row is not said: here x runs down a column, with j fixed, and y along a row.
- Boxes appear only in "according to the Sudoku rules". So an element that is certain also sets its peers in
  the box to false. But box lines are not searched for certain elements, nor for the fewest assumptions: the
  source names three directions for these. With FOUR_DIRECTIONS they are searched, too: the same algorithm,
  which the benchmarks compare.
- "Deemed impossible" must mean that a line has no true element, though the source does not say so. Such lines
  are looked for in the directions that are searched.
- Which of several cases with the fewest assumptions comes first is open: here cells before x-rows before
  y-rows before boxes, then the first of its kind. Its assumptions ascend.
- "A single digit is possible in any cell" is taken to mean in every cell.
- After a solution "the recursion returns": here the search goes on, to find a second one.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Family
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import CubeMasks, State, cube_masks, elements_of
from sudocube.solvers.trace import SILENT, Rule, StepKind, Trace

DIRECTIONS = (Family.CELL, Family.COLUMN, Family.ROW)
"""z, x and y: the three directions that the source names."""

FOUR_DIRECTIONS = (*DIRECTIONS, Family.BOX)

CERTAIN = {
    Family.CELL: Rule("one true in a z-column", "naked single"),
    Family.COLUMN: Rule("one true in an x-row", "hidden single"),
    Family.ROW: Rule("one true in a y-row", "hidden single"),
    Family.BOX: Rule("one true in a box", "hidden single"),
}
IMPOSSIBLE_CELL = Rule("deemed impossible", "cell without candidates")
IMPOSSIBLE = Rule("deemed impossible", "digit without a place")
ASSUMPTION = Rule("additional assumption", "guess")
BACK = Rule("the recursion returns", "backtracking")
SOLVED = Rule("a single digit in every cell", "solution")
EXHAUSTED = Rule("all assumptions explored", "search space exhausted")
ONLY = Rule("everything was certain", "no other solution")
STUCK = Rule("nothing more is certain", "stuck")


def solutions(
    puzzle: Puzzle,
    *,
    clock: Clock = NO_LIMIT,
    trace: Trace = SILENT,
    directions: tuple[Family, ...] = DIRECTIONS,
    assumes: bool = True,
) -> Iterator[Grid]:
    """All solutions by Algorithm 2, depth first; if it assumes nothing, it is Algorithm 1 alone.

    Raises TimeoutError when the clock has run out, and UndecidedError where Algorithm 1 alone is stuck.

    >>> [str(grid) for grid in solutions(Puzzle("12.. 34.. .... 4..1"))]
    ['1234341221434321', '1243341221344321']
    """
    table = cube_masks(puzzle.geometry)

    def explore(state: State, depth: int) -> Iterator[Grid]:
        """Algorithm 2 from a state: propagate, then assume each element of the smallest case in turn."""
        known = algorithm_1(table, directions, *state, trace, clock)
        if known is None:
            return
        possible, placed = known
        case = table.fewest(possible, placed, directions)
        if not case:
            trace.step(StepKind.SOLUTION, SOLVED)
            yield table.cube.grid(elements_of(placed))
            return
        if not assumes:
            trace.step(StepKind.END, STUCK)
            raise UndecidedError("nothing more is certain")
        for element in elements_of(possible & case):
            yield from explore(table.assume(trace, ASSUMPTION, element, case, *known), depth + 1)
            trace.back_to(BACK, depth)

    state = table.state_of_clues(puzzle, trace)
    is_found = False
    for grid in explore(state, 0) if state else ():
        is_found = True
        yield grid
    trace.step(StepKind.END, ONLY if is_found and not assumes else EXHAUSTED)


def algorithm_1(
    table: CubeMasks,
    directions: tuple[Family, ...],
    possible: int,
    placed: int,
    trace: Trace = SILENT,
    clock: Clock = NO_LIMIT,
) -> State | None:
    """Place certain elements until there are none: the state then; None if a line has no true element.

    Raises TimeoutError when the clock has run out.
    """
    while True:
        clock.check()
        done = placed
        for family in directions:
            lone, is_empty = table.lone(possible, family)
            if is_empty:
                rule = IMPOSSIBLE_CELL if family is Family.CELL else IMPOSSIBLE
                table.record_empty(trace, rule, possible, family)
                return None
            certain, rule = lone & ~placed, CERTAIN[family]
            possible, placed = table.place_all(certain, possible, placed, trace, rule, [family])
        if placed == done:
            return possible, placed
