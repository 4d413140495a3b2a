"""Puzzles made one after the other, in order of their numbers; the work is shared by processes.

Puzzle i is what the first attempt 0, 1, 2, … gives that fulfils the plan, with the random stream of (METHOD,
seed, i, attempt). So it does not depend on which attempts are made together, by how many processes, on which
machine, or by which level of the kernel.

A round is a number of attempts, which the processes share. Each puzzle that has not been found yet gets as
many as it probably needs, judging by how many succeeded so far; puzzles with larger numbers get what is left.
This is a matter of speed alone: of a puzzle the success with the smallest number counts, and all attempts of
a round end before the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from threading import local
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.arguments import check_limits
from sudocube.clock import Clock
from sudocube.errors import EngineError, ImpossibleError, NotGeneratedError, SudocubeError
from sudocube.generation.attempts import AttemptBatch, attempted_batch
from sudocube.generation.counters import KernelCounter, SatCounter, SolutionCounter
from sudocube.generation.minimizing import is_minimal
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.generation.random_streams import METHOD, RandomStreams
from sudocube.generation.rechecking import check_engine, decided_again, recheck_puzzles
from sudocube.geometry import Geometry
from sudocube.processes import ALONE_FOR, TaskFailure, WorkerPool, process_count
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import check

if TYPE_CHECKING:
    from sudocube.fields import Box, Index, Minimal, Positive, Weight, Whole, Words


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle with one solution, which was counted again by another solver.

    Seed, method and index make it again, with the same wishes.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1)
    >>> made.index, made.seed, made.minimal, made.box, made.clues == len(made.puzzle.clues)
    (1, 1, 'strict', '3x3', True)
    """

    in_row = "index puzzle box solution clues minimal symmetry rating seed method version attempt weight?"

    index: Index
    puzzle: Puzzle
    solution: Grid
    clues: Positive
    """How many cells hold a clue. For example: 24."""
    minimal: Minimal
    """What was shown: `strict`, no single clue can be left out; `orbits`, no set of clues that the symmetry
    turns into each other (without a symmetry, the same as `strict`); `given`, none but clues that had to be
    there; `no`, nothing.

    For example: "strict".
    """
    symmetry: Words
    """The symmetry that was asked for. For example: "half-turn"."""
    rating: dict[str, Any] | None
    """What was established to choose it, with the fields of `rate`; None where nothing was asked.

    For example: {"depth": 1, "depth_at_least": 1}, null.
    """
    seed: Whole
    """The seed. For example: 7."""
    method: Positive
    """The number of the way in which puzzles are made: with the same number, any version makes the same ones.

    For example: 1.
    """
    version: Words
    """The version of sudocube. For example: "0.1.0"."""
    attempt: Whole
    """How many attempts failed before, because something that was asked for did not hold. For example: 0."""
    weight: Weight | None = None
    """Of a controlled sample: the weight by which means over all minimal puzzles are estimated, in units of
    that of a puzzle where a third of the cells are clues.

    For example: 1.5.
    """

    @property
    def box(self) -> Box:
        """The shape of a box: its rows x its columns. For example: "3x3", "2x3"."""
        return self.puzzle.geometry.box_name


@dataclass(frozen=True, slots=True)
class GenerationProgress:
    """How far the making of puzzles has come: how many were `made`, and how many `attempts` it took so far.

    `index` is the number of the puzzle that comes next, and `tries` how many attempts at it have failed.

    >>> from sudocube import generate
    >>> [made] = generate(seed=1, progress=lambda told: print(told.attempts, told.tries))
    1 0
    """

    made: int
    attempts: int
    index: int
    tries: int


