"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the numbers. A part of a file can be
done anywhere, and more than once: the files of its segments are the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.

A *record* is what is kept of each row so that duplicates can be found, a row of numbers, uint64: the 128-bit
key of the puzzle's class, 64 bits of the key of its text, its place; and only where some file has them, its
rating and the hash of its split. The records of a segment are in order of the first bits of the class key,
the *prefix*. All rows of a class have the same prefix, so that the records of one prefix, of all segments,
tell all there is to know of its classes.

Two rows hold the same puzzle exactly if class key and text key are equal. That two different puzzles have
equal keys by accident can be left out of account: among 10^12 rows, the chance is below 10^-14.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing.columns import coded_texts, hash_of, hashes_of, is_label, numbers_of, texts_of
from sudocube.auditing.flaws import EXAMPLES, FLAWS, Severity
from sudocube.auditing.folders import SharedFolder
from sudocube.auditing.plan import SEGMENT_ROWS, AuditPlan, Part
from sudocube.checking.answers import IS_BLANK, STORED_WORDS, VERDICTS, VerdictCode
from sudocube.checking.batches import CheckedRows, check_rows
from sudocube.errors import SudocubeError
from sudocube.errors import reason_of as words_of
from sudocube.kernel.implementations import finish_forms, start_forms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Puzzle
from sudocube.rows.batch import InputPause, LostRows, Role, Rows, reason_of
from sudocube.rows.data_files import read_rows
from sudocube.rows.text_input import in_utf8

Places: TypeAlias = NDArray[np.uint64]
"""Where rows are, in the order of files and rows: file, row, and four bits for flags."""

Records: TypeAlias = NDArray[np.uint64]

CLASS0, CLASS1, TEXT, PLACE, RATING = range(5)
"""The fields of a record; ratings are float64. Splits are in the last field, 0 for none."""

SEVERE, MINOR, OPEN, UNIQUE = 1, 2, 4, 8
"""Flags in a place: what is wrong with the row by itself, and whether its puzzle is unique."""

FLAG_OF = {Severity.SEVERE: SEVERE, Severity.MINOR: MINOR, Severity.OPEN: OPEN}

_FLAG_BITS, _ROW_BITS, _PREFIX_BITS = 4, 40, 10

PREFIXES = 1 << _PREFIX_BITS

_MOST_LABELS = 1000
"""How many labels of a batch are counted apart, at most: with more of them, the column holds no labels."""

SCHEMA = pa.schema(
    {
        "kind": pa.string(),
        "file": pa.string(),
        "row": pa.int64(),
        "line": pa.int64(),
        "id": pa.string(),
        "puzzle": pa.string(),
        "answer": pa.string(),
        "message": pa.string(),
        "other_file": pa.string(),
        "other_row": pa.int64(),
    }
)
"""The columns of the table of flaws. Rows count from 0, lines from 1."""


def places_of(file: int, rows: NDArray[np.int64], flags: Any = 0) -> Places:  # noqa: ANN401
    """The places of rows of a file."""
    numbers = (np.uint64(file) << np.uint64(_ROW_BITS)) | rows.astype(np.uint64)
    places: Places = (numbers << np.uint64(_FLAG_BITS)) | np.asarray(flags, np.uint64)
    return places


def files_of(place: Places) -> NDArray[np.int64]:
    """The numbers of the files."""
    return (place >> np.uint64(_ROW_BITS + _FLAG_BITS)).astype(np.int64)


def rows_of(place: Places) -> NDArray[np.int64]:
    """The rows in their files, from 0."""
    return (place >> np.uint64(_FLAG_BITS)).astype(np.int64) & ((1 << _ROW_BITS) - 1)


def has_flag(place: Places, flag: int) -> NDArray[np.bool_]:
    """Which rows have a flag, or one of several."""
    flags: NDArray[np.bool_] = (place & np.uint64(flag)) != 0
    return flags


def by_severity(flags: NDArray[Any]) -> dict[str, int]:
    """How many rows have a severe flaw, how many others a minor one, how many of the rest are open."""
    found, rest = dict[str, int](), np.ones(len(flags), bool)
    for severity, flag in FLAG_OF.items():
        rows = rest & has_flag(flags.astype(np.uint64), flag)
        found[f"severity/{severity}"], rest = int(rows.sum()), rest & ~rows
    return found


