"""Columns of Arrow as arrays: of texts of any type, of lists of numbers, of numbers.

A slice of a column begins anywhere in its buffers, so nothing here reads a buffer without the offset. Texts
of 81 bytes are taken as views of the column's memory where all of them have that length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.auditing.cell_columns import CellColumn
from sudocube.auditing.number_columns import numbers_of
from sudocube.auditing.puzzle_values import text_of_value
from sudocube.formats.plain_lines import CELLS


def cells_of_arrow(column: Any) -> CellColumn:  # noqa: ANN401 — PyArrow has no type information
    """The values of an Arrow array that should be puzzles or answers."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        values = column.dictionary
        column = (values.cast(pa.large_binary()) if is_text(values.type) else values).take(column.indices)
    if is_text(column.type):
        return _of_texts(column.cast(pa.large_binary()))
    cells = _cells_of_lists(column.drop_null() if column.null_count else column)
    if cells is None:
        return CellColumn.of_values(column.to_pylist())
    found = CellColumn.of_numbers(cells)
    return found.spread(np.asarray(column.is_valid())) if column.null_count else found


def check_batch(batch: Any) -> None:  # noqa: ANN401
    """Raise ArrowException where a record batch is damaged; else reading it could end the process.

    Texts need not be UTF-8, as the other columns and rows can be read all the same.
    """
    batch.validate()
    for column in batch.columns:
        as_bytes(column).validate(full=True)


def as_bytes(column: Any) -> Any:  # noqa: ANN401
    """The column with bytes in place of texts, in the same memory: PyArrow refuses texts not in UTF-8."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        values = as_bytes(column.dictionary)
        return pa.DictionaryArray.from_arrays(column.indices, values, safe=False)
    kinds = {"string": pa.binary(), "large_string": pa.large_binary(), "string_view": pa.binary_view()}
    kind = kinds.get(str(column.type))
    return column if kind is None else column.cast(kind)


def values_of(column: Any) -> list[object]:  # noqa: ANN401
    """The values of an Arrow array: texts, or bytes where not all of them are UTF-8."""
    try:
        values: list[object] = column.to_pylist()
    except UnicodeDecodeError:
        values = as_bytes(column).to_pylist()
    return values


def is_text(kind: Any) -> bool:  # noqa: ANN401
    """Whether a type of Arrow is one of texts or bytes."""
    import pyarrow.types as types

    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_binary_view(kind)
        or types.is_fixed_size_binary(kind)
    )


def _of_texts(column: Any) -> CellColumn:  # noqa: ANN401
    """The values of an array of large binaries."""
    _, offsets, buffer = column.buffers()
    ends = np.frombuffer(offsets, np.int64)[column.offset : column.offset + len(column) + 1]
    data = np.frombuffer(buffer if buffer is not None else b"", np.uint8)
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
    others = zip(places.tolist(), column.take(places).to_pylist(), strict=True)
    return CellColumn(rows, dict(others))


def _cells_of_lists(column: Any) -> NDArray[np.integer] | None:  # noqa: ANN401
    """Integers (n, 81) of an array of lists of 81 numbers, or of 9 lists of 9; None for any other one."""
    import pyarrow.types as types

    if not _is_list(column.type) or not len(column):
        return None
    flat, per_list = column.flatten(), CELLS
    if _is_list(flat.type):
        if flat.null_count or len(flat) != 9 * len(column) or not _have_length(column, 9):
            return None
        flat, column, per_list = flat.flatten(), flat, 9
    is_number = types.is_integer(flat.type)
    if not is_number or flat.null_count or not _have_length(column, per_list):
        return None
    found: NDArray[np.integer] = flat.to_numpy().reshape(-1, CELLS)
    return found


def _is_list(kind: Any) -> bool:  # noqa: ANN401
    import pyarrow.types as types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _have_length(column: Any, length: int) -> bool:  # noqa: ANN401
    """Whether all lists of an array have that length."""
    import pyarrow.compute as pc

    return bool((np.asarray(pc.list_value_length(column)) == length).all())


class ArrowTexts(Sequence[str]):
    """The values of an Arrow array as texts, empty where there is none; each is made when it is asked for."""

    __slots__ = ("_column",)

    def __init__(self, column: Any) -> None:  # noqa: ANN401
        self._column = as_bytes(column)

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> ArrowTexts: ...
    def __getitem__(self, place: int | slice) -> str | ArrowTexts:
        found = self._column[place]
        return ArrowTexts(found) if isinstance(place, slice) else text_of_value(found.as_py())

    def __iter__(self) -> Iterator[str]:
        return map(text_of_value, self._column.to_pylist())


def numbers_of_arrow(column: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """Float64 (n,) of a column of numbers or of texts; NaN where there is no number."""
    import pyarrow as pa

    if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
        numbers = np.array(column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False))
        numbers[~np.isfinite(numbers)] = np.nan
        return numbers
    return numbers_of(values_of(column))
