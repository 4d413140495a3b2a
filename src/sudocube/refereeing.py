"""Whether a grid solves a puzzle: by the trusted referee, which knows clues, and by the candidates."""

from __future__ import annotations

from functools import lru_cache

from sudocube.errors import RefutedError
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.trusted import objection

REMEMBERED = 1024
"""How many decisions are remembered: an engine may ask for one that is taken again where answers are judged,
and several engines find the same solution."""


@lru_cache(maxsize=REMEMBERED)
def referee(grid: Board, puzzle: Puzzle) -> str | None:
    """None where a grid solves a puzzle; else what the referee refuses it for, in words.

    The trusted referee checks the rules and the clues. It knows clues only: candidates are looked at
    here.

    >>> referee(Grid("1234 3412 2143 4321"), Puzzle("1... .... .... ..3."))
    'row 4, column 3 holds 2, but the clue is 3'
    """
    shape = puzzle.geometry
    refused = objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns)
    if refused is None and puzzle.candidates is not None:
        for cell, (digit, mask) in enumerate(zip(grid.cells, puzzle.candidates, strict=True)):
            if not mask >> digit - 1 & 1:
                return f"{shape.cell_name(cell)} holds {digit}, which is no candidate there"
    return refused


def refereed(grid: Grid, puzzle: Puzzle) -> Grid:
    """The grid, where the referee passes it as a solution of the puzzle; else RefutedError."""
    refused = referee(grid, puzzle)
    if refused is not None:
        raise RefutedError(f"the referee refuses the solution {grid}: {refused}", refused=grid)
    return grid
