"""What is to be true of grids and puzzles that were made, decided without the code that makes them."""

from collections.abc import Iterable

import numpy as np

from sudocube import Puzzle, count, count_many
from sudocube.generation.generating import GeneratedPuzzle
from sudocube.generation.random_streams import RandomStreams
from sudocube.trusted import objection

TURNS = {
    "none": [],
    "half-turn": [lambda r, c: (8 - r, 8 - c)],
    "quarter-turn": [lambda r, c: (c, 8 - r)],
    "left-right": [lambda r, c: (r, 8 - c)],
    "top-bottom": [lambda r, c: (8 - r, c)],
    "both-mirrors": [lambda r, c: (r, 8 - c), lambda r, c: (8 - r, c)],
    "diagonal": [lambda r, c: (c, r)],
    "anti-diagonal": [lambda r, c: (8 - c, 8 - r)],
    "both-diagonals": [lambda r, c: (c, r), lambda r, c: (8 - c, 8 - r)],
    "full": [lambda r, c: (c, 8 - r), lambda r, c: (r, 8 - c)],
}
"""Where row r and column c of a 9×9 board go, counted from 0: what makes each symmetry."""


def streams(number: int, seed: int = 19) -> RandomStreams:
    return RandomStreams.of(seed, np.arange(number), np.zeros(number, np.int64))


def is_valid(grids):
    """Whether each row, column and box of each grid, uint8 (n, 81), has all nine digits: bool (n,)."""
    rows = grids.reshape(-1, 9, 9)
    boxes = rows.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    units = np.concatenate([rows, rows.transpose(0, 2, 1), boxes], axis=1)
    return (np.sort(units, axis=2) == np.arange(1, 10)).all(axis=(1, 2))


def assert_sound(made: Iterable[GeneratedPuzzle]) -> None:
    """Each puzzle has one solution, which is the one that is told; the numbers that are told are right."""
    for one in made:
        shape = one.puzzle.geometry
        assert number_of_solutions(one.puzzle) == 1
        assert objection(one.solution.cells, one.puzzle.cells, shape.box_rows, shape.box_columns) is None
        assert one.clues == sum(cell > 0 for cell in one.puzzle.cells)


def number_of_solutions(puzzle: Puzzle) -> int:
    """Up to two, by what does not make puzzles of this size."""
    if puzzle.geometry.size == 9:
        return int(count_many([str(puzzle)], level="portable")[0])
    return count(puzzle, limit=2, engine="phases").number or 0


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    return all(orbit_of(cell, symmetry) <= puzzle.clues.keys() for cell in puzzle.clues)


def removable_clues(puzzle: Puzzle) -> list[int]:
    """The cells of the clues each of which can go by itself."""
    return [cell for cell in puzzle.clues if number_of_solutions(without(puzzle, {cell})) == 1]


def removable_orbits(puzzle: Puzzle, symmetry: str) -> list[set[int]]:
    """The orbits of clues each of which can go."""
    orbits = [orbit_of(cell, symmetry) for cell in puzzle.clues]
    return [orbit for orbit in orbits if number_of_solutions(without(puzzle, orbit)) == 1]


def without(puzzle: Puzzle, blank: set[int]) -> Puzzle:
    cells = bytes(0 if cell in blank else digit for cell, digit in enumerate(puzzle.cells))
    return Puzzle(cells, puzzle.geometry)


def orbit_of(cell: int, symmetry: str) -> set[int]:
    """All cells that a cell goes to."""
    orbit, before = {cell}, set[int]()
    while orbit != before:
        before = set(orbit)
        for turn in TURNS[symmetry]:
            orbit |= {9 * row + column for row, column in (turn(*divmod(one, 9)) for one in before)}
    return orbit
