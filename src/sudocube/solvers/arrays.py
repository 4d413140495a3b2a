"""The two arrays of the possibles solver: the puzzle board, and the possibles of every square.

The source (see `possibles`) has a board by row and column, and possibles by square and value. Here both
are lists by square, and the possibles of a square are one integer: bit d - 1 is set when d is possible.
A value on the board is permanent; it is then the only possible of its square.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from sudocube.cube import Unit, cube
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import first_candidates
from sudocube.solvers.trace import Rule, Trace, digits_of

Saved = tuple[list[int], list[int]]
"""A saved board and its possibles."""


class ArraysContradictionError(Exception):
    """The permanent values contradict each other. If there is a trace, it has recorded why."""


class Arrays:
    """Board and possibles of a puzzle, and the trace that records changes, if any."""

    def __init__(self, puzzle: Puzzle, trace: Trace | None = None) -> None:
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

    def upgrade(self, square: int, value: int) -> None:
        """A possible becomes a permanent value."""
        self.board[square] = value
        self.possibles[square] = 1 << value - 1

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
        """The possibles before a change, for `record`; not copied where there is no trace."""
        return self.possibles if self.trace is None else self.possibles.copy()

    def record(
        self,
        rule: Rule,
        before: list[int],
        *,
        about: Iterable[int],
        digits: int,
        unit: Unit | None,
        cells: Iterable[int],
        placed: dict[int, int] | None = None,
    ) -> None:
        """Record a change in the trace: `digits` is a mask, `cells` (and the unit) are the premises."""
        if self.trace is not None:
            self.trace.conclusion(
                rule,
                about=about,
                digits=digits_of(digits),
                unit=unit,
                cells=cells,
                units=() if unit is None else (unit,),
                before=before,
                after=self.possibles,
                placed=placed,
            )

    def contradiction(
        self, rule: Rule, *, about: Iterable[int], digits: int, unit: Unit | None, cells: Iterable[int]
    ) -> NoReturn:
        """Record a contradiction, with arguments as for `record`; always raises ArraysContradictionError."""
        if self.trace is not None:
            self.trace.conclusion(
                rule,
                about=about,
                digits=digits_of(digits),
                unit=unit,
                cells=cells,
                units=() if unit is None else (unit,),
                before=self.possibles,
                after=None,
            )
        raise ArraysContradictionError(rule.name)
