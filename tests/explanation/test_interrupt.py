"""Ctrl-C while a SAT solver is at work on a question."""

import pytest

from sudocube.clock import Clock
from sudocube.engines import asking
from sudocube.explanation.oracle import _Kept


def test_a_solver_that_was_interrupted_is_not_asked_again(monkeypatch):
    """What it says then may be wrong: no answer comes out, and a new solver takes its place."""
    kept = _Kept([[1, 2]], 2, Clock())
    assert kept.model([-2], [[1]]) == [1, -2, 3]
    first = kept._asked

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(asking, "search_slice", interrupted)
        with pytest.raises(KeyboardInterrupt):
            kept.model([1], [])
    assert first is not None
    assert first.is_closed
    assert kept.model([-1], []) == [-1, 2, 3]
    kept.close()
