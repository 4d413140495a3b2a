"""The shape of a grid: a size n and boxes of n cells.

A grid of size n has n rows, n columns and n boxes, and n = box rows x box columns. Cells are numbered
from 0, row by row; only input and output use names for them (`r1c1`). Digits are 1 to n; as text they are
one symbol each, `1` to `9` and then `A` = 10 to `P` = 25.

    >>> geometry = Geometry.of_size(6)
    >>> geometry.box_rows, geometry.box_columns, geometry.cell_name(7)
    (2, 3, 'r2c2')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex

from sudocube.errors import PuzzleError

if TYPE_CHECKING:
    from sudocube.fields import Box

BOX_SIDES = range(2, 6)
"""How many rows, and how many columns, a box may have: 2 to 5."""

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""SYMBOLS[d] is the symbol of digit d; SYMBOLS[0] is a blank."""

BLANKS = ".0*_-xX?"
"""The symbols that are read as a blank; `cell_values` knows other forms of them."""

VALUES = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
VALUES |= {symbol.lower(): digit for symbol, digit in VALUES.items()}
VALUES |= dict.fromkeys(BLANKS, 0)
"""The digit of each symbol, 0 for any of the blanks. Letters may be upper or lower case."""


@dataclass(frozen=True)
class Geometry:
    """Box rows and box columns, each 2 to 5; all other numbers follow from these.

    Raises PuzzleError for a box of another shape. Geometries with the same shape are equal.

    >>> nine, tall = Geometry.of_size(9), Geometry.of_box("3x2")
    >>> nine.size, nine.cell_count, list(nine.digits), tall.box_name, tall.turned.box_name
    (9, 81, [1, 2, 3, 4, 5, 6, 7, 8, 9], '3x2', '2x3')
    >>> nine.row(10), nine.column(10), nine.box(10), nine.cell_name(10)
    (1, 1, 0, 'r2c2')
    """

    box_rows: int
    box_columns: int

    def __post_init__(self) -> None:
        sides = self.box_rows, self.box_columns
        expected = None
        if not all(isinstance(side, SupportsIndex) for side in sides):
            expected = "an integer, 2 to 5"
        elif any(side not in BOX_SIDES for side in sides):
            expected = "2 to 5"
        if expected is not None:
            raise PuzzleError(f"no boxes of {self.box_rows} x {self.box_columns}: each side is {expected}")

    @classmethod
    def of_size(cls, size: int) -> Geometry:
        """The geometry of that size whose boxes are at least as wide as tall (6: 2 rows x 3 columns).

        Raises PuzzleError for other sizes than 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25.
        """
        for geometry in GEOMETRIES:
            if geometry.size == size and geometry.box_rows <= geometry.box_columns:
                return geometry
        raise PuzzleError(f"no size {size}: the sizes are {', '.join(map(str, SIZES))}")

    @classmethod
    def of_box(cls, text: str) -> Geometry:
        """The geometry with boxes of `RxC`, such as `2x3` for 2 rows and 3 columns.

        Raises PuzzleError where the text does not have that form, and for sides below 2 or above 5.
        """
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX×]\s*([0-9]{1,3})\s*", text)
        if not match:
            raise PuzzleError(f"no box shape {text!r}: write rows x columns, such as 2x3")
        return cls(int(match[1]), int(match[2]))

    @property
    def box_name(self) -> Box:
        """The shape of a box as `of_box` reads it: its rows x its columns. For example: "3x3", "2x3"."""
        return f"{self.box_rows}x{self.box_columns}"

    @property
    def turned(self) -> Geometry:
        """The geometry of the same size whose boxes are as wide as these are tall; itself if they are square.

        No size has other shapes than these two.

        >>> Geometry(2, 3).turned
        Geometry(box_rows=3, box_columns=2)
        """
        is_square = self.box_rows == self.box_columns
        return self if is_square else Geometry(self.box_columns, self.box_rows)

    @cached_property
    def size(self) -> int:
        """n: the number of rows, columns, boxes and digits. For example: 9."""
        return self.box_rows * self.box_columns

    @cached_property
    def cell_count(self) -> int:
        """n²: the number of cells."""
        return self.size**2

    @cached_property
    def digits(self) -> range:
        """1 to n."""
        return range(1, self.size + 1)

    def row(self, cell: int) -> int:
        """The row of a cell, from 0 at the top."""
        return cell // self.size

    def column(self, cell: int) -> int:
        """The column of a cell, from 0 at the left."""
        return cell % self.size

    def box(self, cell: int) -> int:
        """The box of a cell, from 0 at the top left, then to the right and down."""
        boxes_across = self.size // self.box_columns
        return self.row(cell) // self.box_rows * boxes_across + self.column(cell) // self.box_columns

    def cell_name(self, cell: int) -> str:
        """The name of a cell: `r1c1` is the one at the top left."""
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    def __str__(self) -> str:
        return f"{self.size}×{self.size} with boxes of {self.box_rows} rows × {self.box_columns} columns"


GEOMETRIES = tuple(Geometry(rows, columns) for rows in BOX_SIDES for columns in BOX_SIDES)
"""All sixteen geometries."""

SIZES = tuple(sorted({geometry.size for geometry in GEOMETRIES}))
"""All sizes: 4, 6, 8, 9, 10, 12, 15, 16, 20, 25."""