ProgressListener = Callable[[GenerationProgress], object]


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    jobs: int | None = None,
    timeout: float | None = None,
    recheck: str | None = None,
    progress: ProgressListener | None = None,
    **wishes: Any,  # noqa: ANN401 — the other fields of a GenerationPlan, in all their forms
) -> Iterator[GeneratedPuzzle]:
    """New puzzles, each with one solution, one after the other: an iterator of `GeneratedPuzzle`.

    The same `seed`, an integer from 0 to 2⁶⁴ - 1, gives the same puzzles on every machine, with any number of
    `jobs`; None chooses one, which each puzzle tells. Puzzles are numbered from `first_index` on, up to
    2⁶³ - 1. Before a puzzle is given it is counted again: by another level of the kernel, and one in a
    hundred by SAT; with `recheck`, the name of an engine, by that one each. The wishes, by name:

    - `geometry`: 9×9 by default, and sizes from 4 to 16; other sizes than 9 take a SAT solver, and long.
    - `symmetry` of the cells with clues: `none`, `half-turn`, `quarter-turn`, `left-right`, `top-bottom`,
      `both-mirrors`, `diagonal`, `anti-diagonal`, `both-diagonals` or `full`.
    - `pattern`: exactly the cells with clues: a text with a symbol for each cell (clues are digits and `#`,
      blanks are any of `.0_-`; `*xX?` are clues beside these, and else blanks, unless there is nothing else),
      or the numbers of the cells, row by row from 0.
    - `clues`: the least and the largest number of clues, or a single number; None in place of the largest
      for no limit.
    - `minimal`: `strict` (no single clue can go), `orbits` (no orbit of the symmetry can go; without a
      symmetry that is the same), or `no` (clues are taken away until there are as few as a random number of
      the range `clues`).
    - `given`: a puzzle; its clues are in each puzzle that is made, and none of these is taken away.
    - `near`: a puzzle; each that is made is this one with one or two clues exchanged; there may be few
      of these, and then the same one comes again.
    - `sample`: `top-down`, or `controlled` with a `weight`.
    - `grid`: how solutions are drawn: `uniform`, all with the same probability, or `fast`, which is biased.
      None is `uniform` at 4×4, 6×6 and 9×9 without given clues, and `fast` for what has no uniform grids.
    - `level`: how hard the techniques are that solve it, a word such as `hard`, a number from 1 to 13, or the
      least and the most.
    - `depth`, `backdoor`: the least and the most of a rating, or a single number, None for no limit; see
      `sudocube.rate`.
    - `methods`, `not_methods`: solved by each of these without trial and error, and by none of those: `sets`,
      `possibles`, `cube:propagate`.
    - `tries`: how many attempts are made at each puzzle, at most; `timeout`: seconds for all of them. The run
      ends at the first puzzle for which one of the two runs out; none with a larger number is given.
    - `progress` is called now and then with a `GenerationProgress`.

    Raises, at once, ImpossibleError for what is known not to exist, ValueError for a number out of range and
    for what does not go together, TypeError for what is no number or no puzzle, and for a wish that is not
    known, UnknownNameError for a name that is not known, PuzzleError for cells outside the board, and
    UnsupportedError for what a size or a sample does not have; and later NotGeneratedError where the tries or
    the time run out, after all puzzles before, and EngineError where a puzzle is not confirmed.

    >>> [made.clues for made in generate(3, seed=1)]
    [24, 24, 24]
    >>> half_turn = next(generate(seed=1, symmetry="half-turn", minimal="orbits"))
    >>> clues = half_turn.puzzle.clues
    >>> set(clues) == {80 - cell for cell in clues}
    True
    """
    if seed is not None:
        wishes["seed"] = seed
    return generate_planned(
        GenerationPlan(count=count, **wishes), jobs=jobs, timeout=timeout, recheck=recheck, progress=progress
    )


def generate_planned(
    plan: GenerationPlan,
    *,
    jobs: int | None = None,
    timeout: float | None = None,
    recheck: str | None = None,
    progress: ProgressListener | None = None,
) -> Iterator[GeneratedPuzzle]:
    """The puzzles of a plan, in order; `generate` describes the arguments and the errors.

    `jobs` is how many processes share the work; by default all cores join in after the first second.
    """
    check_limits(jobs=jobs, timeout=timeout)
    if recheck is not None:
        check_engine(recheck, plan.geometry)
    clock = Clock(timeout)
    if plan.given is not None and check(plan.given, timeout=clock.timeout_left).verdict is Verdict.NONE:
        raise ImpossibleError("the given clues have no solution")
    made = AttemptRounds(plan, jobs, clock, progress).puzzles()
    return made if recheck is None else decided_again(made, recheck, clock)


@dataclass(frozen=True, slots=True)
class AttemptTask:
    """Attempts at puzzles: `names` are the numbers of the puzzle and the attempt, ascending.

    `seconds` is how much time there is, None for no limit.
    """

    plan: GenerationPlan
    names: tuple[tuple[int, int], ...]
    seconds: float | None = None


