"""The closure of naked and hidden singles, for many boards of one geometry at once.

A board is the candidates of its cells as masks: bit d - 1 says that digit d is a candidate. Two rules are
repeated until nothing changes:

    naked single    a cell with one candidate: the digit goes from all other cells of its units
    hidden single   a digit with one place left in a unit: the cell holds it

A board is contradictory where a cell has no candidate, or a digit no place in a unit. Both rules are
monotone: what follows from some candidates follows from fewer of them, too. So the end does not depend on the
order (M. H. A. Newman, "On Theories with a Combinatorial Definition of 'Equivalence'", 1942): either every
order ends with the same candidates, or every order meets a contradiction. So 9×9 boards may be closed by the
kernel, where it is compiled, and all others here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from sudocube import kernel
from sudocube.cube import cube
from sudocube.geometry import Geometry
from sudocube.kernel.batches import close_singles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Masks: TypeAlias = NDArray[np.unsignedinteger[Any]]
    """The candidates of n boards: (n, cells), uint16 up to size 16, and uint32 above."""

SOLVED, STUCK, CONTRADICTION = 1, 0, -1
"""What becomes of a board: each cell has one candidate; no rule applies; or there is a contradiction."""

KERNEL_GEOMETRY = Geometry(3, 3)
"""What the compiled kernel closes; all other sizes are closed here."""

BATCH = 4096
"""How many boards are closed together: enough for NumPy, and few enough for the cache."""


class ClosedBoards(NamedTuple):
    """Boards after their closure: `states` is int8 (n,). The masks of a contradictory board mean nothing."""

    masks: Masks
    states: NDArray[np.int8]


def first_masks(cells: NDArray[np.uint8], geometry: Geometry) -> Masks:
    """The candidates of boards before any conclusion: a clue, or all digits.

    `cells` is uint8 (n, cells), row by row, 0 for a blank.

    >>> first_masks(np.array([[1, 0, 0, 4] + 12 * [0]], np.uint8), Geometry(2, 2))[0, :4].tolist()
    [1, 15, 15, 8]
    """
    kind = np.uint16 if geometry.size <= 16 else np.uint32
    table = np.array([(1 << geometry.size) - 1, *(1 << digit - 1 for digit in geometry.digits)], kind)
    return np.take(table, cells)


def closed(masks: Masks, geometry: Geometry) -> ClosedBoards:
    """The closure of naked and hidden singles of n boards, (n, cells); what is given is not changed.

    >>> cells = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> boards = closed(first_masks(cells, Geometry(2, 2)), Geometry(2, 2))
    >>> boards.states.tolist(), boards.masks[0, :4].tolist()
    ([1], [1, 2, 8, 4])
    """
    if geometry == KERNEL_GEOMETRY and kernel.is_compiled():
        return ClosedBoards(*close_singles(masks))
    return closed_from_cube(masks, geometry)


def closed_from_cube(masks: Masks, geometry: Geometry) -> ClosedBoards:
    """The same as `closed`, for any geometry and without the kernel: from the units of the cube."""
    masks, states = masks.copy(), np.zeros(len(masks), np.int8)
    for start in range(0, len(masks), BATCH):
        _close(masks[start : start + BATCH], states[start : start + BATCH], geometry)
    return ClosedBoards(masks, states)


@cache
def _cells_of_units(geometry: Geometry) -> NDArray[np.intp]:
    """The cells of each unit: (n, 3n), the k-th cell of every unit in row k."""
    return np.array([unit.cells for unit in cube(geometry).units], np.intp).T


@cache
def _units_of_cells(geometry: Geometry) -> NDArray[np.intp]:
    """The row, the column and the box of each cell, as numbers of units: (3, cells)."""
    n, cells = geometry.size, range(geometry.cell_count)
    places = [(geometry.row(cell), n + geometry.column(cell), 2 * n + geometry.box(cell)) for cell in cells]
    return np.array(places, np.intp).T


def _close(masks: Masks, states: NDArray[np.int8], geometry: Geometry) -> None:
    """Close boards in place, round by round; a board leaves as soon as its state is known."""
    left = np.arange(len(masks))
    while len(left):
        board = masks[left]
        after, is_contradictory = _after_round(board, geometry)
        masks[left] = after
        is_unchanged = (after == board).all(axis=1)
        is_solved = is_unchanged & ((after & after - 1) == 0).all(axis=1)
        states[left[is_solved]] = SOLVED
        states[left[is_contradictory]] = CONTRADICTION
        left = left[~is_unchanged & ~is_contradictory]


def _after_round(board: Masks, geometry: Geometry) -> tuple[Masks, NDArray[np.bool_]]:
    """The boards after each rule was applied everywhere once, and which of them are contradictory.

    A board that does not change, and is not contradictory, is closed.
    """
    units, full = _cells_of_units(geometry), (1 << geometry.size) - 1
    single = np.where((board & board - 1) == 0, board, 0)
    once = np.zeros((len(board), units.shape[1]), board.dtype)
    twice, held, held_twice = once.copy(), once.copy(), once.copy()
    for cells in units:  # one cell of every unit
        some, alone = board[:, cells], single[:, cells]
        twice |= once & some
        once |= some
        held_twice |= held & alone
        held |= alone
    is_contradictory = (once != full).any(axis=1) | held_twice.any(axis=1) | (board == 0).any(axis=1)
    row, column, box = _units_of_cells(geometry)
    lone = once & ~twice
    hidden = board & (lone[:, row] | lone[:, column] | lone[:, box])
    gone = held[:, row] | held[:, column] | held[:, box]
    after = np.where(single > 0, board, np.where(hidden > 0, hidden, board & ~gone))
    is_contradictory |= ((hidden & hidden - 1) != 0).any(axis=1)  # two digits in one cell
    return after.astype(board.dtype, copy=False), is_contradictory
