"""The 27 sets: each trick does what the source says, in the order of its loops."""

import pytest

from sudocube.puzzle import Puzzle
from sudocube.solvers.sets import Sets, SSet
from sudocube.solvers.trace import SolverContradictionError
from tests.solvers.steps import possibles_of, written


def first_row(row: str, of_all: Sets | None = None) -> SSet:
    """The first row's set, with these candidates; the single ones are values."""
    of_all = of_all or Sets(Puzzle("." * 81))
    for square, candidates in zip(of_all.squares, possibles_of(row), strict=False):
        square.set_candidates(candidates)
        if candidates.bit_count() == 1:
            square.value = candidates.bit_length()
    of_all.sets[0].update()
    return of_all.sets[0]


def candidates_of(one_set: SSet) -> str:
    return written(square.candidates for square in one_set.squares)


def test_elim_values_takes_values_from_the_other_squares_and_not_from_the_one_that_holds_them():
    """As written in the source, it would also remove them from the square that holds the value."""
    row = first_row("123 1 3459 9 13456789 2456789 1259 789 2479")
    row.elim_values()
    assert candidates_of(row) == "23 1 345 9 345678 245678 25 78 247"


def test_pairs_leave_two_squares_exactly_the_two_numbers_that_overlap_in_them():
    """1 and 3 in squares 1 and 3; 8 is also in two squares, but no other number has the same two."""
    row = first_row("134 2 135 45 4567 4578 9 4678 456")
    row.pairs()
    assert candidates_of(row) == "13 2 13 45 4567 4578 9 4678 456"


def test_a_value_twice_in_a_set_is_a_contradiction():
    """Both squares are named, and the set."""
    of_all = Sets(Puzzle("." * 81))
    of_all.squares[0].set_value(5)
    with pytest.raises(SolverContradictionError) as caught:
        of_all.squares[20].set_value(5)
    found = caught.value
    assert (found.about, found.digits, found.unit) == ([0, 20], [5], of_all.sets[18].unit)
