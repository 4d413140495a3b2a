"""Many puzzles asked about in one or several processes: the answers come in order, even if a worker dies."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from random import Random

import pytest

from sudocube.engines import Engine, Failed, Refuted, Traits, Undecided, engine
from sudocube.engines.asking import ask
from sudocube.geometry import Geometry
from sudocube.processes import pool
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from sudocube.verdict import Verdict
from tests.engines.engines_that_lie import Fake
from tests.puzzles import KINDS, Known, puzzle_with_known_answer

Item = tuple[int, Puzzle | None]


@pytest.fixture(scope="module")
def known() -> list[Known]:
    """Puzzles of sizes 4, 6 and 9 with their numbers of solutions up to two."""
    rng = Random(3)
    shapes = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]
    made = [puzzle_with_known_answer(rng.choice(shapes), rng, rng.choice(KINDS)) for _ in range(40)]
    return [Known(puzzle, min(solutions, 2)) for puzzle, solutions in made]


@pytest.fixture(autouse=True)
def _no_worker_is_left_behind() -> Iterator[None]:
    """After each of these tests."""
    yield
    assert multiprocessing.active_children() == []


def engines(*names: str) -> list[Engine]:
    """New ones."""
    return [engine(name) for name in names]


def endless() -> Puzzle:
    """A 16×16 puzzle with no place for 1 in row 1, which `minimal` does not find out in a lifetime.

    row 1   . . . 2 | . . . . | . . . . | . . . .     the 1s below row 1 forbid its last three boxes,
                                                      those in columns 1, 2 and 3 the rest of the first
    """
    cells = bytearray(256)
    places = [(1, 4, 1), (2, 8, 1), (3, 12, 1), (4, 0, 1), (8, 1, 1), (12, 2, 1), (0, 3, 2)]
    for row, column, digit in places:
        cells[16 * row + column] = digit
    return Puzzle(bytes(cells))


@pytest.mark.parametrize("jobs", [2, *(pytest.param(one, marks=pytest.mark.slow) for one in (1, 3, None))])
def test_answers_come_in_the_order_of_the_items_and_are_right(known, jobs):
    """One for each engine; invalid items come back in their place, with no answers."""
    items: list[Item] = []
    for number, (puzzle, _) in enumerate(known):
        items.append((2 * number, puzzle))
        if number % 3 == 0:
            items.append((2 * number + 1, None))
    names = ["phases", "sat"]
    given = list(ask(engines(*names), items, jobs=jobs))
    assert [item for item, _ in given] == [item for item, _ in items]
    for (item, answers), (_, puzzle) in zip(given, items, strict=True):
        if puzzle is None:
            assert answers == {}
            continue
        solutions = known[item // 2].solutions
        assert [(name, answer.count) for name, answer in answers.items()] == [
            (one.name, solutions) for one in engines(*names)
        ]
        shape = puzzle.geometry
        for answer in answers.values():
            for grid in answer.solutions:
                assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None


def test_an_error_in_the_items_comes_through():
    """And ends the workers."""

    def items() -> Iterator[Item]:
        yield 0, Puzzle("." * 16)
        raise ZeroDivisionError

    for jobs in (1, 2):
        with pytest.raises(ZeroDivisionError):
            list(ask(engines("phases"), items(), jobs=jobs))


@pytest.mark.slow
def test_an_engine_that_hangs_is_stopped_by_force_and_the_others_are_answered():
    """`unknown`, not faulty, and never `none`: that would be true, but it was not found out."""
    quick = Puzzle("1... ..2. .3.. ...4")
    items = [(0, quick), (1, endless()), (2, quick)]
    given = dict(ask(engines("sat:minimal@lingeling", "phases"), items, timeout=2.5, jobs=1))
    assert list(given) == [0, 1, 2]
    by_force = given[1]["sat:minimal@lingeling"]
    assert by_force.verdict is Verdict.UNKNOWN
    assert by_force.reason == "out of time after 2.5 s, and stopped by force"
    assert not isinstance(by_force, Failed | Refuted)
    assert by_force.seconds >= 2.5
    assert [answer.verdict for number in (0, 2) for answer in given[number].values()] == [Verdict.UNIQUE] * 4
    assert given[1]["phases"].verdict in (Verdict.UNKNOWN, Verdict.NONE)


@pytest.mark.slow
def test_workers_do_not_hear_ctrl_c(known):
    """Their parent does; here it has a handler and goes on."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        given = []
        for item, answers in ask(
            engines("sat"), [(number, puzzle) for number, (puzzle, _) in enumerate(known)], jobs=2
        ):
            given += [(item, answer.count) for answer in answers.values()]
            if item % 20 == 0:
                for child in multiprocessing.active_children():
                    assert child.pid is not None
                    os.kill(child.pid, signal.SIGINT)
                os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert given == [(number, one.solutions) for number, one in enumerate(known)]
    assert heard


@pytest.mark.parametrize("jobs", [None, 2])
@pytest.mark.parametrize("name", ["fake", "phases"])
def test_an_engine_that_a_worker_cannot_make_is_asked_here_to_the_end(name, jobs, monkeypatch):
    """An object of the caller's own class, also where it has the name of another engine."""
    monkeypatch.setattr(pool, "ALONE_FOR", 0.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    mine = Fake(lambda *_: Undecided("mine"), name=name)
    items = [(number, Puzzle("." * 16)) for number in range(5)]
    assert [answers[name].reason for _, answers in ask([mine], items, jobs=jobs)] == ["mine"] * 5
    assert multiprocessing.active_children() == []


TIME_LIMITS = [
    (None, None, None, None), (None, None, 60.0, 60.0), (None, 5.0, 60.0, 5.0),
    (10.0, None, None, 10.0), (10.0, None, 60.0, 10.0), (10.0, 5.0, 60.0, 5.0), (10.0, 30.0, None, 30.0),
]  # fmt: skip


def test_a_time_limit_of_its_own_holds_where_the_caller_gives_none():
    for own, timeout, default, expected in TIME_LIMITS:
        given: list[float | None] = []

        class Mine(Fake):
            def answer(self, puzzle, *, limit=2, timeout=None, on_result=None, given=given):
                given.append(timeout)
                return Undecided("mine")

        mine = Mine(lambda *_: Undecided("mine"))
        mine.traits = Traits(default_timeout=own)
        list(ask([mine], [(0, Puzzle("." * 16))], timeout=timeout, default_timeout=default))
        assert given == [expected]
    for wrong in [0, -1, float("nan")]:
        with pytest.raises(ValueError, match="timeout"):
            ask(engines("phases"), [], default_timeout=wrong)
