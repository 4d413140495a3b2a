"""Rows of a puzzle written as in the sources of the solvers: "13 2 457"."""

from collections.abc import Iterable

from sudocube.puzzle import Puzzle
from sudocube.solvers.possibles import Arrays

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A hard puzzle by A. Inkala: logic finds nothing in it."""


def row_puzzle(row: str) -> Puzzle:
    """A 9×9 puzzle with only the permanent values of its first row."""
    return Puzzle([int(one) if len(one) == 1 else 0 for one in row.split()] + [0] * 72)


def possibles_of(row: str) -> list[int]:
    """As masks.

    >>> possibles_of("13 2")
    [5, 2]
    """
    return [sum(1 << int(digit) - 1 for digit in one) for one in row.split()]


def written(possibles: Iterable[int]) -> str:
    """Masks, written as in the source."""
    return " ".join("".join(str(d) for d in range(1, 10) if one >> d - 1 & 1) or "-" for one in possibles)


def arrays_with(row: str) -> Arrays:
    """Arrays with these possibles in the first row, which is the only unit; single ones are permanent."""
    arrays = Arrays(row_puzzle(row))
    arrays.units = arrays.units[:1]
    arrays.possibles[:9] = possibles_of(row)
    return arrays


def first_row(arrays: Arrays) -> str:
    return written(arrays.possibles[:9])
