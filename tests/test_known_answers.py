"""The puzzles that all other tests rely on: their stated answers are right."""

from hypothesis import given, settings

from sudocube.cube import clashes
from sudocube.puzzle import Puzzle
from tests.puzzles import EXAMPLES, count_solutions, puzzles


def test_examples_have_as_many_solutions_as_they_say_and_are_of_every_kind():
    """Counted up to two; those named after a clash have one, and those named `subtle` none."""
    for name, cells, geometry, count in EXAMPLES:
        puzzle = Puzzle(cells, geometry)
        assert count_solutions(puzzle, 2) == count, name
        assert bool(clashes(puzzle)) == any(word in name for word in ("clash", "wrong", "swapped")), name
    assert len({name for name, *_ in EXAMPLES}) == len(EXAMPLES)
    boxes = {Puzzle(cells, geometry).geometry.box_name for _, cells, geometry, _ in EXAMPLES}
    assert boxes == {"2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "5x2", "3x4", "4x3", "4x4", "5x5"}
    assert {count for *_, count in EXAMPLES} == {0, 1, 2}
    for limit, count in ((1000, 288), (287, 287), (1, 1)):  # a number from the literature
        assert count_solutions(Puzzle("." * 16), limit) == count


@settings(max_examples=40)
@given(puzzles(max_size=9, limit=9))
def test_known_answers_are_what_the_counter_finds(known):
    assert count_solutions(known.puzzle, 9) == known.solutions
