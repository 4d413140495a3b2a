"""Keys of rows: what is kept of each row so that duplicates can be found, 32 bytes or a little more.

A record is a row of numbers, uint64: the 128-bit key of the puzzle's class, 64 bits of the key of its text,
its place; and only where some file has them, the hashes of its rating, its split and its id. The records
of a segment are in order of the class key. So the records of a range of keys, of all segments, can be read
together, and tell all there is to know of its classes.

Two rows hold the same puzzle exactly if class key and text key are equal. That two different puzzles have
equal keys by accident can be left out of account: among 10^12 rows, the chance is below 10^-14.

A place is one number, in the order of files and rows: 20 bits for the file, 40 for the row, four for flags.

What stands beside the puzzles comes from columns of Arrow of any type, and is compared as text.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.auditing.flaws import Severity
from sudocube.rows.arrow import as_bytes
from sudocube.rows.batch import Rows
from sudocube.rows.columns import Role
from sudocube.rows.entry import in_utf8, text_of

Records: TypeAlias = NDArray[np.uint64]

CLASS0, CLASS1, TEXT, PLACE = range(4)
"""The first fields of a record; where the others stand, the plan says."""

UNIQUE = 8
FLAG_OF = {Severity.SEVERE: 1, Severity.MINOR: 2, Severity.OPEN: 4}
"""Flags in a place: whether its puzzle is unique, and what is wrong with the row by itself."""

NOT_SOUND = FLAG_OF[Severity.SEVERE] | FLAG_OF[Severity.OPEN]


def places_of(file: int, rows: NDArray[np.int64], flags: NDArray[np.uint8]) -> Records:
    """The places of rows of a file."""
    return np.uint64(file << 44) | rows.astype(np.uint64) << np.uint64(4) | flags


def files_of(place: Any) -> Any:  # noqa: ANN401 — one place or an array of them
    """The numbers of the files."""
    return place >> 44


def rows_of(place: Any) -> Any:  # noqa: ANN401
    """The rows in their files, from 0."""
    return (place >> 4) & ((1 << 40) - 1)


def without_flags(place: Records) -> Records:
    """Places of which no more is said: they are equal for the same row."""
    return place & ~np.uint64(15)


def has_flag(place: NDArray[Any], flag: int) -> NDArray[np.bool_]:
    """Which rows have a flag, or one of several."""
    flags: NDArray[np.bool_] = (place & flag) != 0
    return flags


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
    texts = [*(text or "" for text in texts_of(encoded.dictionary)), ""]  # some may differ by blanks alone
    names = {name: place for place, name in enumerate([*dict.fromkeys(filter(None, texts)), ""])}
    places = encoded.indices.fill_null(len(texts) - 1).to_numpy(zero_copy_only=False)
    return [*names], np.array([names[text] for text in texts])[places]


def number_of(text: str) -> float | None:
    """The number that a text holds, NaN for an empty text; None for a word.

    >>> number_of("8.50"), number_of(""), number_of("hard")
    (8.5, nan, None)
    """
    try:
        number = float(text or "nan")
    except ValueError:
        return None
    return number if abs(number) < math.inf else math.nan


def stored_clues(rows: Rows) -> NDArray[np.int64]:
    """The numbers of clues that are stored, int64 (n,): whole numbers from 0 on, -1 for anything else."""
    if (column := rows.column(Role.CLUES)) is None:
        return np.full(len(rows), -1)
    texts, places = coded_texts(column)
    numbers = np.array([*map(number_of, texts)], float)  # NaN for a word
    is_count = (numbers >= 0) & (numbers < 1e9) & (numbers % 1 == 0)
    return np.where(is_count, numbers, -1).astype(np.int64)[places]


_SYMBOLS = 256
"""How many bytes of a text count for its hash."""


def hashes_of(column: Any) -> Records:  # noqa: ANN401
    """Hashes of the values, uint64 (n,), 0 for empty ones.

    That two different texts have the same hash by accident can be left out of account.
    """
    texts = np.array([one[:_SYMBOLS] for one in _bytes_of(column).fill_null(b"").to_pylist()], "S")
    weights = np.random.default_rng(20).integers(0, 1 << 64, _SYMBOLS, np.uint64)  # always the same
    cells = texts.view(np.uint8).reshape(len(texts), -1).astype(np.uint64)
    sums = cells @ weights[: cells.shape[1]]
    return np.where(texts == b"", np.uint64(0), sums ^ (sums >> np.uint64(32)) | np.uint64(1))


def _bytes_of(column: Any) -> Any:  # noqa: ANN401
    """The values as texts, in a LargeBinaryArray."""
    if pa.types.is_nested(column.type):
        column = pa.array([None if one is None else str(one) for one in column.to_pylist()])
    found = as_bytes(column)
    return found if pa.types.is_large_binary(found.type) else found.cast(pa.string()).cast(pa.large_binary())
