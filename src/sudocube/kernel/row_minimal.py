"""The canonical form of a valid full grid: the grid of its class that is smallest when read row by row.

Its first row is 1 to 9, because digits can be renamed so; hence two rows of a band and an arrangement of the
columns say what the second row is. All of these are tried, also with columns as rows, and the ones with the
smallest second row are kept. Then the other rows follow: no two of them begin with the same digit, so these
digits say in which order the rows of a band come, and the bands. The smallest grid that results is the form,
and each way to it is another automorphism.

Other programs call this form minlex or row-minimal, and have the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from sudocube.kernel.arrangements import ARRANGEMENTS, NEW_PLACES, ROWS_OF_BANDS
from sudocube.kernel.refinement import Form

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.uint8]
    Places = NDArray[np.intp]

_EVERY_DIGIT = frozenset(range(1, 10))


def is_valid_grid(cells: Sequence[int]) -> bool:
    """Whether 81 digits are a grid that keeps the rules.

    >>> is_valid_grid(9 * [1, 2, 3, 4, 5, 6, 7, 8, 9])
    False
    """
    rows = [cells[9 * row : 9 * row + 9] for row in range(9)]
    columns = [cells[column::9] for column in range(9)]
    boxes = [
        [cells[corner + 9 * row + column] for row in range(3) for column in range(3)]
        for corner in (0, 3, 6, 27, 30, 33, 54, 57, 60)
    ]
    return all(set(unit) == _EVERY_DIGIT for unit in (*rows, *columns, *boxes))


def row_minimal_form(cells: Sequence[int]) -> Form:
    """The row by row minimal form of a valid grid of 81 digits.

    >>> grid = [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    >>> form = row_minimal_form(grid)
    >>> "".join(map(str, form.cells[:27])), form.automorphisms
    ('123456789456789123789123456', 54)
    """
    grid = np.frombuffer(bytes(cells), np.uint8).reshape(9, 9)
    both = np.array([grid, grid.T])
    sides, tops = np.divmod(np.arange(36), 18)
    three_rows = both[sides[:, None], ROWS_OF_BANDS[tops]]
    first, arrangement = _smallest_second_row(three_rows[:, 0], three_rows[:, 1])
    candidates = [
        _rest_in_order(both[sides[one]][:, ARRANGEMENTS[way]], ROWS_OF_BANDS[tops[one]])
        for one, way in zip(first, arrangement, strict=True)
    ]
    smallest = min(candidates)
    return Form(smallest, candidates.count(smallest))


def _smallest_second_row(first_rows: Cells, second_rows: Cells) -> tuple[Places, Places]:
    """Which rows, and which arrangements of the columns, make the second row smallest if the first is 1 to 9.

    Takes uint8 (36, 9) twice.
    """
    columns_of_digits = np.argsort(first_rows, axis=1)
    above = np.take_along_axis(
        columns_of_digits, second_rows - 1, axis=1
    )  # where row 1 has the digits of row 2
    new_rows = np.take_along_axis(NEW_PLACES[None], above[:, ARRANGEMENTS], axis=2)
    values = new_rows @ 10 ** np.arange(8, -1, -1)
    first, arrangement = np.nonzero(values == values.min())
    return first, arrangement


def _rest_in_order(rows: Cells, top: Places) -> bytes:
    """The smallest grid that begins with these three of nine rows, its digits renamed."""
    names = np.argsort(rows[top[0]]) + 1
    renamed = names[rows - 1].tolist()
    others = [sorted(renamed[3 * band : 3 * band + 3]) for band in range(3) if band != top[0] // 3]
    return bytes(chain(*(renamed[row] for row in top), *chain(*sorted(others))))
