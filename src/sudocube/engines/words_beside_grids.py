"""Whether a text that holds grids says anything else: letters or digits beside them.

The readers of formats pass over words around a grid. In an answer such words may deny the grid, as in `No
solution! last tried: GRID`; so a text with any of them is not taken for its grids. Only labels of rows and
columns that count, `1` to `9`, `A` to `I`, `r1` to `r9`, mean nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid
from sudocube.symbol_forms import usual_symbols

_SPELLINGS: Sequence[Callable[[int], str]] = (
    lambda digit: SYMBOLS[digit],
    str,
    lambda digit: f"{digit - 1:X}",  # hexadecimal
)
"""How a digit may be written."""

_NO_FRACTION = re.compile(r"(?<=[0-9])\.0+(?![0-9])")
"""The end of `5.0`."""


def says_nothing_else(text: str, grids: Sequence[Grid]) -> bool:
    r"""Whether all letters and digits of a text are those of the grids in it, or labels of rows and columns.

    >>> grid = Grid("1234 3412 2143 4321")
    >>> says_nothing_else("12|34\n34|12\n--+--\n21|43\n43|21", [grid])
    True
    >>> says_nothing_else("  A B C D\n1 1 2 3 4\n2 3 4 1 2\n3 2 1 4 3\n4 4 3 2 1", [grid])
    True
    >>> says_nothing_else("last tried: 1234341221434321", [grid])
    False
    """
    plain = _NO_FRACTION.sub("", usual_symbols(text)).upper()
    lines = ["".join(filter(str.isalnum, line)) for line in plain.splitlines()]
    rows = "\n".join(filter(None, lines))
    cells = rows.replace("\n", "")
    return any(
        cells == "".join(_spelled(grid.cells, spelling) for grid in grids)
        or (len(grids) == 1 and _labelled(grids[0], spelling).fullmatch(rows))
        for spelling in _SPELLINGS
    )


def _spelled(cells: Sequence[int], spelling: Callable[[int], str]) -> str:
    return "".join(map(spelling, cells))


def _labelled(grid: Grid, spelling: Callable[[int], str]) -> re.Pattern[str]:
    """The rows of a grid, perhaps with labels in front of them and above the columns."""
    size = grid.geometry.size
    rows = [_spelled(grid.cells[start : start + size], spelling) for start in range(0, size * size, size)]
    above = "|".join(map("".join, _labels(size)))
    below = "|".join(
        "\n".join(label + row for label, row in zip(labels, rows, strict=True))
        for labels in ([""] * size, *_labels(size))
    )
    return re.compile(f"(?:(?:{above})\n)?(?:{below})")


def _labels(size: int) -> Iterator[list[str]]:
    """The labels of rows or columns, in each way that the readers of formats know, in capital letters."""
    for prefix in ("", "R", "C"):
        yield [f"{prefix}{number}" for number in range(1, size + 1)]
        yield [f"{prefix}{number:02}" for number in range(1, size + 1)]
        yield [prefix + chr(ord("A") + number) for number in range(size)]
