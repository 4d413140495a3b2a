"""The second stage of an audit: rows of the same class compared, for a range of class keys.

Nearly all classes of an ordinary data set have a single row; these are counted and left out. The others are
compared in the order of their places. Files that are audited come before the others, so the first row of a
class is an audited one if any of its rows is.

Of a class that is in several splits, the split of its first row keeps it; the rows in the other splits leak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.examine import SCHEMA
from sudocube.auditing.flaws import FLAWS, RowSet, Severity
from sudocube.auditing.keys import Records
from sudocube.auditing.plan import AuditPlan, finished_files, numbers_in
from sudocube.file_names import whole_file
from sudocube.rows.columns import Role

Others: TypeAlias = NDArray[np.int64]
"""For each of the n rows that are compared the number of another one, from 0; n where there is none."""

_BYTES_AT_ONCE = 1 << 22
"""How many bytes of records one task takes, if the memory allows it.

They are so few that all threads have work, and that a task uses the memory of the one before it again; to get
it from the system takes longer than the work.
"""

_MOST_RANGES = 1 << 10
"""How many tasks there are, at most: each reads a part of every file of records, which is not to be tiny."""

_TIMES_IN_MEMORY = 8
"""How many times the size of its records a task needs at most, to read, sort and compare them."""


def key_ranges(plan: AuditPlan, tasks: int) -> list[tuple[int, int]]:
    """All class keys, in ranges whose records fit into memory when so many tasks are done at once."""
    size = sum(path.stat().st_size for path in finished_files(plan.work / "keys"))
    most = max(1, min(_BYTES_AT_ONCE, plan.memory // (_TIMES_IN_MEMORY * tasks)))
    count = min(_MOST_RANGES, 1 + size // most)
    bounds = [(at << 64) // count for at in range(count + 1)]
    return [(low, end - 1) for low, end in pairwise(bounds)]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What is found when the rows of a range of class keys are compared.

    `counts` are the numbers that they add to the summary. `flawed` has by kind of flaw uint64 (n, 2): the
    places of the rows with it, in order, and of the other row for each. `kept` are the places of the rows
    that are written. Of those that are left out of a repaired set for another row, `left` has uint64 (n, 4):
    its place, that of the row that is kept or compared with, and, where these differ, the hashes of their
    splits.
    """

    counts: Counter[str]
    flawed: dict[str, Records]
    kept: Records = field(default_factory=lambda: np.empty(0, np.uint64))
    left: Records = field(default_factory=lambda: np.empty((0, 4), np.uint64))


def repeated_ids(plan: AuditPlan) -> Iterator[Compared]:
    """The rows whose id an earlier row of their file has; their places are written for `compare_range`.

    As many ids are looked at together as fit into memory: those whose hash leaves the same rest.
    """
    fields, paths = [plan.beside[Role.ID], keys.PLACE], finished_files(plan.work / "keys")
    rows = sum(len(numbers_in(path, plan.fields)) for path in paths)
    turns = 1 + 16 * rows * _TIMES_IN_MEMORY // plan.memory
    with whole_file(plan.work / "repeated") as file:
        for turn in range(turns):
            some = [np.empty((0, 2), np.uint64)]
            for path in paths:
                ids = numbers_in(path, plan.fields)[:, fields]
                is_meant = (ids[:, 0] != 0) & (ids[:, 0] % turns == turn)
                some.append(ids[is_meant & (keys.files_of(ids[:, 1]) < plan.audited)])
            ids = np.concatenate(some)
            hashes, places = ids[np.argsort(ids[:, 1])].T
            groups = Groups(np.column_stack([hashes, keys.files_of(places)]))
            pairs = _pairs(FLAWS["repeated_id"].find(groups), places)
            file.write(np.ascontiguousarray(pairs[:, 0]).data)
            yield Compared(Counter({"flaws/repeated_id": len(pairs)}), {"repeated_id": pairs})
    if (plan.work / "repeated").stat().st_size:
        np.memmap(plan.work / "repeated", "<u8", "r+").sort()