def attempted(task: AttemptTask) -> list[GeneratedPuzzle]:
    """What the first attempt at each puzzle of a task that fulfils the plan gives, where there is one.

    Each of these puzzles was counted again; raises EngineError where the two counts differ, and TimeoutError
    where the time runs out.
    """
    plan, clock = task.plan, Clock(task.seconds)
    indexes, attempts = np.array(task.names).T
    counter = _kept_counter(plan.geometry, clock)
    made = attempted_batch(plan, RandomStreams.of(plan.seed, indexes, attempts), counter)
    ratings: Sequence[dict[str, Any] | None] = [None] * len(indexes)
    if plan.is_filtered:
        from sudocube.generation.difficulty_filters import first_of_difficulty

        made, ratings = first_of_difficulty(plan, made, indexes[made.rows], clock)
    else:
        made = made.only(np.unique(indexes[made.rows], return_index=True)[1])
    of_puzzles = indexes[made.rows].tolist()
    recheck_puzzles(plan.geometry, of_puzzles, made.puzzles, made.grids, clock)
    return [
        GeneratedPuzzle(
            index,
            Puzzle(cells.tobytes(), plan.geometry),
            Grid(grid.tobytes(), plan.geometry),
            int(np.count_nonzero(cells)),
            minimal,
            plan.symmetry,
            rating,
            plan.seed,
            METHOD,
            _version(),
            attempt,
            weight,
        )
        for index, attempt, cells, grid, minimal, rating, weight in zip(
            of_puzzles,
            attempts[made.rows].tolist(),
            made.puzzles,
            made.grids,
            _shown_minimal(plan, made, counter),
            ratings[: len(made.rows)],
            [None] * len(made.rows) if made.weights is None else made.weights.tolist(),
            strict=True,
        )
    ]


@cache
def _version() -> str:
    return version("sudocube")


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


def _shown_minimal(plan: GenerationPlan, made: AttemptBatch, counter: SolutionCounter) -> list[str]:
    """How minimal each puzzle is: as was asked for, or "given" where one of the given clues could go."""
    if not plan.forced or plan.minimal == "no":
        return [plan.minimal] * len(made.rows)
    forced = [orbit for orbit in plan.orbits(strictly=plan.minimal == "strict") if orbit[0] in plan.forced]
    return [plan.minimal if holds else "given" for holds in is_minimal(made.puzzles, forced, counter)]


MOST_AT_ONCE = 4096
"""Attempts in a task: enough to keep the kernel busy, few enough that their masks stay in the cache."""

FIRST_AT_ONCE = 64
"""Attempts in the first task for 9×9, so that the first puzzles come soon; for other sizes it is one."""

SHORT, LONG = 0.25, 1.0
"""Seconds: after a shorter round there are four times as many attempts, after a longer one half as many."""


class AttemptRounds:
    """The making of the puzzles of a plan."""

    def __init__(
        self, plan: GenerationPlan, jobs: int | None, clock: Clock, progress: ProgressListener | None
    ) -> None:
        self._plan, self._clock, self._progress = plan, clock, progress
        self._jobs, self._processes = jobs, process_count(jobs)
        self._pool: WorkerPool | None = None
        self._stack = ExitStack()
        self._at_once, self._busy = FIRST_AT_ONCE if plan.geometry == NINE else 1, 0.0
        self._tries: dict[int, int] = {}
        """The attempts that failed, of each puzzle that is being looked for."""
        self._found: dict[int, GeneratedPuzzle] = {}
        """Puzzles that wait for one with a smaller number."""
        self._unasked = iter(plan.indexes)
        self._attempts = self._successes = 0

    def puzzles(self) -> Generator[GeneratedPuzzle, None, None]:
        """The puzzles in order. Raises NotGeneratedError where tries or time run out, EngineError otherwise.

        They end at the first puzzle that is missing: what was found after it is not given. So those that are
        given are always the first ones of the seed, with no gap between them.
        """
        with self._stack:
            for made, index in enumerate(self._plan.indexes):
                while index not in self._found:
                    if self._tries.get(index, 0) >= self._plan.tries:
                        raise NotGeneratedError(index, self._plan.tries, made, "tries")
                    if not self._finish_round():
                        raise NotGeneratedError(index, self._tries.get(index, 0), made, "time")
                    if self._progress is not None:
                        tries = self._tries.get(index, 0)
                        self._progress(GenerationProgress(made, self._attempts, index, tries))
                yield self._found.pop(index)

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
        plan, seconds = self._plan, self._clock.timeout_left
        return [
            AttemptTask(plan, tuple(pairs[start : start + size]), seconds)
            for start in range(0, len(pairs), size)
        ]

    @property
    def _is_alone(self) -> bool:
        """Whether attempts are made in this process."""
        return self._processes == 1 or (self._jobs is None and self._busy < ALONE_FOR)

    def _results(self, tasks: list[AttemptTask]) -> list[GeneratedPuzzle]:
        """What came of all tasks. Raises TimeoutError where the time ran out in one of them."""
        if self._is_alone:
            return [one for task in tasks for one in attempted(task)]
        if self._pool is None:
            self._pool = self._stack.enter_context(closing(WorkerPool(self._processes)))
        found: list[GeneratedPuzzle] = []
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
