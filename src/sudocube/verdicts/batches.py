"""Rows to verdicts, in order: `check_rows` decides whatever was read, for commands and for the library.

The compiled kernel decides a batch of ordinary 9×9 puzzles in one call, in a thread of its own; the compiled
referee looks at each solution, and what is to be said of stored answers is found out in arrays, too. The
engine is asked about a row by itself where the kernel does not take it (another size, pencilmarks), or does
not decide it within BUDGET guesses. Every other engine is asked about row after row.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

from sudocube import kernel
from sudocube.arguments import check_limits, numbered
from sudocube.engines import Engine
from sudocube.engines.kernel_engine import KernelEngine
from sudocube.geometry import Geometry
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Grid
from sudocube.refereeing import referee
from sudocube.rows.batch import CELLS, InputPause, Rows
from sudocube.rows.entry import Entry
from sudocube.verdict import Evidence, StoredAnswer, Verdict
from sudocube.verdicts.answers import (
    CODE_OF,
    NOT_STORED,
    OPEN_ANSWER,
    RIGHT,
    STORED_WORDS,
    VERDICTS,
    VerdictCode,
    code_of,
    found_answers,
    judge_answers,
)
from sudocube.verdicts.checking import Checked, check_numbered, with_stored

BUDGET = 20_000
"""Guesses after which a puzzle is asked about by itself, so that one puzzle does not hold up a batch. The
hardest known puzzles take a few hundred."""

_NINE = Geometry(3, 3)
_NO_PUZZLE = 255
"""A symbol that the kernel does not take: it loses no time with the row."""

_MISSING = code_of(StoredAnswer.MISSING)


def serves_in_bulk(engine: Engine | None) -> bool:
    """Whether an engine, or the default for 9×9 if it is None, is the compiled kernel."""
    if engine is None:
        return kernel.is_compiled()
    return isinstance(engine, KernelEngine) and engine.level != kernel.TWIN


@dataclass(frozen=True, slots=True, eq=False)
class CheckedRows:
    """The verdicts on n rows that follow each other; `index` is the number of the first in the run.

    `counts` is int64 (n,), how many solutions were found, 0 to `limit`, which is 2 or more; `solutions` is
    uint8 (n, 2, 81), the first two in digits, passed by the referee, 0 where there is none. `verdict_codes`
    is uint8 (n,), VerdictCode, and `stored_codes` uint8 (n,), places in STORED_WORDS. `others` holds, by
    their places, the results that say more than the arrays: what is wrong with a row that is no puzzle, or
    with a solution that the referee refused, and stored answers that had to be judged by themselves.
    """

    rows: Rows
    index: int
    engine: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    verdict_codes: NDArray[np.uint8]
    stored_codes: NDArray[np.uint8]
    limit: int = 2
    others: dict[int, Checked] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        rows: Rows,
        index: int,
        engine: str,
        counts: NDArray[np.int64],
        solutions: NDArray[np.uint8],
        limit: int,
    ) -> CheckedRows:
        """What `counts` say of rows, of which those below 0 are open; no answer is judged."""
        codes = np.where(counts < 0, VerdictCode.UNKNOWN, np.minimum(counts, 2)).astype(np.uint8)
        stored = np.full(len(rows), NOT_STORED, np.uint8)
        return cls(rows, index, engine, counts, solutions, codes, stored, limit)

    def __len__(self) -> int:
        return len(self.counts)

    def source(self, place: int) -> str:
        """The place of a row in its input, such as `puzzles.txt:12`."""
        return self.rows.source(place)

    def entry(self, place: int) -> Entry:
        """The row itself."""
        return self.rows.entry(place)

    def part(self, start: int, end: int) -> CheckedRows:
        """The results from one place to another, as views of these."""
        return replace(
            self,
            rows=self.rows.part(start, end),
            index=self.index + start,
            counts=self.counts[start:end],
            solutions=self.solutions[start:end],
            verdict_codes=self.verdict_codes[start:end],
            stored_codes=self.stored_codes[start:end],
            others={place - start: one for place, one in self.others.items() if start <= place < end},
        )

    def verdicts(self) -> dict[Verdict, int]:
        """How many rows have which verdict."""
        numbers = np.bincount(self.verdict_codes, minlength=len(VerdictCode)).tolist()
        return {code.verdict: numbers[code] for code in VerdictCode if numbers[code]}

    def stored(self) -> dict[StoredAnswer, int]:
        """How many of the stored answers are what, as far as it is decided; empty where there are none."""
        numbers = np.bincount(self.stored_codes, minlength=len(STORED_WORDS)).tolist()
        return {kind: numbers[code_of(kind)] for kind in StoredAnswer if numbers[code_of(kind)]}

    def in_arrays(self) -> NDArray[np.bool_]:
        """Of which rows the arrays say all: bool (n,). `checked` says the rest of the others, in words."""
        are_told: NDArray[np.bool_] = (self.stored_codes == RIGHT) | (self.stored_codes == NOT_STORED)
        are_told[list(self.others)] = False
        return are_told

    def checked(self, place: int) -> Checked:
        """The result for a row, as `check_many` gives it."""
        return next(self._each([place]))

    def all_checked(self) -> Iterator[Checked]:
        """The results for the rows, one after the other."""
        return self._each(range(len(self)))

    def with_faults(self) -> Iterator[Checked]:
        """The results, in order, for the rows that are not unique, or whose stored answer is not right."""
        without = np.isin(self.stored_codes, (RIGHT, NOT_STORED, _MISSING))
        without &= self.verdict_codes == VerdictCode.UNIQUE
        return self._each(np.flatnonzero(~without).tolist())

    def _each(self, places: Sequence[int]) -> Iterator[Checked]:
        """The results for some rows, made one after the other; what can be done for all is done before."""
        at = list(places)
        counts, codes, stored = self.counts[at].tolist(), self.verdict_codes[at], self.stored_codes[at]
        grids = self.solutions[at].tobytes()
        for number, (place, count, code, said) in enumerate(
            zip(at, counts, codes.tolist(), stored.tolist(), strict=True)
        ):
            if place in self.others:
                yield self.others[place]
                continue
            entry = self.rows.entry(place)
            starts = range(2 * number * CELLS, (2 * number + min(count, 2)) * CELLS, CELLS)
            checked = Checked(
                self.index + place,
                entry.source,
                entry.puzzle,
                VERDICTS[code],
                Evidence.WITNESS if count >= 2 else Evidence.SEARCH,
                tuple([Grid(grids[start : start + CELLS], _NINE) for start in starts]),
                self.engine,
                count=count,
                exhausted=count < self.limit,
                stored=StoredAnswer.RIGHT if said == RIGHT else None,
                entry=entry,
            )
            yield checked if said in (RIGHT, NOT_STORED) else with_stored(checked, entry.stored or "")

    def _put(self, place: int, checked: Checked) -> None:
        """Have a result in place of what the arrays say of a row."""
        self.others[place] = checked
        self.counts[place] = checked.count
        self.solutions[place] = 0
        for at, grid in enumerate(checked.solutions):
            if len(grid.cells) == CELLS:
                self.solutions[place, at] = list(grid.cells)
        self.verdict_codes[place] = CODE_OF[checked.verdict]
        if checked.stored is not None or checked.stored_fault is not None:
            self.stored_codes[place] = code_of(checked.stored)

    def _put_all(self, results: Generator[Checked, None, None]) -> None:
        """Have these results in place of what the arrays say."""
        with closing(results):
            for checked in results:
                self._put(checked.index - self.index, checked)


def check_rows(
    batches: Iterable[Rows | InputPause],
    *,
    engine: Engine | None = None,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
    first: int = 1,
    on_result: Callable[[Grid], object] | None = None,
    whole: bool = False,
) -> Generator[Checked | CheckedRows, None, None]:
    """The verdicts on all rows, in order, numbered from `first`: a Checked for one, CheckedRows for many.

    Up to `limit` solutions are counted. `engine` is None for the compiled kernel in 9×9 and `sat` in all
    other sizes. `timeout` is in seconds for each puzzle. `jobs` is the number of threads of the kernel, None
    for all cores; where another engine is asked, it is the number of processes, as in `check_many`. After an
    InputPause, all results for the rows before it come before another batch is taken. `on_result` is called
    with each solution as it is found, where an engine is asked in this process that does not count by itself.
    If `whole`, each batch comes as one CheckedRows, in whose `others` the single results are.

    Raises ValueError at the call for a limit that is no integer above 0, a timeout that is not a number above
    0, or fewer than one job; later, EngineError if worker processes cannot be started, and whatever
    `batches` raises.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    return _results(batches, engine, limit, timeout, jobs, first, on_result, whole)


