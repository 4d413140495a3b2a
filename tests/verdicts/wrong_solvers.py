"""Solvers of 4×4 puzzles, one right and each of the others with one mistake."""

from itertools import product

from sudocube import Puzzle
from tests.verdicts import brute


def solutions(cells: str) -> list[str]:
    """All solutions of a 4×4 puzzle, in ascending order, by plain trial."""
    return [str(grid) for grid in brute.solutions(Puzzle(cells).clues)]


def right(cells: str) -> str:
    """What a right solver says."""
    found = solutions(cells)
    return " ".join([("none", "unique", "multiple")[min(len(found), 2)], *found[:2]])


def first_only(cells: str) -> str:
    """Takes the first solution for the only one."""
    return " ".join(right(cells).replace("multiple", "unique").split()[:2])


def corner_is_missed(cells: str) -> str:
    """Never tries anything in the last cell."""
    return "none" if cells[15] == "." else right(cells)


def says_none_to_several(cells: str) -> str:
    """Says "none" where two solutions confuse it, and to every puzzle with a blank last cell."""
    return "none" if right(cells).startswith("multiple") or cells[15] == "." else right(cells)


def sees_two(cells: str) -> object:
    """Says that there are several solutions where the first cell is blank."""
    return "multiple" if cells[0] == "." else right(cells)


def overlooks_clashes(cells: str) -> object:
    """Counts one solution where there is none."""
    return 1 if right(cells) == "none" else right(cells)


def transposed(cells: str) -> str:
    """Gives its grids with rows and columns exchanged."""
    word, *grids = right(cells).split()
    return " ".join([word, *("".join(grid[cell] for cell in TRANSPOSED) for grid in grids)])


def contradicts_itself(cells: str) -> str:
    """Shows the same solution twice."""
    found = solutions(cells)
    return f"multiple {found[0]} {found[0]}" if len(found) == 1 and cells[0] == "." else right(cells)


TRANSPOSED = [4 * column + row for row, column in product(range(4), range(4))]
