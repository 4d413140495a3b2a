"""Fast grids are valid, and each is what the method says: written here once more for a single stream."""

import numpy as np
import pytest

from sudocube import Geometry, Grid, Puzzle, count, count_many
from sudocube.generation.fast_grids import fast_grid_batch, filled_grids, first_lines
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.solution_counters import KernelCounter, SatCounter
from sudocube.trusted import objection

NINE = Geometry(3, 3)


def streams(number: int, seed: int = 51) -> RandomStreams:
    return RandomStreams.of(seed, np.arange(number), np.zeros(number, int))


def test_grids_are_valid():
    grids = fast_grid_batch(streams(300), KernelCounter())
    found = grids[grids[:, 0] > 0]
    assert len(found) > 290
    assert all(objection(grid.tobytes(), bytes(81), 3, 3) is None for grid in found)
    assert len({grid.tobytes() for grid in found}) == len(found)


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "2x4"])
def test_grids_of_other_sizes_are_valid(shape):
    geometry = Geometry.of_box(shape)
    grids = fast_grid_batch(streams(8), SatCounter(geometry))
    sides = geometry.box_rows, geometry.box_columns
    assert all(objection(grid.tobytes(), bytes(geometry.cell_count), *sides) is None for grid in grids)


def plainly_filled(one, board: bytearray) -> bytes:
    """The grid of a stream: clues in a random order of the blanks, each kept if there is a solution."""
    blanks = [cell for cell in range(81) if not board[cell]]
    order, numbers = one.part(3).order(len(blanks)), one.part(4).numbers(len(blanks))
    for place, number in zip(order, numbers, strict=True):
        if count(Puzzle(bytes(board)), limit=2).number == 1:
            break
        cell = blanks[place]
        digits = [digit for digit in range(1, 10) if not any(board[peer] == digit for peer in peers(cell))]
        board[cell] = digits[number % len(digits)]
        if count(Puzzle(bytes(board)), limit=2).number == 0:
            board[cell] = 0
    return bytes(board)


def peers(cell: int) -> list[int]:
    row, column, box = NINE.row(cell), NINE.column(cell), NINE.box(cell)
    return [
        other
        for other in range(81)
        if other != cell
        and (NINE.row(other) == row or NINE.column(other) == column or NINE.box(other) == box)
    ]


def test_a_grid_is_the_only_one_with_the_clues_of_its_stream():
    chosen = streams(12)
    grids = fast_grid_batch(chosen, KernelCounter())
    starts = first_lines(chosen)
    for row in range(len(chosen)):
        board = plainly_filled(chosen.one(row), bytearray(starts[row].tobytes()))
        assert count_many([str(Puzzle(board))]).tolist() == [1]
        assert all(digit in (0, grids[row, cell]) for cell, digit in enumerate(board))


def test_given_digits_are_in_the_grid():
    digits = np.zeros((20, 81), np.uint8)
    digits[:, [0, 1, 40, 80]] = 9, 1, 5, 7
    grids = filled_grids(streams(20), digits, KernelCounter())
    assert (grids[:, [0, 1, 40, 80]] == [9, 1, 5, 7]).all()
    assert all(objection(grid.tobytes(), bytes(81), 3, 3) is None for grid in grids)


def test_a_contradiction_has_no_grid():
    digits = np.zeros((2, 81), np.uint8)
    digits[:, [0, 1]] = 3
    assert not filled_grids(streams(2), digits, KernelCounter()).any()


def test_first_lines_are_a_band_and_a_stack():
    boards = first_lines(streams(100))
    assert ((boards > 0).sum(axis=1) == 45).all()
    for board in boards:
        rows = board.reshape(9, 9)
        for square in (rows, rows.T):
            assert all(sorted(row) == list(range(1, 10)) for row in square[:3].tolist())
            assert [set(square[:3, start : start + 3].ravel()) for start in (0, 3, 6)] == 3 * [
                set(range(1, 10))
            ]


def test_bands_are_equally_probable():
    """How the first row of the first box goes on: all 56 splits, and each digit in each place."""
    boards = first_lines(streams(56_000)).reshape(-1, 9, 9)
    place_of = np.zeros((len(boards), 10), np.int64)
    np.put_along_axis(place_of, boards[:, :3, :3].reshape(-1, 9).astype(int), np.arange(9), axis=1)
    rows = [np.take_along_axis(place_of, boards[:, row, 3:6].astype(int), axis=1) for row in (0, 1)]
    splits = [sum(1 << row[:, place] for place in range(3)) for row in rows]
    _, counts = np.unique(np.stack(splits, axis=1), axis=0, return_counts=True)
    assert len(counts) == 56
    assert ((counts - 1000) ** 2 / 1000).sum() < 93.2  # the 99.9 % point for 55
    digits = np.bincount(boards[:, 7, 1], minlength=10)[1:]
    assert ((digits - 56_000 / 9) ** 2 / (56_000 / 9)).sum() < 26.1  # the 99.9 % point for 8


def test_a_grid_is_a_solution_of_its_own():
    assert Grid(fast_grid_batch(streams(1), KernelCounter())[0].tobytes()).geometry == NINE