def _results(
    batches: Iterable[Rows | InputPause],
    engine: Engine | None,
    limit: int,
    timeout: float | None,
    jobs: int | None,
    first: int,
    on_result: Callable[[Grid], object] | None,
    whole: bool,
) -> Generator[Checked | CheckedRows, None, None]:
    ask = partial(check_numbered, engine=engine, limit=limit, timeout=timeout, on_result=on_result)
    in_bulk = limit > 1 and serves_in_bulk(engine)
    # Neighbours of the same kind are checked together, so that threads or processes are started only once.
    for by_kernel, neighbours in groupby(_with_kinds(batches, in_bulk), lambda one: one[0]):
        items = (item for _, item in neighbours)
        results: Generator[Checked | CheckedRows, None, None]
        if by_kernel:
            results = _KernelRows(engine, limit, ask, jobs, whole).results(items, first)
        else:
            rows = (item for item in items if isinstance(item, Rows))
            if whole:
                results = _one_by_one(rows, first, limit, partial(ask, jobs=jobs))
            else:
                entries = chain.from_iterable(one.entries() for one in rows)
                results = ask(numbered(entries, first=first), jobs=jobs)
        with closing(results):
            for result in results:
                yield result
                first = result.index + (1 if isinstance(result, Checked) else len(result))


