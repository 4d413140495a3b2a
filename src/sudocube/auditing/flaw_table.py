"""The table with a row for each flaw: in parts in the work folder, and as one file in the end.

It is a Parquet file, or CSV where PyArrow is not installed. Both have the columns of COLUMNS.
"""

from __future__ import annotations

import csv
from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import Any

from sudocube.auditing.answer_judging import VerdictCode
from sudocube.auditing.flaw_kinds import FlawKind
from sudocube.auditing.row_batches import Malformed
from sudocube.auditing.row_examination import ExaminedRows
from sudocube.auditing.row_findings import RowFindings
from sudocube.auditing.shared_folder import SharedFolder
from sudocube.engines.stored_answers import judged_answer

COLUMNS = {
    "kind": "string",
    "file": "string",
    "row": "int64",
    "line": "int64",
    "id": "string",
    "puzzle": "string",
    "answer": "string",
    "message": "string",
    "other_file": "string",
    "other_row": "int64",
}
"""The columns and their types. Rows count from 0, lines from 1."""

Columns = dict[str, list[Any]]


def table_suffix() -> str:
    """How the name of the table ends: ".parquet", or ".csv" without PyArrow."""
    return ".parquet" if find_spec("pyarrow") is not None else ".csv"


def flaw_message(kind: FlawKind, examined: ExaminedRows, place: int) -> str:
    """What is wrong with a row, in a sentence without its place."""
    other = examined.batch.others.get(place)
    if isinstance(other, Malformed):
        return other.message
    asked = examined.asked.get(place)
    match kind:
        case FlawKind.NO_SOLUTION:
            return "the puzzle has no solution"
        case FlawKind.SEVERAL_SOLUTIONS:
            return "the puzzle has several solutions"
        case FlawKind.UNDECIDED:
            return "not decided" + (f": {asked.reason}" if asked is not None and asked.reason else "")
        case FlawKind.CLUE_COUNT_DIFFERS:
            stored = examined.batch.clues
            assert stored is not None
            return f"{stored[place]} clues are stored; there are {examined.clues[place]}"
    if asked is not None and asked.stored_fault is not None:
        return asked.stored_fault
    puzzle, text = examined.puzzle(place), examined.answer(place)
    assert puzzle is not None
    verdict = VerdictCode(int(examined.verdicts[place])).verdict
    return judged_answer(text or "", puzzle, verdict, examined.found_solutions(place)).fault or ""


class FlawTable:
    """Collects the flaws of a segment of a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._columns: Columns = {name: [] for name in COLUMNS}

    def add(self, findings: RowFindings) -> None:
        """Add the flaws of a batch, in the order of its rows."""
        found = [(place, kind) for kind, places in findings.flaws.items() for place in places.tolist()]
        order = {kind: at for at, kind in enumerate(FlawKind)}
        for place, kind in sorted(found, key=lambda one: (one[0], order[one[1]])):
            self._add_row(findings.examined, place, kind)

    def _add_row(self, examined: ExaminedRows, place: int, kind: FlawKind) -> None:
        batch, puzzle = examined.batch, examined.puzzle(place)
        row = {
            "kind": str(kind),
            "file": self._file,
            "row": batch.first + place,
            "line": None if batch.lines is None else int(batch.lines[place]),
            "id": None if batch.ids is None else batch.ids[place],
            "puzzle": None if puzzle is None else str(puzzle),
            "answer": examined.answer(place),
            "message": flaw_message(kind, examined, place),
        }
        for name, values in self._columns.items():
            values.append(row.get(name))

    def write(self, work: SharedFolder, name: str) -> None:
        """Write the flaws that were collected to the work folder."""
        work.write(f"flaws/{name}{table_suffix()}", table_bytes(self._columns))


def table_bytes(columns: Columns) -> bytes:
    """A table of flaws as the bytes of a file."""
    if table_suffix() == ".csv":
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(zip(*columns.values(), strict=True))
        return text.getvalue().encode("utf-8", "surrogateescape")
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])
    file = BytesIO()
    pq.write_table(pa.table(columns, schema), file, compression="zstd")
    return file.getvalue()
