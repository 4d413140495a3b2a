"""Tables in memory become rows: Parquet, Arrow files (Feather) and streams, arrays of NumPy, frames.

Each gives record batches. A row group that cannot be read is told, and the others go on. An Arrow file is a
stream between a mark and a list of its batches, and is read as a stream, to its end or to the first batch
that is damaged.

Arrays (`.npy`, and `.npz` with several) hold puzzles as cells, shape (n, 81) or (n, 9, 9), or (9, 9) of a
single one, numbers or texts of one symbol; or as texts, shape (n,). Arrays of n rows each are columns.

Whatever a column holds (texts, lists of cells, numbers) is brought into one form: rows of 81 bytes, and by
their places the values that have not 81 bytes. Nearly all values have, and no Python object is made for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from math import prod
from tokenize import TokenError
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.cell_values import NINE, usual_symbols
from sudocube.errors import FormatError, InputError, message_of
from sudocube.geometry import SIZES
from sudocube.rows.batch import CELLS, MOST_ROWS, Lines, LostRows, Rows, are_symbols, by_length, is_ordinary
from sudocube.rows.columns import GRIDS, SAMPLE, Kind, Layout, Reading, Role, Sample
from sudocube.rows.entry import Entry, Fault, Style, bytes_of, text_of
from sudocube.rows.source import Source, member, names_in
from sudocube.rows.values import puzzle_of_value, text_of_value

_ARROW_FILE = b"ARROW1\0\0"
_BLOCK = 1 << 20
"""How many bytes of a column of Parquet are read at a time; else a whole row group would be in memory."""

_ERRORS = (pa.ArrowException, UnicodeDecodeError, OSError)
"""What reading of damaged data raises."""

_Parts = list[tuple[int | None, Callable[[], Iterable[pa.RecordBatch]]]]
"""Row groups, each with its number of rows and what gives its batches; None where nobody knows how many."""

Cells = tuple[NDArray[np.uint8], dict[int, Any]]
"""n values of a column: uint8 (n, 81), the bytes of each; a value that does not have 81 bytes stands in the
dictionary, by its place, and its row is zero: a text, a list of cells, None where there is no value, or
anything else that an input can hold."""


def sample_arrow(source: Source, kind: Kind) -> tuple[Sample, tuple[int, ...]]:
    """The first values of each column, and how many rows each row group has, where that is known.

    Raises InputError where nothing of it can be read, and for two columns of one name.
    """
    with _opened(source, kind, None, SAMPLE) as (schema, parts):
        groups = tuple(count for count, _ in parts if count is not None)
        for _, batches in parts:
            with suppress(*_ERRORS):
                for batch in filter(len, batches()):
                    return sample_of(pa.Table.from_batches([batch]), source.name), groups
        return sample_of(schema.empty_table(), source.name), groups


def sample_of(table: pa.Table, name: str) -> Sample:
    """The first values of a table by the names of its columns. Raises InputError for two of one name."""
    usable = _usable(_batch_of(table.slice(0, SAMPLE)))
    names = usable.schema.names
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise InputError(name, f"two columns are called {twice[0]!r}: rename one of them")
    return dict(zip(names, (column.to_pylist() for column in usable.columns), strict=True))


def read_arrow(source: Source, layout: Layout, first: int, stop: int | None) -> Iterator[Rows | LostRows]:
    """The rows, at least those from `first` to before `stop`.

    Never more than a batch of rows and some pages of each column are in memory, however large a row group
    is. Raises InputError where it cannot be opened.
    """
    end, columns = sys.maxsize if stop is None else stop, None if layout.reading.keep else layout.wanted
    with _opened(source, layout.kind, columns, MOST_ROWS) as (_, parts):
        at = 0  # the first row that was neither read nor lost
        for number, (count, batches) in enumerate(parts, 1):
            ends = sys.maxsize if count is None else at + count
            try:
                for batch in batches() if at < end and ends > first else ():
                    yield from _rows_of_batch(batch, at, layout)
                    at += len(batch)
            except _ERRORS as error:
                lost, what = max(at, first), f"row group {number} of {len(parts)} cannot be read"
                if count is None:  # nobody knows how many rows are behind it
                    what = source.fault or f"the Arrow file is damaged or cut off: {message_of(error)}"
                    yield LostRows(lost, None, what)
                    return
                yield LostRows(lost, max(0, min(ends, end) - lost), f"{what}: {message_of(error)}")
            at = at if count is None else ends
        if source.fault is not None and at < end:
            yield LostRows(max(at, first), None, source.fault)


def _rows_of_batch(batch: pa.RecordBatch, at: int, layout: Layout) -> Iterator[Rows]:
    """The rows of a batch that begins with row `at`, some at a time; with what they hold, if all is kept."""
    usable = _usable(batch).select(layout.wanted)
    for begin in range(0, len(batch), MOST_ROWS):
        raw = batch.slice(begin, MOST_ROWS) if layout.reading.keep else None
        yield replace(rows_of_table(usable.slice(begin, MOST_ROWS), layout, at + begin), raw=raw)


def table_of_frame(frame: object) -> pa.Table | None:
    """A data frame of pandas, polars or another library, or a table of Arrow, as a table; None for others.

    Of an array of NumPy the rows are the puzzles: texts (n,), or integers (n, cells) or (n, side, side).
    """
    if isinstance(frame, np.ndarray):
        return pa.table({"puzzle": column_of(frame)}) if frame.ndim in (1, 2, 3) and frame.size else None
    pandas: Any = sys.modules.get("pandas")
    if pandas is not None and isinstance(frame, pandas.DataFrame):
        try:
            return pa.Table.from_pandas(frame, preserve_index=False)
        except pa.ArrowException:  # a column of values of several types
            return pa.table({str(name): array_of(frame[name].tolist()) for name in frame.columns})
    if hasattr(frame, "__arrow_c_stream__") or hasattr(frame, "__arrow_c_array__"):
        with suppress(pa.ArrowInvalid):  # a single column
            return pa.table(frame)
    return None


def read_table(table: pa.Table, name: str, layout: Layout) -> Iterator[Rows]:
    """The rows of a table in memory, with all of its columns."""
    layout, at = layout._replace(reading=Reading(keep=True), source=name), 0
    for batch in table.to_batches():
        yield from _rows_of_batch(batch, at, layout)
        at += len(batch)


def _batch_of(table: pa.Table) -> pa.RecordBatch:
    """A table in one piece."""
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)


def _usable(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with the fields of structs as columns (`data.puzzle`), and with bytes in place of texts.

    Texts need not be UTF-8. Raises ArrowException where it is damaged; else reading it could end the process.
    """
    batch.validate()
    while any(pa.types.is_struct(one.type) for one in batch.schema):
        batch = _batch_of(pa.Table.from_batches([batch]).flatten())
    usable = pa.RecordBatch.from_arrays([*map(as_bytes, batch.columns)], names=batch.schema.names)
    usable.validate(full=True)
    return usable


