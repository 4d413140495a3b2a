"""Candidates of many boards of one geometry as masks: uint16 (n, cells), bit d - 1 for digit d."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from sudocube.geometry import Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray


@cache
def board_masks(geometry: Geometry) -> BoardMasks:
    """The tables for a geometry; its size is 16 at most."""
    return BoardMasks(geometry)


class BoardMasks:
    """From digits to masks and back, and what the peers of a cell leave to it.

    >>> masks = board_masks(Geometry(2, 2))
    >>> masks.of_digits(np.array([[1, 0, 4]], np.uint8)).tolist(), int(masks.all_digits)
    ([[1, 15, 8]], 15)
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.all_digits = np.uint16((1 << geometry.size) - 1)
        self._masks = np.array([self.all_digits, *(1 << bit for bit in range(geometry.size))], np.uint16)

    def of_digits(self, digits: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Digits as masks, and all digits for each blank (0)."""
        return self._masks.take(digits)

    def clues(self, masks: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Masks as digits: 0 for each cell that has not exactly one candidate."""
        return self._digit_of_mask[masks]

    def of_peers(self, masks: NDArray[np.uint16], at: NDArray[np.int64]) -> NDArray[np.uint16]:
        """The digits that the peers of one cell of each board hold: uint16 (n,)."""
        first = np.arange(len(masks)) * masks.shape[1]
        of_peers = masks.reshape(-1).take(self._peers.take(at, axis=1) + first)
        digits: NDArray[np.uint16] = np.bitwise_or.reduce(self._clue_of_mask.take(of_peers), axis=0)
        return digits

    def chosen(self, masks: NDArray[np.uint16], numbers: NDArray[np.uint64]) -> NDArray[np.uint16]:
        """One digit of each mask, by a random number, as a mask: uint16 (n,). No mask is empty."""
        one = np.uint16(1)
        passed_over = (numbers % self._count_of_mask[masks]).astype(np.int64)
        left = masks
        for step in range(int(passed_over.max(initial=0))):
            left = np.where(passed_over > step, left & (left - one), left)  # without its lowest digit
        return left & ~(left - one)

    @cached_property
    def _count_of_mask(self) -> NDArray[np.uint8]:
        """How many digits each mask holds."""
        counts = np.zeros(1, np.uint8)
        for _ in self.geometry.digits:
            counts = np.concatenate([counts, counts + np.uint8(1)])
        return counts

    @cached_property
    def _clue_of_mask(self) -> NDArray[np.uint16]:
        """Each mask that holds one digit as it is, 0 for each other one."""
        masks = np.arange(1 << self.geometry.size).astype(np.uint16)
        return np.where(self._count_of_mask == 1, masks, np.uint16(0))

    @cached_property
    def _digit_of_mask(self) -> NDArray[np.uint8]:
        """The digit of each mask that holds one, 0 for each other one."""
        table = np.zeros(1 << self.geometry.size, np.uint8)
        table[self._masks[1:]] = self.geometry.digits
        return table

    @cached_property
    def _peers(self) -> NDArray[np.int64]:
        """The cells that share a unit with each cell: (peers, cells)."""
        shape = self.geometry
        units = [(shape.row(cell), shape.column(cell), shape.box(cell)) for cell in range(shape.cell_count)]
        return np.array(
            [
                [other for other, its in enumerate(units) if other != cell and any(map(int.__eq__, own, its))]
                for cell, own in enumerate(units)
            ]
        ).T
