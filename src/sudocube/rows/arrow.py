"""Tables that can be sought: Parquet, Arrow files (Feather) and streams, arrays of NumPy, frames in memory.

Each gives record batches. A row group that cannot be read is told, and the others go on. An Arrow file is a
stream between a mark and a list of its batches, and is read as a stream, to its end or to the first batch
that is damaged.

Arrays (`.npy`, and `.npz` with several) hold puzzles as cells, shape (n, 81) or (n, 9, 9), or (9, 9) of a
single one, numbers or texts of one symbol; or as texts, shape (n,). Arrays of n rows each are columns.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from math import prod
from tokenize import TokenError
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.errors import InputError, message_of
from sudocube.geometry import SIZES
from sudocube.rows.batch import CELLS, MOST_ROWS, LostRows, Rows
from sudocube.rows.cells import array_of, as_bytes, rows_of_table
from sudocube.rows.columns import SAMPLE, Kind, Layout, Reading, Sample
from sudocube.rows.source import DamageError, Source, member, names_in, reading_errors

_PARQUET, _ARROW_FILE = b"PAR1", b"ARROW1\0\0"
_BLOCK = 1 << 20
"""How many bytes of a column of Parquet are read at a time; else a whole row group would be in memory."""

_Parts = list[tuple[int | None, Callable[[], Iterable[pa.RecordBatch]]]]
"""Row groups, each with its number of rows and what gives its batches; None where nobody knows how many."""

_Errors = tuple[type[Exception], ...]


def sample_arrow(source: Source, kind: Kind) -> tuple[Sample, tuple[int, ...]]:
    """The first values of each column, and how many rows each row group has, where that is known.

    Raises InputError where nothing of it can be read, and for two columns of one name.
    """
    with _opened(source, kind, None, SAMPLE) as (schema, parts, errors):
        groups = tuple(count for count, _ in parts if count is not None)
        for _, batches in parts:
            with suppress(*errors):
                for batch in filter(len, batches()):
                    return sample_of(batch.slice(0, SAMPLE), source.name), groups
        return sample_of(pa.RecordBatch.from_pylist([], schema), source.name), groups


def sample_of(batch: pa.RecordBatch, name: str) -> Sample:
    """The values of a batch by the names of its columns. Raises InputError for two of one name."""
    usable = _usable(batch)
    names = usable.schema.names
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise DamageError(name, f"two columns are called {twice[0]!r}: rename one of them")
    return dict(zip(names, (column.to_pylist() for column in usable.columns), strict=True))


def read_arrow(source: Source, layout: Layout, first: int, stop: int | None) -> Iterator[Rows | LostRows]:
    """The rows, at least those from `first` to before `stop`.

    Never more than a batch of rows and some pages of each column are in memory, however large a row group
    is. Raises InputError where it cannot be opened.
    """
    end, columns = sys.maxsize if stop is None else stop, None if layout.reading.keep else layout.wanted
    with _opened(source, layout.kind, columns, MOST_ROWS) as (_, parts, errors):
        at = 0  # the first row that was neither read nor lost
        for number, (count, batches) in enumerate(parts, 1):
            ends = sys.maxsize if count is None else at + count
            if at >= end:
                return
            try:
                for batch in batches() if ends > first else ():
                    yield from _rows_of_batch(batch, at, source.name, layout)
                    at += len(batch)
            except errors as error:
                lost, what = max(at, first), f"row group {number} of {len(parts)} cannot be read"
                if count is None:  # nobody knows how many rows are behind it
                    what = source.fault or f"the Arrow file is damaged or cut off: {message_of(error)}"
                    yield LostRows(lost, None, what)
                    return
                yield LostRows(lost, max(0, min(ends, end) - lost), f"{what}: {message_of(error)}")
            at = at if count is None else ends
        if source.fault is not None and at < end:
            yield LostRows(max(at, first), None, source.fault)


def _rows_of_batch(batch: pa.RecordBatch, at: int, name: str, layout: Layout) -> Iterator[Rows]:
    """The rows of a batch that begins with row `at`, some at a time; with what they hold, if all is kept."""
    usable, keep = _usable(batch), layout.reading.keep
    usable = usable if keep else usable.select(layout.wanted)
    for begin in range(0, len(batch), MOST_ROWS):
        raw = batch.slice(begin, MOST_ROWS) if keep else None
        part = usable.slice(begin, MOST_ROWS)
        yield rows_of_table(part, name, layout, at + begin, raw=raw)


def table_of_frame(frame: object) -> pa.Table | None:
    """A data frame of pandas, polars or another library, or a table of Arrow, as a table; None for others.

    Of an array of NumPy the rows are the puzzles: texts (n,), or integers (n, cells) or (n, side, side).
    """
    if isinstance(frame, np.ndarray):
        if frame.ndim not in (1, 2, 3) or not frame.size:
            return None
        return pa.table({"puzzle": _column_of(frame)})
    pandas: Any = sys.modules.get("pandas")
    if pandas is not None and isinstance(frame, pandas.DataFrame):
        try:
            return pa.Table.from_pandas(frame, preserve_index=False)
        except pa.ArrowException:  # a column of values of several types
            return pa.table({str(name): array_of(frame[name].tolist()) for name in frame.columns})
    if not hasattr(frame, "__arrow_c_stream__") and not hasattr(frame, "__arrow_c_array__"):
        return None
    try:
        return pa.table(frame)
    except pa.ArrowInvalid:  # a single column
        return None


def sample_table(table: pa.Table, name: str) -> Sample:
    """The first values of each column of a table in memory. Raises InputError for two of one name."""
    batches = table.slice(0, SAMPLE).combine_chunks().to_batches()
    batch = batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)
    return sample_of(batch, name)


def read_table(table: pa.Table, name: str, layout: Layout) -> Iterator[Rows]:
    """The rows of a table in memory, with all of its columns."""
    layout, batches = replace(layout, reading=Reading(keep=True)), table.to_batches()
    for batch, at in zip(batches, itertools.accumulate(map(len, batches), initial=0)):  # noqa: B905
        yield from _rows_of_batch(batch, at, name, layout)


def _flat(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with the fields of structs as columns, called `data.puzzle`."""
    while any(pa.types.is_struct(one.type) for one in batch.schema):
        fields = pa.Table.from_batches([batch]).flatten()
        columns = [one.combine_chunks() for one in fields.columns]
        batch = pa.RecordBatch.from_arrays(columns, names=fields.schema.names)
    return batch


