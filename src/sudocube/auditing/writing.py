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
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from io import StringIO, TextIOWrapper
from itertools import chain, groupby
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.columns import text_in, texts_of
from sudocube.auditing.examine import clue_counts, stored_clues
from sudocube.auditing.flaws import FLAWS
from sudocube.auditing.folders import SharedFolder
from sudocube.auditing.plan import AuditPlan
from sudocube.errors import InputError, message_of
from sudocube.rows.arrays import ArrayFile
from sudocube.rows.batch import LostRows, Role, Rows
from sudocube.rows.data_files import DataFile, FileKind, read_rows
from sudocube.rows.source import Source, is_url
from sudocube.rows.table import names_as_written
from sudocube.rows.text_input import bytes_of, text_of
from sudocube.rows.writer import RecordWriter
from sudocube.verdicts.answers import NOT_STORED, RIGHT, STORED_WORDS, VerdictCode
from sudocube.verdicts.batches import CheckedRows, check_rows

RowSet: TypeAlias = NDArray[np.bool_]
"""Rows of one file: whether each of them is in, up to the last one that is."""

_Batches: TypeAlias = Iterator[tuple[DataFile, Rows, NDArray[np.int64]]]
"""Batches of files, and the places of their rows that are written."""

CHANGES = ("file", "row", "line", "id", "what", "before", "after")
"""The columns of manifest.csv, which has a row for each change. Rows count from 0, lines from 1."""

_TEXTS, _JSON = (FileKind.TEXT, FileKind.TABLE), (FileKind.JSON, FileKind.JSONL)
_KINDS_OF_NAMES = {
    **dict.fromkeys((".csv", ".tsv"), _TEXTS),
    **dict.fromkeys((".arrow", ".feather"), (FileKind.ARROW,)),
    ".parquet": (FileKind.PARQUET,),
    ".jsonl": _JSON,
    ".npy": (FileKind.ARRAY,),
}
"""What a file of that name is taken for; other names say nothing."""

_PACKINGS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd"}
_ARROW_FILE = b"ARROW1\0\0"

_BYTES_OF_A_GROUP = 1 << 26
"""About how many bytes one row group has."""

_LEFT_OUT = {
    VerdictCode.MALFORMED: "malformed",
    VerdictCode.NONE: "no_solution",
    VerdictCode.MULTIPLE: "several_solutions",
    VerdictCode.UNKNOWN: "undecided",
}
"""The kind of flaw for which a row is left out of a repaired set, whatever the other rows are."""


def check_clean(path: str, files: Sequence[DataFile]) -> None:
    """Raise InputError where the rows of these files cannot stand in one file, or where it is one of them.

    They are of one kind and have the same columns, and the name says no other kind. That their types differ
    shows when they are written.
    """
    readable = [file for file in files if file.fault is None]
    for file in readable:
        _refuse_archive(file)
        first = readable[0]
        if file.kind is not first.kind:
            kinds = f"{first.name} is of the kind {first.kind}, and {file.name} is of the kind {file.kind}"
            raise InputError(path, f"one file cannot hold the rows of both: {kinds}; clean them one by one")
        names = [one.names if one.is_read_by_columns else () for one in (first, file)]
        if file.kind not in _JSON and sorted(names[0]) != sorted(names[1]):
            what = f"{first.name} and {file.name} have different columns: clean them one by one"
            raise InputError(path, what)
        if _is_same_file(path, file.path):
            raise InputError(path, "is an input, too: write another file")
    of_name = _KINDS_OF_NAMES.get(Path(path).suffix.lower())
    if of_name and readable and readable[0].kind not in of_name:
        what = f"the rows of {readable[0].name} are written as {readable[0].kind}"
        raise InputError(path, f"{what}, as they were read: give it a name that ends so")


def check_repair(folder: str, files: Sequence[DataFile]) -> None:
    """Raise InputError for a folder in which a file would be written over, and for what is not written."""
    for file in files:
        if file.fault is None:
            _refuse_archive(file)
        if any(_is_same_file(path, file.path) for path in written_paths(folder, files)):
            what = f"{file.name} stands there, and would be written over: name another folder"
            raise InputError(folder, what)


def _refuse_archive(file: DataFile) -> None:
    """Raise InputError for an archive of arrays, `.npz`, which is not written."""
    if file.kind is FileKind.ARRAY:
        with Source(file.name, file.path).seekable() as source:
            if source.read(2) == b"PK":
                raise InputError(file.name, "an archive of arrays is not written: save its rows as a table")


def _is_same_file(path: str, other: str) -> bool:
    """Whether two paths name one file; no file is there where one of them does not exist."""
    try:
        return path == other or (not is_url(path) and not is_url(other) and Path(path).samefile(other))
    except (OSError, ValueError):
        return False


