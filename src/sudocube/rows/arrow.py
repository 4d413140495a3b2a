"""Arrow: Parquet, Arrow files (Feather) and streams, data frames in memory; record batches as rows.

A row group or a record batch that cannot be read is told, and the others go on. An Arrow file is a stream
between a mark and a list of its batches, and is read as a stream.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
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

_BLANK, _SPACE = b". "


class Records(NamedTuple):
    """Some records of an input, one after the other: what each kind of table gives.

    `first` is the number of the first one, from 0, and `lines` has their text lines, where there are any.
    `faults` says of some places why they hold no puzzle; `remarks` and `position` are those of Rows.
    """

    table: pa.RecordBatch
    first: int = 0
    lines: NDArray[np.int64] | None = None
    faults: Mapping[int, Fault] = {}
    remarks: tuple[str, ...] = ()
    position: int | None = None


class _Parts(NamedTuple):
    """A table in parts, each of which can be read though others are damaged.

    `noun` is what a part is called, `groups` how many rows each has (nothing if that is not known), and
    `batches` reads the part of a number.

    Reading may raise `errors`, and StopIteration behind the last part.
    """

    schema: pa.Schema
    noun: str
    groups: tuple[int, ...]
    batches: Callable[[int], Iterable[pa.RecordBatch]]
    errors: tuple[type[Exception], ...]

    @property
    def numbers(self) -> Iterable[int]:
        return range(len(self.groups)) if self.noun == "row group" else itertools.count()


def sample_arrow(source: Source) -> tuple[Sample, tuple[int, ...]]:
    """The first values of each column of Parquet or Arrow, and how many rows each row group has.

    Arrow has no row groups. Raises InputError where nothing of it can be read.
    """
    with _opened(source, None, SAMPLE) as parts:
        for number in parts.numbers:
            try:
                if batch := next(map(_usable, parts.batches(number)), None):
                    return _sample(source.name, parts.schema, batch), parts.groups
            except StopIteration:
                break
            except parts.errors:  # reading the rows will say what is wrong
                if not parts.groups:
                    break
        return _sample(source.name, parts.schema, None), parts.groups


def read_arrow(
    source: Source, columns: Sequence[str] | None, first: int = 0, stop: int | None = None
) -> Iterator[Records | LostRows]:
    """These columns of Parquet or Arrow (None: all), at least the rows from `first` to `stop`.

    Never more than a batch of rows and some pages of each column are in memory, however large a row group
    is. Raises InputError where it cannot be opened.
    """
    end = sys.maxsize if stop is None else stop
    at = 0  # the first row that was neither read nor lost
    with _opened(source, columns, MOST_ROWS) as parts:
        for number in parts.numbers:
            if at >= end:
                return
            ends = at + (parts.groups[number] if parts.groups else 0)
            try:
                for batch in parts.batches(number) if ends > first or not parts.groups else ():
                    ends = max(ends, at + len(batch))
                    yield from _parts_of(batch, at, columns)
                    at += len(batch)
                at = ends
            except StopIteration:
                break
            except parts.errors as error:
                if ends == at:  # nobody knows how many rows are behind it
                    what = source.fault or f"the Arrow file is damaged or cut off: {message_of(error)}"
                    yield LostRows(max(at, first), None, what)
                    return
                which = f"{number + 1} of {len(parts.groups)}" if parts.groups else f"{number + 1}"
                lost = max(at, first)
                what = f"{parts.noun} {which} cannot be read: {message_of(error)}"
                yield LostRows(lost, max(0, min(ends, end) - lost), what)
                at = ends
        if source.fault is not None and at < end:
            yield LostRows(max(at, first), None, source.fault)


def _parts_of(batch: pa.RecordBatch, at: int, columns: Sequence[str] | None) -> Iterator[Records]:
    """The records of a batch that begins with row `at`, some at a time, with these columns; None for all."""
    batch = _usable(batch)
    batch = batch if columns is None else batch.select(columns)
    for begin in range(0, len(batch), MOST_ROWS):
        yield Records(batch.slice(begin, MOST_ROWS), at + begin)


def rows_of_records(
    items: Iterable[Records | Other], name: str, layout: Layout, shape: Shape, style: Style
) -> Iterator[Rows | Other]:
    """Records as rows of an input, and what else comes between them as it is."""
    is_begun = False
    for item in items:
        if not isinstance(item, Records):
            yield item
            continue
        table, first, lines = item.table, item.first, item.lines
        there = {role: names for role, names in layout.roles.items() if names[0] in table.schema.names}
        cells = {
            role: cells_of_arrow([table.column(one) for one in there[role]], shape.numbers)
            for role in GRIDS
            if role in there
        }
        if not is_begun and len(table):  # the style of all is that of the first one
            first_one = text_of(cells[Role.PUZZLE].rows[0].tobytes())
            is_begun, style = True, replace(style, blank=blank_of(first_one, "symbols"))
        numbers = range(first, first + len(table)) if lines is None else lines
        puzzles, odd = cells[Role.PUZZLE].puzzles(shape, name, numbers, style)
        odd |= {at: faulty(name, int(numbers[at]), fault, style) for at, fault in item.faults.items()}
        answers, others = cells[Role.ANSWER].answers() if Role.ANSWER in cells else (None, {})
        roles = {role: names[0] for role, names in there.items() if len(names) == 1}
        rows = Rows(name, first, puzzles, odd, lines, answers, others, table, roles, style)
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
        found = _of_cells(columns, len(columns), numbers)
        return found or CellColumn.of_values([*zip(*(one.to_pylist() for one in columns), strict=True)])
    if str(first.type) in _BYTES:
        return _of_texts(first if first.type == pa.large_binary() else first.cast(pa.large_binary()))
    there = first.drop_null()
    flat, cells = there, 1
    while _is_list(flat.type) and (width := _width(flat)):
        flat, cells = flat.flatten(), cells * width
    found = _of_cells([flat], cells, numbers) if cells > 1 and not _is_list(flat.type) else None
    if found is None or not first.null_count:
        return found or CellColumn.of_values(first.to_pylist())
    return found.spread(np.asarray(first.is_valid()))


def _decoded(column: pa.Array) -> pa.Array:
    """The column without a dictionary, texts of a fixed number of bytes as others."""
    if pa.types.is_dictionary(column.type):
        values = column.dictionary
        column = (values.cast(pa.large_binary()) if str(values.type) in _BYTES else values).take(
            column.indices
        )
    return column.cast(pa.large_binary()) if pa.types.is_fixed_size_binary(column.type) else column


def _of_texts(column: pa.LargeBinaryArray) -> CellColumn:
    """The values of an array of large binaries, as views of its memory where all have 81 bytes."""
    ends, data = _buffers(column)
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


def _of_cells(parts: Sequence[pa.Array], cells: int, numbers: Numbers) -> CellColumn | None:
    """Puzzles of so many cells each, one cell after the other in one array, or one cell in each of them.

    Cells are numbers, or texts of one symbol; nulls and empty texts are blanks. None for anything else.
    """
    symbols = [_symbols_in(part) for part in parts] if numbers is Numbers.USUAL else [None]
    if not any(one is None for one in symbols):
        rows = np.ascontiguousarray(np.stack(symbols, axis=-1).reshape(-1, cells))  # type: ignore[arg-type]
        return CellColumn(rows) if cells == CELLS else CellColumn.of_values([row.tobytes() for row in rows])
    found = [_numbers_in(part) for part in parts]
    if any(one is None for one in found):
        return None
    return CellColumn.of_numbers(np.stack(found, axis=-1).reshape(-1, cells), numbers)  # type: ignore[arg-type]


def _symbols_in(column: pa.Array) -> NDArray[np.uint8] | None:
    """Uint8 (n,) of texts of one byte, a blank for each that is empty; None where there are others."""
    if str(column.type) not in _BYTES:
        return None
    column = column.cast(pa.large_binary()).fill_null(b"")
    ends, data = _buffers(column)
    lengths = np.diff(ends)
    if lengths.max(initial=0) > 1:
        return None
    symbols = np.full(len(column), _BLANK, np.uint8)
    symbols[lengths == 1] = data[ends[:-1][lengths == 1]]
    symbols[symbols == _SPACE] = _BLANK
    return symbols


def _numbers_in(column: pa.Array) -> NDArray[Any] | None:
    """The numbers (n,) of a column, NaN for null and empty texts; None where there are others."""
    if str(column.type) in _BYTES:
        import pyarrow.compute as pc

        texts = column.cast(pa.large_binary())
        try:
            texts = pc.if_else(pc.equal(texts, b""), None, texts)
            column = texts.cast(pa.large_string()).cast(pa.float64())
        except pa.ArrowInvalid:
            return None
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
        return None
    found: NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return found


def _buffers(column: pa.LargeBinaryArray) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Where each text of an array of large binaries begins, and the last one ends; and the bytes of all."""
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int64) if offsets else np.zeros(1, np.int64)
    found = np.frombuffer(data if data is not None else b"", np.uint8)
    return ends[column.offset : column.offset + len(column) + 1], found


