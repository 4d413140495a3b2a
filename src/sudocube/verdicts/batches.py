"""Rows to verdicts, in order: `check_rows` decides whatever was read, for commands and for the library.

The compiled kernel decides a batch of ordinary 9×9 puzzles in one call, in a thread of its own; the compiled
referee looks at each solution, and what is to be said of stored answers is found out in arrays, too. The
engine is asked about a row by itself where the kernel does not take it (another size, pencilmarks), or does
not decide it within BUDGET guesses. Every other engine is asked about row after row, and what it has said of
some of them comes together. `check_many` does the same for puzzles in any form.

Of stored answers is said what `judged_answer` says of each. Whether a grid keeps the rules is looked at, not
only whether it is the solution that was found: a grid that keeps them and the clues is a solution, whatever
the solver said. Such rows, and answers in any other form than 81 digits, are left to `judged_answer`.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube import kernel
from sudocube.arguments import check_limits, numbered
from sudocube.engines import Engine
from sudocube.engines import engine as make_engine
from sudocube.engines.own_engines import KernelEngine
from sudocube.engines.registry import AnyEngine, as_engine
from sudocube.geometry import Geometry
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows.batch import CELLS, Rows, rows_of_entries
from sudocube.rows.entry import Entry, InputPause
from sudocube.verdict import Evidence, StoredAnswer, Verdict, referee
from sudocube.verdicts.checking import Checked, check_numbered, with_stored

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUDGET = 20_000
"""Guesses after which a puzzle is asked about by itself, so that one puzzle does not hold up a batch. The
hardest known puzzles take a few hundred."""

MOST = 1 << 12
"""How many puzzles of a list are decided together, at most."""

SECONDS = 0.1
"""How long is waited for the puzzles of one batch, and for more results that come together."""

_NINE = Geometry(3, 3)
_NO_PUZZLE = 255
"""A symbol that the kernel does not take: it loses no time with the row."""


class VerdictCode(IntEnum):
    """A verdict in an array of uint8."""

    NONE = 0
    UNIQUE = 1
    MULTIPLE = 2
    UNKNOWN = 3
    MALFORMED = 4


VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNKNOWN, Verdict.INVALID)
"""The verdicts by their codes."""

STORED_WORDS = (*(str(answer) for answer in StoredAnswer), "undecided", "not_stored")
"""What is said of answers, by their codes in an array of uint8."""

CODES: Mapping[str, int] = {word: code for code, word in enumerate(STORED_WORDS)}
NOT_STORED, RIGHT = CODES["not_stored"], CODES[StoredAnswer.RIGHT]

OPEN_ANSWER = 255
"""An answer that is not judged yet."""

_ZERO = ord("0")
IS_BLANK = np.zeros(256, bool)
IS_BLANK[list(b".0*_-xX")] = True
"""Which bytes stand for a blank cell of a puzzle."""
_ALL_DIGITS = 0x3FE


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
        return {VERDICTS[code]: numbers[code] for code in VerdictCode if numbers[code]}

    def engines(self) -> list[str]:
        """The engines that answered."""
        asked = [one.engine for one in self.others.values() if one.engine is not None]
        return [*dict.fromkeys([self.engine] * (len(self.others) < len(self)) + asked)]

    def stored(self) -> dict[StoredAnswer, int]:
        """How many of the stored answers are what, as far as it is decided; empty where there are none."""
        numbers = np.bincount(self.stored_codes, minlength=len(STORED_WORDS)).tolist()
        return {kind: numbers[CODES[kind]] for kind in StoredAnswer if numbers[CODES[kind]]}

    def in_arrays(self) -> NDArray[np.bool_]:
        """Of which rows the arrays say all: bool (n,). `checked` says the rest of the others, in words."""
        are_told: NDArray[np.bool_] = (self.stored_codes == RIGHT) | (self.stored_codes == NOT_STORED)
        are_told[list(self.others)] = False
        return are_told

    def checked(self, place: int) -> Checked:
        """The result for a row, as `check_many` gives it."""
        return next(self._each([place]))

    def __iter__(self) -> Iterator[Checked]:
        """The results for the rows, one after the other."""
        return self._each(range(len(self)))

    def with_faults(self) -> Iterator[Checked]:
        """The results, in order, for the rows that are not unique, or whose stored answer is not right."""
        without = np.isin(self.stored_codes, (RIGHT, NOT_STORED, CODES["missing"]))
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
                engine=self.engine,
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
        self.verdict_codes[place] = VERDICTS.index(checked.verdict)
        if checked.stored is not None or checked.stored_fault is not None:
            self.stored_codes[place] = CODES[checked.stored or "undecided"]


def check_rows(
    batches: Iterable[Rows | InputPause],
    *,
    engine: Engine | None = None,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
    first: int = 1,
) -> Generator[CheckedRows, None, None]:
    """The verdicts on all rows, in order, numbered from `first`: of each batch together, or of parts of it.

    Up to `limit` solutions are counted. `engine` is None for the compiled kernel in 9×9 and `sat` in all
    other sizes. `timeout` is in seconds for each puzzle. `jobs` is the number of threads of the kernel, None
    for all cores; where another engine is asked, it is the number of processes, as in `check_many`, and what
    it says comes SECONDS after it was said at the latest. After an InputPause, all results for the rows
    before it come before another batch is taken.

    Raises ValueError at the call for a limit that is no integer above 0, a timeout that is not a number above
    0, or fewer than one job; later, EngineError if worker processes cannot be started, and whatever
    `batches` raises.
    """
    check_limits(limit=limit, timeout=timeout, jobs=jobs)
    ask = partial(check_numbered, engine=engine, limit=limit, timeout=timeout)
    in_bulk = limit > 1 and serves_in_bulk(engine)

    def results() -> Generator[CheckedRows, None, None]:
        index = first
        # Neighbours of the same kind are checked together, so that threads or processes start only once.
        for by_kernel, neighbours in groupby(_with_kinds(batches, in_bulk), lambda one: one[0]):
            items = (item for _, item in neighbours)
            if by_kernel:
                found = _by_kernel(items, index, engine, limit, jobs or os.cpu_count() or 1, ask)
            else:
                found = _one_by_one(items, index, limit, partial(ask, jobs=jobs))
            with closing(found):
                for some in found:
                    yield some
                    index = some.index + len(some)

    return results()


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
            by_kernel = in_bulk and 2 * sum(one.puzzle is not None for one in item.odd.values()) <= len(item)
        yield by_kernel, item


Ask = Callable[..., Generator[Checked, None, None]]


def _one_by_one(
    items: Iterable[Rows | InputPause], first: int, limit: int, ask: Ask
) -> Generator[CheckedRows, None, None]:
    """The results of an engine that is asked about every row: those of a batch, as far as they are there."""
    waiting: deque[Rows] = deque()

    def entries() -> Iterator[Entry]:
        for rows in items:
            if isinstance(rows, Rows):
                waiting.append(rows)
                yield from rows.entries()

    some: list[Checked] = []
    start, end = 0, monotonic() + SECONDS
    with closing(ask(numbered(entries(), first=first))) as results:
        for checked in results:
            some.append(checked)
            stop = start + len(some)
            is_whole = stop == len(waiting[0])
            if is_whole or monotonic() > end:
                nothing = np.zeros(len(some), np.int64), np.zeros((len(some), 2, CELLS), np.uint8)
                found = CheckedRows.open(waiting[0].part(start, stop), some[0].index, "", *nothing, limit)
                for one in some:
                    found._put(one.index - found.index, one)
                yield found
                if is_whole:
                    waiting.popleft()
                start, end, some = 0 if is_whole else stop, monotonic() + SECONDS, []


def _by_kernel(
    items: Iterable[Rows | InputPause], index: int, engine: Engine | None, limit: int, threads: int, ask: Ask
) -> Generator[CheckedRows, None, None]:
    """The results of the kernel; where it left rows open, the engine is asked about these."""
    name = "kernel" if engine is None else engine.name
    level = kernel.chosen_level() if engine is None else str(getattr(engine, "level", None))

    def decided(index: int, rows: Rows, is_cancelled: IsCancelled) -> CheckedRows:
        """In a thread: what the kernel finds, and what the referee says of it; counts below 0 are open."""
        puzzles = rows.puzzles
        if rows.odd:
            puzzles = puzzles.copy()
            puzzles[list(rows.odd)] = _NO_PUZZLE
        search = kernel.start_search(puzzles, limit=limit, budget=BUDGET, level=level)
        is_finished = kernel.finish(search, is_cancelled)
        found = CheckedRows.open(rows, index, name, search.counts, search.solutions, limit)
        if is_finished:
            for place, entry in rows.odd.items():
                if entry.puzzle is None:
                    found._put(place, Checked.of_error(index + place, rows.entry(place)))
            _refuse(found, puzzles)
            _judge(found, puzzles)
        return found

    def completed(found: CheckedRows) -> CheckedRows:
        """Ask the engine about each row that the kernel left open."""
        places = np.flatnonzero(found.counts < 0).tolist()
        if not places:
            return found
        entries = map(found.rows.entry, places)
        with closing(ask(numbered(entries), jobs=1)) as results:
            for place, checked in zip(places, results, strict=True):
                found._put(place, replace(checked, index=found.index + place))
        return found

    with OrderedPool[CheckedRows](threads) as pool:
        for item in items:
            if isinstance(item, Rows):
                pool.submit(partial(decided, index, item))
                index += len(item)
                yield from map(completed, pool.ready_results())
            else:
                yield from map(completed, pool.remaining_results())
        yield from map(completed, pool.remaining_results())


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
    codes = judge_answers(puzzles, found.verdict_codes, found.solutions, rows.answers)
    codes[list(found.others)] = OPEN_ANSWER
    for place, text in rows.odd_answers.items():
        codes[place] = NOT_STORED if text is None else OPEN_ANSWER if text.strip() else CODES["missing"]
    codes[(found.counts < 0) | (found.verdict_codes == VerdictCode.MALFORMED)] = NOT_STORED
    found.stored_codes[:] = np.where(codes == OPEN_ANSWER, NOT_STORED, codes)
    for place in np.flatnonzero(codes == OPEN_ANSWER).tolist():
        found._put(place, with_stored(found.checked(place), rows.answer(place) or ""))


def judge_answers(
    puzzles: NDArray[np.uint8],
    verdicts: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    answers: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Codes of what is to be said of answers: uint8 (n,), OPEN_ANSWER where that is not decided here.

    `puzzles` and `answers` are uint8 (n, 81) in ASCII, `verdicts` uint8 (n,), and `solutions` uint8 (n, 2,
    81) in digits. Most answers are the only solution, so only the others are looked at closely.
    """
    codes = np.full(len(verdicts), OPEN_ANSWER, np.uint8)
    are_found = (answers == solutions[:, 0] + np.uint8(_ZERO)).all(axis=1)
    codes[are_found & (verdicts == VerdictCode.UNIQUE)] = CODES[StoredAnswer.RIGHT]
    rest = np.flatnonzero(codes == OPEN_ANSWER)
    puzzles, verdicts, answers = puzzles[rest], verdicts[rest], answers[rest]
    digits = answers - np.uint8(_ZERO)
    is_digit = (digits >= 1) & (digits <= 9)
    is_grid = is_digit.all(axis=1)
    keeps_clues = ((puzzles == answers) | IS_BLANK[puzzles]).all(axis=1)
    is_solution = is_grid & keeps_clues & are_valid(np.where(is_digit, digits, 0))
    others = codes[rest]
    others[(is_digit | IS_BLANK[answers]).all(axis=1)] = CODES[StoredAnswer.NO_GRID]
    others[is_grid & keeps_clues] = CODES[StoredAnswer.WRONG]
    others[is_grid & ~keeps_clues] = CODES[StoredAnswer.CONTRADICTS_CLUES]
    others[is_grid & (verdicts == VerdictCode.NONE)] = CODES[StoredAnswer.GIVEN_THOUGH_NONE]
    others[is_solution] = OPEN_ANSWER  # it refutes the verdict, unless there are several or all is open
    others[is_solution & (verdicts == VerdictCode.MULTIPLE)] = CODES[StoredAnswer.ONE_OF_SEVERAL]
    codes[rest] = others
    return codes