def compare_range(plan: AuditPlan, between: tuple[int, int]) -> Compared:
    """Compare the rows with class keys in a range. Raises OSError where the work folder cannot be read."""
    records = _records(plan, between)
    if Role.ID in plan.beside:
        places = keys.without_flags(records[:, keys.PLACE])
        repeated = numbers_in(plan.work / "repeated", 1)[:, 0]
        is_repeated = np.searchsorted(repeated, places) < np.searchsorted(repeated, places, "right")
        records[is_repeated, keys.PLACE] |= np.uint64(keys.FLAG_OF[Severity.MINOR])
    in_order = np.sort(records[:, keys.CLASS0])
    is_alone = ~np.isin(records[:, keys.CLASS0], in_order[1:][in_order[1:] == in_order[:-1]])
    singles, together = records[is_alone, keys.PLACE], records[~is_alone]
    singles = singles[keys.files_of(singles) < plan.audited]
    classes = Classes(plan, together[np.argsort(together[:, keys.PLACE])])
    sound = singles[~keys.has_flag(singles, keys.NOT_SOUND)]
    counts = classes.counts()
    counts.update(classes=len(singles), distinct=len(singles), clean_rows=len(sound), **_weighed(singles))
    alone = sound if plan.repair is None else singles[keys.has_flag(singles, keys.UNIQUE)]
    kept, left = classes.kept_and_left()
    counts.update(f"splits left/{one} {other}" for one, other in left[left[:, 2] != 0, 2:].tolist())
    return Compared(counts, classes.flawed, np.concatenate([alone, kept]), left)


def _records(plan: AuditPlan, between: tuple[int, int]) -> Records:
    """All records with class keys in a range, those of each file in order."""
    low, high = map(np.uint64, between)
    some = [np.empty((0, plan.fields), np.uint64)]
    for path in finished_files(plan.work / "keys"):
        numbers = numbers_in(path, plan.fields)
        of_class = numbers[:, keys.CLASS0]
        some.append(numbers[np.searchsorted(of_class, low) : np.searchsorted(of_class, high, "right")])
    return np.concatenate(some)


def _weighed(flags: Records) -> dict[str, int]:
    """How many rows are sound; and the others by the most severe of what is wrong with them."""
    severe, minor, undecided = (keys.has_flag(flags, flag) for flag in keys.FLAG_OF.values())
    weights = {"severe": severe, "minor": minor & ~severe, "open": undecided & ~minor & ~severe}
    weights["sound"] = ~severe & ~undecided
    return {f"{weight}_rows": int(some.sum()) for weight, some in weights.items()}


def _pairs(others: Others, places: Records) -> Records:
    """The places of rows with a flaw, and of the other row for each, in order and without flags, (n, 2)."""
    have = others < len(others)
    return keys.without_flags(np.stack([places[have], places[others[have]]], axis=1))


class Groups:
    """Rows that have the same key, in the order of their places."""

    def __init__(self, fields: Records) -> None:
        """The groups of rows that are equal in these fields (n, k)."""
        order = np.lexsort(fields.T)
        ordered, self._of = fields[order], np.empty(len(fields), np.int64)
        self._of[order] = np.cumsum((ordered != np.roll(ordered, 1, axis=0)).any(axis=1))
        self._numbers = np.arange(len(fields))

    def first(self, rows: RowSet) -> Others:
        """For each row, the first one among those `rows` of its group."""
        found, some = np.full(len(rows) + 1, len(rows)), self._numbers[rows][::-1]
        found[self._of[some]] = some  # where there are several, the last one stays
        return np.take(found, self._of)

    def is_first(self, rows: RowSet) -> RowSet:
        """Which rows are the first one among those `rows` of their group."""
        return np.equal(self.first(rows), self._numbers)

    def earlier(self, rows: RowSet | None = None) -> Others:
        """For each of `rows`, or of all, the first one of them in its group, if that is an earlier one."""
        some = np.ones(len(self._numbers), np.bool_) if rows is None else rows
        return np.where(some & ~self.is_first(some), self.first(some), len(some))

    def of_first(self, rows: RowSet, values: Records) -> Records:
        """For each row, the value of the first one among those `rows` of its group; 0 if there is none."""
        return np.take(np.append(values, np.uint64(0)), self.first(rows))

    def first_that_differs(self, rows: RowSet, values: Records) -> Others:
        """For each of `rows`, the first one of them in its group with another value."""
        differs = rows & (values != self.of_first(rows, values))
        other = np.where(differs, self.first(rows), self.first(differs))
        return np.where(rows, other, len(rows))


