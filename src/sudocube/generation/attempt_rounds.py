"""Rounds of attempts: who gets how many of them, and the first success of each puzzle, in order.

A round is a number of attempts, which the processes share. Each puzzle that has not been found yet gets as
many as it probably needs, judging by how many succeeded so far; puzzles with larger numbers get what is left.
This is a matter of speed alone: of a puzzle the success with the smallest number counts, and all attempts of
a round end before the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib.metadata import version
from itertools import takewhile
from time import monotonic

from sudocube.clock import Clock
from sudocube.errors import EngineError, NotGeneratedError, SudocubeError
from sudocube.generation.attempting import AttemptTask, SuccessfulAttempt, attempted
from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress, puzzle_and_grid
from sudocube.generation.plan import GenerationPlan
from sudocube.generation.random_streams import METHOD
from sudocube.generation.solution_counters import NINE
from sudocube.processes import ALONE_FOR, TaskFailure, WorkerPool, process_count

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
        successes = self._results(self._tasks(shares))
        if successes is None:
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
        """How many attempts each puzzle gets in this round, by its number; numbers ascend."""
        lanes = self._at_once * (1 if self._is_alone else self._processes)
        probably = (self._attempts + 1) / (self._successes + 1)
        each = max(1, int(probably / 4))
        shares: dict[int, int] = {}
        for index in sorted(self._tries):
            shares[index] = min(each, self._plan.tries - self._tries[index])
        wanted = sum(shares.values())
        while wanted < lanes and (new := next(self._unasked, None)) is not None:
            self._tries[new] = 0
            shares[new] = min(each, self._plan.tries)
            wanted += shares[new]
        return self._fitted(shares, lanes)

    def _fitted(self, shares: dict[int, int], lanes: int) -> dict[int, int]:
        """Shares cut to the attempts of a round, the largest numbers first; or made larger where few look."""
        if shares and all(self._tries[index] for index in shares) and sum(shares.values()) < lanes:
            each = lanes // len(shares)
            most = {
                index: min(each, 4 * self._tries[index], self._plan.tries - self._tries[index])
                for index in shares
            }
            shares = {index: max(share, most[index]) for index, share in shares.items()}
        fitted = {}
        for index, share in shares.items():
            if share and lanes > 0:
                fitted[index] = min(share, lanes)
                lanes -= fitted[index]
        return fitted

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

    def _results(self, tasks: list[AttemptTask]) -> list[SuccessfulAttempt] | None:
        """What came of all tasks; None where the time ran out in one of them."""
        if self._is_alone:
            return _joined(map(attempted, tasks))
        if self._pool is None:
            self._pool = self._stack.enter_context(WorkerPool(self._processes))
        done: list[list[SuccessfulAttempt] | None] = []
        for _, result in self._pool.map(attempted, tasks, timeout=lambda task: task.seconds):
            if isinstance(result, TaskFailure):
                if result.is_timeout:
                    return None
                if isinstance(result.error, SudocubeError):
                    raise result.error
                raise EngineError(f"a process that makes puzzles {result.reason}")
            done.append(result)
        return _joined(done)


def _joined(done: Iterable[list[SuccessfulAttempt] | None]) -> list[SuccessfulAttempt] | None:
    found: list[SuccessfulAttempt] = []
    for of_task in done:
        if of_task is None:
            return None
        found += of_task
    return found
