"""Puzzles as text, from any source, to arrays of 81 symbols or 81 masks of candidates each.

A text that is not a puzzle becomes a row of values that are neither symbols nor masks. So it keeps its row,
and the kernel gives it the count -2. In an array the values 0 to 9 are digits; in a text such bytes are
control characters, and no text with one of them reaches the kernel as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.file_names import file_hint
from sudocube.kernel.twin import FULL, SYMBOLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel import Puzzles

CELLS = 81
MARKS = 729
"""How many symbols pencilmarks have: nine for each cell, the k-th of them k, or a blank where k is none."""

NO_PUZZLE = b"?" * CELLS
NO_MASK = 0xFFFF

BATCH = 1 << 14
"""How many texts become one array, at most."""

SPACE, LAST = ord(" "), ord("~")
"""Visible ASCII characters are above SPACE, up to LAST."""

READ_AS_TEXT = "; where digits were read as numbers, read them as text (in pandas: dtype=str)"
ONE_COLUMN = 'give the column with the puzzles, such as df["puzzle"]'

_REMEDIES = {
    "Puzzle": ": give str(puzzle)",
    "Entry": ": give str(entry.puzzle)",
    "bytearray": ": give bytes(item)",
    "memoryview": ": give bytes(item)",
    "ndarray": "; cells as numbers come in one array of shape (n, 81), texts in a flat one",
}
"""What to give in place of an item that is no text, by the name of its type."""


def arrays_of(texts: Iterable[object]) -> Iterator[Puzzles]:
    """Arrays with one row for each text, in order: uint8 (up to BATCH, 81) of symbols.

    Where one of the texts of an array is pencilmarks, it is uint16 (up to BATCH, 81) of candidates. A text is
    str or bytes, and white space in it is ignored; None, NaN and NA of pandas stand for a missing one. Raises
    TypeError for anything else, for a single text instead of several, and for a table instead of a column.
    """
    is_single = isinstance(texts, str | bytes | bytearray | memoryview) or type(texts).__name__ == "Puzzle"
    if is_single or (isinstance(texts, np.ndarray) and not texts.ndim):
        hint = file_hint(texts) or "put a single one in a list"
        raise TypeError(f"several puzzles are asked for: {hint}")
    if isinstance(texts, Mapping) or hasattr(type(texts), "columns"):
        raise TypeError(f"a {type(texts).__name__} holds columns: {ONE_COLUMN}")
    column = _arrow_column(texts)
    if column is not None:
        yield from _arrow_arrays(column)
        return
    try:
        stream = iter(texts)
    except TypeError:
        kind = type(texts).__name__
        hint = file_hint(texts)
        raise TypeError(hint or f"puzzles are a list, an array or a column, not {kind}") from None
    done = 0
    while batch := list(islice(stream, BATCH)):
        yield _array_of(batch, done)
        done += len(batch)


def _array_of(batch: list[object], first: int) -> Puzzles:
    """The rows of a batch of texts; `first` is the index of its first text in the input, from 0."""
    rows = _rows_if_plain(batch)
    if rows is not None:
        return rows
    texts = [_symbols(text, first + number) for number, text in enumerate(batch)]
    if MARKS in map(len, texts):
        return _masks(texts)
    return _rows(b"".join(text if _may_be_clues(text) else NO_PUZZLE for text in texts))


def _rows_if_plain(batch: list[Any]) -> NDArray[np.uint8] | None:
    """The rows of texts of one type, if each has 81 visible characters in ASCII and nothing else."""
    try:
        if set(map(len, batch)) != {CELLS}:
            return None
        if isinstance(batch[0], str):
            rows = _rows("".join(batch).encode("ascii"))
        elif set(map(type, batch)) <= {bytes, np.bytes_}:  # b"".join would take arrays of numbers, too
            rows = _rows(b"".join(batch))
        else:
            return None
    except (TypeError, UnicodeEncodeError):  # not all of them are texts; some are not ASCII
        return None
    return rows if rows.min() > SPACE else None


def _symbols(text: object, number: int) -> bytes:
    """A text without its white space; nothing for a missing one. `number` is its index in the input."""
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    if isinstance(text, bytes):
        return b"".join(text.split())
    if _is_missing(text):
        return b""
    kind = type(text).__name__
    is_number = isinstance(text, int | float | np.number | Decimal)
    remedy = READ_AS_TEXT if is_number else _REMEDIES.get(kind, "")
    raise TypeError(f"a puzzle is a text; number {number} (from 0) is of type {kind}{remedy}")


def _is_missing(text: object) -> bool:
    """Whether an item stands for a missing text: None, NaN, and NA and NaT of pandas."""
    is_nan = isinstance(text, float | np.floating) and bool(np.isnan(text))
    return text is None or is_nan or type(text).__name__ in ("NAType", "NaTType")


def _may_be_clues(text: bytes) -> bool:
    """Whether a text has 81 bytes, none of which the kernel would take for a digit that is no symbol."""
    return len(text) == CELLS and min(text) > SPACE


def _rows(joined: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(joined, np.uint8).reshape(-1, CELLS)


_DIGITS = np.arange(ord("1"), ord("9") + 1, dtype=np.uint8)

_MASK_OF = np.full(256, NO_MASK, np.uint16)
"""The candidates of a cell with that symbol; NO_MASK for a byte that is none."""
for _symbol, _digit in SYMBOLS.items():
    _MASK_OF[_symbol] = 1 << _digit >> 1 or FULL

_IS_BLANK = _MASK_OF == FULL


def _masks(texts: list[bytes]) -> NDArray[np.uint16]:
    """Masks uint16 (n, 81) of clues and of pencilmarks; of any other text a row of NO_MASK."""
    masks = np.full((len(texts), CELLS), NO_MASK, np.uint16)
    clues = [row for row, text in enumerate(texts) if len(text) == CELLS]
    masks[clues] = _MASK_OF[_rows(b"".join(texts[row] for row in clues))]
    marked = [row for row, text in enumerate(texts) if len(text) == MARKS]
    marks = np.frombuffer(b"".join(texts[row] for row in marked), np.uint8).reshape(-1, CELLS, 9)
    is_digit = marks == _DIGITS
    found = np.packbits(is_digit, axis=2, bitorder="little").view("<u2")[:, :, 0]  # nine bits in two bytes
    is_right = (is_digit | _IS_BLANK[marks]).all(axis=(1, 2), keepdims=True)[:, :, 0]
    masks[marked] = np.where(is_right, found, NO_MASK)
    return masks


def _arrow_column(texts: object) -> Any | None:  # noqa: ANN401 — PyArrow has no type information
    """The texts as a PyArrow column, perhaps of dictionaries.

    None if they are no Arrow column, or if PyArrow is not installed or cannot take them: then they are taken
    one by one. So are objects of Polars, which it hands to Arrow as addresses. Raises TypeError for a column
    that holds no texts.
    """
    has_stream = hasattr(texts, "__arrow_c_stream__")
    if not has_stream and not hasattr(texts, "__arrow_c_array__"):
        return None
    if str(getattr(texts, "dtype", "")) == "Object":
        return None
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        return None
    try:
        column = pa.chunked_array(texts if has_stream else [pa.array(texts)])
    except (pa.ArrowException, OverflowError):  # objects of Python, not all of them texts
        return None
    types = pa.types
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    is_text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    is_bytes = types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind)
    is_fixed = types.is_fixed_size_binary(kind)
    if is_fixed and kind.byte_width < CELLS:  # objects and identifiers have such types, and no puzzle fits
        expected = f"puzzles have {CELLS} symbols, or {MARKS} as pencilmarks"
        raise TypeError(f"a column of bytes of the fixed width {kind.byte_width}: {expected}")
    if is_text or is_bytes or is_fixed or types.is_null(kind):
        return column
    if types.is_struct(kind):
        raise TypeError(f"a column of type {kind} holds columns: {ONE_COLUMN}")
    is_number = types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)
    remedy = READ_AS_TEXT if is_number else ""
    raise TypeError(f"a column of type {column.type}: puzzles are a column of strings{remedy}")


def _arrow_arrays(column: Any) -> Iterator[Puzzles]:  # noqa: ANN401
    """The rows of a column of texts; where all have 81 bytes, views of its memory if that is possible."""
    done = 0
    for batch in _arrow_batches(column):
        _, offsets, data = batch.buffers()
        ends = np.frombuffer(offsets, np.int64)[batch.offset : batch.offset + len(batch) + 1]
        rows = None
        if batch.null_count == 0 and data is not None and (np.diff(ends) == CELLS).all():
            rows = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]].reshape(-1, CELLS)
            if ((rows <= SPACE) | (rows > LAST)).any():
                rows = None
        yield rows if rows is not None else _array_of(batch.to_pylist(), done)
        done += len(batch)


def _arrow_batches(column: Any) -> Iterator[Any]:  # noqa: ANN401
    """The column as arrays of large binaries, each of up to BATCH texts."""
    import pyarrow as pa

    for chunk in column.chunks:
        is_dictionary = pa.types.is_dictionary(chunk.type)
        values = chunk.dictionary.cast(pa.large_binary()) if is_dictionary else None
        for start in range(0, len(chunk), BATCH):
            batch = chunk[start : start + BATCH]
            yield batch.cast(pa.large_binary()) if values is None else values.take(batch.indices)
