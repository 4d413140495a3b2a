"""Engines side by side on the same puzzles: how fast each is on this machine, and whether they agree.

In each round every engine decides all puzzles (up to two solutions), in an order that changes from round to
round, so that no engine gains from a machine whose speed drifts. The compiled kernel gets the list several
times over, because it is fast only on many puzzles at once. `sample.txt` has 120 puzzles of size 9, measured
where no list is given.

>>> from sudocube.puzzle import Puzzle
>>> [one, other] = bench([Puzzle("1... ..2. .3.. ...4")], ["phases", "cube"], rounds=2).contenders
>>> one.name, one.counts, len(one.seconds)
('phases', [1], 2)
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from itertools import product
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

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

if TYPE_CHECKING:
    from sudocube.fields import Amount, Positive, Whole, Words

ROUNDS = 5

AT_LEAST = 40_000
"""Puzzles that the compiled kernel gets at once: the list is repeated until there are so many."""

UNDECIDED = -1


@dataclass(slots=True)
class Contender:
    """An engine on a list, beside the others that were measured on it.

    `counts` has for each puzzle how many solutions it has, 0 to 2, or UNDECIDED. `failure` is the last error
    that the engine raised; the puzzle is then undecided.
    """

    in_row = "list=title engine=name puzzles per_second ratio reference undecided disagreements seconds"

    title: Words
    """The file, or `sample`. For example: "puzzles.txt"."""
    engine: Engine = field(repr=False)
    beside: Sequence[Contender] = field(repr=False)
    counts: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """The time for the whole list, in each round. For example: [0.012, 0.011]."""
    disagreements: Whole = 0
    """On how many puzzles it disagrees with another engine. For example: 0."""
    failure: str | None = None

    @property
    def name(self) -> Words:
        """The engine, by its full name. For example: "kernel:avx2"."""
        return self.engine.name

    @property
    def puzzles(self) -> Positive:
        """How many puzzles were measured. For example: 300."""
        return len(self.counts)

    @property
    def per_second(self) -> Amount:
        """Puzzles per second, in the median round. For example: 123456.7."""
        return round(self.puzzles / median(self.seconds), 1)

    @property
    def reference(self) -> str:
        """The engine that all are compared with: the last one. For example: "sat:extended@cadical153"."""
        return self.beside[-1].name

    @property
    def ratio(self) -> Amount:
        """How many times as fast as the reference. For example: 12.5."""
        pairs = zip(self.seconds, self.beside[-1].seconds, strict=True)
        return round(median(theirs / mine for mine, theirs in pairs), 4)

    @property
    def undecided(self) -> Whole:
        """How many puzzles it did not decide. For example: 0."""
        return self.counts.count(UNDECIDED)

    def ask(self, puzzle: Puzzle, timeout: float | None) -> int:
        """The number of solutions up to two; UNDECIDED also where the engine fails."""
        check = None if is_of_package(self.engine) else partial(refereed, puzzle=puzzle)
        try:
            answer = self.engine.answer(puzzle, timeout=timeout, on_result=check)
        except Exception as error:  # whatever an engine raises: the others are measured even so
            kind = "" if isinstance(error, SudocubeError) else f"{type(error).__name__}: "
            self.failure = f"{kind}{error}"
            return UNDECIDED
        return answer.count if answer.verdict.is_decided else UNDECIDED

    def measure(self, puzzles: Sequence[Puzzle], timeout: float | None) -> None:
        """Decide all puzzles: one round."""
        times = 1
        if isinstance(self.engine, KernelEngine) and self.engine.level != TWIN and timeout is None:
            times = -(-AT_LEAST // len(puzzles))
            masks = np.tile(np.array([*map(candidate_masks, puzzles)], np.uint16), (times, 1))
            start = perf_counter()
            search = start_search(masks, level=self.engine.level)
            finish(search)
            self.counts = search.counts[: len(puzzles)].tolist()
        else:
            start = perf_counter()
            self.counts = [self.ask(puzzle, timeout) for puzzle in puzzles]
        self.seconds.append((perf_counter() - start) / times)


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The contenders on a list, in the order in which they were named."""

    title: str
    puzzles: list[Puzzle]
    contenders: list[Contender]

    def disagreements(self) -> Iterator[tuple[Puzzle, dict[str, int]]]:
        """The puzzles that two engines count differently, with the counts of those that decided."""
        for index, puzzle in enumerate(self.puzzles):
            counted = ((one.name, one.counts[index]) for one in self.contenders)
            counts = {name: count for name, count in counted if count != UNDECIDED}
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
    title: str = "sample",
    rounds: int = ROUNDS,
    timeout: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> BenchResult:
    """Measure engines on puzzles, a list of that title; `timeout` is in seconds, for one puzzle and engine.

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
    contenders: list[Contender] = []
    contenders += [Contender(title, one, contenders) for one in fitting]
    for one in contenders:
        one.ask(given[0], timeout)  # so that what it builds once is not measured
    for number in range(rounds):
        first = number % max(1, len(contenders))
        for one in (*contenders[first:], *contenders[:first]):
            one.measure(given, timeout)
            if progress is not None:
                progress(sum(len(one.seconds) for one in contenders) / (rounds * len(contenders)))
    result = BenchResult(title, given, contenders)
    for one, (_, counts) in product(contenders, [*result.disagreements()]):
        one.disagreements += one.name in counts
    return result
