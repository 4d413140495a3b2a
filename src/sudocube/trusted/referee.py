"""The referee: says whether a finished grid solves a puzzle.

It knows nothing of the cube that the engines derive from: plain arithmetic on rows, columns and boxes.
It trusts Python's integers, ranges and sets, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence


def objection(
    grid: Sequence[int],
    clues: Sequence[int],
    box_rows: int,
    box_columns: int,
    candidates: Sequence[int] | None = None,
) -> str | None:
    """None where `grid` solves the puzzle `clues`; else the first broken rule, in words.

    Both are n² whole numbers, row by row, where n = box_rows * box_columns; in `clues`, 0 is a blank. Where
    `candidates` are given, they say of each cell what it may hold: n² numbers, bit d - 1 set for digit d.

    >>> objection([1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,1], [1] + 15 * [0], 2, 2)
    >>> objection([1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,2], [1] + 15 * [0], 2, 2)
    'row 4 does not hold each of 1 to 4 once'
    """
    n = box_rows * box_columns
    if len(grid) != n * n or len(clues) != n * n:
        return f"{len(grid)} cells for {len(clues)} of a puzzle; a grid of size {n} has {n * n}"
    for cell, clue in enumerate(clues):
        if clue and grid[cell] != clue:
            place = f"row {cell // n + 1}, column {cell % n + 1}"
            return f"{place} holds {grid[cell]}, but the clue is {clue}"
    digits = set(range(1, n + 1))
    for i in range(n):
        if set(grid[i * n : i * n + n]) != digits:
            return f"row {i + 1} does not hold each of 1 to {n} once"
        if set(grid[i::n]) != digits:
            return f"column {i + 1} does not hold each of 1 to {n} once"
        box: set[int] = set()
        corner = i // box_rows * box_rows * n + i % box_rows * box_columns
        for start in range(corner, corner + box_rows * n, n):
            box.update(grid[start : start + box_columns])
        if box != digits:
            return f"box {i + 1} does not hold each of 1 to {n} once"
    if candidates is not None and len(candidates) != n * n:
        return f"candidates of {len(candidates)} cells; a grid of size {n} has {n * n}"
    for cell, mask in enumerate(candidates or ()):
        if not mask & 1 << grid[cell] - 1:
            return (
                f"row {cell // n + 1}, column {cell % n + 1} holds {grid[cell]}, which is no candidate there"
            )
    return None
