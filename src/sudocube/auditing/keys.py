"""Keys of rows: what is kept of each row so that duplicates can be found, 32 bytes or a little more.

A record is a row of numbers, uint64: the 128-bit key of the puzzle's class, 64 bits of the key of its text,
its place; and only where some file has them, its rating and its split. The records of a segment are sorted
by the first 12 bits of the class key, its *prefix*. All rows of a class have the same prefix, so that the
records of one prefix, of all segments, tell all there is to know of its classes.

Two rows hold the same puzzle exactly if class key and text key are equal. That two different puzzles have
equal keys by accident can be left out of account: among 10^12 rows, the chance is below 10^-14.

When all segments are finished, an index is made once, so that a task of the second stage does not read all
of them: `index/segments.json` says what they hold, and `index/offsets` where the records of each prefix begin
in each segment, int64 (prefixes + 1, segments). `index/ids` has the rows whose id an earlier row has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.flaws import Severity
from sudocube.auditing.plan import AuditPlan, PrefixRange
from sudocube.rows.batch import Role

Places: TypeAlias = NDArray[np.uint64]
Records: TypeAlias = NDArray[np.uint64]
"""uint64 (n, fields); see `Fields`."""

CLASS0, CLASS1, TEXT, PLACE = range(4)
"""The fields that all records have."""

SEVERE, MINOR, OPEN, UNIQUE = 1, 2, 4, 8
"""Flags in a place: what is wrong with the row by itself, and whether its puzzle is unique."""

FLAG_OF = {Severity.SEVERE: SEVERE, Severity.MINOR: MINOR, Severity.OPEN: OPEN}

_FLAG_BITS = 4
_ROW_BITS = 40

NO_SPLIT = 0xFFFF_FFFF

PREFIX_BITS = 12
PREFIXES = 1 << PREFIX_BITS
"""Keys are sorted by their first bits, so that any range of prefixes can be read alone."""

USUAL_RANGE, LARGEST_RANGE = 1 << 22, 1 << 28
"""How many bytes of records one task of the second stage takes, if the memory allows it.

