"""Tools for puzzles of size 9: how many solutions there are, clues that go, and two searches that count.

The compiled kernel says how many solutions a puzzle has.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from sudocube.geometry import Geometry
from sudocube.kernel.batches import count_many, solve_many
from sudocube.puzzle import Grid, Puzzle
from tests.puzzles import solved_grid

NINE = Geometry(3, 3)

Cells = tuple[int, ...]

UNITS = [
    [cell for cell in range(81) if unit_of(cell) == k]
    for unit_of in (NINE.row, NINE.column, NINE.box)
    for k in range(9)
]
UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in range(81)]


def counted(puzzle: Puzzle, limit: int = 3) -> int:
    return int(count_many([str(puzzle)], limit=limit, jobs=1)[0])


def solutions_of(puzzle: Puzzle) -> list[Grid]:
    """The first two solutions."""
    found = solve_many([str(puzzle)])
    return [Grid(bytes(found.solutions[0, k])) for k in range(min(int(found.counts[0]), 2))]


def guesses_for(puzzles: list[Puzzle]) -> list[int]:
    """How often the kernel guesses, for each puzzle: a measure of how deep a search has to go."""
    return [int(guesses) for guesses in solve_many(list(map(str, puzzles))).guesses]


def without(board: Puzzle | Grid, cells: Iterable[int]) -> Puzzle:
    emptied = set(cells)
    return Puzzle(bytes(0 if cell in emptied else digit for cell, digit in enumerate(board.cells)))


def only(board: Puzzle | Grid, cells: Iterable[int]) -> Puzzle:
    return without(board, set(range(81)) - set(cells))


def with_clue(board: Puzzle | Grid, cell: int, digit: int) -> Puzzle:
    cells = bytearray(board.cells)
    cells[cell] = digit
    return Puzzle(bytes(cells))


def dug(board: Puzzle | Grid, rng: Random, count: int, *, orbits: Iterable[Cells] | None = None) -> Puzzle:
    """As few clues as chance allows with exactly so many solutions; `orbits` are emptied as a whole."""
    puzzle = Puzzle(board.cells)
    every = [(cell,) for cell in range(81)] if orbits is None else list(orbits)
    for cells in rng.sample(every, len(every)):
        fewer = without(puzzle, cells)
        if counted(fewer, count + 1) == count:
            puzzle = fewer
    return puzzle


def with_count(rng: Random, low: int, high: int) -> Puzzle:
    """Clues are taken from a minimal puzzle until there are `low` to `high` solutions."""
    while True:
        puzzle = dug(solved_grid(NINE, rng), rng, 1)
        for cell in rng.sample(sorted(puzzle.clues), len(puzzle.clues)):
            puzzle = without(puzzle, [cell])
            if (found := counted(puzzle, high + 1)) >= low:
                break
        if found <= high:
            return puzzle


def plain_search(puzzle: Puzzle, *, stop: int = 3_000_000) -> list[int]:
    """A search from the first cell to the last, digits from 1 to 9: at which step it finds each solution."""
    cells = list(puzzle.cells)
    blanks = [cell for cell in range(81) if not cells[cell]]
    used = 27 * [0]
    units = [(c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)]
    for cell, digit in puzzle.clues.items():
        for unit in units[cell]:
            used[unit] |= 1 << digit
    steps, found = 0, list[int]()

    def search(k: int) -> None:
        nonlocal steps
        if k == len(blanks):
            found.append(steps)
            return
        row, column, box = units[blanks[k]]
        for digit in range(1, 10):
            bit = 1 << digit
            if not (used[row] | used[column] | used[box]) & bit:
                steps += 1
                if steps > stop:
                    raise OverflowError
                used[row] |= bit
                used[column] |= bit
                used[box] |= bit
                search(k + 1)
                used[row] ^= bit
                used[column] ^= bit
                used[box] ^= bit

    try:
        search(0)
    except OverflowError:
        return []
    return found


class SearchTree(NamedTuple):
    """How many guesses a search makes in all, and how many of them hold at the same time at most."""

    guesses: int
    depth: int


def tree_of(puzzle: Puzzle) -> SearchTree:
    """The whole tree of a search with naked and hidden singles.

    Where these say nothing more, it tries each digit of the first cell with fewest candidates.
    """
    guesses = deepest = 0

    def search(given: list[int], depth: int) -> None:
        nonlocal guesses, deepest
        deepest = max(deepest, depth)
        left = _after_singles(given)
        if left is None or all(len(digits) == 1 for digits in left):
            return
        cell = min(range(81), key=lambda one: (len(left[one]) == 1, len(left[one])))
        placed = [min(digits) if len(digits) == 1 else 0 for digits in left]
        for digit in sorted(left[cell]):
            guesses += 1
            search([*placed[:cell], digit, *placed[cell + 1 :]], depth + 1)

    search(list(puzzle.cells), 0)
    return SearchTree(guesses, deepest)


def _after_singles(cells: list[int]) -> list[set[int]] | None:
    """The candidates of each cell when naked and hidden singles say nothing more; None at a contradiction."""
    left = [set(range(1, 10)) for _ in cells]
    waiting = [(cell, digit) for cell, digit in enumerate(cells) if digit]
    while waiting:
        for cell, digit in waiting:
            if digit not in left[cell]:
                return None
            left[cell] = {digit}
            for unit in UNITS_OF[cell]:
                for other in set(unit) - {cell}:
                    left[other].discard(digit)
        if not all(left):
            return None
        waiting = [(cell, min(left[cell])) for cell in range(81) if _has_news(left, cell)]
        for unit in UNITS:
            for digit in range(1, 10):
                places = [cell for cell in unit if digit in left[cell]]
                if not places:
                    return None
                if len(places) == 1 and len(left[places[0]]) > 1:
                    waiting.append((places[0], digit))
    return left


def _has_news(left: list[set[int]], cell: int) -> bool:
    """Whether the only candidate of a cell is still a candidate of a cell that it sees."""
    digits = left[cell]
    return len(digits) == 1 and any(
        digits <= left[other] for unit in UNITS_OF[cell] for other in unit if other != cell
    )
