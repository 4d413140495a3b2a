"""A function called for many items, here or in workers: the results come in the order of the items."""

import os

import pytest

from sudocube.jobs import results_in_order
from sudocube.processes import TaskFailure


def doubled(number: int) -> int:
    """Twice the number; at 13, the process that is at it ends."""
    if number == 13:
        os._exit(1)
    if number == 17:
        raise ValueError("17 is too much")
    return 2 * number


@pytest.mark.parametrize("jobs", [None, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_results_come_in_the_order_of_the_items(jobs):
    numbers = [5, 3, 9, 1, 7]
    assert list(results_in_order(doubled, numbers, jobs=jobs)) == [(number, 2 * number) for number in numbers]
    assert list(results_in_order(doubled, [], jobs=jobs)) == []


def test_a_worker_that_ends_loses_its_item_only():
    results = dict(results_in_order(doubled, [11, 13, 17, 19], jobs=2))
    assert (results[11], results[19]) == (22, 38)
    assert isinstance(results[13], TaskFailure)
    assert isinstance(results[17], TaskFailure)
    assert str(results[17].error) == "17 is too much"
