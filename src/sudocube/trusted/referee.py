"""The referee: says whether a finished grid solves a puzzle.

It does not use the cube from which the engines derive, but plain arithmetic on rows, columns and boxes. It
trusts Python's integers, ranges and sets, and nothing else.
"""

from collections.abc import Sequence


def objection(grid: Sequence[int], clues: Sequence[int], box_rows: int, box_columns: int) -> str | None:
    """None if `grid` solves the puzzle `clues`; otherwise the first broken rule, in words.

    Both are n² integers, row by row, where n = box_rows * box_columns; in `clues`, 0 is a blank.

    >>> objection([1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,1], [1] + 15 * [0], 2, 2)
    >>> objection([1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,2], [1] + 15 * [0], 2, 2)
    'row 4 does not hold each of 1 to 4 once'
    """
    n = box_rows * box_columns
    if len(grid) != n * n or len(clues) != n * n:
        return f"{len(grid)} cells for {len(clues)} of a puzzle; a grid of size {n} has {n * n}"
    for cell, clue in enumerate(clues):
        if clue and grid[cell] != clue:
            return f"row {cell // n + 1}, column {cell % n + 1} holds {grid[cell]}, but the clue is {clue}"
    digits = set(range(1, n + 1))
    for i in range(n):
        first = i // box_rows * box_rows * n + i % box_rows * box_columns
        box = [grid[at : at + box_columns] for at in range(first, first + box_rows * n, n)]
        for unit, parts in ("row", [grid[i * n : i * n + n]]), ("column", [grid[i::n]]), ("box", box):
            if digits.difference(*parts):  # n cells: where no digit is missing, each stands there once
                return f"{unit} {i + 1} does not hold each of 1 to {n} once"
    return None
