"""Unique rectangles: one more base, if the puzzle is known to have one solution. Off unless asked for.

Four cells without clues lie in two rows, two columns and two boxes. If they held two digits alone, these
could be exchanged, and there would be a second solution. So some other digit stands in one of the four: a
base. It is no line of the cube, and what it shows is no proof that there is one solution: each such step says
so.

With this base, COVER gives the types 1 to 3 of the literature, and CHAIN the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce
from itertools import combinations
from operator import and_, or_

from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.covers import both_directions, subsets
from sudocube.solvers.techniques.lines import Deduction, Lines
from sudocube.solvers.trace import digits_of


def rectangle_bases(lines: Lines, possible: int, clues: Collection[int]) -> tuple[int, ...]:
    """The rectangles that are bases now: four cells without clues that can each hold both digits."""
    candidates = lines.table.candidates(possible)
    return tuple(
        lines.rectangle_number(place, *pair)
        for place, cells in enumerate(lines.rectangles)
        if not any(cell in clues for cell in cells)
        for pair in combinations(digits_of(reduce(and_, (candidates[cell] for cell in cells))), 2)
    )


def rectangle_covers(lines: Lines, possible: int, bases: tuple[int, ...], level: int) -> Iterator[Deduction]:
    """What rectangles show by COVER: alone, or with one or two cells of a unit beside them."""
    for number in bases:
        extra = possible & lines.mask(number)
        for cover in lines.holding(extra) if extra else ():
            removed = possible & lines.masks[cover] & ~extra
            if removed:
                yield Deduction(level, {number: 1}, {cover: 1}, removed)
        cells = {element // lines.size for element in elements_of(extra)}
        for plane, unit in zip(lines.planes, lines.units, strict=False):
            if len(cells) > 1 and cells <= {*unit.cells}:
                rows, columns = next(both_directions(lines, plane, possible & plane.mask))
                places = sum(1 << at for at, cover in enumerate(columns) if extra & lines.masks[cover])
                others = [(number, places), *(row for row in rows if row[0] not in cells)]
                for size in (2, 3):
                    for chosen, union in subsets(others, size, size):
                        covers = [columns[at] for at in elements_of(union)]
                        covered = reduce(or_, (lines.masks[cover] for cover in covers))
                        removed = possible & covered & ~reduce(or_, map(lines.mask, chosen))
                        if number in chosen and removed:
                            yield Deduction(
                                level, dict.fromkeys(chosen, 1), dict.fromkeys(covers, 1), removed
                            )
