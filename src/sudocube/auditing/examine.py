"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the summary. A part of a file can be
done anywhere, and more than once: the files of its segments are the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing.columns import coded_texts, hashes_of, is_label, number_of, numbers_of
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.keys import (
    CLASS0,
    CLASS1,
    FLAG_OF,
    NO_SPLIT,
    PLACE,
    TEXT,
    UNIQUE,
    Fields,
    Records,
    by_prefix,
    by_severity,
    places_of,
)
from sudocube.auditing.plan import SEGMENT_ROWS, AuditPlan, Part
from sudocube.auditing.telling import flaw_table, row_example, rows_of_flaws
from sudocube.checking.answers import CODE_OF, NOT_STORED, RIGHT, STORED_WORDS, VerdictCode, code_of
from sudocube.checking.batches import CheckedRows, check_rows
from sudocube.checking.one_by_one import Checked
from sudocube.errors import SudocubeError
from sudocube.errors import reason_of as words_of
from sudocube.kernel.implementations import finish_forms, start_forms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows.batch import LostRows, Role, Rows, reason_of
from sudocube.rows.data_files import read_rows

Numbers = dict[str, Any]
"""Part of a summary: numbers by their names, perhaps nested."""

_MOST_LABELS = 1000
"""How many labels of a batch are counted apart, at most: with more of them, the column holds no labels."""


@dataclass(frozen=True, slots=True, eq=False)
class DecidedRows:
    """The rows of a batch, decided.

    `verdicts` is uint8 (n,), VerdictCode, `stored` uint8 (n,), places in STORED_WORDS, and `solutions` uint8
    (n, 2, 81), the first two of each puzzle, 0 where there is none. `asked` holds, by place, what says more
    than the arrays do: puzzles of other sizes, and answers that were judged by themselves.
    """

    rows: Rows
    verdicts: NDArray[np.uint8]
    stored: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    asked: dict[int, Checked]


def decided_rows(
    items: Iterable[Rows | LostRows], *, timeout: float | None, threads: int
) -> Iterator[DecidedRows | LostRows]:
    """The rows in the batches in which they come, decided, and between them what was lost."""
    waiting: deque[Rows | LostRows] = deque()

    def batches() -> Iterator[Rows]:
        for item in items:
            if isinstance(item, LostRows):
                waiting.append(item)
            elif len(item):
                waiting.append(item)
                yield item

    decided, first = None, 0
    with closing(check_rows(batches(), timeout=timeout, jobs=threads)) as results:
        for result in results:
            while isinstance(waiting[0], LostRows):
                yield waiting.popleft()  # type: ignore[misc] # it is one
            rows = waiting[0]
            assert isinstance(rows, Rows)
            if decided is None:
                size, first = len(rows), result.index
                verdicts = np.full(size, VerdictCode.UNKNOWN, np.uint8)
                stored = np.full(size, NOT_STORED, np.uint8)
                decided = DecidedRows(rows, verdicts, stored, np.zeros((size, 2, 81), np.uint8), {})
            start = result.index - first
            end = start + (len(result) if isinstance(result, CheckedRows) else 1)
            _put(decided, start, result)
            if end == len(rows):
                yield decided
                waiting.popleft()
                decided = None
    yield from (one for one in waiting if isinstance(one, LostRows))


def _put(decided: DecidedRows, start: int, result: Checked | CheckedRows) -> None:
    """Note what was found of some rows of the batch, from the place `start` on."""
    if isinstance(result, CheckedRows):
        some = slice(start, start + len(result))
        decided.verdicts[some] = result.verdict_codes
        decided.stored[some] = result.stored_codes
        decided.solutions[some] = result.solutions
        decided.asked.update({start + place: one for place, one in result.others.items()})
        return
    decided.asked[start] = result
    decided.verdicts[start] = CODE_OF[result.verdict]
    if result.stored is not None or result.stored_fault is not None:
        decided.stored[start] = code_of(result.stored)