@contextmanager
def _opened(
    source: Source, kind: Kind, names: Sequence[str] | None, rows: int
) -> Iterator[tuple[pa.Schema, _Parts]]:
    """The schema of an input, and its parts, reading of which raises _ERRORS.

    `names` are the columns that are read of Parquet and arrays; None for all. A batch of theirs has so many
    `rows` at most. Raises InputError where nothing can be read.
    """
    parts: _Parts
    with ExitStack() as resources:
        if kind is Kind.ARRAY:
            yield _parts_of_arrays(source, resources, names, rows)
            return
        stream = resources.enter_context(source.seekable())
        file = pa.PythonFile(stream, "r")
        try:
            if kind is Kind.PARQUET:
                import pyarrow.parquet as pq

                reader = pq.ParquetFile(file, buffer_size=_BLOCK, pre_buffer=False)
                schema, row_group = reader.schema_arrow, reader.metadata.row_group
                parts = [
                    (row_group(at).num_rows, partial(reader.iter_batches, rows, [at], names))
                    for at in range(reader.num_row_groups)
                ]
            else:
                begins = len(_ARROW_FILE) if file.read(len(_ARROW_FILE)) == _ARROW_FILE else 0
                file.seek(begins)
                batches = pa.ipc.open_stream(file)
                schema, parts = batches.schema, [(None, lambda: batches)]
                list(schema.names)  # raises here where one is not UTF-8
        except _ERRORS as error:
            what = f"the {kind.title()} file is damaged or cut off: {message_of(error)}"
            raise InputError(source.name, source.fault or what) from None
        yield schema, parts


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
        raise InputError(name, f"the array is cut off: its header says {shape[0]:,} rows") from None
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
    wanted = arrays.keys() if names is None else names

    def batch(first: int, end: int) -> list[pa.RecordBatch]:
        return [pa.record_batch({name: column_of(np.array(arrays[name]()[first:end])) for name in wanted})]

    ends = [(at, min(at + most, count)) for at in range(0, count, most)]
    return batch(0, 0)[0].schema, [(end - at, partial(batch, at, end)) for at, end in ends]


