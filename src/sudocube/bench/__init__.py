"""Engines side by side on the same puzzles: how fast each is here, and whether they agree.

In each round every engine decides all puzzles (up to two solutions), in an order that changes from round to
round, so that a machine whose speed drifts is as unfair to one as to another. The compiled kernel gets the
list several times over, since it is fast only where many puzzles are at hand.

    >>> from sudocube.puzzle import Puzzle
    >>> [one, other] = bench([Puzzle("1... ..2. .3.. ...4")], ["phases", "cube"], rounds=2).contenders
    >>> one.name, one.counts, len(one.seconds)
    ('phases', [1], 2)
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from statistics import median
from time import perf_counter

from sudocube.arguments import check_limits
from sudocube.engines import DEFAULT_ENGINES, Engine
from sudocube.engines import engine as make_engine
from sudocube.engines.kernel_engine import KernelEngine, candidates
from sudocube.errors import UnsupportedError
from sudocube.formats import read
from sudocube.kernel import TWIN, finish, levels, start_search
from sudocube.puzzle import Puzzle

ROUNDS = 5

AT_LEAST = 40_000
"""Puzzles that the compiled kernel gets at once: the list, over and over."""

UNDECIDED = -1


@dataclass(slots=True)
class Contender:
    """One engine: its counts, 0 to 2 or UNDECIDED for each puzzle, and the seconds for all in each round."""

    name: str
    counts: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Puzzles per second, in the median round."""
        return len(self.counts) / median(self.seconds)

    def ratio(self, other: Contender) -> float:
        """How many times as fast as another: the median over the rounds."""
        return median(theirs / mine for mine, theirs in zip(self.seconds, other.seconds, strict=True))

    @property
    def undecided(self) -> int:
        """How many puzzles it did not decide."""
        return self.counts.count(UNDECIDED)


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The contenders in the order in which they were named; ratios are to the last one."""

    puzzles: list[Puzzle]
    contenders: list[Contender]

    def disagreements(self) -> Iterator[tuple[Puzzle, dict[str, int]]]:
        """The puzzles of which two engines say different things, and what each says that decided."""
        for index, puzzle in enumerate(self.puzzles):
            said = {one.name: one.counts[index] for one in self.contenders}
            said = {name: count for name, count in said.items() if count != UNDECIDED}
            if len(set(said.values())) > 1:
                yield puzzle, said


def sample() -> list[Puzzle]:
    """What is measured where no list is given: 120 puzzles of size 9, with no, one and several solutions."""
    text = (files("sudocube") / "bench" / "sample.txt").read_bytes()
    return [entry.puzzle for entry in read(io.BytesIO(text), "sample.txt") if entry.puzzle is not None]


def default_contenders() -> list[str]:
    """Every compiled level of the kernel, fastest first (else the twin), and what `crosscheck` takes."""
    there = [f"kernel:{level}" for level in levels()[:0:-1]] or [f"kernel:{TWIN}"]
    return [*there, *(name for name in DEFAULT_ENGINES if name not in ("kernel", "sat")), "sat"]


def bench(
    puzzles: Sequence[Puzzle],
    engines: Sequence[str] | None = None,
    *,
    rounds: int = ROUNDS,
    timeout: float | None = None,
    on_result: Callable[[str], object] = str,
) -> BenchResult:
    """Measure engines on puzzles; `timeout` is in seconds, for one puzzle and one engine.

    Where none are named, `default_contenders` that take the puzzles. `on_result` is called with an engine's
    name when it has decided all of them once. Raises UnknownNameError, and UnsupportedError for an engine
    that does not take one of the puzzles.
    """
    check_limits(timeout=timeout)
    given = list(puzzles)
    made = [make_engine(name) for name in (default_contenders() if engines is None else engines)]
    fitting = [one for one in made if all(map(one.traits.supports, given))]
    if engines is not None and len(fitting) < len(made):
        other = next(one for one in made if one not in fitting)
        raise UnsupportedError(f"{other.name} does not take all of these puzzles")
    contenders = [Contender(one.name) for one in fitting]
    works = [_work(one, given, timeout) for one in fitting]
    for number in range(rounds):
        turn = number % len(works) if works else 0
        for index in [*range(turn, len(works)), *range(turn)]:
            contenders[index].counts, seconds = works[index]()
            contenders[index].seconds.append(seconds)
            on_result(contenders[index].name)
    return BenchResult(given, contenders)


_Work = Callable[[], tuple[list[int], float]]
"""Decides the puzzles, and says how many solutions each has and how many seconds it took."""


def _work(engine: Engine, puzzles: Sequence[Puzzle], timeout: float | None) -> _Work:
    if isinstance(engine, KernelEngine) and engine.level != TWIN and timeout is None:
        return partial(_in_batches, engine.level, puzzles)
    engine.answer(puzzles[0], timeout=timeout)  # what is built once is not part of the measurement
    return partial(_one_by_one, engine, puzzles, timeout)


def _one_by_one(engine: Engine, puzzles: Sequence[Puzzle], timeout: float | None) -> tuple[list[int], float]:
    start = perf_counter()
    answers = [engine.answer(puzzle, timeout=timeout) for puzzle in puzzles]
    seconds = perf_counter() - start
    return [answer.count if answer.verdict.is_decided else UNDECIDED for answer in answers], seconds


def _in_batches(level: str, puzzles: Sequence[Puzzle]) -> tuple[list[int], float]:
    import numpy as np

    times = -(-AT_LEAST // len(puzzles))
    rows = np.tile(np.array([candidates(puzzle) for puzzle in puzzles], np.uint16), (times, 1))
    start = perf_counter()
    search = start_search(rows, level=level)
    finish(search)
    seconds = (perf_counter() - start) / times
    return search.counts[: len(puzzles)].tolist(), seconds
