"""The second stage of an audit: rows of the same class compared, for a range of hash prefixes.

All records of the range are sorted, so that the rows of a class stand together. Nearly all classes of an
ordinary data set have a single row; these are counted and left out. Files that are audited come before the
others, so the first row of a class is an audited one if any of its rows is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.audit_plan import AuditPlan, PrefixRange
from sudocube.auditing.flaw_kinds import EXAMPLES, FlawKind
from sudocube.auditing.flaw_table import Columns, table_suffix, table_writing
from sudocube.auditing.key_records import (
    CLASS0,
    CLASS1,
    HAS_FLAW,
    IS_GOOD,
    NO_SPLIT,
    PLACE,
    TEXT,
    Fields,
    Records,
    files_of,
    has_flag,
    rows_of,
)
from sudocube.auditing.overlap_counting import pair_counts
from sudocube.auditing.pair_telling import MESSAGES
from sudocube.auditing.segment_index import read_records
from sudocube.kernel.threads import IsCancelled

NOWHERE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""A place after all places."""

_ROWS_AT_ONCE = 1 << 14

_OVERLAPS = (FlawKind.OVERLAP_EXACT, FlawKind.OVERLAP_ISOMORPHIC)
"""What a row has one of if its puzzle is in another split or file."""


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Rows that have the same key: `starts` says where each group begins, `of` to which each row belongs."""

    starts: NDArray[np.int64]
    of: NDArray[np.int64]

    @classmethod
    def where(cls, begins: NDArray[np.bool_]) -> _Groups:
        """The groups of sorted rows, by the rows that begin one."""
        return cls(np.flatnonzero(begins), np.cumsum(begins) - 1)

    def first(self, place: NDArray[np.uint64], rows: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """For each row, the first place among those `rows` of its group; NOWHERE if there is none."""
        if not len(place):
            return place
        return np.minimum.reduceat(np.where(rows, place, NOWHERE), self.starts)[self.of]

    def holding(self, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which groups hold one of `rows`, or several."""
        return np.logical_or.reduceat(rows, self.starts) if len(rows) else rows


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
    records = read_records(plan, prefixes)
    check()
    is_alone, together = _divided(records)
    singles = records[is_alone, PLACE]
    del records
    singles = singles[files_of(singles) < plan.audited]
    check()
    comparison = _Comparison(plan, together)
    flaws = comparison.flaws()
    check()
    kept_of_several = comparison.kept()
    kept = np.sort(np.concatenate([singles[has_flag(singles, IS_GOOD)], kept_of_several]))
    numbers = comparison.numbers(flaws)
    numbers["classes"] += len(singles)
    numbers["distinct"] += len(singles)
    numbers["clean_rows"] = len(kept)
    overlapping = [flaws[kind][0] for kind in _OVERLAPS if kind in flaws]
    numbers["clean_rows_elsewhere"] = sum(int(np.isin(kept_of_several, some).sum()) for some in overlapping)
    examples = {
        str(kind): np.stack(_in_order(*pairs))[:, :EXAMPLES].T.tolist() for kind, pairs in flaws.items()
    }
    if plan.keeps_rows:
        plan.work.write(f"groups/{prefixes.name}.rows", kept.tobytes())
    if plan.lists_flaws:
        with (
            plan.work.writing(f"flaws/groups-{prefixes.name}{table_suffix()}") as file,
            table_writing(file) as table,
        ):
            for columns in _rows_of_flaws(plan, flaws):
                check()
                table.add(columns)
    said = {"numbers": numbers, "overlap": comparison.overlap(), "examples": examples}
    plan.work.write(f"groups/{prefixes.name}.json", json.dumps(said).encode())


def _divided(records: Records) -> tuple[NDArray[np.bool_], Records]:
    """Which rows are alone in their class; and all others, in order of class, text and place."""
    keys = np.ascontiguousarray(records[:, CLASS0])
    order = np.argsort(keys)
    keys = keys[order]
    is_same = np.zeros(len(keys) + 1, bool)
    is_same[1:-1] = keys[1:] == keys[:-1]
    is_together = is_same[1:] | is_same[:-1]
    is_alone = np.ones(len(keys), bool)
    is_alone[order[is_together]] = False
    together = records[~is_alone]
    return is_alone, together[np.lexsort([together[:, field] for field in (PLACE, TEXT, CLASS1, CLASS0)])]


def _in_order(place: NDArray[np.uint64], other: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], ...]:
    order = np.argsort(place)
    return place[order], other[order]


