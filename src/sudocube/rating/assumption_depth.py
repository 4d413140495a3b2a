"""The depth of a puzzle: how deep assumptions have to be nested until naked and hidden singles solve it.

    depth 0   the closure of singles fills the grid
    depth k   it does so after candidates were dropped that the closure of depth k - 1 refutes: assume that
              the cell holds the digit, close, and meet a contradiction; again and again, until none goes

This is trial and error that keeps nothing but its failures, nested k times: T&E(k) of singles in D. Berthier,
"Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012; on clauses, failed literals. To assume that a
cell does not hold a digit adds nothing: if this is refuted, then so is every other digit of the cell, as each
of them implies it.

The closure of each depth is monotone, because it is built of monotone rules: what is refuted among some
candidates is refuted among fewer. So the order of assumptions does not matter, and here they are tried many
at a time: all at once on depth 1, a few at a time below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.geometry import Geometry
from sudocube.rating.singles_closure import (
    BATCH,
    CONTRADICTION,
    SOLVED,
    STUCK,
    ClosedBoards,
    closed,
    first_masks,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.rating.singles_closure import Masks

TOGETHER = 32
"""How many assumptions are tried together where each takes further ones: what the first of them refute saves
the others work."""


class Assumptions(NamedTuple):
    """What can be assumed: `bits` in `cells` of boards, whose numbers are `boards`. All are of shape (k,)."""

    boards: NDArray[np.intp]
    cells: NDArray[np.intp]
    bits: Masks

    def some(self, which: slice | NDArray[np.bool_]) -> Assumptions:
        """Those in a slice, or for which `which` is true."""
        return Assumptions(self.boards[which], self.cells[which], self.bits[which])

    def made(self, masks: Masks) -> Masks:
        """A copy of its board for each assumption, in which it is made."""
        assumed = masks[self.boards]
        assumed[np.arange(len(assumed)), self.cells] = self.bits
        return assumed

    def drop(self, masks: Masks) -> None:
        """Take the candidates from the boards."""
        np.bitwise_and.at(masks, (self.boards, self.cells), ~self.bits)


def assumptions_of(masks: Masks, geometry: Geometry, known: Masks | None = None) -> Assumptions:
    """All candidates of cells with several, board by board, cell by cell.

    `known` holds a solution of each board as masks: what is true in it is never refuted, and left out.
    """
    bits = np.array([1 << digit - 1 for digit in geometry.digits], masks.dtype)
    several = np.where(masks & masks - 1, masks, 0)
    if known is not None:
        several &= ~known
    boards, cells, digits = np.nonzero(several[:, :, np.newaxis] & bits)
    return Assumptions(boards, cells, bits[digits])


def closed_at(
    masks: Masks, geometry: Geometry, depth: int, *, known: Masks | None = None, clock: Clock = NO_LIMIT
) -> ClosedBoards:
    """The closure of n boards on a depth, (n, cells); on depth 0 it is that of naked and hidden singles.

    `known` holds a solution of each board, as masks, which saves time. Raises TimeoutError when the clock has
    run out.
    """
    clock.check()
    boards = closed(masks, geometry)
    if depth == 1:
        _refute_together(boards, geometry, known, clock)
    elif depth > 1:
        for board in np.flatnonzero(boards.states == STUCK).tolist():
            here = slice(board, board + 1)
            single = ClosedBoards(boards.masks[here], boards.states[here])
            _refute_in_turn(single, geometry, depth, None if known is None else known[here], clock)
    return boards


def _refute_together(boards: ClosedBoards, geometry: Geometry, known: Masks | None, clock: Clock) -> None:
    """Close boards on depth 1 in place: all their assumptions at once, until none is refuted."""
    masks, states = boards
    left = np.flatnonzero(states == STUCK)
    while len(left):
        now = masks[left]
        every = assumptions_of(now, geometry, None if known is None else known[left])
        is_refuted = np.zeros(len(every.cells), np.bool_)
        for start in range(0, len(is_refuted), BATCH):
            clock.check()
            here = slice(start, start + BATCH)
            is_refuted[here] = closed(every.some(here).made(now), geometry).states == CONTRADICTION
        refuted = every.some(is_refuted)
        refuted.drop(now)
        changed = np.unique(refuted.boards)
        left = left[changed]
        masks[left], states[left] = closed(now[changed], geometry)
        left = left[states[left] == STUCK]


def _refute_in_turn(
    board: ClosedBoards, geometry: Geometry, depth: int, known: Masks | None, clock: Clock
) -> None:
    """Close one board, (1, cells), on a depth of 2 or more in place: some assumptions after the others."""
    masks, states = board
    masks[:], states[:] = closed_at(masks, geometry, depth - 1, known=known, clock=clock)
    is_changed = True
    while is_changed and states[0] == STUCK:
        is_changed = False
        every = assumptions_of(masks, geometry, known)
        for start in range(0, len(every.cells), TOGETHER):
            some = every.some(slice(start, start + TOGETHER))
            now = masks[0, some.cells]
            some = some.some((now & some.bits != 0) & (now != some.bits))
            tried = closed_at(some.made(masks), geometry, depth - 1, clock=clock)
            refuted = some.some(tried.states == CONTRADICTION)
            if len(refuted.cells):
                is_changed = True
                refuted.drop(masks)
                masks[:], states[:] = closed_at(masks, geometry, depth - 1, known=known, clock=clock)
                if states[0] != STUCK:
                    return


class Depth(NamedTuple):
    """The depth of a puzzle: it is proved that it is not below `at_least`; `exactly` is None if unknown."""

    exactly: int | None
    at_least: int


def depth_of(masks: Masks, known: Masks, geometry: Geometry, *, most: int, clock: Clock = NO_LIMIT) -> Depth:
    """The depth of a puzzle with the one solution `known`, both masks (1, cells), if it is `most` or less.

    Where it is deeper, or the clock runs out, it has a lower bound.

    >>> cells = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> masks = first_masks(cells, Geometry(2, 2))
    >>> depth_of(masks, closed(masks, Geometry(2, 2)).masks, Geometry(2, 2), most=3)
    Depth(exactly=0, at_least=0)
    """
    for depth in range(most + 1):
        try:
            masks, states = closed_at(masks, geometry, depth, known=known, clock=clock)
        except TimeoutError:
            return Depth(None, depth)
        if states[0] == SOLVED:
            return Depth(depth, depth)
    return Depth(None, most + 1)


def depths_of(
    cells: NDArray[np.uint8],
    geometry: Geometry,
    *,
    most: int,
    solutions: NDArray[np.uint8] | None = None,
    clock: Clock = NO_LIMIT,
) -> NDArray[np.int8]:
    """The depths of many puzzles up to `most`, int8 (n,); `most` + 1 stands for all that are deeper.

    `cells` is uint8 (n, cells), row by row, 0 = blank. Only of a puzzle with one solution is this its depth:
    one with several is said to be deeper, and one in which a contradiction is met has the depth -1. The
    `solutions`, of the same form, save time where they are known. Easy puzzles leave the batch first. Raises
    TimeoutError when the clock has run out.

    >>> cells = np.zeros((2, 16), np.uint8)
    >>> cells[0, [0, 6, 9, 15]] = 1, 2, 3, 4
    >>> depths_of(cells, Geometry(2, 2), most=1).tolist()
    [0, 2]
    """
    masks = first_masks(cells, geometry)
    known = None if solutions is None else first_masks(solutions, geometry)
    depths = np.full(len(cells), most + 1, np.int8)
    left = np.arange(len(cells))
    for depth in range(most + 1):
        there = None if known is None else known[left]
        masks, states = closed_at(masks, geometry, depth, known=there, clock=clock)
        depths[left[states == SOLVED]] = depth
        depths[left[states == CONTRADICTION]] = -1
        left, masks = left[states == STUCK], masks[states == STUCK]
    return depths