They are so few that all threads have work, and that a task uses the memory of the one before it again; to get
it from the system takes longer than the work. Where there are many segments, it is more, up to LARGEST_RANGE.
"""

_READ_AT_ONCE = 1 << 18
"""So many bytes of each segment, on average, are read by one task, as far as LARGEST_RANGE allows it."""

_TIMES_IN_MEMORY = 8
"""How many times the size of its records a task needs at most, to read, sort and compare them."""

_SEGMENTS, _OFFSETS, _IDS = "index/segments.json", "index/offsets", "index/ids"


class Fields(NamedTuple):
    """How many fields the records of an audit have, and which of them hold ratings and splits, if any do.

    Ratings are float64, NaN for none; splits are indices of the splits of the segment, NO_SPLIT for none.
    """

    number: int
    rating: int | None
    split: int | None

    @classmethod
    def of(cls, plan: AuditPlan) -> Fields:
        """The fields of all records of an audit."""
        number, rating, split = PLACE + 1, None, None
        if plan.has(Role.RATING):
            number, rating = number + 1, number
        if plan.has(Role.SPLIT) or any(file.split is not None for file in plan.files):
            number, split = number + 1, number
        return cls(number, rating, split)

    def renumber_splits(self, records: Records, numbers: list[int]) -> None:
        """Give the splits other numbers: `numbers` by those that they have."""
        if self.split is not None and numbers:
            column = records[:, self.split]
            is_named = column != NO_SPLIT
            column[is_named] = np.array(numbers, np.uint64)[column[is_named].astype(np.int64)]


def places_of(file: int, rows: NDArray[np.int64], flags: NDArray[np.uint8]) -> Places:
    """Where rows are, as one number each, in the order of files and rows; with four bits for flags."""
    numbers = (np.uint64(file) << np.uint64(_ROW_BITS)) | rows.astype(np.uint64)
    return (numbers << np.uint64(_FLAG_BITS)) | flags


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
        rows = rest & ((flags & flags.dtype.type(flag)) != 0)
        found[str(severity)], rest = int(rows.sum()), rest & ~rows
    return found


def by_prefix(records: Records) -> tuple[Records, NDArray[np.int64]]:
    """The records in order of their prefixes, and where those of each prefix begin; last, where all end."""
    prefix = (records[:, CLASS0] >> np.uint64(64 - PREFIX_BITS)).astype(np.uint16)
    order = np.argsort(prefix, kind="stable")
    starts = np.zeros(PREFIXES + 1, np.int64)
    np.cumsum(np.bincount(prefix, minlength=PREFIXES), out=starts[1:])
    return records.take(order, axis=0), starts


def all_segments(plan: AuditPlan) -> Iterator[dict[str, Any]]:
    """What stands in the files of all segments, in the order of files and rows."""
    for name in plan.work.names("segments"):
        yield json.loads(plan.work.read(f"segments/{name}"))


def index_segments(plan: AuditPlan) -> None:
    """Make the index of all segments; raises OSError where the work folder cannot be read or written."""
    names, splits, offsets = [], [], []
    given, labels = [0] * len(plan.files), [0] * len(plan.files)
    state = blake2b(digest_size=8)
    for segment in all_segments(plan):
        state.update(json.dumps(segment).encode())
        names.append(segment["name"])
        splits.append(segment["splits"])
        offsets.append(np.array(segment["offsets"], np.int64))
        given[segment["file"]] += ratings_given(segment["numbers"])
        labels[segment["file"]] += sum(segment["numbers"].get("labels", {}).values())
    table = np.array(offsets, np.int64).reshape(-1, PREFIXES + 1)
    plan.work.write(_OFFSETS, np.ascontiguousarray(table.T).tobytes())
    labelled = [file for file in range(len(plan.files)) if labels[file] > given[file]]
    said = {"names": names, "splits": splits, "labelled": labelled, "state": state.hexdigest()}
    plan.work.write(_SEGMENTS, json.dumps(said).encode())
    if plan.has(Role.ID):
        plan.work.write(_IDS, _repeated_ids(plan, names).tobytes())


def ratings_given(numbers: dict[str, Any]) -> int:
    """How many rows have a number as their rating, by the numbers of a segment or a file."""
    return sum(one[0] for one in numbers.get("ratings", {}).get("by_clues", {}).values())


def _repeated_ids(plan: AuditPlan, names: list[str]) -> Places:
    """Rows whose id an earlier row of their file has, uint64 (n, 2): their places, and the first such rows.

    As many ids are looked at together as fit into memory: those whose hash leaves the same rest.
    """
    names = [name for name in names if plan.work.exists(f"ids/{name}.ids")]
    size = sum(len(_ids(plan, name)) for name in names)
    turns = 1 + 24 * size * _TIMES_IN_MEMORY // plan.memory
    found = [np.empty((0, 2), np.uint64)]
    for turn in range(turns):
        some = [_ids(plan, name) for name in names]
        ids = np.concatenate([np.empty((0, 3), np.uint64), *(one[one[:, 0] % turns == turn] for one in some)])
        ids = ids[np.lexsort([ids[:, 2], ids[:, 1], ids[:, 0]])]
        file = files_of(ids[:, 2])
        begins = np.ones(len(ids), bool)
        begins[1:] = (ids[1:, :2] != ids[:-1, :2]).any(axis=1) | (file[1:] != file[:-1])
        first = ids[begins, 2][np.cumsum(begins) - 1]
        found.append(np.stack([ids[~begins, 2], first[~begins]], axis=1))
    pairs = np.concatenate(found)
    return pairs[np.argsort(pairs[:, 0])]


def _ids(plan: AuditPlan, name: str) -> Records:
    return np.frombuffer(plan.work.read(f"ids/{name}.ids"), np.uint64).reshape(-1, 3)


class Index:
    """The index of all segments, as it was made; raises OSError where it cannot be read."""

    def __init__(self, plan: AuditPlan) -> None:
        self._plan, self._fields = plan, Fields.of(plan)
        said = json.loads(plan.work.read(_SEGMENTS))
        self.names, self.labelled, self.state = said["names"], said["labelled"], said["state"]
        self._splits: list[list[str]] = said["splits"]
        self.splits = sorted({name for some in self._splits for name in some})
        """The names of all splits: their indices are the numbers of the splits in `records`."""

    def ranges(self, tasks: int = 1) -> list[PrefixRange]:
        """All prefixes, in ranges that fit into memory when so many tasks are done at the same time."""
        table = np.frombuffer(self._plan.work.read(_OFFSETS), np.int64).reshape(PREFIXES + 1, -1)
        ends = table.sum(axis=1) * 8 * self._fields.number
        usual = min(max(USUAL_RANGE, table.shape[1] * _READ_AT_ONCE), LARGEST_RANGE)
        most = min(usual, self._plan.memory // (_TIMES_IN_MEMORY * tasks))
        found: list[PrefixRange] = []
        first = 0
        while first < PREFIXES:
            end = int(np.searchsorted(ends, ends[first] + most, side="right")) - 1
            end = min(max(end, first + 1), PREFIXES)
            found.append(PrefixRange(first, end, self.state))
            first = end
        return found

    def records(self, prefixes: PrefixRange) -> Records:
        """The records of a range of prefixes, of all segments, in the order of the segments."""
        fields, width = self._fields, 8 * self._fields.number
        starts, ends = (self._offsets(prefix) for prefix in (prefixes.first, prefixes.end))
        number_of = {name: at for at, name in enumerate(self.splits)}
        records = np.empty((int((ends - starts).sum()), fields.number), np.uint64)
        filled = 0
        for name, splits, start, end in zip(self.names, self._splits, starts, ends, strict=True):
            if start == end:
                continue
            content = self._plan.work.read(f"keys/{name}.keys", int(start) * width, int(end) * width)
            some = records[filled : filled + int(end - start)]
            some[:] = np.frombuffer(content, "<u8").reshape(-1, fields.number)
            fields.renumber_splits(some, [number_of[one] for one in splits])
            filled += len(some)
        return records

    def repeated_ids(self) -> Places:
        """Rows whose id an earlier row has, uint64 (n, 2): their places, in order, and the earlier rows."""
        pairs = self._plan.work.read(_IDS) if self._plan.has(Role.ID) else b""
        return np.frombuffer(pairs, np.uint64).reshape(-1, 2)

    def _offsets(self, prefix: int) -> NDArray[np.int64]:
        width = 8 * len(self.names)
        return np.frombuffer(self._plan.work.read(_OFFSETS, prefix * width, (prefix + 1) * width), np.int64)
