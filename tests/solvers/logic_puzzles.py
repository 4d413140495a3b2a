"""Puzzles for the logical solvers: with no, one and many solutions, sizes 4, 6 and 9, from a seed."""

from functools import cache
from random import Random

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers import phases
from sudocube.trusted import objection
from tests.puzzles import KINDS, count_solutions, puzzle_from, puzzle_with_known_answer, solved_grid

SHAPES = (Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3))

MANY = 60
"""The largest number of solutions that is looked for."""

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A hard puzzle by A. Inkala: logic finds nothing in it."""


@cache
def logic_puzzles(seed: int = 3, rounds: int = 4) -> tuple[Puzzle, ...]:
    """For each shape: each kind of known answer, and some clues of a grid, so many times."""
    rng = Random(seed)
    puzzles: list[Puzzle] = []
    for _ in range(rounds):
        for shape in SHAPES:
            puzzles += [puzzle_with_known_answer(shape, rng, kind).puzzle for kind in KINDS]
            n = shape.size
            grid = solved_grid(shape, rng)
            puzzles += [puzzle_from(grid, rng, clues=n * n * share // 12) for share in (3, 4, 5)]
    return tuple(puzzles)


@cache
def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...]:
    """Up to MANY solutions, found by another solver, accepted by the referee, and counted independently."""
    shape = puzzle.geometry
    found: list[Grid] = []
    for grid in phases.solutions(puzzle):
        assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
        found.append(grid)
        if len(found) == MANY:
            break
    assert len(found) == count_solutions(puzzle, MANY)
    return tuple(found)
