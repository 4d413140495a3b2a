"""The first stage of an audit: rows are read and examined, and what is found out is written in segments.

Of a batch there are verdicts, stored answers, keys, and what they add to the numbers. A part of a file can be
done anywhere, and more than once: the files of its segments are the same each time. The file of the keys and
that of the flaws are written first, the one in `segments` last: where that is there, the segment is finished.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
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
from sudocube.auditing.keys import Records, coded_texts, hash_of, hashes_of, number_of, text_in
from sudocube.auditing.plan import (
    SEGMENT_ROWS,
    AuditPlan,
    DataFile,
    Part,
    read_rows,
    whole_file,
    write_numbers,
)
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


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What a batch of rows adds to an audit.

    `flaws` has the places in the batch of the rows with each flaw, and `counts` the numbers of rows by what
    they have, such as "clues/24". `ids` is uint64 (m, 3): hashes and places of rows. `ratings` are those that
    are numbers, and `splits` has the names of splits by their hashes.
    """

    examined: Examined
    flaws: dict[str, NDArray[np.int64]]
    counts: Counter[str]
    records: Records
    ratings: NDArray[np.float64]
    splits: dict[str, str]

    @property
    def first(self) -> int:
        """The number of the first row in its file."""
        return self.examined.checked.rows.first


def findings_of(examined: Examined, plan: AuditPlan, file: int) -> Findings:
    """What the rows of a batch of a file add to the audit."""
    checked, rows = examined.checked, examined.checked.rows
    kinds = [flaw for flaw in FLAWS.values() if flaw.found_in == "rows"]
    flaws = {kind.name: some for kind in kinds if len(some := np.flatnonzero(kind.find(examined)))}
    flags = np.where(checked.verdict_codes == VerdictCode.UNIQUE, np.uint8(keys.UNIQUE), np.uint8(0))
    for kind, some in flaws.items():
        flags[some] |= keys.FLAG_OF[FLAWS[kind].severity]
    counts = _counts(examined)
    counts.update({f"flaws/{kind}": len(some) for kind, some in flaws.items()})
    is_puzzle = checked.verdict_codes != VerdictCode.MALFORMED
    records = np.empty((len(rows), plan.fields), np.uint64)
    records[:, : keys.PLACE] = examined.keys
    records[:, keys.PLACE] = keys.places_of(file, np.arange(rows.first, rows.first + len(rows)), flags)
    ratings, splits = np.empty(0), dict[str, str]()
    for role, field in plan.beside.items():
        column, values = rows.column(role), np.zeros(len(rows), np.uint64)
        if role is Role.SPLIT:
            values, splits = _splits(rows, plan.files[file].split or "", counts)
        elif column is not None and role is Role.RATING:
            values, ratings = _ratings(column, is_puzzle, counts)
        elif column is not None:
            values = hashes_of(column)
        records[:, field] = values
    told = flaws if file < plan.audited else {}
    return Findings(examined, told, counts, records[is_puzzle], ratings, splits)


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


def _ratings(
    column: Any,  # noqa: ANN401 — PyArrow has no type information
    is_puzzle: NDArray[np.bool_],
    counts: Counter[str],
) -> tuple[Records, NDArray[np.float64]]:
    """A hash of the rating of each row, and those ratings of puzzles that are numbers.

    How many are missing, and how many rows have which word, is put into `counts`.
    """
    texts, at = coded_texts(column)
    rows, numbers = np.bincount(at[is_puzzle], minlength=len(texts)).tolist(), [*map(number_of, texts)]
    words = {text: number for text, number, one in zip(texts, rows, numbers, strict=True) if one is None}
    if len(words) > _MOST_LABELS:
        words = {"(several)": sum(words.values())}
    counts.update({f"labels/{word}": number for word, number in words.items() if number})
    told = [text if one is None else f"{one:.12g}" for text, one in zip(texts, numbers, strict=True)]
    hashes = np.array([hash_of(text) if text != "nan" else 0 for text in told], np.uint64)
    values = np.array([np.inf if one is None else one for one in numbers])[at[is_puzzle]]
    counts["ratings/missing"] += int(np.isnan(values).sum())
    return hashes[at], values[np.isfinite(values)]


def _splits(rows: Rows, of_file: str, counts: Counter[str]) -> tuple[Records, dict[str, str]]:
    """The hash of the split of each row, and the splits by their hashes; they are counted in `counts`."""
    column = rows.column(Role.SPLIT)
    texts, at = coded_texts(pa.array([of_file] * len(rows)) if column is None else column)
    hashes = [*map(hash_of, texts)]
    counts.update(_named("splits", texts, np.bincount(at, minlength=len(texts))))
    counts.pop("splits/", 0)
    names = {str(number): text for number, text in zip(hashes, texts, strict=True) if text}
    return np.array(hashes, np.uint64)[at], names


