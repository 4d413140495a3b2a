"""The possibles solver: permanent values, solos, must-be's, groups, and the Magic Touch when stuck.

Source: a message to the Algorithm Geeks group describing a Sudoku solver in BASIC; its author is not named in
the copy used here. Its words, and the usual ones:

    square, peer, unit       cell; cell of the same row, column or box; row, column or box
    possibles                candidates
    remove conflicts         elimination (step 2)
    permanent value          a clue, or a digit that was concluded (or, for a while, guessed)
    solo                     naked single
    must be                  hidden single
    rule of pairs, outside   naked pair (triple, quad, group)        see below
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

The two arrays of the source are a board by row and column, and possibles by square and value. Here both are
lists by square, and the possibles of a square are one integer: bit d - 1 is set when d is possible. A value
on the board is permanent; it is then the only possible of its square.

The rule of pairs, outside and inside, and what it becomes for triples, quads and larger groups:

In one unit, among its squares without a permanent value and the values that it still lacks (as many as those
squares):

    outside   k squares have k possibles together   these values go from the squares outside     naked
    inside    k values have k squares together      other possibles go from inside the squares   hidden

    possibles    13  2  13  145  1345  45  9  4567  145678      outside pair: 1 3 in squares 1 and 3
    afterwards   13  2  13   45    45  45  9  4567   45678

Both are the same search, once in the sets of possibles of the squares, once in the sets of squares of the
values: k sets whose union has at most k members. A union with fewer than k members is a contradiction: k
squares need k values, and k values need k squares.

Up to which k? Let m squares be open. If k of them have exactly k possibles, the other m - k values can only
go in the other m - k squares, and the reverse holds, too. So an outside group of k and an inside group of
m - k are the same fact, seen from its two sides, and remove the same possibles. It is therefore enough to
look for outside groups up to m / 2, inside groups below m / 2, and the must-be's (inside groups of one).

No contradiction is lost by this. Take a smallest set of squares with fewer possibles than squares, k squares.
Any k - 1 of them have at least k - 1 possibles, or they would be a smaller such set. So they have exactly
k - 1 and are a group, whose rule leaves the last square without possibles. Once all groups are applied, each
value that is still possible in a square of a unit is part of some way to fill the unit, and a unit that
cannot be filled is a contradiction. This is domain consistency of AllDifferent.

Above size 9 a unit would have thousands of groups, so there k is at most LARGEST.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Unit, cube
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import unions
from sudocube.solvers.trace import (
    SILENT,
    Rule,
    SolverContradictionError,
    StepKind,
    Trace,
    digits_of,
    first_candidates,
    union,
)


class Arrays:
    """Board and possibles of a puzzle, and the trace that records changes, if any."""

    def __init__(self, puzzle: Puzzle, trace: Trace = SILENT) -> None:
        self.geometry = puzzle.geometry
        self.board = list(puzzle.cells)
        self.possibles = first_candidates(puzzle)
        self.trace = trace
        self.units = cube(puzzle.geometry).units
        self.every = (1 << puzzle.geometry.size) - 1

    @property
    def is_full(self) -> bool:
        """Whether each square has a permanent value."""
        return 0 not in self.board

    def open_squares(self, unit: Unit) -> list[int]:
        """The squares of a unit that have no permanent value."""
        return [square for square in unit.cells if not self.board[square]]

    def grid(self) -> Grid:
        """The full board."""
        return Grid(self.board, self.geometry)

    def upgrade(self, square: int, value: int) -> None:
        """A possible becomes a permanent value; this is not recorded."""
        self.board[square] = value
        self.possibles[square] = 1 << value - 1

    def conclude(self, rule: Rule, square: int, value: int, unit: Unit | None = None) -> None:
        """Upgrade a possible by a rule, and record it; the premises are the unit's cells, or the square."""
        self.upgrade(square, value)
        if self.trace.is_on:
            self.trace.conclusion(rule, placed={square: value}, unit=unit, after=self.possibles)

    def remove(self, rule: Rule, values: int, squares: Iterable[int], digits: int, **of: Any) -> bool:  # noqa: ANN401 -- as for Trace.conclusion
        """Remove values (a mask) from the possibles of squares by a rule; True if there were any.

        This is recorded, as a conclusion about some digits (a mask) and what else `of` says.
        """
        hit = [square for square in squares if self.possibles[square] & values]
        for square in hit:
            self.possibles[square] &= ~values
        if hit and self.trace.is_on:
            self.trace.conclusion(rule, digits=digits_of(digits), after=self.possibles, **of)
        return bool(hit)


LARGEST = 4
"""The largest k: as many as size 9 needs."""

NAMES = {2: ("pairs", "pair"), 3: ("triples", "triple"), 4: ("quads", "quad")}

FEW_POSSIBLES = Rule("fewer possibles than squares", "more cells than digits")
FEW_SQUARES = Rule("fewer squares than values", "more digits than cells")


