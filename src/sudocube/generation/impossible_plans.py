"""What is known not to exist: said at once, before a puzzle is looked for.

Each check is a short argument; of 4×4, all puzzles are tried (`four_by_four`). That no 9×9 puzzle with 16
clues has one solution was shown by Gary McGuire, Bastian Tugemann and Gilles Civario: "There is no 16-clue
sudoku: solving the sudoku minimum number of clues problem via hitting set enumeration", 2012. That no 6×6
puzzle with 7 clues has, a test shows in their way, for each of the 49 classes of grids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise, product, repeat
from typing import TYPE_CHECKING

from sudocube.cube import Family, clashes, cube
from sudocube.errors import ImpossibleError
from sudocube.generation.clue_orbits import has_symmetry
from sudocube.generation.impossible_difficulties import check_difficulty
from sudocube.generation.plan_values import Range, holds, in_words
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.generation.generation_plan import GenerationPlan

FEWEST_CLUES = {4: 4, 6: 8, 9: 17}
"""The fewest clues with which a puzzle of that size has one solution, where that is known."""

SIZE_ALL_TRIED = 4
"""The size of which all puzzles are tried."""

IS_MINIMAL = {"strict": "is strictly minimal", "orbits": "is minimal by orbits", "no": "has one solution"}


def check_possible(plan: GenerationPlan) -> None:
    """Raise ImpossibleError where it is known that no puzzle fulfils the plan."""
    for reason, board in _reasons(plan):
        raise ImpossibleError(reason, board)
    sets = (plan.forced, plan.pattern or (), plan.near.clues if plan.near else ())
    least = max(fewest_clues(plan.geometry), plan.clues[0] if plan.clues else 0, *map(len, sets))
    check_difficulty(plan.geometry, least, plan.depth, plan.backdoor, plan.methods, plan.not_methods)


def fewest_clues(geometry: Geometry) -> int:
    """The fewest clues that a puzzle with one solution can have, as far as it is known.

    Two digits without a clue could be exchanged in each solution, so there are clues of n - 1 digits.
    """
    return FEWEST_CLUES.get(geometry.size, geometry.size - 1)


def _reasons(plan: GenerationPlan) -> Iterator[tuple[str, str | None]]:
    """Why there is none, the plainest reason first, and which board that is about."""
    clues = plan.clue_limits
    if plan.near is not None:
        yield from zip(_about_near(plan.near, plan.clues), repeat("near"), strict=False)
        clues = len(plan.near.clues), len(plan.near.clues)
    if clues is not None:
        yield from zip(_about_numbers(plan, *clues), repeat(None), strict=False)
    if plan.given is not None:
        yield from ((f"the given clues clash: {clash}", "given") for clash in clashes(plan.given))
    if plan.pattern is not None:
        yield from zip(_about_pattern(plan, plan.pattern), repeat("pattern"), strict=False)
    elif clues is not None:
        yield from zip(_about_symmetry(plan, *clues), repeat(None), strict=False)
    if plan.geometry.size == SIZE_ALL_TRIED:
        yield from zip(_about_all_tried(plan, clues), repeat(None), strict=False)


def _about_near(near: Puzzle, clues: Range | None) -> Iterator[str]:
    number, fewest, size = len(near.clues), fewest_clues(near.geometry), near.geometry.size
    if number < fewest:
        yield f"near has {number} clues: with fewer than {fewest}, no {size}×{size} puzzle is unique"
    if clues is not None and not holds(clues, number):
        yield f"near has {number} clues, and so has each puzzle near to it, not {in_words(clues)}"
    if found := clashes(near):
        clashing = sorted({cell for clash in found for cell in clash.cells})
        if all(clashes(_without(near, gone)) for gone in product(found[0].cells, clashing)):
            yield f"near has clues that clash whichever two are exchanged; of the first ones, {found[0]}"


def _without(puzzle: Puzzle, gone: Collection[int]) -> Puzzle:
    cells = bytes(0 if cell in gone else digit for cell, digit in enumerate(puzzle.cells))
    return Puzzle(cells, puzzle.geometry)


def _about_numbers(plan: GenerationPlan, least: int, most: int) -> Iterator[str]:
    geometry, size = plan.geometry, plan.geometry.size
    fewest, forced = fewest_clues(geometry), plan.forced
    if least > geometry.cell_count:
        yield f"{least} clues: a {size}×{size} board has {geometry.cell_count} cells"
    if most < fewest:
        yield f"no {size}×{size} puzzle with fewer than {fewest} clues has one solution"
    if least > (largest := _most_clues(plan)):
        what = f"strictly minimal {size}×{size} puzzle", "one of a full row can go"
        if not plan.is_strict:
            what = f"{size}×{size} puzzle that is minimal by orbits", "some of a full board can go"
        yield f"no {what[0]} has more than {largest} clues: {what[1]}"
    if most < len(forced):
        yield f"given clues, with what the symmetry adds to them, are {len(forced)}, not {most} at most"


def _most_clues(plan: GenerationPlan) -> int:
    """How many clues there can be at most, as far as it is known.

    If no single clue can go, each unit with a clue that is not forced has a blank.
    """
    cell_count = plan.geometry.cell_count
    if plan.is_strict:
        units = [unit for unit in cube(plan.geometry).units if not plan.forced.issuperset(unit.cells)]
        families = [unit.family for unit in units]
        return cell_count - max(families.count(family) for family in Family)
    if plan.minimal == "orbits" and any(_redundant_orbits(plan, range(cell_count))):
        return cell_count - 1
    return cell_count


def _about_symmetry(plan: GenerationPlan, least: int, most: int) -> Iterator[str]:
    """No number of clues in the range is a sum of sizes of orbits."""
    sums = {len(plan.forced)}
    for orbit in plan.removable_orbits():
        sums |= {one + len(orbit) for one in sums}
    can_be = range(max(least, fewest_clues(plan.geometry)), min(most, _most_clues(plan)) + 1)
    if sums.isdisjoint(can_be):
        numbers = in_words((can_be[0], can_be[-1]))
        yield f"no {numbers} cells have the symmetry {plan.symmetry}: its orbits do not add up to that"


def _about_pattern(plan: GenerationPlan, pattern: frozenset[int]) -> Iterator[str]:
    geometry, fewest = plan.geometry, fewest_clues(plan.geometry)
    if not has_symmetry(pattern, plan.symmetry, geometry.size):
        yield f"the pattern does not have the symmetry {plan.symmetry}"
    if outside := sorted(plan.forced - pattern):
        yield f"{geometry.cell_name(outside[0])} holds a given clue, and the pattern has none there"
    if len(pattern) < fewest:
        yield f"the pattern has {len(pattern)} clues: with fewer than {fewest}, no puzzle has one solution"
    if plan.clues and not holds(plan.clues, len(pattern)):
        yield f"the pattern has {len(pattern)} clues, not {in_words(plan.clues)}"
    yield from _about_empty_lines(geometry, pattern)
    if plan.minimal != "no":
        yield from _redundant_orbits(plan, pattern)


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


def _redundant_orbits(plan: GenerationPlan, pattern: Collection[int]) -> Iterator[str]:
    """The clues of an orbit can go if each is the only one of them in a unit that is full of clues."""
    cells, table = set(pattern), cube(plan.geometry)
    for orbit in plan.removable_orbits(strictly=plan.is_strict):
        full = [
            [unit for unit in table.units_of(cell) if cells.issuperset(unit.cells)]
            for cell in orbit
            if cell in cells
        ]
        showing = [[unit for unit in units if len({*unit.cells} & {*orbit}) == 1] for units in full]
        if not showing or not all(showing):
            continue
        if plan.is_strict:
            yield f"{showing[0][0].name} is full of clues, and one of these can go: choose minimal 'no'"
        else:
            names = ", ".join(map(plan.geometry.cell_name, orbit))
            yield (
                f"the clues in {names} can go, each from a row, column or box that is full of clues: choose "
                "minimal 'no'"
            )


def _about_all_tried(plan: GenerationPlan, clues: tuple[int, int] | None) -> Iterator[str]:
    """Of 4×4, all puzzles are tried; there are some, unless more than that is asked for."""
    from sudocube.generation.four_by_four import clue_numbers

    minimal = "strict" if plan.is_strict else plan.minimal
    numbers = clue_numbers(plan.symmetry, minimal, plan.pattern, plan.given)
    if any(clues is None or holds(clues, one) for one in numbers):
        return
    of_which = [
        f"the symmetry {plan.symmetry}" if plan.symmetry != "none" else "",
        "these given clues" if plan.given else "",
        "clues in just these cells" if plan.pattern is not None else "",
        f"{in_words(clues)} clues" if clues else "",
    ]
    with_what = " and ".join(filter(None, of_which))
    others = f", and they have {', '.join(map(str, numbers))} clues" if numbers else ""
    yield f"no 4×4 puzzle with {with_what} {IS_MINIMAL[minimal]}: all were tried{others}"
