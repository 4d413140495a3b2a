"""The compiled referee agrees with the trusted one on right and wrong grids."""

from typing import Any

import numpy as np
import pytest

from sudocube import kernel
from sudocube.kernel.batches import solve_many
from sudocube.trusted import objection
from tests.kernel.lists import digits, known, symbols

pytestmark = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")


@pytest.fixture(scope="module")
def solved():
    """Puzzles in digits and in symbols, and their `SolvedPuzzles`."""
    puzzles, _ = known(70, "referee")
    return digits(puzzles), symbols(puzzles), solve_many(digits(puzzles))


def row_by_row(puzzles, solutions, counts):
    """Whether the compiled referee refuses each row alone."""
    rows = (slice(i, i + 1) for i in range(len(counts)))
    return [kernel.first_refused(puzzles[row], solutions[row], counts[row]) is not None for row in rows]


def test_the_solutions_of_the_kernel_are_accepted(solved):
    """All of them, in both forms of puzzles."""
    rows, texts, (counts, solutions, _) = solved
    for puzzles in (rows, texts):
        assert kernel.first_refused(puzzles, solutions, counts) is None
        assert row_by_row(puzzles, solutions, counts) == [False] * len(counts)


@pytest.mark.parametrize(("seed", "which"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_a_spoilt_solution_is_refused_where_the_trusted_referee_refuses_it(which, seed, solved):
    """One cell, two cells or bands of rows changed; bytes that are not digits."""
    rows, texts, (counts, solutions, _) = solved
    rng = np.random.default_rng(seed)
    spoilt = solutions.copy()
    for grid in spoilt[:, which]:
        cells = rng.choice(81, 2, replace=False)
        match rng.integers(5):
            case 0:
                grid[cells[0]] = rng.integers(1, 10)
            case 1:
                grid[cells] = grid[cells[::-1]]
            case 2:
                grid[:27] = np.concatenate([grid[9:18], grid[:9], grid[18:27]])
            case 3:
                grid[cells[0]] = rng.choice([0, 10, 32, 33, 255, ord("1")])
            case 4:
                grid[:] = np.arange(81) % 9 + 1
    looked_at = counts > which
    expected = [
        bool(looked) and objection(grid, row, 3, 3) is not None
        for looked, grid, row in zip(looked_at, spoilt[:, which].tolist(), rows.tolist(), strict=True)
    ]
    assert row_by_row(rows, spoilt, counts) == expected
    assert row_by_row(texts, spoilt, counts) == expected
    assert any(expected)
    assert kernel.first_refused(texts, spoilt, counts) == expected.index(True)


def test_every_cell_and_every_clue_is_checked(solved):
    """A grid with one wrong cell; a valid grid for a puzzle with one other clue."""
    _, _, (counts, solutions, _) = solved
    grid = solutions[counts == 1][0, 0]
    one = np.ones(1, np.int64)
    for cell in range(81):
        spoilt, puzzle = np.zeros((1, 2, 81), np.uint8), np.zeros((1, 81), np.uint8)
        spoilt[0, 0] = grid
        assert kernel.first_refused(puzzle, spoilt, one) is None
        puzzle[0, cell] = grid[cell] % 9 + 1
        assert kernel.first_refused(puzzle, spoilt, one) == 0
        assert kernel.first_refused(np.where(puzzle, puzzle + 48, 46).astype(np.uint8), spoilt, one) == 0
        puzzle[0, cell] = 0
        spoilt[0, 0, cell] = grid[cell] % 9 + 1
        assert kernel.first_refused(puzzle, spoilt, one) == 0


def test_the_same_solution_twice_is_refused(solved):
    """The two have to differ."""
    rows, _, (counts, solutions, _) = solved
    twice = solutions.copy()
    twice[:, 1] = twice[:, 0]
    assert row_by_row(rows, twice, counts) == (counts == 2).tolist()


def test_wrong_arrays_are_refused():
    """Before the referee could read beyond their ends."""
    rows, solutions = np.zeros((2, 81), np.uint8), np.zeros((2, 2, 81), np.uint8)
    counts = np.zeros(2, np.int64)
    assert kernel.first_refused(rows, solutions, counts) is None
    wrong: list[tuple[Any, Any, Any, type[Exception]]] = [
        (rows[:, :80], solutions, counts, ValueError),
        (rows[:1], solutions, counts, ValueError),
        (rows, solutions, counts[:1], ValueError),
        (np.zeros((2, 82), np.uint8)[:, :81], solutions, counts, ValueError),
        (rows, solutions, counts.astype(np.int32), TypeError),
    ]
    for *arrays, error in wrong:
        with pytest.raises(error):
            kernel.first_refused(*arrays)
