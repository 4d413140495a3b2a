"""The second stage of an audit: rows of the same class compared, for a range of hash prefixes.

All records of the range are sorted, so that the rows of a class stand together. Nearly all classes of an
ordinary data set have a single row; these are counted and left out. Files that are audited come before the
others, so the first row of a class is an audited one if any of its rows is.

Of a class that is in several splits, the split of its first row keeps it; the rows in the other splits leak.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.auditing.columns import is_label
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.keys import (
    CLASS0,
    CLASS1,
    FLAG_OF,
    MINOR,
    NO_SPLIT,
    OPEN,
    PLACE,
    SEVERE,
    TEXT,
    UNIQUE,
    Fields,
    Index,
    Places,
    Records,
    by_severity,
    files_of,
    has_flag,
    rows_of,
)
from sudocube.auditing.plan import AuditPlan, PrefixRange
from sudocube.auditing.telling import flaw_rows, flaw_table
from sudocube.kernel.threads import IsCancelled

NOWHERE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""A place after all places."""

Pairs: TypeAlias = tuple[NDArray[np.bool_], Places]
"""Which rows have a flaw, bool (n,), and for each of the n rows the place of the other one."""

Flawed: TypeAlias = dict[str, tuple[Places, Places]]
"""By kind of flaw: the places of the rows with it, in order, and of the other row for each."""

_ROWS_AT_ONCE = 1 << 14


def compare_prefixes(plan: AuditPlan, prefixes: PrefixRange, is_cancelled: IsCancelled = bool) -> None:
    """Compare the rows of a range of prefixes, and write what is found to the work folder.

    Does nothing where that is done. Raises OSError where the work folder cannot be read or written, and
    CancelledError soon after it is cancelled.
    """

    def check() -> None:
        if is_cancelled():
            raise CancelledError

    if plan.work.exists(f"groups/{prefixes.name}.json"):
        return
    index = Index(plan)
    records, repeated = index.records(prefixes), index.repeated_ids()
    check()
    singles, together = _divided(records, repeated)
    del records
    singles = singles[files_of(singles) < plan.audited]
    check()
    classes = Classes(plan, together, index, repeated)
    check()
    alone = singles[~has_flag(singles, SEVERE | OPEN)]
    numbers = classes.numbers()
    for name in ("classes", "distinct"):
        numbers[name] += len(singles)
    numbers["sound"] += len(alone)
    numbers["kept"] += len(alone)
    if plan.keeps_rows:
        kept = np.sort(np.concatenate([alone, classes.kept()]))
        plan.work.write(f"groups/{prefixes.name}.kept", kept.tobytes())
    if plan.repairs:
        mended = np.sort(np.concatenate([singles[has_flag(singles, UNIQUE)], classes.mended()]))
        plan.work.write(f"groups/{prefixes.name}.mended", mended.tobytes())
        plan.work.write(f"groups/{prefixes.name}.left", classes.left_out().tobytes())
    if plan.lists_flaws:
        with (
            plan.work.writing(f"flaws/groups-{prefixes.name}.parquet") as file,
            flaw_table(file) as table,
        ):
            for rows in _rows_of_flaws(plan, classes.flawed):
                check()
                table.write_table(rows)
    examples = {kind: np.stack(pairs)[:, :EXAMPLES].T.tolist() for kind, pairs in classes.flawed.items()}
    said = {"numbers": numbers, "overlap": classes.overlap(), "examples": examples}
    plan.work.write(f"groups/{prefixes.name}.json", json.dumps(said).encode())


def _divided(records: Records, repeated: Places) -> tuple[Places, Records]:
    """The places of rows that are alone in their class, and all other rows in order of class, text and place.

    Rows with a repeated id are among the others, as there is something to be said of them.
    """
    keys = np.ascontiguousarray(records[:, CLASS0])
    order = np.argsort(keys)
    keys = keys[order]
    is_same = np.zeros(len(keys) + 1, bool)
    is_same[1:-1] = keys[1:] == keys[:-1]
    is_together = is_same[1:] | is_same[:-1]
    is_alone = np.ones(len(keys), bool)
    is_alone[order[is_together]] = False
    if len(repeated):
        is_alone &= ~np.isin(records[:, PLACE], repeated[:, 0])
    together = records[~is_alone]
    order = np.lexsort([together[:, field] for field in (PLACE, TEXT, CLASS1, CLASS0)])
    return records[is_alone, PLACE], together[order]


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Rows that have the same key: `starts` says where each group begins, `of` to which each row belongs."""

    starts: NDArray[np.int64]
    of: NDArray[np.int64]

    @classmethod
    def where(cls, begins: NDArray[np.bool_]) -> _Groups:
        """The groups of sorted rows, by the rows that begin one."""
        return cls(np.flatnonzero(begins), np.cumsum(begins) - 1)

    def first(self, place: Places, rows: NDArray[np.bool_]) -> Places:
        """For each row, the first place among those `rows` of its group; NOWHERE if there is none."""
        if not len(place):
            return place
        return np.minimum.reduceat(np.where(rows, place, NOWHERE), self.starts)[self.of]

    def holding(self, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which groups hold one of `rows`, or several."""
        return np.logical_or.reduceat(rows, self.starts) if len(rows) else rows


