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
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from io import TextIOWrapper
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.auditing import keys
from sudocube.auditing.flaws import FLAWS
from sudocube.auditing.keys import Records, stored_clues, text_in
from sudocube.auditing.plan import AuditPlan, DataFile, SharedFolder, read_rows, rows_at
from sudocube.errors import InputError, message_of
from sudocube.rows.arrow import ArrayFile
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import WAYS, Kind, Reading, Role
from sudocube.rows.source import Source, is_data_name, is_url
from sudocube.rows.symbols import in_utf8, text_of
from sudocube.rows.writer import RecordWriter
from sudocube.verdicts.batches import (
    IS_BLANK,
    NOT_STORED,
    RIGHT,
    STORED_WORDS,
    CheckedRows,
    VerdictCode,
    check_rows,
)

RowSet: TypeAlias = NDArray[np.bool_]
"""Rows of one file: whether each of them is in, up to the last one that is."""

_Batches: TypeAlias = Iterator[tuple[Rows, NDArray[np.int64]]]
"""Batches, and the places of their rows that are written."""

_TEXTS, _JSON = (Kind.TEXT, Kind.TABLE), (Kind.JSON, Kind.JSONL)
_KINDS_OF_NAMES = {
    **dict.fromkeys((".csv", ".tsv"), _TEXTS),
    **dict.fromkeys((".arrow", ".feather"), (Kind.ARROW,)),
    ".parquet": (Kind.PARQUET,),
    ".jsonl": _JSON,
    ".npy": (Kind.ARRAY,),
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
}
"""The kind of flaw for which a row is left out of a repaired set, whatever the other rows are."""


def check_clean(path: str, files: Sequence[DataFile]) -> None:
    """Raise InputError where the rows of these files cannot stand in one file, or where it is one of them.

    They are of one kind and have the same columns, and the name says no other kind. That their types differ
    shows when they are written.
    """
    readable = [file for file in files if file.fault is None]
    for file in readable:
        first, kind = readable[0], file.layout.kind
        _refuse(file, path, path)
        names = [one.layout.names if one.layout.roles and kind not in _JSON else () for one in (first, file)]
        if kind is not first.layout.kind or sorted(names[0]) != sorted(names[1]):
            both = f"{first.name} is of the kind {first.layout.kind}, and {file.name} is of the kind {kind}"
            what = f"one file cannot hold the rows of both, or of other columns: {both}"
            raise InputError(path, f"{what}; clean them one by one")
    if readable and kind not in _KINDS_OF_NAMES.get(Path(path).suffix.lower(), (kind,)):
        what = f"the rows of {first.name} are written as {kind}, as they were read"
        raise InputError(path, f"{what}: give it a name that ends so")


def check_repair(folder: str, files: Sequence[DataFile]) -> None:
    """Raise InputError for the name of a file, a folder with an input, and for what is not written."""
    if is_data_name(Path(folder).name) and not Path(folder).is_dir():
        raise InputError(folder, "a repaired set is a folder, with a file for each input: name a folder")
    for path in _written_paths(folder, files):
        for file in files:
            _refuse(file, path, folder)


def _refuse(file: DataFile, path: str, place: str) -> None:
    """Raise InputError for a file that would be written over, or of a kind that is not written."""
    if len(file.layout.names) > 1 and file.layout.kind is Kind.ARRAY:
        raise InputError(file.name, "an archive of arrays is not written: save its rows as a table")
    if any(_is_same(path, other) for other in (file.path, file.path.partition("!")[0])):
        raise InputError(place, f"{file.name} stands there, and is an input, too: write to another place")


def _is_same(path: str, other: str) -> bool:
    """Whether two paths name one file; no file is there where one of them does not exist."""
    try:
        return path == other or Path(path).samefile(other)
    except (OSError, ValueError):
        return False


def _written_paths(folder: str, files: Sequence[DataFile]) -> list[str]:
    """Where the rows of each file are written: by its path from the folder that all files have in common.

    Members of an archive are written to a folder that is called as the archive is.
    """
    folders = {os.path.dirname(file.path) for file in files}  # noqa: PTH120 — it may be a URL
    common = os.path.commonpath(folders) if len(folders) > 1 else folders.pop()
    inner = (file.path.removeprefix(common).lstrip("/").replace("!", "/") for file in files)
    return [f"{folder.rstrip('/')}/{path}" for path in inner]