def field_count(plan: AuditPlan) -> int:
    """How many fields the records of an audit have."""
    return RATING + plan.has(Role.RATING) + plan.has(Role.SPLIT)


@dataclass(frozen=True, slots=True, eq=False)
class Examined:
    """The n rows of a batch, decided, with the keys of their classes.

    `class_keys` is uint64 (n, 2), and `text_keys` the first half of the key of the text, uint64 (n,); where a
    puzzle has no canonical form, its class key is made of its text. `clues` is int64 (n,), -1 for a malformed
    row, and `stored_clues` int64 (n,), -1 where none are stored. `has_form` tells which rows have a canonical
    form.
    """

    checked: CheckedRows
    class_keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    clues: NDArray[np.int64]
    stored_clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]


def examined_rows(checked: CheckedRows, is_cancelled: IsCancelled = bool) -> Examined:
    """The rows with the keys of their classes. Where it is cancelled, what is returned is of no use."""
    rows = checked.rows
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
    return Examined(checked, class_keys, text_keys, clues, stored_clues(rows), has_form)


def clue_counts(rows: Rows) -> NDArray[np.int64]:
    """The numbers of clues, int64 (n,), -1 for a malformed row."""
    counts: NDArray[np.int64] = (~IS_BLANK[rows.puzzles]).sum(axis=1)
    for place, entry in rows.odd.items():
        counts[place] = -1 if entry.puzzle is None else len(entry.puzzle.clues)
    return counts


def _key_of_other(puzzle: Puzzle) -> bytes:
    """The 128-bit key of a puzzle that has no canonical form: of its boxes, its cells and its candidates."""
    said = f"{puzzle.geometry.box_name} {list(puzzle.cells)} {puzzle.candidates}"
    return blake2b(said.encode("ascii"), digest_size=16).digest()


def stored_clues(rows: Rows) -> NDArray[np.int64]:
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
    """What a batch adds to an audit.

    `counts` are numbers of rows by what they have, such as "clues/24". `ratings` has for each number of clues
    how many rows have a rating, the lowest, the highest and the sum. `flaws` has places in the batch by kind.
    `ids` is uint64 (m, 3): hashes and places of rows. `splits` has the names of splits by their hashes.
    """

    examined: Examined
    counts: Counter[str]
    ratings: dict[str, list[float]]
    flaws: dict[str, NDArray[np.int64]]
    records: Records
    ids: Records
    splits: dict[int, str]


def findings_of(examined: Examined, plan: AuditPlan, file: int) -> Findings:
    """What the rows of a batch of a file add to the audit."""
    checked, rows = examined.checked, examined.checked.rows
    are = {flaw.name: flaw.in_rows(examined) for flaw in FLAWS.values() if flaw.in_rows is not None}
    flaws = {kind: np.flatnonzero(some) for kind, some in are.items() if some.any()}
    flags = np.where(checked.verdict_codes == VerdictCode.UNIQUE, np.uint8(UNIQUE), np.uint8(0))
    for kind, places in flaws.items():
        flags[places] |= FLAG_OF[FLAWS[kind].severity]
    is_puzzle = checked.verdict_codes != VerdictCode.MALFORMED
    records = np.empty((len(rows), field_count(plan)), np.uint64)
    records[:, CLASS0 : CLASS1 + 1] = examined.class_keys
    records[:, TEXT] = examined.text_keys
    records[:, PLACE] = places_of(file, np.arange(rows.first, rows.first + len(rows)), flags)
    counts, by_clues = _counts(examined), dict[str, list[float]]()
    counts.update({f"flaws/{kind}": len(places) for kind, places in flaws.items()} | by_severity(flags))
    if plan.has(Role.RATING):
        ratings = np.full(len(rows), np.nan)
        if (column := rows.column(Role.RATING)) is not None:
            ratings, labels = numbers_of(column)
            by_clues = _ratings(ratings[is_puzzle], examined.clues[is_puzzle], labels, counts)
        records[:, RATING] = ratings.view(np.uint64)
    splits = dict[int, str]()
    if plan.has(Role.SPLIT):
        column = rows.column(Role.SPLIT)
        of_file = pa.array([plan.files[file].split or ""] * len(rows))
        texts, at = coded_texts(of_file if column is None else column)
        hashes = [*map(hash_of, texts)]
        splits = {number: text for number, text in zip(hashes, texts, strict=True) if text}
        records[:, -1] = np.array(hashes, np.uint64)[at]
        counts.update(_named("splits", texts, np.bincount(at, minlength=len(texts))))
        counts.pop("splits/", 0)
    ids = np.empty((0, 3), np.uint64)
    if plan.is_audited(file) and (column := rows.column(Role.ID)) is not None:
        hashed = hashes_of(column)
        ids = np.column_stack([hashed, records[:, PLACE]])[hashed.any(axis=1) & is_puzzle]
    return Findings(examined, counts, by_clues, flaws, records[is_puzzle], ids, splits)