class Classes:
    """Rows in order of class, text and place, compared with each other; `flawed` says what is wrong."""

    def __init__(self, plan: AuditPlan, rows: Records, index: Index, repeated: Places) -> None:
        self._plan, self._repeated = plan, repeated
        fields = Fields.of(plan)
        self._place = np.ascontiguousarray(rows[:, PLACE])
        self._file = files_of(self._place)
        self._is_audited = self._file < plan.audited
        self._split, self._rating = np.full(len(rows), NO_SPLIT, np.int64), np.full(len(rows), np.nan)
        if fields.split is not None:
            self._split = rows[:, fields.split].astype(np.int64)
        if fields.rating is not None:
            ratings = np.ascontiguousarray(rows[:, fields.rating]).view(np.float64)
            is_no_rating = is_label(ratings) & ~np.isin(self._file, index.labelled)
            self._rating = np.where(is_no_rating, np.nan, ratings)
        begins = np.ones(len(rows), bool)
        begins[1:] = (rows[1:, : CLASS1 + 1] != rows[:-1, : CLASS1 + 1]).any(axis=1)
        self._classes = _Groups.where(begins)
        begins[1:] |= rows[1:, TEXT] != rows[:-1, TEXT]
        self._texts = _Groups.where(begins)
        self._in_split = self._is_audited & (self._split != NO_SPLIT)
        self.flawed: Flawed = {}
        self._flags = self._place & np.uint64(SEVERE | MINOR | OPEN | UNIQUE)
        for flaw in FLAWS.values():
            if flaw.in_classes is None:
                continue
            have, other = flaw.in_classes(self)
            if have.any():
                order = np.argsort(self._place[have])
                self.flawed[flaw.name] = self._place[have][order], other[have][order]
                self._flags[have] |= np.uint64(FLAG_OF[flaw.severity])

    def duplicates(self, *, exactly: bool) -> Pairs:
        """Audited rows of which an earlier one holds the puzzle as it is, or else moved."""
        in_text = self._texts.first(self._place, self._is_audited)
        is_exact = self._is_audited & (self._place != in_text)
        if exactly:
            return is_exact, in_text
        in_class = self._classes.first(self._place, self._is_audited)
        return self._is_audited & ~is_exact & (self._place != in_class), in_class

    def leaks(self, *, exactly: bool) -> Pairs:
        """Audited rows whose puzzle is in a file that is compared with, or in the split that keeps it."""
        first = self._classes.first(self._place, self._in_split)
        is_away = self._in_split & (self._split != self._of_first(self._classes, first, self._split))
        text = self._first_that_differs(self._texts, self._in_split, self._split)
        same, moved = (one.first(self._place, ~self._is_audited) for one in (self._texts, self._classes))
        is_exact = self._is_audited & ((same != NOWHERE) | (is_away & (text != NOWHERE)))
        if exactly:
            return is_exact, np.where(same != NOWHERE, same, text)
        is_moved = self._is_audited & ~is_exact & ((moved != NOWHERE) | is_away)
        return is_moved, np.where(moved != NOWHERE, moved, first)

    def other_ratings(self) -> Pairs:
        """Audited rows with another rating, or label, than another row of the class."""
        is_rated = self._is_audited & np.isfinite(self._rating)
        other = self._first_that_differs(self._classes, is_rated, self._rating)
        return other != NOWHERE, other

    def repeated_ids(self) -> Pairs:
        """Audited rows whose id an earlier row of the file has."""
        if not len(self._repeated):
            return np.zeros(len(self._place), bool), self._place
        at = np.minimum(np.searchsorted(self._repeated[:, 0], self._place), len(self._repeated) - 1)
        return self._is_audited & (self._repeated[at, 0] == self._place), self._repeated[at, 1]

    def kept(self) -> Places:
        """The places of the first sound row of each class."""
        return self._first_of_classes(self._is_sound)

    def mended(self) -> Places:
        """The places of the first row of each class, of those that are unique and not compared with."""
        is_foreign = self._classes.holding(~self._is_audited)[self._classes.of]
        return self._first_of_classes(self._is_audited & ~is_foreign & has_flag(self._place, UNIQUE))

    def left_out(self) -> Places:
        """Unique audited rows that are not mended, uint64 (n, 2): their places, and why: the rows kept."""
        against = self._classes.first(self._place, ~self._is_audited)
        kept = np.where(against != NOWHERE, against, self._classes.first(self._place, self._is_audited))
        rows = self._is_audited & has_flag(self._place, UNIQUE) & (self._place != kept)
        return np.stack([self._place[rows], kept[rows]], axis=1)

    def numbers(self) -> dict[str, Any]:
        """The numbers that the rows add to the summary; to those of flaws, what other rows change in them."""
        against = ~self._is_audited
        differing = self.flawed.get("rating_differs", (np.empty(0, np.uint64),))[0]
        differ = np.isin(self._place, differing)
        counts = [by_severity(flags[self._is_audited]) for flags in (self._flags, self._place)]
        in_texts, in_classes = (
            one.holding(against)[one.of] & self._is_audited for one in (self._texts, self._classes)
        )
        return {
            "classes": int(self._classes.holding(self._is_audited).sum()),
            "distinct": int(self._texts.holding(self._is_audited).sum()),
            "flaws": {kind: len(places) for kind, (places, _) in self.flawed.items()},
            "by_severity": {name: rows - counts[1][name] for name, rows in counts[0].items()},
            "sound": int(self._is_sound.sum()),
            "kept": len(self.kept()),
            "against": {"exact": int(in_texts.sum()), "isomorphic": int(in_classes.sum())},
            "differing_classes": int(self._classes.holding(differ).sum()),
            "differing_rows": len(differing),
        }

    def overlap(self) -> dict[str, dict[str, int]]:
        """How many rows of one file, or split, have a puzzle that is in the other, by "one other"."""
        rows, split = self._in_split, self._split[self._in_split]
        return {
            "files_exact": pair_counts(self._texts.of, self._file, before=self._plan.audited),
            "files_isomorphic": pair_counts(self._classes.of, self._file, before=self._plan.audited),
            "splits_exact": pair_counts(self._texts.of[rows], split),
            "splits_isomorphic": pair_counts(self._classes.of[rows], split),
        }

    @property
    def _is_sound(self) -> NDArray[np.bool_]:
        is_sound: NDArray[np.bool_] = self._is_audited & ~has_flag(self._flags, SEVERE | OPEN)
        return is_sound

    def _first_of_classes(self, rows: NDArray[np.bool_]) -> Places:
        is_first = self._place == self._classes.first(self._place, rows)
        places: Places = self._place[rows & is_first]
        return places

    def _of_first(self, groups: _Groups, first: Places, values: NDArray[Any]) -> NDArray[Any]:
        """For each row, the value of the row of its group that stands at the place `first`."""
        found = np.zeros(len(groups.starts), values.dtype)
        is_first = self._place == first
        found[groups.of[is_first]] = values[is_first]
        return found[groups.of]

    def _first_that_differs(self, groups: _Groups, rows: NDArray[np.bool_], values: NDArray[Any]) -> Places:
        """For each of `rows`, the first place of them in its group with another value; else NOWHERE."""
        first = groups.first(self._place, rows)
        differs = rows & (values != self._of_first(groups, first, values))
        other: Places = np.where(differs, first, groups.first(self._place, differs))
        return np.where(rows, other, NOWHERE)


