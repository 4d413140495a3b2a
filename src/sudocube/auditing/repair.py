"""A data set without flaws: what is wrong is mended where it can be, and left out where it cannot.

Of each class, the first unique row is kept: so no class is in several splits, nor in a file that is compared
with. Its answer and its number of clues are made anew where they are wrong or missing.
"""

from __future__ import annotations

import csv
import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import TextIOWrapper
from math import isqrt
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from sudocube.auditing.clean import Kept, RowSet, is_same_file, new_file, refuse_archive, write_rows
from sudocube.auditing.columns import texts_of
from sudocube.auditing.examine import DecidedRows, decided_rows
from sudocube.auditing.flaws import FLAWS
from sudocube.auditing.keys import Places, files_of, places_of, rows_of
from sudocube.auditing.plan import AuditPlan
from sudocube.auditing.telling import text_in
from sudocube.checking.answers import NOT_STORED, RIGHT, STORED_WORDS, VerdictCode
from sudocube.errors import InputError
from sudocube.rows.batch import LostRows, Role, Rows
from sudocube.rows.data_files import DataFile, read_rows

CHANGES = ("file", "row", "line", "id", "what", "before", "after")
"""The columns of manifest.csv, which has a row for each change. Rows count from 0, lines from 1."""

NewValues: TypeAlias = dict[str, dict[int, str]]
"""By the names of columns, and by the places of rows in their batch, as texts."""

_LEFT_OUT = {
    VerdictCode.MALFORMED: "malformed",
    VerdictCode.NONE: "no_solution",
    VerdictCode.MULTIPLE: "several_solutions",
    VerdictCode.UNKNOWN: "undecided",
}
"""The kind of flaw for which a row is left out, whatever the other rows are."""


def written_paths(folder: str, files: Sequence[DataFile]) -> list[str]:
    """Where the rows of each file are written: by its path from the folder that all files have in common.

    Members of an archive are written to a folder that is called as the archive is.
    """
    folders = {os.path.dirname(file.path) for file in files}  # noqa: PTH120 — it may be a URL
    common = os.path.commonpath(folders) if len(folders) > 1 else folders.pop()
    inner = (file.path.removeprefix(common).lstrip("/").replace("!", "/") for file in files)
    return [f"{folder.rstrip('/')}/{path}" for path in inner]


def check_repair(folder: str, files: Sequence[DataFile]) -> None:
    """Raise InputError for a folder in which a file would be written over, and for what is not written."""
    for file in files:
        if file.fault is None:
            refuse_archive(file)
    for path in written_paths(folder, files):
        for file in files:
            if is_same_file(path, file.path):
                what = f"{file.name} stands there, and would be written over: name another folder"
                raise InputError(folder, what)


def write_repaired(folder: str, plan: AuditPlan, kept: Sequence[RowSet], left: Places) -> None:
    """Write the rows of the audited files that are kept, mended, each file to its own; and the manifest.

    `left`, uint64 (n, 2), has the places of unique rows that are left out, and those of the rows that hold
    the same puzzle and are kept, or stand in a file that is compared with. Raises InputError where a file is
    no longer as it was, and OSError where something cannot be written.
    """
    files = plan.files[: plan.audited]
    Path(folder).mkdir(parents=True, exist_ok=True)
    counts = Counter[str]()
    with new_file(f"{folder}/manifest.csv") as stream:
        text = TextIOWrapper(stream, "utf-8", newline="")
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(CHANGES)

        def note(*change: object) -> None:
            counts[str(change[CHANGES.index("what")])] += 1
            rows.writerow(change)

        for number, path in enumerate(written_paths(folder, files)):
            if files[number].fault is None:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                here = left[files_of(left[:, 0]) == number]
                repair = _Repair(plan, number, kept[number], here[np.argsort(here[:, 0])], note)
                items = repair.items()
                write_rows(path, [Kept(files[number], kept[number], items)])
                deque(items, maxlen=0)  # what follows the last row that is kept is told, too
        text.flush()
        text.detach()
    said = {
        "files": [
            {"name": file.name, "written": path, "rows": len(some)}
            for file, path, some in zip(files, written_paths(folder, files), kept, strict=True)
        ],
        "changes": dict(sorted(counts.items())),
    }
    with new_file(f"{folder}/manifest.json") as stream:
        stream.write((json.dumps(said, indent=1) + "\n").encode())


