"""A right solver, as functions and as a program: at the puzzle FATAL it has a fault, and at others none.

python outsider.py NAME             reads a puzzle from each line, and answers with a line
python outsider.py NAME CELLS       answers this puzzle
"""

import os
import sys
import time
from collections.abc import Iterator

FATAL = "4..............."
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Rows and columns of a box, by size."""


def solutions(cells: str) -> Iterator[str]:
    """All solutions, one by one."""
    n = round(len(cells) ** 0.5)
    rows, columns = BOXES[n]

    def taken(cell: int) -> set[str]:
        r, c = divmod(cell, n)
        top, left = r - r % rows, c - c % columns
        box = [(top + i, left + j) for i in range(rows) for j in range(columns)]
        seen = [*((r, j) for j in range(n)), *((i, c) for i in range(n)), *box]
        return {cells[i * n + j] for i, j in seen if (i, j) != (r, c)}

    blanks = {cell: taken(cell) for cell in range(n * n) if cells[cell] == "."}
    if any(cells[cell] in taken(cell) for cell in range(n * n) if cells[cell] != "."):
        return
    if not blanks:
        yield cells
        return
    cell = max(blanks, key=lambda one: len(blanks[one] - {"."}))
    for digit in map(str, range(1, n + 1)):
        if digit not in blanks[cell]:
            yield from solutions(cells[:cell] + digit + cells[cell + 1 :])


def right(cells: str) -> str:
    """The verdict, with up to two solutions."""
    found = solutions(cells)
    first, second = next(found, None), next(found, None)
    if first is None:
        return "none"
    return f"unique {first}" if second is None else f"multiple {first} {second}"


def hangs(cells: str) -> str:
    """It never answers."""
    while cells == FATAL:
        time.sleep(1)
    return right(cells)


def dies(cells: str) -> str:
    """Its process ends."""
    if cells == FATAL:
        os._exit(3)
    return right(cells)


def garbles(cells: str) -> str:
    """It says what nobody understands."""
    return "no idea" if cells == FATAL else right(cells)


def errs(cells: str) -> str:
    """Its grid is no solution."""
    return f"unique {16 * '4'}" if cells == FATAL else right(cells)


def main(name: str, *cells: str) -> None:
    """Answer the puzzle, or each line."""
    for line in cells or sys.stdin:
        sys.stdout.write(globals()[name](line.strip()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