def write_clean(path: str, files: Sequence[DataFile], kept: Sequence[RowSet], reading: Reading) -> None:
    """Write the rows of these files that are kept, in their order, to a file; `kept` has a set for each file.

    If the name ends with .gz, .bz2, .xz or .zst, the file is packed. It appears when it is complete; until
    then, the old one is unchanged. `path` may be a URL that fsspec knows.

    Raises InputError where a file is no longer as it was, or its rows do not fit those of the first one;
    UnavailableError where the package for a packed file is missing; and OSError where the file cannot be
    written, such as for a full disk.
    """
    check_clean(path, files)
    pairs = [(file, rows) for file, rows in zip(files, kept, strict=True) if file.fault is None]
    if not pairs:
        raise InputError(path, "no row can be read, so there is nothing to be written")
    reading = replace(reading, keep=True)
    batches = (one for file, some in pairs for one in _kept(file, some, read_rows(file, reading)))
    _write(path, pairs[0][0], sum(int(some.sum()) for _, some in pairs), batches)


def _kept(file: DataFile, kept: RowSet, items: Iterable[Rows | LostRows]) -> _Batches:
    """The batches of a file that hold rows that are kept, and the places of these. Raises InputError."""
    left = int(kept.sum())
    for rows in items if left else ():
        if isinstance(rows, Rows):
            places = np.flatnonzero(kept[rows.first : rows.first + len(rows)])
            left -= len(places)
            if len(places):
                yield rows, places
        if not left:  # no further: what follows may be what could not be read
            return
    if left:
        raise InputError(file.name, "its rows were read before, and cannot be read again")


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


def _write(path: str, file: DataFile, count: int, batches: _Batches) -> None:
    """Write so many rows to a file, in the form of this one."""
    with _new_file(path) as stream:
        match file.layout.kind:
            case Kind.TEXT | Kind.TABLE:
                _write_text(stream, file, batches)
            case Kind.JSON | Kind.JSONL:
                for rows, places in batches:
                    stream.write(
                        b"".join(json.dumps(rows.raw[at]).encode() + b"\n" for at in places.tolist())
                    )
            case Kind.ARRAY:
                _write_array(stream, file, count, batches)
            case _:
                _write_columns(stream, file, batches)


@contextmanager
def _csv_in(stream: BinaryIO, delimiter: str = ",") -> Iterator[tuple[Any, TextIOWrapper]]:
    """A writer of CSV to a stream, and of text."""
    text = TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
    yield csv.writer(text, delimiter=delimiter, lineterminator="\n"), text
    text.detach()


def _write_text(stream: BinaryIO, file: DataFile, batches: _Batches) -> None:
    """Write rows of lists and of tables as another one; of tables with the header."""
    names = file.layout.names
    with _csv_in(stream, file.layout.delimiter or ",") as (records, text):
        if file.layout.kind is Kind.TABLE and file.layout.lines:
            records.writerow(names)
        for rows, places in batches:
            if rows.table is None:
                text.writelines(_as_it_stood(rows, place) for place in places.tolist())
                continue
            columns = [_raw(rows).column(name).take(pa.array(places)).to_pylist() for name in names]
            records.writerows(
                zip(*(map(text_of, (one or b"" for one in some)) for some in columns), strict=True)
            )


def _raw(rows: Rows) -> Any:  # noqa: ANN401 — a record batch, or objects of JSON
    return rows.table if rows.raw is None else rows.raw


def _as_it_stood(rows: Rows, place: int) -> str:
    """A puzzle as it stood in a text, with its answer beside it if it had one on its line."""
    entry = rows.entry(place)
    answer = f" {entry.stored}" if entry.stored and entry.style.format == "line" else ""
    return RecordWriter().puzzle(entry).rstrip("\n") + answer + "\n"


def _write_columns(stream: BinaryIO, file: DataFile, batches: _Batches) -> None:
    """Write rows of Parquet as Parquet, of an Arrow file as a file, and of an Arrow stream as a stream."""
    with Source(file.name, file.path).seekable() as source:
        is_file = source.read(len(_ARROW_FILE)) == _ARROW_FILE
        source.seek(len(_ARROW_FILE) if is_file else 0)
        is_parquet = file.layout.kind is Kind.PARQUET
        schema = pq.read_schema(source) if is_parquet else pa.ipc.open_stream(source).schema
    if is_parquet:
        writer = pq.ParquetWriter(stream, schema, compression="zstd")
    elif is_file:
        writer = pa.ipc.new_file(stream, schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
    else:
        writer = pa.ipc.new_stream(stream, schema)
    waiting = [schema.empty_table()]
    with writer:
        for rows, places in batches:
            try:
                columns = [_movable(rows.raw.column(name)).take(pa.array(places)) for name in schema.names]
                waiting.append(pa.table(columns, schema.names).cast(schema))
            except (KeyError, pa.ArrowException, ValueError) as error:
                what = f"has columns of other names or types than the first file: {message_of(error)}"
                raise InputError(rows.name, what) from None
            if sum(table.nbytes for table in waiting) > _BYTES_OF_A_GROUP:
                writer.write_table(pa.concat_tables(waiting).combine_chunks())
                waiting = waiting[:1]
        writer.write_table(pa.concat_tables(waiting).combine_chunks())


def _movable(column: pa.Array) -> pa.Array:
    """A column of which Arrow can take some values: not of views."""
    kinds = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}
    return column.cast(kinds.get(str(column.type), column.type))


