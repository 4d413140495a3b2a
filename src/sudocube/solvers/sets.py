"""The logical solver: 27 sets of squares, and three tricks that are repeated until nothing changes.

Source: "logical_solver_pseudo.txt", pseudocode of a logical solver in a public repository. Its words, and
the usual ones (for size n there are 3n sets of n squares):

    S_Set, Sqr, C_Set       unit (row, column or box), cell, candidates of a cell
    values of a set         the digits that its cells hold
    elim_values             elimination: a digit that a unit holds is a candidate nowhere else in it
    only one candidate left   naked single
    fill_missing            hidden single
    pairs                   hidden pair
    "fails"                 stuck: UndecidedError

Classes and methods have the source's names (a C_Set is an integer here, bit d - 1 for digit d), and `solve`
has its three nested loops. Where the source is ambiguous or wrong, and what was decided:
- `elim_values`, as written, also removes a value from the square that holds it. Here only from the others.
- The braces that close the three `do` are missing. Each `while` ends the innermost open loop, as the source's
  indentation and comments show.
- `update` is never called. Here a square that gets a value calls it for its three parents, which have no
  other use.
- It is not said that `set_value` removes all other candidates of a square, but `fill_missing` relies on it.
- `pairs` (also called `pair`) has no body. "The rest of the candidates for this square" must mean both
  squares: the comment below it says "set the candidates to exactly i and j". The "logic to decide whether it
  should fire" is left open: here it tests whether the two numbers are candidates of the same two squares,
  and of no others.
- "It should never complete exactly here" is true, because `pairs` leaves two candidates in a square. The test
  is made nevertheless.
- Contradictions are not considered: a wrong grid could be returned as complete. Here the search ends, and the
  puzzle has no solution, when a value is in a set twice, or when `fill_missing` finds no square for a number.
  No square can be without candidates, because its last one becomes its value; if that is wrong, the value is
  in a set twice.
- "return None" means two things: there is no solution, or no trick is left. Here they differ.

The steps for a trace are found outside the algorithm, by comparing the squares before and after a set's turn:
see `RecordedSets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Unit, cube
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
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

ELIMINATED = Rule("elim_values", "elimination")
ONE_LEFT = Rule("only one candidate left", "naked single")
FILLED = Rule("fill_missing", "hidden single")
PAIR = Rule("pairs", "hidden pair")
TWICE = Rule("a value twice in a set", "clash")
NO_PLACE = Rule("no square for a number", "digit without a place")
COMPLETE = Rule("is_complete", "solution")
ANSWERED = Rule("return answer", "no other solution")
CONTRADICTION = Rule("a contradiction", "search space exhausted")
OUT_OF_TRICKS = Rule("runs out of tricks", "stuck")


class Sqr:
    """A square: its candidates, its value (0 while unknown), and the three sets that it belongs to."""

    __slots__ = ("candidates", "cell", "parents", "value")

    def __init__(self, cell: int, candidates: int) -> None:
        self.cell, self.candidates, self.value = cell, candidates, 0
        self.parents: list[SSet] = []

    def set_candidates(self, candidates: int) -> None:
        """Replace all candidates."""
        self.candidates = candidates

    def remove_candidate(self, c: int) -> None:
        """Remove c from the candidates. If only one is left, set the value."""
        if not self.is_candidate(c):
            return
        self.candidates &= ~(1 << c - 1)
        if not self.candidates & self.candidates - 1:
            self.set_value(self.candidates.bit_length())

    def is_candidate(self, c: int) -> bool:
        """Whether c is a candidate of this square."""
        return self.candidates >> c - 1 & 1 == 1

    def set_value(self, n: int) -> None:
        """Set the value to n, the only candidate, and update the three parents."""
        self.value = n
        self.candidates = 1 << n - 1
        for parent in self.parents:
            parent.update()


class SSet:
    """A set of n squares, and their values: bit i - 1 is set if one of them holds i."""

    def __init__(self, unit: Unit, squares: list[Sqr]) -> None:
        self.unit = unit
        self.squares = squares
        self.values = 0
        self.numbers = range(1, len(squares) + 1)
        for square in squares:
            square.parents.append(self)

    def update(self) -> None:
        """Compute the values. Raises SolverContradictionError if two squares have the same."""
        self.values = 0
        for square in self.squares:
            if square.value:
                value = 1 << square.value - 1
                if self.values & value:
                    cells = [one.cell for one in self.squares if one.value == square.value]
                    raise SolverContradictionError(TWICE, cells, [square.value], self.unit)
                self.values |= value

    def elim_values(self) -> None:
        """Eliminate the values of the set from the candidates of its other squares."""
        for i in self.numbers:
            if self.values >> i - 1 & 1:
                for square in self.squares:
                    if square.value != i:
                        square.remove_candidate(i)

    def fill_missing(self) -> None:
        """If a number has only one place in this set, fill it in; if none, raise SolverContradictionError."""
        for i in self.numbers:
            places = [square for square in self.squares if square.is_candidate(i)]
            if not places:
                raise SolverContradictionError(NO_PLACE, (), [i], self.unit)
            if len(places) == 1 and not places[0].value:
                places[0].set_value(i)

    def pairs(self) -> None:
        """If two numbers have the same two squares and no others, remove all other candidates there."""
        for i in self.numbers:
            if places := self._two_places(i):
                for j in range(i + 1, len(self.squares) + 1):
                    if self._two_places(j) == places:
                        for square in places:
                            square.set_candidates(1 << i - 1 | 1 << j - 1)

    def _two_places(self, i: int) -> list[Sqr] | None:
        """The two squares that number i is a candidate for; None where they are not two."""
        places = [square for square in self.squares if square.is_candidate(i)]
        return places if len(places) == 2 else None


Trick = Callable[[SSet], None]


class Sets:
    """The puzzle: 3n sets of n squares, with overlapping. The source calls it Puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.clues = puzzle.clues
        self.squares = [Sqr(cell, mask) for cell, mask in enumerate(first_candidates(puzzle))]
        units = cube(puzzle.geometry).units
        self.sets = [SSet(unit, [self.squares[cell] for cell in unit.cells]) for unit in units]

    def get_state(self) -> list[int]:
        """The candidates of all squares; a change is progress."""
        return [square.candidates for square in self.squares]

    def is_complete(self) -> bool:
        """Whether every square has a value."""
        return all(square.value for square in self.squares)

    def solve(self, clock: Clock) -> bool:
        """Try all tricks to complete the puzzle; False when out of tricks.

        Raises SolverContradictionError on a contradiction, and TimeoutError when the clock has run out.
        """
        for cell, clue in self.clues.items():
            self.squares[cell].set_value(clue)
        while True:
            while True:
                while True:
                    clock.check()
                    progress = self._round(SSet.elim_values)
                    if self.is_complete():
                        return True
                    if not progress:
                        break
                progress = self._round(SSet.fill_missing)
                if self.is_complete():
                    return True
                if not progress:
                    break
            progress = self._round(SSet.pairs)
            if self.is_complete():
                return True
            if not progress:
                return False

    def _round(self, trick: Trick) -> bool:
        """Each set's turn at a trick; whether any candidate went."""
        state = self.get_state()
        for each in self.sets:
            self.take_turn(each, trick)
        return self.get_state() != state

    def take_turn(self, each: SSet, trick: Trick) -> None:
        """A set's turn at a trick."""
        trick(each)


