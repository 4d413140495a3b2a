"""Time limits, and shares of them."""

import pytest

from sudocube.clock import Clock


def test_a_clock_without_a_limit_never_runs_out():
    clock = Clock()
    clock.check()
    assert (clock.seconds_left, clock.share(0.5).seconds_left) == (None, None)


def test_a_clock_that_has_run_out_has_nothing_to_share():
    clock = Clock(0)
    assert (clock.seconds_left, clock.share(0.5).seconds_left) == (0, 0)
    with pytest.raises(TimeoutError):
        clock.share(0.5).check()


def test_a_timeout_for_others_is_above_0_even_where_no_time_is_left():
    """0 is refused as a timeout."""
    assert Clock().timeout_left is None
    assert Clock(0).timeout_left == 1e-9
    assert 0 < (Clock(60).timeout_left or 0) <= 60