def _write_array(stream: BinaryIO, file: DataFile, count: int, batches: _Batches) -> None:
    """Write rows of arrays as another array of the same type and shape."""
    with Source(file.name, file.path).seekable() as source:
        first = ArrayFile(source, file.name)
    header, schema = {"descr": npy.dtype_to_descr(first.kind), "fortran_order": False}, None
    npy.write_array_header_1_0(stream, {**header, "shape": (count, *first.shape[1:])})
    for rows, places in batches:
        values = rows.raw.column(0).take(pa.array(places))
        cells = values if first.cells == 1 else values.flatten()
        if (schema := schema or rows.raw.schema) != rows.raw.schema or len(cells) != len(
            places
        ) * first.cells:
            raise InputError(rows.name, "is an array of another type or shape than the first file")
        stream.write(cells.to_numpy(zero_copy_only=False).astype(first.kind).tobytes())


class _Manifest:
    """The changes of a repair, a row of a table for each: where the row stands, and what was done with it.

    `left` has the rows that are left out for another one, as `mended_and_left` gives them, in order.
    """

    def __init__(self, plan: AuditPlan, left: Records, table: Any) -> None:  # noqa: ANN401 — a writer of CSV
        self._left, self._table, self.changes = left, table, Counter[str]()
        table.writerow(("source", "id", "what", "before", "after"))
        self._files, kept = plan.files, np.unique(left[:, 1])
        self._kept, self._numbers = kept, np.zeros(len(kept), np.int64)
        for file in np.unique(keys.files_of(kept)).tolist():
            wanted = keys.rows_of(kept[keys.files_of(kept) == file])
            begin = int(np.searchsorted(kept, np.uint64(file << 44)))
            for rows, at in rows_at(plan.files[file], wanted, plan.reading):
                place = begin + np.searchsorted(wanted, np.uint64(rows.first + at))
                self._numbers[place] = rows.first + at if rows.lines is None else rows.lines[at]

    def note(self, rows: Rows, place: int, what: str, before: object, after: object) -> None:
        """A change of a row: what was done, what stood there before, and what stands there now."""
        self.changes[what] += 1
        fields = [rows.source(place), text_in(rows, Role.ID, place) or "", what, before, after]
        self._table.writerow([in_utf8(str(field)) for field in fields])

    def left_out(self, checked: CheckedRows, place: int, file: int) -> tuple[str, object, str]:
        """Why a row is left out, what stood there, and the row that holds the same puzzle, if that is why."""
        rows, verdict = checked.rows, VerdictCode(int(checked.verdict_codes[place]))
        before = rows.puzzle(place) or ""
        row = np.uint64(file << 40 | (rows.first + place))
        at = int(np.searchsorted(self._left[:, 0], row << 4))
        if verdict in _LEFT_OUT or at == len(self._left) or self._left[at, 0] >> 4 != row:
            return f"left out: {FLAWS[_LEFT_OUT.get(verdict, 'undecided')].title}", before, ""
        kept = self._left[at, 1]
        source = f"{self._files[int(kept) >> 44].name}:{self._numbers[np.searchsorted(self._kept, kept)]}"
        return "left out: leak" if self._left[at, 2] else "left out: duplicate", before, source


def write_repaired(folder: str, plan: AuditPlan, kept: Sequence[RowSet], left: Records) -> None:
    """Write the rows of the audited files that are kept, mended, each file to its own; and the manifest.

    `left`, uint64 (n, 3), has the places of rows that are left out for another row, those of the rows that
    hold the same puzzle and are kept, or stand in a file that is compared with, and 1 where that is a leak.

    Raises InputError where a file is no longer as it was, and OSError where something cannot be written.
    """
    files = plan.files[: plan.audited]
    written = [*zip(files, _written_paths(folder, files), kept, strict=True)]
    with _new_file(f"{folder}/manifest.csv") as stream, _csv_in(stream) as (table, _):
        manifest = _Manifest(plan, left[np.argsort(left[:, 0])], table)
        for number, (file, path, some) in enumerate(written):
            if file.fault is None:
                mended = _mended(plan, number, some, manifest)
                _write(path, file, int(some.sum()), _kept(file, some, mended))
                deque(mended, maxlen=0)  # what follows the last row that is kept is told, too
    said = [{"name": file.name, "written": path, "rows": int(some.sum())} for file, path, some in written]
    numbers = {"files": said, "changes": dict(sorted(manifest.changes.items()))}
    SharedFolder(folder).write("manifest.json", (json.dumps(numbers, indent=1) + "\n").encode())


