"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the numbers. A part of a file can be
done anywhere, and more than once: what its segments say is the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.plan import SEGMENT_ROWS, AuditPlan, DataFile, Part, read_rows
from sudocube.errors import SudocubeError, reason_of
from sudocube.file_names import whole_file
from sudocube.kernel import finish_forms, start_forms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Role
from sudocube.rows.entry import InputPause, in_utf8
from sudocube.verdict import StoredAnswer
from sudocube.verdicts.batches import CODES, NOT_STORED, CheckedRows, VerdictCode, check_rows

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
    keys: keys.Records
    clues: NDArray[np.int64]
    stored_clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]

    @property
    def first(self) -> int:
        """The number of the first row in its file."""
        return self.checked.rows.first

    def are(self, verdict: VerdictCode) -> NDArray[np.bool_]:
        """Which rows have a verdict."""
        return np.equal(self.checked.verdict_codes, verdict)

    def are_stored(self, answer: StoredAnswer) -> NDArray[np.bool_]:
        """Of which stored answers this is to be said."""
        return np.equal(self.checked.stored_codes, CODES[answer])


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


class _Segment:
    """What is found in some rows of a file, up to a million: it grows with each batch.

    `counts` are the numbers of rows by what they have, such as "clues/24", `records` the keys of well-formed
    rows, `splits` the names of splits by their hashes, and `examples` what is told of the first rows that
    have a flaw. `ratings` has of each batch how many are numbers, the lowest, the highest, and their sum.
    All flaws are written to the `table`, if there is one.
    """

    def __init__(self, plan: AuditPlan, part: Part, first: int, table: pq.ParquetWriter | None) -> None:
        self.plan, self.number, self.name, self.end = plan, part.file, part.segment(first), first
        self.file, self.table, self.position = plan.files[part.file], table, 0
        self.counts, self.splits = Counter[str](), dict[str, str]()
        self.records, self.ratings = [np.empty((0, plan.fields), np.uint64)], list[Any]()
        self.lost, self.examples = list[Any](), list[dict[str, Any]]()

    def add(self, found: Examined | LostRows) -> None:
        """Add a batch, or that rows are lost."""
        if isinstance(found, LostRows):
            rows = {"file": self.file.name, "first": found.first, "rows": found.count}
            self.lost.append(rows | {"message": found.message})
            return
        batch, is_puzzle = found.checked.rows, ~found.are(VerdictCode.MALFORMED)
        self.end, self.position = batch.first + len(batch), batch.position or 0
        kinds = [flaw for flaw in FLAWS.values() if flaw.found_in == "rows"]
        flaws = {kind.name: some for kind in kinds if len(some := np.flatnonzero(kind.find(found)))}
        if self.number < self.plan.audited:
            self._tell(found, flaws)
        self._count(found, is_puzzle)
        self._count_names("flaws", {kind: len(some) for kind, some in flaws.items()})
        flags = np.where(found.are(VerdictCode.UNIQUE), np.uint8(keys.UNIQUE), np.uint8(0))
        for kind, some in flaws.items():
            flags[some] |= keys.FLAG_OF[FLAWS[kind].severity]
        places = keys.places_of(self.number, np.arange(batch.first, self.end), flags)
        beside = [self._hashes(batch, role, is_puzzle) for role in self.plan.beside]
        self.records.append(np.column_stack([found.keys, places, *beside])[is_puzzle])

    def _tell(self, found: Examined, flaws: Mapping[str, NDArray[np.int64]]) -> None:
        """Take the first rows with each flaw as examples, and write all of them to the table."""
        rows, listed = found.checked.rows, list[dict[str, Any]]()
        for kind, places in flaws.items():
            first = places[: max(0, EXAMPLES - self.counts[f"flaws/{kind}"])].tolist()
            self.examples += [_in_full(found, place, self.file, kind) for place in first]
            if self.table is not None:
                listed += [told_of_row(rows, place, self.file, kind) for place in places.tolist()]
        if self.table is not None and listed:
            listed.sort(key=lambda row: row["row"])
            self.table.write_table(pa.Table.from_pylist(listed, SCHEMA))

    def _count(self, found: Examined, is_puzzle: NDArray[np.bool_]) -> None:
        """Count verdicts, answers, clues, and why rows are malformed."""
        checked, odd = found.checked, found.checked.rows.odd.values()
        self.counts["rows"] += len(checked)
        self.counts["answered"] += int((checked.stored_codes != NOT_STORED).sum())
        self.counts["without_form"] += int((is_puzzle & ~found.has_form).sum())
        self._count_names("verdicts", checked.verdicts())
        self._count_names("answers", checked.stored())
        self._count_names("clues", dict(enumerate(np.bincount(found.clues[is_puzzle]).tolist())))
        self._count_names("malformed_by_reason", Counter(one.error.reason for one in odd if one.error))

    def _count_names(self, what: str, numbers: Mapping[Any, int]) -> None:
        """Count so many rows for each name; none is without a name."""
        named = {f"{what}/{name}": number for name, number in numbers.items() if number and name != ""}
        self.counts.update(named)

    def _hashes(self, rows: Rows, role: Role, is_puzzle: NDArray[np.bool_]) -> keys.Records:
        """The hashes of what stands beside the puzzles; splits, ratings and labels are counted."""
        column = rows.column(role)
        if column is None and role is Role.SPLIT:
            column = pa.array([self.file.split] * len(rows), pa.string())
        if column is None:
            return np.zeros(len(rows), np.uint64)
        if role is Role.ID:  # there are as many as rows
            return keys.hashes_of(column)
        texts, at = keys.coded_texts(column)
        if role is Role.SPLIT:
            rows_of = np.bincount(at, minlength=len(texts)).tolist()
            self._count_names("splits", dict(zip(texts, rows_of, strict=True)))
            hashes = keys.hashes_of(pa.array(texts))
            self.splits |= dict(zip(map(str, hashes.tolist()), texts, strict=True))
            return hashes[at]
        numbers, rows_of = [*map(keys.number_of, texts)], np.bincount(at[is_puzzle], minlength=len(texts))
        values, counted = np.array(numbers, float), zip(texts, numbers, rows_of.tolist(), strict=True)
        labels = {text: rows for text, number, rows in counted if number is None}
        self._count_names("labels", labels)
        self.counts["ratings/missing"] += int(rows_of[np.isnan(values)].sum()) - sum(labels.values())
        if (is_given := (rows_of > 0) & ~np.isnan(values)).any():
            given, rows_of = values[is_given], rows_of[is_given]
            stated = given.min(), given.max(), given @ rows_of
            self.ratings.append([int(rows_of.sum()), *map(float, stated)])
        pairs = zip(texts, numbers, strict=True)
        same = [text if one is None else "" if one != one else f"{one:.12g}" for text, one in pairs]
        return keys.hashes_of(pa.array(same))[at]

    def write(self) -> dict[str, Any]:
        """Write the records, in order, and then what is found, which is given back, too."""
        records, work = np.concatenate(self.records), self.plan.work
        with whole_file(work / "keys" / self.name, is_shared=True) as file:
            file.write(records[np.argsort(records[:, keys.CLASS0])].data)
        names = ("end", "position", "counts", "splits", "ratings", "lost", "examples")
        found = {"file": self.number, **{name: getattr(self, name) for name in names}}
        with whole_file(work / "segments" / f"{self.name}.json", is_shared=True) as file:
            file.write(json.dumps(found).encode())
        return found


