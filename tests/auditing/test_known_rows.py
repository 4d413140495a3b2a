"""The rows that other tests know the flaws of are what they are said to be."""

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from tests.auditing.known_rows import STORED, RowMaker, invariant, plain_answer
from tests.puzzles import count_solutions


@pytest.fixture(scope="module")
def rows():
    """Rows of every verdict, a few of each."""
    maker = RowMaker(Random("rows"))
    kinds = [maker.unique, maker.several, maker.subtle, maker.clashing]
    return [kind() for kind in kinds for _ in range(3)] + [maker.full(), maker.few_clues(1)]


def test_a_verdict_is_that_of_a_plain_count(rows):
    for row in rows:
        number = count_solutions(Puzzle(row.exact))
        assert row.verdict == ("none", "unique", "multiple")[number]
    assert len({row.group for row in rows}) == len(rows)  # no two are of the same class


def test_a_move_keeps_the_verdict_the_invariant_and_what_is_said_of_the_answer(rows):
    maker = RowMaker(Random(2))
    for row in rows:
        again = maker.moved(row)
        assert count_solutions(Puzzle(again.exact)) == count_solutions(Puzzle(row.exact))
        assert invariant(again.exact) == invariant(row.exact)
        if again.solution:
            assert referee(Grid(again.solution), Puzzle(again.exact)) is None


@pytest.mark.parametrize("stored", ["right", "one_of_several", "wrong", "contradicts_clues"])
def test_an_answer_is_what_it_is_said_to_be(rows, stored):
    maker = RowMaker(Random(stored))
    for row in rows:
        if stored not in STORED[str(row.verdict)] or (stored == "wrong" and row.clue_count == 81):
            continue
        answer = plain_answer(str(maker.with_answer(row, stored).answer))
        kept = all(clue in (".", held) for clue, held in zip(row.exact, answer, strict=True))
        is_solution = kept and count_solutions(Puzzle(answer)) == 1
        assert (kept, is_solution) == (stored != "contradicts_clues", stored in ("right", "one_of_several"))


@pytest.mark.parametrize("kind", ["unique", "several", "subtle", "clashing"])
def test_puzzles_of_other_sizes_have_their_verdict(kind):
    row = RowMaker(Random(3)).other_size(Geometry(2, 3), kind)
    number = count_solutions(Puzzle(row.exact, Geometry(2, 3)))
    assert row.verdict == ("none", "unique", "multiple")[number]