def _mended(plan: AuditPlan, number: int, kept: RowSet, manifest: _Manifest) -> Iterator[Rows]:
    """The batches of a file, in which the rows that are kept have new values; each change is noted."""
    layout = plan.files[number].layout
    names, shift = layout.roles.get(Role.ANSWER, ()), WAYS[layout.numbers][1]
    items = read_rows(plan.files[number], replace(plan.reading, keep=True))
    batches = (item for item in items if isinstance(item, Rows))
    for checked in check_rows(batches, timeout=plan.timeout):
        rows = checked.rows
        is_kept = kept[rows.first : rows.first + len(rows)]
        changes: dict[int, list[tuple[str, object, object]]] = defaultdict(list)
        for place in np.flatnonzero(~is_kept).tolist():
            changes[place].append(manifest.left_out(checked, place, number))
        new: dict[str, dict[int, str]] = defaultdict(dict)
        has_answer = np.isin(checked.stored_codes, (RIGHT, NOT_STORED))
        for place in np.flatnonzero(is_kept & ~has_answer).tolist():
            if not names:
                raise InputError(rows.source(place), "its answer stands in no column, and cannot be written")
            answer = str(checked.checked(place).solutions[0])
            for name, value in zip(names, [answer] if len(names) == 1 else answer, strict=True):
                new[name][place] = value
            what = f"answer: {STORED_WORDS[checked.stored_codes[place]].replace('_', ' ')}"
            changes[place].append((what, rows.answer(place) or "", answer))
        mended = rows
        for name, values in new.items():
            mended = _with_values(mended, name, values, shift)
        if Role.CLUES in rows.roles:
            clues = (~IS_BLANK[rows.puzzles]).sum(axis=1)
            clues[[*rows.odd]] = [len(one.puzzle.clues) if one.puzzle else -1 for one in rows.odd.values()]
            differ = np.flatnonzero(is_kept & (stored_clues(rows) != clues)).tolist()
            counted = {place: str(clues[place]) for place in differ}
            for place in differ:
                before = text_in(rows, Role.CLUES, place) or ""
                changes[place].append(("number of clues", before, counted[place]))
            if differ:
                mended = _with_values(mended, rows.roles[Role.CLUES], counted, 0)
        for place, some in sorted(changes.items()):
            for change in some:
                manifest.note(rows, place, *change)
        yield mended


def _holder_of(row: dict[str, Any], name: str) -> tuple[dict[str, Any], str]:
    """The object that holds a field, which may be in another one as `data.puzzle`, and its name there."""
    while name not in row and isinstance(inner := row.get(name.partition(".")[0]), dict):
        row, name = inner, name.partition(".")[2]
    return row, name


def _with_values(rows: Rows, name: str, new: Mapping[int, str], shift: int) -> Rows:
    """Rows with new values in a column, each of the kind that the others there have."""
    raw = _raw(rows)
    top = name if isinstance(raw, list) or name in raw.schema.names else name.partition(".")[0]
    try:
        values = raw if isinstance(raw, list) else [{top: one} for one in raw.column(top).to_pylist()]
        holders = [_holder_of(row, name) for row in values]
        there = [one for row, key in holders if (one := row.get(key)) is not None]
        like = max(there, key=bool, default="")
        for place, text in new.items():
            row, key = holders[place]
            row[key] = _like(text, like, shift)
        if isinstance(raw, list):
            return rows
        column = pa.array([row[top] for row in values], raw.schema.field(top).type)
    except (pa.ArrowException, ValueError) as error:
        raise InputError(rows.name, f"the column {name!r} cannot be mended: {message_of(error)}") from None
    return replace(rows, raw=raw.set_column(raw.schema.get_field_index(top), top, column))


def _like(text: str, like: object, shift: int) -> Any:  # noqa: ANN401
    """Symbols, or a number, as a value of the same kind as another one: a text, a number, cells in lists."""
    if isinstance(like, list):
        side = isqrt(len(text)) if isinstance(like[0], list) else 1
        return [_like(text[at : at + side], like[0], shift) for at in range(0, len(text), side)]
    if isinstance(like, int | float):
        return (int(text, 36) if len(text) == 1 else int(text)) + shift
    return text.encode() if isinstance(like, bytes) else text
