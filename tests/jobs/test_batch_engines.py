"""Engines that take many puzzles at once: batches grow, and an error costs one puzzle."""

from collections.abc import Iterator, Sequence

import pytest

from sudocube.engines import Traits
from sudocube.errors import EngineError, RefutedError
from sudocube.jobs import AskingLimits, ask
from sudocube.jobs.refereed_answers import refereed_answers
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer

PUZZLE, SOLVED = Puzzle("1... ..2. .3.. ...4"), Grid("1243342143122134")
CLASH = Puzzle("11.. .... .... ....")
RIGHT = Answer.of_search([SOLVED], 1, exhausted=True)
NONE = Answer.of_search([], 0, exhausted=True)


class Batches:
    """Answers puzzles in batches as it is told: `say` gives the answer to each puzzle, or raises an error."""

    traits = Traits(sizes=(4,), only_here=True)
    name = "batches"

    def __init__(self, say=lambda puzzle: RIGHT if puzzle == PUZZLE else NONE) -> None:
        self.say = say
        self.sizes: list[int] = []
        self.timeouts: list[float | None] = []

    def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
        """One puzzle."""
        raise AssertionError("puzzles are asked in batches")

    def answers(self, puzzles: Sequence[Puzzle], *, limit=2, timeout=None) -> Iterator[Answer | EngineError]:
        """Many."""
        self.sizes.append(len(puzzles))
        self.timeouts.append(timeout)
        yield from map(self.say, puzzles)


def asked(engine, puzzles, **options):
    """The answers, in order."""
    return [answers["batches"] for _, answers in ask([engine], [*enumerate(puzzles)], **options)]


def test_an_error_stands_for_the_puzzle_that_is_lost_and_the_others_go_on():
    def say(puzzle: Puzzle) -> Answer | EngineError:
        return NONE if puzzle == CLASH else EngineError("ended by signal 9")

    found = asked(Batches(say), [CLASH, PUZZLE, CLASH])
    assert found == [NONE, Answer.unknown("ended by signal 9", faulty=True), NONE]


def test_an_engine_that_gives_fewer_answers_than_puzzles_has_failed():
    class Short(Batches):
        def answers(self, puzzles, **_):
            yield from [RIGHT] * (len(puzzles) - 1)

    failed = Answer.unknown("batches gave fewer answers than it got puzzles", faulty=True)
    assert [*refereed_answers(Short(), [PUZZLE] * 3)] == [RIGHT, RIGHT, failed]


def test_the_referee_sees_each_grid_of_a_batch():
    wrong = Answer.of_search([Grid("1234341221434321")], 1, exhausted=True)
    found = asked(Batches(lambda puzzle: wrong if puzzle == PUZZLE else NONE), [PUZZLE, CLASH, PUZZLE])
    assert [answer.refuted for answer in found] == [True, False, True]
    error = asked(Batches(lambda puzzle: RefutedError("two solutions of one")), [PUZZLE])
    assert error == [Answer.unknown("two solutions of one", faulty=True, refuted=True)]


TIME_LIMITS = [
    (None, None, None, None), (None, None, 60.0, 60.0), (None, 5.0, 60.0, 5.0),
    (10.0, None, None, 10.0), (10.0, None, 60.0, 10.0), (10.0, 5.0, 60.0, 5.0), (10.0, 30.0, None, 30.0),
]  # fmt: skip


def test_a_time_limit_of_its_own_holds_where_the_caller_gives_none():
    for own, timeout, default, expected in TIME_LIMITS:
        engine = Batches()
        engine.traits = Traits(only_here=True, default_timeout=own)
        asked(engine, [PUZZLE], timeout=timeout, default_timeout=default)
        assert engine.timeouts == [expected]
        assert AskingLimits(2, timeout, default).timeout_of(engine) == expected


def test_a_default_time_limit_is_a_time():
    for timeout in [0, -1, float("nan")]:
        with pytest.raises(ValueError, match="timeout"):
            ask([Batches()], [], default_timeout=timeout)
