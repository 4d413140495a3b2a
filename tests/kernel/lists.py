"""Batches of 9×9 puzzles whose numbers of solutions are known by construction, or by a plain count."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import KINDS, count_solutions, puzzle_from, puzzle_with_known_answer, solved_grid

NINE = Geometry(3, 3)


def known(number: int, seed: int | str = 0) -> tuple[list[Puzzle], list[int]]:
    """Puzzles of every kind in turn, and the number of solutions of each; the same for the same seed."""
    rng = Random(f"kernel {seed}")
    pairs = [puzzle_with_known_answer(NINE, rng, KINDS[i % len(KINDS)]) for i in range(number)]
    return [one.puzzle for one in pairs], [one.solutions for one in pairs]


def many_solutions(number: int, limit: int) -> tuple[list[Puzzle], list[int]]:
    """Puzzles of 25 to 32 clues, and their numbers of solutions up to a limit."""
    rng = Random("many")
    puzzles = [puzzle_from(solved_grid(NINE, rng), rng, clues=rng.randint(25, 32)) for _ in range(number)]
    return puzzles, [count_solutions(puzzle, limit) for puzzle in puzzles]


def digits(puzzles: list[Puzzle]) -> NDArray[np.uint8]:
    """An array uint8 (n, 81) of digits."""
    return np.frombuffer(b"".join(puzzle.cells for puzzle in puzzles), np.uint8).reshape(-1, 81)


def symbols(puzzles: list[Puzzle], blank: str = ".") -> NDArray[np.uint8]:
    """An array uint8 (n, 81) of ASCII symbols."""
    text = "".join(map(str, puzzles)).replace(".", blank)
    return np.frombuffer(text.encode("ascii"), np.uint8).reshape(-1, 81)


def masks(puzzles: list[Puzzle]) -> NDArray[np.uint16]:
    """An array uint16 (n, 81) of candidates."""
    cells = digits(puzzles).astype(np.int64)
    return np.where(cells == 0, 511, 1 << cells >> 1).astype(np.uint16)


def random_rows(number: int, seed: int) -> NDArray[np.uint8]:
    """Rows of digits: clues of solved grids; in half of the rows one cell gets a random digit.

    About half of all rows have no solution, the others one or several.
    """
    rng = np.random.default_rng(seed)
    start = digits([Puzzle(solved_grid(NINE, Random(seed + i)).cells) for i in range(64)])
    rows = start[rng.integers(64, size=number)]
    relabelled = np.argsort(rng.random((number, 9)), axis=1).astype(np.uint8) + 1
    rows = np.take_along_axis(relabelled, rows.astype(np.int64) - 1, axis=1)
    clues = rng.integers(17, 40, size=(number, 1))
    kept = np.argsort(np.argsort(rng.random((number, 81)), axis=1), axis=1) < clues
    rows = np.where(kept, rows, 0).astype(np.uint8)
    spoilt = rng.random(number) < 0.5
    cells = rng.integers(81, size=number)
    rows[spoilt, cells[spoilt]] = rng.integers(1, 10, size=int(spoilt.sum()))
    return rows


def _orders(number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """(number, 9): bands in any order, and in each band its lines."""
    bands = np.argsort(rng.random((number, 3, 1)), axis=1)
    lines = np.argsort(rng.random((number, 3, 3)), axis=2)
    return (3 * bands + lines).reshape(number, 9)


def transformed(puzzles: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Each puzzle, transformed at random by any of the 1,218,998,108,160 transformations."""
    number = len(puzzles)
    grids = puzzles.reshape(number, 9, 9)
    grids = np.where(rng.random((number, 1, 1)) < 0.5, grids, grids.transpose(0, 2, 1))
    grids = np.take_along_axis(grids, _orders(number, rng)[:, :, None], axis=1)
    grids = np.take_along_axis(grids, _orders(number, rng)[:, None, :], axis=2)
    names = np.zeros((number, 10), np.uint8)
    names[:, 1:] = np.argsort(rng.random((number, 9)), axis=1) + 1
    return np.ascontiguousarray(np.take_along_axis(names, grids.reshape(number, 81).astype(np.int64), axis=1))


def with_clues(
    grids: NDArray[np.uint8], numbers: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Of each grid as many clues as `numbers` says, at random cells; the other cells are blank."""
    kept = np.argsort(np.argsort(rng.random(grids.shape), axis=1), axis=1) < numbers[:, None]
    return np.where(kept, grids, 0).astype(np.uint8)