def written_paths(folder: str, files: Sequence[DataFile]) -> list[str]:
    """Where the rows of each file are written: by its path from the folder that all files have in common.

    Members of an archive are written to a folder that is called as the archive is.
    """
    folders = {os.path.dirname(file.path) for file in files}  # noqa: PTH120 — it may be a URL
    common = os.path.commonpath(folders) if len(folders) > 1 else folders.pop()
    inner = (file.path.removeprefix(common).lstrip("/").replace("!", "/") for file in files)
    return [f"{folder.rstrip('/')}/{path}" for path in inner]


def write_clean(path: str, files: Sequence[DataFile], kept: Sequence[RowSet], **options: Any) -> None:  # noqa: ANN401
    """Write the rows of these files that are kept, in their order, to a file; `kept` has a set for each file.

    If the name ends with .gz, .bz2, .xz or .zst, the file is packed. It appears when it is complete; until
    then, the old one is unchanged. `path` may be a URL that fsspec knows. `options` are those of `read_rows`.

    Raises InputError where a file is no longer as it was, or its rows do not fit those of the first one;
    UnavailableError where the package for a packed file is missing; and OSError where the file cannot be
    written, such as for a full disk.
    """
    check_clean(path, files)
    pairs = [(file, rows) for file, rows in zip(files, kept, strict=True) if file.fault is None]
    if not pairs:
        raise InputError(path, "no row can be read, so there is nothing to be written")
    batches = (_kept(file, rows, read_rows(file, keep=True, **options)) for file, rows in pairs)
    _write(path, pairs[0][0], sum(int(rows.sum()) for _, rows in pairs), chain.from_iterable(batches))


def _kept(file: DataFile, kept: RowSet, items: Iterable[Rows | LostRows]) -> _Batches:
    """The batches of a file that hold rows that are kept, and the places of these. Raises InputError."""
    left = int(kept.sum())
    for rows in items if left else ():
        if isinstance(rows, Rows):
            places = np.flatnonzero(kept[rows.first : rows.first + len(rows)])
            left -= len(places)
            if len(places):
                yield file, rows, places
        if not left:  # no further: what follows may be what could not be read
            return
    if left:
        raise InputError(file.name, "its rows were read before, and cannot be read again")


def _write(path: str, file: DataFile, count: int, batches: _Batches) -> None:
    """Write so many rows to a file, in the form of this one."""
    with _new_file(path) as stream:
        if file.kind in _TEXTS:
            _write_text(stream, file, batches)
        elif file.kind in _JSON:
            for _, rows, places in batches:
                found = rows.table.take(pa.array(places)).to_pylist()
                stream.write(b"".join(json.dumps(_nested(row)).encode() + b"\n" for row in found))
        elif file.kind is FileKind.ARRAY:
            _write_array(stream, file, count, batches)
        else:
            _write_columns(stream, file, batches)


