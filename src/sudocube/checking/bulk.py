"""Lists of 9×9 puzzles from text to verdicts, by the compiled kernel, without an object for each puzzle.

Each batch of text is solved by one call of the kernel, in a thread of its own, and the compiled referee looks
at every solution found. The results come in the order of the input. If the kernel does not decide a puzzle
within BUDGET guesses, the engine is asked about it alone, with the timeout. So it is for entries between the
batches.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.arguments import numbered
from sudocube.checking.one_by_one import Checked, check_numbered, with_stored
from sudocube.engines import Engine
from sudocube.formats import Entry, Style
from sudocube.formats.text_batches import BulkItem, TextBatch
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Evidence, StoredAnswer, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUDGET = 20_000
"""Guesses after which a puzzle is asked about by itself, so that one puzzle does not hold up a batch. The
hardest known puzzles take a few hundred."""

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
"""By the number of solutions found; the last one for all numbers from two on."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedBatch:
    """The verdicts on n puzzles, each on a line of one input.

    `index` is that of the first puzzle; the others follow. `counts` is int64 (n,), 0 to `limit`, which is 2
    or more; `solutions` is uint8 (n, 2, 81), the first two, passed by the referee. `others` holds, by their
    places in the batch, the results that replace those of the kernel: of puzzles that were asked about by
    themselves, or refused by the referee, or whose stored answer is not right.
    """

    index: int
    text: TextBatch
    engine: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    limit: int = 2
    others: dict[int, Checked] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.counts)

    def part(self, start: int, end: int) -> CheckedBatch:
        """The results from one place to another."""
        text = self.text.part(start, end)
        counts, solutions = self.counts[start:end], self.solutions[start:end]
        others = {place - start: one for place, one in self.others.items() if start <= place < end}
        return CheckedBatch(self.index + start, text, self.engine, counts, solutions, self.limit, others)

    def verdicts(self) -> dict[Verdict, int]:
        """How many puzzles have which verdict."""
        counts = np.delete(self.counts, list(self.others)) if self.others else self.counts
        number = dict(zip(VERDICTS, np.bincount(np.minimum(counts, 2), minlength=3).tolist(), strict=True))
        for other in self.others.values():
            number[other.verdict] = number.get(other.verdict, 0) + 1
        return {verdict: count for verdict, count in number.items() if count}

    def stored(self) -> dict[StoredAnswer, int]:
        """How many of the stored answers are what; empty where there are none."""
        if self.text.answers is None:
            return {}
        found = Counter(one.stored for one in self.others.values() if one.stored is not None)
        uncompared = sum(
            text is None and place not in self.others for place, text in self.text.other_answers.items()
        )
        found[StoredAnswer.RIGHT] += len(self) - len(self.others) - uncompared
        return {kind: found[kind] for kind in StoredAnswer if found[kind]}

    def source(self, place: int) -> str:
        """The source of the puzzle at a place in the batch, such as `puzzles.txt:12`."""
        return f"{self.text.name}:{self.text.lines[place]}"

    def puzzle(self, place: int) -> Puzzle:
        """The puzzle at a place in the batch."""
        return Puzzle(self.text.puzzles[place].tobytes().decode("ascii"))

    def checked(self, place: int) -> Checked:
        """The result for the puzzle at a place in the batch, as `check_many` would give it."""
        if place in self.others:
            return self.others[place]
        count = int(self.counts[place])
        solutions = tuple(Grid(bytes(cells)) for cells in self.solutions[place, : min(count, 2)].tolist())
        evidence = Evidence.WITNESS if count >= 2 else Evidence.SEARCH
        found = VERDICTS[min(count, 2)], evidence, solutions, self.engine
        place_in_run, exhausted = self.index + place, count < self.limit
        return Checked(
            place_in_run,
            self.source(place),
            self.puzzle(place),
            *found,
            count=count,
            exhausted=exhausted,
            stored=None if self.text.answer(place) is None else StoredAnswer.RIGHT,
        )

    def with_faults(self) -> Iterator[Checked]:
        """The results, in order, for the puzzles that are not unique, or whose stored answer is not right."""
        may_differ = self.counts != 1
        may_differ[list(self.others)] = True
        for place in np.flatnonzero(may_differ).tolist():
            checked = self.checked(place)
            if checked.verdict is not Verdict.UNIQUE or checked.stored_fault is not None:
                yield checked