class _Repair:
    """The rows of one file with their new values; each change is noted."""

    def __init__(
        self, plan: AuditPlan, number: int, kept: RowSet, left: Places, note: Callable[..., None]
    ) -> None:
        self._plan, self._number, self._kept, self._left = plan, number, kept, left
        self._file, self._note = plan.files[number], note
        self._changes: list[tuple[Any, ...]] = []  # of a batch

    def items(self) -> Iterator[Rows | LostRows]:
        """The batches of the file, with their new values."""
        items = read_rows(self._file, keep=True, **self._plan.options)
        for item in decided_rows(items, timeout=self._plan.timeout, threads=os.cpu_count() or 1):
            if isinstance(item, LostRows):
                yield item
                continue
            which = self._kept.among(item.rows.first, len(item.rows))
            for place in np.flatnonzero(~which).tolist():
                self._leave_out(item, place)
            places = np.flatnonzero(which).tolist()
            table = item.rows.table
            for name, values in (self._answers(item, places) | self._clues(item.rows, places)).items():
                table = _with_values(table, name, values)
            for change in sorted(self._changes, key=lambda change: change[CHANGES.index("row")]):
                self._note(*change)
            self._changes.clear()
            yield replace(item.rows, table=table)

    def _answers(self, decided: DecidedRows, places: list[int]) -> NewValues:
        """The right answers of rows that have a wrong one or none, though there is a column of answers."""
        rows, names = decided.rows, self._file.layout.roles.get(Role.ANSWER, ())
        new: NewValues = {name: {} for name in names}
        for place in places:
            if decided.stored[place] in (RIGHT, NOT_STORED):
                continue
            if not names:
                raise InputError(rows.source(place), "its answer stands in no column, and cannot be written")
            asked = decided.asked.get(place)
            digits = "".join(map(str, decided.solutions[place, 0].tolist()))
            answer = str(asked.solutions[0]) if asked is not None and asked.solutions else digits
            for name, value in zip(names, [answer] if len(names) == 1 else answer, strict=True):
                new[name][place] = value
            what = f"answer: {STORED_WORDS[decided.stored[place]].replace('_', ' ')}"
            self._tell(rows, place, what, rows.answer(place) or "", answer)
        return new

    def _clues(self, rows: Rows, places: list[int]) -> NewValues:
        """The right numbers of clues of rows that have a wrong one or none."""
        column = rows.column(Role.CLUES)
        if column is None:
            return {}
        stored, new = texts_of(column), dict[int, str]()
        for place in places:
            puzzle = rows.puzzle(place)
            assert puzzle is not None  # it is unique
            number = len(puzzle.clues)
            if _number(stored[place]) != number:
                new[place] = str(number)
                self._tell(rows, place, "number of clues", stored[place] or "", number)
        return {rows.roles[Role.CLUES]: new}

    def _leave_out(self, decided: DecidedRows, place: int) -> None:
        """Note why a row is left out."""
        rows, verdict = decided.rows, VerdictCode(int(decided.verdicts[place]))
        before = rows.puzzle(place)
        if verdict in _LEFT_OUT:
            self._tell(rows, place, f"left out: {FLAWS[_LEFT_OUT[verdict]].title}", before or "", "")
            return
        here = places_of(self._number, np.array([rows.first + place]), np.zeros(1, np.uint8))
        at = min(int(np.searchsorted(self._left[:, 0], here[0])), len(self._left) - 1)
        other = self._left[at : at + 1, 1]
        file, row = int(files_of(other)[0]), int(rows_of(other)[0])
        what = "left out: duplicate" if self._plan.is_audited(file) else "left out: leak"
        self._tell(rows, place, what, before or "", f"{self._plan.files[file].name}, row {row}")

    def _tell(self, rows: Rows, place: int, what: str, before: object, after: object) -> None:
        line = "" if rows.lines is None else int(rows.lines[place])
        name = text_in(rows, Role.ID, place) or ""
        self._changes.append((self._file.name, rows.first + place, line, name, what, before, after))


def _number(text: str | None) -> float | None:
    """The number that a text holds; None where it is none."""
    try:
        return float(text or "")
    except ValueError:
        return None


def _with_values(batch: pa.RecordBatch, name: str, new: Mapping[int, str]) -> pa.RecordBatch:
    """A batch with new values in a column, which have the type of the others."""
    if not new:
        return batch
    at = batch.schema.get_field_index(name)
    column, kind = batch.column(at), batch.schema.field(at).type
    kind = pa.string() if pa.types.is_null(kind) else kind
    values = [_of_type(new[place], kind) if place in new else old.as_py() for place, old in enumerate(column)]
    return batch.set_column(at, name, pa.array(values, kind))


def _of_type(value: str, kind: pa.DataType) -> Any:  # noqa: ANN401
    """Digits, or a number, as a value of a column: a text, a number, or the digits in lists."""
    if pa.types.is_dictionary(kind):
        return _of_type(value, kind.value_type)
    if pa.types.is_nested(kind):
        digits = [_of_type(symbol, pa.int8()) for symbol in value]
        size = isqrt(len(digits))
        rows = [digits[at : at + size] for at in range(0, len(digits), size)]
        return rows if pa.types.is_nested(kind.value_type) else digits
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return int(value, 36) if len(value) == 1 else int(value)
    return value.encode() if "binary" in str(kind) else value
