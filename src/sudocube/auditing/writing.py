"""Rows of a data set written in the form of the input, with all of its columns: a clean file, a repaired set.

Columns and their values stay as they are, and so does the schema of Parquet and Arrow with its metadata. The
bytes need not: quotes, row groups and compression may be others.

In a repaired set, what is wrong is mended where it can be, and left out where it cannot. Of each class, the
first unique row is kept: so no class is in several splits, nor in a file that is compared with. Its answer
and its number of clues are made anew where they are wrong or missing.
"""

from __future__ import annotations

import csv
import json
import lzma
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from io import TextIOWrapper
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.flaws import FLAWS, RowSet
from sudocube.auditing.keys import Records
from sudocube.auditing.plan import AuditPlan, DataFile, read_rows
from sudocube.errors import InputError, message_of
from sudocube.file_names import whole_file
from sudocube.rows.batch import Rows
from sudocube.rows.columns import Kind, Layout, Role
from sudocube.rows.entry import in_utf8, text_of
from sudocube.rows.writer import RecordWriter
from sudocube.verdicts.batches import NOT_STORED, RIGHT, STORED_WORDS, CheckedRows, VerdictCode, check_rows

Chosen: TypeAlias = Iterator[tuple[Rows, NDArray[np.int64]]]
"""Batches, and the places of their rows that are written."""

Change: TypeAlias = tuple[int, str, Any, Any]
"""A change of a row: its place in the batch, what was done, what stood there before, and what stands now."""

_PACKINGS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd"}

_LEFT_OUT = {
    VerdictCode.MALFORMED: "malformed",
    VerdictCode.NONE: "no_solution",
    VerdictCode.MULTIPLE: "several_solutions",
}
"""The kind of flaw for which a row is left out of a repaired set, whatever the other rows are."""


def check_written(plan: AuditPlan) -> None:
    """Raise InputError for a clean file or a repaired set that cannot be written, before any work.

    Files that become one file are of one kind, and tables have the same columns. No input is written over.
    """
    if plan.target is None:
        return
    files = [file for file in plan.files[: plan.audited] if file.fault is None]
    if arrays := [file.name for file in files if file.layout.kind is Kind.ARRAY]:
        raise InputError(arrays[0], "arrays are not written: save the rows as a table")
    for other in files[1:] if plan.clean is not None else ():
        if _form(other) != _form(files[0]):
            kinds = (f"{one.name} is of the kind {one.layout.kind}" for one in (files[0], other))
            told = "one file cannot hold the rows of all: {}, and {}, or has other columns"
            raise InputError(plan.target, f"{told.format(*kinds)}; clean them one by one")
    if plan.repair is not None and os.path.isfile(plan.repair):  # noqa: PTH113
        raise InputError(plan.repair, "a repaired set is a folder, and a file stands there: name a folder")
    inputs = {os.path.realpath(file.name.partition("!")[0]): file.name for file in plan.files}
    for path in written_paths(plan):
        if (name := inputs.get(os.path.realpath(path))) is not None:
            raise InputError(plan.target, f"{name} stands there, and is an input: write to another place")


def _form(file: DataFile) -> tuple[Kind, list[str]]:
    """The kind of a file and its columns; objects of JSON may have any."""
    kind = file.layout.kind
    return kind, sorted(file.layout.names) if kind in (Kind.TABLE, Kind.PARQUET, Kind.ARROW) else []


def written_paths(plan: AuditPlan) -> list[str]:
    """Where rows are written; in a repaired set by the path of each file from the folder they have in common.

    Members of an archive are written to a folder that is called as the archive is.
    """
    if plan.repair is None:
        return [plan.clean or ""]
    paths = [file.name for file in plan.files[: plan.audited]]
    common = os.path.commonpath([os.path.dirname(path) for path in paths])  # noqa: PTH120
    inner = (path.removeprefix(common).lstrip("/").replace("!", "/") for path in paths)
    return [f"{plan.repair.rstrip('/')}/{path}" for path in inner]


def write_rows(plan: AuditPlan, kept: Sequence[RowSet], left: Records, splits: Mapping[str, str]) -> None:
    """Write the rows of the audited files that are kept, a set for each file, as a clean file or mended.

    In a repaired set, each change is told in its manifest. `left` is that of `Compared`, and `splits` has the
    names of splits by their hashes. A file appears when it is complete; until then, the old one is unchanged.

    Raises InputError where a file is no longer as it was, or its rows do not fit those of the first one; and
    OSError where something cannot be written, such as for a full disk.
    """
    files = [(at, file) for at, file in enumerate(plan.files[: plan.audited]) if file.fault is None]
    if plan.repair is None:
        batches = (one for at, file in files for one in _chosen(plan, file, kept[at]))
        _write(plan.clean or "", files[0][1].layout, batches)
        return
    with _new_file(f"{plan.repair}/manifest.csv") as stream, _text_in(stream) as text:
        manifest = csv.writer(text, lineterminator="\n")
        manifest.writerow(("source", "id", "what", "before", "after"))
        paths = written_paths(plan)
        repair = _Repair(plan, left[np.argsort(left[:, 0])], splits, manifest)
        for at, file in files:
            _write(paths[at], file.layout, repair.mended(at, kept[at]))