def examine_part(plan: AuditPlan, part: Part, threads: int = 1) -> Iterator[dict[str, Any]]:
    """Examine the rows of a part, as far as its segments are not finished; what is found in each segment.

    What cannot be read is noted in the segment; raises OSError where the work folder cannot be written.
    """
    first, rows = part.first, SEGMENT_ROWS
    while (path := plan.work / "segments" / f"{part.segment(first)}.json").exists():
        segment: dict[str, Any] = json.loads(path.read_bytes())
        if segment["lost"]:  # the reason may be gone
            break
        yield segment
        first, rows = first + SEGMENT_ROWS, segment["counts"].get("rows", 0)
        if rows < SEGMENT_ROWS or first == part.stop:  # it is the last one
            return
    with closing(_results(plan, part, first, threads)) as results:
        for number, some in groupby(results, lambda one: (one.first - part.first) // SEGMENT_ROWS):
            first = part.first + number * SEGMENT_ROWS
            segment = _write_segment(plan, part, first, some)
            yield segment
            first, rows = first + SEGMENT_ROWS, segment["counts"]["rows"]
    if first != part.stop and rows == SEGMENT_ROWS:  # so that the next run does not look for more
        yield _write_segment(plan, part, first, ())


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
    plan: AuditPlan, part: Part, first: int, results: Iterable[Findings | LostRows]
) -> dict[str, Any]:
    """Write the segment that begins with row `first` of a file; what is found in it. Raises OSError."""
    name, of_file = part.segment(first), plan.files[part.file]
    said: dict[str, Any] = {"name": name, "file": part.file, "lost": [], "splits": {}, "examples": []}
    counts, shown, position = Counter[str](), Counter[str](), None
    ratings, records = [np.empty(0)], [np.empty((0, plan.fields), np.uint64)]
    with flaw_table(plan.work / "flaws" / name) if plan.output is not None else nullcontext() as table:
        for found in results:
            if isinstance(found, LostRows):
                lost = {"file": of_file.name, "first": found.first, "rows": found.count}
                said["lost"].append(lost | {"message": found.message})
                continue
            counts.update(found.counts)
            said["splits"] |= found.splits
            ratings.append(found.ratings)
            records.append(found.records)
            told = [*_flawed_rows(found, of_file, shown, in_full=table is not None)]
            said["examples"] += [row for row, is_example in told if is_example]
            if table is not None and told:
                rows_told = sorted((row for row, _ in told), key=lambda row: row["row"])
                table.write_table(pa.Table.from_pylist(rows_told, SCHEMA))
            position = found.examined.checked.rows.position
    given, all_records = np.concatenate(ratings), np.concatenate(records)
    if len(given):
        said["ratings"] = [len(given), *map(float, (given.min(), given.max(), given.sum()))]
    prefix = (all_records[:, keys.CLASS0] >> np.uint64(54)).astype(np.uint16)
    offsets = [0, *np.cumsum(np.bincount(prefix, minlength=keys.PREFIXES)).tolist()]
    in_order = all_records.take(np.argsort(prefix, kind="stable"), axis=0)
    write_numbers(plan.work / "keys" / name, in_order)
    said |= {"counts": counts, "offsets": offsets, "position": position}
    with whole_file(plan.work / "segments" / f"{name}.json", is_shared=True) as file:
        file.write(json.dumps(said).encode())
    return said


@contextmanager
def flaw_table(path: Path, *, is_shared: bool = True) -> Iterator[pq.ParquetWriter]:
    """A writer of a table of flaws, which is complete once the context ends without an error."""
    with (
        whole_file(path, is_shared=is_shared) as file,
        pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer,
    ):
        yield writer


def _flawed_rows(
    found: Findings, file: DataFile, shown: Counter[str], *, in_full: bool
) -> Iterator[tuple[dict[str, Any], bool]]:
    """What is told of the flaws of a batch, and whether it is an example: the first few of a kind.

    `shown` says how many there were before. Without `in_full`, there are only the examples.
    """
    for kind, places in found.flaws.items():
        left = max(0, EXAMPLES - shown[kind])
        shown[kind] += len(places)
        for at, place in enumerate(places.tolist() if in_full else places[:left].tolist()):
            yield _told(found.examined, kind, place, file, in_full=at < left), at < left


def _told(examined: Examined, kind: str, place: int, file: DataFile, *, in_full: bool) -> dict[str, Any]:
    """What is told of a row with a flaw; in full also what is wrong in it, and solutions of its puzzle."""
    rows, message = examined.checked.rows, FLAWS[kind].title
    told = {"kind": kind, **told_of_row(rows, place, file), "reason": None, "solutions": []}
    if (fault := rows.fault(place)) is not None:
        return told | {"reason": fault.reason, "message": in_utf8(fault.message)}
    if in_full and kind == "clue_count_differs":
        message = f"stored: {examined.stored_clues[place]} clues; there are {examined.clues[place]}"
    elif in_full:
        result = examined.checked.checked(place)
        told["solutions"] = [str(grid) for grid in result.solutions]
        why = {"answer": result.stored_fault, "undecided": result.reason}.get(FLAWS[kind].group)
        message = in_utf8(why or message)
    return told | {"message": message}


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
