"""A SAT solver that is asked again and again: under assumptions, against the clock, and under Ctrl-C."""

import os
import signal

import pytest

from sudocube.clock import Clock
from sudocube.engines import asking
from sudocube.engines.asking import Asked

needs_masks = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks here")


@pytest.fixture
def _python_handles_the_signal():
    """Also where the tests were started in the background, and so were told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Interrupted:
    """A solver that is interrupted whatever it does."""

    def __init__(self) -> None:
        self.deleted = 0

    def delete(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        self.deleted += 1

    def conf_budget(self, conflicts: int) -> None:
        pass

    def solve_limited(self, assumptions: list[int]) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return False


def with_solver(solver: Interrupted) -> Asked:
    """One that holds this solver."""
    asked = Asked()
    asked.close()
    asked._solver = solver
    return asked


def test_what_was_added_for_now_holds_under_its_selector_until_it_is_retired():
    with Asked([[1, 2]], 2) as asked:
        selector = asked.add_for_now([-1], [-2])
        assert not asked.is_satisfiable([selector], Clock())
        assert asked.core() == [selector]
        assert asked.is_satisfiable([-1], Clock())
        assert asked.true(2) == [2]
        assert asked.model()[:2] == [-1, 2]
        asked.retire(selector)
        assert asked.is_satisfiable([], Clock())
        assert asked.added == 3


def test_a_search_of_so_many_slices_ends_undecided(monkeypatch):
    """And is gone on with where there is time."""
    answers = [None, None, None, True]
    monkeypatch.setattr(asking, "search_slice", lambda *_: answers.pop(0))
    with Asked() as asked:
        with pytest.raises(TimeoutError):
            asked.is_satisfiable([], Clock(), slices=2)
        assert asked.is_satisfiable([], Clock(), slices=2)
    assert not answers


def test_without_time_nothing_is_searched():
    with Asked([[1]], 1) as asked, pytest.raises(TimeoutError):
        asked.is_satisfiable([], Clock(0))


@needs_masks
@pytest.mark.usefixtures("_python_handles_the_signal")
def test_a_solver_that_is_closed_under_ctrl_c_is_deleted_once():
    """PySAT deletes it a second time where it can, and the process crashes."""
    solver = Interrupted()
    asked = with_solver(solver)
    with pytest.raises(KeyboardInterrupt):
        asked.close()
    asked.close()
    assert (asked.is_closed, solver.deleted) == (True, 1)


@needs_masks
@pytest.mark.usefixtures("_python_handles_the_signal")
def test_a_solver_that_was_interrupted_gives_no_answer():
    """What it says then may be wrong."""
    solver = Interrupted()
    asked = with_solver(solver)
    with pytest.raises(KeyboardInterrupt):
        asked.is_satisfiable([1], Clock())
    assert (asked.is_closed, solver.deleted) == (True, 1)


def test_a_solver_that_was_broken_off_is_thrown_away(monkeypatch):
    """But not one that merely ran out of time: it can be asked on."""
    ends: list[type[BaseException]] = [TimeoutError, KeyboardInterrupt]

    def broken_off(*_):
        raise ends[0]

    monkeypatch.setattr(asking, "search_slice", broken_off)
    solver = Asked([[1, 2]], 2)
    with pytest.raises(TimeoutError):
        solver.is_satisfiable([], Clock())
    assert not solver.is_closed
    ends.pop(0)
    with pytest.raises(KeyboardInterrupt):
        solver.is_satisfiable([], Clock())
    assert solver.is_closed


def test_a_clock_without_a_limit_never_runs_out():
    clock = Clock()
    clock.check()
    assert (clock.seconds_left, clock.share(0.5).seconds_left) == (None, None)


def test_a_clock_that_has_run_out_has_nothing_to_share():
    clock = Clock(0)
    assert (clock.seconds_left, clock.share(0.5).seconds_left) == (0, 0)
    with pytest.raises(TimeoutError):
        clock.share(0.5).check()
