"""A puzzle that was made, with all that makes it again; and how far the making has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle with one solution, which was counted again by another solver.

    `index` is its number, from 1; `clues` how many it has. `minimal` says what was shown: `strict` (no single
    clue can go), `orbits` (no orbit of `symmetry` can go), `given` (no clue can go but those that had to be
    there, and one of those can), or `no`. `rating` holds what was asked for and shown of its difficulty
    (`depth`, `backdoor`, `methods`), and is None where nothing was asked. `seed`, `index` and `method` make
    it again, in any version with the same `method`; `version` is that of sudocube, and `attempt`, from 0,
    which one of its attempts it is. `weight` is None but in a controlled sample, where means over all minimal
    puzzles are those of a sample, each puzzle with its weight; that of a puzzle where a third of the cells
    are clues is 1, as a rule.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1)
    >>> made.index, made.seed, made.minimal, made.clues == len(made.puzzle.clues)
    (1, 1, 'strict', True)
    """

    index: int
    puzzle: Puzzle
    solution: Grid
    clues: int
    minimal: str
    symmetry: str
    rating: dict[str, Any] | None
    seed: int
    method: int
    version: str
    attempt: int
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class GenerationProgress:
    """How far the making of puzzles has come: how many were `made`, and how many `attempts` it took so far.

    `index` is the number of the puzzle that comes next, and `tries` how many attempts at it have failed.
    `ready` is how many puzzles, from that one on, come without a wait; after them attempts go on.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1, progress=lambda told: print(told.attempts, told.ready))
    1 1
    """

    made: int
    attempts: int
    index: int
    tries: int
    ready: int = 0


def puzzle_and_grid(clues: bytes, digits: bytes, geometry: Geometry) -> tuple[Puzzle, Grid]:
    """The puzzle of these clues and the grid of these digits, made without a look at each cell.

    That look would take a fifth of the time in which a puzzle is made, and these cells come from arrays that
    were counted again. Both are n² digits, row by row, 0 for a blank.

    >>> puzzle, grid = puzzle_and_grid(bytes([1, *15 * [0]]), bytes(4 * [1, 2, 3, 4]), Geometry(2, 2))
    >>> puzzle == Puzzle("1" + 15 * "."), grid == Grid("1234" * 4)
    (True, True)
    """
    puzzle, grid = object.__new__(Puzzle), object.__new__(Grid)
    assign = object.__setattr__  # both are immutable
    assign(puzzle, "cells", clues)
    assign(puzzle, "geometry", geometry)
    assign(puzzle, "candidates", None)
    assign(grid, "cells", digits)
    assign(grid, "geometry", geometry)
    return puzzle, grid