def rule_of_pairs(arrays: Arrays, k: int, *, is_inside: bool) -> bool:
    """Apply the rule of pairs for groups of k, outside or inside, in every unit; True if anything changed."""
    possibles, rule, changed = arrays.possibles, group_rule(k, is_inside=is_inside), False
    for unit in arrays.units:
        squares = arrays.open_squares(unit)
        if 2 * k > len(squares) - is_inside:
            continue
        sets = [possibles[square] for square in squares]
        bits = [1 << digit - 1 for digit in digits_of(union(sets))] if is_inside else []
        if is_inside:
            sets = [sum(1 << at for at, one in enumerate(sets) if one & bit) for bit in bits]
        for members, _ in unions(sets, k, k):
            if is_inside:
                values = sum(bits[index] for index in members)
                group = [square for square in squares if possibles[square] & values]
            else:
                group = [squares[index] for index in members]
                values = union(possibles[square] for square in group)
            cells = unit.cells if is_inside else group
            if min(len(group), values.bit_count()) < k:
                few = FEW_SQUARES if is_inside else FEW_POSSIBLES
                raise SolverContradictionError(few, group, digits_of(values), unit, cells)
            hit = group if is_inside else [square for square in squares if square not in group]
            gone = ~values if is_inside else values
            changed |= arrays.remove(rule, gone, hit, values, about=group, unit=unit, cells=cells)
    return changed


def group_rule(k: int, *, is_inside: bool) -> Rule:
    """The names of a group: outside or inside in the source, naked or hidden as the standard term.

    >>> group_rule(2, is_inside=False), group_rule(4, is_inside=True)
    (Rule(name='pairs outside', term='naked pair'), Rule(name='quads inside', term='hidden quad'))
    """
    name, term = NAMES[k]
    return Rule(f"{name} inside", f"hidden {term}") if is_inside else Rule(f"{name} outside", f"naked {term}")


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


def solutions(
    puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT, has_magic: bool = False
) -> Iterator[Grid]:
    """The solution if logic finds it, nothing if logic finds a contradiction; with the Magic Touch, all.

    Raises TimeoutError when the clock has run out, and UndecidedError where logic is stuck, without the Magic
    Touch.

    >>> [str(grid) for grid in solutions(Puzzle("1... ..2. .3.. ...4"))]
    ['1243342143122134']
    >>> [str(grid) for grid in solutions(Puzzle("12.. 34.. .... ...1"), has_magic=True)]
    ['1234341221434321', '1234341241232341', '1243341221344321']
    """
    arrays = Arrays(puzzle, trace)

    def explore(depth: int) -> Iterator[Grid]:
        """The solutions from the arrays as they are, with the values of so many magical squares."""
        if not work(arrays, clock):
            return
        if arrays.is_full:
            trace.step(StepKind.SOLUTION, SOLVED)
            yield arrays.grid()
            return
        if not has_magic:
            trace.step(StepKind.END, STUCK)
            raise UndecidedError("no more changes in the possibles")
        square, saved = magical_square(arrays), (arrays.board.copy(), arrays.possibles.copy())
        for value in digits_of(arrays.possibles[square]):
            trace.back_to(RESTORED, depth)
            arrays.board[:], arrays.possibles[:] = saved
            arrays.upgrade(square, value)
            if trace.is_on:
                trace.assume(StepKind.GUESS, MAGIC, {square: value}, after=arrays.possibles)
            yield from explore(depth + 1)

    yield from explore(0)
    trace.back_to(RESTORED, 0)
    trace.step(StepKind.END, EXHAUSTED)


def magical_square(arrays: Arrays) -> int:
    """The first square with two possibles; if there is none, the first with the fewest."""
    blanks = [square for square, value in enumerate(arrays.board) if not value]
    return min(blanks, key=lambda square: arrays.possibles[square].bit_count())


def work(arrays: Arrays, clock: Clock = NO_LIMIT) -> bool:
    """Apply steps 2 to 4 and the rules of groups until nothing changes; False on a contradiction.

    After a change, all earlier steps are repeated. Raises TimeoutError when the clock has run out.
    """
    steps: list[Callable[[Arrays], bool]] = [remove_conflicts, upgrade_solos, upgrade_must_bes]
    for k in range(2, 1 + min(arrays.geometry.size // 2, LARGEST)):
        steps += [partial(rule_of_pairs, k=k, is_inside=is_inside) for is_inside in (False, True)]
    at = 0
    try:
        while at < len(steps):
            clock.check()
            changed = steps[at](arrays)
            if at == 0 and arrays.is_full:
                break
            at = 0 if changed and at > 0 else at + 1
    except SolverContradictionError as found:
        arrays.trace.contradiction(found)
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
            elif values & possibles[square]:
                two = [one for one in unit.cells if board[one] == board[square]]
                raise SolverContradictionError(TWICE, two, [board[square]], unit)
            else:
                values |= possibles[square]
        if gone := values & others:
            peers = [square for square in unit.cells if board[square] and possibles[square] & gone]
            blanks = arrays.open_squares(unit)
            changed |= arrays.remove(CONFLICT, gone, blanks, gone, about=peers, unit=unit)
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
        once = settled = 0  # settled: in several squares, or permanent in one
        for square in unit.cells:
            settled |= possibles[square] if board[square] else once & possibles[square]
            once |= possibles[square]
        for value in digits_of(arrays.every & ~settled):
            squares = [square for square in unit.cells if possibles[square] >> value - 1 & 1]
            if not squares:
                raise SolverContradictionError(NO_SQUARE, (), [value], unit)
            arrays.conclude(MUST_BE, squares[0], value, unit)
            changed = True
    return changed