def _is_list(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _width(column: pa.Array) -> int:
    """How many values each list has; 0 where not all have the same number, or one is missing."""
    import pyarrow.compute as pc

    widths = np.asarray(pc.list_value_length(column))
    return 0 if column.null_count or (widths != widths[:1]).any() else int(sum(widths[:1]))


def _sample(name: str, schema: pa.Schema, batch: pa.RecordBatch | None) -> Sample:
    """The values of a batch by the names of all columns, those of nested fields, too."""
    batch = pa.RecordBatch.from_pylist([], schema) if batch is None else batch
    names = _flat(pa.RecordBatch.from_pylist([], schema)).schema.names
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise InputError(name, f"two columns are called {twice[0]!r}: rename one of them")
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
    kind = _BYTES.get(str(column.type))
    return column if kind is None else column.cast(kind)


@contextmanager
def _opened(source: Source, names: Sequence[str] | None, rows: int) -> Iterator[_Parts]:
    """A Parquet or an Arrow file, or an Arrow stream, of which these columns are read; None for all.

    `rows` is how many rows of a row group are read at a time. Raises InputError where nothing can be read.
    """
    with source.seekable() as stream, ExitStack() as resources:
        file = pa.PythonFile(stream, "r")
        if source.is_file and getattr(stream, "name", None) == source.path:
            # what is mapped would count as memory that is used
            file = resources.enter_context(pa.OSFile(source.path, "rb"))
        is_parquet = file.read(len(_PARQUET)) == _PARQUET
        errors = (pa.ArrowException, UnicodeDecodeError, reading_errors(source.path or ""))
        try:
            parts = _of_parquet(file, names, errors, rows) if is_parquet else _of_arrow(file, names, errors)
        except errors as error:
            what = f"the {'Parquet' if is_parquet else 'Arrow'} file is damaged: {message_of(error)}"
            file.seek(max(0, file.size() - len(_PARQUET)))
            if is_parquet and file.read() != _PARQUET:
                what = "the Parquet file is cut off: its end is missing, without which nothing can be read"
            raise InputError(source.name, source.fault or what) from None
        yield parts


def _of_parquet(file: Any, names: Sequence[str] | None, errors: Any, rows: int) -> _Parts:  # noqa: ANN401
    """The row groups of a Parquet file."""
    import pyarrow.parquet as pq

    file.seek(0)
    opened = pq.ParquetFile(file, buffer_size=_BLOCK, pre_buffer=False)
    groups = (opened.metadata.row_group(at).num_rows for at in range(opened.num_row_groups))

    def batches(number: int) -> Iterable[pa.RecordBatch]:
        return opened.iter_batches(rows, [number], names)  # type: ignore[no-any-return]

    return _Parts(opened.schema_arrow, "row group", tuple(groups), batches, errors)


def _of_arrow(file: Any, names: Sequence[str] | None, errors: Any) -> _Parts:  # noqa: ANN401
    """The record batches of an Arrow file or stream, one after the other."""
    file.seek(0)
    begins = len(_ARROW_FILE) if file.read(len(_ARROW_FILE)) == _ARROW_FILE else 0
    file.seek(begins)
    schema = pa.ipc.open_stream(file).schema
    tops = {name.partition(".")[0] for name in names or ()} | {*(names or ())}
    fields = [at for at, name in enumerate(schema.names) if names is None or name in tops]
    file.seek(begins)
    reader = pa.ipc.open_stream(file, options=pa.ipc.IpcReadOptions(included_fields=fields))
    return _Parts(schema, "record batch", (), lambda _: [reader.read_next_batch()], errors)
