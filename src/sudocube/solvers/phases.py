"""The three-phase solver: forced moves, a guess if there are none, and tracing back on deadlock.

Source: Phillip Jordan, "Quick description of the solving algorithm", the file SOLVING_ALGORITHM of
gnudoq 0.94. Its words, and the usual ones:

    possibilities of a square      candidates: digits that no filled square of its row, column or bigbox holds
    forced possibility (1a)        naked single: a blank with one possibility
    forced option (1b)             hidden single: a number with one blank left in a row, column or bigbox
    forbidden in a square          eliminated: the number stands in the square's row, column or bigbox
    phase 2                        a guess, in a blank with the fewest candidates
    deadlock (3)                   a blank without candidates

Where the source leaves a gap, and what was decided:
- The source does not call it a deadlock when a number has no blank left in a unit, so it is not one here.
  The search goes on until some blank has no possibility, which always happens in the end.
- In which order forced moves are performed is not stated: here all forced possibilities until there are
  none left, then all forced options at once. The source does not mention two forced options for one square:
  here the first is performed, and the other is then no longer an option.
- Deadlock "is detected if a move causes" it. Here it is looked for after all forced moves that were found
  together have been performed: a few moves later at most, with the same result.
- Of several blanks with the fewest possibilities the first is taken, row by row. Numbers ascend.
- On going further back, "all forced moves since the last phase 2 before that" are undone together with the
  move of that phase 2 itself.
- The description stops at the first solution. Here a solution is followed by the same tracing back, so the
  search goes on to the next one.

A state is two integers with a bit for each element of the cube (see `cube_state`): `possible` and `placed`.
To undo moves, the state that was kept at the last phase 2 is used again. Moves that are undone one after the
other, without another one between them, are one step of a trace.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import UNIT_FAMILIES, Family
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import CubeMasks, State, cube_masks, elements_of
from sudocube.solvers.trace import SILENT, Rule, StepKind, Trace

POSSIBILITY = Rule("forced possibility", "naked single")
OPTION = Rule("forced option", "hidden single")
GUESS = Rule("phase 2", "guess")
DEADLOCK = Rule("deadlock", "cell without candidates")
BACK = Rule("tracing back", "backtracking")
DONE = Rule("no blanks left", "solution")
UNSOLVABLE = Rule("no choices left", "search space exhausted")


def solutions(puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT) -> Iterator[Grid]:
    """All solutions, one after the other; when the iterator ends, there are no others.

    Raises TimeoutError when the clock has run out.

    >>> [str(grid) for grid in solutions(Puzzle("12.. 34.. .... ...1"))]
    ['1234341221434321', '1234341241232341', '1243341221344321']
    """
    table = cube_masks(puzzle.geometry)

    def explore(state: State, depth: int) -> Iterator[Grid]:
        """The three phases from a state in which so many moves of phase 2 are in force."""
        clock.check()
        known = phase_1(table, *state, trace)
        if known is None:
            return
        possible, placed = known
        if placed.bit_count() == puzzle.geometry.cell_count:
            trace.step(StepKind.SOLUTION, DONE)
            yield table.cube.grid(elements_of(placed))
            return
        blank = table.fewest(possible, placed, [Family.CELL])
        for move in elements_of(possible & blank):  # phase 2
            trace.back_to(BACK, depth)  # phase 3
            yield from explore(table.assume(trace, GUESS, move, blank, *known), depth + 1)

    state = table.state_of_clues(puzzle, trace)
    if state is not None:
        yield from explore(state, 0)
    trace.back_to(BACK, 0)
    trace.step(StepKind.END, UNSOLVABLE)


def phase_1(table: CubeMasks, possible: int, placed: int, trace: Trace = SILENT) -> State | None:
    """The state after all forced moves, until there are none left; None on deadlock."""
    while True:
        lone, deadlock = table.lone(possible, Family.CELL)
        if deadlock:
            table.record_empty(trace, DEADLOCK, possible)
            return None
        if forced := lone & ~placed:  # 1a, forced possibilities
            possible, placed = table.place_all(forced, possible, placed, trace, POSSIBILITY, ())
            continue
        forced = 0
        for family in UNIT_FAMILIES:  # 1b, forced options
            forced |= table.lone(possible, family)[0]
        forced &= ~placed
        if not forced:
            return possible, placed
        possible, placed = table.place_all(forced, possible, placed, trace, OPTION, UNIT_FAMILIES)
