"""Puzzles near to another one, and what is said of that one."""

import pytest

from sudocube import NotGeneratedError, Puzzle, generate
from tests.generation.made_puzzles import assert_sound, removable_clues

NEAR = "5....7..27..4..5..........3.679...4.......96.4.95...8...2.9.6.89..2.6....5.1....."
IN_TWO_ROWS = "123456789456789123" + 63 * "."


def test_near_puzzles_have_one_or_two_clues_exchanged():
    near = next(generate(seed=2)).puzzle
    made = list(generate(20, seed=10, near=near))
    assert_sound(made)
    gone = [len(near.clues.items() - one.puzzle.clues.items()) for one in made]
    new = [len(one.puzzle.clues.items() - near.clues.items()) for one in made]
    assert gone == new
    assert set(gone) == {1, 2}
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 20


def test_what_a_puzzle_is_near_to_need_not_have_one_solution_itself():
    """A clue that is wrong may be mended; where no neighbour is found, it is told what near itself has."""
    near = Puzzle(NEAR.replace("5.", "55", 1))
    [made] = generate(seed=1, near=near, minimal="no", tries=200_000)
    assert_sound([made])
    assert 1 <= len(near.clues.items() - made.puzzle.clues.items()) <= 2
    for cells, remark in (
        (IN_TWO_ROWS, "; near itself has several solutions"),
        (IN_TWO_ROWS.replace("3.", "33", 1), "; near itself has no solution"),
        (NEAR, "may find one"),
    ):
        with pytest.raises(NotGeneratedError) as missing:
            list(generate(seed=1, near=cells, tries=1))
        assert str(missing.value).endswith(remark)
