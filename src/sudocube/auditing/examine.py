"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the numbers. A part of a file can be
done anywhere, and more than once: the files of its segments are the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.keys import Records, coded_texts, hash_of, hashes_of, is_label, numbers_of, text_in
from sudocube.auditing.plan import SEGMENT_ROWS, AuditPlan, DataFile, Part, SharedFolder, read_rows
from sudocube.errors import SudocubeError, reason_of
from sudocube.kernel.implementations import finish_forms, start_forms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Role
from sudocube.rows.entry import InputPause
from sudocube.rows.symbols import in_utf8
from sudocube.verdict import StoredAnswer
from sudocube.verdicts.batches import (
    STORED_WORDS,
    VERDICTS,
    CheckedRows,
    VerdictCode,
    check_rows,
    code_of,
)

_MOST_LABELS = 1000
"""How many labels of a batch are counted apart, at most: with more of them, the column holds no labels."""

_COLUMNS = ("kind", "file", "row", "line", "id", "puzzle", "answer", "message", "other_file", "other_row")
_NUMBERS = ("row", "line", "other_row")
SCHEMA = pa.schema([(name, pa.int64() if name in _NUMBERS else pa.string()) for name in _COLUMNS])
"""The columns of the table of flaws. Rows count from 0, lines from 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Examined:
    """The n rows of a batch, decided, with the keys of their classes.

    `keys` is uint64 (n, 3): the key of the class, and the first half of that of the text; where a puzzle has
    no canonical form, the key of its class is made of its text. `clues` is int64 (n,), -1 for a malformed
    row, and `stored_clues` int64 (n,), -1 where none are stored. `has_form` tells which rows have a canonical
    form.
    """

    checked: CheckedRows
    keys: Records
    clues: NDArray[np.int64]
    stored_clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]

    def are(self, verdict: VerdictCode) -> NDArray[np.bool_]:
        """Which rows have a verdict."""
        return np.equal(self.checked.verdict_codes, verdict)

    def are_stored(self, answer: StoredAnswer) -> NDArray[np.bool_]:
        """Of which stored answers this is to be said."""
        return np.equal(self.checked.stored_codes, code_of(answer))


def examined_rows(checked: CheckedRows, is_cancelled: IsCancelled = bool) -> Examined:
    """The rows with the keys of their classes. Where it is cancelled, what is returned is of no use."""
    rows = checked.rows
    puzzles = rows.puzzles
    if rows.odd:
        puzzles = puzzles.copy()
        puzzles[list(rows.odd)] = ord("?")  # no puzzle for the kernel, so that no time is lost with it
    forms = start_forms(puzzles)
    finish_forms(forms, is_cancelled)
    has_form, clues = forms.automorphisms > 0, forms.clues.astype(np.int64)
    of_classes = np.where(has_form[:, None], forms.keys, forms.text_keys)
    found = np.concatenate([of_classes, forms.text_keys[:, :1]], axis=1)
    for place, entry in rows.odd.items():
        has_form[place], clues[place] = False, -1
        if (puzzle := entry.puzzle) is not None:
            said = f"{puzzle.geometry.box_name} {list(puzzle.cells)} {puzzle.candidates}"
            key = np.frombuffer(blake2b(said.encode("ascii"), digest_size=16).digest(), "<u8")
            found[place], clues[place] = [*key, key[0]], len(puzzle.clues)
    return Examined(checked, found, clues, keys.stored_clues(rows), has_form)


class Findings(NamedTuple):
    """What a batch of rows adds to an audit; `first` is the number of its first row.

    `counts` are numbers of rows by what they have, such as "clues/24". `ratings` has how many rows have a
    rating, the lowest, the highest and the sum, or nothing. `ids` is uint64 (m, 3): hashes and
    places of rows. `splits` has the names of splits by their hashes, `flaws` the places in the batch of the
    rows with each flaw.
    """

    first: int
    examined: Examined
    counts: Counter[str]
    ratings: list[float]
    records: Records
    ids: Records
    splits: dict[int, str]
    flaws: dict[str, NDArray[np.int64]]


def findings_of(examined: Examined, plan: AuditPlan, file: int) -> Findings:
    """What the rows of a batch of a file add to the audit."""
    checked, rows = examined.checked, examined.checked.rows
    are = {flaw.name: flaw.find(examined) for flaw in FLAWS.values() if not flaw.in_classes}
    flaws = {kind: np.flatnonzero(some) for kind, some in are.items() if some.any()}
    flags = np.where(checked.verdict_codes == VerdictCode.UNIQUE, np.uint8(keys.UNIQUE), np.uint8(0))
    for kind, places in flaws.items():
        flags[places] |= keys.FLAG_OF[FLAWS[kind].severity]
    is_puzzle = checked.verdict_codes != VerdictCode.MALFORMED
    records = np.empty((len(rows), plan.fields), np.uint64)
    records[:, : keys.PLACE] = examined.keys
    records[:, keys.PLACE] = keys.places_of(file, np.arange(rows.first, rows.first + len(rows)), flags)
    counts, of_ratings = _counts(examined), list[float]()
    counts.update({f"flaws/{kind}": len(places) for kind, places in flaws.items()})
    if plan.has(Role.RATING):
        ratings = np.full(len(rows), np.nan)
        if (column := rows.column(Role.RATING)) is not None:
            ratings, labels = numbers_of(column)
            of_ratings = _ratings(ratings[is_puzzle], labels, counts)
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
    ids, is_audited = np.empty((0, 3), np.uint64), file < plan.audited
    if is_audited and (column := rows.column(Role.ID)) is not None:
        hashed = hashes_of(column)
        ids = np.column_stack([hashed, records[:, keys.PLACE]])[hashed.any(axis=1) & is_puzzle]
    flaws = flaws if is_audited else {}
    return Findings(rows.first, examined, counts, of_ratings, records[is_puzzle], ids, splits, flaws)


def _named(what: str, names: Iterable[object], counts: NDArray[np.int64]) -> dict[str, int]:
    """Numbers of rows by their names, without zeros."""
    return {f"{what}/{name}": count for name, count in zip(names, counts.tolist(), strict=True) if count}


def _counts(examined: Examined) -> Counter[str]:
    """What the batch adds to the numbers, but for flaws and for what stands beside the puzzles."""
    checked, rows = examined.checked, examined.checked.rows
    pairs = [f"{verdict}/{word}" for verdict in VERDICTS for word in STORED_WORDS]
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
            found[f"malformed_by_reason/{entry.error.reason}"] += 1
        elif entry.puzzle is not None:
            shape = entry.puzzle.geometry
            found[f"sizes/{shape.box_name}"] += 1
            found["without_form/pencilmarks" if shape.size == 9 else "without_form/other_size"] += 1
    return found


def _ratings(ratings: NDArray[np.float64], labels: dict[float, str], counts: Counter[str]) -> list[float]:
    """How many ratings there are, and what they are; what is missing, and labels, are put into `counts`."""
    is_given = np.isfinite(ratings) & ~is_label(ratings)
    counts["ratings/missing"] += int(np.isnan(ratings).sum())
    counts["ratings/given"] += int(is_given.sum())
    found, numbers = np.unique(ratings[is_label(ratings)], return_counts=True)
    names = [labels[one] for one in found.tolist()]
    if len(names) > _MOST_LABELS:
        names, numbers = ["(several)"], np.array([numbers.sum()])
    counts.update(_named("labels", names, numbers))
    given = ratings[is_given]
    return [len(given), *map(float, (given.min(), given.max(), given.sum()))] if len(given) else []


def added_ratings(one: list[float], other: list[float]) -> list[float]:
    """The ratings of both.

    >>> added_ratings([2, 1.0, 3.0, 4.0], [1, 0.5, 0.5, 0.5])
    [3, 0.5, 3.0, 4.5]
    """
    if not one or not other:
        return one or other
    return [one[0] + other[0], min(one[1], other[1]), max(one[2], other[2]), one[3] + other[3]]


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
    done, names = 0, {*plan.work.names("segments")}
    for first in range(part.first, part.stop or sys.maxsize, SEGMENT_ROWS):
        name = f"{part.segment(first)}.json"
        found: dict[str, Any] = json.loads(plan.work.read(f"segments/{name}")) if name in names else {}
        if not found or found["lost"]:  # the reason may be gone
            break
        rows = int(found["counts"].get("rows", 0))
        done += rows
        on_rows(part, rows, found["position"])
        if rows < SEGMENT_ROWS:  # it is the last one
            return done
    else:
        return done
    with closing(_results(plan, part, first, threads or os.cpu_count() or 1)) as results:
        rows, at = SEGMENT_ROWS, first
        for number, some in groupby(results, lambda one: (one.first - part.first) // SEGMENT_ROWS):
            at = part.first + number * SEGMENT_ROWS
            rows = _write_segment(plan, part, at, some, on_rows)
            done, at = done + rows, at + SEGMENT_ROWS
    if rows == SEGMENT_ROWS and at != part.stop:
        _write_segment(plan, part, at, (), on_rows)  # so that the next run does not look for more
    return done


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
    at = first
    try:
        for item in read_rows(plan.files[part.file], plan.reading, first=first, stop=part.stop):
            if isinstance(item, LostRows):
                at = max(at, item.first + (item.count or 0))
                yield item
                continue
            at = item.first + len(item)
            begin = -((item.first - part.first) % SEGMENT_ROWS)
            for start in range(begin, len(item), SEGMENT_ROWS):
                here = max(start, 0), min(start + SEGMENT_ROWS, len(item))
                yield item if here == (0, len(item)) else item.part(*here)
    except (OSError, SudocubeError) as error:
        yield LostRows(at, None, reason_of(error))


def _write_segment(
    plan: AuditPlan, part: Part, first: int, results: Iterable[Findings | LostRows], on_rows: OnRows
) -> int:
    """Write the segment that begins with row `first` of a file; how many rows it has. Raises OSError."""
    name, file = part.segment(first), plan.files[part.file]
    counts, shown = Counter[str](), Counter[tuple[str, str | None]]()
    records, ids = [np.empty((0, plan.fields), np.uint64)], [np.empty((0, 3), np.uint64)]
    said: dict[str, Any] = {"lost": [], "ratings": [], "splits": {}, "examples": [], "position": None}
    with flaw_table(plan.work, f"flaws/{name}") if plan.output is not None else nullcontext() as table:
        for found in results:
            if isinstance(found, LostRows):
                said["lost"].append({"first": found.first, "rows": found.count, "message": found.message})
                continue
            rows = found.examined.checked.rows
            said["position"] = rows.position
            counts.update(found.counts)
            said["ratings"] = added_ratings(said["ratings"], found.ratings)
            said["splits"] |= found.splits
            records.append(found.records)
            ids.append(found.ids)
            told = [*_flawed_rows(found, file, shown, in_full=table is not None)]
            said["examples"] += [row for row, is_example in told if is_example]
            if table is not None and told:
                in_order = sorted((row for row, _ in told), key=lambda row: row["row"])
                table.write_table(pa.Table.from_pylist(in_order, SCHEMA))
            on_rows(part, len(rows), rows.position)
    all_records = np.concatenate(records)
    prefix = (all_records[:, keys.CLASS0] >> np.uint64(54)).astype(np.uint16)
    offsets = [0, *np.cumsum(np.bincount(prefix, minlength=keys.PREFIXES)).tolist()]
    plan.work.write(f"keys/{name}", all_records.take(np.argsort(prefix, kind="stable"), axis=0).data)
    if plan.has(Role.ID):
        plan.work.write(f"ids/{name}", np.concatenate(ids).data)
    said |= {"name": name, "file": part.file, "counts": counts, "offsets": offsets}
    plan.work.write(f"segments/{name}.json", json.dumps(said).encode())
    return counts["rows"]


@contextmanager
def flaw_table(folder: SharedFolder, name: str) -> Iterator[pq.ParquetWriter]:
    """A writer of a table of flaws, which is complete once the context ends without an error."""
    with folder.writing(name) as file, pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        yield writer


def first_examples(
    examples: Iterable[dict[str, Any]], shown: Counter[tuple[str, str | None]]
) -> Iterator[dict[str, Any]]:
    """The first EXAMPLES of these with the same kind and reason, of which so many are `shown` already."""
    for one in examples:
        shown[one["kind"], one["reason"]] += 1
        if shown[one["kind"], one["reason"]] <= EXAMPLES:
            yield one


def _flawed_rows(
    found: Findings, file: DataFile, shown: Counter[tuple[str, str | None]], *, in_full: bool
) -> Iterator[tuple[dict[str, Any], bool]]:
    """What is told of the flaws of a batch, and whether it is an example: the first few of a kind and reason.

    `shown` says how many there were before. Without `in_full`, there are only the examples.
    """
    checked = found.examined.checked
    for kind, places in found.flaws.items():
        is_malformed = kind == "malformed"  # of others there are no several reasons
        for place in (places if in_full or is_malformed else places[:EXAMPLES]).tolist():
            fault = checked.rows.fault(place)
            reason, message = None if fault is None else fault.reason, FLAWS[kind].title
            shown[kind, reason] += 1
            is_example, solutions = shown[kind, reason] <= EXAMPLES, list[str]()
            if not is_example and not in_full:
                continue
            if fault is not None:
                message = in_utf8(fault.message)
            elif kind == "undecided" and (asked := checked.others.get(place)) and asked.reason:
                message = f"not decided: {asked.reason}"
            elif kind == "clue_count_differs":
                stored, there = found.examined.stored_clues[place], found.examined.clues[place]
                message = f"stored: {stored} clues; there are {there}"
            elif is_example and (group := FLAWS[kind].group) in ("not_unique", "answer"):
                result = checked.checked(place)
                solutions = [str(grid) for grid in result.solutions]
                if result.stored_fault and group == "answer":
                    message = in_utf8(result.stored_fault)
            told = {"kind": kind, **told_of_row(checked.rows, place, file), "reason": reason}
            yield told | {"message": message, "solutions": solutions}, is_example


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
