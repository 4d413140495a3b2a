"""Rounds of attempts: who gets how many of them, and the first success of each puzzle, in order.

A round is a number of attempts, which the processes share. Each puzzle that has not been found yet gets as
many as it probably needs, judging by how many succeeded so far; puzzles with larger numbers get what is left.
This is a matter of speed alone: of a puzzle the success with the smallest number counts, and all attempts of
a round end before the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from itertools import takewhile
from threading import local
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.clock import Clock
from sudocube.errors import EngineError, NotGeneratedError, SudocubeError
from sudocube.generation.attempts import AttemptBatch, attempted_batch
from sudocube.generation.counters import KernelCounter, SatCounter, SolutionCounter
from sudocube.generation.minimizing import is_minimal
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.generation.random_streams import METHOD, RandomStreams
from sudocube.generation.rechecking import recheck_puzzles
from sudocube.geometry import Geometry
from sudocube.processes import ALONE_FOR, TaskFailure, WorkerPool, process_count
from sudocube.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.generation.difficulty_filters import ShownRating


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle with one solution, which was counted again by another solver.

    `index` is its number, from 1; `clues` how many it has. `minimal` says what was shown: `strict` (no single
    clue can go), `orbits` (no orbit of `symmetry` can go), `given` (no clue can go but those that had to be
    there, and one of those can), or `no`. `rating` holds what was asked for and shown of its difficulty
    (`depth`, `backdoor`, `methods`), and is None where nothing was asked. `seed`, `index` and `method` make
    it again, in any version with the same `method`; `version` is that of sudocube, and `attempt`, from 0,
    which one of its attempts it is. `weight` is None but in a controlled sample, where means over all minimal
    puzzles are those of a sample, each puzzle with its weight; that of a puzzle where a third of the cells
    are clues is 1, as a rule.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1)
    >>> made.index, made.seed, made.minimal, made.clues == len(made.puzzle.clues)
    (1, 1, 'strict', True)
    """

    index: int
    puzzle: Puzzle
    solution: Grid
    clues: int
    minimal: str
    symmetry: str
    rating: dict[str, Any] | None
    seed: int
    method: int
    version: str
    attempt: int
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class GenerationProgress:
    """How far the making of puzzles has come: how many were `made`, and how many `attempts` it took so far.

    `index` is the number of the puzzle that comes next, and `tries` how many attempts at it have failed.
    `ready` is how many puzzles, from that one on, come without a wait; after them attempts go on.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1, progress=lambda told: print(told.attempts, told.ready))
    1 1
    """

    made: int
    attempts: int
    index: int
    tries: int
    ready: int = 0


def puzzle_and_grid(clues: bytes, digits: bytes, geometry: Geometry) -> tuple[Puzzle, Grid]:
    """The puzzle of these clues and the grid of these digits, made without a look at each cell.

    That look would take a fifth of the time in which a puzzle is made, and these cells come from arrays that
    were counted again. Both are n² digits, row by row, 0 for a blank.

    >>> puzzle, grid = puzzle_and_grid(bytes([1, *15 * [0]]), bytes(4 * [1, 2, 3, 4]), Geometry(2, 2))
    >>> puzzle == Puzzle("1" + 15 * "."), grid == Grid("1234" * 4)
    (True, True)
    """
    puzzle, grid = object.__new__(Puzzle), object.__new__(Grid)
    assign = object.__setattr__  # both are immutable
    assign(puzzle, "cells", clues)
    assign(puzzle, "geometry", geometry)
    assign(puzzle, "candidates", None)
    assign(grid, "cells", digits)
    assign(grid, "geometry", geometry)
    return puzzle, grid


@dataclass(frozen=True, slots=True)
class AttemptTask:
    """Attempts at puzzles: `names` are the numbers of the puzzle and the attempt, ascending.

    `recheck` is the engine that counts each puzzle again, None for the usual one; `seconds` is how much time
    there is, None for no limit.
    """

    plan: GenerationPlan
    names: tuple[tuple[int, int], ...]
    recheck: str | None = None
    seconds: float | None = None


@dataclass(slots=True)  # not frozen, which takes twice as long to make
class SuccessfulAttempt:
    """The first attempt of a task at a puzzle that gave one; `cells` and `grid` are n² digits."""

    index: int
    attempt: int
    cells: bytes
    grid: bytes
    minimal: str
    weight: float | None = None
    rating: dict[str, Any] | None = None