class _Comparison:
    """Rows in order of class, text and place, compared with each other."""

    def __init__(self, plan: AuditPlan, rows: Records) -> None:
        self._plan = plan
        fields = Fields.of(plan)
        self._place = np.ascontiguousarray(rows[:, PLACE])
        number = len(rows)
        self._file = files_of(self._place)
        self._is_audited = self._file < plan.audited
        self._split, self._rating = np.full(number, NO_SPLIT, np.int64), np.full(number, np.nan)
        if fields.split is not None:
            self._split = rows[:, fields.split].astype(np.int64)
        if fields.rating is not None:
            self._rating = np.ascontiguousarray(rows[:, fields.rating]).view(np.float64)
        begins_class = np.ones(number, bool)
        begins_class[1:] = (rows[1:, : CLASS1 + 1] != rows[:-1, : CLASS1 + 1]).any(axis=1)
        begins_text = begins_class.copy()
        begins_text[1:] |= rows[1:, TEXT] != rows[:-1, TEXT]
        self._classes, self._texts = _Groups.where(begins_class), _Groups.where(begins_text)

    def flaws(self) -> dict[FlawKind, tuple[NDArray[np.uint64], NDArray[np.uint64]]]:
        """By kind: the places of the rows with that flaw, and for each the place of the other row."""
        in_text = self._texts.first(self._place, self._is_audited)
        in_class = self._classes.first(self._place, self._is_audited)
        is_exact = self._is_audited & (self._place != in_text)
        is_isomorphic = self._is_audited & ~is_exact & (self._place != in_class)
        same, moved = self._elsewhere(self._texts), self._elsewhere(self._classes)
        overlaps = self._is_audited & (same != NOWHERE)
        overlaps_moved = self._is_audited & ~overlaps & (moved != NOWHERE)
        is_rated = self._is_audited & np.isfinite(self._rating)
        rated = self._first_that_differs(self._classes, is_rated, self._rating)
        found = {
            FlawKind.EXACT_DUPLICATE: (is_exact, in_text),
            FlawKind.ISOMORPHIC_DUPLICATE: (is_isomorphic, in_class),
            FlawKind.OVERLAP_EXACT: (overlaps, same),
            FlawKind.OVERLAP_ISOMORPHIC: (overlaps_moved, moved),
            FlawKind.RATING_DIFFERS: (rated != NOWHERE, rated),
        }
        return {kind: (self._place[rows], other[rows]) for kind, (rows, other) in found.items() if rows.any()}

    def kept(self) -> NDArray[np.uint64]:
        """The places of the first good row of each class."""
        is_good = self._is_audited & has_flag(self._place, IS_GOOD)
        is_first = self._place == self._classes.first(self._place, is_good)
        places: NDArray[np.uint64] = self._place[is_good & is_first]
        return places

    def numbers(self, flaws: dict[FlawKind, Any]) -> dict[str, Any]:
        """The numbers that the rows add to the summary."""
        against = ~self._is_audited
        differing = flaws.get(FlawKind.RATING_DIFFERS, (np.empty(0, np.uint64),))[0]
        differ = np.isin(self._place, differing)
        return {
            "classes": int(self._classes.holding(self._is_audited).sum()),
            "distinct": int(self._texts.holding(self._is_audited).sum()),
            "flaws": {str(kind): len(pairs[0]) for kind, pairs in flaws.items()},
            "flawed_by_others": self._flawed_by_others(flaws),
            "against": {
                "exact": int((self._is_audited & self._texts.holding(against)[self._texts.of]).sum()),
                "isomorphic": int(
                    (self._is_audited & self._classes.holding(against)[self._classes.of]).sum()
                ),
            },
            "differing_classes": int(self._classes.holding(differ).sum()),
            "differing_rows": len(differing),
        }

    def overlap(self) -> dict[str, list[list[int]]]:
        """Rows of one file, or split, of which the puzzle is in the other: lists of [one, other, rows]."""
        in_split = self._is_audited & (self._split != NO_SPLIT)
        return {
            "files_exact": pair_counts(self._texts.of, self._file, before=self._plan.audited),
            "files_isomorphic": pair_counts(self._classes.of, self._file, before=self._plan.audited),
            "splits_exact": pair_counts(self._texts.of[in_split], self._split[in_split]),
            "splits_isomorphic": pair_counts(self._classes.of[in_split], self._split[in_split]),
        }

    def _elsewhere(self, groups: _Groups) -> NDArray[np.uint64]:
        """For each row, the first place in its group that is in a file not audited, or in another split."""
        in_split = self._is_audited & (self._split != NO_SPLIT)
        other = self._first_that_differs(groups, in_split, self._split)
        against = groups.first(self._place, ~self._is_audited)
        elsewhere: NDArray[np.uint64] = np.where(against != NOWHERE, against, other)
        return elsewhere

    def _first_that_differs(
        self, groups: _Groups, rows: NDArray[np.bool_], values: NDArray[Any]
    ) -> NDArray[np.uint64]:
        """For each of `rows`, the first place of them in its group with another value; else NOWHERE."""
        first = groups.first(self._place, rows)
        is_first = rows & (self._place == first)
        value_of_first = np.zeros(len(groups.starts), values.dtype)
        value_of_first[groups.of[is_first]] = values[is_first]
        differs = rows & (values != value_of_first[groups.of])
        other: NDArray[np.uint64] = np.where(differs, first, groups.first(self._place, differs))
        return np.where(rows, other, NOWHERE)

    def _flawed_by_others(self, flaws: dict[FlawKind, Any]) -> int:
        """How many rows have a flaw only because of other rows."""
        places = [place for place, _ in flaws.values()]
        flawed = np.sort(np.concatenate([np.empty(0, np.uint64), *places]))
        is_new = np.ones(len(flawed), bool)
        is_new[1:] = flawed[1:] != flawed[:-1]
        return int((is_new & ~has_flag(flawed, HAS_FLAW)).sum())


def _rows_of_flaws(plan: AuditPlan, flaws: dict[FlawKind, Any]) -> Iterator[Columns]:
    """The flaws as rows of the table of flaws, some of them at a time."""
    names = np.array([one.name for one in plan.files], object)
    for kind, pairs in flaws.items():
        all_places, all_others = _in_order(*pairs)
        for start in range(0, len(all_places), _ROWS_AT_ONCE):
            place, other = (some[start : start + _ROWS_AT_ONCE] for some in (all_places, all_others))
            yield {
                "kind": [str(kind)] * len(place),
                "file": names[files_of(place)].tolist(),
                "row": rows_of(place).tolist(),
                "message": [MESSAGES[kind]] * len(place),
                "other_file": names[files_of(other)].tolist(),
                "other_row": rows_of(other).tolist(),
            }
