"""The steps of a method, and rows of a puzzle written as in the sources of the solvers."""

from collections.abc import Iterable

from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.methods import SolverFunction
from sudocube.solvers.trace import Step, Trace


def trace_of(
    solve: SolverFunction, puzzle: Puzzle, *, limit: int = 1000
) -> tuple[list[Step], list[Grid], bool]:
    """The steps of a method, up to `limit` solutions, and whether it was stuck."""
    steps: list[Step] = []
    found: list[Grid] = []
    try:
        for grid in solve(puzzle, trace=Trace(steps.append)):
            found.append(grid)
            if len(found) == limit:
                break
    except UndecidedError:
        return steps, found, True
    return steps, found, False


def row_puzzle(row: str) -> Puzzle:
    """A 9×9 puzzle with only the permanent values of its first row, written as in the source."""
    return Puzzle([int(one) if len(one) == 1 else 0 for one in row.split()] + [0] * 72)


def possibles_of(row: str) -> list[int]:
    """ "13 2 457" as masks.

    >>> possibles_of("13 2")
    [5, 2]
    """
    return [sum(1 << int(digit) - 1 for digit in one) for one in row.split()]


def written(possibles: Iterable[int]) -> str:
    """Masks, written as in the source: "13 2 457"."""
    return " ".join("".join(str(d) for d in range(1, 10) if one >> d - 1 & 1) or "-" for one in possibles)


def arrays_with(row: str) -> Arrays:
    """Arrays with these possibles in the first row, which is the only unit; single ones are permanent."""
    arrays = Arrays(row_puzzle(row))
    arrays.units = arrays.units[:1]
    arrays.possibles[:9] = possibles_of(row)
    return arrays


def first_row(arrays: Arrays) -> str:
    return written(arrays.possibles[:9])
