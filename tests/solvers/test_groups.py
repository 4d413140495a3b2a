"""Groups inside and outside: the source's own examples, each size, and all of them together."""

import pytest

from sudocube.solvers import groups
from sudocube.solvers.trace import SolverContradictionError
from tests.solvers.steps import arrays_with, first_row

OUTSIDE_EXAMPLE = "13 2 13 145 1345 45 9 4567 145678"
INSIDE_EXAMPLE = "1347 2 1347 45 456 45 9 4567 145678"


def test_the_outside_example_of_the_source():
    """1 and 3 go outside of squares 1 and 3: "square 4 becomes simply 45"."""
    arrays = arrays_with(OUTSIDE_EXAMPLE)
    assert groups.outside(arrays, 2)
    assert first_row(arrays) == "13 2 13 45 45 45 9 4567 45678"


def test_the_inside_example_of_the_source_is_none():
    """1 is also possible in square 9; without it, the rule works as printed."""
    arrays = arrays_with(INSIDE_EXAMPLE)
    assert not groups.inside(arrays, 2)
    assert first_row(arrays) == INSIDE_EXAMPLE
    arrays = arrays_with(INSIDE_EXAMPLE.replace("145678", "45678"))
    assert groups.inside(arrays, 2)
    assert first_row(arrays) == "13 2 13 45 456 45 9 4567 45678"


GROUPS = [
    (
        "outside",
        2,
        "12 12 1234 3456 567 5678 6789 789 123456789",
        "12 12 34 3456 567 5678 6789 789 3456789",
    ),
    ("outside", 3, "12 23 13 1245 4567 5678 6789 789 123456789", "12 23 13 45 4567 5678 6789 789 456789"),
    (
        "outside",
        4,
        "12 23 34 14 12567 5678 6789 5789 123456789",
        "12 23 34 14 567 5678 6789 5789 56789",
    ),
    (
        "inside",
        2,
        "1234 1256 34567 34567 34567 34567 3456789 3456789 3456789",
        "12 12 34567 34567 34567 34567 3456789 3456789 3456789",
    ),
    (
        "inside",
        3,
        "124 235 1367 4567 45678 45678 456789 456789 456789",
        "12 23 13 4567 45678 45678 456789 456789 456789",
    ),
    (
        "inside",
        4,
        "125 236 347 1489 56789 56789 56789 56789 56789",
        "12 23 34 14 56789 56789 56789 56789 56789",
    ),
]
"""A side, a size, the possibles of a row, and what the rule makes of them."""


def test_groups_of_each_size_inside_and_outside():
    """Neither the other side nor another size finds them, if their own side is the smaller one."""
    rules = {"outside": groups.outside, "inside": groups.inside}
    for side, k, row, then in GROUPS:
        for other_side, rule in rules.items():
            for other_k in (2, 3, 4):
                arrays = arrays_with(row)
                is_own = (other_side, other_k) == (side, k)
                assert rule(arrays, other_k) == is_own, (other_side, other_k)
                assert first_row(arrays) == (then if is_own else row)


def test_what_is_less_than_it_takes_is_a_contradiction():
    """Two values for three squares, or two squares for three values."""
    with pytest.raises(SolverContradictionError, match="fewer possibles than squares"):
        groups.outside(arrays_with("12 12 12 345 346 45678 6789 789 789"), 3)
    with pytest.raises(SolverContradictionError, match="fewer squares than values"):
        groups.inside(arrays_with("123 1234 45678 456789 456789 456789 456789 456789 456789"), 3)
