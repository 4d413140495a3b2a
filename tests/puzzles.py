"""Puzzles whose number of solutions is known, because of how they were made or by a plain count.

Independent on purpose: of the package it uses the words `Geometry`, `Puzzle` and `Grid`, and states the
rules for itself, in arithmetic on rows, columns and boxes. A slip in the cube, or in anything built on
it, cannot make these answers wrong in the same way. All of it is determined by the `Random` given.

    >>> rng = Random(1)
    >>> grid = solved_grid(Geometry(2, 3), rng)
    >>> count_solutions(unique_puzzle(grid, rng)), several_solutions(grid, rng)[1]
    (1, 2)
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Board, Grid, Puzzle

_LINES = (Path(__file__).parent / "data" / "example-puzzles.txt").read_text("utf-8").splitlines()

EXAMPLES: tuple[tuple[str, str, Geometry | None, int], ...] = tuple(
    (name, cells, None if box == "-" else Geometry.of_box(box), int(count))
    for name, box, count, cells in (line.split(" ") for line in _LINES if not line.startswith("#"))
)
"""Puzzles of sizes 4 to 25: name, cells, shape or None where the number of cells tells, solutions up to 2.

The names begin with the rows x columns of a box; `subtle` ones have no clash and still no solution.
"""


class Known(NamedTuple):
    """A puzzle and how many solutions it has."""

    puzzle: Puzzle
    solutions: int


KINDS = ("full", "unique", "several", "row", "column", "box", "subtle")
"""What can be asked of `puzzle_with_known_answer`; the last four have no solution."""


def solved_grid(geometry: Geometry, rng: Random) -> Grid:
    """A solved grid: a pattern that holds for any box shape, shuffled by what keeps the rules."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    digits = rng.sample(range(1, n + 1), n)
    # Row r is row 0 moved on by `across` within a band, and by one more from band to band.
    rows = [[digits[(r % down * across + r // down + c) % n] for c in range(n)] for r in range(n)]
    rows = _turned(_shuffled_rows(rows, down, rng))
    rows = _shuffled_rows(rows, across, rng)  # the columns: what was `across` wide is now as tall
    if down != across or rng.random() < 0.5:
        rows = _turned(rows)
    return Grid([digit for row in rows for digit in row], geometry)


def _shuffled_rows(rows: list[list[int]], down: int, rng: Random) -> list[list[int]]:
    """The bands in another order, the rows of each too, and here and there a cycle of two exchanged."""
    bands = [rows[top : top + down] for top in range(0, len(rows), down)]
    for band in bands:
        rng.shuffle(band)
        upper, lower = band[0], band[1]
        for column in _cycle(upper, lower, rng.randrange(len(rows))) if rng.random() < 0.5 else ():
            upper[column], lower[column] = lower[column], upper[column]
    rng.shuffle(bands)
    return [row for band in bands for row in band]


def _turned(rows: list[list[int]]) -> list[list[int]]:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)]


def _cycle(upper: list[int], lower: list[int], start: int) -> list[int]:
    """The columns, from `start`, in which two rows of a band hold the same set of digits in another order.

    Both rows stay whole, and their boxes too, when these columns swap top and bottom.
    """
    columns = [start]
    while lower[columns[-1]] != upper[start]:
        columns.append(upper.index(lower[columns[-1]]))
    return columns


def count_solutions(board: Board, limit: int = 2) -> int:
    """How many solutions there are, up to `limit`: plain backtracking, the fewest candidates first.

    Fast enough for sizes up to 9, and for larger ones that are mostly filled.
    """
    shape = board.geometry
    n, down, across = shape.size, shape.box_rows, shape.box_columns
    every_digit = sum(1 << digit for digit in range(1, n + 1))
    free = [every_digit] * (3 * n)  # by row, then column, then box: bit d is set until digit d stands there
    units = [(r, n + c, 2 * n + r // down * down + c // across) for r in range(n) for c in range(n)]

    def toggle(units_of_cell: tuple[int, int, int], bit: int) -> None:
        for unit in units_of_cell:
            free[unit] ^= bit

    def search(blanks: list[tuple[int, int, int]], limit: int) -> int:
        if not blanks:
            return 1
        place, bits, fewest = 0, 0, n + 1
        for number, (row, column, box) in enumerate(blanks):
            candidates = free[row] & free[column] & free[box]
            if (left := candidates.bit_count()) < fewest:
                place, bits, fewest = number, candidates, left
                if left <= 1:
                    break
        cell, rest = blanks[place], blanks[place + 1 :] + blanks[:place]  # those not yet looked at come first
        found = 0
        while bits and found < limit:
            bit = bits & -bits
            bits ^= bit
            toggle(cell, bit)
            found += search(rest, limit - found)
            toggle(cell, bit)
        return found

    blanks = []
    for cell, digit in zip(units, board.cells, strict=True):
        if not digit:
            blanks.append(cell)
        elif all(free[unit] >> digit & 1 for unit in cell):
            toggle(cell, 1 << digit)
        else:
            return 0
    return search(blanks, limit)


def _shared(geometry: Geometry, one: int, other: int) -> set[str]:
    """What two cells share, of `row`, `column` and `box`."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    (r, c), (s, d) = divmod(one, n), divmod(other, n)
    shares = {"row": r == s, "column": c == d, "box": (r // down, c // across) == (s // down, d // across)}
    return {unit for unit, is_shared in shares.items() if is_shared}


def puzzle_from(grid: Grid, rng: Random, *, clues: int) -> Puzzle:
    """That many clues of a grid, any of them: it has a solution, and perhaps many."""
    cells = range(len(grid.cells))
    return _without(grid, set(cells) - set(rng.sample(cells, clues)))


def _without(board: Board, emptied: Iterable[int]) -> Puzzle:
    cells = bytearray(board.cells)
    for cell in emptied:
        cells[cell] = 0
    return Puzzle(bytes(cells), board.geometry)


def unique_puzzle(grid: Grid, rng: Random, *, blanks: int | None = None) -> Puzzle:
    """A puzzle that only `grid` solves: clues are dug out one by one while that stays so, up to so many.

    By default every clue is tried up to size 9, half of the cells are emptied up to size 16, a third above.
    """
    if blanks is None:
        size = grid.geometry.size
        blanks = len(grid.cells) // (1 if size <= 9 else 2 if size <= 16 else 3)
    puzzle = Puzzle(grid.cells, grid.geometry)
    for cell in rng.sample(range(len(grid.cells)), len(grid.cells)):
        if puzzle.cells.count(0) >= blanks:
            break
        fewer = _without(puzzle, [cell])
        if count_solutions(fewer) == 1:
            puzzle = fewer
    return puzzle


def several_solutions(grid: Grid, rng: Random, *, patterns: int = 1) -> tuple[Puzzle, int]:
    """A puzzle with exactly 2**k solutions, and that number; k is `patterns`, or fewer if there are not.

    All is given but k cycles (see `_cycle`) of two rows of one band; they share no column and no digit.
    """
    n, down = grid.geometry.size, grid.geometry.box_rows
    rows = [list(grid.cells[r * n : r * n + n]) for r in range(n)]
    best: list[list[int]] = []
    pairs = [(r, s) for r in range(n) for s in range(r + 1, n) if r // down == s // down]
    for r, s in rng.sample(pairs, len(pairs)):
        cycles: list[list[int]] = []  # of columns
        for column in rng.sample(range(n), n):
            if not any(column in cycle for cycle in cycles):
                cycles.append(_cycle(rows[r], rows[s], column))
        found = [[row * n + c for c in cycle for row in (r, s)] for cycle in cycles[:patterns]]
        best = max(best, found, key=len)
    return _without(grid, [cell for cells in best for cell in cells]), 2 ** len(best)


def clashing_puzzle(grid: Grid, rng: Random, unit: str) -> tuple[Puzzle, tuple[int, int]]:
    """A puzzle with one clash only, in one `row`, `column` or `box` only; and the two cells that clash."""
    shape, cells = grid.geometry, range(len(grid.cells))
    first = rng.choice(cells)
    second = rng.choice([cell for cell in cells if cell != first and _shared(shape, first, cell) == {unit}])
    puzzle = _with_clue(grid, second, grid.cells[first], keep=first)
    others = set(puzzle.clues) - {first, second}
    return _without(puzzle, rng.sample(sorted(others), len(others) // 3)), (first, second)


def subtle_puzzle(grid: Grid, rng: Random) -> Puzzle:
    """A unique puzzle with one clue changed, so that no two clues clash and still nothing solves it.

    Some 4×4 puzzles have a solution whatever is changed; there the whole grid is where it starts.
    """
    for start in (unique_puzzle(grid, rng), grid):
        clues = [cell for cell, digit in enumerate(start.cells) if digit]
        changes = [(c, d) for c in clues for d in grid.geometry.digits if d != start.cells[c]]
        for cell, digit in rng.sample(changes, len(changes)):
            changed = _with_clue(start, cell, digit)
            if count_solutions(changed, 1) == 0:
                return changed
    raise ValueError(f"every change of a clue leaves a solution: {grid}")


def _with_clue(board: Board, cell: int, digit: int, keep: int | None = None) -> Puzzle:
    """`digit` as the clue of `cell`, and no clue that it clashes with, apart from `keep`."""
    shape, cells = board.geometry, bytearray(board.cells)
    for other, value in enumerate(board.cells):
        if value == digit and other not in (cell, keep) and _shared(shape, cell, other):
            cells[other] = 0
    cells[cell] = digit
    return Puzzle(bytes(cells), shape)


def puzzle_with_known_answer(geometry: Geometry, rng: Random, kind: str) -> Known:
    """A puzzle of one of the KINDS, and how many solutions it has."""
    grid = solved_grid(geometry, rng)
    match kind:
        case "full" | "unique":
            return Known(unique_puzzle(grid, rng, blanks=0 if kind == "full" else None), 1)
        case "several":
            return Known(*several_solutions(grid, rng, patterns=rng.randint(1, 3)))
        case "row" | "column" | "box":
            return Known(clashing_puzzle(grid, rng, kind)[0], 0)
        case "subtle":
            return Known(subtle_puzzle(grid, rng), 0)
    raise ValueError(f"no kind {kind!r}: there are {', '.join(KINDS)}")


def geometries(*, max_size: int = 25) -> st.SearchStrategy[Geometry]:
    """Box shapes up to a size; shrinks to 2×2."""
    return st.sampled_from(sorted((g for g in GEOMETRIES if g.size <= max_size), key=lambda g: g.size))


def grids(*, max_size: int = 25) -> st.SearchStrategy[Grid]:
    """Solved grids."""
    return st.builds(solved_grid, geometries(max_size=max_size), st.integers(0, 2**32 - 1).map(Random))


def puzzles(*, max_size: int = 9, limit: int = 2, kinds: tuple[str, ...] = KINDS) -> st.SearchStrategy[Known]:
    """Puzzles of those kinds, each with its number of solutions, capped at `limit`."""
    rngs = st.integers(0, 2**32 - 1).map(Random)
    known = st.builds(puzzle_with_known_answer, geometries(max_size=max_size), rngs, st.sampled_from(kinds))
    return known.map(lambda known: Known(known.puzzle, min(known.solutions, limit)))
