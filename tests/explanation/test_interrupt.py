"""Ctrl-C while a SAT solver answers a question."""

import pytest

from sudocube.clock import Clock
from sudocube.explanation import explain
from sudocube.explanation.conclusions import ConclusionChecker
from sudocube.puzzle import Puzzle
from sudocube.sat import pysat_calls
from sudocube.solvers.trace import CONCLUSIONS


def test_a_solver_that_was_interrupted_is_not_used_again(monkeypatch):
    """Its next answers could be wrong, so a new solver takes its place."""
    puzzle = Puzzle("1... ..2. .3.. ...4")
    step = next(step for step in explain(puzzle) if step.kind in CONCLUSIONS)
    checker = ConclusionChecker(puzzle, Clock())
    assert checker.is_true(step) == (True, {})
    first = checker._of_puzzle._solver

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pysat_calls, "search_slice", interrupted)
        with pytest.raises(KeyboardInterrupt):
            checker.is_true(step)
    assert checker._of_puzzle.is_closed
    assert checker.is_true(step) == (True, {})
    assert checker._of_puzzle._solver is not first
    checker.close()
