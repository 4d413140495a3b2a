"""The brute force itself, against known numbers."""

from sudocube.puzzle import Puzzle
from tests.diagnosis.brute import every_small_grid, extreme_differences, smallest_conflict_size, solutions


def test_there_are_288_grids_of_size_4():
    assert len(set(every_small_grid())) == 288


def test_one_clue_leaves_a_quarter_of_them():
    assert len(solutions({5: 3})) == 72


def test_a_clash_is_a_conflict_of_two():
    assert smallest_conflict_size(Puzzle("1..1 2... .... ....").clues) == 2


def test_two_grids_differ_in_4_to_16_cells():
    assert extreme_differences(solutions({0: 1})) == (4, 15)
