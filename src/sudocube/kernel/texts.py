"""Puzzles as text, in whatever they come, to arrays of 81 bytes each.

What is no puzzle becomes a row of bytes that are no symbols: so it keeps its place, and the kernel says of
it that it is none.
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

AT_ONCE = 1 << 14
"""How many texts are made into one array."""


def arrays_of(texts: Iterable[object]) -> Iterator[NDArray[np.uint8]]:
    """Arrays uint8 (up to AT_ONCE, 81), one row for each text, in order.

    A text is str or bytes, white space in it passed over; None stands for a missing one. Raises TypeError
    for anything else, and for a single text in place of several.
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
    while batch := list(islice(stream, AT_ONCE)):
        yield _array_of(batch, done)
        done += len(batch)


def _array_of(batch: list[object], first: int) -> NDArray[np.uint8]:
    """The rows of some texts; `first` is the number of the first one, from 0."""
    try:
        if set(map(len, batch)) == {CELLS}:  # type: ignore[arg-type]  # what has no length is told below
            joined = "".join(batch).encode("ascii")  # type: ignore[arg-type]
            if not any(map(joined.__contains__, b" \t\r\n\v\f")):
                return _rows(joined)
    except (TypeError, UnicodeEncodeError):
        pass
    return _rows(b"".join(_row(text, first + number) for number, text in enumerate(batch)))


def _row(text: object, number: int) -> bytes:
    """The 81 bytes of a text; NO_PUZZLE where it has more or fewer."""
    if text is None or text != text:  # NaN: how pandas says that there is none
        return NO_PUZZLE
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    if not isinstance(text, bytes):
        raise TypeError(f"a puzzle is a text; number {number} (from 0) is of type {type(text).__name__}")
    row = b"".join(text.split())
    # Bytes below 10 are digits to the kernel; in a text they are not.
    return row if len(row) == CELLS and min(row) > 9 else NO_PUZZLE


def _rows(joined: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(joined, np.uint8).reshape(-1, CELLS)


def _arrow_column(texts: object) -> Any | None:  # noqa: ANN401 — PyArrow has no type information
    """A column of Arrow strings as PyArrow sees it; None without PyArrow, or where it is none."""
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
    """The rows of a column of large strings; where all have 81 bytes, its own memory."""
    done = 0
    for chunk in column.chunks:
        for start in range(0, len(chunk), AT_ONCE):
            part = chunk[start : start + AT_ONCE]
            _, offsets, data = part.buffers()
            ends = np.frombuffer(offsets, np.int64)[part.offset : part.offset + len(part) + 1]
            rows = None
            if part.null_count == 0 and data is not None and (np.diff(ends) == CELLS).all():
                rows = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]].reshape(-1, CELLS)
                if ((rows <= 32) | (rows > 126)).any():  # white space, and what is no text
                    rows = None
            yield rows if rows is not None else _array_of(part.to_pylist(), done)
            done += len(part)
