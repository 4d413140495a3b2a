"""The results of a segment, collected batch by batch, and written to the work folder when it is complete.

The file of the keys and that of the flaws are written first, the one in `segments` last: where that is there,
the segment is finished.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack
from typing import Any
from zlib import crc32

import numpy as np

from sudocube.auditing.audit_plan import SEGMENT_ROWS, AuditPlan, Part
from sudocube.auditing.flaw_kinds import EXAMPLES, FlawKind
from sudocube.auditing.flaw_table import TableWriter, table_suffix, table_writing
from sudocube.auditing.flaw_telling import flaw_columns, flaw_example
from sudocube.auditing.key_records import Fields, Records, by_prefix
from sudocube.auditing.row_batches import LostRows, Malformed, MalformedReason
from sudocube.auditing.row_findings import Numbers, RowFindings
from sudocube.auditing.summary_numbers import added


def finished_segment(plan: AuditPlan, part: Part, row: int) -> dict[str, Any] | None:
    """What is known of the segment that begins with a row; None where it is not finished.

    Rows that were lost are read again: the reason may be gone.
    """
    name = f"segments/{part.segment(row)}.json"
    if not plan.work.exists(name):
        return None
    found: dict[str, Any] = json.loads(plan.work.read(name))
    return None if found["lost"] else found


class SegmentWriter:
    """Collects a segment, from row `first` of a file on."""

    def __init__(self, plan: AuditPlan, part: Part, first: int) -> None:
        self._plan, self._part = plan, part
        self._first, self._next = first, first
        self._position: int | None = None
        self._fields = Fields.of(plan)
        self._numbers: Numbers = {}
        self._records: list[Records] = []
        self._splits: list[str] = []
        self._lost: list[dict[str, Any]] = []
        self._examples: dict[FlawKind, list[dict[str, Any]]] = {}
        self._shown = Counter[tuple[FlawKind, MalformedReason | None]]()
        self._file = plan.files[part.file]
        self._table: TableWriter | None = None
        self._open_files = ExitStack()

    @property
    def next_row(self) -> int:
        """The row that follows those that are collected."""
        return self._next

    @property
    def is_full(self) -> bool:
        """Whether the next rows belong to another segment."""
        return self._next - self._first >= SEGMENT_ROWS

    def add(self, findings: RowFindings) -> None:
        """Add the rows of the next batch."""
        batch = findings.examined.batch
        self._next, self._position = batch.first + len(batch), batch.position
        self._numbers = added(self._numbers, findings.numbers)
        self._records.append(self._with_splits(findings))
        if self._plan.is_audited(self._part.file):
            self._add_examples(findings)
            if self._plan.lists_flaws and findings.flaws:
                self._list_flaws(findings)

    def add_lost(self, lost: LostRows) -> None:
        """Note that rows could not be read."""
        self._lost.append({"first": lost.first, "rows": lost.count, "message": lost.message})
        self._next = max(self._next, lost.first + (lost.count or 0))

    def finish(self, *, is_last: bool) -> None:
        """Write all of it; raises OSError where it cannot be written."""
        name, work = self._part.segment(self._first), self._plan.work
        records = np.concatenate([np.empty((0, self._fields.number), np.uint64), *self._records])
        self._records.clear()
        records, offsets = by_prefix(records)
        work.write(f"keys/{name}.keys", records.data)
        self._open_files.close()
        said = {
            "name": name,
            "file": self._part.file,
            "first": self._first,
            "next": self._next,
            "position": self._position,
            "is_last": is_last,
            "is_listed": self._table is not None,
            "lost": self._lost,
            "sum": crc32(records.data) if self._lost else None,  # it is read again: are its keys others then?
            "splits": self._splits,
            "numbers": self._numbers,
            "examples": {str(kind): self._examples[kind] for kind in FlawKind if kind in self._examples},
            "offsets": offsets.tolist(),
        }
        work.write(f"segments/{name}.json", json.dumps(said).encode())

    def _with_splits(self, findings: RowFindings) -> Records:
        """The records of a batch, with splits numbered as they are in this segment."""
        records = findings.records
        if findings.splits:
            self._splits.extend(name for name in findings.splits if name not in self._splits)
            if findings.splits != self._splits[: len(findings.splits)]:
                numbers = [self._splits.index(name) for name in findings.splits]
                self._fields.renumber_splits(records, numbers)
        return records

    def abandon(self, error: BaseException) -> None:
        """Leave no file of flaws that is not finished; `error` is what ended the work."""
        self._open_files.__exit__(type(error), error, error.__traceback__)

    def _list_flaws(self, findings: RowFindings) -> None:
        """Add the flaws of a batch to the table of flaws."""
        if self._table is None:
            name = f"flaws/{self._part.segment(self._first)}{table_suffix()}"
            file = self._open_files.enter_context(self._plan.work.writing(name))
            self._table = self._open_files.enter_context(table_writing(file))
        self._table.add(flaw_columns(findings, self._file.name))

    def _add_examples(self, findings: RowFindings) -> None:
        """Keep the first rows with each flaw, and the first malformed ones for each reason."""
        others = findings.examined.batch.others
        for kind, places in findings.flaws.items():
            kept = self._examples.setdefault(kind, [])
            for place in (places if kind is FlawKind.MALFORMED else places[:EXAMPLES]).tolist():
                other = others.get(place)
                reason = other.reason if isinstance(other, Malformed) else None
                if self._shown[kind, reason] < EXAMPLES:
                    self._shown[kind, reason] += 1
                    kept.append(flaw_example(kind, findings.examined, place, self._file).as_json())
