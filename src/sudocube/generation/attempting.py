"""Attempts at puzzles, as a task for one process: which of them gave a puzzle that fulfils the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.clock import Clock
from sudocube.generation.minimizing import is_minimal
from sudocube.generation.plan import GenerationPlan
from sudocube.generation.puzzle_attempts import attempted_batch
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.rechecking import recheck_puzzles
from sudocube.generation.solution_counters import NINE, KernelCounter, SatCounter, SolutionCounter
from sudocube.geometry import Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.generation.attempt_batch import AttemptBatch
    from sudocube.generation.difficulty_filters import ShownRating


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


def attempted(task: AttemptTask) -> list[SuccessfulAttempt] | None:
    """The first attempt at each puzzle of a task that fulfils the plan, where there is one.

    None where the time runs out. Each of these puzzles was counted again; raises EngineError where the two
    counts differ.
    """
    plan, clock = task.plan, Clock(task.seconds)
    indexes, attempts = np.array(task.names).T
    try:
        counter = _kept_counter(plan.geometry, clock)
        made = attempted_batch(plan, RandomStreams.of(plan.seed, indexes, attempts), counter)
        made, ratings = _first_of_each(plan, made, indexes[made.rows], clock)
        of_puzzles = indexes[made.rows].tolist()
        recheck_puzzles(plan.geometry, of_puzzles, made.puzzles, made.grids, engine=task.recheck, clock=clock)
        names = zip(of_puzzles, attempts[made.rows].tolist(), strict=True)
        return _successes(plan, list(names), made, ratings, counter)
    except TimeoutError:
        return None


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
