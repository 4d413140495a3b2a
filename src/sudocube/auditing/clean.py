"""Rows of a data set written in the form of the input, with all of its columns: those that are kept.

Columns and their values stay as they are, and so does the schema of Parquet and Arrow with its metadata. The
bytes need not: quotes, row groups and compression may be others.
"""

from __future__ import annotations

import csv
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.auditing.store import SharedFolder
from sudocube.errors import InputError, message_of
from sudocube.geometry import Geometry
from sudocube.rows.arrays import ArrayFile
from sudocube.rows.batch import MOST_ROWS, LostRows, Role, Rows
from sudocube.rows.data_files import DataFile, FileKind, read_rows
from sudocube.rows.entry import Entry
from sudocube.rows.source import Source, is_url
from sudocube.rows.table import names_as_written
from sudocube.rows.text_input import bytes_of, text_of
from sudocube.rows.writer import RecordWriter

_KINDS_OF_NAMES = {
    ".parquet": (FileKind.PARQUET,),
    ".arrow": (FileKind.ARROW,),
    ".feather": (FileKind.ARROW,),
    ".npy": (FileKind.ARRAY,),
    ".jsonl": (FileKind.JSON, FileKind.JSONL),
    ".csv": (FileKind.TABLE, FileKind.TEXT),
    ".tsv": (FileKind.TABLE, FileKind.TEXT),
}
"""What a file of that name is taken for; other names say nothing."""

_PACKINGS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd"}
_ARCHIVE = b"PK"
_ARROW_FILE = b"ARROW1\0\0"

_BYTES_OF_A_GROUP = 1 << 26
"""About how many bytes one row group has."""


class RowSet:
    """Rows of one file, by their numbers from 0: a byte for each row up to the last one that is in.

    >>> rows = RowSet()
    >>> rows.add(np.array([3, 5]))
    >>> rows.among(2, 5).tolist(), len(rows)
    ([False, True, False, True, False], 2)
    """

    def __init__(self) -> None:
        self._is_in = np.zeros(0, np.bool_)

    def __len__(self) -> int:
        return int(self._is_in.sum())

    def add(self, rows: NDArray[np.integer]) -> None:
        """Put rows in, in any order."""
        if (needed := int(rows.max(initial=-1)) + 1) > len(self._is_in):
            self._is_in = np.append(self._is_in, np.zeros(2 * needed - len(self._is_in), np.bool_))
        self._is_in[rows] = True

    def among(self, first: int, count: int) -> NDArray[np.bool_]:
        """Which of `count` rows, from the row `first`, are in the set: bool (count,)."""
        found = self._is_in[first : first + count]
        return np.append(found, np.zeros(count - len(found), np.bool_))


class Kept(NamedTuple):
    """The rows that are kept of a file; `items` are its rows with all columns, as they are to be written."""

    file: DataFile
    rows: RowSet
    items: Iterable[Rows | LostRows]


def refuse_mixture(path: str, files: Sequence[DataFile]) -> None:
    """Raise InputError where the rows of these files cannot stand in one file, or where it is one of them.

    They are of one kind and have the same columns, and the name says no other kind. That their types differ
    shows when they are written.
    """
    readable = [file for file in files if file.fault is None]
    for file in readable:
        refuse_archive(file)
        if file.kind is not readable[0].kind:
            first, other = (f"{one.name} is of the kind {one.kind}" for one in (readable[0], file))
            kinds = f"{first}, and {other}"
            raise InputError(path, f"one file cannot hold the rows of both: {kinds}; clean them one by one")
        names = [one.names if one.is_read_by_columns else () for one in (readable[0], file)]
        if file.kind not in (FileKind.JSON, FileKind.JSONL) and sorted(names[0]) != sorted(names[1]):
            what = f"{readable[0].name} and {file.name} have different columns: clean them one by one"
            raise InputError(path, what)
        if is_same_file(path, file.path):
            raise InputError(path, "is an input, too: write another file")
    said = _KINDS_OF_NAMES.get(Path(path).suffix.lower())
    if said and readable and readable[0].kind not in said:
        what = f"the rows of {readable[0].name} are written as {readable[0].kind}"
        raise InputError(path, f"{what}, as they were read: give it a name that ends so")


def refuse_archive(file: DataFile) -> None:
    """Raise InputError for an archive of arrays, `.npz`, which is not written."""
    if file.kind is FileKind.ARRAY:
        with Source(file.name, file.path).seekable() as source:
            if source.read(len(_ARCHIVE)) == _ARCHIVE:
                raise InputError(file.name, "an archive of arrays is not written: save its rows as a table")


def is_same_file(path: str, other: str) -> bool:
    """Whether two paths name one file; no file is there where one of them does not exist."""
    try:
        return path == other or (not is_url(path) and not is_url(other) and Path(path).samefile(other))
    except (OSError, ValueError):
        return False