def _chosen(plan: AuditPlan, file: DataFile, kept: RowSet) -> Chosen:
    """The batches of a file, and the places of their rows that are kept, none of which is gone."""
    missing = int(kept.sum())
    for rows in read_rows(file, plan.reading._replace(keep=True)):
        if isinstance(rows, Rows):
            places = np.flatnonzero(kept[rows.first : rows.first + len(rows)])
            missing -= len(places)
            yield rows, places
    if missing:
        raise InputError(file.name, "its rows were read before, and cannot be read again")


@contextmanager
def _new_file(path: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete, packed if its name says so."""
    target = Path(os.path.realpath(path))
    with ExitStack() as stack:
        stream: Any = stack.enter_context(whole_file(target))
        if (suffix := target.suffix.lower()) == ".xz":
            stream = stack.enter_context(lzma.LZMAFile(stream, "wb"))
        elif suffix in _PACKINGS:
            stream = stack.enter_context(pa.CompressedOutputStream(stream, _PACKINGS[suffix]))
        yield stream


def _write(path: str, layout: Layout, batches: Chosen) -> None:
    """Write rows to a file, in the form of a layout; raises InputError for rows with other columns."""
    write = _write_columns if layout.kind in (Kind.PARQUET, Kind.ARROW) else _write_text
    with _new_file(path) as stream:
        write(stream, layout, batches)


@contextmanager
def _text_in(stream: BinaryIO) -> Iterator[TextIOWrapper]:
    """Text that is written to a stream."""
    text = TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
    yield text
    text.detach()


def _write_text(stream: BinaryIO, layout: Layout, batches: Chosen) -> None:
    """Write rows of lists and of tables as another one, of tables with the header; and objects of JSON."""
    with _text_in(stream) as text:
        records = csv.writer(text, delimiter=layout.delimiter or ",", lineterminator="\n")
        if layout.kind is Kind.TABLE and layout.lines:
            records.writerow(layout.names)
        for rows, places in batches:
            if isinstance(rows.raw, list):
                text.writelines(json.dumps(rows.raw[place]) + "\n" for place in places.tolist())
            elif rows.table is None:
                text.writelines(_as_it_stood(rows, place) for place in places.tolist())
            else:
                chosen = _taken(rows, layout.names, places).to_pylist()
                records.writerows([text_of(one or b"") for one in row.values()] for row in chosen)


def _as_it_stood(rows: Rows, place: int) -> str:
    """A puzzle as it stood in a text, with its answer beside it if it had one on its line."""
    entry = rows.entry(place)
    answer = f" {entry.stored}" if entry.stored and entry.style.format == "line" else ""
    return RecordWriter().record(entry).rstrip("\n") + answer + "\n"


def _write_columns(stream: BinaryIO, layout: Layout, batches: Chosen) -> None:
    """Write rows of Parquet as Parquet, and those of Arrow as an Arrow file."""
    writer: Any = None
    with ExitStack() as stack:
        for rows, places in batches:
            if writer is None:
                schema = rows.raw.schema
                if layout.kind is Kind.PARQUET:
                    writer = pq.ParquetWriter(stream, schema, compression="zstd")
                else:
                    packed = pa.ipc.IpcWriteOptions(compression="lz4")
                    writer = pa.ipc.new_file(stream, schema, options=packed)
                stack.enter_context(writer)
            try:
                writer.write_table(_taken(rows, schema.names, places).cast(schema))
            except (pa.ArrowException, KeyError, ValueError) as error:
                reason = f"has columns of other types than the first file: {message_of(error)}"
                raise InputError(rows.name, reason) from None


def _taken(rows: Rows, names: Sequence[str], places: NDArray[np.int64]) -> Any:  # noqa: ANN401 — a table
    """These rows as a table with these columns."""
    views = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}  # nothing is taken of these
    columns = [_raw(rows).column(name) for name in names]
    plain = (one.cast(views.get(str(one.type), one.type)) for one in columns)
    return pa.table([one.take(pa.array(places)) for one in plain], [*names])


def _raw(rows: Rows) -> Any:  # noqa: ANN401 — a record batch, or objects of JSON
    return rows.table if rows.raw is None else rows.raw


@dataclass(frozen=True, slots=True)
class _Repair:
    """A repaired set as it is written: `left` in order, the names of splits, and the table of changes."""

    plan: AuditPlan
    left: Records
    splits: Mapping[str, str]
    manifest: Any

    def mended(self, number: int, kept: RowSet) -> Chosen:
        """The batches of a file with new values in rows that are kept, and the places of these."""
        file = self.plan.files[number]
        batches = (rows for rows, _ in _chosen(self.plan, file, kept))
        for checked in check_rows(batches, timeout=self.plan.timeout):
            rows = checked.rows
            is_kept = kept[rows.first : rows.first + len(rows)]
            left = self._left_out(number, checked, np.flatnonzero(~is_kept))
            answers, clues = [*_right_answers(checked, is_kept)], [*_right_clues(rows, is_kept)]
            for place, *told in sorted([*left, *answers, *clues], key=lambda one: one[0]):
                fields = rows.source(place), keys.text_in(rows, Role.ID, place) or "", *told
                self.manifest.writerow([in_utf8(str(field)) for field in fields])
            roles = file.layout.roles
            rows = _with_values(rows, roles.get(Role.ANSWER, ()), answers, max(file.layout.blank, 0))
            yield _with_values(rows, roles.get(Role.CLUES, ()), clues, 0), np.flatnonzero(is_kept)

    def _left_out(self, number: int, checked: CheckedRows, places: NDArray[np.int64]) -> Iterator[Change]:
        """Why rows are left out, what stood there, and the row where their class stands, if that is why."""
        rows, files = checked.rows, self.plan.files
        ends = [np.uint64(number << 44 | at << 4) for at in (rows.first, rows.first + len(rows))]
        here = self.left[slice(*np.searchsorted(self.left[:, 0], ends))].tolist()
        others = {keys.rows_of(place) - rows.first: rest for place, *rest in here}
        for place in places.tolist():
            verdict, before = VerdictCode(int(checked.verdict_codes[place])), rows.puzzle(place) or ""
            if verdict in _LEFT_OUT or place not in others:
                yield place, f"left out: {FLAWS[_LEFT_OUT.get(verdict, 'undecided')].title}", before, ""
                continue
            other, split, of_other = others[place]
            what = "left out: duplicate"
            if keys.files_of(other) >= self.plan.audited:
                what = "left out: its class stands in a file that is compared with"
            elif split:
                stays = self.splits[str(of_other)]
                what = f"left split {self.splits[str(split)]}: its class stands in split {stays}"
            where = f"{files[keys.files_of(other)].name}, row {keys.rows_of(other)}"
            yield place, what, before, where


def _right_answers(checked: CheckedRows, is_kept: RowSet) -> Iterator[Change]:
    """The right answers of rows that are kept, where other ones are stored, or none."""
    is_right = np.isin(checked.stored_codes, [RIGHT, NOT_STORED])
    for place in np.flatnonzero(is_kept & ~is_right).tolist():
        what = STORED_WORDS[checked.stored_codes[place]].replace("_", " ")
        answer = str(checked.checked(place).solutions[0])
        yield place, f"answer: {what}", checked.rows.answer(place) or "", answer


def _right_clues(rows: Rows, is_kept: RowSet) -> Iterator[Change]:
    """The right numbers of clues of rows that are kept, where other ones are stored, or none."""
    if Role.CLUES not in rows.roles:
        return
    clues = (rows.puzzles - np.uint8(ord("1")) < 9).sum(axis=1)  # blanks come before 1, or after 9
    clues[[*rows.odd]] = [len(one.puzzle.clues) if one.puzzle else -1 for one in rows.odd.values()]
    for place in np.flatnonzero(is_kept & (keys.stored_clues(rows) != clues)).tolist():
        yield place, "number of clues", keys.text_in(rows, Role.CLUES, place) or "", str(clues[place])


def _with_values(rows: Rows, names: Sequence[str], changes: Sequence[Change], shift: int) -> Rows:
    """Rows with the values of changes in these columns, each of the kind that the others there have.

    Raises InputError for a column within another one, and for one that cannot hold the values.
    """
    if changes and not names:
        raise InputError(rows.source(changes[0][0]), "its answer stands in no column, and cannot be written")
    for at, name in enumerate(names if changes else ()):
        raw = _raw(rows)
        try:
            if "." in name and (isinstance(raw, list) or name not in raw.schema.names):
                raise ValueError("it stands within another one")
            values = [row.get(name) for row in raw] if isinstance(raw, list) else raw.column(name).to_pylist()
            like = max((one for one in values if one is not None), key=bool, default="")
            for place, _, _, new in changes:
                values[place] = _like(new if len(names) == 1 else new[at], like, shift)
            if isinstance(raw, list):
                raw = [row | {name: one} for row, one in zip(raw, values, strict=True)]
            else:
                column = raw.schema.get_field_index(name)
                raw = raw.set_column(column, name, pa.array(values, raw.schema.field(column).type))
        except (pa.ArrowException, ValueError) as error:
            reason = f"the column {name!r} cannot be mended: {message_of(error)}"
            raise InputError(rows.name, reason) from None
        rows = replace(rows, raw=raw)
    return rows


def _like(text: str, like: object, shift: int) -> Any:  # noqa: ANN401
    """Symbols, or a number, as a value of the same kind as another one: a text, a number, cells in lists."""
    if isinstance(like, list):
        inner = like[0] if like else 0
        side = isqrt(len(text)) if isinstance(inner, list) else 1
        return [_like(text[at : at + side], inner, shift) for at in range(0, len(text), side)]
    if isinstance(like, int | float):
        return (int(text, 36) if len(text) == 1 else int(text)) + shift
    return text.encode() if isinstance(like, bytes) else text
