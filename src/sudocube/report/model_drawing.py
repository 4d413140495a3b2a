"""A model drawn as a grid that shows all digits of each cell, also where it holds several or none.

Cells that hold several digits, and marked ones, stand in brackets; a cell without a digit is a dot:

     1   [24] |  3    .
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.report.grid_drawing import BAR, CLUE, MARKED, after_rule

MORE = "+"
"""Stands for the digits of a cell that there is no room for."""


def drawn_model(
    digits: Sequence[Sequence[int]], geometry: Geometry, *, marked: Collection[int] = (), width: int
) -> list[Text]:
    """The text lines of a grid whose cells hold these digits, listed cell by cell.

    Where not all digits fit into the width, those that fit are shown, and MORE; two characters at least.

    >>> held = [[1], [2, 4], [3], [], *([d] for d in (3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))]
    >>> for line in drawn_model(held, Geometry.of_size(4), width=40):
    ...     print(line.plain.rstrip())
     1 [24]| 3  .
     3  4  | 1  2
    -------+------
     2  1  | 4  3
     4  3  | 2  1
    """
    for longest in range(max(map(len, digits)), 1, -1):
        lines = _drawn([_held(one, longest) for one in digits], geometry, digits, marked)
        if max(line.cell_len for line in lines) <= width:
            break
    else:
        lines = _drawn([_held(one, 2) for one in digits], geometry, digits, marked)
    return lines


def _held(digits: Sequence[int], longest: int) -> str:
    """The digits of a cell in so many characters."""
    text = "".join(SYMBOLS[digit] for digit in digits) or SYMBOLS[0]
    return text if len(text) <= longest else text[: longest - 1] + MORE


def _drawn(
    shown: Sequence[str], geometry: Geometry, digits: Sequence[Sequence[int]], marked: Collection[int]
) -> list[Text]:
    """The text lines; `shown` is the text of each cell."""
    size = geometry.size
    longest = [max(map(len, shown[column::size])) for column in range(size)]
    lines: list[Text] = []
    for row in range(size):
        line = Text(no_wrap=True)
        for column in range(size):
            if column and column % geometry.box_columns == 0:
                line.append("|", BAR)
            cell = row * size + column
            is_marked = cell in marked or len(digits[cell]) > 1
            line.append("[" if is_marked else " ", MARKED)
            line.append(shown[cell], MARKED if is_marked else CLUE)
            line.append("]" if is_marked else " ", MARKED)
            line.append(" " * (longest[column] - len(shown[cell])))
        lines += after_rule(line, row, geometry)
    return lines
