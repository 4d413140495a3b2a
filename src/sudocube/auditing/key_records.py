"""Keys of rows: what is kept of each row so that duplicates can be found, 32 bytes or a little more.

A record is a row of numbers, uint64: the 128-bit key of the puzzle's class, 64 bits of the key of its text,
its place; and only where some file has them, its rating and its split. The records of a segment are sorted
by the first 12 bits of the class key, its *prefix*. All rows of a class have the same prefix, so that the
records of one prefix, of all segments, tell all there is to know of its classes.

Two rows hold the same puzzle exactly if class key and text key are equal. That two different puzzles have
equal keys by accident can be left out of account: among 10^12 rows, the chance is below 10^-14.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.audit_plan import PREFIX_BITS, PREFIXES, AuditPlan
from sudocube.auditing.data_files import Role

Records: TypeAlias = NDArray[np.uint64]
"""uint64 (n, fields); see `Fields`."""

CLASS0, CLASS1, TEXT, PLACE = range(4)
"""The fields that all records have."""

IS_GOOD = 1
"""The puzzle is unique, and its answer right, or there is no column of answers."""
HAS_FLAW = 2
"""Something is wrong with the row by itself."""

_FLAG_BITS = 4
_ROW_BITS = 40

NO_SPLIT = 0xFFFF_FFFF


class Fields(NamedTuple):
    """How many fields the records of an audit have, and which of them hold ratings and splits, if any do.

    Ratings are float64, NaN for none; splits are indices of the splits of the segment, NO_SPLIT for none.
    """

    number: int
    rating: int | None
    split: int | None

    @classmethod
    def of(cls, plan: AuditPlan) -> Fields:
        """The fields of all records of an audit."""
        number, rating, split = PLACE + 1, None, None
        if any(Role.RATING in file.columns for file in plan.files):
            number, rating = number + 1, number
        if any(Role.SPLIT in file.columns or file.split is not None for file in plan.files):
            number, split = number + 1, number
        return cls(number, rating, split)

    @property
    def size(self) -> int:
        """How many bytes a record has."""
        return 8 * self.number

    def renumber_splits(self, records: Records, numbers: list[int]) -> None:
        """Give the splits other numbers: `numbers` by those that they have."""
        if self.split is not None and numbers:
            column = records[:, self.split]
            is_named = column != NO_SPLIT
            column[is_named] = np.array(numbers, np.uint64)[column[is_named].astype(np.int64)]

    def records(self, content: bytes) -> Records:
        """Records from their bytes."""
        return np.frombuffer(content, "<u8").reshape(-1, self.number)


def places(file: int, rows: NDArray[np.int64], flags: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Where rows are, as one number each, in the order of files and rows; with four bits for flags."""
    numbers = (np.uint64(file) << np.uint64(_ROW_BITS)) | rows.astype(np.uint64)
    return (numbers << np.uint64(_FLAG_BITS)) | flags


def files_of(place: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The numbers of the files."""
    return (place >> np.uint64(_ROW_BITS + _FLAG_BITS)).astype(np.int64)


def rows_of(place: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The rows in their files, from 0."""
    return (place >> np.uint64(_FLAG_BITS)).astype(np.int64) & ((1 << _ROW_BITS) - 1)


def has_flag(place: NDArray[np.uint64], flag: int) -> NDArray[np.bool_]:
    """Which rows have a flag."""
    flags: NDArray[np.bool_] = (place & np.uint64(flag)) != 0
    return flags


def by_prefix(records: Records) -> tuple[Records, NDArray[np.int64]]:
    """The records in order of their prefixes, and where those of each prefix begin; last, where all end."""
    prefix = (records[:, CLASS0] >> np.uint64(64 - PREFIX_BITS)).astype(np.uint16)
    order = np.argsort(prefix, kind="stable")
    starts = np.zeros(PREFIXES + 1, np.int64)
    np.cumsum(np.bincount(prefix, minlength=PREFIXES), out=starts[1:])
    return records.take(order, axis=0), starts
