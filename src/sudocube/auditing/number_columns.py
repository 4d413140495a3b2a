"""Columns of ratings and of numbers of clues, whether they hold numbers or texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sudocube.formats.text_batches import FieldColumn


def numbers_of(values: Sequence[object]) -> NDArray[np.float64]:
    """Float64 (n,): the number that each value is, or that a text holds; NaN where there is none, or no end.

    >>> numbers_of([1, "2.5", None, "hard", "inf"]).tolist()
    [1.0, 2.5, nan, nan, nan]
    """
    try:
        if isinstance(values, FieldColumn) and values.width <= _WIDEST:
            fields = values.padded()
            numbers = np.where(fields == b"", np.bytes_(b"nan"), fields).astype(np.float64)
        elif set(map(type, values)) <= {int, float}:
            numbers = np.array(values, np.float64)
        else:
            raise ValueError
    except (ValueError, OverflowError):  # not all of them are numbers
        numbers = np.fromiter(map(_number_of, values), np.float64, len(values))
    numbers[~np.isfinite(numbers)] = np.nan
    return numbers


_WIDEST = 32
"""How many bytes a field has, at most, that is taken as a number without an object of Python."""


def _number_of(value: object) -> float:
    """The number that a value is, or that a text holds; NaN where there is none."""
    if value is None or isinstance(value, bool):
        return float("nan")
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def counts_of(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Int64 (n,): the numbers that are whole ones from 0 on, and -1 for the others.

    >>> counts_of(np.array([24.0, 24.5, np.nan])).tolist()
    [24, -1, -1]
    """
    with np.errstate(invalid="ignore"):
        are_counts = (numbers >= 0) & (numbers == np.floor(numbers)) & (numbers < 1e9)
    return np.where(are_counts, numbers, -1.0).astype(np.int64)
