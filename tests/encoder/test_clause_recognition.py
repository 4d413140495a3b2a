"""What a clause says, found from its literals: against the lines of the cube, and sentence by sentence."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.cube import cube
from sudocube.encoder.clause_recognition import ClauseForm, line_name, recognised
from sudocube.geometry import Geometry

FOUR, SIX, SIXTEEN = Geometry.of_size(4), Geometry.of_size(6), Geometry.of_size(16)


@pytest.mark.parametrize("shape", [FOUR, SIX], ids=str)
def test_each_line_is_recognised_by_its_literals_in_any_order_and_number(shape):
    for line in cube(shape).lines:
        clause = [element + 1 for element in reversed(line.elements)]
        found = recognised([*clause, clause[0]], shape)
        assert (found.form, found.lines) == (ClauseForm.AT_LEAST_ONE, (line,))


@pytest.mark.parametrize("shape", [FOUR, SIX], ids=str)
def test_each_pair_has_the_lines_that_hold_both_its_elements(shape):
    lines = cube(shape).lines
    for one, other in combinations(range(cube(shape).element_count), 2):
        found = recognised([-one - 1, -other - 1], shape)
        assert found.form is ClauseForm.NOT_BOTH
        assert set(found.lines) == {line for line in lines if {one, other}.issubset(line.elements)}


@pytest.mark.parametrize(
    ("clause", "form", "sentence"),
    [
        ([], "no literals", "it has no literal, so nothing makes it true"),
        ([3, 5, -3], "always true", "always true: r1c1 holds 3 or not"),
        ([3, 3], "one literal", "r1c1 holds 3"),
        ([-5], "one literal", "r1c2 does not hold 1"),
        ([-1, -2], "at most one", "r1c1 does not hold both 1 and 2"),
        ([-1, -33], "at most one", "r1c1 and r3c1 do not both hold 1"),
        ([-1, -64], "at most one", "not both together: r1c1 holds 1, r4c4 holds 4"),
        ([-1, -2, -3, -4], "of no known form", "r1c1 does not hold all of 1, 2, 3 and 4"),
        ([-1, -5, -9], "of no known form", "r1c1, r1c2 and r1c3 do not all hold 1"),
        ([1, 2, 3], "of no known form", "r1c1 holds 1, 2 or 3"),
        ([1, 5], "of no known form", "r1c1 or r1c2 holds 1"),
        ([1, 6], "of no known form", "r1c1 holds 1, or r1c2 holds 2"),
        ([2, 6, 10, 14], "at least one", "some cell of row 1 holds 2"),
        ([2, 18, 34, 50], "at least one", "some cell of column 1 holds 2"),
        ([2, 6, 18, 22], "at least one", "some cell of box 1 holds 2"),
        ([4, 3, 2, 1], "at least one", "r1c1 holds a digit"),
        ([-1, 2, 3], "of no known form", "if r1c1 holds 1, then r1c1 holds 2 or 3"),
        ([-1, -2, 3], "of no known form", "r1c1 does not hold 1, or r1c1 does not hold 2, or r1c1 holds 3"),
        ([-1, -70], "with auxiliary variables", "r1c1 does not hold 1, or not a[6]"),
        (
            range(1, 33),
            "of no known form",
            "r1c1 holds 1, or r1c1 holds 2, or r1c1 holds 3, or r1c1 holds 4, or r1c2 holds 1,"
            " or r1c2 holds 2, or 26 more",
        ),
    ],
)
def test_a_clause_is_told_in_a_sentence(clause, form, sentence):
    found = recognised(clause, FOUR)
    assert (found.form, found.sentence) == (form, sentence)


@given(st.lists(st.integers(-5000, 5000).filter(bool), max_size=40))
def test_any_clause_has_a_sentence_of_bounded_length(clause):
    found = recognised(clause, SIXTEEN)
    assert 0 < len(found.sentence) < 250
    assert recognised([*clause, *clause], SIXTEEN) == found


def test_digits_above_9_are_letters():
    assert recognised([10], SIXTEEN).sentence == "r1c1 holds A"
    names = [line_name(line, SIXTEEN) for line in cube(SIXTEEN).lines]
    assert (names[0], names[256 + 15], len(set(names))) == ("r1c1", "row 1, digit G", 1024)