def pair_counts(
    groups: NDArray[np.int64], sides: NDArray[np.integer], *, before: int | None = None
) -> dict[str, int]:
    """By "one other": how many rows of side `one` are in a group that holds side `other`, too.

    Row i is in the group `groups[i]`, which ascend, and on the side `sides[i]`. With `before`, only sides
    below that number are counted as `one`. Pairs without rows are left out.

    >>> pair_counts(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 0]))
    {'0 1': 2, '1 0': 1}
    """
    number = int(sides.max(initial=0)) + 1
    found, rows = np.unique(groups * number + sides.astype(np.int64), return_counts=True)
    group, side = np.divmod(found, number)
    total = Counter[int]()
    first, step = np.arange(len(found)), 1
    while True:  # each with the one that stands so many steps behind it in its group
        first = first[first + step < len(found)]
        first = first[group[first] == group[first + step]]
        if not len(first):
            break
        second = first + step
        for one, other in ((first, second), (second, first)):
            pairs, which = np.unique(side[one] * number + side[other], return_inverse=True)
            sums = np.bincount(which, weights=rows[one]).astype(np.int64)
            total.update(dict(zip(pairs.tolist(), sums.tolist(), strict=True)))
        step += 1
    told = {divmod(pair, number): count for pair, count in total.items()}
    return {f"{one} {other}": told[one, other] for one, other in told if before is None or one < before}


def _rows_of_flaws(plan: AuditPlan, flawed: Flawed) -> Iterator[pa.Table]:
    """The flaws as rows of the table of flaws, some of them at a time."""
    names = np.array([one.name for one in plan.files], object)
    for kind, (places, others) in flawed.items():
        for start in range(0, len(places), _ROWS_AT_ONCE):
            place, other = places[start : start + _ROWS_AT_ONCE], others[start : start + _ROWS_AT_ONCE]
            yield flaw_rows(
                kind=[kind] * len(place),
                file=names[files_of(place)].tolist(),
                row=rows_of(place).tolist(),
                message=[FLAWS[kind].says] * len(place),
                other_file=names[files_of(other)].tolist(),
                other_row=rows_of(other).tolist(),
            )
