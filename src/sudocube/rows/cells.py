"""Values of columns as puzzles: texts, lists of cells, numbers.

Whatever a column holds is brought into one form: rows of 81 bytes, and by their places the values that have
not 81 bytes. Nearly all values have, and no Python object is made for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.candidate_marks import MARKS
from sudocube.errors import FormatError, PuzzleError, quoted
from sudocube.puzzle import Puzzle
from sudocube.rows.batch import CELLS, Rows, by_length, is_ordinary
from sudocube.rows.columns import USUAL, Kind, Layout, Numbers, Role, cells_in, text_of_value
from sudocube.rows.entry import Entry, Reason, Style
from sudocube.rows.plain import symbols_of_nine
from sudocube.rows.symbols import AS_TEXT, NINE, USUAL_SHAPES, Fault, bytes_of, style_of, text_of
from sudocube.rows.text import puzzle_of
from sudocube.symbol_forms import usual_symbols

_ROUNDED = re.compile(r"[0-9]+\.?[0-9]*e\+[0-9]+")
_ZERO = ord("0")
_TABLE = Layout(Kind.TABLE)


@dataclass(frozen=True, slots=True, eq=False)
class CellColumn:
    """n values of a column: `rows` is uint8 (n, 81), the bytes of each value.

    A value that does not have 81 bytes stands in `others`, by its place, and its row is zero: a text, a list
    of cells, None where there is no value, or anything else that an input can hold.
    """

    rows: NDArray[np.uint8]
    others: dict[int, object] = field(default_factory=dict)

    @classmethod
    def of_numbers(cls, numbers: NDArray[Any], how: Numbers = USUAL) -> CellColumn:
        """The column of cells (n, k), integers or floats: digits in one of the ways of `Numbers`, or ASCII.

        NaN is a blank.
        """
        blank, shift, _ = how
        is_float = numbers.dtype.kind == "f"
        if is_float:
            numbers = np.nan_to_num(numbers, nan=blank, posinf=127, neginf=127)
        if numbers.shape[1] != CELLS:
            return cls(np.zeros((len(numbers), CELLS), np.uint8), dict(enumerate(numbers.tolist())))
        digits, are_blank = numbers - shift if shift else numbers, numbers == blank
        fit = are_blank | ((digits > 0) & (digits <= 9))
        are_digits = np.all(fit & (digits == np.floor(digits)) if is_float else fit, axis=1)
        rows = np.where(are_blank, 0, digits).astype(np.uint8) + np.uint8(_ZERO)
        if are_digits.all():
            return cls(rows)
        are_symbols = ~are_digits & np.all((numbers > ord(" ")) & (numbers < 127), axis=1)
        rows[are_symbols] = numbers[are_symbols]
        odd = ~are_digits & ~are_symbols
        rows[odd] = 0
        return cls(rows, {place: numbers[place].tolist() for place in np.flatnonzero(odd).tolist()})

    def puzzles(
        self, layout: Layout, name: str, numbers: Sequence[int] | NDArray[np.int64], style: Style
    ) -> tuple[NDArray[np.uint8], dict[int, Entry]]:
        """The puzzles as `Rows` has them: uint8 (n, 81) of symbols that the kernel takes, and all others.

        `name` is that of the input, and `numbers` has the line or the row of each value, for messages.
        """
        rows, are_symbols = symbols_of_nine(self.rows)
        if layout.reading.fixed not in (None, NINE):
            are_symbols = np.zeros(len(rows), np.bool_)
        odd = sorted({*self.others, *np.flatnonzero(~are_symbols).tolist()})
        rows = rows.copy() if odd else rows
        found: dict[int, Entry] = {}
        for place in odd:
            value = self.others[place] if place in self.others else self.rows[place].tobytes()
            puzzle = puzzle_of_value(value, layout)
            rows[place] = 0
            if isinstance(puzzle, FormatError):
                found[place] = faulty(name, int(numbers[place]), puzzle, style)
            elif is_ordinary(puzzle):
                rows[place] = np.frombuffer(str(puzzle).encode("ascii"), np.uint8)
            else:
                symbols = "".join(usual_symbols(text_of_value(value, layout.numbers)).split())
                own = style_of(symbols)
                written = replace(style, blank=own.blank, numerals=own.numerals)
                found[place] = Entry(f"{name}:{numbers[place]}", puzzle, None, written)
        return rows, found

    def answers(self, how: Numbers) -> tuple[NDArray[np.uint8], dict[int, str | None]]:
        """The answers as `Rows` has them: the bytes of each, and the others as texts."""
        rows = self.rows.copy() if self.others else self.rows
        others: dict[int, str | None] = {}
        for place, value in self.others.items():
            text = text_of_value(value, how).strip()
            bare = "".join(text.split())  # a grid over nine lines has 81 without their ends
            if len(encoded := bytes_of(bare if len(bare) == CELLS else text)) == CELLS:
                rows[place] = np.frombuffer(encoded, np.uint8)
            else:
                others[place] = text
        return rows, others


def column_of_arrow(columns: Sequence[pa.Array], how: Numbers = USUAL) -> CellColumn:
    """The values of a column that should be puzzles or answers; of several, row by row, a cell in each."""
    columns = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in columns]
    [first, *others] = columns
    if others:
        found = _of_numbers(columns, len(columns), how)
        return found or CellColumn(*by_length([*zip(*(one.to_pylist() for one in columns), strict=True)]))
    if is_text(first.type):
        return _of_texts(as_bytes(first))
    flat, cells = first, 1
    while "list" in str(flat.type).partition("<")[0] and len(flat) > flat.null_count == 0:
        import pyarrow.compute as pc

        [width, *more] = pc.unique(pc.list_value_length(flat)).to_pylist()
        flat, cells = flat.flatten(), 0 if more else cells * width
    found = _of_numbers([flat], cells, how) if cells > 1 else None
    return found or CellColumn(*by_length(first.to_pylist()))


def is_text(kind: pa.DataType) -> bool:
    """Whether a type is that of texts or bytes."""
    return str(kind).removeprefix("large_").partition("[")[0] in (
        *("string", "string_view", "binary", "binary_view", "fixed_size_binary"),
    )


def as_bytes(column: pa.Array) -> pa.Array:
    """A column of texts as one of bytes, with the same memory where that is possible; others as they are."""
    if not is_text(column.type) or str(column.type) in ("binary", "large_binary"):
        return column
    if str(column.type) == "string":
        return column.view(pa.binary())
    return column.cast(pa.large_binary())


def array_of(values: Sequence[object]) -> pa.Array:
    """Values of Python as an array of Arrow; as texts, where they have several types. None is null."""
    try:
        return pa.array(values)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError, TypeError, ValueError):
        return pa.array(
            [one if one is None or isinstance(one, bytes) else bytes_of(str(one)) for one in values]
        )


def _of_texts(column: pa.BinaryArray | pa.LargeBinaryArray) -> CellColumn:
    """The values of an array of bytes, as views of its memory where all have 81 bytes."""
    _, offsets, memory = column.buffers()
    kind = np.int64 if str(column.type) == "large_binary" else np.int32
    ends = np.frombuffer(offsets, kind) if offsets else np.zeros(1, kind)
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
    return CellColumn(
        rows, dict(zip(places.tolist(), column.take(pa.array(places)).to_pylist(), strict=True))
    )


def _of_numbers(parts: Sequence[pa.Array], cells: int, how: Numbers) -> CellColumn | None:
    """Puzzles of so many cells each, one cell after the other in one array, or one cell in each of them.

    Cells are numbers, perhaps as texts; nulls and empty texts are blanks. None for anything else.
    """
    import pyarrow.compute as pc

    found: list[NDArray[Any]] = []
    for column in parts:
        if is_text(column.type):
            try:
                texts = column.cast(pa.large_binary())
                column = (
                    pc.if_else(pc.equal(texts, b""), None, texts).cast(pa.large_string()).cast(pa.float64())
                )
            except pa.ArrowInvalid:
                return None
        if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
            return None
        found.append(column.to_numpy(zero_copy_only=False))
    return CellColumn.of_numbers(np.stack(found, axis=-1).reshape(-1, cells), how)


def rows_of_table(
    table: pa.RecordBatch | Mapping[str, Sequence[object]],
    name: str,
    layout: Layout,
    first: int = 0,
    *,
    lines: NDArray[np.int64] | None = None,
    faults: Mapping[int, FormatError] | None = None,
    **more: Any,  # noqa: ANN401
) -> Rows:
    """The rows of a record batch, or of lists, with the columns of a layout; `first` is that of the first.

    `faults` says of some places why they hold no puzzle; `more` is what is known of the rows besides.
    """
    if isinstance(table, Mapping):
        table = pa.RecordBatch.from_pydict({one: array_of(some) for one, some in table.items()})
    cells, answers = (
        column_of_arrow([table.column(one) for one in layout.roles[role]], layout.numbers)
        if role in layout.roles
        else None
        for role in (Role.PUZZLE, Role.ANSWER)
    )
    assert cells is not None  # it is a table of puzzles
    style = Style(box_given=layout.reading.box_given)
    if layout.kind is Kind.TABLE:
        style = replace(style, format="csv", delimiter=layout.delimiter)
    if len(table):
        style = replace(style, blank=style_of(text_of(cells.rows[0].tobytes())).blank)
    numbers = range(first, first + len(table)) if lines is None else lines
    puzzles, odd = cells.puzzles(layout, name, numbers, style)
    for at, error in (faults or {}).items():
        puzzles[at], odd[at] = 0, faulty(name, int(numbers[at]), error, style)
    full, others = answers.answers(layout.numbers) if answers else (None, {})
    roles = {role: names[0] for role, names in layout.roles.items() if len(names) == 1}
    if layout.reading.keep:
        more["puzzle_column"] = layout.roles[Role.PUZZLE][0]
    return Rows(name, first, puzzles, odd, lines, full, others, table, roles, style, **more)


def faulty(name: str, number: int, error: FormatError, style: Style) -> Entry:
    """The entry of a row that holds no puzzle; `number` is that of its line, or of the row from 0."""
    found = error.found if error.column is None else f"{error.found} as symbol {error.column}"
    error = FormatError(name, number, None, found=found, expected=error.expected, reason=error.reason)
    return Entry(error.place, None, error, style)


def puzzle_of_value(value: object, layout: Layout = _TABLE) -> Puzzle | FormatError:
    """The puzzle that a value stands for, or why it is none.

    A text that is not symbols alone may be a puzzle in any form that is read, such as a list of numbers.

    >>> puzzle_of_value("1... ..2. .3.. ...4")
    Puzzle('1.....2..3.....4')
    >>> puzzle_of_value(80 * ".").found
    '80 symbols'
    """
    if value == value and not isinstance(value, str | bytes | list | tuple | None):
        found = f"{quoted(value)}, of type {type(value).__name__}"
        return Fault(found, f"a text: {AS_TEXT}", Reason.NOT_TEXT)
    text, fixed = text_of_value(value, layout.numbers), layout.reading.fixed
    symbols = "".join(usual_symbols(text).split())
    if not symbols:
        found = "an empty field" if isinstance(value, str | bytes) else "no value"
        return Fault(found, "a puzzle", Reason.MISSING)
    if layout.usual_size == 9 and fixed in (None, NINE) and _ROUNDED.fullmatch(symbols):
        return Fault(f"the number {symbols}", f"81 symbols: {AS_TEXT}", Reason.NOT_TEXT)
    geometry = fixed or (NINE if len(symbols) == MARKS else USUAL_SHAPES.get(len(bytes_of(symbols))))
    error = Fault.of_symbols(symbols, geometry.size if geometry else layout.usual_size)
    if error is None:
        return Puzzle(symbols, geometry)
    if isinstance(value, list | tuple) and error.column is not None:
        return Fault(quoted([*cells_in(value)][error.column - 1]), error.expected, at=error.column - 1)
    try:
        is_drawn = any(map(text.__contains__, " \n\t,;[/"))
        return (puzzle_of(text, fixed) if is_drawn else None) or error
    except (PuzzleError, UnicodeEncodeError):  # a lone surrogate of JSON
        return error
