"""Puzzles near to another one, and what is said of that one."""

from itertools import combinations

import pytest

from sudocube import ImpossibleError, NotGeneratedError, Puzzle, Verdict, check, generate
from tests.generation.made_puzzles import assert_sound, removable_clues, without

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


@pytest.mark.parametrize(("old", "new"), [("5.", "55"), ("89..2", "8...2")])
def test_what_a_puzzle_is_near_to_need_not_have_one_solution_itself(old, new):
    """A clue that is wrong, or one that is missing, may be mended."""
    near = Puzzle(NEAR.replace(old, new, 1))
    [made] = generate(seed=1, near=near, minimal="no", tries=200_000)
    assert_sound([made])
    assert 1 <= len(near.clues.items() - made.puzzle.clues.items()) <= 2


@pytest.mark.parametrize(
    ("near", "remark"),
    [
        (IN_TWO_ROWS, "; near itself has several solutions"),
        (IN_TWO_ROWS.replace("3.", "33", 1), "; near itself has no solution"),
        (NEAR, "may find one"),
    ],
)
def test_where_no_neighbour_is_found_it_is_told_that_near_has_not_one_solution(near, remark):
    with pytest.raises(NotGeneratedError) as missing:
        list(generate(seed=1, near=near, tries=1))
    assert str(missing.value).endswith(remark)


def test_a_puzzle_without_a_solution_that_no_two_of_its_clues_mend_has_no_neighbours():
    """All pairs of clues are left out here."""
    near = "54...7..27..4..5...12.....3.679...4......496.4.95...8...2.9.6.89..2.6....5.1...7."
    clues = Puzzle(near).clues
    for one, other in combinations(clues, 2):
        assert check(without(Puzzle(near), [one, other])).verdict is Verdict.NONE
    with pytest.raises(ImpossibleError, match="near has no solution, nor has it without any two") as told:
        generate(seed=1, near=near)
    assert told.value.board == "near"


def test_near_puzzles_need_not_be_minimal():
    near = next(generate(seed=2, minimal="no", clues=(30, 30))).puzzle
    made = list(generate(5, seed=10, near=near, minimal="no"))
    assert_sound(made)
    assert {one.clues for one in made} == {30}
