"""Values of a plan as callers write them, turned into those that a plan holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from sudocube.geometry import Geometry

Range = tuple[int, int | None]
"""The least and the most; None for no limit."""

_RANGE = re.compile(r"\s*(\d{1,4})\s*(?:(-)\s*(\d{1,4})?\s*)?")

RangeForms = SupportsIndex | tuple[SupportsIndex, SupportsIndex | None]
"""What a range is written as: a single number is both ends."""


def as_integer(what: str, value: object) -> int:
    """The integer, also of numpy, as one of Python. Raises TypeError for what is no integer.

    >>> as_integer("a seed", 3)
    3
    """
    if not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} is an integer, not {type(value).__name__}")
    return index(value)


def as_range(what: str, value: object) -> Range:
    """The least and the most. Raises TypeError for what is neither, ValueError for another number of ends.

    >>> as_range("clues", 24), as_range("a depth", [2, None])
    ((24, 24), (2, None))
    """
    if isinstance(value, SupportsIndex):
        return index(value), index(value)
    expected = f"{what}: found {value!r}; expected a number, or the least and the most, such as (2, 4)"
    if not isinstance(value, (tuple, list, range)):
        raise TypeError(expected)
    if len(value) != 2:
        raise ValueError(expected)
    least, most = value
    if not isinstance(least, SupportsIndex) or not (most is None or isinstance(most, SupportsIndex)):
        raise TypeError(expected)
    return index(least), None if most is None else index(most)


def holds(limits: Range, number: int) -> bool:
    """Whether a number is in a range.

    >>> holds((2, None), 3), holds((2, 4), 5)
    (True, False)
    """
    least, most = limits
    return least <= number and (most is None or number <= most)


def in_words(limits: Range) -> str:
    """A range as words.

    >>> in_words((24, 24)), in_words((24, 28)), in_words((2, None))
    ('24', '24 to 28', '2 or more')
    """
    least, most = limits
    if most is None:
        return f"{least} or more"
    return f"{least}" if least == most else f"{least} to {most}"


def range_in_text(text: str) -> Range:
    """The numbers that "A", "A-B" or "A-" names. Raises ValueError for other texts.

    >>> range_in_text("24"), range_in_text("24-28"), range_in_text("2-")
    ((24, 24), (24, 28), (2, None))
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f"found {text!r}; expected a number or a range: 24, 24-28, or 24- for 24 and more")
    least = int(found[1])
    most = least if not found[2] else int(found[3]) if found[3] else None
    if most is not None and most < least:
        raise ValueError(f"{text} holds no number: the smaller one stands first, as in {most}-{least}")
    return least, most


def as_names(what: str, value: object) -> tuple[str, ...]:
    """The names; a text is a single one. Raises TypeError for what holds no names.

    >>> as_names("methods", "sets"), as_names("methods", ["sets", "possibles"])
    (('sets',), ('sets', 'possibles'))
    """
    if isinstance(value, str):
        return (value,)
    names = tuple(value) if isinstance(value, Iterable) else (value,)
    for name in names:
        check_name(what, name)
    return names


def check_geometry(value: object) -> None:
    """Raise TypeError for what is no geometry."""
    if not isinstance(value, Geometry):
        raise TypeError(f"a geometry is a Geometry, such as Geometry(3, 3), not {type(value).__name__}")


def check_name(what: str, value: object) -> None:
    """Raise TypeError for what is no text."""
    if not isinstance(value, str):
        raise TypeError(f"{what}: found {value!r}; expected a name, which is a text")