def column_of(values: NDArray[Any]) -> pa.Array:
    """Rows of an array as a column of Arrow: a text, a number, or a list of cells for each row."""
    flat = pa.array(values.astype(values.dtype.newbyteorder("=")).reshape(-1))
    cells = prod(values.shape[1:])
    return flat if cells == 1 else pa.FixedSizeListArray.from_arrays(flat, cells)


_Columns: TypeAlias = "pa.RecordBatch | Mapping[str, Sequence[object]]"
Faults = Mapping[int, FormatError]
"""Why rows hold no puzzle, by their places."""


def rows_of_table(
    table: _Columns, layout: Layout, first: int = 0, *, lines: Lines = None, faults: Faults | None = None
) -> Rows:
    """The rows of a record batch, or of lists, with the columns of a layout; `first` is that of the first.

    `faults` says of some places why they hold no puzzle.
    """
    if isinstance(table, Mapping):
        table = pa.RecordBatch.from_pydict({one: array_of(some) for one, some in table.items()})
    cells, *answers = (
        _cells_in([table.column(one) for one in layout.roles[role]], layout.blank)
        for role in GRIDS
        if role in layout.roles
    )
    is_list = layout.kind is Kind.TABLE and not layout.lines  # it has no header
    format, delimiter = ("csv", layout.delimiter) if layout.lines else ("line", ",")
    blank = Style.of(text_of(cells[0][:1].tobytes())).blank
    style = Style(format, blank, delimiter=delimiter, box_given=layout.reading.box_given)
    numbers = range(first, first + len(table)) if lines is None else lines
    puzzles, odd = _puzzles_in(cells, layout, numbers, style, faults or {})
    full, others = _answers_in(*answers[0], layout.blank) if answers else (None, {})
    roles = {role: names[0] for role, names in layout.roles.items() if len(names) == 1}
    name = layout.roles[Role.PUZZLE][0] if layout.reading.keep and not is_list else ""
    return Rows(
        layout.source, first, puzzles, odd, lines, full, others, table, roles, style, puzzle_column=name
    )