def _named(what: str, names: Iterable[object], counts: NDArray[np.int64]) -> dict[str, int]:
    """Numbers of rows by their names, without zeros."""
    return {f"{what}/{name}": count for name, count in zip(names, counts.tolist(), strict=True) if count}


def _counts(examined: Examined) -> Counter[str]:
    """What the batch adds to the numbers, but for flaws and for what stands beside the puzzles."""
    checked, rows = examined.checked, examined.checked.rows
    pairs = [f"{verdict} {word}" for verdict in VERDICTS for word in STORED_WORDS]
    coded = checked.verdict_codes.astype(np.intp) * len(STORED_WORDS) + checked.stored_codes
    clues = np.bincount(examined.clues[examined.clues >= 0])
    found = Counter(
        {
            "rows": len(rows),
            "sizes/3x3": len(rows) - len(rows.odd),
            "without_form/undecided": len(rows) - int(examined.has_form.sum()) - len(rows.odd),
            **_named("answers", pairs, np.bincount(coded, minlength=len(pairs))),
            **_named("clues", range(len(clues)), clues),
        }
    )
    for entry in rows.odd.values():
        if entry.error is not None:
            found[f"malformed_by_reason/{reason_of(entry.error)}"] += 1
        elif entry.puzzle is not None:
            shape = entry.puzzle.geometry
            found[f"sizes/{shape.box_name}"] += 1
            found["without_form/pencilmarks" if shape.size == 9 else "without_form/other_size"] += 1
    return found


def _ratings(
    ratings: NDArray[np.float64], clues: NDArray[np.int64], labels: dict[float, str], counts: Counter[str]
) -> dict[str, list[float]]:
    """The ratings for each number of clues; what is missing, and labels, are put into `counts`."""
    is_given = np.isfinite(ratings) & ~is_label(ratings)
    counts["ratings/missing"] += int(np.isnan(ratings).sum())
    counts["ratings/given"] += int(is_given.sum())
    found, numbers = np.unique(ratings[is_label(ratings)], return_counts=True)
    names = [labels[one] for one in found.tolist()]
    if len(names) > _MOST_LABELS:
        names, numbers = ["(several)"], np.array([numbers.sum()])
    counts.update(_named("labels", names, numbers))
    given, of = ratings[is_given], clues[is_given]
    each = ((number, given[of == number]) for number in np.unique(of).tolist())
    return {str(number): [len(s), float(s.min()), float(s.max()), float(s.sum())] for number, s in each}


def add_ratings(total: dict[str, list[float]], more: dict[str, list[float]]) -> None:
    """Add ratings by numbers of clues to a total.

    >>> add_ratings(total := {"17": [2, 1.0, 3.0, 4.0]}, {"17": [1, 0.5, 0.5, 0.5]})
    >>> total
    {'17': [3, 0.5, 3.0, 4.5]}
    """
    for clues, (rows, lowest, highest, summed) in more.items():
        before = total.get(clues, [0, lowest, highest, 0.0])
        least, most = min(lowest, before[1]), max(highest, before[2])
        total[clues] = [before[0] + rows, least, most, before[3] + summed]


