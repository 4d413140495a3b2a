"""Every way of writing "at most one" says just that."""

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder.at_most_one import GROUPED, WAYS, at_most_one


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", range(1, 8))
def test_it_holds_exactly_for_those_assignments_that_make_at_most_one_true(way, count):
    """All 2^n of them; the auxiliary variables may take any values that fit."""
    literals = list(range(1, count + 1))
    clauses, _ = at_most_one(way, literals, count)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for truths in product([False, True], repeat=count):
            assumed = [literal if true else -literal for literal, true in zip(literals, truths, strict=True)]
            assert solver.solve(assumptions=assumed) == (sum(truths) <= 1), truths


@pytest.mark.parametrize("way", WAYS)
def test_it_may_be_said_of_any_literals(way):
    """Not only of 1 to n: negative ones, and numbers with gaps."""
    literals = [-7, 3, 12, -20]
    clauses, top = at_most_one(way, literals, 30)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for truths in product([False, True], repeat=4):
            assumed = [literal if true else -literal for literal, true in zip(literals, truths, strict=True)]
            assert solver.solve(assumptions=assumed) == (sum(truths) <= 1), truths
    assert top >= 30


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", [1, 2, 5, 9, 25])
def test_its_own_variables_lie_above_those_in_use(way, count):
    """From one more than the highest so far, up to the one that it returns; there are no others."""
    highest = 1000
    clauses, top = at_most_one(way, range(1, count + 1), highest)
    own = {abs(literal) for clause in clauses for literal in clause} - set(range(1, count + 1))
    assert own <= set(range(highest + 1, top + 1))
    assert top == max([highest, *own])


@pytest.mark.parametrize("way", WAYS)
def test_two_lines_share_no_variable_of_their_own(way):
    """What was true of the one would be said of the other."""
    first, top = at_most_one(way, range(1, 10), 20)
    second, _ = at_most_one(way, range(11, 20), top)
    of_first = {abs(literal) for clause in first for literal in clause}
    of_second = {abs(literal) for clause in second for literal in clause}
    assert not of_first & of_second


@pytest.mark.parametrize("count", range(10))
def test_pairwise_is_a_clause_for_each_pair(count):
    """And takes no variable of its own."""
    clauses, top = at_most_one("pairwise", range(1, count + 1), 50)
    assert len({frozenset(clause) for clause in clauses}) == len(clauses) == comb(count, 2)
    assert top == 50


def test_the_ways_are_different_ways():
    """No two write the same clauses for nine literals."""
    written = {way: str(at_most_one(way, range(1, 10), 9)) for way in WAYS}
    assert len(set(written.values())) == len(WAYS)


@pytest.mark.parametrize("way", GROUPED)
@pytest.mark.parametrize("group_size", range(2, 8))
def test_groups_may_be_of_any_size(way, group_size):
    """All assignments of seven literals; a group may hold them all."""
    clauses, _ = at_most_one(way, range(1, 8), 7, group_size)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for truths in product([False, True], repeat=7):
            assumed = [literal if true else -literal for literal, true in enumerate(truths, 1)]
            assert solver.solve(assumptions=assumed) == (sum(truths) <= 1), truths


@pytest.mark.parametrize(("way", "recommended"), [("commander", 3), ("bimander", 2)])
def test_groups_have_the_size_that_the_source_recommends(way, recommended):
    """Unless another is asked for, which makes other clauses."""
    by_default = at_most_one(way, range(1, 10), 9)
    assert at_most_one(way, range(1, 10), 9, recommended) == by_default
    assert at_most_one(way, range(1, 10), 9, 4) != by_default


@pytest.mark.parametrize(
    ("way", "length", "clauses", "own"),
    [
        # By hand, for n = 9: a square of 3 by 3, 18 clauses for the places, 3 each for rows and columns.
        ("product", 9, 24, 6),
        # Three groups: 3 pairs each, 9 clauses for the commanders, 3 for their groups, 3 pairs of those.
        ("commander", 9, 24, 3),
        # Five groups in pairs: 4 pairs, and 3 bits for each of the nine.
        ("bimander", 9, 31, 3),
        # 25 in a square of 5 by 5: 50 clauses for the places, 10 pairs each for rows and columns.
        ("product", 25, 70, 10),
        # 50 in a rectangle of 7 by 8: 100 clauses; then 7 in 3 by 3 and 8 in 3 by 3, all in pairs.
        ("product", 50, 100 + 20 + 22, 15 + 6 + 6),
        # Five groups of three and one alone, which is its own commander; then 15 pairs of six commanders.
        ("commander", 16, 15 + 15 + 5 + 15, 5),
        # Three groups of three, and their elements and commanders as above; up from 25, nine commanders.
        ("commander", 25, 24 + 24 + 8 + 24, 8 + 3),
        # Eight steps from rung to rung, two clauses for the first element, three for each other one.
        ("ladder", 9, 8 + 2 + 24, 9),
    ],
)
def test_our_own_ways_take_as_many_clauses_as_their_sources_say(way, length, clauses, own):
    """Counted by hand."""
    written, top = at_most_one(way, range(1, length + 1), length)
    assert (len(written), top - length) == (clauses, own)


SPLITTING = ("product", "commander")
"""The ways that write "at most one" of fewer literals again."""


@pytest.mark.parametrize("way", SPLITTING)
@given(count=st.integers(1, 150))
def test_a_way_that_splits_never_takes_more_clauses_than_pairs(way, count):
    """And takes no variables of its own where it does not save a clause."""
    clauses, top = at_most_one(way, range(1, count + 1), count)
    assert len(clauses) <= comb(count, 2)
    assert top == count or len(clauses) < comb(count, 2)


def equal_to_another(clauses):
    """Pairs of literals that two clauses of two make equal, by variables: one of them is enough."""
    pairs = {frozenset(clause) for clause in clauses if len(clause) == 2}
    found = [pair for pair in pairs if frozenset(-literal for literal in pair) in pairs]
    return {frozenset(map(abs, pair)) for pair in found}


@pytest.mark.parametrize("way", WAYS)
@given(count=st.integers(3, 40))
def test_no_variable_only_repeats_another_one(way, count):
    """One that always equals another literal costs a variable and two clauses, and says nothing.

    The first rung of a ladder is one: it is where a ladder begins, and the formula names it.
    """
    clauses, _ = at_most_one(way, range(1, count + 1), count)
    assert equal_to_another(clauses) == ({frozenset({1, count + 1})} if way == "ladder" else set())
