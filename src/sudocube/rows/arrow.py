"""Arrow: Parquet, Arrow files (Feather) and streams, data frames in memory; records, and values, as rows.

A row group that cannot be read is told, and the others go on. An Arrow file is a stream between a mark and a
list of its batches, and is read as a stream, to its end or to the first batch that is damaged.

Whatever a column holds (texts, lists, numbers) is brought into one form: rows of 81 bytes, and by their
places the values that have not 81 bytes. Nearly all values have, and no Python object is made for them.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.candidate_marks import MARKS
from sudocube.errors import FormatError, InputError, PuzzleError, message_of, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle, is_hexadecimal
from sudocube.rows.batch import CELLS, MOST_ROWS, LostRows, Rows, is_ordinary
from sudocube.rows.columns import GRIDS, SAMPLE, Layout, Numbers, Role, Shape
from sudocube.rows.entry import Entry, Numerals, Reason, Style
from sudocube.rows.plain import symbols_of_nine
from sudocube.rows.source import Source, reading_errors
from sudocube.rows.symbols import (
    AS_TEXT,
    USUAL_SHAPES,
    Fault,
    blank_of,
    bytes_of,
    fault_of,
    puzzle_of_symbols,
    square,
    text_of,
)
from sudocube.rows.text import puzzle_of
from sudocube.symbol_forms import usual_symbols

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


def sample_arrow(source: Source) -> tuple[Sample, tuple[int, ...]]:
    """The first values of each column of Parquet or Arrow, and how many rows each row group has.

    Arrow has no row groups. Raises InputError where nothing of it can be read.
    """
    with _opened(source, None, SAMPLE) as (schema, parts, errors):
        found = _records(source, parts, errors, None, 0, sys.maxsize)
        batch = next((one.table for one in found if isinstance(one, Records)), None)
        return _sample(source.name, schema, batch), tuple(count for count, _ in parts if count is not None)


def read_arrow(
    source: Source, columns: Sequence[str] | None, first: int = 0, stop: int | None = None
) -> Iterator[Records | LostRows]:
    """These columns of Parquet or Arrow (None: all), at least the rows from `first` to `stop`.

    Never more than a batch of rows and some pages of each column are in memory, however large a row group
    is. Raises InputError where it cannot be opened.
    """
    with _opened(source, columns, MOST_ROWS) as (_, parts, errors):
        yield from _records(source, parts, errors, columns, first, sys.maxsize if stop is None else stop)


def _records(
    source: Source, parts: _Parts, errors: _Errors, columns: Sequence[str] | None, first: int, end: int
) -> Iterator[Records | LostRows]:
    """The records of what is opened, from a row on."""
    at = 0  # the first row that was neither read nor lost
    for number, (count, batches) in enumerate(parts, 1):
        ends = sys.maxsize if count is None else at + count
        if at >= end:
            return
        try:
            for batch in batches() if ends > first else ():
                yield from _parts_of(batch, at, columns)
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
        from sudocube.rows.tables import column_of

        return pa.table({"puzzle": column_of(frame.reshape(len(frame), -1))})
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
    import pyarrow.compute as pc

    columns = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in columns]
    [first, *others] = columns
    if others:
        found = _of_numbers(columns, len(columns), numbers)
        return found or CellColumn.of_values([*zip(*(one.to_pylist() for one in columns), strict=True)])
    if str(first.type) in _BYTES or pa.types.is_fixed_size_binary(first.type):
        return _of_texts(first.cast(pa.large_binary()))
    flat, cells = first, 1
    while "list" in str(flat.type).partition("<")[0] and len(flat) > flat.null_count == 0:
        [width, *more] = pc.unique(pc.list_value_length(flat)).to_pylist()
        flat, cells = flat.flatten(), 0 if more else cells * width
    found = _of_numbers([flat], cells, numbers) if cells > 1 else None
    return found or CellColumn.of_values(first.to_pylist())


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
    import pyarrow.compute as pc

    found: list[NDArray[Any]] = []
    for column in parts:
        if str(column.type) in _BYTES:
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


def _sample(name: str, schema: pa.Schema, batch: pa.RecordBatch | None) -> Sample:
    """The values of a batch by the names of all columns, those of nested fields, too."""
    empty = _flat(pa.RecordBatch.from_pylist([], schema))
    names, usable = empty.schema.names, empty if batch is None else _usable(batch)
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise InputError(name, f"two columns are called {twice[0]!r}: rename one of them")
    return dict(zip(names, (column.to_pylist() for column in usable.columns), strict=True))


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


_Parts = list[tuple[int | None, Callable[[], Iterable[pa.RecordBatch]]]]
"""Row groups of Parquet, each with its number of rows and what gives its batches; or one part of Arrow."""

_Errors = tuple[type[Exception], ...]


@contextmanager
def _opened(
    source: Source, names: Sequence[str] | None, rows: int
) -> Iterator[tuple[pa.Schema, _Parts, _Errors]]:
    """The schema of a Parquet or an Arrow file or stream, its parts, and what reading them may raise.

    `names` are the columns that are read; None for all. A batch of Parquet has so many `rows` at most. Raises
    InputError where nothing can be read.
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
                counts = [reader.metadata.row_group(at).num_rows for at in range(reader.num_row_groups)]
                schema: Any = reader.schema_arrow
                parts: _Parts = [
                    (count, partial(reader.iter_batches, rows, [at], names))
                    for at, count in enumerate(counts)
                ]
            else:
                begins = len(_ARROW_FILE) if file.read(len(_ARROW_FILE)) == _ARROW_FILE else 0
                file.seek(begins)
                schema = pa.ipc.open_stream(file).schema
                tops = {*(names or ()), *(name.partition(".")[0] for name in names or ())}
                fields = [at for at, name in enumerate(schema.names) if names is None or name in tops]
                file.seek(begins)
                stream = pa.ipc.open_stream(file, options=pa.ipc.IpcReadOptions(included_fields=fields))
                parts = [(None, lambda: stream)]
        except errors as error:
            what = f"the {'Parquet' if is_parquet else 'Arrow'} file is damaged: {message_of(error)}"
            file.seek(max(0, file.size() - len(_PARQUET)))
            if is_parquet and file.read() != _PARQUET:
                what = "the Parquet file is cut off: its end is missing, without which nothing can be read"
            raise InputError(source.name, source.fault or what) from None
        yield schema, parts, errors


