"""Puzzles with known answers, put to a program after others, to see whether its lines are in turn.

Each of them is a full grid with one to three blanks, which every solver answers at once. A program that has
printed some lines too many gives the answers of the puzzles before in their places. So some have no solution,
and some have one, in an order that is never the same after some of its places were left out at the start.
"""

from __future__ import annotations

from functools import cache

from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict

ORDER = (Verdict.NONE, Verdict.UNIQUE, Verdict.NONE, Verdict.UNIQUE, Verdict.UNIQUE)
"""The answers, one after the other."""


@cache
def sentinels(geometry: Geometry) -> tuple[Puzzle, ...]:
    """The puzzles, in their order.

    >>> [str(one) for one in sentinels(Geometry(2, 2))[:2]]
    ['.23414.223414123', '.234341223414123']
    """
    full = list(_grid(geometry).cells)
    unique = [0, *full[1:]]
    digit, below = full[0], geometry.size
    none = [
        0 if held == digit and _see_each_other(cell, below, geometry) else held
        for cell, held in enumerate(full)
    ]
    none[below] = digit
    of_verdict = {Verdict.NONE: none, Verdict.UNIQUE: unique}
    return tuple(Puzzle(of_verdict[verdict], geometry) for verdict in ORDER)


def is_as_expected(said: OutsideAnswer, place: int, geometry: Geometry) -> bool:
    """Whether this is right for the puzzle at that place in their order."""
    if ORDER[place] is Verdict.NONE or said.verdict is not Verdict.UNKNOWN:
        return said.verdict is ORDER[place]
    return said.grids == (_grid(geometry),)


@cache
def _grid(geometry: Geometry) -> Grid:
    """A solved grid: each row is the one before, moved by the width of a box, and one more below each box."""
    size, height, width = geometry.size, geometry.box_rows, geometry.box_columns
    rows = [
        [(width * (row % height) + row // height + k) % size + 1 for k in range(size)] for row in range(size)
    ]
    return Grid([digit for row in rows for digit in row], geometry)


def _see_each_other(one: int, other: int, geometry: Geometry) -> bool:
    """Whether two cells are in one row, column or box."""
    return any(unit(one) == unit(other) for unit in (geometry.row, geometry.column, geometry.box))
