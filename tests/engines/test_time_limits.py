"""Whenever time runs out, an engine says `unknown`, and the next answer of the same engine is right."""

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import engine as make_engine
from sudocube.engines import protocol
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.verdict import Verdict
from tests.cli.command import MULTIPLE, NONE, UNIQUE
from tests.counted_clock import CountedClock

PUZZLES = {Verdict.UNIQUE: Puzzle(UNIQUE), Verdict.MULTIPLE: Puzzle(MULTIPLE), Verdict.NONE: Puzzle(NONE)}
MANY_CLUES = Puzzle("76.981532295374168831625497576849321129753684483216975312567849948132756657498213")

QUICK = [
    *("sat:minimal", "sat:extended@glucose4", "sat:minimal@lingeling", "sat:ladder", "sat:order"),
    *("cpsat:cube", "proof"),
]
"""One of each kind; the others are asked in the second tier."""
ENGINES = [
    *QUICK,
    *(f"sat:{name}" for name in names(Formalism.CNF) if f"sat:{name}" not in QUICK),
    *(f"cpsat:{name}" for name in ("table", "channelled")),
    "sat:optimised@lingeling",
]


@pytest.fixture
def looks(monkeypatch):
    """Sets after how many looks at it the clock of each answer is over; gives the clocks."""
    clocks: list[CountedClock] = []

    def clock_of(most: float) -> None:
        def made(seconds: float | None) -> CountedClock:
            clocks.append(CountedClock(most))
            return clocks[-1]

        monkeypatch.setattr(protocol, "Clock", made)

    return clock_of, clocks


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in ENGINES]
)
def test_what_was_cut_short_is_never_used_for_the_next_answer(name, looks):
    """No half of a formula, a model or a solver: with some of the clauses, puzzles have more solutions."""
    clock_of, clocks = looks
    clock_of(float("inf"))
    right = {verdict: make_engine(name).answer(puzzle) for verdict, puzzle in PUZZLES.items()}
    total = clocks[0].looks
    assert total > 1
    engine = make_engine(name)
    for most in {1, total // 3, total - 1}:
        for verdict, puzzle in PUZZLES.items():
            clock_of(most)
            cut = engine.answer(puzzle, timeout=1.0)
            if cut.verdict is Verdict.UNKNOWN:
                assert cut.reason == "out of time after 1 s"
            else:
                assert cut.verdict == verdict
        clock_of(float("inf"))
        for verdict, puzzle in PUZZLES.items():
            assert engine.answer(puzzle).verdict == verdict == right[verdict].verdict
        engine = make_engine(name)


@pytest.mark.parametrize("name", METHODS)
def test_every_method_looks_at_the_clock(name, looks):
    """Also those that only propagate, and need no more than a moment where grids are small."""
    clock_of, clocks = looks
    clock_of(0)
    answer = make_engine(name).answer(MANY_CLUES, timeout=1.0)
    assert (answer.verdict, answer.reason) == (Verdict.UNKNOWN, "out of time after 1 s")
    clock_of(float("inf"))
    assert make_engine(name).answer(MANY_CLUES).verdict is Verdict.UNIQUE
    assert clocks[-1].looks > 0