def examine_part(
    plan: AuditPlan,
    part: Part,
    *,
    threads: int | None = None,
    on_rows: Callable[[Part, int, int | None], object] = lambda *_: None,
) -> int:
    """Examine the rows of a part, as far as its segments are not finished; returns how many rows it has.

    `threads` is the number of threads, None for one for each core. `on_rows` is called with the part, a
    number of its rows that are done, and how many bytes of its file were read. What cannot be read is noted
    in the segment; raises OSError where the work folder cannot be written.
    """
    first, found = part.first, _finished_segment(plan, part, part.first)
    while found is not None:
        on_rows(part, found["next"] - first, found["position"])
        first = found["next"]
        if found["is_last"] or first == part.stop:
            return int(first - part.first)
        found = _finished_segment(plan, part, first)
    with closing(_results(plan, part, first, threads or os.cpu_count() or 1)) as results:
        ahead = next(results, None)
        while True:
            segment = _Segment(plan, part, first)
            with segment.writing():
                while ahead is not None and segment.next - first < SEGMENT_ROWS:
                    segment.add(ahead)
                    if isinstance(ahead, Findings):
                        rows = ahead.examined.checked.rows
                        on_rows(part, len(rows), rows.position)
                    ahead = next(results, None)
            segment.finish(is_last=ahead is None and segment.next != part.stop)
            first = segment.next
            if ahead is None:
                return first - part.first


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

    def batches() -> Iterator[Rows | InputPause]:
        for item in _read(plan, part, first):
            if isinstance(item, Rows):
                yield item
            else:
                yield InputPause()  # after it, all rows before are decided
                pool.add_result(item)

    def found(checked: CheckedRows, is_cancelled: IsCancelled) -> Findings:
        return findings_of(examined_rows(checked, is_cancelled), plan, part.file)

    with OrderedPool[Findings | LostRows](threads) as pool:
        for checked in check_rows(batches(), timeout=plan.timeout, jobs=threads, whole=True):
            assert isinstance(checked, CheckedRows)
            pool.submit(partial(found, checked))
            yield from pool.ready_results()
        yield from pool.remaining_results()


def _read(plan: AuditPlan, part: Part, first: int) -> Iterator[Rows | LostRows]:
    """The rows of a part from row `first` on, in batches none of which belongs to two segments."""
    at, end = first, first + SEGMENT_ROWS
    try:
        for item in read_rows(plan.files[part.file], first=first, stop=part.stop, **plan.options):
            if isinstance(item, LostRows):
                at = max(at, item.first + (item.count or 0))
                yield item
                continue
            at = item.first + len(item)
            while end <= item.first:
                end += SEGMENT_ROWS
            if end < at:
                yield item.part(0, end - item.first)
                item = item.part(end - item.first, len(item))
            yield item
    except (OSError, SudocubeError) as error:
        yield LostRows(at, None, words_of(error))


