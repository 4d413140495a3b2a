"""What is known not to exist: said at once, before a puzzle is looked for.

Each check is a short argument. That no 9×9 puzzle with 16 clues has one solution was shown by Gary McGuire,
Bastian Tugemann and Gilles Civario: "There is no 16-clue sudoku: solving the sudoku minimum number of clues
problem via hitting set enumeration", 2012; that no 4×4 puzzle has with 3, by trying all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sudocube.cube import clashes
from sudocube.errors import ImpossibleError
from sudocube.generation.clue_orbits import closed_under, clue_orbits, has_symmetry
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

FEWEST_CLUES = {4: 4, 9: 17}
"""The fewest clues with which a puzzle of that size has one solution, where that is known."""


def check_possible(
    geometry: Geometry,
    symmetry: str,
    pattern: frozenset[int] | None,
    clues: tuple[int, int] | None,
    minimal: str,
    given: Puzzle | None,
) -> None:
    """Raise ImpossibleError where it is known that no such puzzle exists."""
    forced = closed_under(given.clues, symmetry, geometry.size) if given else frozenset[int]()
    reasons = (
        *_about_numbers(geometry, clues, minimal, forced),
        *(_about_given(given) if given else ()),
        *(_about_pattern(geometry, symmetry, pattern, clues, minimal, forced) if pattern is not None else ()),
        *(_about_symmetry(geometry, symmetry, clues, forced) if clues and pattern is None else ()),
    )
    for reason in reasons:
        raise ImpossibleError(reason)


def check_difficulty(depth: tuple[int, int | None] | None, backdoor: tuple[int, int | None] | None) -> None:
    """Raise ImpossibleError for singles that suffice and do not: depth 0 and backdoor 0 are the same."""
    for name, easy, other, hard in (
        ("depth", depth, "backdoor", backdoor),
        ("backdoor", backdoor, "depth", depth),
    ):
        if easy is not None and hard is not None and easy[1] == 0 and hard[0] > 0:
            raise ImpossibleError(
                f"singles alone solve a puzzle with {name} 0, so its {other} is 0, too, not {hard[0]} or more"
            )


def check_near(near: Puzzle, clues: tuple[int, int] | None) -> None:
    """Raise ImpossibleError for a puzzle to be near to with too few clues, or with another number of them."""
    number, fewest, size = len(near.clues), fewest_clues(near.geometry), near.geometry.size
    if number < fewest:
        raise ImpossibleError(
            f"near has {number} clues: with fewer than {fewest}, no {size}×{size} puzzle is unique"
        )
    if clues is not None and not clues[0] <= number <= clues[1]:
        raise ImpossibleError(
            f"near has {number} clues, and so has each puzzle near to it, not {clues[0]} to {clues[1]}"
        )


def fewest_clues(geometry: Geometry) -> int:
    """The fewest clues that a puzzle with one solution can have, as far as it is known.

    Two digits without a clue could be exchanged in each solution, so there are clues of n - 1 digits.
    """
    return FEWEST_CLUES.get(geometry.size, geometry.size - 1)


def _about_numbers(
    geometry: Geometry, clues: tuple[int, int] | None, minimal: str, forced: frozenset[int]
) -> Iterator[str]:
    if clues is None:
        return
    least, most = clues
    fewest, size = fewest_clues(geometry), geometry.size
    if most < fewest:
        yield f"no {size}×{size} puzzle with fewer than {fewest} clues has one solution"
    largest = geometry.cell_count if minimal != "strict" or forced else size * (size - 1)
    if least > largest:
        why = "" if largest == geometry.cell_count else ": a full row has a clue that can go"
        yield f"no such {size}×{size} puzzle has more than {largest} clues{why}"
    if most < len(forced):
        yield f"given clues, with what the symmetry adds to them, are {len(forced)}, not {most} at most"


def _about_given(given: Puzzle) -> Iterator[str]:
    for clash in clashes(given):
        yield f"the given clues clash: {clash}"


def _about_symmetry(
    geometry: Geometry, symmetry: str, clues: tuple[int, int], forced: frozenset[int]
) -> Iterator[str]:
    """No number of clues in the range is a sum of sizes of orbits."""
    least, most = clues
    sums = {len(forced)}
    for orbit in clue_orbits(symmetry, geometry.size):
        if orbit[0] not in forced:
            sums |= {one + len(orbit) for one in sums}
    if not any(least <= one <= most for one in sums):
        numbers = str(least) if least == most else f"{least} to {most}"
        yield f"no {numbers} cells have the symmetry {symmetry}: its orbits do not add up to that"


def _about_pattern(
    geometry: Geometry,
    symmetry: str,
    pattern: frozenset[int],
    clues: tuple[int, int] | None,
    minimal: str,
    forced: frozenset[int],
) -> Iterator[str]:
    size, fewest = geometry.size, fewest_clues(geometry)
    if not has_symmetry(pattern, symmetry, size):
        yield f"the pattern does not have the symmetry {symmetry}"
    if outside := sorted(forced - pattern):
        yield f"{geometry.cell_name(outside[0])} holds a given clue, and the pattern has none there"
    if len(pattern) < fewest:
        yield f"the pattern has {len(pattern)} clues: with fewer than {fewest}, no puzzle has one solution"
    if clues and not clues[0] <= len(pattern) <= clues[1]:
        yield f"the pattern has {len(pattern)} clues, not {clues[0]} to {clues[1]}"
    yield from _about_empty_lines(geometry, pattern)
    if minimal == "strict" and not forced:
        yield from _about_full_units(geometry, pattern)


def _about_empty_lines(geometry: Geometry, pattern: frozenset[int]) -> Iterator[str]:
    """Two rows of a band (or columns of a stack) without clues could be exchanged in each solution."""
    size = geometry.size
    for what, bands, in_band, line_of in (
        ("rows", "band", geometry.box_rows, geometry.row),
        ("columns", "stack", geometry.box_columns, geometry.column),
    ):
        empty = sorted(set(range(size)) - {line_of(cell) for cell in pattern})
        for one, other in pairwise(empty):
            if one // in_band == other // in_band:
                yield (
                    f"{what} {one + 1} and {other + 1} have no clues and stand in one {bands}: exchanged, "
                    "they make another solution of each"
                )


def _about_full_units(geometry: Geometry, pattern: frozenset[int]) -> Iterator[str]:
    for what, unit_of in (("row", geometry.row), ("column", geometry.column), ("box", geometry.box)):
        for unit in range(geometry.size):
            if sum(unit_of(cell) == unit for cell in pattern) == geometry.size:
                yield f"{what} {unit + 1} is full of clues, and one of these can go: choose minimal 'no'"
