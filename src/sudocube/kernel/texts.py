"""Puzzles as text, from any source, to arrays of 81 bytes each.

A text that is not a puzzle becomes a row of bytes that are not symbols. So it keeps its row, and the kernel
gives it the count -2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = 81
NO_PUZZLE = b"?" * CELLS

BATCH = 1 << 14
"""How many texts become one array, at most."""


def arrays_of(texts: Iterable[object]) -> Iterator[NDArray[np.uint8]]:
    """Arrays uint8 (up to BATCH, 81), one row for each text, in order.

    A text is str or bytes, and white space in it is ignored; None and NaN stand for a missing one. Raises
    TypeError for anything else, and for a single text instead of several.
    """
    if isinstance(texts, str | bytes):
        raise TypeError("several puzzles are asked for: put a single one in a list")
    if hasattr(texts, "__arrow_c_stream__") or hasattr(texts, "__arrow_c_array__"):
        column = _arrow_column(texts)
        if column is not None:
            yield from _arrow_arrays(column)
            return
    stream = iter(texts)
    done = 0
    while batch := list(islice(stream, BATCH)):
        yield _array_of(batch, done)
        done += len(batch)


def _array_of(batch: list[object], first: int) -> NDArray[np.uint8]:
    """The rows of a batch of texts; `first` is the index of its first text in the input, from 0."""
    try:
        if set(map(len, batch)) == {CELLS}:  # type: ignore[arg-type]  # _row raises TypeError for it
            joined = "".join(batch).encode("ascii")  # type: ignore[arg-type]
            if not any(map(joined.__contains__, b" \t\r\n\v\f")):
                return _rows(joined)
    except (TypeError, UnicodeEncodeError):
        pass
    return _rows(b"".join(_row(text, first + number) for number, text in enumerate(batch)))


def _row(text: object, number: int) -> bytes:
    """The 81 bytes of a text; NO_PUZZLE if it has more or fewer. `number` is its index in the input."""
    if text is None or text != text:  # NaN: pandas uses it for a missing text
        return NO_PUZZLE
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    if not isinstance(text, bytes):
        raise TypeError(f"a puzzle is a text; number {number} (from 0) is of type {type(text).__name__}")
    row = b"".join(text.split())
    # The kernel would take bytes below 10 for digits; in a text they are not.
    return row if len(row) == CELLS and min(row) > 9 else NO_PUZZLE


def _rows(joined: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(joined, np.uint8).reshape(-1, CELLS)


def _arrow_column(texts: object) -> Any | None:  # noqa: ANN401 — PyArrow has no type information
    """The texts as a PyArrow column of large strings; None if PyArrow is not installed.

    Raises TypeError for a column of another type.
    """
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        return None
    if hasattr(texts, "__arrow_c_stream__"):
        column = pa.chunked_array(texts)
    else:
        column = pa.chunked_array([pa.array(texts)])
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    is_text = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    if not any(holds(column.type) for holds in is_text):
        raise TypeError(f"a column of type {column.type}: puzzles are a column of strings")
    return column.cast(pa.large_string())


def _arrow_arrays(column: Any) -> Iterator[NDArray[np.uint8]]:  # noqa: ANN401
    """The rows of a column of large strings; where all have 81 bytes, views of its memory, not copies."""
    done = 0
    for chunk in column.chunks:
        for start in range(0, len(chunk), BATCH):
            batch = chunk[start : start + BATCH]
            _, offsets, data = batch.buffers()
            ends = np.frombuffer(offsets, np.int64)[batch.offset : batch.offset + len(batch) + 1]
            rows = None
            if batch.null_count == 0 and data is not None and (np.diff(ends) == CELLS).all():
                rows = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]].reshape(-1, CELLS)
                if ((rows <= 32) | (rows > 126)).any():  # white space and bytes that are not text
                    rows = None
            yield rows if rows is not None else _array_of(batch.to_pylist(), done)
            done += len(batch)