def attempted(task: AttemptTask) -> list[SuccessfulAttempt]:
    """The first attempt at each puzzle of a task that fulfils the plan, where there is one.

    Each of these puzzles was counted again; raises EngineError where the two counts differ, and TimeoutError
    where the time runs out.
    """
    plan, clock = task.plan, Clock(task.seconds)
    indexes, attempts = np.array(task.names).T
    counter = _kept_counter(plan.geometry, clock)
    made = attempted_batch(plan, RandomStreams.of(plan.seed, indexes, attempts), counter)
    made, ratings = _first_of_each(plan, made, indexes[made.rows], clock)
    of_puzzles = indexes[made.rows].tolist()
    recheck_puzzles(plan.geometry, of_puzzles, made.puzzles, made.grids, engine=task.recheck, clock=clock)
    names = zip(of_puzzles, attempts[made.rows].tolist(), strict=True)
    return _successes(plan, list(names), made, ratings, counter)


_kept = local()


def _kept_counter(geometry: Geometry, clock: Clock) -> SolutionCounter:
    """The counter for a geometry; this thread keeps that of the last size that needs a SAT solver."""
    if geometry == NINE:
        return KernelCounter()
    counter: SatCounter | None = getattr(_kept, "counter", None)
    if counter is None or counter.geometry != geometry:
        if counter is not None:
            counter.close()
        counter = _kept.counter = SatCounter(geometry, clock)
    counter.clock = clock
    return counter


def _first_of_each(
    plan: GenerationPlan, made: AttemptBatch, indexes: NDArray[np.int64], clock: Clock
) -> tuple[AttemptBatch, Sequence[ShownRating | None]]:
    """The first puzzle of each index that has the difficulty, and what was shown of it."""
    if plan.is_filtered:
        from sudocube.generation.difficulty_filters import first_of_difficulty

        return first_of_difficulty(plan, made, indexes, clock)
    _, first = np.unique(indexes, return_index=True)
    return made.only(first), [None] * len(first)


def _successes(
    plan: GenerationPlan,
    names: list[tuple[int, int]],
    made: AttemptBatch,
    ratings: Sequence[ShownRating | None],
    counter: SolutionCounter,
) -> list[SuccessfulAttempt]:
    labels = [plan.minimal] * len(names)
    if plan.forced and plan.minimal != "no":
        forced = [
            orbit for orbit in plan.orbits(strictly=plan.minimal == "strict") if orbit[0] in plan.forced
        ]
        labels = [plan.minimal if holds else "given" for holds in is_minimal(made.puzzles, forced, counter)]
    weights = [None] * len(labels) if made.weights is None else made.weights.tolist()
    return [
        SuccessfulAttempt(index, attempt, puzzle.tobytes(), grid.tobytes(), label, weight, rating)
        for (index, attempt), puzzle, grid, label, weight, rating in zip(
            names, made.puzzles, made.grids, labels, weights, ratings, strict=True
        )
    ]


MOST_AT_ONCE = 4096
"""Attempts in a task: enough to keep the kernel busy, few enough that their masks stay in the cache."""

FIRST_AT_ONCE = 64
"""Attempts in the first task for 9×9, so that the first puzzles come soon; for other sizes it is one."""

SHORT, LONG = 0.25, 1.0
"""Seconds: after a shorter round there are four times as many attempts, after a longer one half as many."""


