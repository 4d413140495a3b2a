"""What making puzzles asks of solvers: whether each of many boards has no, one or several solutions.

Boards are masks of candidates: uint16 (n, cells), bit d - 1 for digit d. Counts are decided, and the one
solution of what has only one; nothing that uses a counter rests on which of several solutions comes first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.generation.plan import NINE
from sudocube.geometry import Geometry
from sudocube.kernel import finish, start_search
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula

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
        table = cube(self.geometry)
        cells = range(self.geometry.cell_count)
        units = [[unit.cells for unit in table.units_of(cell)] for cell in cells]
        return np.array([sorted({*chain(*own)} - {cell}) for cell, own in zip(cells, units, strict=True)]).T


ENCODING = "extended"

LIFETIME = Lifetime(clauses=20_000)
"""The SAT solver is replaced after this many clauses were added for single boards."""


class SolutionCounter(ABC):
    """Counts the solutions of boards of one geometry; `masks` are its tables."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry, self.masks = geometry, board_masks(geometry)

    @abstractmethod
    def counted(
        self, boards: NDArray[np.uint16], limit: int = 2, *, keep: bool = True
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Up to `limit` solutions of each board, int64 (n,), and the first, uint8 (n, cells); 0 for none.

        Without `keep`, solutions are not looked at, and may be missing.
        """

    def has_solution(self, boards: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Whether each board has a solution: bool (n,)."""
        return np.asarray(self.counted(boards, 1, keep=False)[0] > 0)

    def is_unique(self, boards: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Whether each board has one solution and no other: bool (n,)."""
        return np.asarray(self.counted(boards, keep=False)[0] == 1)


class KernelCounter(SolutionCounter):
    """The kernel, for 9×9, in this thread, at its fastest level."""

    def __init__(self) -> None:
        super().__init__(NINE)

    def counted(
        self, boards: NDArray[np.uint16], limit: int = 2, *, keep: bool = True
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Up to `limit` solutions of each board, and the first of them."""
        search = start_search(boards, limit=limit, keep_solutions=keep)
        finish(search)
        return search.counts, search.solutions[:, 0]


class SatCounter(SolutionCounter):
    """A SAT solver, for sizes up to 16: one board after the other, with its cells as assumptions.

    Its methods raise TimeoutError where the `clock` runs out. To be closed after use.
    """

    def __init__(self, geometry: Geometry, clock: Clock = NO_LIMIT) -> None:
        super().__init__(geometry)
        self.clock = clock
        self._formula = SudokuFormula(formula(load(ENCODING), geometry, clock))
        self._solver = IncrementalSolver(self._formula.clauses, self._formula.top, lifetime=LIFETIME)
        self.close = self._solver.close

    def counted(
        self, boards: NDArray[np.uint16], limit: int = 2, *, keep: bool = True
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Up to `limit` solutions of each board, and the first of them."""
        counts = np.zeros(len(boards), np.int64)
        solutions = np.zeros((len(boards), self.geometry.cell_count), np.uint8)
        for row, board in enumerate(boards):
            counts[row], grid = self._counted(board, limit)
            if counts[row]:
                solutions[row] = np.frombuffer(grid, np.uint8)
        return counts, solutions

    def _counted(self, board: NDArray[np.uint16], limit: int) -> tuple[int, bytes]:
        """Up to `limit` solutions of a board, and the first of them."""
        self._solver.begin_task()
        assumed = list(self._literals(board))
        if not self._solver.is_satisfiable(assumed, self.clock):
            return 0, b""
        grid = self._formula.grid(self._solver.model()).cells
        if limit == 1:
            return 1, grid
        another = [-self._formula.literal(cell, digit) for cell, digit in enumerate(grid)]
        with self._solver.temporary(another) as selector:
            return 1 + self._solver.is_satisfiable([*assumed, selector], self.clock), grid

    def _literals(self, board: NDArray[np.uint16]) -> Iterator[int]:
        """A literal for each cell that holds a digit, and one for each digit that another cell excludes."""
        every = int(self.masks.all_digits)
        for cell, mask in enumerate(board.tolist()):
            if mask == every:
                continue
            if mask & mask - 1 == 0 and mask:
                yield self._formula.literal(cell, mask.bit_length())
                continue
            for digit in self.geometry.digits:
                if not mask >> digit - 1 & 1:
                    yield -self._formula.literal(cell, digit)
