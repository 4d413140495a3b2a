"""Keys of rows: what is kept of each row so that duplicates can be found, 32 bytes or a little more.

A record is a row of numbers, uint64: the 128-bit key of the puzzle's class, 64 bits of the key of its text,
its place; and only where some file has them, its rating and the hash of its split. The records of a segment
are in order of the first bits of the class key, the *prefix*. All rows of a class have the same prefix, so
that the records of one prefix, of all segments, tell all there is to know of its classes.

Two rows hold the same puzzle exactly if class key and text key are equal. That two different puzzles have
equal keys by accident can be left out of account: among 10^12 rows, the chance is below 10^-14.

A place is one number, in the order of files and rows, with four bits for flags.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.flaws import Severity
from sudocube.auditing.plan import AuditPlan
from sudocube.rows.batch import Role

Places: TypeAlias = NDArray[np.uint64]
Records: TypeAlias = NDArray[np.uint64]

CLASS0, CLASS1, TEXT, PLACE, RATING = range(5)
"""The fields of a record; ratings are float64. Splits are in the last field, 0 for none."""

UNIQUE = 8
FLAG_OF = {Severity.SEVERE: 1, Severity.MINOR: 2, Severity.OPEN: 4}
"""Flags in a place: whether its puzzle is unique, and what is wrong with the row by itself."""

NOT_SOUND = FLAG_OF[Severity.SEVERE] | FLAG_OF[Severity.OPEN]

PREFIXES = 1 << 10


def field_count(plan: AuditPlan) -> int:
    """How many fields the records of an audit have."""
    return RATING + plan.has(Role.RATING) + plan.has(Role.SPLIT)


def prefix_of(records: Records) -> NDArray[np.uint16]:
    """The prefixes of their keys."""
    return (records[:, CLASS0] >> np.uint64(54)).astype(np.uint16)


def places_of(file: int, rows: NDArray[np.int64], flags: NDArray[np.uint8]) -> Places:
    """The places of rows of a file."""
    return ((np.uint64(file) << np.uint64(40)) | rows.astype(np.uint64)) << np.uint64(4) | flags


def files_of(place: Places) -> NDArray[np.int64]:
    """The numbers of the files."""
    return (place >> np.uint64(44)).astype(np.int64)


def rows_of(place: Places) -> NDArray[np.int64]:
    """The rows in their files, from 0."""
    return (place >> np.uint64(4)).astype(np.int64) & ((1 << 40) - 1)


def file_and_row(place: int) -> tuple[int, int]:
    """The number of the file and the row of one place."""
    return place >> 44, (place >> 4) & ((1 << 40) - 1)


def has_flag(place: NDArray[Any], flag: int) -> NDArray[np.bool_]:
    """Which rows have a flag, or one of several."""
    flags: NDArray[np.bool_] = (place & place.dtype.type(flag)) != 0
    return flags


def by_severity(flags: NDArray[Any]) -> dict[str, int]:
    """How many rows have a severe flaw, how many others a minor one, how many of the rest are open."""
    found, rest = dict[str, int](), np.ones(len(flags), bool)
    for severity, flag in FLAG_OF.items():
        rows = rest & has_flag(flags, flag)
        found[f"severity/{severity}"], rest = int(rows.sum()), rest & ~rows
    return found