def _usable(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch without structs, and with bytes in place of texts, which need not be UTF-8.

    Raises ArrowException where it is damaged; else reading it could end the process.
    """
    batch.validate()
    batch = _flat(batch)
    columns = [*map(as_bytes, batch.columns)]
    for column in columns:
        column.validate(full=True)
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


@contextmanager
def _opened(
    source: Source, kind: Kind, names: Sequence[str] | None, rows: int
) -> Iterator[tuple[pa.Schema, _Parts, _Errors]]:
    """The schema of an input, its parts, and what reading them may raise.

    `names` are the columns that are read of Parquet and arrays; None for all. A batch of theirs has so many
    `rows` at most. Raises InputError where nothing can be read.
    """
    schema: Any
    parts: _Parts
    with ExitStack() as resources:
        if kind is Kind.ARRAY:
            yield *_parts_of_arrays(source, resources, names, rows), ()
            return
        stream = resources.enter_context(source.seekable())
        file = pa.PythonFile(stream, "r")
        if source.is_file and getattr(stream, "name", None) == source.path:
            # what is mapped would count as memory that is used
            file = resources.enter_context(pa.OSFile(source.path, "rb"))
        errors = (pa.ArrowException, UnicodeDecodeError, reading_errors(source.path or ""))
        try:
            if kind is Kind.PARQUET:
                import pyarrow.parquet as pq

                reader = pq.ParquetFile(file, buffer_size=_BLOCK, pre_buffer=False)
                counts = [reader.metadata.row_group(at).num_rows for at in range(reader.num_row_groups)]
                schema = reader.schema_arrow
                parts = [
                    (count, partial(reader.iter_batches, rows, [at], names))
                    for at, count in enumerate(counts)
                ]
            else:
                begins = len(_ARROW_FILE) if file.read(len(_ARROW_FILE)) == _ARROW_FILE else 0
                file.seek(begins)
                batches = pa.ipc.open_stream(file)
                schema, parts = batches.schema, [(None, lambda: batches)]
                list(schema.names)  # raises here where one is not UTF-8
        except errors as error:
            what = f"the {kind.title()} file is damaged: {message_of(error)}"
            file.seek(max(0, file.size() - len(_PARQUET)))
            if kind is Kind.PARQUET and file.read() != _PARQUET:
                what = "the Parquet file is cut off: its end is missing, without which nothing can be read"
            raise DamageError(source.name, source.fault or what) from None
        yield schema, parts, errors


_SHAPES = {(), *(shape for size in SIZES for shape in ((size * size,), (size, size)))}


def _array_in(stream: BinaryIO, name: str, *, is_alone: bool = False) -> Callable[[], NDArray[Any]]:
    """What maps the array in a file into memory, so that its rows are read when they are asked for.

    Raises InputError where the file holds none, or one that cannot be a column; one that `is_alone` has to be
    of puzzles.
    """
    try:
        is_old = npy.read_magic(stream) == (1, 0)
        shape, is_fortran, kind = (npy.read_array_header_1_0 if is_old else npy.read_array_header_2_0)(stream)
    except (ValueError, SyntaxError, TypeError, UnicodeError, TokenError):
        raise InputError(name, "the header of this array of NumPy is damaged") from None
    shape = (1, 9, 9) if shape == (9, 9) else shape  # one grid
    is_beside = is_alone and len(shape) == 1 and kind.kind not in "SU"
    if not shape or kind.kind not in "iufSU" or shape[1:] not in _SHAPES or is_beside:
        expected = f"expected numbers of shape (n, {CELLS}) or (n, 9, 9)"
        raise InputError(name, f"is an array of {kind}, of shape {shape}; {expected}")
    if not prod(shape):
        return partial(np.empty, shape, kind)
    mapped = partial(np.memmap, stream, kind, "r", stream.tell(), shape, "F" if is_fortran else "C")
    try:
        mapped()
    except ValueError:
        raise DamageError(name, f"the array is cut off: its header says {shape[0]:,} rows") from None
    return mapped


def _parts_of_arrays(
    source: Source, resources: ExitStack, names: Sequence[str] | None, most: int
) -> tuple[pa.Schema, _Parts]:
    """The schema of the arrays of a file, and their rows in parts of some.

    Raises InputError where not all have as many rows.
    """
    stream = resources.enter_context(source.seekable())
    is_archive = stream.read(2) == b"PK"
    stream.seek(0)
    arrays = {} if is_archive else {"puzzles": _array_in(stream, source.name, is_alone=True)}
    for name in names_in(source) if is_archive else ():
        inner = resources.enter_context(member(source, name).seekable())
        with suppress(InputError):  # an array of something else
            arrays[name.removesuffix(".npy")] = _array_in(inner, source.name)
    counts = {name: len(mapped()) for name, mapped in arrays.items()}
    if len({*counts.values()}) > 1:
        rows = ", ".join(f"{name!r} {count:,}" for name, count in counts.items())
        what = f"its arrays have different numbers of rows ({rows}): save each split as a file of its own"
        raise InputError(source.name, what)
    count = max(counts.values(), default=0)
    wanted = {name: mapped for name, mapped in arrays.items() if names is None or name in names}

    def batch(first: int, end: int) -> list[pa.RecordBatch]:
        parts = {name: np.array(mapped()[first:end]) for name, mapped in wanted.items()}
        return [pa.RecordBatch.from_pydict({name: _column_of(part) for name, part in parts.items()})]

    ends = [(at, min(at + most, count)) for at in range(0, count, most)]
    return batch(0, 0)[0].schema, [(end - at, partial(batch, at, end)) for at, end in ends]


def _column_of(values: NDArray[Any]) -> pa.Array:
    """Rows of an array as a column of Arrow: a text, a number, or a list of cells for each row."""
    flat = pa.array(values.astype(values.dtype.newbyteorder("=")).reshape(-1))
    cells = prod(values.shape[1:])
    return flat if cells == 1 else pa.FixedSizeListArray.from_arrays(flat, cells)
