"""Every engine with a time limit answers `unknown` when time runs out, and is right again afterwards.

Engines that must be stopped by force run in worker processes: see tests/jobs.
"""

from collections.abc import Callable
from itertools import count
from math import inf
from random import Random

import pytest

from sudocube import clock as clock_module
from sudocube.encoder.at_most_one import WAYS
from sudocube.engines import Answer, Failed, Refuted
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.sat import incremental
from tests.contract.under_test import IN_PROCESS, SLOW, assert_right, each, new
from tests.puzzles import Known, puzzle_with_known_answer

NO_TIME = 1e-9

_OTHER_ENCODINGS = {f"sat:{way}" for way in WAYS}  # how "at most one" is written does not matter here
TIMED = [name for name in IN_PROCESS if name not in _OTHER_ENCODINGS]
HARD = (
    Known(Puzzle("." * 81), 10**9),  # many more, but they are not counted
    Known(Puzzle("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"), 1),
    Known(Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."), 1),
    Known(Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..95...4.."), 0),
)
"""Puzzles that need guesses. The second and third are known to be hard: "Easter Monster" and one by
A. Inkala. The last has one more clue, which is wrong, but does not clash."""


@pytest.fixture(scope="module")
def easy_ones() -> list[Known]:
    """Puzzles of sizes 4 and 9 with no, one and several solutions."""
    rng = Random(11)
    shapes = (Geometry(2, 2), Geometry(3, 3))
    kinds = ("unique", "several", "subtle")
    return [puzzle_with_known_answer(shape, rng, kind) for shape in shapes for kind in kinds]


@pytest.fixture
def easy(easy_ones: list[Known], name: str) -> list[Known]:
    """Those easy puzzles that this engine takes."""
    return [known for known in easy_ones if new(name).traits.supports(known.puzzle)]


def assert_out_of_time_or_right(
    answer: Answer, known: Known, limit: int = 2, timeout: float = NO_TIME
) -> bool:
    """Whether time ran out. If not, the answer must be right; if so, it must not claim too much.

    Two solutions that were found in time are enough for `multiple`.
    """
    if answer.reason is None:
        assert_right(answer, *known, limit)
        return False
    assert answer.reason == f"out of time after {timeout:g} s"
    assert not answer.exhausted
    assert not isinstance(answer, Failed | Refuted)
    assert answer.count <= min(known.solutions, limit)
    assert len(answer.solutions) == min(answer.count, 2)
    assert answer.verdict == ("multiple" if answer.count >= 2 else "unknown")
    return True


def hang_guard() -> Callable[[object], None]:
    """For `on_result`: raises if a search goes on although there is no time."""
    seen: list[object] = []

    def on_result(grid: object) -> None:
        seen.append(grid)
        assert len(seen) < 200, "the clock is not checked"

    return on_result


@each(TIMED)
def test_out_of_time_is_unknown_and_the_next_puzzle_is_answered_right(name, easy):
    """Never `none` for a puzzle that may have a solution, whatever the order; and no limit is too large."""
    engine = new(name)
    ran_out = 0
    for number, (puzzle, solutions) in enumerate(easy):
        hard = HARD[number % len(HARD)]
        answer = engine.answer(hard.puzzle, limit=10**9, timeout=NO_TIME, on_result=hang_guard())
        ran_out += assert_out_of_time_or_right(answer, hard, 10**9)
        assert_right(engine.answer(puzzle), puzzle, solutions)
        assert_right(engine.answer(puzzle, timeout=(60.0, 1e9, inf)[number % 3]), puzzle, solutions)
    assert ran_out >= 2


@each([name for name in TIMED if name.startswith("sat:")])
def test_answers_are_right_after_searches_that_were_stopped_in_the_middle(name, easy, monkeypatch):
    """SAT solvers that used up a budget may answer "unsatisfiable" for the next puzzle (PySAT 1.9.dev17).

    Here the clock is checked after each conflict, and each time it shows one second more.
    """
    engine = new(name)
    ran_out = 0
    for number in range(12):
        hard = HARD[number % len(HARD)]
        seconds = number % 5 + 0.5
        with monkeypatch.context() as patch:
            patch.setattr(incremental, "SLICE", 1)
            clock = count()
            patch.setattr(clock_module, "monotonic", lambda clock=clock: next(clock))
            answer = engine.answer(hard.puzzle, limit=10**9, timeout=seconds, on_result=hang_guard())
        ran_out += assert_out_of_time_or_right(answer, hard, 10**9, seconds)
        puzzle, solutions = easy[number % len(easy)]
        assert_right(engine.answer(puzzle), puzzle, solutions)
    assert ran_out >= 3


@each([name for name in TIMED if name not in SLOW and name.startswith("sat:")])
def test_many_slices_make_one_search(name, monkeypatch):
    """If a slice does not decide, the search goes on."""
    monkeypatch.setattr(incremental, "SLICE", 20)
    engine = new(name)
    for puzzle, solutions in HARD[::3]:
        assert_right(engine.answer(puzzle), puzzle, solutions)
