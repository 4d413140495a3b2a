"""The two arrays of the possibles solver: the puzzle board, and the possibles of every square.

The source (see `possibles`) has a board by row and column, and possibles by square and value. Here both
are lists by square, and the possibles of a square are one integer: bit d - 1 is set when d is possible.
A value on the board is permanent; it is then the only possible of its square.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudocube.cube import Unit, cube
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import SILENT, Rule, Trace, digits_of, first_candidates

Saved = tuple[list[int], list[int]]
"""A saved board and its possibles."""


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

    def save(self) -> Saved:
        """Copies of both arrays, for `restore`."""
        return self.board.copy(), self.possibles.copy()

    def restore(self, saved: Saved) -> None:
        """Set both arrays to what was saved. The same copy can be restored several times."""
        board, possibles = saved
        self.board[:], self.possibles[:] = board, possibles

    def grid(self) -> Grid:
        """The full board."""
        return Grid(self.board, self.geometry)

    def before(self) -> list[int]:
        """The possibles before a change, for the trace; not copied where there is none."""
        return self.possibles.copy() if self.trace.is_on else self.possibles

    def upgrade(self, square: int, value: int) -> None:
        """A possible becomes a permanent value; this is not recorded."""
        self.board[square] = value
        self.possibles[square] = 1 << value - 1

    def conclude(self, rule: Rule, square: int, value: int, unit: Unit | None = None) -> None:
        """Upgrade a possible by a rule, and record it; the premises are the unit's cells, or the square."""
        before = self.before()
        self.upgrade(square, value)
        if self.trace.is_on:
            self.trace.conclusion(
                rule,
                about=[square],
                digits=[value],
                unit=unit,
                cells=None if unit is None else unit.cells,
                before=before,
                after=self.possibles,
                placed={square: value},
            )

    def remove(
        self,
        rule: Rule,
        values: int,
        squares: Iterable[int],
        *,
        about: Iterable[int],
        digits: int,
        unit: Unit,
        cells: Iterable[int] | None = None,
    ) -> bool:
        """Remove values (a mask) from the possibles of squares by a rule; True if there were any.

        This is recorded, as a conclusion about the cells `about` and the digits `digits` (a mask).
        """
        hit = [square for square in squares if self.possibles[square] & values]
        if not hit:
            return False
        before = self.before()
        for square in hit:
            self.possibles[square] &= ~values
        if self.trace.is_on:
            self.trace.conclusion(
                rule,
                about=about,
                digits=digits_of(digits),
                unit=unit,
                cells=cells,
                before=before,
                after=self.possibles,
            )
        return True