@dataclass(frozen=True, slots=True, eq=False)
class ExaminedRows(DecidedRows):
    """The n rows of a batch, decided, with the keys of their classes.

    `class_keys` is uint64 (n, 2), and `text_keys` the first half of the key of the text, uint64 (n,); where a
    puzzle has no canonical form, its class key is made of its text. `clues` is int64 (n,), -1 for a malformed
    row, and `stored_clues` int64 (n,), -1 where none are stored. `has_form` tells which rows have a canonical
    form.
    """

    class_keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    clues: NDArray[np.int64]
    stored_clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]

    def found_solutions(self, place: int) -> tuple[Grid, ...]:
        """Up to two solutions of a row's puzzle, passed by the referee; none where the row is right."""
        if place in self.asked:
            return self.asked[place].solutions
        if self.verdicts[place] == VerdictCode.UNIQUE and self.stored[place] in (RIGHT, NOT_STORED):
            return ()
        return tuple(Grid(bytes(cells)) for cells in self.solutions[place].tolist() if any(cells))


def examined_rows(decided: DecidedRows, is_cancelled: IsCancelled = bool) -> ExaminedRows:
    """The rows with the keys of their classes. Where it is cancelled, what is returned is of no use."""
    rows = decided.rows
    puzzles = rows.puzzles
    if rows.odd:
        puzzles = puzzles.copy()
        puzzles[list(rows.odd)] = ord("?")  # no puzzle for the kernel, so that no time is lost with it
    forms = start_forms(puzzles)
    finish_forms(forms, is_cancelled)
    has_form = forms.automorphisms > 0
    class_keys = np.where(has_form[:, None], forms.keys, forms.text_keys)
    text_keys, clues = forms.text_keys[:, 0].copy(), forms.clues.astype(np.int64)
    for place, entry in rows.odd.items():
        has_form[place] = False
        clues[place] = -1 if entry.puzzle is None else len(entry.puzzle.clues)
        if entry.puzzle is not None:
            class_keys[place] = key = np.frombuffer(_key_of_other(entry.puzzle), "<u8")
            text_keys[place] = key[0]
    return ExaminedRows(
        rows,
        decided.verdicts,
        decided.stored,
        decided.solutions,
        decided.asked,
        class_keys,
        text_keys,
        clues,
        _stored_clues(rows),
        has_form,
    )


def _key_of_other(puzzle: Puzzle) -> bytes:
    """The 128-bit key of a puzzle that has no canonical form: of its boxes, its cells and its candidates."""
    shape = puzzle.geometry
    said = f"{shape.box_rows}x{shape.box_columns} {list(puzzle.cells)} {puzzle.candidates}"
    return blake2b(said.encode("ascii"), digest_size=16).digest()