def are_valid(grids: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which grids hold each digit once in each row, column and box: uint8 (n, 81), digits; bool (n,).

    >>> first = "123456789456789123789123456" "231564897564897231897231564" "312645978645978312978312645"
    >>> are_valid(np.array([list(map(int, first)), [1] * 81], np.uint8)).tolist()
    [True, False]
    """
    bits = (np.uint16(1) << grids.astype(np.uint16)).reshape(-1, 9, 9)
    boxes = bits.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    units = [bits, bits.swapaxes(1, 2), boxes]
    is_valid = np.ones(len(grids), bool)
    for unit in units:
        is_valid &= (np.bitwise_or.reduce(unit, axis=2) == _ALL_DIGITS).all(axis=1)
    return is_valid


def check_many(
    puzzles: Iterable[Puzzle | str | Entry] | NDArray[Any],
    *,
    engine: AnyEngine | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Generator[Checked, None, None]:
    """Check puzzle after puzzle, as `check` does; the results come in order, while the rest is still read.

    Puzzles may be texts, what `sudocube.read` yields, or a column of a data frame; or an array of NumPy, of
    texts (n,) or of integers (n, 81) or (n, 9, 9): digits with 0 for a blank, or symbols in ASCII. What is no
    puzzle gets the verdict `invalid`, and the others go on.

    The compiled kernel decides 9×9 puzzles in batches, the first of them one by one; `jobs` is then the
    number of its threads, by default one for each core. For other sizes and other engines it is the number of
    processes: with 1, all is done in this process; with None, work begins in this process, and goes on with
    all cores if it takes more than a second (see `engines.asking`). An engine that is given as an object
    is made again in each worker, by its name; a function is asked by this process in any case.

    Raises at the call: TypeError for a single puzzle in place of several and for an engine that is none,
    PuzzleError for an array of another shape or type, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here, and ValueError for a timeout that is not a number above
    0, or fewer than one job. While the results are read: TypeError for an item that is no puzzle in any form,
    and EngineError if worker processes cannot be started.

    >>> puzzles = ["1... ..2. .3.. ...4", "11.. .... .... ....", "too short"]
    >>> [str(checked.verdict) for checked in check_many(puzzles)]
    ['unique', 'none', 'invalid']
    """
    check_limits(timeout=timeout, jobs=jobs)
    asked = None if engine is None else as_engine(engine, make_engine)
    items = numbered(puzzles)
    if not serves_in_bulk(asked):
        return check_numbered(items, engine=asked, timeout=timeout, jobs=jobs)
    results = check_rows(
        in_batches(entry for (_, entry), _ in items), engine=asked, timeout=timeout, jobs=jobs
    )

    def each() -> Generator[Checked, None, None]:
        with closing(results):
            for some in results:
                yield from some

    return each()


def in_batches(entries: Iterator[Entry]) -> Iterator[Rows | InputPause]:
    """Entries in batches: one at first, then twice as many each time, as long as they come quickly.

    Where they are slow in coming, or an error ends them, what there is by then is told first.
    """
    size, first = 1, 1
    fault: Exception | None = None
    is_over = False
    while not is_over:
        batch: list[Entry] = []
        end = monotonic() + SECONDS
        is_over = True
        try:
            for entry in entries:
                batch.append(entry)
                if len(batch) >= size or monotonic() > end:
                    is_over = False
                    break
        except Exception as error:  # of the caller's generator, or about an item
            fault = error
        if batch:
            yield rows_of_entries(batch, "argument", first)
        if len(batch) < size or size == 1:
            yield InputPause()
        first += len(batch)
        size = min(2 * size, MOST)
    if fault is not None:
        raise fault