def write_clean(
    path: str, files: Sequence[DataFile], kept: Sequence[RowSet], *, geometry: Geometry | None = None
) -> None:
    """Write the rows of these files that are kept, in their order, to a file; `kept` has a set for each file.

    `geometry` is the shape that was fixed when the rows were counted. Raises InputError where the files have
    different columns or are of different kinds, and as `write_rows` does.
    """
    refuse_mixture(path, files)
    found = [
        Kept(file, rows, read_rows(file, geometry=geometry, keep=True))
        for file, rows in zip(files, kept, strict=True)
        if file.fault is None
    ]
    if not found:
        raise InputError(path, "no row can be read, so there is nothing to be written")
    write_rows(path, found)


def write_rows(path: str, kept: Sequence[Kept]) -> None:
    """Write the rows that are kept of files of one kind to a file, in the form of the first one.

    If the name ends with .gz, .bz2, .xz or .zst, the file is packed. It appears when it is complete; until
    then, the old one is unchanged. `path` may be a URL that fsspec knows.

    Raises InputError where a file is no longer as it was, or its rows do not fit those of the first one;
    UnavailableError where the package for a packed file is missing; and OSError where the file cannot be
    written, such as for a full disk.
    """
    with new_file(path) as packed:
        _WRITERS[kept[0].file.kind](packed, kept)


