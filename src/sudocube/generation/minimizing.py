"""Clues taken away in random order until none can go: many puzzles at once.

A clue can go if the puzzle has one solution without it, too: if there is no solution in which its cell holds
another digit. One pass is enough, because what cannot go cannot go from fewer clues either. With a symmetry
the clues of an orbit are taken away together.

The first ones nearly always can go, so they are tried many at a time. Where these can go together, each of
them could have gone in its turn; where not, the group is halved. So the result is that of one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sudocube.generation.counters import SolutionCounter

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GROUP_ENDS = (0.42, 0.485, 0.52, 0.545)
"""The groups that are tried together at first end at these shares of all orbits; then it goes one by one. A
matter of speed alone."""


def without_redundant_orbits(
    grids: NDArray[np.uint8],
    orbits: Sequence[Sequence[int]],
    orders: NDArray[np.int64],
    counter: SolutionCounter,
    *,
    fewest: NDArray[np.int64] | None = None,
) -> NDArray[np.uint8]:
    """Puzzles in which no orbit of clues can go: uint8 (n, cells), 0 for a blank.

    `grids` is uint8 (n, cells), valid grids. `orders` is int64 (n, k): in which order the k orbits are
    tried in each grid. Cells in no orbit keep their clues. With `fewest`, int64 (n,), an orbit also stays
    where there would be fewer clues without it.
    """
    if not orbits:
        return grids
    removal = _ClueRemoval(grids, orbits, orders, fewest, counter)
    for start, end in pairwise(_group_ends(len(orbits))):
        removal.remove(np.arange(len(grids)), start, end)
    return np.where(removal.boards == counter.masks.all_digits, np.uint8(0), grids)


def _group_ends(count: int) -> list[int]:
    """Where groups of so many orbits end; from the last of them on each orbit is a group."""
    ends = sorted({int(share * count) for share in _GROUP_ENDS} - {0})
    return [0, *ends, *range(ends[-1] + 1 if ends else 1, count + 1)]


class _ClueRemoval:
    """Boards, from which orbits are taken away."""

    def __init__(
        self,
        grids: NDArray[np.uint8],
        orbits: Sequence[Sequence[int]],
        orders: NDArray[np.int64],
        fewest: NDArray[np.int64] | None,
        counter: SolutionCounter,
    ) -> None:
        self.boards = counter.masks.of_digits(grids)
        self._counter, self._flat = counter, self.boards.reshape(-1)
        widest = max(map(len, orbits))
        cells = np.array([[*orbit, *(widest - len(orbit)) * [orbit[0]]] for orbit in orbits])
        first = np.arange(len(grids)) * grids.shape[1]
        self._places = cells[orders.T] + first[None, :, None]
        """Where in all boards the cells of an orbit are, by place in the order and board: (k, n, widest)."""
        self._sizes = np.array([len(orbit) for orbit in orbits])[orders]
        self._spare = None if fewest is None else grids.shape[1] - fewest

    def remove(self, rows: NDArray[np.int64], start: int, end: int, *, stays: bool = False) -> None:
        """Take away, in these puzzles, what can go of the orbits from one place of their orders to another.

        `stays` says that they are known not to go all together.
        """
        if not stays:
            rows = rows[~self._remove_together(rows, start, end)]
        if end - start == 1 or not len(rows):
            return
        middle = (start + end) // 2
        first_went = self._remove_together(rows, start, middle)
        self.remove(rows[~first_went], start, middle, stays=True)
        self.remove(rows[~first_went], middle, end)
        self.remove(rows[first_went], middle, end, stays=True)

    def _remove_together(self, rows: NDArray[np.int64], start: int, end: int) -> NDArray[np.bool_]:
        """Take away these orbits where all of them can go together; whether they could: bool for each row."""
        went = np.zeros(len(rows), bool)
        tried = np.arange(len(rows))
        if self._spare is not None:
            sizes = self._sizes[rows, start:end].sum(axis=1)
            tried = np.flatnonzero(sizes <= self._spare[rows])
        if not len(tried):
            return went
        blank = self._counter.masks.all_digits
        some = rows[tried]
        places = self._places[start:end].take(some, axis=1)
        before = self._flat.take(places)
        is_cell = len(places) == places.shape[2] == 1
        self._flat[places] = blank ^ before if is_cell else blank
        boards = self.boards if len(some) == len(self.boards) else self.boards.take(some, axis=0)
        can_go = ~self._counter.has_solution(boards) if is_cell else self._counter.is_unique(boards)
        self._flat[places] = np.where(can_go[:, None], blank, before)
        went[tried] = can_go
        if self._spare is not None:
            self._spare[some] -= np.where(can_go, sizes[tried], 0)
        return went


def is_minimal(
    puzzles: NDArray[np.uint8],
    orbits: Sequence[Sequence[int]],
    counter: SolutionCounter,
) -> NDArray[np.bool_]:
    """Whether none of these orbits of clues can go from a puzzle with one solution: bool (n,).

    `puzzles` is uint8 (n, cells). Orbits without clues count as what cannot go.
    """
    boards, blank = counter.masks.of_digits(puzzles), counter.masks.all_digits
    rows = np.arange(len(puzzles))
    for orbit in orbits:
        cells = np.array(orbit)
        with_clues = rows[(puzzles[rows[:, None], cells] > 0).all(axis=1)]
        if not len(with_clues):
            continue
        tried = boards[with_clues]
        if len(cells) == 1:
            tried[:, cells] ^= blank
            can_go = ~counter.has_solution(tried)
        else:
            tried[:, cells] = blank
            can_go = counter.is_unique(tried)
        rows = np.setdiff1d(rows, with_clues[can_go], assume_unique=True)
    minimal = np.zeros(len(puzzles), bool)
    minimal[rows] = True
    return minimal