def _one_by_one(
    batches: Iterable[Rows], first: int, limit: int, ask: Callable[..., Generator[Checked, None, None]]
) -> Generator[CheckedRows, None, None]:
    """The results for each batch, in which the engine is asked about every row."""
    for rows in batches:
        nothing = np.zeros(len(rows), np.int64), np.zeros((len(rows), 2, CELLS), np.uint8)
        found = CheckedRows.open(rows, first, "", *nothing, limit)
        found._put_all(ask(numbered(rows.entries(), first=first)))
        yield found
        first += len(rows)


def _with_kinds(
    batches: Iterable[Rows | InputPause], in_bulk: bool
) -> Iterator[tuple[bool, Rows | InputPause]]:
    """The batches, each with whether the kernel decides it: not where most rows are puzzles it does not take.

    A pause is of the kind of what comes before it.
    """
    by_kernel = in_bulk
    for item in batches:
        if isinstance(item, Rows):
            if not len(item):
                continue
            by_kernel = in_bulk and 2 * sum(_is_open(one) for one in item.odd.values()) <= len(item)
        yield by_kernel, item


def _is_open(entry: Entry) -> bool:
    """Whether an engine has to be asked about an odd row."""
    return entry.puzzle is not None


class _KernelRows:
    """Decides batches by the kernel, and asks the engine about single rows by `ask`."""

    def __init__(
        self,
        engine: Engine | None,
        limit: int,
        ask: Callable[..., Generator[Checked, None, None]],
        jobs: int | None,
        whole: bool,
    ) -> None:
        self._limit, self._ask, self._jobs, self._whole = limit, ask, jobs, whole
        self._name = "kernel" if engine is None else engine.name
        self._level = kernel.chosen_level() if engine is None else str(getattr(engine, "level", None))

    def results(
        self, items: Iterable[Rows | InputPause], index: int
    ) -> Generator[Checked | CheckedRows, None, None]:
        """The results, in order, numbered from `index`."""
        with OrderedPool[CheckedRows](self._jobs or os.cpu_count() or 1) as pool:
            for item in items:
                if isinstance(item, Rows):
                    pool.submit(partial(self._decided, index, item))
                    index += len(item)
                    ready = pool.ready_results()
                else:
                    ready = pool.remaining_results()
                for found in ready:
                    yield from self._completed(found)
            for found in pool.remaining_results():
                yield from self._completed(found)

    def _decided(self, index: int, rows: Rows, is_cancelled: IsCancelled) -> CheckedRows:
        """In a thread: what the kernel finds, and what the referee says of it; counts below 0 are open."""
        puzzles = rows.puzzles
        if rows.odd:
            puzzles = puzzles.copy()
            puzzles[list(rows.odd)] = _NO_PUZZLE
        search = kernel.start_search(puzzles, limit=self._limit, budget=BUDGET, level=self._level)
        is_finished = kernel.finish(search, is_cancelled)
        found = CheckedRows.open(rows, index, self._name, search.counts, search.solutions, self._limit)
        if is_finished:
            for place, entry in rows.odd.items():
                if not _is_open(entry):
                    found._put(place, Checked.of_error(index + place, rows.entry(place)))
            _refuse(found, puzzles)
            _judge(found, puzzles)
        return found

    def _completed(self, found: CheckedRows) -> Iterator[Checked | CheckedRows]:
        """The results, where the engine is asked about each row that the kernel left open.

        It may take long, so what is before it in its batch comes first.
        """
        places = np.flatnonzero(found.counts < 0)
        end = 0
        for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1) if len(places) else ():
            start, stop = int(run[0]), int(run[-1]) + 1
            entries = map(found.entry, range(start, stop))
            results = self._ask(numbered(entries, first=found.index + start), jobs=1)
            if self._whole:
                found._put_all(results)
                continue
            if end < start:
                yield found.part(end, start)
            end = stop
            with closing(results):
                yield from results
        if end < len(found):
            yield found.part(end, len(found)) if end else found


