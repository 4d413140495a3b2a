"""Which methods solve a puzzle: as the engines of their names do."""

import pytest

from sudocube import check
from sudocube.errors import UnknownNameError
from sudocube.puzzle import Puzzle
from sudocube.rating.method_reach import RATED_METHODS, is_solved_by
from sudocube.verdict import Verdict
from tests.puzzles import EXAMPLES


@pytest.mark.parametrize("name", RATED_METHODS)
def test_a_method_solves_what_its_engine_calls_unique(name):
    """Of the example puzzles with one solution: some, and not all."""
    answers = set()
    for title, cells, *_ in EXAMPLES:
        if title.endswith("unique") and len(cells) == 81:
            puzzle = Puzzle(cells)
            assert is_solved_by(name, puzzle) == (check(puzzle, engine=name).verdict is Verdict.UNIQUE)
            answers.add(is_solved_by(name, puzzle))
    assert answers


def test_a_method_with_guesses_or_of_no_name_is_refused():
    """The error lists those that there are."""
    for name in ("phases", "set"):
        with pytest.raises(UnknownNameError, match="Known: cube:propagate, possibles, sets"):
            is_solved_by(name, Puzzle("1... ..2. .3.. ...4"))
