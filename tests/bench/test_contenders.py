"""Engines side by side, with every count compared."""

import pytest

from sudocube.bench import UNDECIDED, BenchResult, Contender, bench, contenders, default_contenders, sample
from sudocube.engines import Traits, engine
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.kernel import levels
from sudocube.puzzle import Puzzle
from tests.cli.command import MULTIPLE, NONE, UNIQUE
from tests.jobs.engines_that_lie import raising

PUZZLES = [Puzzle(text) for text in (UNIQUE, MULTIPLE, NONE)]


def test_medians_ratios_and_disagreements():
    """Round by round, because a slow minute is slow for both; what is undecided disagrees with nothing."""
    fast, slow = Contender("fast", [1, 1], [1.0, 5.0, 2.0]), Contender("slow", [1, 1], [4.0, 20.0, 2.0])
    assert (fast.rate, slow.rate) == (1.0, 0.5)
    assert (fast.ratio(slow), slow.ratio(fast)) == (4.0, 0.25)
    one, two = Contender("one", [1, 2, 0], [1.0]), Contender("two", [1, UNDECIDED, 1], [1.0])
    assert list(BenchResult(PUZZLES, [one, two]).disagreements()) == [(PUZZLES[2], {"one": 0, "two": 1})]
    assert (len(sample()), default_contenders()[-1]) == (120, "sat")


def test_every_contender_counts_the_same():
    """Levels of the kernel and engines."""
    names = [f"kernel:{levels()[-1]}", "phases", "sat"]
    measured = bench(PUZZLES, names, rounds=2)
    assert [one.name for one in measured.contenders] == [*names[:-1], "sat:extended@cadical153"]
    assert [one.counts for one in measured.contenders] == [[1, 2, 0]] * len(names)
    assert [len(one.seconds) for one in measured.contenders] == [2] * len(names)
    assert all(seconds > 0 for one in measured.contenders for seconds in one.seconds)
    assert list(measured.disagreements()) == []


def test_engines_that_do_not_take_the_puzzles_are_refused_or_left_out():
    """Refused if they were named."""
    small = [Puzzle("." * 16)]
    with pytest.raises(UnsupportedError, match="kernel does not take all of these puzzles"):
        bench(small, ["phases", "kernel"])
    names = [one.name for one in bench(small, rounds=1).contenders]
    assert names == ["phases", "cpsat:cube", "sat:extended@cadical153"]
    with pytest.raises(UnknownNameError):
        bench(small, ["fast"])


def test_an_engine_that_fails_decides_nothing_and_the_others_are_measured(monkeypatch):
    """Whatever it raises; that is kept."""
    made = {"phases": engine("phases"), "fake": raising(ZeroDivisionError("odd"))}
    monkeypatch.setattr(contenders, "make_engine", made.__getitem__)
    measured = bench(PUZZLES, ["phases", "fake"], rounds=2)
    assert [one.counts for one in measured.contenders] == [[1, 2, 0], [UNDECIDED] * 3]
    assert [one.failure for one in measured.contenders] == [None, "ZeroDivisionError: odd"]
    assert list(measured.disagreements()) == []


class AtOnce:
    """Answers many puzzles at once, and breaks off at one without a solution."""

    name, traits = "at-once", Traits(only_here=True)

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
        return engine("phases").answer(puzzle, limit=limit, timeout=timeout)

    def answers(self, puzzles, *, limit=2, timeout=None):
        self.sizes.append(len(puzzles))
        for puzzle in puzzles:
            answer = self.answer(puzzle)
            yield EngineError("lost") if answer.count == 2 else answer
            if answer.count == 0:
                raise ValueError("broke off")


def test_an_engine_that_takes_many_puzzles_is_measured_with_all_of_them(monkeypatch):
    """What is lost, or comes after it broke off, is undecided."""
    at_once = AtOnce()
    monkeypatch.setattr(contenders, "make_engine", lambda name: at_once)
    measured = bench([*PUZZLES, PUZZLES[0]], ["at-once"], rounds=2)
    [contender] = measured.contenders
    assert contender.counts == [1, UNDECIDED, 0, UNDECIDED]
    assert contender.failure == "ValueError: broke off"
    assert at_once.sizes == [4, 4]
