"""What stands beside the puzzles, from columns of Arrow of any type: numbers, labels, texts, ids."""

from __future__ import annotations

import math
from hashlib import blake2b
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.rows.batch import Role, Rows
from sudocube.rows.text_input import in_utf8, text_of

_LABEL = 2.0**300
"""Numbers from here on stand for labels: a hash of the text, times this number."""

_SYMBOLS = 256
"""How many bytes of an id count for its hash."""


def texts_of(column: Any) -> list[str | None]:  # noqa: ANN401 — PyArrow has no type information
    """The values as texts in UTF-8, without spaces around them; None where there is none."""
    return [None if one is None else in_utf8(text_of(one)).strip() for one in _bytes_of(column).to_pylist()]


def text_in(rows: Rows, role: Role, place: int) -> str | None:
    """What a row has in a column, as a text; None where it has nothing, or there is no column."""
    column = rows.column(role)
    return None if column is None else texts_of(column.slice(place, 1))[0]


def coded_texts(column: Any) -> tuple[list[str], NDArray[np.int64]]:  # noqa: ANN401
    """The different texts, of which the last one is empty, and for each value the place of its text."""
    encoded = _bytes_of(column).dictionary_encode()
    texts = [text or "" for text in texts_of(encoded.dictionary)]
    places = encoded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    return [*texts, ""], places.astype(np.int64)


def numbers_of(column: Any) -> tuple[NDArray[np.float64], dict[float, str]]:  # noqa: ANN401
    """The values as numbers, float64 (n,), NaN where there is none; and the labels by their numbers.

    A text that is neither empty nor a number is a label: a number that `is_label` knows, the same for equal
    texts.

    >>> numbers, labels = numbers_of(pa.array(["8.5", "hard", "", None]))
    >>> float(numbers[0]), is_label(numbers).tolist(), [*labels.values()]
    (8.5, [False, True, False, False], ['hard'])
    """
    if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
        numbers = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False).copy()
        numbers[~(np.abs(numbers) < _LABEL)] = np.nan
        return numbers, {}
    texts, places = coded_texts(column)
    values = [*map(number_of, texts)]
    labels = {number: text for number, text in zip(values, texts, strict=True) if is_label(number)}
    return np.array(values)[places], labels


def number_of(text: str) -> float:
    """The number that a text holds, or one that stands for a label; NaN for an empty text."""
    try:
        number = float(text or "nan")
    except ValueError:
        return (1 + hash_of(text) // (1 << 16)) * _LABEL
    return number if abs(number) < _LABEL else math.nan


def is_label(numbers: Any) -> Any:  # noqa: ANN401 — a number or an array
    """Which numbers stand for labels."""
    return numbers >= _LABEL


def hash_of(text: str) -> int:
    """A hash of 64 bits; 0 for an empty text alone."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") | 1 if text else 0


def hashes_of(column: Any) -> NDArray[np.uint64]:  # noqa: ANN401
    """Hashes of the values, uint64 (n, 2), 0 for empty ones, in arrays: of ids there are as many as rows.

    That two different ids have the same hash by accident can be left out of account.
    """
    texts = np.array([one[:_SYMBOLS] for one in _bytes_of(column).fill_null(b"").to_pylist()], "S")
    weights = np.random.default_rng(20).integers(0, 1 << 64, (_SYMBOLS, 2), np.uint64)  # always the same
    cells = texts.view(np.uint8).reshape(len(texts), -1).astype(np.uint64)
    sums = cells @ weights[: cells.shape[1]]
    found = (sums ^ (sums >> np.uint64(32))) | np.array([0, 1], np.uint64)
    return np.where((texts == b"")[:, None], np.uint64(0), found)


def _bytes_of(column: Any) -> Any:  # noqa: ANN401
    """The values as texts, in a LargeBinaryArray."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_nested(column.type):
        column = pa.array([None if one is None else str(one) for one in column.to_pylist()])
    is_text = "string" in str(column.type) or "binary" in str(column.type)
    return (column if is_text else column.cast(pa.string())).cast(pa.large_binary())