def examine_part(plan: AuditPlan, part: Part, threads: int = 1) -> Iterator[dict[str, Any]]:
    """Examine the rows of a part, as far as its segments are not finished; what is found in each segment.

    After all others comes one without rows, unless it is known where the part ends. What cannot be read is
    noted in the segment; raises OSError where the work folder cannot be written.
    """
    first, is_lost = part.first, False
    while (path := plan.work / "segments" / f"{part.segment(first)}.json").exists():
        segment: dict[str, Any] = json.loads(path.read_bytes())
        if segment["lost"]:  # the reason may be gone
            break
        yield segment
        if segment["end"] in (first, part.stop):
            return
        first = segment["end"]
    with closing(_examined(plan, part, first, threads)) as results:
        for number, some in groupby(results, lambda one: (one.first - part.first) // SEGMENT_ROWS):
            yield (segment := _written(plan, part, part.first + number * SEGMENT_ROWS, some))
            first, is_lost = segment["end"], bool(segment["lost"])
    if first != part.stop and not is_lost:
        yield _written(plan, part, first, ())


def _written(plan: AuditPlan, part: Part, first: int, found: Iterable[Examined | LostRows]) -> dict[str, Any]:
    """Write the segment that begins with row `first` of a file; what is found in it. Raises OSError."""
    name = part.segment(first)
    with flaw_table(plan.work / "flaws" / name) if plan.output is not None else nullcontext() as table:
        segment = _Segment(plan, part, first, table)
        for one in found:
            segment.add(one)
    return segment.write()


def _examined(plan: AuditPlan, part: Part, first: int, threads: int) -> Generator[Examined | LostRows]:
    """The rows of a part from row `first` on, examined, in order."""

    def batches() -> Iterator[Rows | InputPause]:
        """The rows as they are read; none of these belong to two segments."""
        at = first
        try:
            for item in read_rows(plan.files[part.file], plan.reading, first=first, stop=part.stop):
                if isinstance(item, Rows):
                    at = item.first + len(item)
                    for begin in range(-((item.first - part.first) % SEGMENT_ROWS), len(item), SEGMENT_ROWS):
                        yield item.part(max(begin, 0), min(begin + SEGMENT_ROWS, len(item)))
                else:
                    at = max(at, item.first + (item.count or 0))
                    yield InputPause()  # after it, all rows before are decided
                    pool.add_result(item)
        except (OSError, SudocubeError) as error:
            yield InputPause()
            pool.add_result(LostRows(at, None, reason_of(error)))

    decided = check_rows(batches(), timeout=plan.timeout, jobs=threads)
    with OrderedPool[Examined | LostRows](threads) as pool, closing(decided):
        for checked in decided:
            pool.submit(partial(examined_rows, checked))
            yield from pool.ready_results()
        yield from pool.remaining_results()


@contextmanager
def flaw_table(path: Path, *, is_shared: bool = True) -> Iterator[pq.ParquetWriter]:
    """A writer of a table of flaws, which is complete once the context ends without an error."""
    with (
        whole_file(path, is_shared=is_shared) as file,
        pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer,
    ):
        yield writer


def told_of_row(rows: Rows, place: int, file: DataFile, kind: str) -> dict[str, Any]:
    """What is told of a row with this kind of flaw: the fields of an `Example`, and those of SCHEMA."""
    puzzle, answer, split = rows.puzzle(place), rows.answer(place), file.split
    fault = rows.odd[place].error if place in rows.odd else None
    if rows.column(Role.SPLIT) is not None:
        split = keys.text_in(rows, Role.SPLIT, place) or None
    return {
        "kind": kind,
        "file": in_utf8(file.name),
        "row": rows.first + place,
        "line": None if rows.lines is None else int(rows.lines[place]),
        "id": keys.text_in(rows, Role.ID, place),
        "split": split,
        "rating": keys.text_in(rows, Role.RATING, place),
        "box": None if puzzle is None else puzzle.geometry.box_name,
        "puzzle": None if puzzle is None else str(puzzle),
        "answer": None if answer is None else in_utf8(answer),
        "solutions": [],
        "message": FLAWS[kind].title if fault is None else in_utf8(fault.message),
        "other": None,
    }


def _in_full(found: Examined, place: int, file: DataFile, kind: str) -> dict[str, Any]:
    """The same with what is wrong in the row, and solutions of its puzzle."""
    told, result = told_of_row(found.checked.rows, place, file, kind), found.checked.checked(place)
    why = {
        "answer": result.stored_fault,
        "undecided": result.reason,
        "clues": f"stored: {found.stored_clues[place]} clues; there are {found.clues[place]}",
    }.get(FLAWS[kind].group)
    return told | {"solutions": [*map(str, result.solutions)], "message": in_utf8(why or told["message"])}
