"""Parts of a puzzle, split again and again, side by side in arrays.

A *part* is the puzzle with some digits more; its solutions are those of the puzzle that hold these digits. A
part is split along a line of the cube: one of the elements that are left in it is true, so each of them makes
a part of its own, and no solution is lost or counted twice. The line with the fewest elements is taken. If it
has one, this is a single, naked or hidden; if it has none, the part has no solution.

The parts of several samples lie side by side, one in each column:

    is_open   (n³, parts)    which elements may still be true
    in_line   (4n², parts)   how many of them are in each line; TAKEN where one of them is true already
    digits    (n², parts)    the digits of the cells, 0 = blank
    weights   (parts,)       for how many parts of the puzzle each of these stands
    samples   (parts,)       the sample to which it belongs, ascending
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sudocube.cube import candidates_left, cube
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.intp]

TAKEN = 255
"""In place of the number of elements left in a line, where one is true: it is no line to split along."""


class CubeTables(NamedTuple):
    """The cube of a geometry as arrays: elements of lines, lines of elements, and peers."""

    elements: Places
    """(n, 4n²): the first, the second … element of each line."""
    lines: Places
    """(4, n³): the lines through each element."""
    touched: Places
    """(1 + peers, n³): each element itself and its peers."""


@cache
def cube_tables(geometry: Geometry) -> CubeTables:
    """The tables of a geometry, made once."""
    table = cube(geometry)
    elements = np.array([line.elements for line in table.lines], np.intp)
    lines = np.argsort(elements, axis=None, kind="stable").reshape(-1, 4) // geometry.size
    touched = np.array([[one, *sorted(peers)] for one, peers in enumerate(table.peers)], np.intp)
    return CubeTables(*map(np.ascontiguousarray, (elements.T, lines.T, touched.T)))


@dataclass(slots=True, eq=False)
class OpenParts:
    """Parts that are to be split further; the columns are described above."""

    geometry: Geometry
    is_open: NDArray[np.bool_]
    in_line: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    weights: NDArray[np.float64]
    samples: Places

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, samples: int, weight: float) -> OpenParts:
        """The puzzle itself as the only part of each sample."""
        tables = cube_tables(puzzle.geometry)
        table = cube(puzzle.geometry)
        is_open = np.zeros((table.element_count, 1), np.bool_)
        for cell, digits in candidates_left(puzzle).items():
            is_open[[table.element(cell, digit) for digit in digits]] = True
        clues = [table.element(cell, digit) for cell, digit in puzzle.clues.items()]
        in_line = _numbers_in_lines(tables, is_open)
        in_line[tables.lines[:, clues].ravel()] = TAKEN
        cells = np.frombuffer(puzzle.cells, np.uint8).reshape(-1, 1)
        alone = cls(puzzle.geometry, is_open, in_line, cells, np.full(1, weight), np.zeros(1, np.intp))
        parts = alone.only(np.zeros(samples, np.intp))
        parts.samples = np.arange(samples)
        return parts

    def __len__(self) -> int:
        return len(self.weights)

    def only(self, parts: Places | NDArray[np.bool_]) -> OpenParts:
        """Some of the parts, by their columns; or those that are marked."""
        columns = np.flatnonzero(parts) if parts.dtype == np.bool_ else parts
        return OpenParts(  # `take` leaves the rows of a table one after the other in memory
            self.geometry,
            self.is_open.take(columns, axis=1),
            self.in_line.take(columns, axis=1),
            self.digits.take(columns, axis=1),
            self.weights[columns],
            self.samples[columns],
        )

    def split(self) -> OpenParts:
        """The parts that these are split into, those without an element left in some line excepted.

        No part may be solved.
        """
        tables = cube_tables(self.geometry)
        choices = tables.elements[:, self.in_line.argmin(axis=0)].T
        columns, places = np.nonzero(self.is_open[choices, np.arange(len(self))[:, None]])
        return self._with_element(columns, choices[columns, places])

    def _with_element(self, columns: Places, elements: Places) -> OpenParts:
        """The part in each of these columns with one more true element; without those that end there."""
        tables = cube_tables(self.geometry)
        parts = self.only(columns)
        each = np.arange(len(columns))
        touched = tables.touched[:, elements]
        were_open = parts.is_open[touched, each].view(np.uint8)
        parts.is_open[touched, each] = False
        entries = tables.lines[:, touched] * len(columns) + each  # of in_line, line by line
        np.subtract.at(parts.in_line.reshape(-1), entries, were_open)
        parts.in_line[tables.lines[:, elements], each] = TAKEN
        cells, less_one = np.divmod(elements, self.geometry.size)
        parts.digits[cells, each] = less_one + 1
        return parts.only(np.flatnonzero(parts.in_line.all(axis=0)))

    def are_solved(self) -> NDArray[np.bool_]:
        """Which parts are full grids."""
        return np.asarray((self.digits > 0).all(axis=0))

    def candidate_masks(self) -> NDArray[np.uint16]:
        """The candidates of each cell of 9×9, as the kernel takes them: (parts, 81), bit d - 1 for d."""
        masks = (np.uint16(1) << self.digits) >> 1
        bits = np.uint16(1) << np.arange(9, dtype=np.uint16)
        masks += (self.is_open.reshape(81, 9, -1) * bits[:, None]).sum(axis=1, dtype=np.uint16)
        return np.ascontiguousarray(masks.T)

    def numbers_open(self) -> NDArray[np.intp]:
        """How many elements may still be true, in each part."""
        numbers: NDArray[np.intp] = self.is_open.sum(axis=0)
        return numbers


def _numbers_in_lines(tables: CubeTables, is_open: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """How many elements of each line are open: (4n², parts)."""
    numbers = np.zeros((tables.elements.shape[1], is_open.shape[1]), np.uint8)
    for elements in tables.elements:
        numbers += is_open.view(np.uint8)[elements]
    return numbers
