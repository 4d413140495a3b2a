"""Ctrl-C, and a second one, while a SAT solver is at work or on its way out."""

import os
import signal

import pytest

from sudocube.explanation.oracle import _Kept

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks here")


@pytest.fixture(autouse=True)
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


def test_a_solver_that_is_discarded_under_ctrl_c_is_deleted_once():
    """PySAT deletes it a second time where it can, and the process crashes."""
    kept, solver = _Kept([[1]], 1, None), Interrupted()
    kept._solver = solver
    with pytest.raises(KeyboardInterrupt):
        kept.discard()
    kept.discard()
    assert (kept._solver, solver.deleted) == (None, 1)


def test_a_solver_that_was_interrupted_is_not_asked_again():
    """What it says then may be wrong: no answer comes out, and a new solver takes its place."""
    kept, solver = _Kept([[1, 2]], 2, None), Interrupted()
    kept._solver, kept._uses_left, kept._selector = solver, 10, 3
    with pytest.raises(KeyboardInterrupt):
        kept.model([1], [])
    assert solver.deleted == 1
    assert kept.model([-1], []) == [-1, 2]
    kept.discard()
