"""How far documented methods come without trial and error: "traditional logic" as their authors meant it.

Each is one of the methods that `explain` shows. It solves a puzzle or is stuck, and it is run to its end to
know which.
"""

from __future__ import annotations

from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import UndecidedError, UnknownNameError
from sudocube.puzzle import Puzzle
from sudocube.refereeing import refereed
from sudocube.solvers.methods import METHODS

RATED_METHODS = ("sets", "possibles", "cube:propagate")
"""The methods without trial and error that a rating tells of."""


def is_solved_by(name: str, puzzle: Puzzle, *, clock: Clock = NO_LIMIT) -> bool:
    """Whether a method of RATED_METHODS fills the grid of a puzzle, without trial and error.

    Raises UnknownNameError for any other name, TimeoutError when the clock has run out, and RefutedError
    where the referee refuses the grid.

    >>> is_solved_by("sets", Puzzle("1... ..2. .3.. ...4"))
    True
    """
    if name not in RATED_METHODS:
        raise UnknownNameError("method without trial and error", name, RATED_METHODS)
    try:
        grid = next(METHODS[name].solutions(puzzle, clock=clock), None)
    except UndecidedError:
        return False
    if grid is None:
        return False
    refereed(grid, puzzle)
    return True