@contextmanager
def _new_file(path: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete, packed if its name says so."""
    folder, name = os.path.split(path if is_url(path) else os.path.realpath(path))
    suffix = Path(path).suffix.lower()
    with ExitStack() as stack:
        stream: Any = stack.enter_context(SharedFolder(folder).writing(name))
        if suffix == ".xz":
            stream = stack.enter_context(lzma.LZMAFile(stream, "wb"))
        elif suffix in _PACKINGS:
            stream = stack.enter_context(pa.CompressedOutputStream(stream, _PACKINGS[suffix]))
        yield stream


def _write_text(stream: BinaryIO, file: DataFile, batches: _Batches) -> None:
    """Write rows of lists and of tables as another one; of tables with the header.

    Raises InputError for a puzzle that stands in no record, but on lines of its own between them.
    """

    def write(records: Iterable[Sequence[str]]) -> None:
        text = StringIO(newline="")
        csv.writer(text, delimiter=file.delimiter or " ", lineterminator="\n").writerows(records)
        stream.write(bytes_of(text.getvalue()))

    if file.kind is FileKind.TABLE:
        write([names_as_written(file.names)])
    for _, rows, places in batches:
        if rows.table is None:
            stream.write(b"".join(_as_it_stood(rows, place) for place in places.tolist()))
            continue
        found = rows.table.select(file.names).take(pa.array(places))
        columns = [[_field(value) for value in column.to_pylist()] for column in found.columns]
        puzzles = [columns[file.names.index(name)] for name in file.layout.roles[Role.PUZZLE]]
        for place, *cells in zip(places.tolist(), *puzzles, strict=True):
            if not any(cells):
                raise InputError(rows.source(place), "is a puzzle that stands in no column of its table")
        write(zip(*columns, strict=True))


def _as_it_stood(rows: Rows, place: int) -> bytes:
    """A puzzle as it stood in a text, with its answer beside it if it had one on its line."""
    entry = rows.entry(place)
    answer = f" {entry.stored}" if entry.stored and entry.style.format == "line" else ""
    return bytes_of(RecordWriter().puzzle(entry).rstrip("\n") + answer + "\n")


def _field(value: Any) -> str:  # noqa: ANN401 — a value of Arrow
    return text_of(value) if isinstance(value, bytes) else "" if value is None else str(value)


def _nested(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as an object, in which the column `data.puzzle` is a field of the object `data`."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        *path, last = name.split(".")
        inner = found
        for step in path:
            inner = inner.setdefault(step, {})
        inner[last] = text_of(value) if isinstance(value, bytes) else value
    return found


def _write_columns(stream: BinaryIO, file: DataFile, batches: _Batches) -> None:
    """Write rows of Parquet as Parquet, of an Arrow file as a file, and of an Arrow stream as a stream."""
    with Source(file.name, file.path).seekable() as source:
        is_file = source.read(len(_ARROW_FILE)) == _ARROW_FILE
        source.seek(len(_ARROW_FILE) if is_file else 0)
        is_parquet = file.kind is FileKind.PARQUET
        schema = pq.read_schema(source) if is_parquet else pa.ipc.open_stream(source).schema
    if is_parquet:
        writer = pq.ParquetWriter(stream, schema, compression="zstd")
    elif is_file:
        writer = pa.ipc.new_file(stream, schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
    else:
        writer = pa.ipc.new_stream(stream, schema)
    waiting = [schema.empty_table()]
    with writer:
        for _, rows, places in batches:
            waiting.append(_in_schema(rows, pa.array(places), schema))
            if sum(table.nbytes for table in waiting) > _BYTES_OF_A_GROUP:
                writer.write_table(pa.concat_tables(waiting).combine_chunks())
                waiting = waiting[:1]
        writer.write_table(pa.concat_tables(waiting).combine_chunks())


def _in_schema(rows: Rows, places: pa.Array, schema: pa.Schema) -> pa.Table:
    """The rows at some places as a table of this schema; raises InputError for other columns."""

    def taken(field: pa.Field, name: str) -> pa.Array:
        if pa.types.is_struct(field.type):  # it was read as a column for each of its fields
            inner = [taken(one, f"{name}.{one.name}") for one in field.type.fields]
            are_there = np.logical_or.reduce([np.asarray(one.is_valid()) for one in inner])
            struct = pa.StructArray.from_arrays(inner, fields=field.type.fields)
            return pc.if_else(pa.array(are_there), struct, None)
        column = rows.table.column(name)
        if "view" in str(column.type):  # Arrow cannot take any of these
            column = column.cast(pa.large_binary())
        column = column.take(places)
        if pa.types.is_dictionary(field.type):
            column = _as_texts(column.dictionary_decode(), field.type.value_type)
        return _as_texts(column, field.type)

    try:
        return pa.Table.from_arrays([taken(field, field.name) for field in schema], schema=schema)
    except KeyError:
        raise InputError(rows.name, "has other columns than the first file: clean them one by one") from None
    except (pa.ArrowException, ValueError) as error:
        what = f"has columns of other types than the first file: {message_of(error)}"
        raise InputError(rows.name, what) from None


def _as_texts(column: pa.Array, kind: pa.DataType) -> pa.Array:
    """A column in another type; bytes become texts though they are no UTF-8, as they were none before."""
    return column.cast(kind, safe="binary" not in str(column.type))


def _write_array(stream: BinaryIO, file: DataFile, count: int, batches: _Batches) -> None:
    """Write rows of arrays as another array of the same type and shape."""
    with Source(file.name, file.path).seekable() as source:
        first = ArrayFile.of(source, file.name)
    header = {"descr": npy.dtype_to_descr(first.kind), "fortran_order": False}
    npy.write_array_header_1_0(stream, {**header, "shape": (count, *first.shape[1:])})
    for (path, name), some in groupby(batches, lambda one: (one[0].path, one[0].name)):
        with Source(name, path).seekable() as source:
            array = ArrayFile.of(source, name)
            if (first.kind, first.shape[1:]) != (array.kind, array.shape[1:]):
                raise InputError(name, "is an array of another type or shape than the first file")
            for _, rows, places in some:
                stream.write(array.read(rows.first, len(rows))[places].tobytes())


def write_repaired(folder: str, plan: AuditPlan, kept: Sequence[RowSet], left: keys.Places) -> None:
    """Write the rows of the audited files that are kept, mended, each file to its own; and the manifest.

    `left`, uint64 (n, 3), has the places of unique rows that are left out, those of the rows that hold the
    same puzzle and are kept, or stand in a file that is compared with, and 1 where that is a leak.

    Raises InputError where a file is no longer as it was, and OSError where something cannot be written.
    """
    files = plan.files[: plan.audited]
    paths = written_paths(folder, files)
    left = left[np.argsort(left[:, 0])]
    counts = Counter[str]()
    with _new_file(f"{folder}/manifest.csv") as stream:
        text = TextIOWrapper(stream, "utf-8", "backslashreplace", newline="")
        manifest = csv.writer(text, lineterminator="\n")
        manifest.writerow(CHANGES)

        def note(rows: Rows, place: int, *change: object) -> None:
            counts[str(change[0])] += 1
            line = "" if rows.lines is None else int(rows.lines[place])
            manifest.writerow(
                [rows.name, rows.first + place, line, text_in(rows, Role.ID, place) or "", *change]
            )

        for number, (file, path, some) in enumerate(zip(files, paths, kept, strict=True)):
            if file.fault is None:
                here = left[keys.files_of(left[:, 0]) == number]
                here[:, 0] = keys.rows_of(here[:, 0])
                mended = _mended(plan, number, some, here, note)
                _write(path, file, int(some.sum()), _kept(file, some, mended))
                deque(mended, maxlen=0)  # what follows the last row that is kept is told, too
        text.flush()
        text.detach()
    written = zip(files, paths, kept, strict=True)
    said = [{"name": file.name, "written": path, "rows": int(some.sum())} for file, path, some in written]
    with _new_file(f"{folder}/manifest.json") as stream:
        numbers = {"files": said, "changes": dict(sorted(counts.items()))}
        stream.write((json.dumps(numbers, indent=1) + "\n").encode())


def _mended(
    plan: AuditPlan, number: int, kept: RowSet, left: keys.Places, note: Callable[..., None]
) -> Iterator[Rows]:
    """The batches of a file, in which the rows that are kept have new values; each change is noted."""
    file = plan.files[number]
    batches = (item for item in read_rows(file, keep=True, **plan.options) if isinstance(item, Rows))
    for checked in check_rows(batches, timeout=plan.timeout, whole=True):
        assert isinstance(checked, CheckedRows)
        rows, table = checked.rows, checked.rows.table
        is_kept = kept[rows.first : rows.first + len(rows)]
        changes: list[tuple[Any, ...]] = [
            (place, *_why_left_out(plan, checked, place, left)) for place in np.flatnonzero(~is_kept).tolist()
        ]
        new: dict[str, dict[int, str]] = {}
        has_answer = np.isin(checked.stored_codes, (RIGHT, NOT_STORED))
        names = file.layout.roles.get(Role.ANSWER, ())
        for place in np.flatnonzero(is_kept & ~has_answer).tolist():
            if not names:
                raise InputError(rows.source(place), "its answer stands in no column, and cannot be written")
            answer = str(checked.checked(place).solutions[0])
            for name, value in zip(names, [answer] if len(names) == 1 else answer, strict=True):
                new.setdefault(name, {})[place] = value
            what = f"answer: {STORED_WORDS[checked.stored_codes[place]].replace('_', ' ')}"
            changes.append((place, what, rows.answer(place) or "", answer))
        if (column := rows.column(Role.CLUES)) is not None:
            clues = clue_counts(rows)
            before = texts_of(column)
            for place in np.flatnonzero(is_kept & (stored_clues(rows) != clues)).tolist():
                new.setdefault(rows.roles[Role.CLUES], {})[place] = str(clues[place])
                changes.append((place, "number of clues", before[place] or "", clues[place]))
        for name, values in new.items():
            table = _with_values(table, name, values)
        for change in sorted(changes, key=lambda one: one[0]):
            note(rows, *change)
        yield replace(rows, table=table)


def _why_left_out(plan: AuditPlan, checked: CheckedRows, place: int, left: keys.Places) -> tuple[object, ...]:
    """Why a row is left out, what stood there, and the row that holds the same puzzle, if that is why.

    `left` has the unique rows of this file that are left out, by their numbers, the places of the others, and
    whether the row leaks.
    """
    rows, verdict = checked.rows, VerdictCode(int(checked.verdict_codes[place]))
    at = np.searchsorted(left[:, 0], np.uint64(rows.first + place))
    if verdict in _LEFT_OUT or at == len(left):
        kind = _LEFT_OUT.get(verdict, "undecided")
        return f"left out: {FLAWS[kind].title}", rows.puzzle(place) or "", ""
    other = left[at : at + 1, 1]
    file, row = int(keys.files_of(other)[0]), int(keys.rows_of(other)[0])
    what = "left out: leak" if left[at, 2] else "left out: duplicate"
    return what, rows.puzzle(place) or "", f"{plan.files[file].name}, row {row}"


def _with_values(batch: pa.RecordBatch, name: str, new: Mapping[int, str]) -> pa.RecordBatch:
    """A batch with new values in a column, which have the type of the others."""
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
