"""Examples of what rows have in common: duplicates, overlaps, ratings. Their texts are read once more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from sudocube.auditing.audit_plan import AuditPlan
from sudocube.auditing.flaw_kinds import FlawExample, FlawKind, RowPlace
from sudocube.auditing.key_records import files_of, rows_of
from sudocube.auditing.row_lookup import SingleRow, rows_at
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


class _FoundRow(NamedTuple):
    """A row that was read once more; `row` is None where that failed."""

    file: str
    number: int
    row: SingleRow | None
    split: str | None = None

    @property
    def puzzle(self) -> Puzzle | None:
        return self.row.puzzle if self.row is not None and isinstance(self.row.puzzle, Puzzle) else None

    @property
    def text(self) -> str | None:
        return None if self.puzzle is None else str(self.puzzle)

    @property
    def line(self) -> int | None:
        return None if self.row is None else self.row.line

    @property
    def rating(self) -> float | None:
        return None if self.row is None else self.row.rating


def told_pairs(plan: AuditPlan, found: dict[str, list[list[int]]]) -> dict[str, list[dict[str, Any]]]:
    """Examples by kind; `found` has the places of the rows and of the others, as stage 2 has them."""
    rows = _read(plan, {place for pairs in found.values() for pair in pairs for place in pair})
    return {
        kind: [_example(FlawKind(kind), rows[place], rows[other]).as_json() for place, other in pairs]
        for kind, pairs in found.items()
    }


def _example(kind: FlawKind, found: _FoundRow, other: _FoundRow) -> FlawExample:
    message = MESSAGES[kind]
    if kind is FlawKind.RATING_DIFFERS and found.rating is not None and other.rating is not None:
        message = f"rated {found.rating:g}; the other row is rated {other.rating:g}"
    here, there, turned = found.puzzle, other.puzzle, None
    if here is not None and there is not None and here != there:
        turned = isomorphism(there, here)
    return FlawExample(
        kind,
        found.file,
        found.number,
        line=found.line,
        id=None if found.row is None else found.row.id,
        split=found.split,
        box=None if here is None else here.geometry.box_name,
        puzzle=found.text,
        answer=None if found.row is None else found.row.answer,
        message=message,
        other=RowPlace(other.file, other.number, other.line, other.text, other.split),
        transformation=None if turned is None else str(turned),
    )


def _read(plan: AuditPlan, places: Iterable[int]) -> dict[int, _FoundRow]:
    """The rows at these places."""
    found: dict[int, _FoundRow] = {}
    wanted: dict[int, dict[int, int]] = defaultdict(dict)
    for place in places:
        one = np.array([place], np.uint64)
        number, row = int(files_of(one)[0]), int(rows_of(one)[0])
        wanted[number][row] = place
        found[place] = _FoundRow(plan.files[number].name, row, None)
    for number, places_of in sorted(wanted.items()):
        file = plan.files[number]
        for single in rows_at(file, places_of, **plan.options):
            found[places_of[single.row]] = _FoundRow(
                file.name, single.row, single, file.split_of(single.split)
            )
    return found