_NINE = Geometry(3, 3)
_ROUNDED = re.compile(r"[0-9]+\.?[0-9]*e\+[0-9]+")
_ZERO = ord("0")
_STYLE = Style()
_WAYS = {Numbers.USUAL: (0, 0), Numbers.MINUS_ONE: (-1, 0), Numbers.FROM_TWO: (1, 1)}
"""The number that is a blank, and how much a number is above its digit."""


@dataclass(frozen=True, slots=True, eq=False)
class CellColumn:
    """n values of a column: `rows` is uint8 (n, 81), the bytes of each value.

    A value that does not have 81 bytes stands in `others`, by its place, and its row is zero: a text, a list
    of numbers, None where there is no value, or anything else that an input can hold.
    """

    rows: NDArray[np.uint8]
    others: dict[int, object] = field(default_factory=dict)

    @classmethod
    def of_values(cls, values: Sequence[object]) -> CellColumn:
        """The column of values of Python."""
        texts = [bytes_of(one) if isinstance(one, str) else one for one in values]
        fit = [one if isinstance(one, bytes) and len(one) == CELLS else None for one in texts]
        others = {place: values[place] for place, one in enumerate(fit) if one is None}
        joined = b"".join(one or bytes(CELLS) for one in fit)
        return cls(np.frombuffer(joined, np.uint8).reshape(-1, CELLS), others)

    @classmethod
    def of_numbers(cls, numbers: NDArray[Any], how: Numbers = Numbers.USUAL) -> CellColumn:
        """The column of cells (n, k), integers or floats: digits in one of the ways of `Numbers`, or ASCII.

        NaN is a blank.
        """
        is_float = numbers.dtype.kind == "f"
        if is_float:
            numbers = np.nan_to_num(numbers, nan=_WAYS[how][0], posinf=127, neginf=127)
        if numbers.shape[1] != CELLS:
            return cls(np.zeros((len(numbers), CELLS), np.uint8), dict(enumerate(numbers.tolist())))
        digits = _digits(numbers, how)
        fit = (digits >= 0) & (digits <= 9)
        are_digits = np.all(fit & (digits == np.floor(digits)) if is_float else fit, axis=1)
        if are_digits.all():
            return cls(digits.astype(np.uint8) + np.uint8(_ZERO))
        are_symbols = np.all((numbers > ord(" ")) & (numbers < 127), axis=1)
        odd = ~are_digits if is_float else ~are_digits & ~are_symbols
        rows = np.where(are_digits[:, None], digits + _ZERO, numbers)
        rows[odd] = 0
        others = {place: numbers[place].tolist() for place in np.flatnonzero(odd).tolist()}
        return cls(rows.astype(np.uint8), others)

    def puzzles(
        self, shape: Shape, name: str, numbers: Sequence[int] | NDArray[np.int64], style: Style = _STYLE
    ) -> tuple[NDArray[np.uint8], dict[int, Entry]]:
        """The puzzles as `Rows` has them: uint8 (n, 81) of symbols that the kernel takes, and all others.

        `name` is that of the input, and `numbers` has the line or the row of each value, for messages.
        """
        rows, are_symbols = symbols_of_nine(self.rows)
        if shape.fixed not in (None, _NINE):
            are_symbols = np.zeros(len(rows), np.bool_)
        odd = sorted({*self.others, *np.flatnonzero(~are_symbols).tolist()})
        rows = rows.copy() if odd else rows
        found: dict[int, Entry] = {}
        for place in odd:
            value = self.others[place] if place in self.others else text_of_value(self.rows[place].tobytes())
            puzzle = puzzle_of_value(value, shape)
            rows[place] = 0
            if isinstance(puzzle, Fault):
                found[place] = faulty(name, int(numbers[place]), puzzle, style)
            elif is_ordinary(puzzle):
                rows[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
            else:
                symbols = usual_symbols(text_of_value(value)).strip()
                numerals: Numerals = (
                    "hexadecimal" if is_hexadecimal(symbols, puzzle.geometry.size) else "symbols"
                )
                written = replace(style, blank=blank_of(symbols, numerals), numerals=numerals)
                found[place] = Entry(f"{name}:{numbers[place]}", puzzle, None, written)
        return rows, found

    def answers(self) -> tuple[NDArray[np.uint8], dict[int, str | None]]:
        """The answers as `Rows` has them: the bytes of each, and the others as texts."""
        rows = self.rows
        others: dict[int, str | None] = {}
        for place, value in self.others.items():
            text = text_of_value(value).strip()
            if len(bare := "".join(text.split())) == CELLS:
                text = bare  # a grid over nine lines
            if isinstance(value, list | tuple) and not isinstance(one := puzzle_of_value(value), Fault):
                text = str(one)
            if len(encoded := bytes_of(text)) == CELLS:
                rows = rows if rows.flags.writeable else rows.copy()
                rows[place] = np.frombuffer(encoded, np.uint8)
            else:
                others[place] = text
        return rows, others


def shift_of(how: Numbers) -> int:
    """How much a number is above the digit that it stands for."""
    return _WAYS[how][1]


def _digits(numbers: NDArray[Any], how: Numbers) -> NDArray[Any]:
    """The numbers as digits with 0 for a blank; what is none in this way becomes 127."""
    if how is Numbers.USUAL:
        return numbers
    blank, shift = _WAYS[how]
    digits = numbers - np.int64(shift)
    return np.where(numbers == blank, 0, np.where(digits > 0, digits, 127))


def faulty(name: str, number: int | None, fault: Fault, style: Style = _STYLE) -> Entry:
    """The entry of a row that holds no puzzle; `number` is that of its line, or of the row from 0."""
    found = fault.found if fault.at is None else f"{fault.found} as symbol {fault.at + 1}"
    error = FormatError(name, number, None, found=found, expected=fault.expected, reason=str(fault.reason))
    return Entry(error.place, None, error, style)


def puzzle_of_value(value: object, shape: Shape = Shape()) -> Puzzle | Fault:  # noqa: B008 — it is frozen
    """The puzzle that a value stands for, or why it is none.

    A text that is not symbols alone may be a puzzle in any form that is read, such as a list of numbers.

    >>> puzzle_of_value("1... ..2. .3.. ...4")
    Puzzle('1.....2..3.....4')
    >>> puzzle_of_value(80 * ".").found
    '80 symbols'
    """
    if isinstance(value, list | tuple):
        if not all(isinstance(cell, int) and ord(" ") < cell <= ord("~") for cell in value):
            return _puzzle_of_list(value, shape)
        value = "".join(map(chr, value))  # codes of symbols
    if value is not None and value == value and not isinstance(value, str | bytes):
        found = f"{quoted(value)}, of type {type(value).__name__}"
        return Fault(found, f"a text: {AS_TEXT}", Reason.NOT_TEXT)
    text = text_of_value(value)
    symbols = "".join(usual_symbols(text).split())
    if not symbols:
        found = "an empty field" if isinstance(value, str | bytes) else "no value"
        return Fault(found, "a puzzle", Reason.MISSING)
    if shape.usual_size == 9 and shape.fixed in (None, _NINE) and _ROUNDED.fullmatch(symbols):
        return Fault(f"the number {symbols}", f"81 symbols: {AS_TEXT}", Reason.NOT_TEXT)
    are_marks = len(symbols) == MARKS
    geometry = shape.fixed or (_NINE if are_marks else USUAL_SHAPES.get(len(bytes_of(symbols))))
    fault = fault_of(symbols, geometry.size if geometry else shape.usual_size)
    if fault is None:
        assert geometry is not None  # it has the cells of one
        return Puzzle(symbols) if are_marks else puzzle_of_symbols(symbols, geometry)[0]
    try:
        is_drawn = any(map(text.__contains__, " \n\t,;[/"))
        return (puzzle_of(text, shape.fixed) if is_drawn else None) or fault
    except (PuzzleError, UnicodeEncodeError):  # a lone surrogate of JSON
        return fault


def text_of_value(value: object) -> str:
    """A value as the text that it is, or stands for; empty where there is none.

    >>> text_of_value([1, 2]), text_of_value(None), text_of_value(2.0)
    ('[1, 2]', '', '2.0')
    """
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return text_of(value) if isinstance(value, bytes) else str(value)


def _puzzle_of_list(cells: list[object] | tuple[object, ...], shape: Shape) -> Puzzle | Fault:
    """The puzzle of a list of cells, or of rows of cells."""
    if shape.numbers is not Numbers.USUAL:
        with suppress(ValueError, TypeError):
            digits = _digits(np.array(cells, np.float64), shape.numbers)
            cells = digits.astype(np.int64).tolist() if (digits == np.floor(digits)).all() else cells
    try:
        return Puzzle(cells, shape.fixed)
    except PuzzleError as error:
        message = str(error)
    count = sum((len(row) if isinstance(row, list | tuple | str) else 1 for row in cells), 0)
    size = shape.fixed.size if shape.fixed else shape.usual_size
    if count == size * size:
        return Fault(f"cells that are none: {message}", square(size), Reason.WRONG_SYMBOL)
    reason = Reason.TOO_SHORT if count < size * size else Reason.TOO_LONG
    return Fault(f"{count} cells", f"{size * size} ({square(size)})", reason)