class _Segment:
    """Collects what is found in a segment, from row `first` of a file on."""

    def __init__(self, plan: AuditPlan, part: Part, first: int) -> None:
        self._plan, self._name, self._file = plan, part.segment(first), part.file
        self._is_audited = plan.is_audited(part.file)
        self.next = first
        self._counts, self._shown = Counter[str](), Counter[tuple[str, str | None]]()
        self._records: list[Records] = [np.empty((0, field_count(plan)), np.uint64)]
        self._ids: list[Records] = [np.empty((0, 3), np.uint64)]
        self._said: dict[str, Any] = {
            "name": self._name,
            "file": part.file,
            "first": first,
            "position": None,
            "lost": [],
            "counts": self._counts,
            "ratings": {},
            "splits": {},
            "examples": [],
        }
        self._table: pq.ParquetWriter | None = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The table of flaws is open meanwhile, if there is to be one."""
        with ExitStack() as stack:
            if self._plan.lists_flaws and self._is_audited:
                self._table = stack.enter_context(flaw_table(self._plan.work, f"flaws/{self._name}"))
            yield

    def add(self, found: Findings | LostRows) -> None:
        """Add the rows of the next batch, or note that rows could not be read."""
        if isinstance(found, LostRows):
            lost = {"first": found.first, "rows": found.count, "message": found.message}
            self._said["lost"].append(lost)
            self.next = max(self.next, found.first + (found.count or 0))
            return
        rows = found.examined.checked.rows
        self.next, self._said["position"] = rows.first + len(rows), rows.position
        self._counts.update(found.counts)
        add_ratings(self._said["ratings"], found.ratings)
        self._said["splits"] |= found.splits
        self._records.append(found.records)
        self._ids.append(found.ids)
        if self._is_audited and found.flaws:
            self._add_examples(found)
            if self._table is not None:
                pairs = [(place, kind) for kind, places in found.flaws.items() for place in places.tolist()]
                pairs.sort(key=lambda one: one[0])
                file = self._plan.files[self._file].name
                self._table.write_table(_rows_of_flaws(found.examined, pairs, file))

    def finish(self, *, is_last: bool) -> None:
        """Write all but the table of flaws; raises OSError where it cannot be written."""
        work, records = self._plan.work, np.concatenate(self._records)
        prefix = (records[:, CLASS0] >> np.uint64(64 - _PREFIX_BITS)).astype(np.uint16)
        starts = np.cumsum(np.bincount(prefix, minlength=PREFIXES))
        work.write(f"keys/{self._name}", records.take(np.argsort(prefix, kind="stable"), axis=0).data)
        if (ids := np.concatenate(self._ids)).size:
            work.write(f"ids/{self._name}", ids.data)
        said = self._said | {"next": self.next, "is_last": is_last, "offsets": [0, *starts.tolist()]}
        work.write(f"segments/{self._name}.json", json.dumps(said).encode())

    def _add_examples(self, found: Findings) -> None:
        """Keep the first rows with each flaw, and the first malformed ones for each reason."""
        rows = found.examined.checked.rows
        for kind, places in found.flaws.items():
            for place in (places if kind == "malformed" else places[:EXAMPLES]).tolist():
                fault = rows.fault(place)
                reason = None if fault is None else str(reason_of(fault))
                if self._shown[kind, reason] < EXAMPLES:
                    self._shown[kind, reason] += 1
                    message = _message(kind, found.examined, place)
                    self._said["examples"].append([kind, rows.first + place, reason, message])


@contextmanager
def flaw_table(folder: SharedFolder, name: str) -> Iterator[pq.ParquetWriter]:
    """A writer of a table of flaws, which is complete once the context ends without an error."""
    with folder.writing(name) as file, pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        yield writer


def flaw_rows(**columns: Any) -> pa.Table:  # noqa: ANN401 — sequences or arrays
    """Rows of the table of flaws; a column that is left out is empty."""
    nothing = [None] * len(columns["kind"])
    return pa.table([pa.array(columns.get(one.name, nothing), one.type) for one in SCHEMA], schema=SCHEMA)


def _rows_of_flaws(examined: Examined, found: list[tuple[int, str]], file: str) -> pa.Table:
    """The flaws of a batch, by the places of rows and their kinds, as rows of the table of flaws."""
    rows = examined.checked.rows
    puzzles = {place: rows.puzzle(place) for place, _ in found}
    ids = rows.column(Role.ID)
    names = [None] * len(rows) if ids is None else texts_of(ids)
    return flaw_rows(
        kind=[kind for _, kind in found],
        file=[in_utf8(file)] * len(found),
        row=[rows.first + place for place, _ in found],
        line=[None if rows.lines is None else int(rows.lines[place]) for place, _ in found],
        id=[names[place] for place, _ in found],
        puzzle=[None if puzzles[place] is None else str(puzzles[place]) for place, _ in found],
        answer=[None if (one := rows.answer(place)) is None else in_utf8(one) for place, _ in found],
        message=[_message(kind, examined, place) for place, kind in found],
    )


def _message(kind: str, examined: Examined, place: int) -> str:
    """What the table of flaws says of a row, in a sentence without its place; no answer is judged for it."""
    if (fault := examined.checked.rows.fault(place)) is not None:
        return in_utf8(fault.message)
    if kind == "undecided":
        asked = examined.checked.others.get(place)
        return "not decided" + (f": {asked.reason}" if asked is not None and asked.reason else "")
    if kind == "clue_count_differs":
        return f"stored: {examined.stored_clues[place]} clues; there are {examined.clues[place]}"
    return FLAWS[kind].meaning
