"""Engines measured in rounds.

In each round every engine decides all puzzles (up to two solutions), in an order that changes from round to
round, so that no engine gains from a machine whose speed drifts. The compiled kernel gets the list several
times over, because it is fast only on many puzzles at once.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from statistics import median
from time import perf_counter

from sudocube.arguments import as_puzzles, check_count, check_limits
from sudocube.engines import Engine
from sudocube.engines import engine as make_engine
from sudocube.engines.own_engines import KernelEngine, candidate_masks
from sudocube.engines.registry import DEFAULT_ENGINES, is_of_package
from sudocube.errors import SudocubeError, UnsupportedError
from sudocube.kernel import TWIN, finish, levels, start_search
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.rows.opening import read
from sudocube.verdict import refereed

ROUNDS = 5

AT_LEAST = 40_000
"""Puzzles that the compiled kernel gets at once: the list is repeated until there are so many."""

UNDECIDED = -1


@dataclass(slots=True)
class Contender:
    """One engine: its count for each puzzle (0 to 2, or UNDECIDED), and the seconds for all in each round.

    `failure` is the last error that it raised; the puzzle is then undecided.
    """

    name: str
    counts: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failure: str | None = None

    def ask(self, engine: Engine, puzzle: Puzzle, timeout: float | None) -> int:
        """The number of solutions up to two; UNDECIDED also where the engine fails."""
        check = None if is_of_package(engine) else partial(refereed, puzzle=puzzle)
        try:
            answer = engine.answer(puzzle, timeout=timeout, on_result=check)
        except Exception as error:  # whatever an engine raises: the others are measured even so
            kind = "" if isinstance(error, SudocubeError) else f"{type(error).__name__}: "
            self.failure = f"{kind}{error}"
            return UNDECIDED
        return answer.count if answer.verdict.is_decided else UNDECIDED

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
    """The contenders, in the order in which they were named."""

    puzzles: list[Puzzle]
    contenders: list[Contender]

    def disagreements(self) -> Iterator[tuple[Puzzle, dict[str, int]]]:
        """The puzzles that two engines count differently, with the counts of those that decided."""
        for index, puzzle in enumerate(self.puzzles):
            counts = {one.name: one.counts[index] for one in self.contenders}
            counts = {name: count for name, count in counts.items() if count != UNDECIDED}
            if len(set(counts.values())) > 1:
                yield puzzle, counts


def sample() -> list[Puzzle]:
    """120 puzzles of size 9, with no, one and several solutions, to measure if no list is given."""
    text = (files("sudocube") / "bench" / "sample.txt").read_bytes()
    return [entry.puzzle for entry in read(io.BytesIO(text), "sample.txt") if entry.puzzle is not None]


def default_contenders() -> list[str]:
    """Every compiled level of the kernel, fastest first (or its twin), and the engines of `crosscheck`."""
    kernels = [f"kernel:{level}" for level in levels()[:0:-1]] or [f"kernel:{TWIN}"]
    return [*kernels, *(name for name in DEFAULT_ENGINES if name not in ("kernel", "sat")), "sat"]


def bench(
    puzzles: Iterable[Puzzle | str | Entry],
    engines: Sequence[str] | None = None,
    *,
    rounds: int = ROUNDS,
    timeout: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> BenchResult:
    """Measure engines on puzzles; `timeout` is in seconds, for one puzzle and one engine.

    If no engines are named, they are those of `default_contenders` that support all puzzles. `progress` gets
    the share of the work that is done, from 0 to 1.

    Raises TypeError or FormatError for what is no puzzle, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed,
    UnsupportedError for one that does not support one of the puzzles, and ValueError for a timeout that is
    not a number above 0, or a number of rounds that is not an integer of at least 1.
    """
    check_limits(timeout=timeout)
    check_count(rounds, "{} rounds")
    given = as_puzzles(puzzles)
    made = [make_engine(name) for name in (default_contenders() if engines is None else engines)]
    fitting = [one for one in made if all(map(one.traits.supports, given))]
    if engines is not None and len(fitting) < len(made):
        other = next(one for one in made if one not in fitting)
        raise UnsupportedError(f"{other.name} does not take all of these puzzles")
    contenders = [Contender(one.name) for one in fitting]
    tasks = [_task(*both, given, timeout) for both in zip(contenders, fitting, strict=True)]
    for number in range(rounds):
        first = number % len(tasks) if tasks else 0
        for index in [*range(first, len(tasks)), *range(first)]:
            contenders[index].counts, seconds = tasks[index]()
            contenders[index].seconds.append(seconds)
            if progress is not None:
                progress(sum(len(one.seconds) for one in contenders) / (rounds * len(contenders)))
    return BenchResult(given, contenders)


_Task = Callable[[], tuple[list[int], float]]
"""Decides all puzzles; returns how many solutions each has, and how many seconds it took."""


def _task(contender: Contender, engine: Engine, puzzles: Sequence[Puzzle], timeout: float | None) -> _Task:
    """What one engine does in a round; it is made ready before."""
    if isinstance(engine, KernelEngine) and engine.level != TWIN and timeout is None:
        return partial(_in_batches, engine.level, puzzles)
    contender.ask(engine, puzzles[0], timeout)  # so that what it builds once is not measured
    return partial(_one_by_one, contender, engine, puzzles, timeout)


def _one_by_one(
    contender: Contender, engine: Engine, puzzles: Sequence[Puzzle], timeout: float | None
) -> tuple[list[int], float]:
    start = perf_counter()
    counts = [contender.ask(engine, puzzle, timeout) for puzzle in puzzles]
    return counts, perf_counter() - start


def _in_batches(level: str, puzzles: Sequence[Puzzle]) -> tuple[list[int], float]:
    import numpy as np

    times = -(-AT_LEAST // len(puzzles))
    masks = np.tile(np.array([candidate_masks(puzzle) for puzzle in puzzles], np.uint16), (times, 1))
    start = perf_counter()
    search = start_search(masks, level=level)
    finish(search)
    seconds = (perf_counter() - start) / times
    return search.counts[: len(puzzles)].tolist(), seconds
