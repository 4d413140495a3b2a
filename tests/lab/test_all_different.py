"""All-different by three schemes: against all ways to fill a unit, against clauses, and on whole puzzles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.lab.all_different import (
    Scheme,
    bounds_consistent,
    domain_consistent,
    propagated,
    state,
)
from sudocube.lab.propagation import PropagationState
from sudocube.puzzle import Puzzle
from tests.counted_clock import CountedClock
from tests.lab import naive

units = st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(1, (1 << n) - 1), min_size=n, max_size=n))
"""A unit of one to six cells, each with some of as many digits."""


@given(units)
def test_domain_consistency_leaves_what_is_part_of_a_way_to_fill_the_unit(masks):
    assert domain_consistent(masks) == naive.domain_consistent(masks)


@given(units)
def test_bounds_consistency_moves_the_ends_as_far_as_they_must_go(masks):
    """Applied until nothing changes, the lowest and the highest digits are part of a way, holes ignored."""
    filled = [(1 << mask.bit_length()) - (mask & -mask) for mask in masks]
    now, before = bounds_consistent(filled), None
    while now is not None and now != before:
        before, now = now, bounds_consistent(now)
    ends = None if now is None else [((mask & -mask).bit_length(), mask.bit_length()) for mask in now]
    assert ends == naive.bounds_consistent(masks)


def test_shaving_finds_that_a_puzzle_has_no_solution():
    """Forward checking alone sees nothing wrong."""
    puzzle = Puzzle("...4 .1.. ..1. 1...")
    assert state(propagated(puzzle, Scheme.FORWARD)) is PropagationState.OPEN
    assert state(propagated(puzzle, Scheme.FORWARD, shaving=True)) is PropagationState.REFUTED


def test_shaving_stops_when_time_is_up():
    with pytest.raises(TimeoutError):
        propagated(Puzzle("." * 81), Scheme.DOMAIN, shaving=True, clock=CountedClock(2))
