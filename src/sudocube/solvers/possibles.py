"""The possibles solver: permanent values, solos, must-be's, groups, and the Magic Touch when stuck.

Source: a message to the Algorithm Geeks group describing a Sudoku solver in BASIC; its author is not named in
the copy used here. Its words, and the usual ones:

    square, peer, unit       cell; cell of the same row, column or box; row, column or box
    possibles                candidates
    remove conflicts         elimination (step 2)
    permanent value          a clue, or a digit that was concluded (or, for a while, guessed)
    solo                     naked single
    must be                  hidden single
    rule of pairs, outside   naked pair (triple, quad, group)        see `groups`
    rule of pairs, inside    hidden pair (triple, quad, group)
    Magic Touch              a guess, in a cell with two candidates
    odometer                 exhaustive search                       see `odometer`

Where the source is ambiguous or wrong, and what was decided:
- "Repeat steps 2 and 3 until no more changes", "return to #2": each step goes through the whole puzzle. If
  any step but the second changed something, all steps are repeated from the second on.
- The author's own program has neither the inside rule ("so my program does not include this logic") nor the
  Magic Touch ("I don't use this (yet)"). Both are here as they are described.
- The order of the rules of groups is open: pairs outside, pairs inside, then triples, quads and so on.
- The printed example of the inside rule, 1347 2 1347 45 456 45 9 4567 145678, is wrong: 1 is also possible in
  square 9. But that square must be 8, and after that (step 4 comes first) 1 and 3 are only possible in
  squares 1 and 3. Squares 4 and 6 (45) are also an outside pair, which removes the 4.
- The printed example of the outside rule, 13 2 13 145 1345 45 9 4567 145678, has no solution: without 1 and
  3, the three squares 4, 5 and 6 have only 4 and 5 left.
- The pair in the inside example has "matching" possibles. The rule also holds if they do not match; so it
  does for larger groups of either kind.
- Contradictions are only mentioned ("or the puzzle has no solution"). Here they are: a permanent value twice
  in a unit (step 2), a square without possibles (3), a value without a square (4), and k squares with fewer
  than k possibles, or k values with fewer than k squares (groups).
- "Send it back to Step #2 and above" means step 2 and those that follow. If the puzzle is then neither solved
  nor contradictory, the source restores the arrays, but says "you may need to try several combinations": here
  another square is touched, and the saved arrays are restored once all its values were tried.
- Of several magical squares the first is taken, row by row. Where no square has two possibles, which the
  source does not consider, the first of those with the fewest is taken. Values ascend. After a solution the
  search goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.arrays import Arrays, Saved
from sudocube.solvers.groups import inside, outside, sizes
from sudocube.solvers.trace import SILENT, Rule, SolverContradictionError, Trace, digits_of

CONFLICT = Rule("conflict with permanent values", "elimination")
SOLO = Rule("solo", "naked single")
MUST_BE = Rule("must be", "hidden single")
TWICE = Rule("a permanent value twice", "clash")
NONE_POSSIBLE = Rule("no possibles left", "cell without candidates")
NO_SQUARE = Rule("no square for a value", "digit without a place")
MAGIC = Rule("Magic Touch", "guess")
RESTORED = Rule("restore", "backtracking")
SOLVED = Rule("the puzzle is solved", "solution")
EXHAUSTED = Rule("nothing left to try", "search space exhausted")
STUCK = Rule("no more changes", "stuck")


def solutions(puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT) -> Iterator[Grid]:
    """The solution if logic finds it, nothing if logic finds a contradiction.

    Raises UndecidedError where logic is stuck, and TimeoutError when the clock has run out.

    >>> [str(grid) for grid in solutions(Puzzle("1... ..2. .3.. ...4"))]
    ['1243342143122134']
    """
    arrays = Arrays(puzzle, trace)
    if work(arrays, clock):
        if not arrays.is_full:
            trace.end(STUCK)
            raise UndecidedError("no more changes in the possibles")
        trace.solution(SOLVED)
        yield arrays.grid()
    trace.end(EXHAUSTED)


@dataclass(slots=True)
class Touch:
    """A magical square: the arrays saved before it, and the untried values (the next one last)."""

    saved: Saved
    square: int
    untried: list[int]


def magic(puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT) -> Iterator[Grid]:
    """All solutions, by logic, and by the Magic Touch when stuck; TimeoutError when the clock has run out.

    >>> [str(grid) for grid in magic(Puzzle("12.. 34.. .... ...1"))]
    ['1234341221434321', '1234341241232341', '1243341221344321']
    """
    arrays = Arrays(puzzle, trace)
    touches: list[Touch] = []
    while True:
        if work(arrays, clock):
            if arrays.is_full:
                trace.solution(SOLVED)
                yield arrays.grid()
            else:
                square = magical_square(arrays)
                untried = list(digits_of(arrays.possibles[square]))[::-1]
                touches.append(Touch(arrays.save(), square, untried))
        while touches and not touches[-1].untried:
            touches.pop()
        trace.back_to(RESTORED, max(0, len(touches) - 1))
        if not touches:
            trace.end(EXHAUSTED)
            return
        touch = touches[-1]
        value = touch.untried.pop()
        arrays.restore(touch.saved)
        before = arrays.before()
        arrays.upgrade(touch.square, value)
        if trace.is_on:
            trace.guess(MAGIC, (touch.square, value), before, arrays.possibles)


def magical_square(arrays: Arrays) -> int:
    """The first square with two possibles; if there is none, the first with the fewest."""
    blanks = [square for square, value in enumerate(arrays.board) if not value]
    return min(blanks, key=lambda square: arrays.possibles[square].bit_count())


def work(arrays: Arrays, clock: Clock = NO_LIMIT) -> bool:
    """Apply steps 2 to 4 and the rules of groups until nothing changes; False on a contradiction.

    After a change, all earlier steps are repeated. Raises TimeoutError when the clock has run out.
    """
    steps: list[Callable[[Arrays], bool]] = [remove_conflicts, upgrade_solos, upgrade_must_bes]
    for k in sizes(arrays.geometry):
        steps += [partial(outside, k=k), partial(inside, k=k)]
    at = 0
    try:
        while at < len(steps):
            clock.check()
            changed = steps[at](arrays)
            if at == 0 and arrays.is_full:
                break
            at = 0 if changed and at > 0 else at + 1
    except SolverContradictionError as found:
        if arrays.trace.is_on:
            arrays.trace.contradiction(found, before=arrays.possibles)
        return False
    return True


def remove_conflicts(arrays: Arrays) -> bool:
    """Step 2: remove all possibles that conflict with permanent values of peers; True if there were any."""
    board, possibles, changed = arrays.board, arrays.possibles, False
    for unit in arrays.units:
        values = others = 0
        for square in unit.cells:
            if not board[square]:
                others |= possibles[square]
            else:
                if values & possibles[square]:
                    value = board[square]
                    two = [one for one in unit.cells if board[one] == value]
                    raise SolverContradictionError(TWICE, two, [value], unit)
                values |= possibles[square]
        if gone := values & others:
            peers = [square for square in unit.cells if board[square] and possibles[square] & gone]
            blanks = arrays.open_squares(unit)
            changed |= arrays.remove(CONFLICT, gone, blanks, about=peers, digits=gone, unit=unit)
    return changed


def upgrade_solos(arrays: Arrays) -> bool:
    """Step 3: make the only possible of a square its permanent value; True if there was such a square."""
    changed = False
    for square, possible in enumerate(arrays.possibles):
        if not arrays.board[square] and not possible & possible - 1:
            if not possible:
                raise SolverContradictionError(NONE_POSSIBLE, [square], (), None)
            arrays.conclude(SOLO, square, possible.bit_length())
            changed = True
    return changed


def upgrade_must_bes(arrays: Arrays) -> bool:
    """Step 4: make a value permanent that is possible in only one square of a unit; True if there was one."""
    board, possibles, changed = arrays.board, arrays.possibles, False
    for unit in arrays.units:
        once = twice = permanent = 0
        for square in unit.cells:
            possible = possibles[square]
            twice |= once & possible
            once |= possible
            if board[square]:
                permanent |= possible
        missing = digits_of(arrays.every & ~once)
        for value in digits_of(once & ~twice & ~permanent):
            square = next((one for one in unit.cells if possibles[one] >> value - 1 & 1), -1)
            if square < 0:  # another must-be value took its square
                missing = (*missing, value)
                break
            arrays.conclude(MUST_BE, square, value, unit)
            changed = True
        if missing:
            raise SolverContradictionError(NO_SQUARE, (), [min(missing)], unit, unit.cells)
    return changed
