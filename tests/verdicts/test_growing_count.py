"""Counting in rounds: each result is true, none is smaller than the one before, and the end is stated."""

import pytest

from sudocube import count
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import check_numbered
from sudocube.verdicts.estimating import count_growing
from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE

BLANK = "." * 81


def test_one_round_is_enough_for_few_solutions():
    for text in (UNIQUE, MULTIPLE, NONE, PUZZLES["2x2-empty-288-solutions"]):
        [found] = count_growing(text)
        assert (found.count, found.exhausted) == (count(text).number, True)


def test_many_solutions_are_counted_in_rounds_up_to_the_limit():
    """So that a first number is there at once; no more are looked for than were asked for."""
    for limit, counts in ((20_000, [1_000, 10_000, 20_000]), (10_000, [1_000, 10_000]), (7, [7])):
        found = list(count_growing(BLANK, limit=limit))
        assert [one.count for one in found] == counts
        assert not any(one.exhausted for one in found)
        assert {one.reason for one in found} == {None}


def test_a_round_in_which_time_runs_out_takes_nothing_back(monkeypatch):
    """The count of the round before is still true, and the time named is the one that was given."""
    real = check_numbered

    def late(items, *, limit, timeout, jobs):
        timeout = 1e-9 if limit > 1_000 else timeout
        return real(items, limit=limit, timeout=timeout, jobs=jobs)

    monkeypatch.setattr("sudocube.verdicts.estimating.check_numbered", late)
    first, last = count_growing(BLANK, timeout=600)
    assert (first.count, last.count, last.exhausted) == (1_000, 1_000, False)
    assert str(last.reason).startswith("out of time")


def test_a_count_that_ends_as_time_runs_out_is_not_late(monkeypatch):
    monkeypatch.setattr("sudocube.clock.Clock.is_over", True)
    [found] = count_growing(UNIQUE, timeout=600)
    assert (found.count, found.exhausted, found.reason) == (1, True, None)


def test_no_time_at_all_is_undecided_and_what_is_no_puzzle_invalid():
    [found] = count_growing("." * 256, timeout=1e-9)
    assert (found.exhausted, found.reason) == (False, "out of time after 1e-09 s")
    with pytest.raises(ValueError, match="limit"):
        count_growing(UNIQUE, limit=0)
    [found] = count_growing(UNIQUE[:-1])
    assert found.verdict is Verdict.INVALID
