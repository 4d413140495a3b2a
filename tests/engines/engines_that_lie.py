"""Engines that go wrong, each in its own way: the referee must not accept what they say."""

from collections.abc import Callable

from sudocube.engines import Answer, Found, Traits
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict

OnResult = Callable[[Grid], object] | None
Say = Callable[[Puzzle, OnResult], Answer]


class Fake:
    """An engine that says what it is told to say, handing on no solution by itself."""

    def __init__(self, say: Say, *, name: str = "fake", traits: Traits | None = None) -> None:
        self.name, self.traits, self._say = name, traits or Traits(), say

    def answer(
        self, puzzle: Puzzle, *, limit: int = 2, timeout: float | None = None, on_result: OnResult = None
    ) -> Answer:
        """The answer that it was made for."""
        return self._say(puzzle, on_result)


def handing_on(*grids: str, then: Answer | None = None) -> Fake:
    """Hands these grids on, and answers as a search that ended with them, or `then`."""

    def say(puzzle: Puzzle, on_result: OnResult) -> Answer:
        found = [Grid(cells, puzzle.geometry) for cells in grids]
        for grid in found:
            if on_result is not None:
                on_result(grid)
        return then or Found(tuple(found[:2]), len(found), exhausted=True)

    return Fake(say)


def showing(verdict: Verdict, *grids: str) -> Fake:
    """Shows these grids in its answer, without having handed them on."""
    return Fake(lambda puzzle, on_result: answer(verdict, *grids))


def answer(verdict: Verdict, *grids: str) -> Answer:
    """An answer with this verdict and these solutions, whether they fit or not."""
    count = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}[verdict]
    return Found(tuple(map(Grid, grids)), count, exhausted=True)


def raising(error: BaseException) -> Fake:
    """Raises this error when it is asked."""

    def say(puzzle: Puzzle, on_result: OnResult) -> Answer:
        raise error

    return Fake(say)
