"""Every way of writing "at most one" says just that."""

from itertools import product
from math import comb

import pytest
from pysat.solvers import Solver

from sudocube.encoder.at_most_one import WAYS, pairwise


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", range(1, 7))
def test_it_holds_exactly_for_those_assignments_that_make_at_most_one_true(way, count):
    """All 2^n of them; the auxiliary variables may take any values that fit."""
    literals = list(range(1, count + 1))
    clauses, _ = WAYS[way](literals, count)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for truths in product([False, True], repeat=count):
            assumed = [literal if true else -literal for literal, true in zip(literals, truths, strict=True)]
            assert solver.solve(assumptions=assumed) == (sum(truths) <= 1), truths


@pytest.mark.parametrize("way", WAYS)
def test_it_may_be_said_of_any_literals(way):
    """Not only of 1 to n: negative ones, and numbers with gaps."""
    literals = [-7, 3, 12, -20]
    clauses, top = WAYS[way](literals, 30)
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
    clauses, top = WAYS[way](range(1, count + 1), highest)
    own = {abs(literal) for clause in clauses for literal in clause} - set(range(1, count + 1))
    assert own <= set(range(highest + 1, top + 1))
    assert top == max([highest, *own])


@pytest.mark.parametrize("way", WAYS)
def test_two_lines_share_no_variable_of_their_own(way):
    """What was true of the one would be said of the other."""
    first, top = WAYS[way](range(1, 10), 20)
    second, _ = WAYS[way](range(11, 20), top)
    of_first = {abs(literal) for clause in first for literal in clause}
    of_second = {abs(literal) for clause in second for literal in clause}
    assert not of_first & of_second


@pytest.mark.parametrize("count", range(10))
def test_pairwise_is_a_clause_for_each_pair(count):
    """And takes no variable of its own."""
    clauses, top = pairwise(range(1, count + 1), 50)
    assert len({frozenset(clause) for clause in clauses}) == len(clauses) == comb(count, 2)
    assert top == 50


def test_the_ways_are_different_ways():
    """No two write the same clauses for nine literals."""
    written = {way: str(write(range(1, 10), 9)) for way, write in WAYS.items()}
    assert len(set(written.values())) == len(WAYS)