def _puzzles_in(
    cells: Cells, layout: Layout, numbers: Sequence[int] | NDArray[np.int64], style: Style, faults: Faults
) -> tuple[NDArray[np.uint8], dict[int, Entry]]:
    """The puzzles as `Rows` has them; `numbers` has the line or the row of each value, for messages."""
    rows, others = cells
    is_nine = layout.reading.fixed in (None, NINE)
    odd = {*np.flatnonzero(~are_symbols(rows) | (not is_nine)).tolist(), *faults}
    puzzles = rows.copy() if odd else rows
    found: dict[int, Entry] = {}
    for place in sorted(odd):
        value, number = others.get(place, rows[place].tobytes()), int(numbers[place])
        puzzle = faults.get(place) or puzzle_of_value(value, layout)
        puzzles[place] = 0
        if isinstance(puzzle, FormatError):
            told = puzzle.found if puzzle.column is None else f"{puzzle.found} as symbol {puzzle.column}"
            error = Fault(told, puzzle.expected, puzzle.reason).moved(layout.source, number, None)
            found[place] = Entry(error.place, None, error, style)
        elif is_ordinary(puzzle):
            puzzles[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
        else:
            own = Style.of("".join(usual_symbols(text_of_value(value, layout.blank)).split()))
            written = replace(style, blank=own.blank, numerals=own.numerals)
            found[place] = Entry(f"{layout.source}:{number}", puzzle, None, written)
    return puzzles, found


def _answers_in(
    rows: NDArray[np.uint8], others: Mapping[int, object], blank: int
) -> tuple[NDArray[np.uint8], dict[int, str | None]]:
    """The answers as `Rows` has them: the bytes of each, and the others as texts."""
    if not others:
        return rows, {}
    texts = [text_of_value(value, blank).strip() for value in others.values()]
    bare = ["".join(text.split()) for text in texts]  # a grid over nine lines has 81 without their ends
    found, odd = by_length(one if len(one) == CELLS else text for one, text in zip(bare, texts, strict=True))
    full, places = rows.copy(), [*others]
    full[places] = found
    return full, {places[at]: text for at, text in odd.items()}


def _cells_in(columns: Sequence[pa.Array], blank: int) -> Cells:
    """The values of a column that should be puzzles or answers; of several, row by row, a cell in each."""
    [first, *others] = columns = [*map(as_bytes, columns)]
    if others:
        found = _of_numbers(columns, len(columns), blank)
        return found or by_length([*zip(*(one.to_pylist() for one in columns), strict=True)])
    if pa.types.is_large_binary(first.type):
        return _of_texts(first)
    import pyarrow.compute as pc

    flat, cells = first, 1
    while "list" in _kind_of(flat) and len(flat) > flat.null_count == 0:
        [width, *more] = pc.unique(pc.list_value_length(flat)).to_pylist()
        flat, cells = flat.flatten(), 0 if more else cells * width
    found = _of_numbers([as_bytes(flat)], cells, blank) if cells > 1 else None
    return found or by_length(first.to_pylist())


def _kind_of(column: pa.Array) -> str:
    """The type of a column, without that of what is in it."""
    return str(column.type).partition("<")[0]


def as_bytes(column: pa.Array) -> pa.Array:
    """A column of texts, perhaps of a dictionary, as one of bytes; others as they are."""
    column = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
    is_text = "string" in _kind_of(column) or "binary" in _kind_of(column)
    return column.cast(pa.large_binary()) if is_text and column.type != pa.large_binary() else column


def array_of(values: Sequence[object]) -> pa.Array:
    """Values of Python as an array of Arrow; as texts, where they have several types. None is null."""
    try:
        return pa.array(values)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError, TypeError, ValueError):
        return pa.array(
            [one if one is None or isinstance(one, bytes) else bytes_of(str(one)) for one in values]
        )


def _of_texts(column: pa.LargeBinaryArray) -> Cells:
    """The values of an array of bytes; no object is made of each where all have 81."""
    if len(column) > column.null_count == 0:
        _, offsets, data = column.buffers()
        ends = np.frombuffer(offsets, np.int64, len(column) + 1, 8 * column.offset)
        if (np.diff(ends) == CELLS).all():  # they are seen without a copy
            return np.frombuffer(data, np.uint8, CELLS * len(column), ends[0]).reshape(-1, CELLS), {}
    return by_length(column.to_pylist())


def _of_numbers(parts: Sequence[pa.Array], cells: int, blank: int) -> Cells | None:
    """Puzzles of so many cells each, one cell after the other in one array, or one cell in each of them.

    Cells are numbers, perhaps as texts: digits as `Layout.blank` says, or ASCII. Nulls, empty texts and NaN
    are blanks. None for anything else.
    """
    import pyarrow.compute as pc  # it takes long, and texts that are puzzles do without

    found: list[NDArray[Any]] = []
    for column in parts:
        if pa.types.is_large_binary(column.type):
            texts = pc.if_else(pc.equal(column, b""), None, column)
            try:
                column = texts.cast(pa.large_string()).cast(pa.float64())
            except pa.ArrowInvalid:
                return None
        if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
            return None
        found.append(column.to_numpy(zero_copy_only=False))
    numbers = np.stack(found, axis=-1).reshape(-1, cells)
    if is_float := numbers.dtype.kind == "f":
        numbers = np.nan_to_num(numbers, nan=127 if blank == 1 else blank, posinf=127, neginf=127)
    if cells != CELLS:
        return np.zeros((len(numbers), CELLS), np.uint8), dict(enumerate(numbers.tolist()))
    digits, are_blank = numbers - max(blank, 0), numbers == blank
    fit = are_blank | ((digits > 0) & (digits <= 9))
    are_digits = np.all(fit & (digits == np.floor(digits)) if is_float else fit, axis=1)
    rows = np.where(are_blank, 0, digits).astype(np.uint8) + np.uint8(ord("0"))
    are_ascii = ~are_digits & np.all((numbers > ord(" ")) & (numbers < 127), axis=1)
    rows[are_ascii] = numbers[are_ascii]
    odd = ~are_digits & ~are_ascii
    rows[odd] = 0
    return rows, {place: numbers[place].tolist() for place in np.flatnonzero(odd).tolist()}
