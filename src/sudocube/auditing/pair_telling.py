"""Examples of what rows have in common: duplicates, overlaps, ratings. Their texts are read once more."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from sudocube.auditing.audit_plan import AuditPlan
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.flaw_kinds import FlawExample, FlawKind, RowPlace
from sudocube.auditing.key_records import files_of, rows_of
from sudocube.auditing.row_batches import RowBatch
from sudocube.auditing.row_reading import read_rows
from sudocube.puzzle import Puzzle
from sudocube.symmetry import isomorphism

MESSAGES = {
    FlawKind.EXACT_DUPLICATE: "an earlier row holds the same puzzle",
    FlawKind.ISOMORPHIC_DUPLICATE: "an earlier row holds the same puzzle, moved or relabelled",
    FlawKind.OVERLAP_EXACT: "the same puzzle is in another split or file",
    FlawKind.OVERLAP_ISOMORPHIC: "the same puzzle, moved or relabelled, is in another split or file",
    FlawKind.RATING_DIFFERS: "another row holds the same puzzle, perhaps moved, and another rating",
}
"""What is wrong with a row because of another one."""


class _Row(NamedTuple):
    """A row that was read once more: a batch of one row."""

    file: DataFile
    number: int
    batch: RowBatch | None

    @property
    def puzzle(self) -> Puzzle | None:
        return None if self.batch is None else self.batch.puzzle(0)

    @property
    def place(self) -> RowPlace:
        puzzle = self.puzzle
        text = None if puzzle is None else str(puzzle)
        return RowPlace(self.file.name, self.number, self.line, text)

    @property
    def rating(self) -> float:
        return math.nan if self.batch is None or self.batch.ratings is None else float(self.batch.ratings[0])

    @property
    def line(self) -> int | None:
        return None if self.batch is None or self.batch.lines is None else int(self.batch.lines[0])


def told_pairs(plan: AuditPlan, found: dict[str, list[list[int]]]) -> dict[str, list[dict[str, Any]]]:
    """Examples by kind; `found` has the places of the rows and of the others, as stage 2 has them."""
    rows = _read(plan, {place for pairs in found.values() for pair in pairs for place in pair})
    return {
        kind: [_example(FlawKind(kind), rows[place], rows[other]).as_json() for place, other in pairs]
        for kind, pairs in found.items()
    }


def _example(kind: FlawKind, row: _Row, other: _Row) -> FlawExample:
    batch, message = row.batch, MESSAGES[kind]
    here, there = row.puzzle, other.puzzle
    if kind is FlawKind.RATING_DIFFERS:
        message = f"rated {row.rating:g}; the other row is rated {other.rating:g}"
    turned = None
    if here is not None and there is not None and here != there:
        turned = isomorphism(there, here)
    return FlawExample(
        kind,
        row.file.name,
        row.number,
        line=row.line,
        id=None if batch is None or batch.ids is None else batch.ids[0],
        puzzle=None if here is None else str(here),
        answer=None if batch is None else batch.answer(0),
        message=message,
        other=other.place,
        transformation=None if turned is None else str(turned),
    )


def _read(plan: AuditPlan, places: Iterable[int]) -> dict[int, _Row]:
    """The rows at these places, read once more; one that can no longer be read has no batch."""
    wanted: dict[int, dict[int, int]] = defaultdict(dict)
    for place in places:
        one = np.array([place], np.uint64)
        wanted[int(files_of(one)[0])][int(rows_of(one)[0])] = place
    found: dict[int, _Row] = {}
    for file, places_of in sorted(wanted.items()):
        data = plan.files[file]
        for row, place in places_of.items():
            found[place] = _Row(data, row, None)
        numbers = sorted(places_of)
        spans = [(row, row + 1) for row in numbers] if data.groups else [(numbers[0], numbers[-1] + 1)]
        for first, stop in spans:
            for item in read_rows(data, first=first, stop=stop, **plan.options):
                if isinstance(item, RowBatch):
                    for row in numbers:
                        if item.first <= row < item.first + len(item):
                            one_row = item.part(row - item.first, row - item.first + 1)
                            found[places_of[row]] = _Row(data, row, one_row)
    return found