class AttemptRounds:
    """The making of the puzzles of a plan; `remark` is said if not even the first one is found."""

    def __init__(
        self,
        plan: GenerationPlan,
        jobs: int | None,
        clock: Clock,
        recheck: str | None,
        progress: Callable[[GenerationProgress], object] | None,
        remark: str = "",
    ) -> None:
        self._remark = remark
        self._plan, self._clock, self._recheck, self._progress = plan, clock, recheck, progress
        self._jobs, self._processes = jobs, process_count(jobs)
        self._pool: WorkerPool | None = None
        self._stack = ExitStack()
        self._at_once, self._busy = FIRST_AT_ONCE if plan.geometry == NINE else 1, 0.0
        self._tries: dict[int, int] = {}
        """The attempts that failed, of each puzzle that is being looked for."""
        self._found: dict[int, SuccessfulAttempt] = {}
        """Puzzles that wait for one with a smaller number."""
        self._unasked = iter(plan.indexes)
        self._attempts = self._successes = self._made = 0
        self._version = version("sudocube")

    def puzzles(self) -> Iterator[GeneratedPuzzle]:
        """The puzzles in order. Raises NotGeneratedError where tries or time run out, EngineError otherwise.

        They end at the first puzzle that is missing: what was found after it is not given. So those that are
        given are always the first ones of the seed, with no gap between them.
        """
        with self._stack:
            for index in self._plan.indexes:
                while index not in self._found:
                    if self._tries.get(index, 0) >= self._plan.tries:
                        raise self._not_generated(index, self._plan.tries, "tries")
                    if not self._finish_round():
                        raise self._not_generated(index, self._tries.get(index, 0), "time")
                    self._tell_progress(index)
                yield self._told(self._found.pop(index))

    def _not_generated(self, index: int, tries: int, ran_out: str) -> NotGeneratedError:
        return NotGeneratedError(index, tries, self._made, ran_out, "" if self._made else self._remark)

    def _told(self, success: SuccessfulAttempt) -> GeneratedPuzzle:
        plan = self._plan
        self._made += 1
        puzzle, solution = puzzle_and_grid(success.cells, success.grid, plan.geometry)
        return GeneratedPuzzle(
            success.index,
            puzzle,
            solution,
            len(success.cells) - success.cells.count(0),
            success.minimal,
            plan.symmetry,
            success.rating,
            plan.seed,
            METHOD,
            self._version,
            success.attempt,
            success.weight,
        )

    def _tell_progress(self, index: int) -> None:
        if self._progress is not None:
            tries = self._tries.get(index, 0)
            coming = range(index, self._plan.indexes.stop)
            ready = sum(1 for _ in takewhile(self._found.__contains__, coming))
            self._progress(GenerationProgress(self._made, self._attempts, index, tries, ready))

    def _finish_round(self) -> bool:
        """Make a round of attempts; False where the time runs out before its end: then none of it counts."""
        if self._clock.is_over:
            return False
        start = monotonic()
        shares = self._shares()
        try:
            successes = self._results(self._tasks(shares))
        except TimeoutError:
            return False
        for one in sorted(successes, key=lambda one: one.attempt, reverse=True):
            self._found[one.index] = one
        for index, tries in shares.items():
            if index in self._found:
                self._tries.pop(index, None)
            else:
                self._tries[index] += tries
        self._successes += len({one.index for one in successes})
        self._attempts += sum(shares.values())
        seconds = monotonic() - start
        self._busy += seconds
        if seconds < SHORT:
            self._at_once = min(4 * self._at_once, MOST_AT_ONCE)
        elif seconds > LONG:
            self._at_once = max(self._at_once // 2, 1)
        return True

    def _shares(self) -> dict[int, int]:
        """How many attempts each puzzle gets in this round, by its number; numbers ascend.

        Where few puzzles are left, those that have failed get more.
        """
        lanes = self._at_once * (1 if self._is_alone else self._processes)
        probably = (self._attempts + 1) / (self._successes + 1)
        each = max(1, int(probably / 4))
        while len(self._tries) * each < lanes and (new := next(self._unasked, None)) is not None:
            self._tries[new] = 0
        more, shares = lanes // max(1, len(self._tries)), dict[int, int]()
        for index, tries in sorted(self._tries.items()):
            share = min(max(each, min(more, 4 * tries)), self._plan.tries - tries, lanes)
            if share > 0:
                shares[index] = share
                lanes -= share
        return shares

    def _tasks(self, shares: dict[int, int]) -> list[AttemptTask]:
        """The attempts of a round in tasks, one for each process."""
        pairs = [
            (index, self._tries[index] + attempt)
            for index, share in shares.items()
            for attempt in range(share)
        ]
        processes = 1 if self._is_alone else self._processes
        size = -(-len(pairs) // processes)
        plan, recheck, seconds = self._plan, self._recheck, self._clock.timeout_left
        return [
            AttemptTask(plan, tuple(pairs[start : start + size]), recheck, seconds)
            for start in range(0, len(pairs), size)
        ]

    @property
    def _is_alone(self) -> bool:
        """Whether attempts are made in this process."""
        return self._processes == 1 or (self._jobs is None and self._busy < ALONE_FOR)

    def _results(self, tasks: list[AttemptTask]) -> list[SuccessfulAttempt]:
        """What came of all tasks. Raises TimeoutError where the time ran out in one of them."""
        if self._is_alone:
            return [one for task in tasks for one in attempted(task)]
        if self._pool is None:
            self._pool = self._stack.enter_context(WorkerPool(self._processes))
        found: list[SuccessfulAttempt] = []
        for _, result in self._pool.map(attempted, tasks, timeout=lambda task: task.seconds):
            if not isinstance(result, TaskFailure):
                found += result
            elif result.is_timeout:
                raise TimeoutError
            elif isinstance(result.error, SudocubeError | TimeoutError):
                raise result.error
            else:
                raise EngineError(f"a process that makes puzzles {result.reason}")
        return found
