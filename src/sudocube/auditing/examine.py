"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the numbers. A part of a file can be
done anywhere, and more than once: the files of its segments are the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.keys import Records, coded_texts, hash_of, hashes_of, is_label, numbers_of, text_in
from sudocube.auditing.plan import SEGMENT_ROWS, AuditPlan, DataFile, Part, SharedFolder, read_rows
from sudocube.errors import SudocubeError
from sudocube.errors import reason_of as words_of
from sudocube.kernel.implementations import finish_forms, start_forms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Puzzle
from sudocube.rows.batch import LostRows, Rows, reason_of
from sudocube.rows.columns import Role
from sudocube.rows.entry import InputPause
from sudocube.rows.symbols import in_utf8
from sudocube.verdicts.batches import STORED_WORDS, VERDICTS, CheckedRows, VerdictCode, check_rows

_MOST_LABELS = 1000
"""How many labels of a batch are counted apart, at most: with more of them, the column holds no labels."""

_COLUMNS = ("kind", "file", "row", "line", "id", "puzzle", "answer", "message", "other_file", "other_row")
_NUMBERS = ("row", "line", "other_row")
SCHEMA = pa.schema([(name, pa.int64() if name in _NUMBERS else pa.string()) for name in _COLUMNS])
"""The columns of the table of flaws. Rows count from 0, lines from 1."""


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
    text_keys = forms.text_keys[:, 0].copy()
    clues = forms.clues.astype(np.int64)
    for place, entry in rows.odd.items():
        has_form[place], clues[place] = False, -1 if entry.puzzle is None else len(entry.puzzle.clues)
        if entry.puzzle is not None:
            class_keys[place] = key = np.frombuffer(_key_of_other(entry.puzzle), "<u8")
            text_keys[place] = key[0]
    return Examined(checked, class_keys, text_keys, clues, stored_clues(rows), has_form)


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


class Findings(NamedTuple):
    """What a batch of rows adds to an audit.

    `counts` are numbers of rows by what they have, such as "clues/24". `ratings` has for each number of clues
    how many rows have a rating, the lowest, the highest and the sum. `ids` is uint64 (m, 3): hashes and
    places of rows. `splits` has the names of splits by their hashes, `flaws` the places in the batch of the
    rows with each flaw. `listed` are rows of the table of flaws, if it is wanted.
    """

    examined: Examined
    counts: Counter[str]
    ratings: dict[str, list[float]]
    records: Records
    ids: Records
    splits: dict[int, str]
    flaws: dict[str, NDArray[np.int64]]
    listed: pa.Table | None


def findings_of(examined: Examined, plan: AuditPlan, file: int) -> Findings:
    """What the rows of a batch of a file add to the audit."""
    checked, rows = examined.checked, examined.checked.rows
    are = {flaw.name: flaw.in_rows(examined) for flaw in FLAWS.values() if flaw.in_rows is not None}
    flaws = {kind: np.flatnonzero(some) for kind, some in are.items() if some.any()}
    flags = np.where(checked.verdict_codes == VerdictCode.UNIQUE, np.uint8(keys.UNIQUE), np.uint8(0))
    for kind, places in flaws.items():
        flags[places] |= keys.FLAG_OF[FLAWS[kind].severity]
    is_puzzle = checked.verdict_codes != VerdictCode.MALFORMED
    records = np.empty((len(rows), keys.field_count(plan)), np.uint64)
    records[:, keys.CLASS0 : keys.CLASS1 + 1] = examined.class_keys
    records[:, keys.TEXT] = examined.text_keys
    records[:, keys.PLACE] = keys.places_of(file, np.arange(rows.first, rows.first + len(rows)), flags)
    counts, by_clues = _counts(examined), dict[str, list[float]]()
    counts.update({f"flaws/{kind}": len(places) for kind, places in flaws.items()} | keys.by_severity(flags))
    if plan.has(Role.RATING):
        ratings = np.full(len(rows), np.nan)
        if (column := rows.column(Role.RATING)) is not None:
            ratings, labels = numbers_of(column)
            by_clues = _ratings(ratings[is_puzzle], examined.clues[is_puzzle], labels, counts)
        records[:, keys.RATING] = ratings.view(np.uint64)
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
    ids, listed = np.empty((0, 3), np.uint64), None
    if plan.is_audited(file):
        if (column := rows.column(Role.ID)) is not None:
            hashed = hashes_of(column)
            ids = np.column_stack([hashed, records[:, keys.PLACE]])[hashed.any(axis=1) & is_puzzle]
        if plan.lists_flaws and flaws:
            listed = _listed(examined, flaws, plan.files[file])
    flaws = flaws if plan.is_audited(file) else {}
    return Findings(examined, counts, by_clues, records[is_puzzle], ids, splits, flaws, listed)


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


OnRows: TypeAlias = Callable[[Part, int, int | None], object]
"""Called with a part, a number of its rows that are done, and how many bytes of its file were read."""


