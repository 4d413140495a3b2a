"""Columns of Arrow as arrays: of texts of any type, of lists of numbers, of numbers.

A slice of a column begins anywhere in its buffers, so nothing here reads a buffer without the offset. Texts
of 81 bytes are taken as views of the column's memory where all of them have that length.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.auditing.cell_columns import CellColumn
from sudocube.formats.plain_lines import CELLS


def cells_of_arrow(column: Any) -> CellColumn:  # noqa: ANN401 — PyArrow has no type information
    """The values of an Arrow array that should be puzzles or answers."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary.take(column.indices)
    if is_text(column.type):
        return _of_texts(column.cast(pa.large_binary()))
    cells = _cells_of_lists(column)
    return CellColumn.of_values(column.to_pylist()) if cells is None else CellColumn.of_numbers(cells)


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

    if not _is_list(column.type) or column.null_count or not len(column):
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


def texts_of_arrow(column: Any) -> list[str]:  # noqa: ANN401
    """A text for each value; empty where there is none."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary.take(column.indices)
    values = column.to_pylist()
    return ["" if value is None else value if isinstance(value, str) else str(value) for value in values]


def numbers_of_arrow(column: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """Float64 (n,) of a column of numbers or of texts; NaN where there is no number."""
    import pyarrow as pa

    if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
        found: NDArray[np.float64] = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return found
    return np.array([number_of(value) for value in column.to_pylist()], np.float64)


def number_of(value: object) -> float:
    """The number that a value is, or that a text holds; NaN where there is none.

    >>> number_of("1.5"), number_of(2), number_of("easy"), number_of(True)
    (1.5, 2.0, nan, nan)
    """
    if value is None or isinstance(value, bool):
        return float("nan")
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def counts_of(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Int64 (n,): the numbers that are whole ones from 0 on, and -1 for the others."""
    with np.errstate(invalid="ignore"):
        are_counts = (numbers >= 0) & (numbers == np.floor(numbers)) & (numbers < 1e9)
    return np.where(are_counts, numbers, -1.0).astype(np.int64)