def check_batches(
    items: Iterable[BulkItem],
    *,
    first: int,
    engine: Engine | None,
    limit: int = 2,
    timeout: float | None,
    threads: int | None,
) -> Generator[Checked | CheckedBatch, None, None]:
    """The verdicts on the puzzles of lists, in order, with indices that count from `first`.

    Up to `limit` solutions are counted, at least 2. `engine` is a KernelEngine, or None for the default;
    `threads` is None for all cores. Raises InputError where an input cannot be read to its end.
    """
    checker = _BatchChecker(engine, limit, timeout)
    index = first
    with OrderedPool[Checked | CheckedBatch](threads or os.cpu_count() or 1) as pool:
        for item in items:
            if isinstance(item, TextBatch):
                pool.submit(partial(checker.solved, index, item))
                index += len(item.lines)
            elif isinstance(item, Entry):
                if item.puzzle is not None:  # it may take long, so what is on its way comes first
                    yield from checker.completed(pool.remaining_results())
                pool.add_result(checker.alone(index, item))
                index += 1
            else:
                yield from checker.completed(pool.remaining_results())
            yield from checker.completed(pool.ready_results())
        yield from checker.completed(pool.remaining_results())


class _BatchChecker:
    """Checks batches by the kernel, and single puzzles by the engine."""

    def __init__(self, engine: Engine | None, limit: int, timeout: float | None) -> None:
        self._engine, self._limit, self._timeout = engine, limit, timeout
        self._name = "kernel" if engine is None else engine.name
        self._level = kernel.chosen_level() if engine is None else str(getattr(engine, "level", None))

    def solved(self, index: int, text: TextBatch, is_cancelled: IsCancelled) -> CheckedBatch:
        """In a thread: what the kernel finds, and what the referee says of it; counts below 0 are open."""
        search = kernel.start_search(text.puzzles, limit=self._limit, budget=BUDGET, level=self._level)
        batch = CheckedBatch(index, text, self._name, search.counts, search.solutions, self._limit)
        if kernel.finish(search, is_cancelled):
            refused = kernel.first_refused(text.puzzles, search.solutions, search.counts)
            batch.others.update(() if refused is None else _refused(batch))
            batch.others.update(_with_answers(batch))
        return batch

    def completed(self, results: Iterable[Checked | CheckedBatch]) -> Iterator[Checked | CheckedBatch]:
        """The results, where the engine is asked about each puzzle that the kernel left open.

        It may take long, so what is before it in its batch comes first.
        """
        for result in results:
            start = 0
            if isinstance(result, CheckedBatch):
                for place in np.flatnonzero(result.counts < 0).tolist():
                    if start < place:
                        yield result.part(start, place)
                    start = place + 1
                    left_open = result.part(place, start)
                    stored = left_open.text.answer(0)
                    entry = Entry(left_open.source(0), left_open.puzzle(0), None, Style(), stored=stored)
                    left_open.others[0] = self.alone(left_open.index, entry)
                    yield left_open
                if 0 < start < len(result):
                    yield result.part(start, len(result))
            if not start:
                yield result

    def alone(self, index: int, entry: Entry) -> Checked:
        """The engine's verdict on one puzzle."""
        items = numbered([entry], first=index)
        return next(
            check_numbered(items, engine=self._engine, limit=self._limit, timeout=self._timeout, jobs=1)
        )


def _with_answers(batch: CheckedBatch) -> Iterator[tuple[int, Checked]]:
    """The results, by place, for decided puzzles whose stored answer is not simply their only solution."""
    answers = batch.text.answers
    if answers is None:
        return
    are_right = batch.counts == 1
    are_same = answers == batch.solutions[:, 0] + ord("0")
    if not are_same.all():  # all are, nearly always; row by row takes five times as long
        are_right &= are_same.all(axis=1)
    are_right[list(batch.others)] = False
    for place in np.flatnonzero(~are_right & (batch.counts >= 0)).tolist():
        if (text := batch.text.answer(place)) is not None:
            yield place, with_stored(batch.checked(place), text)


def _refused(batch: CheckedBatch) -> Iterator[tuple[int, Checked]]:
    """The results, by place, for puzzles with a solution that is not valid, or with the same one twice."""
    for place in np.flatnonzero(batch.counts > 0).tolist():
        checked = batch.checked(place)
        assert checked.puzzle is not None
        for grid in checked.solutions:
            refused = referee(grid, checked.puzzle)
            if refused is None and len(set(checked.solutions)) < len(checked.solutions):
                refused = "it was given twice"
            if refused is not None:
                reason = f"the referee refuses the solution {grid}: {refused}"
                unknown = Checked(
                    checked.index, checked.source, checked.puzzle, Verdict.UNKNOWN, None, (), batch.engine
                )
                yield place, replace(unknown, reason=reason)
                break
