"""Engines side by side, with every count compared."""

import pytest

from sudocube.bench import UNDECIDED, bench
from sudocube.engines import engine
from sudocube.engines.outsiders import FunctionEngine
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.kernel import levels
from sudocube.puzzle import Puzzle
from tests.cli.command import MULTIPLE, NONE, UNIQUE
from tests.engines.engines_that_lie import raising

PUZZLES = [Puzzle(text) for text in (UNIQUE, MULTIPLE, NONE)]


def test_every_contender_counts_the_same():
    names = [f"kernel:{levels()[-1]}", "phases", "sat"]
    measured = bench(PUZZLES, names, rounds=2)
    assert [one.name for one in measured.contenders] == [*names[:-1], "sat:extended@cadical153"]
    assert [one.counts for one in measured.contenders] == [[1, 2, 0]] * len(names)
    assert [len(one.seconds) for one in measured.contenders] == [2] * len(names)
    assert all(seconds > 0 for one in measured.contenders for seconds in one.seconds)
    assert list(measured.disagreements()) == []


def test_engines_that_do_not_take_the_puzzles_are_refused_or_left_out():
    small = [Puzzle("." * 16)]
    with pytest.raises(UnsupportedError, match="kernel does not take all of these puzzles"):
        bench(small, ["phases", "kernel"])
    names = [one.name for one in bench(small, rounds=1).contenders]
    assert names == ["phases", "cpsat:cube", "sat:extended@cadical153"]
    with pytest.raises(UnknownNameError):
        bench(small, ["fast"])


def test_an_engine_that_fails_decides_nothing_and_the_others_are_measured(monkeypatch):
    made = {"phases": engine("phases"), "fake": raising(ZeroDivisionError("odd"))}
    monkeypatch.setattr("sudocube.bench.make_engine", made.__getitem__)
    measured = bench(PUZZLES, ["phases", "fake"], rounds=2)
    assert [one.counts for one in measured.contenders] == [[1, 2, 0], [UNDECIDED] * 3]
    assert [one.failure for one in measured.contenders] == [None, "ZeroDivisionError: odd"]
    assert list(measured.disagreements()) == []


def test_a_solver_of_others_whose_grid_is_wrong_decides_nothing(monkeypatch):
    lying = FunctionEngine(lambda cells: f"unique {81 * '1'}")
    monkeypatch.setattr("sudocube.bench.make_engine", lambda _: lying)
    wrong = bench(PUZZLES, ["wrong"], rounds=1).contenders[0]
    assert wrong.counts == [UNDECIDED] * 3
    assert "the referee refuses the solution" in str(wrong.failure)
