"""Arrow: Parquet, Arrow files (Feather) and streams, data frames in memory; record batches as rows.

A row group that cannot be read is told, and the others go on. An Arrow file is a stream between a mark and a
list of its batches, and is read as a stream, to its end or to the first batch that is damaged.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.errors import InputError, message_of
from sudocube.rows.batch import CELLS, GRIDS, MOST_ROWS, LostRows, Role, Rows
from sudocube.rows.entry import Style
from sudocube.rows.layout import Layout, Numbers, Shape
from sudocube.rows.roles import SAMPLE
from sudocube.rows.source import Source, reading_errors
from sudocube.rows.symbols import blank_of
from sudocube.rows.text_input import bytes_of, text_of
from sudocube.rows.values import CellColumn, Fault, faulty, text_of_value

Other = TypeVar("Other")
Sample = dict[str, list[object]]
"""The first values of each column, by the names of the columns, in their order."""

_PARQUET, _ARROW_FILE = b"PAR1", b"ARROW1\0\0"
_BLOCK = 1 << 20
"""How many bytes of a column of Parquet are read at a time; else a whole row group would be in memory."""

_BYTES = {
    **dict.fromkeys(("string", "binary"), pa.binary()),
    **dict.fromkeys(("large_string", "large_binary"), pa.large_binary()),
    **dict.fromkeys(("string_view", "binary_view"), pa.binary_view()),
}
"""The types of texts and bytes, by their names, and the type of bytes that has the same memory."""


@dataclass(frozen=True, slots=True)
class Records:
    """Some records of an input, one after the other: what each kind of table gives.

    `first` is the number of the first one, from 0, and `lines` has their text lines, where there are any.
    `faults` says of some places why they hold no puzzle; `raw`, `remarks` and `position` are those of Rows.
    """

    table: pa.RecordBatch
    first: int = 0
    lines: NDArray[np.int64] | None = None
    faults: Mapping[int, Fault] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    position: int | None = None
    raw: Any = None

    def __len__(self) -> int:
        return len(self.table)


class _Opened(NamedTuple):
    """A table in parts, each of which can be read though others are damaged.

    `groups` has the numbers of rows of the row groups of Parquet; None for Arrow. `reader` is the one of
    PyArrow. Reading may raise `errors`.
    """

    schema: pa.Schema
    groups: tuple[int, ...] | None
    reader: Any
    errors: tuple[type[Exception], ...]


def sample_arrow(source: Source) -> tuple[Sample, tuple[int, ...]]:
    """The first values of each column of Parquet or Arrow, and how many rows each row group has.

    Arrow has no row groups. Raises InputError where nothing of it can be read.
    """
    with _opened(source, None) as opened:
        found = _records(source, opened, None, 0, sys.maxsize, SAMPLE)
        batch = next((one.table for one in found if isinstance(one, Records)), None)
        return _sample(source.name, opened.schema, batch), opened.groups or ()


def read_arrow(
    source: Source, columns: Sequence[str] | None, first: int = 0, stop: int | None = None
) -> Iterator[Records | LostRows]:
    """These columns of Parquet or Arrow (None: all), at least the rows from `first` to `stop`.

    Never more than a batch of rows and some pages of each column are in memory, however large a row group
    is. Raises InputError where it cannot be opened.
    """
    with _opened(source, columns) as opened:
        yield from _records(source, opened, columns, first, sys.maxsize if stop is None else stop, MOST_ROWS)


def _records(
    source: Source, opened: _Opened, columns: Sequence[str] | None, first: int, end: int, rows: int
) -> Iterator[Records | LostRows]:
    """The records of what is opened, from a row on, at most so many `rows` at a time."""
    at, groups = 0, opened.groups  # the first row that was neither read nor lost
    for number, count in enumerate([None] if groups is None else groups):
        ends = None if count is None else at + count
        if at >= end:
            return
        try:
            if ends is None or ends > first:
                batches = (
                    opened.reader if ends is None else opened.reader.iter_batches(rows, [number], columns)
                )
                for batch in batches:
                    yield from _parts_of(batch, at, columns)
                    at += len(batch)
            at = at if ends is None else ends
        except opened.errors as error:
            lost = max(at, first)
            if ends is None:  # nobody knows how many rows are behind it
                what = source.fault or f"the Arrow file is damaged or cut off: {message_of(error)}"
                yield LostRows(lost, None, what)
                return
            what = f"row group {number + 1} of {len(groups or ())} cannot be read: {message_of(error)}"
            yield LostRows(lost, max(0, min(ends, end) - lost), what)
            at = ends
    if source.fault is not None and at < end:
        yield LostRows(max(at, first), None, source.fault)


def _parts_of(batch: pa.RecordBatch, at: int, columns: Sequence[str] | None) -> Iterator[Records]:
    """The records of a batch that begins with row `at`, some at a time, with these columns; None for all."""
    usable = _usable(batch)
    usable = usable if columns is None else usable.select(columns)
    for begin in range(0, len(batch), MOST_ROWS):
        raw = batch.slice(begin, MOST_ROWS) if columns is None else None
        yield Records(usable.slice(begin, MOST_ROWS), at + begin, raw=raw)


def rows_of_records(
    items: Iterable[Records | Other], name: str, layout: Layout, shape: Shape, style: Style
) -> Iterator[Rows | Other]:
    """Records as rows of an input, and what else comes between them as it is."""
    roles = {role: names[0] for role, names in layout.roles.items() if len(names) == 1}
    is_begun = False
    for item in items:
        if not isinstance(item, Records):
            yield item
            continue
        table, first, lines = item.table, item.first, item.lines
        cells = {
            role: cells_of_arrow([table.column(one) for one in layout.roles[role]], shape.numbers)
            for role in GRIDS
            if role in layout.roles
        }
        if not is_begun and len(table):  # the style of all is that of the first one
            first_one = text_of(cells[Role.PUZZLE].rows[0].tobytes())
            is_begun, style = True, replace(style, blank=blank_of(first_one, "symbols"))
        numbers = range(first, first + len(table)) if lines is None else lines
        puzzles, odd = cells[Role.PUZZLE].puzzles(shape, name, numbers, style)
        odd |= {at: faulty(name, int(numbers[at]), fault, style) for at, fault in item.faults.items()}
        answers, others = cells[Role.ANSWER].answers() if Role.ANSWER in cells else (None, {})
        rows = Rows(name, first, puzzles, odd, lines, answers, others, table, roles, style, raw=item.raw)
        yield replace(rows, remarks=item.remarks, position=item.position)


def table_of_frame(frame: object) -> pa.Table | None:
    """A data frame of pandas, polars or another library, or a table of Arrow, as a table; None for others.

    Of an array of NumPy the rows are the puzzles: texts (n,), or integers (n, cells) or (n, side, side).
    """
    if isinstance(frame, np.ndarray):
        if frame.ndim not in (1, 2, 3) or not frame.size:
            return None
        if frame.ndim == 1:
            return pa.table({"puzzle": array_of(frame.tolist())})
        cells = frame.reshape(len(frame), -1).astype(frame.dtype.newbyteorder("="))
        return pa.table({"puzzle": pa.FixedSizeListArray.from_arrays(cells.ravel(), cells.shape[1])})
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
    return _sample(name, table.schema, next(iter(table.slice(0, SAMPLE).combine_chunks().to_batches()), None))


def read_table(table: pa.Table, name: str, layout: Layout, shape: Shape) -> Iterator[Rows]:
    """The rows of a table in memory, with all of its columns."""
    batches = table.to_batches()
    starts = itertools.accumulate(map(len, batches), initial=0)
    items = itertools.chain.from_iterable(map(_parts_of, batches, starts, itertools.repeat(None)))
    return rows_of_records(items, name, layout, shape, Style())


def array_of(values: Sequence[object]) -> pa.Array:
    """Values of Python as an array of Arrow; as texts, where they have several types. None is null."""
    try:
        return pa.array(values)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError, TypeError, ValueError):
        return pa.array([None if value is None else bytes_of(text_of_value(value)) for value in values])


def cells_of_arrow(columns: Sequence[pa.Array], numbers: Numbers = Numbers.USUAL) -> CellColumn:
    """The values of a column that should be puzzles or answers; of several, row by row, a cell in each."""
    columns = [_decoded(column) for column in columns]
    [first, *others] = columns
    if others:
        found = _of_numbers(columns, len(columns), numbers)
        return found or CellColumn.of_values([*zip(*(one.to_pylist() for one in columns), strict=True)])
    if str(first.type) in _BYTES:
        return _of_texts(first.cast(pa.large_binary()))
    flat, cells = first.drop_null(), 1
    while "list" in str(flat.type).partition("<")[0] and (width := _width(flat)):
        flat, cells = flat.flatten(), cells * width
    found = _of_numbers([flat], cells, numbers) if cells > 1 else None
    if found is None or not first.null_count:
        return found or CellColumn.of_values(first.to_pylist())
    return found.spread(np.asarray(first.is_valid()))


def _decoded(column: pa.Array) -> pa.Array:
    """The column without a dictionary, texts of a fixed number of bytes as others."""
    if pa.types.is_dictionary(column.type):
        values = column.dictionary
        is_text = str(values.type) in _BYTES
        column = (values.cast(pa.large_binary()) if is_text else values).take(column.indices)
    return column.cast(pa.large_binary()) if pa.types.is_fixed_size_binary(column.type) else column


def _of_texts(column: pa.LargeBinaryArray) -> CellColumn:
    """The values of an array of large binaries, as views of its memory where all have 81 bytes."""
    _, offsets, memory = column.buffers()
    ends = np.frombuffer(offsets, np.int64) if offsets else np.zeros(1, np.int64)
    ends = ends[column.offset : column.offset + len(column) + 1]
    data = np.frombuffer(memory if memory is not None else b"", np.uint8)
    fit = np.diff(ends) == CELLS
    if column.null_count:
        fit &= np.asarray(column.is_valid())
    if fit.all():
        first = int(ends[0]) if len(ends) else 0
        return CellColumn(data[first : first + len(column) * CELLS].reshape(-1, CELLS))
    rows = np.zeros((len(column), CELLS), np.uint8)
    if fit.any():
        rows[fit] = sliding_window_view(data, CELLS)[ends[:-1][fit]]
    places = np.flatnonzero(~fit)
    return CellColumn(rows, dict(zip(places.tolist(), column.take(places).to_pylist(), strict=True)))


def _of_numbers(parts: Sequence[pa.Array], cells: int, numbers: Numbers) -> CellColumn | None:
    """Puzzles of so many cells each, one cell after the other in one array, or one cell in each of them.

    Cells are numbers, perhaps as texts; nulls and empty texts are blanks. None for anything else.
    """
    found: list[NDArray[Any]] = []
    for column in parts:
        if str(column.type) in _BYTES:
            import pyarrow.compute as pc

            try:
                texts = column.cast(pa.large_binary())
                texts = pc.if_else(pc.equal(texts, b""), None, texts).cast(pa.large_string())
                column = texts.cast(pa.float64())
            except pa.ArrowInvalid:
                return None
        if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
            return None
        found.append(column.to_numpy(zero_copy_only=False))
    return CellColumn.of_numbers(np.stack(found, axis=-1).reshape(-1, cells), numbers)


def _width(column: pa.Array) -> int:
    """How many values each list has; 0 where not all have the same number, or one is missing."""
    import pyarrow.compute as pc

    widths = np.asarray(pc.list_value_length(column))
    return 0 if column.null_count or (widths != widths[:1]).any() else int(sum(widths[:1]))


def _sample(name: str, schema: pa.Schema, batch: pa.RecordBatch | None) -> Sample:
    """The values of a batch by the names of all columns, those of nested fields, too."""
    names = _flat(pa.RecordBatch.from_pylist([], schema)).schema.names
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise InputError(name, f"two columns are called {twice[0]!r}: rename one of them")
    if batch is None:
        return {name: [] for name in names}
    return dict(zip(names, (column.to_pylist() for column in _usable(batch).columns), strict=True))


def _flat(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with the fields of structs as columns, called `data.puzzle`."""
    while any(pa.types.is_struct(one.type) for one in batch.schema):
        fields = pa.Table.from_batches([batch]).flatten()
        columns = [one.combine_chunks() for one in fields.columns]
        batch = pa.RecordBatch.from_arrays(columns, names=fields.schema.names)
    return batch


