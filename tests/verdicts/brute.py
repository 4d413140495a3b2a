"""Answers by brute force, independent of the code under test: every grid, every subset, every pair.

The rules are those of `tests.puzzles`; no SAT, no cube.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from tests.puzzles import count_solutions

SMALL = Geometry(2, 2)
ROWS = tuple(permutations((1, 2, 3, 4)))


@cache
def every_small_grid() -> tuple[Grid, ...]:
    """The 288 grids of size 4."""
    pairs = [(one, two) for one in ROWS for two in ROWS if {*one[:2], *two[:2]} == {1, 2, 3, 4}]
    every = ((*upper, *lower) for upper in pairs for lower in pairs)
    right = (rows for rows in every if all(len(set(column)) == 4 for column in zip(*rows, strict=True)))
    return tuple(Grid([digit for row in rows for digit in row]) for rows in right)


def solutions(clues: dict[int, int]) -> list[Grid]:
    """All grids of size 4 with these clues."""
    return [
        grid for grid in every_small_grid() if all(grid.cells[cell] == digit for cell, digit in clues.items())
    ]


def puzzle_of(clues: dict[int, int], geometry: Geometry = SMALL) -> Puzzle:
    """The puzzle with these clues."""
    return Puzzle([clues.get(cell, 0) for cell in range(geometry.cell_count)], geometry)


def without(clues: dict[int, int], *cells: int) -> dict[int, int]:
    """The other clues."""
    return {cell: digit for cell, digit in clues.items() if cell not in cells}


def only(clues: dict[int, int], cells: Iterable[int]) -> dict[int, int]:
    """The clues of these cells."""
    return {cell: clues[cell] for cell in cells}


def single_changes(puzzle: Puzzle) -> Iterator[tuple[str, int, int | None, int | None]]:
    """The changes of one clue that make the puzzle unique: kind, cell, new digit, new cell."""
    clues, shape = puzzle.clues, puzzle.geometry
    for cell, digit in clues.items():
        others = without(clues, cell)
        if count_solutions(puzzle_of(others, shape)) == 1:
            yield "remove", cell, None, None
        for new in shape.digits:
            if new != digit and count_solutions(puzzle_of({**others, cell: new}, shape)) == 1:
                yield "change", cell, new, None
        for to, value in enumerate(puzzle.cells):
            if not value and count_solutions(puzzle_of({**others, to: digit}, shape)) == 1:
                yield "move", cell, None, to


def occurrences(grids: list[Grid]) -> list[dict[int, int]]:
    """By cell: the digits that occur, ascending, and how often."""
    cells = range(len(grids[0].cells))
    return [dict(sorted(Counter(grid.cells[cell] for grid in grids).items())) for cell in cells]


def differences(first: Grid, second: Grid) -> int:
    """In how many cells two grids differ."""
    return sum(one != other for one, other in zip(first.cells, second.cells, strict=True))


def fewest_differences(grids: list[Grid]) -> int:
    """The fewest cells in which two of these grids differ."""
    return min(differences(*pair) for pair in combinations(grids, 2))


def smallest_repair_size(clues: dict[int, int], target: Grid) -> int:
    """How many further clues of that solution are needed to leave no other."""
    blanks = [cell for cell in range(16) if cell not in clues]
    for size in range(len(blanks) + 1):
        for cells in combinations(blanks, size):
            if len(solutions({**clues, **{cell: target.cells[cell] for cell in cells}})) == 1:
                return size
    raise ValueError("that is no solution")
