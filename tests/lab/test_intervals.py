"""Intervals, quartiles and orders: against formulas, and by properties that must hold."""

from dataclasses import replace
from math import isnan
from random import Random
from statistics import NormalDist, fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.lab import compare
from sudocube.lab.intervals import FEWEST_PUZZLES, ranking, spread, wilson
from sudocube.lab.measuring import SearchEffort

[FIGURES] = compare(["1... ..2. .3.. ...4"], ["minimal"], jobs=1)


def with_numbers(*repeats, name="seconds", **fields):
    """Figures with these numbers for a measure, a list for each repeat; with their mean."""
    numbers = {**FIGURES.numbers, name: np.array(repeats, np.float64)}
    known = [fmean(some) for some in zip(*repeats, strict=True) if not isnan(fmean(some))]
    mean = fmean(known) if known else None
    return replace(FIGURES, numbers=numbers, **{name: mean, **fields})


WRONG = SearchEffort(is_refuted=True)
NUMBERS = st.lists(st.floats(0, 1000), min_size=2, max_size=40)


@settings(max_examples=25)
@given(NUMBERS, st.integers(0, 100))
def test_an_interval_lies_within_the_numbers_and_quartiles_ascend(numbers, seed):
    found = spread(with_numbers(numbers, plan=replace(FIGURES.plan, seed=seed)), "seconds")
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    near = 1e-9 * max(1.0, *numbers)
    assert min(numbers) - near <= found.low <= found.high <= max(numbers) + near
    assert min(numbers) <= found.q1 <= found.median <= found.q3 <= max(numbers)


def order(rows, measure="seconds"):
    return [(figures.encoding, is_near) for figures, is_near in ranking(rows, measure)]


def test_an_order_says_what_is_within_noise():
    """Two encodings are compared puzzle by puzzle, so a small difference counts if all puzzles have it."""
    hard = [float(number) for number in range(1, 101)]
    least = with_numbers(hard, encoding="least")
    more = with_numbers([number + 0.01 for number in hard], encoding="more")
    assert order([more, least]) == [("least", False), ("more", None)]
    random = Random(1)
    other = with_numbers([number + random.gauss(0, 20) for number in hard], encoding="other")
    assert dict(order([other, least])).keys() == {"least", "other"}
    assert order([other, least])[0][1] is True


def test_an_encoding_whose_models_are_no_solutions_is_in_no_order_of_checks():
    """Else clauses that say nothing would win; but what they infer is compared."""
    right, other = (with_numbers([5.0] * 12, encoding=name) for name in ("right", "other"))
    nothing = with_numbers([0.0] * 12, encoding="wrong")
    wrong = replace(nothing, checks=[[WRONG] * 12])
    assert order([right, wrong, other]) == [("right", True), ("other", None)]
    assert len(ranking([right, wrong], "unit_propagation")) == 2


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_an_interval_of_a_share_ends_where_its_share_is_just_not_refused(yes_of):
    """By Wilson's own equation: an end is as far from the share as its own deviation allows."""
    yes, of = yes_of
    z = NormalDist().inv_cdf(0.975)
    low, high = wilson(yes, of)
    assert 0 <= low <= yes / of <= high <= 1
    assert high > low
    for end in (low, high):
        assert (yes / of - end) ** 2 == pytest.approx(z * z * end * (1 - end) / of, abs=1e-12)


def test_with_few_puzzles_no_difference_is_told():
    """But where there is none to be seen, that is said."""
    for puzzles, told in ((FEWEST_PUZZLES - 1, None), (FEWEST_PUZZLES, False)):
        rows = [with_numbers([number] * puzzles, encoding=str(number)) for number in (1.0, 2.0)]
        assert order(rows) == [("1.0", told), ("2.0", None)]
    rows = [with_numbers([1.0, 2.0], [2.0, 1.0], encoding=name) for name in ("one", "two")]
    assert order(rows)[0][1] is True
