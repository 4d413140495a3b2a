"""What is to be true of puzzles that were made, decided without the code that makes them."""

from collections.abc import Iterable

from sudocube import Puzzle, count_many
from sudocube.generation import GeneratedPuzzle
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


def assert_sound(made: Iterable[GeneratedPuzzle]) -> None:
    """Each puzzle has one solution, which is the one that is told; the numbers that are told are right."""
    made = list(made)
    cells = [str(one.puzzle) for one in made]
    assert count_many(cells, level="portable").tolist() == [1] * len(made)
    for one in made:
        shape = one.puzzle.geometry
        assert objection(one.solution.cells, one.puzzle.cells, shape.box_rows, shape.box_columns) is None
        assert one.clues == sum(cell > 0 for cell in one.puzzle.cells)


def clue_cells(puzzle: Puzzle) -> set[tuple[int, int]]:
    """Row and column, from 0, of each clue."""
    return {divmod(cell, puzzle.geometry.size) for cell in puzzle.clues}


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    cells = clue_cells(puzzle)
    return all({turn(*cell) for cell in cells} == cells for turn in TURNS[symmetry])


def without(puzzle: Puzzle, cells: Iterable[int]) -> str:
    """The puzzle as text, with some cells blank."""
    blank = set(cells)
    return "".join("." if cell in blank else sign for cell, sign in enumerate(str(puzzle)))


def removable_clues(puzzle: Puzzle) -> list[int]:
    """The cells of the clues each of which can go by itself."""
    cells = list(puzzle.clues)
    counts = count_many([without(puzzle, [cell]) for cell in cells]).tolist()
    return [cell for cell, count in zip(cells, counts, strict=True) if count == 1]


def removable_orbits(puzzle: Puzzle, symmetry: str) -> list[list[int]]:
    """The orbits of clues each of which can go."""
    orbits = {frozenset(orbit_of(cell, symmetry)) for cell in puzzle.clues}
    found = [sorted(orbit) for orbit in orbits]
    counts = count_many([without(puzzle, orbit) for orbit in found]).tolist()
    return [orbit for orbit, count in zip(found, counts, strict=True) if count == 1]


def orbit_of(cell: int, symmetry: str) -> set[int]:
    """All cells that a cell goes to."""
    orbit, before = {cell}, set[int]()
    while orbit != before:
        before = set(orbit)
        for turn in TURNS[symmetry]:
            orbit |= {9 * row + column for row, column in (turn(*divmod(one, 9)) for one in before)}
    return orbit