def _stored_clues(rows: Rows) -> NDArray[np.int64]:
    """The numbers of clues that are stored, int64 (n,): whole numbers from 0 on, -1 for anything else."""
    column = rows.column(Role.CLUES)
    if column is None:
        return np.full(len(rows), -1)
    numbers, _ = numbers_of(column)
    with np.errstate(invalid="ignore"):
        is_count = (numbers >= 0) & (numbers == np.floor(numbers)) & (numbers < 1e9)
    return np.where(is_count, numbers, -1.0).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What a batch adds: `numbers` to the summary, `flaws` by kind as places in the batch, records of keys.

    The records have their splits as indices of `splits`. `ids` is uint64 (m, 3): hashes and places of rows.
    """

    examined: ExaminedRows
    numbers: Numbers
    flaws: dict[str, NDArray[np.int64]]
    records: Records
    ids: Records
    splits: list[str]


def findings_of(examined: ExaminedRows, plan: AuditPlan, file: int) -> Findings:
    """What the rows of a batch of a file add to the audit."""
    rows, fields = examined.rows, Fields.of(plan)
    are = {flaw.name: flaw.in_rows(examined) for flaw in FLAWS.values() if flaw.in_rows is not None}
    flaws = {kind: np.flatnonzero(some) for kind, some in are.items() if some.any()}
    flags = np.where(examined.verdicts == VerdictCode.UNIQUE, np.uint8(UNIQUE), np.uint8(0))
    for kind, places in flaws.items():
        flags[places] |= FLAG_OF[FLAWS[kind].severity]
    is_puzzle = examined.verdicts != VerdictCode.MALFORMED
    records = np.empty((len(rows), fields.number), np.uint64)
    records[:, CLASS0 : CLASS1 + 1] = examined.class_keys
    records[:, TEXT] = examined.text_keys
    records[:, PLACE] = places_of(file, np.arange(rows.first, rows.first + len(rows)), flags)
    numbers = _numbers(examined, flaws, flags)
    if fields.rating is not None:
        ratings = np.full(len(rows), np.nan)
        if (column := rows.column(Role.RATING)) is not None:
            ratings, labels = numbers_of(column)
            numbers |= _ratings(ratings[is_puzzle], examined.clues[is_puzzle], labels, column)
        records[:, fields.rating] = ratings.view(np.uint64)
    splits, split_numbers = _splits(rows, plan.files[file].split)
    if fields.split is not None:
        records[:, fields.split] = split_numbers
    if splits:
        counts = np.bincount(split_numbers[split_numbers != NO_SPLIT], minlength=len(splits))
        numbers["splits"] = dict(zip(splits, counts.tolist(), strict=True))
    ids = np.empty((0, 3), np.uint64)
    if plan.is_audited(file) and (column := rows.column(Role.ID)) is not None:
        hashes, has_id = hashes_of(column)
        ids = np.column_stack([hashes, records[:, PLACE]])[has_id & is_puzzle]
    return Findings(examined, numbers, flaws, records[is_puzzle], ids, splits)


def _splits(rows: Rows, of_file: str | None) -> tuple[list[str], NDArray[np.uint32]]:
    """The names of the splits in a batch, sorted, and for each row the number of its split, or NO_SPLIT."""
    column = rows.column(Role.SPLIT)
    if column is None:
        number = NO_SPLIT if of_file is None else 0
        return [] if of_file is None else [of_file], np.full(len(rows), number, np.uint32)
    texts, places = coded_texts(column)
    names = sorted(set(texts) - {""})
    numbers = {name: at for at, name in enumerate(names)} | {"": NO_SPLIT}
    return names, np.array([numbers[text] for text in texts], np.uint32)[places]


def _numbers(
    examined: ExaminedRows, flaws: dict[str, NDArray[np.int64]], flags: NDArray[np.uint8]
) -> Numbers:
    """What the batch adds to the numbers of the summary."""
    rows, is_puzzle = examined.rows, examined.verdicts != VerdictCode.MALFORMED
    by_answer = {
        str(code.verdict): _without_zeros(
            STORED_WORDS, np.bincount(examined.stored[examined.verdicts == code], minlength=len(STORED_WORDS))
        )
        for code in VerdictCode
        if code is not VerdictCode.MALFORMED
    }
    clues = np.bincount(examined.clues[is_puzzle])
    odd = [entry for entry in rows.odd.values() if entry.puzzle is not None]
    shapes = [entry.puzzle.geometry for entry in odd if entry.puzzle is not None]
    without = Counter("pencilmarks" if shape.size == 9 else "other_size" for shape in shapes)
    without["undecided"] = len(rows) - int(examined.has_form.sum()) - len(rows.odd)
    sizes = Counter(f"{shape.box_rows}x{shape.box_columns}" for shape in shapes)
    sizes["3x3"] += len(rows) - len(rows.odd)
    faults = [entry.error for entry in rows.odd.values() if entry.error is not None]
    return {
        "rows": len(rows),
        "by_answer": by_answer,
        "clues": _without_zeros(map(str, range(len(clues))), clues),
        "flaws": {kind: len(places) for kind, places in flaws.items()},
        "by_severity": by_severity(flags),
        "malformed_by_reason": dict(Counter(str(reason_of(fault)) for fault in faults)),
        "sizes": {name: number for name, number in sizes.items() if number},
        "without_form": {name: number for name, number in without.items() if number},
    }


def _without_zeros(names: Iterable[str], counts: NDArray[np.int64]) -> Numbers:
    return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}


def _ratings(
    ratings: NDArray[np.float64],
    clues: NDArray[np.int64],
    labels: list[str],
    column: Any,  # noqa: ANN401
) -> Numbers:
    """How many ratings are missing, what the others are for each number of clues, and how many labels."""
    is_given = np.isfinite(ratings) & ~is_label(ratings)
    given, of = ratings[is_given], clues[is_given]
    by_clues: Numbers = {}
    for number in np.unique(of).tolist():
        some = given[of == number]
        by_clues[str(number)] = [len(some), float(some.min()), float(some.max()), float(some.sum())]
    numbers: Numbers = {"ratings": {"missing": int(np.isnan(ratings).sum()), "by_clues": by_clues}}
    if labels:
        text_of = {number_of(text): text for text in labels}
        found, counts = np.unique(ratings[is_label(ratings)], return_counts=True)
        names = [text_of[one] for one in found.tolist()] if len(found) <= _MOST_LABELS else None
        several = {"(several)": int(counts.sum())}
        numbers["labels"] = dict(zip(names, counts.tolist(), strict=True)) if names is not None else several
    return numbers


def added(first: Numbers, second: Numbers) -> Numbers:
    """The sums of numbers of the same name, in all depths; names that one side alone has are kept.

    Lists are [rows, lowest, highest, sum] of ratings.

    >>> added({"rows": 2, "clues": {"17": 1}}, {"rows": 3, "clues": {"17": 2, "20": 1}})
    {'rows': 5, 'clues': {'17': 3, '20': 1}}
    >>> added({"17": [2, 1.0, 3.0, 4.0]}, {"17": [1, 0.5, 0.5, 0.5]})
    {'17': [3, 0.5, 3.0, 4.5]}
    """
    joined = dict(first)
    for name, value in second.items():
        joined[name] = _joined(joined[name], value) if name in joined else value
    return joined


def _joined(first: Any, second: Any) -> Any:  # noqa: ANN401 -- numbers, lists and dicts of them
    if isinstance(first, dict):
        return added(first, second)
    if isinstance(first, list):
        rows, lowest, highest, total = zip(first, second, strict=True)
        return [sum(rows), min(lowest), max(highest), sum(total)]
    return first + second


OnRows: TypeAlias = Callable[[Part, int, int | None], object]
"""Called with a part, a number of its rows that are done, and how many bytes of its file were read."""


def examine_part(
    plan: AuditPlan, part: Part, *, threads: int | None = None, on_rows: OnRows | None = None
) -> int:
    """Examine the rows of a part, as far as its segments are not finished; returns how many rows it has.

    `threads` is the number of threads, None for one for each core. What cannot be read is noted in the
    segment; raises OSError where the work folder cannot be written.
    """
    first = part.first
    while (finished := _finished_segment(plan, part, first)) is not None:
        if on_rows is not None:
            on_rows(part, finished["next"] - first, finished["position"])
        first = finished["next"]
        if finished["is_last"] or first == part.stop:
            return int(first - part.first)
    writer = _SegmentWriter(plan, part, first)
    try:
        with closing(_results(plan, part, first, threads or os.cpu_count() or 1)) as results:
            for result in results:
                if writer.is_full:
                    writer.finish(is_last=False)
                    writer = _SegmentWriter(plan, part, writer.next_row)
                if isinstance(result, LostRows):
                    writer.add_lost(result)
                else:
                    writer.add(result)
                    if on_rows is not None:
                        on_rows(part, len(result.examined.rows), result.examined.rows.position)
        writer.finish(is_last=writer.next_row != part.stop)
    except BaseException as error:
        writer.abandon(error)
        raise
    return writer.next_row - part.first


def _finished_segment(plan: AuditPlan, part: Part, row: int) -> dict[str, Any] | None:
    """What is known of the segment that begins with a row; None where it is not finished.

    Rows that were lost are read again: the reason may be gone.
    """
    name = f"segments/{part.segment(row)}.json"
    if not plan.work.exists(name):
        return None
    found: dict[str, Any] = json.loads(plan.work.read(name))
    return None if found["lost"] else found


def _results(plan: AuditPlan, part: Part, first: int, threads: int) -> Generator[Findings | LostRows]:
    """What the rows of a part add to the audit, from row `first` on, in order."""

    def found(decided: DecidedRows, is_cancelled: IsCancelled) -> Findings:
        return findings_of(examined_rows(decided, is_cancelled), plan, part.file)

    items = _read(plan, part, first)
    with OrderedPool[Findings | LostRows](threads) as pool:
        for item in decided_rows(items, timeout=plan.timeout, threads=threads):
            if isinstance(item, LostRows):
                pool.add_result(item)
            else:
                pool.submit(partial(found, item))
            yield from pool.ready_results()
        yield from pool.remaining_results()


def _read(plan: AuditPlan, part: Part, first: int) -> Iterator[Rows | LostRows]:
    """The rows of a part from row `first` on, in batches none of which belongs to two segments."""
    begin, at = first, first
    rows = read_rows(plan.files[part.file], first=first, stop=part.stop, **plan.options)
    while True:
        try:
            item = next(rows, None)
        except (OSError, SudocubeError) as error:
            item = LostRows(at, None, words_of(error))
            rows = iter(())
        if item is None:
            return
        if isinstance(item, LostRows):
            yield item
            at = max(at, item.first + (item.count or 0))
            continue
        at = item.first + len(item)
        while item.first + len(item) > begin + SEGMENT_ROWS:
            begin += SEGMENT_ROWS
            if begin > item.first:
                yield item.part(0, begin - item.first)
                item = item.part(begin - item.first, len(item))
        yield item


class _SegmentWriter:
    """Collects a segment, from row `first` of a file on."""

    def __init__(self, plan: AuditPlan, part: Part, first: int) -> None:
        self._plan, self._part, self._file = plan, part, plan.files[part.file]
        self._first = self.next_row = first
        self._fields = Fields.of(plan)
        self._position: int | None = None
        self._numbers: Numbers = {}
        self._records: list[Records] = [np.empty((0, self._fields.number), np.uint64)]
        self._ids: list[Records] = [np.empty((0, 3), np.uint64)]
        self._splits: list[str] = []
        self._lost: list[dict[str, Any]] = []
        self._examples: dict[str, list[dict[str, Any]]] = {}
        self._shown = Counter[tuple[str, str | None]]()
        self._table: pq.ParquetWriter | None = None
        self._open_files = ExitStack()

    @property
    def is_full(self) -> bool:
        """Whether the next rows belong to another segment."""
        return self.next_row - self._first >= SEGMENT_ROWS

    def add(self, findings: Findings) -> None:
        """Add the rows of the next batch."""
        rows = findings.examined.rows
        self.next_row, self._position = rows.first + len(rows), rows.position
        self._numbers = added(self._numbers, findings.numbers)
        self._splits += [name for name in findings.splits if name not in self._splits]
        self._fields.renumber_splits(findings.records, [*map(self._splits.index, findings.splits)])
        self._records.append(findings.records)
        self._ids.append(findings.ids)
        if self._plan.is_audited(self._part.file) and findings.flaws:
            self._add_examples(findings)
            if self._plan.lists_flaws:
                self._opened_table().write_table(rows_of_flaws(findings, self._file))

    def add_lost(self, lost: LostRows) -> None:
        """Note that rows could not be read."""
        self._lost.append({"first": lost.first, "rows": lost.count, "message": lost.message})
        self.next_row = max(self.next_row, lost.first + (lost.count or 0))

    def finish(self, *, is_last: bool) -> None:
        """Write all of it; raises OSError where it cannot be written."""
        name, work = self._part.segment(self._first), self._plan.work
        records, offsets = by_prefix(np.concatenate(self._records))
        self._records.clear()
        work.write(f"keys/{name}.keys", records.data)
        if (ids := np.concatenate(self._ids)).size:
            work.write(f"ids/{name}.ids", ids.data)
        self._open_files.close()
        said = {
            "name": name,
            "file": self._part.file,
            "first": self._first,
            "next": self.next_row,
            "position": self._position,
            "is_last": is_last,
            "is_listed": self._table is not None,
            "lost": self._lost,
            "sum": crc32(records.data) if self._lost else None,  # it is read again: are its keys others then?
            "splits": self._splits,
            "numbers": self._numbers,
            "examples": {kind: self._examples[kind] for kind in FLAWS if kind in self._examples},
            "offsets": offsets.tolist(),
        }
        work.write(f"segments/{name}.json", json.dumps(said).encode())

    def abandon(self, error: BaseException) -> None:
        """Leave no file of flaws that is not finished; `error` is what ended the work."""
        self._open_files.__exit__(type(error), error, error.__traceback__)

    def _opened_table(self) -> pq.ParquetWriter:
        """The table of the flaws of this segment."""
        if self._table is None:
            name = f"flaws/{self._part.segment(self._first)}.parquet"
            file = self._open_files.enter_context(self._plan.work.writing(name))
            self._table = self._open_files.enter_context(flaw_table(file))
        return self._table

    def _add_examples(self, findings: Findings) -> None:
        """Keep the first rows with each flaw, and the first malformed ones for each reason."""
        for kind, places in findings.flaws.items():
            kept = self._examples.setdefault(kind, [])
            for place in (places if kind == "malformed" else places[:EXAMPLES]).tolist():
                fault = findings.examined.rows.fault(place)
                reason = None if fault is None else str(reason_of(fault))
                if self._shown[kind, reason] < EXAMPLES:
                    self._shown[kind, reason] += 1
                    kept.append(row_example(kind, findings.examined, place, self._file))