def examine_part(
    plan: AuditPlan,
    part: Part,
    *,
    threads: int | None = None,
    on_rows: OnRows = lambda *_: None,
) -> int:
    """Examine the rows of a part, as far as its segments are not finished; returns how many rows it has.

    `threads` is the number of threads, None for one for each core. What cannot be read is noted in the
    segment; raises OSError where the work folder cannot be written.
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
            first, ahead = _write_segment(plan, part, first, ahead, results, on_rows)
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

    decided = check_rows(batches(), timeout=plan.timeout, jobs=threads)
    with OrderedPool[Findings | LostRows](threads) as pool, closing(decided):
        for checked in decided:
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


def _write_segment(
    plan: AuditPlan,
    part: Part,
    first: int,
    ahead: Findings | LostRows | None,
    results: Iterator[Findings | LostRows],
    on_rows: OnRows,
) -> tuple[int, Findings | LostRows | None]:
    """Write a segment, from row `first` of a file on, of what is `ahead` and the results after it.

    Returns the first row of the next one, and what of it is ahead. Raises OSError.
    """
    name, row = part.segment(first), first
    counts, shown = Counter[str](), Counter[tuple[str, str | None]]()
    records, ids = [np.empty((0, keys.field_count(plan)), np.uint64)], [np.empty((0, 3), np.uint64)]
    said: dict[str, Any] = {"lost": [], "ratings": {}, "splits": {}, "examples": [], "position": None}
    with flaw_table(plan.work, f"flaws/{name}") if plan.lists_flaws else nullcontext() as table:
        while ahead is not None and row - first < SEGMENT_ROWS:
            if isinstance(ahead, LostRows):
                said["lost"].append({"first": ahead.first, "rows": ahead.count, "message": ahead.message})
                row = max(row, ahead.first + (ahead.count or 0))
            else:
                rows = ahead.examined.checked.rows
                row, said["position"] = rows.first + len(rows), rows.position
                counts.update(ahead.counts)
                add_ratings(said["ratings"], ahead.ratings)
                said["splits"] |= ahead.splits
                said["examples"] += _examples(ahead, plan.files[part.file], shown)
                records.append(ahead.records)
                ids.append(ahead.ids)
                if table is not None and ahead.listed is not None:
                    table.write_table(ahead.listed)
                on_rows(part, len(rows), rows.position)
            ahead = next(results, None)
    all_records = np.concatenate(records)
    prefix = keys.prefix_of(all_records)
    offsets = [0, *np.cumsum(np.bincount(prefix, minlength=keys.PREFIXES)).tolist()]
    plan.work.write(f"keys/{name}", all_records.take(np.argsort(prefix, kind="stable"), axis=0).data)
    if plan.has(Role.ID):
        plan.work.write(f"ids/{name}", np.concatenate(ids).data)
    said |= {"name": name, "file": part.file, "next": row, "counts": counts, "offsets": offsets}
    said["is_last"] = ahead is None and row != part.stop
    plan.work.write(f"segments/{name}.json", json.dumps(said).encode())
    return row, ahead


def first_examples(
    examples: Iterable[dict[str, Any]], shown: Counter[tuple[str, str]]
) -> list[dict[str, Any]]:
    """The first EXAMPLES of these with the same kind and reason, of which so many are `shown` already."""
    kept = []
    for one in examples:
        shown[one["kind"], one["reason"]] += 1
        if shown[one["kind"], one["reason"]] <= EXAMPLES:
            kept.append(one)
    return kept


@contextmanager
def flaw_table(folder: SharedFolder, name: str) -> Iterator[pq.ParquetWriter]:
    """A writer of a table of flaws, which is complete once the context ends without an error."""
    with folder.writing(name) as file, pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        yield writer


def _listed(examined: Examined, flaws: dict[str, NDArray[np.int64]], file: DataFile) -> pa.Table:
    """The flaws of a batch as rows of the table of flaws, in the order of the rows."""
    found = [(place, kind) for kind, places in flaws.items() for place in places.tolist()]
    found.sort(key=lambda one: one[0])
    rows = examined.checked.rows
    told = [
        {"kind": kind, **told_of_row(rows, place, file), **_message(kind, examined, place)}
        for place, kind in found
    ]
    return pa.Table.from_pylist(told, SCHEMA)


def _examples(
    found: Findings, file: DataFile, shown: Counter[tuple[str, str | None]]
) -> Iterator[dict[str, Any]]:
    """Examples of the flaws of a batch, as far as not EXAMPLES of the same kind and reason are `shown`."""
    checked = found.examined.checked
    for kind, places in found.flaws.items():
        for place in places.tolist():
            said = _message(kind, found.examined, place)
            if shown[kind, said["reason"]] == EXAMPLES:
                if kind != "malformed":  # of others there are no several reasons
                    break
                continue
            shown[kind, said["reason"]] += 1
            one = {"kind": kind, **told_of_row(checked.rows, place, file), **said, "solutions": []}
            if (group := FLAWS[kind].group) in ("not_unique", "answer"):
                result = checked.checked(place)
                one["solutions"] = [str(grid) for grid in result.solutions]
                if result.stored_fault and group == "answer":
                    one["message"] = in_utf8(result.stored_fault)
            yield one


def told_of_row(rows: Rows, place: int, file: DataFile) -> dict[str, Any]:
    """What is told of a row, whatever its flaw."""
    puzzle, answer, split = rows.puzzle(place), rows.answer(place), file.split
    if rows.column(Role.SPLIT) is not None:
        split = text_in(rows, Role.SPLIT, place) or None
    return {
        "file": in_utf8(file.name),
        "row": rows.first + place,
        "line": None if rows.lines is None else int(rows.lines[place]),
        "id": text_in(rows, Role.ID, place),
        "split": split,
        "box": None if puzzle is None else puzzle.geometry.box_name,
        "puzzle": None if puzzle is None else str(puzzle),
        "answer": None if answer is None else in_utf8(answer),
    }


def _message(kind: str, examined: Examined, place: int) -> dict[str, str | None]:
    """Why a row is malformed, and what is said of it in a sentence without its place."""
    reason, message = None, FLAWS[kind].title
    if (fault := examined.checked.rows.fault(place)) is not None:
        reason, message = str(reason_of(fault)), in_utf8(fault.message)
    elif kind == "undecided" and (asked := examined.checked.others.get(place)) and asked.reason:
        message = f"not decided: {asked.reason}"
    elif kind == "clue_count_differs":
        message = f"stored: {examined.stored_clues[place]} clues; there are {examined.clues[place]}"
    return {"reason": reason, "message": message}