def _usable(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch without structs, and with bytes in place of texts that are not UTF-8.

    Raises ArrowException where it is damaged; else reading it could end the process.
    """
    batch.validate()
    batch = _flat(batch)
    columns = []
    for column in batch.columns:
        try:
            column.validate(full=True)
        except pa.ArrowException:
            column = _as_bytes(column)
            column.validate(full=True)
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _as_bytes(column: pa.Array) -> pa.Array:
    """The column with bytes in place of texts, in the same memory."""
    if pa.types.is_dictionary(column.type):
        return pa.DictionaryArray.from_arrays(column.indices, _as_bytes(column.dictionary), safe=False)
    return column.cast(_BYTES.get(str(column.type), column.type))


@contextmanager
def _opened(source: Source, names: Sequence[str] | None) -> Iterator[_Opened]:
    """A Parquet or an Arrow file, or an Arrow stream, of which these columns are read; None for all.

    Raises InputError where nothing can be read.
    """
    with source.seekable() as stream, ExitStack() as resources:
        file = pa.PythonFile(stream, "r")
        if source.is_file and getattr(stream, "name", None) == source.path:
            # what is mapped would count as memory that is used
            file = resources.enter_context(pa.OSFile(source.path, "rb"))
        is_parquet = file.read(len(_PARQUET)) == _PARQUET
        file.seek(0)
        errors = (pa.ArrowException, UnicodeDecodeError, reading_errors(source.path or ""))
        try:
            if is_parquet:
                import pyarrow.parquet as pq

                reader = pq.ParquetFile(file, buffer_size=_BLOCK, pre_buffer=False)
                groups = [reader.metadata.row_group(at).num_rows for at in range(reader.num_row_groups)]
                opened = _Opened(reader.schema_arrow, tuple(groups), reader, errors)
            else:
                begins = len(_ARROW_FILE) if file.read(len(_ARROW_FILE)) == _ARROW_FILE else 0
                file.seek(begins)
                schema = pa.ipc.open_stream(file).schema
                tops = {*(names or ()), *(name.partition(".")[0] for name in names or ())}
                fields = [at for at, name in enumerate(schema.names) if names is None or name in tops]
                file.seek(begins)
                reader = pa.ipc.open_stream(file, options=pa.ipc.IpcReadOptions(included_fields=fields))
                opened = _Opened(schema, None, reader, errors)
        except errors as error:
            what = f"the {'Parquet' if is_parquet else 'Arrow'} file is damaged: {message_of(error)}"
            file.seek(max(0, file.size() - len(_PARQUET)))
            if is_parquet and file.read() != _PARQUET:
                what = "the Parquet file is cut off: its end is missing, without which nothing can be read"
            raise InputError(source.name, source.fault or what) from None
        yield opened
