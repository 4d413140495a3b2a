"""Engines asked about puzzle after puzzle, here or in workers; each solution is refereed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice, takewhile
from math import inf
from time import perf_counter
from typing import TypeVar

from sudocube.arguments import check_limits
from sudocube.engines import BatchEngine, Engine
from sudocube.engines import engine as make_engine
from sudocube.jobs.asking_workers import (
    AHEAD_AT_MOST,
    AnswerPool,
    Choice,
    EngineTasks,
    answers_by_workers,
    patience,
)
from sudocube.jobs.refereed_answers import AskingLimits, answers_of
from sudocube.processes import ALONE_FOR, ProcessPool, process_count
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer

T = TypeVar("T")

BATCH_SECONDS = 0.1
"""How long a batch should take, with the reading of its puzzles, for engines that take many at once."""


def ask(
    engines: Sequence[Engine],
    items: Iterable[tuple[T, Puzzle | None]],
    *,
    limit: int = 2,
    timeout: float | None = None,
    default_timeout: float | None = None,
    jobs: int | None = None,
    choose: Choice | None = None,
    on_result: Callable[[Grid], object] | None = None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """Ask every engine about every puzzle; the answers, by the engines' names, in the order of the items.

    Each item carries a puzzle, or None where there is nothing to ask: it comes back in its turn with no
    answers. `timeout` is in seconds, for one puzzle and one engine; without it, engines that have a time
    limit of their own keep to that, and the others to `default_timeout`. `choose` gives those of the engines
    that are asked about a puzzle (by default all), in the order of the answers. `on_result` is called with
    each solution when it is found, as far as engines are asked in this process that do not count by
    themselves.

    An engine that takes many puzzles at once (see `BatchEngine`) gets them in batches. The first puzzle goes
    alone, and batches grow as long as they are done quickly: nobody waits long for the first answers.

    `jobs` is the number of processes that work. With None, the default everywhere, this process begins, and
    as many worker processes as there are cores take over once the engines have worked for a second. With 1,
    this process does everything. But if one of the engines cannot stop by itself at a time limit, all of them
    are asked in worker processes from the start. Workers make engines of their own, by their names, and
    do not import the script that runs here. With None, an engine that cannot be made by its name is asked
    in this process to the end. What is `only_here`, such as a function, is asked by this process in any case.

    Raises ValueError for two engines of the same name, a limit or a number of jobs that is no integer above
    0, or a timeout that is no time; later on, EngineError where a worker process cannot be started.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    check_limits(timeout=default_timeout)
    names = [one.name for one in engines]
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of the same name among {', '.join(names)}")
    limits = AskingLimits(limit, timeout, default_timeout)
    return _answers(engines, iter(items), limits, jobs, choose or (lambda _: engines), on_result)


def suited(engines: Sequence[Engine]) -> Choice:
    """The choice, for `ask`, of the engines that support a puzzle."""
    return lambda puzzle: [one for one in engines if one.traits.supports(puzzle)]


def _answers(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    jobs: int | None,
    choose: Choice,
    on_result: Callable[[Grid], object] | None,
) -> Generator[tuple[T, dict[str, Answer]], None, None]:
    """See `ask`: begin here where that is possible, and go on with workers where they are asked for."""
    processes = process_count(jobs)
    keep_time = all(one.traits.supports_timeout for one in engines)
    is_all_here = all(one.traits.only_here for one in engines)
    left: Iterator[tuple[T, Puzzle | None]] | None = items
    if is_all_here or (keep_time and (jobs is None or jobs == 1)):

        @cache
        def can_go_on_in_workers() -> bool:
            return not is_all_here and all(map(_has_its_place, engines))

        alone_for = ALONE_FOR if processes > 1 else inf
        left = yield from _answers_here(
            engines, items, limits, choose, on_result, alone_for, can_go_on_in_workers
        )
    if left is not None:
        make_handler = partial(EngineTasks, limits)
        pool: AnswerPool[T] = ProcessPool(make_handler, processes, patience=patience(engines, limits))
        with pool:
            yield from answers_by_workers(engines, left, limits, choose, pool)


def _answers_here(
    engines: Sequence[Engine],
    items: Iterator[tuple[T, Puzzle | None]],
    limits: AskingLimits,
    choose: Choice,
    on_result: Callable[[Grid], object] | None,
    alone_for: float,
    can_go_on_in_workers: Callable[[], bool],
) -> Generator[tuple[T, dict[str, Answer]], None, Iterator[tuple[T, Puzzle | None]] | None]:
    """The answers of this process; it returns the items that are left for workers, or None.

    Workers are to go on after `alone_for` seconds of work, and before a puzzle for which an engine may be
    late.
    """
    is_batching = any(isinstance(one, BatchEngine) for one in engines)
    # Programs work beside this process: others of them help only where it mostly waits for their answers.
    is_waiting_only = all(one.traits.default_timeout is not None for one in engines)
    size, busy, asking = 1, 0.0, 0.0
    while True:
        begin = perf_counter()
        batch = [
            (item, puzzle, choose(puzzle) if puzzle is not None else ())
            for item, puzzle in islice(items, size)
        ]
        if not batch:
            return None
        seconds_to_read = perf_counter() - begin
        in_time = [*takewhile(_stop_in_time, batch)]
        is_left = len(in_time) < len(batch) and can_go_on_in_workers()
        asked = in_time if is_left else batch
        given = {  # each goes on by itself with the next puzzles, as far as it takes them at once
            one.name: answers_of(
                one,
                [puzzle for _, puzzle, chosen in asked if puzzle is not None and one in chosen],
                limits,
                None if one.traits.counts else on_result,
            )
            for one in engines
        }
        seconds = seconds_to_read
        try:
            for done, (item, _, chosen) in enumerate(asked, 1):
                start = perf_counter()
                answers = {one.name: next(given[one.name]) for one in chosen}
                taken = perf_counter() - start
                seconds += taken
                asking += taken
                busy += sum(one.seconds for one in answers.values()) if is_waiting_only else taken
                yield item, answers
                if busy > max(alone_for, asking / 2) and can_go_on_in_workers():
                    return chain([one[:2] for one in batch[done:]], items)
        finally:
            for answers_to_come in given.values():
                answers_to_come.close()
        if is_left:
            return chain([one[:2] for one in batch[len(asked) :]], items)
        if is_batching:
            is_quick = seconds < BATCH_SECONDS
            size = min(max(size * 2 if is_quick else size // 2, 1), AHEAD_AT_MOST)


def _stop_in_time(asked: tuple[object, Puzzle | None, Sequence[Engine]]) -> bool:
    """Whether the engines that are asked about a puzzle stop by themselves at a time limit."""
    _, puzzle, chosen = asked
    return puzzle is None or all(one.traits.stops_in_time(puzzle) for one in chosen)


def _has_its_place(one: Engine) -> bool:
    """Whether it is clear where an engine is asked beside workers: in this process, or in any worker."""
    return one.traits.only_here or _can_be_made_by_name(one)


def _can_be_made_by_name(one: Engine) -> bool:
    """Whether a worker can make the same engine; it cannot make an object of the caller's own class."""
    try:
        return type(make_engine(one.name)) is type(one)
    except Exception:  # whatever the maker of another package's engine raises
        return False