def solutions(puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT) -> Iterator[Grid]:
    """The solution if the tricks find it, nothing if they find a contradiction.

    Raises UndecidedError when out of tricks, and TimeoutError when the clock has run out.

    >>> [str(grid) for grid in solutions(Puzzle("1... ..2. .3.. ...4"))]
    ['1243342143122134']
    """
    sets = RecordedSets(puzzle, trace) if trace.is_on else Sets(puzzle)
    try:
        is_complete = sets.solve(clock)
    except SolverContradictionError as found:
        trace.contradiction(found)
        trace.step(StepKind.END, CONTRADICTION)
        return
    if not is_complete:
        trace.step(StepKind.END, OUT_OF_TRICKS)
        raise UndecidedError("out of tricks")
    trace.step(StepKind.SOLUTION, COMPLETE)
    yield Grid([square.value for square in sets.squares], puzzle.geometry)
    trace.step(StepKind.END, ANSWERED)


class RecordedSets(Sets):
    """Sets that record in a trace what the tricks did; `known` are the candidates as recorded so far."""

    def __init__(self, puzzle: Puzzle, trace: Trace) -> None:
        super().__init__(puzzle)
        self.trace, self.known = trace, trace.state.masks

    def take_turn(self, each: SSet, trick: Trick) -> None:
        """A set's turn at a trick; what it changed is recorded, even if it ended in a contradiction."""
        blanks = [square for square in each.squares if not square.value]
        try:
            trick(each)
        finally:
            if trick is SSet.elim_values:
                filled = [square for square in blanks if square.value]
                self._eliminated(each, sorted(filled, key=lambda square: square.value))
            else:  # in ascending order, as they were filled in or found
                rule = FILLED if trick is SSet.fill_missing else PAIR
                changed = [one for one in each.squares if one.candidates != self.known[one.cell]]
                for digits in sorted({digits_of(square.candidates) for square in changed}):
                    same = [one for one in each.squares if digits_of(one.candidates) == digits]
                    self._record(rule, each.unit, same)

    def _eliminated(self, each: SSet, filled: list[Sqr]) -> None:
        """Record what the values removed, then the squares that this filled, what their values removed, …"""
        holders = [square for square in each.squares if square.value and square not in filled]
        while True:
            values = sum({square.candidates for square in holders})
            then = {one.cell: self.known[one.cell] & (one.candidates | ~values) for one in each.squares}
            gone = union(self.known[cell] & ~candidates for cell, candidates in then.items())
            if gone:
                self._record(ELIMINATED, each.unit, [one for one in holders if one.candidates & gone], then)
            new = [one for one in filled if one not in holders and self.known[one.cell] == one.candidates]
            if not new:
                return
            for square in new:
                self._record(ONE_LEFT, None, [square])
            holders += new

    def _record(
        self, rule: Rule, unit: Unit | None, about: list[Sqr], then: dict[int, int] | None = None
    ) -> None:
        """Record a conclusion about squares: `then` are candidates by cell, else those that they have now."""
        left = then or {square.cell: square.candidates for square in about}
        self.trace.conclusion(
            rule,
            about=[square.cell for square in about],
            digits=digits_of(union(square.candidates for square in about)),
            unit=unit,
            cells=unit.cells if unit is not None and rule is PAIR else None,
            after=[left.get(cell, candidates) for cell, candidates in enumerate(self.known)],
            placed={one.cell: one.value for one in about} if rule in (ONE_LEFT, FILLED) else None,
        )
