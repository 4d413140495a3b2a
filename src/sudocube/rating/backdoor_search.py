"""A backdoor of a puzzle: cells that, given with the digits of the solution, let singles do the rest.

Sets of cells that are no backdoor say where each backdoor has a cell: if the closure of some cells is not the
whole grid, then every backdoor has a cell outside this closure, because the closure of what is inside does
not lead out. So a backdoor hits all these outsides, and a smallest set that hits all that are known is a
lower bound. If it is a backdoor, it is a smallest one. If not, its closure is made as large as possible
without filling the grid, and what is left outside is one more set to hit. (R. Williams, C. P. Gomes,
B. Selman, "Backdoors to Typical Case Complexity", 2003; the search by hitting sets is that of R. Reiter, "A
Theory of Diagnosis from First Principles", 1987.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.geometry import Geometry
from sudocube.rating.depth import BATCH, SOLVED, Assumptions, closed, first_masks
from sudocube.verdicts.clue_solver import HittingSets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sudocube.kernel.batches import Closures
    from sudocube.rating.depth import Masks


@dataclass(frozen=True, slots=True)
class Backdoor:
    """The smallest backdoor that was found, by its cells in ascending order, and how few cells are possible.

    It is proved that no backdoor has fewer than `at_least` cells.
    """

    cells: tuple[int, ...]
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no backdoor has fewer cells."""
        return self.at_least == len(self.cells)


def find_backdoor(
    masks: Masks, solution: Masks, geometry: Geometry, *, most: int | None = None, clock: Clock = NO_LIMIT
) -> Backdoor:
    """A smallest backdoor of a puzzle with one solution; both are masks (1, cells).

    When the clock has run out, it is the best one found so far. With `most`, it is only sought whether there
    is one of so many cells, so `at_least` is `most` + 1 at the highest.

    >>> cells = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> masks = first_masks(cells, Geometry(2, 2))
    >>> find_backdoor(masks, closed(masks, Geometry(2, 2)).masks, Geometry(2, 2))
    Backdoor(cells=(), at_least=0)
    """
    board, (state,) = closed(masks, geometry)
    if state == SOLVED:
        return Backdoor((), 0)
    given = partial(_given, solution[0], geometry)
    best = _greedy(given, board[0])
    if len(best) == 1:
        return Backdoor(best, 1)
    sought = len(best) - 1 if most is None else min(most, len(best) - 1)
    with HittingSets(open_cells(board[0]), most=sought, at_least=2) as sets:  # each single cell was tried
        try:
            while (hit := sets.smallest(clock)) is not None:
                cells = [cell for cell in open_cells(board[0]) if cell in hit]
                (after,), (state,) = given(board[0], [cells])
                if state == SOLVED:
                    return Backdoor(tuple(cells), len(cells))
                sets.add(_outside(given, after))
                clock.check()
        except TimeoutError:
            pass
        return Backdoor(best, min(sets.at_least, len(best)))


def small_backdoors(
    cells: NDArray[np.uint8], solutions: NDArray[np.uint8], geometry: Geometry, *, clock: Clock = NO_LIMIT
) -> NDArray[np.int8]:
    """How many cells a smallest backdoor has, for many puzzles at once: 0, 1, or 2 for all that have more.

    `cells` and the one solution of each are uint8 (n, cells), row by row, 0 = blank; the result is int8 (n,).
    Raises TimeoutError when the clock has run out.

    >>> grid = np.array([[1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4]], np.uint8)
    >>> clues = np.where(np.isin(np.arange(16), [0, 6, 9, 15]), grid, 0)
    >>> small_backdoors(clues, grid, Geometry(2, 2))
    array([0], dtype=int8)
    """
    known = first_masks(solutions, geometry)
    masks, states = closed(first_masks(cells, geometry), geometry)
    numbers = np.where(states == SOLVED, 0, 2).astype(np.int8)
    boards, places = np.nonzero((masks & masks - 1) * (states != SOLVED)[:, np.newaxis])
    given = Assumptions(boards, places, known[boards, places])
    for start in range(0, len(boards), BATCH):
        clock.check()
        some = given.some(slice(start, start + BATCH))
        numbers[some.boards[closed(some.made(masks), geometry).states == SOLVED]] = 1
    return numbers


def open_cells(board: Masks) -> list[int]:
    """The cells of a board, (cells,), with several candidates."""
    cells: list[int] = np.flatnonzero(board & board - 1).tolist()
    return cells


def _given(solution: Masks, geometry: Geometry, board: Masks, sets: Sequence[Sequence[int]]) -> Closures:
    """A board, (cells,), for each set of cells: with the digits of the solution there, closed."""
    boards = np.repeat(board[np.newaxis], len(sets), axis=0)
    for after, cells in zip(boards, sets, strict=True):
        after[cells] = solution[cells]
    return closed(boards, geometry)


def _greedy(given: Callable[..., Closures], board: Masks) -> tuple[int, ...]:
    """A backdoor made cell by cell; each leaves the fewest cells open. First, every cell is tried."""
    chosen = []
    while cells := open_cells(board):
        after, _ = given(board, [[cell] for cell in cells])
        best = _fullest(after)
        chosen.append(cells[best])
        board = after[best]
    return tuple(sorted(chosen))


def _outside(given: Callable[..., Closures], board: Masks) -> list[int]:
    """What is open in a closed board after cells were given, as many as do not fill it.

    Each of the cells that are left fills the board.
    """
    cells = open_cells(board)
    while True:
        after, states = given(board, [[cell] for cell in cells])
        left = [cell for cell, state in zip(cells, states, strict=True) if state != SOLVED]
        if not left:
            return open_cells(board)
        boards = after[states != SOLVED]
        board = boards[_fullest(boards)]
        cells = [cell for cell in open_cells(board) if cell in left]


def _fullest(boards: Masks) -> int:
    """The place of the first board in which the fewest cells have several candidates."""
    return int(np.argmin(np.count_nonzero(boards & boards - 1, axis=1)))