@contextmanager
def new_file(path: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete, packed if its name says so; errors of the system name it."""
    target = path if is_url(path) else os.path.realpath(path)
    folder, _, name = target.rpartition("/" if is_url(path) else os.sep)
    is_device = not is_url(path) and Path(target).exists() and not Path(target).is_file()
    try:
        with (
            Path(target).open("wb") if is_device else SharedFolder(folder).writing(name) as stream,
            _packing(path, stream) as packed,
        ):
            yield packed
    except OSError as error:
        if error.errno is None or error.filename not in (None, target):
            raise
        raise OSError(error.errno, error.strerror, path) from error


@contextmanager
def _packing(path: str, stream: BinaryIO) -> Iterator[BinaryIO]:
    """What packs the bytes that are written, if the name of the file asks for it."""
    suffix = Path(path).suffix.lower()
    if suffix == ".xz":
        with lzma.LZMAFile(stream, "wb") as packed:
            yield cast(BinaryIO, packed)
    elif suffix in _PACKINGS:
        with pa.CompressedOutputStream(pa.PythonFile(stream, "w"), _PACKINGS[suffix]) as packed:
            yield packed
    else:
        yield stream


def _kept_of(kept: Kept) -> Iterator[tuple[Rows, NDArray[np.int64]]]:
    """The batches of a file that hold rows that are kept, and the places of these. Raises InputError."""
    left = len(kept.rows)
    for rows in kept.items:
        if not left:  # no further: what follows may be what could not be read
            return
        if isinstance(rows, Rows):
            places = np.flatnonzero(kept.rows.among(rows.first, len(rows)))
            left -= len(places)
            if len(places):
                yield rows, places
    if left:
        raise InputError(kept.file.name, "its rows were read before, and cannot be read again")


def _write_text(stream: BinaryIO, kept: Sequence[Kept]) -> None:
    """Write rows of lists and of tables as another one; of tables with the header."""
    first = kept[0].file
    delimiter = first.delimiter or " "
    if first.kind is FileKind.TABLE:
        stream.write(_records([names_as_written(first.names)], delimiter))
    for one in kept:
        for rows, places in _kept_of(one):
            if rows.table is None:
                stream.writelines(map(_text_of_puzzle, map(rows.entry, places.tolist())))
            else:
                stream.write(_records(_fields(rows, places, first), delimiter))


def _text_of_puzzle(entry: Entry) -> bytes:
    """A puzzle as it stood in a text, with its answer beside it if it had one on its line."""
    answer = f" {entry.stored}" if entry.stored and entry.style.format == "line" else ""
    return bytes_of(RecordWriter().puzzle(entry).rstrip("\n") + answer + "\n")


def _fields(rows: Rows, places: NDArray[np.int64], file: DataFile) -> Iterator[list[str]]:
    """The fields of some rows of a table, in the order of the columns of a file.

    Raises InputError for a puzzle that stands in no record, but on lines of its own between them.
    """
    names = file.layout.roles[Role.PUZZLE]
    taken = rows.table.select(file.names).take(pa.array(places)).to_pylist()
    for place, row in zip(places.tolist(), taken, strict=True):
        if not any(row[name] for name in names):
            raise InputError(rows.source(place), "is a puzzle that stands in no column of its table")
        yield [_field(value) for value in row.values()]


def _records(rows: Iterable[Sequence[str]], delimiter: str) -> bytes:
    """Records of a table."""
    text = StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return bytes_of(text.getvalue())


def _field(value: Any) -> str:  # noqa: ANN401 — a value of Arrow
    return text_of(value) if isinstance(value, bytes) else str(value or "")


def _write_json(stream: BinaryIO, kept: Sequence[Kept]) -> None:
    """Write rows of JSON with an object on each line."""
    for one in kept:
        for rows, places in _kept_of(one):
            taken = rows.table.take(pa.array(places)).to_pylist()
            stream.writelines(json.dumps(_nested(row)).encode() + b"\n" for row in taken)


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


def _write_columns(stream: BinaryIO, kept: Sequence[Kept]) -> None:
    """Write rows of Parquet as Parquet, of an Arrow file as a file, and of an Arrow stream as a stream."""
    first = kept[0].file
    with Source(first.name, first.path).seekable() as source:
        is_file = source.read(len(_ARROW_FILE)) == _ARROW_FILE
        source.seek(len(_ARROW_FILE) if is_file else 0)
        is_parquet = first.kind is FileKind.PARQUET
        schema = pq.read_schema(source) if is_parquet else pa.ipc.open_stream(source).schema
    if is_parquet:
        writer = pq.ParquetWriter(stream, schema, compression="zstd")
    elif is_file:
        writer = pa.ipc.new_file(stream, schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
    else:
        writer = pa.ipc.new_stream(stream, schema)
    with writer:
        for table in _tables(kept, schema):
            writer.write_table(table)


def _tables(kept: Sequence[Kept], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows that are kept, in tables of this schema, each large enough for a row group."""
    waiting: list[pa.Table] = []
    size = 0
    for one in kept:
        for rows, places in _kept_of(one):
            waiting.append(_in_schema(rows.table, pa.array(places), schema, one.file))
            size += waiting[-1].nbytes
            if size > _BYTES_OF_A_GROUP:
                yield pa.concat_tables(waiting).combine_chunks()
                waiting, size = [], 0
    if waiting:
        yield pa.concat_tables(waiting).combine_chunks()


def _in_schema(batch: pa.RecordBatch, places: pa.Array, schema: pa.Schema, file: DataFile) -> pa.Table:
    """The rows at some places of a batch, as a table of this schema; raises InputError for other columns."""
    try:
        columns = [_taken(batch, places, field, field.name) for field in schema]
        return pa.Table.from_arrays(columns, schema=schema)
    except KeyError:
        raise InputError(file.name, "has other columns than the first file: clean them one by one") from None
    except (pa.ArrowException, ValueError) as error:
        what = f"has columns of other types than the first file: {message_of(error)}"
        raise InputError(file.name, what) from None


def _taken(batch: pa.RecordBatch, places: pa.Array, field: pa.Field, name: str) -> pa.Array:
    """Some values of a column in the type of a field; a struct is put together of its columns again."""
    kind = field.type
    if pa.types.is_struct(kind):
        inner = [_taken(batch, places, one, f"{name}.{one.name}") for one in kind.fields]
        are_there = np.logical_or.reduce([np.asarray(one.is_valid()) for one in inner])
        struct = pa.StructArray.from_arrays(inner, fields=kind.fields)
        return pc.if_else(pa.array(are_there), struct, None)
    column = batch.column(name)
    if "view" in str(column.type):  # Arrow cannot take any of these
        column = column.cast(pa.large_binary())
    return _of_type(column.take(places), kind)


def _of_type(column: pa.Array, kind: pa.DataType) -> pa.Array:
    """A column in another type; bytes become texts though they are no UTF-8, as they were none before."""
    if pa.types.is_dictionary(kind) and pa.types.is_dictionary(column.type):
        values = _of_type(column.dictionary, kind.value_type)
        return pa.DictionaryArray.from_arrays(
            column.indices.cast(kind.index_type), values, ordered=kind.ordered
        )
    return column.cast(kind, safe="binary" not in str(column.type))


def _write_arrays(stream: BinaryIO, kept: Sequence[Kept]) -> None:
    """Write rows of arrays as another array of the same type and shape."""
    begun: ArrayFile | None = None
    for one in kept:
        with Source(one.file.name, one.file.path).seekable() as source:
            array = ArrayFile.of(source, one.file.name)
            if begun is None:
                begun = array
                shape = (sum(len(each.rows) for each in kept), *array.shape[1:])
                header = {"descr": npy.dtype_to_descr(array.kind), "fortran_order": False, "shape": shape}
                npy.write_array_header_1_0(stream, header)
            elif (begun.kind, begun.shape[1:]) != (array.kind, array.shape[1:]):
                raise InputError(one.file.name, "is an array of another type or shape than the first file")
            for at in range(0, there := array.rows_there, MOST_ROWS):
                which = one.rows.among(at, min(MOST_ROWS, there - at))
                stream.write(array.read(at, len(which))[which].tobytes())


_WRITERS = {
    FileKind.TEXT: _write_text,
    FileKind.TABLE: _write_text,
    FileKind.JSON: _write_json,
    FileKind.JSONL: _write_json,
    FileKind.PARQUET: _write_columns,
    FileKind.ARROW: _write_columns,
    FileKind.ARRAY: _write_arrays,
}
