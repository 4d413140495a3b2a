"""Fast grids are valid, and each is what the method says: written here once more for a single stream."""

import numpy as np
import pytest

from sudocube import Geometry, Puzzle, count, count_many
from sudocube.generation.fast_grids import fast_grid_batch, filled_grids, first_lines
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.solution_counters import KernelCounter, SatCounter
from sudocube.trusted import objection

NINE = Geometry(3, 3)


def streams(number: int, seed: int = 51) -> RandomStreams:
    return RandomStreams.of(seed, np.arange(number), np.zeros(number, int))


def test_grids_are_valid():
    grids = fast_grid_batch(streams(100), KernelCounter())
    found = grids[grids[:, 0] > 0]
    assert len(found) > 95
    assert all(objection(grid.tobytes(), bytes(81), 3, 3) is None for grid in found)
    assert len({grid.tobytes() for grid in found}) == len(found)


@pytest.mark.parametrize("shape", ["2x3", "2x4"])
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
    chosen = streams(6)
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