class Classes:
    """Rows in the order of their places, compared with each other.

    `flawed` is that of `Compared`. `duplicates` and `leaks` are the other rows with the same puzzle as it is,
    and of the rows that have none, those where it is moved.
    """

    def __init__(self, plan: AuditPlan, rows: Records) -> None:
        self._plan, self._nowhere, self._place = plan, len(rows), rows[:, keys.PLACE]
        self._file = keys.files_of(self._place)
        self._is_audited = self._file < plan.audited
        nothing = np.zeros(len(rows), np.uint64)
        beside = {role: rows[:, field] for role, field in plan.beside.items()}
        self._split, self._rating = beside.get(Role.SPLIT, nothing), beside.get(Role.RATING, nothing)
        self._classes, self._texts = Groups(rows[:, : keys.TEXT]), Groups(rows[:, : keys.PLACE])
        self._in_split = self._is_audited & (self._split != 0)
        self._flags = self._place & 15
        self.duplicates, self.leaks = self._duplicates(), self._leaks()
        self.flawed: dict[str, Records] = {}
        for flaw in FLAWS.values():
            if flaw.found_in == "classes":
                others = flaw.find(self)
                self._flags[others < self._nowhere] |= np.uint64(keys.FLAG_OF[flaw.severity])
                if len(pairs := _pairs(others, self._place)):
                    self.flawed[flaw.name] = pairs
        is_sound = self._is_audited & ~keys.has_flag(self._flags, keys.NOT_SOUND)
        self._is_clean = self._classes.is_first(is_sound)

    def _duplicates(self) -> tuple[Others, Others]:
        """For audited rows an earlier one with the same puzzle; and for the others one where it is moved."""
        exact, moved = (one.earlier(self._is_audited) for one in (self._texts, self._classes))
        return exact, np.where(exact < self._nowhere, self._nowhere, moved)

    def _leaks(self) -> tuple[Others, Others]:
        """The same for rows of files that are compared with, or of the split that keeps the class."""
        same, moved = (one.first(~self._is_audited) for one in (self._texts, self._classes))
        in_split, is_audited, nowhere = self._in_split, self._is_audited, self._nowhere
        is_away = in_split & (self._split != self._classes.of_first(in_split, self._split))
        here = np.where(is_away, self._texts.first_that_differs(in_split, self._split), nowhere)
        exact = np.where(is_audited & (same < nowhere), same, here)
        here = np.where(is_away, self._classes.first(in_split), nowhere)
        moved = np.where(is_audited & (moved < nowhere), moved, here)
        return exact, np.where(exact < nowhere, nowhere, moved)

    def other_ratings(self) -> Others:
        """For audited rows another one of the class with another rating, a number or a word."""
        return self._classes.first_that_differs(self._is_audited & (self._rating != 0), self._rating)

    def kept_and_left(self) -> tuple[Records, Records]:
        """See `Compared`: kept is the first sound row of each class.

        Of a repaired set, it is the first unique row of a class that is not compared with.
        """
        if self._plan.repair is None:
            return self._place[self._is_clean], np.empty((0, 4), np.uint64)
        is_unique = self._is_audited & keys.has_flag(self._place, keys.UNIQUE)
        against, unique = self._classes.first(~self._is_audited), self._classes.first(is_unique)
        is_against = against < self._nowhere
        other = np.where(is_against, against, unique)
        is_kept = ~is_against & self._classes.is_first(is_unique)
        is_left = self._is_audited & (other < self._nowhere) & ~is_kept
        splits = np.stack([self._split, self._classes.of_first(is_unique, self._split)], axis=1)
        leave = ~is_against & splits.all(axis=1) & (splits[:, 0] != splits[:, 1])
        places = np.stack([self._place[is_left], self._place[other[is_left]]], axis=1)
        return self._place[is_kept], np.hstack([places, (splits * leave[:, None])[is_left]])

    def counts(self) -> Counter[str]:
        """The numbers that the rows add to the summary."""
        numbers = {
            "classes": int(self._classes.is_first(self._is_audited).sum()),
            "distinct": int(self._texts.is_first(self._is_audited).sum()),
            "clean_rows": int(self._is_clean.sum()),
            **{f"flaws/{kind}": len(pairs) for kind, pairs in self.flawed.items()},
            **_weighed(self._flags[self._is_audited]),
            **dict(self._shared("files", self._is_audited, ~self._is_audited, self._file)),
            **dict(self._shared("splits", self._in_split, self._in_split, self._split)),
        }
        return Counter(numbers)

    def _shared(self, what: str, ones: RowSet, others: RowSet, sides: Records) -> Iterator[tuple[str, int]]:
        """How many of `ones` on each side are in a group with one of `others` on which other side."""
        for how, groups in (("exact", self._texts), ("isomorphic", self._classes)):
            for other in np.unique(sides[others]).tolist():
                is_in = groups.first(others & (sides == other)) < self._nowhere
                found = np.unique(sides[ones & is_in & (sides != other)], return_counts=True)
                for one, rows in zip(*(some.tolist() for some in found), strict=True):
                    yield f"{what} {how}/{one} {other}", rows


def flaw_rows(plan: AuditPlan, kind: str, pairs: Records) -> pa.Table:
    """Rows with a flaw because of other ones, as they stand in the table of flaws."""
    files = np.array([one.name for one in plan.files], object)
    place, other = pairs.T
    columns = dict.fromkeys(SCHEMA.names, pa.nulls(len(pairs))) | {
        "kind": [kind] * len(pairs),
        "file": files[keys.files_of(place)],
        "row": keys.rows_of(place),
        "message": [FLAWS[kind].title] * len(pairs),
        "other_file": files[keys.files_of(other)],
        "other_row": keys.rows_of(other),
    }
    return pa.table(columns, schema=SCHEMA)