def _refuse(found: CheckedRows, puzzles: NDArray[np.uint8]) -> None:
    """Take the verdicts from rows with a solution that is not valid, or with the same one twice."""
    if kernel.first_refused(puzzles, found.solutions, found.counts) is None:
        return
    for place in np.flatnonzero(found.counts > 0).tolist():
        checked = found.checked(place)
        assert checked.puzzle is not None
        for grid in checked.solutions:
            refused = referee(grid, checked.puzzle)
            if refused is None and len(set(checked.solutions)) < len(checked.solutions):
                refused = "it was given twice"
            if refused is not None:
                reason = f"the referee refuses the solution {grid}: {refused}"
                nothing = replace(checked, evidence=None, solutions=(), count=0, exhausted=False)
                found._put(place, replace(nothing, verdict=Verdict.UNKNOWN, reason=reason))
                break


def _judge(found: CheckedRows, puzzles: NDArray[np.uint8]) -> None:
    """Note what is to be said of the stored answers of all rows that are decided."""
    rows = found.rows
    if rows.answers is None:
        return
    are_found = found_answers(rows.answers, found.solutions)
    codes = judge_answers(puzzles, found.verdict_codes, are_found, rows.answers)
    codes[list(found.others)] = OPEN_ANSWER
    for place, text in rows.odd_answers.items():
        codes[place] = NOT_STORED if text is None else OPEN_ANSWER if text.strip() else _MISSING
    codes[(found.counts < 0) | (found.verdict_codes == VerdictCode.MALFORMED)] = NOT_STORED
    found.stored_codes[:] = np.where(codes == OPEN_ANSWER, NOT_STORED, codes)
    for place in np.flatnonzero(codes == OPEN_ANSWER).tolist():
        found._put(place, with_stored(found.checked(place), rows.answer(place) or ""))
