"""Partial boards without a direct clash, solvable or not, and the result of unit propagation on them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from pysat.solvers import Solver

from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import puzzle_from, solved_grid

GEOMETRIES = (Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3))


def board(geometry: Geometry, rng: Random) -> Puzzle:
    """Clues at random: of a solved grid, with up to three of them changed, or with none from a grid.

    Never a direct clash, but anything between one solution, many and none.
    """
    count = rng.randint(1, geometry.cell_count // 2)
    cells = bytearray(puzzle_from(solved_grid(geometry, rng), rng, clues=count).cells)
    if rng.random() < 0.3:
        cells = bytearray(len(cells))
    peers = cube(geometry).peers
    for _ in range(rng.choice((0, 1, 2, 3, count))):
        cell, digit = rng.randrange(len(cells)), rng.choice(geometry.digits)
        element = cube(geometry).element(cell, digit)
        cells[cell] = 0
        if not any(cells[other] == d for other, d in map(cube(geometry).cell_and_digit, peers[element])):
            cells[cell] = digit
    return Puzzle(bytes(cells), geometry)


class Known(NamedTuple):
    """The elements that are not false and those that are true, as bits."""

    possible: int
    placed: int


class UnitPropagation:
    """Unit propagation on an encoding, by a solver that never searches and so never learns."""

    def __init__(self, encoding: str, geometry: Geometry) -> None:
        self.elements = cube(geometry).element_count
        self.solver = Solver(name="minisat22", bootstrap_with=formula(load(encoding), geometry).clauses)

    def __call__(self, puzzle: Puzzle) -> Known | None:
        """What follows from the clues; None on a conflict."""
        element = cube(puzzle.geometry).element
        clues = [element(cell, digit) + 1 for cell, digit in puzzle.clues.items()]
        without_conflict, literals = self.solver.propagate(assumptions=clues)
        if not without_conflict:
            return None
        possible = (1 << self.elements) - 1
        placed = 0
        for literal in literals:
            if literal < 0:
                possible &= ~(1 << -literal - 1)
            else:
                placed |= 1 << literal - 1
        return Known(possible, placed)
