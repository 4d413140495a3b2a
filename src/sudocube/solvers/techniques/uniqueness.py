"""Unique rectangles: one more base, if the puzzle is known to have one solution. Off unless asked for.

Four cells without clues lie in two rows, two columns and two boxes. If they held two digits alone, these
could be exchanged, and there would be a second solution. So some other digit stands in one of the four: a
base. It is no line of the cube, and what it shows is no proof that there is one solution: each such step says
so.

With this base, COVER gives the types 1 to 3 of the literature, and CHAIN the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import and_

from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.covers import both_directions, covered, subsets
from sudocube.solvers.techniques.lines import Deduction, Lines
from sudocube.solvers.trace import digits_of


def rectangle_bases(lines: Lines, possible: int) -> tuple[int, ...]:
    """The rectangles that are bases now: four cells that can each hold both digits; so none is a clue."""
    candidates = lines.table.candidates(possible)
    return tuple(
        lines.rectangle(cells, pair)
        for cells in lines.rectangles
        for pair in combinations(digits_of(reduce(and_, (candidates[cell] for cell in cells))), 2)
    )


def rectangle_covers(lines: Lines, possible: int, bases: tuple[int, ...], level: int) -> Iterator[Deduction]:
    """What rectangles show by COVER: alone, or with one or two cells of a unit beside them."""
    for base in bases:
        extra = possible & base
        for cover in lines.holding(extra) if extra else ():
            yield from covered(possible, [base], [cover], level)
        cells = {*lines.cells(extra)}
        for plane, unit in zip(lines.planes, lines.cube.units, strict=False):
            if len(cells) == 2 and cells <= {*unit.cells}:
                rows, columns = next(both_directions(plane, possible & plane.mask))
                places = sum(1 << at for at, cover in enumerate(columns) if extra & cover)
                others = [(base, places), *(row for row in rows if not row[0] & extra)]
                for chosen, union in (found for size in (2, 3) for found in subsets(others, size, size)):
                    if base in chosen:
                        covers = [columns[at] for at in elements_of(union)]
                        yield from covered(possible, chosen, covers, level)
