"""COVER: k bases whose open elements lie in k covers. Then what else lies in the covers is false.

By the theorem: the rank is 0, and an element of a cover that lies in no base has excess 1. Which families the
lines belong to gives the name, and nothing else:

    bases             covers               k = 1             2               3, 4
    cells             digits of a unit     naked single      naked pair      naked triple, quad
    digits of a unit  its cells            hidden single     hidden pair     hidden triple, quad
    rows, columns     columns, rows        (hidden single)   X-wing          swordfish, jellyfish
    box, row, column  rows, columns, boxes locked candidates

Naked pair and X-wing are thus one rule on two sides of the cube. Bases that hold a true element already need
not be tried: without them and their covers the rest is a smaller set, which was found before.

Sources: D. Berthier, "The Hidden Logic of Sudoku" (2007), for the symmetry of cells, rows, columns and
digits; J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs" (1994): all k together are
what an all-different constraint removes.

Unique rectangles are one more base, if the puzzle is known to have one solution. Four cells without clues lie
in two rows, two columns and two boxes. If they held two digits alone, these could be exchanged, and there
would be a second solution. So some other digit stands in one of the four. That is no line of the cube, and
what it shows is no proof that there is one solution: each such step says so. By COVER they give the types 1
to 3 of the literature, and by CHAIN the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.solvers.cube_state import elements_of, unions
from sudocube.solvers.techniques.lines import Deduction, Lines, Plane
from sudocube.solvers.trace import digits_of

Incidence = list[tuple[int, int]]
"""Open lines, each with the places of the lines that its open elements lie in, as a mask."""


def singles(lines: Lines, possible: int, placed: int, families: Sequence[Family]) -> Iterator[Deduction]:
    """The lines of these families with one element left; an empty one is a base without covers.

    A single is k = 1 thrice: its line counts three times, and each other line of the element is a cover.
    """
    for family in families:
        lone, is_empty = lines.lone(possible, family)
        if is_empty:
            empty = next(line for line in lines.masks if not possible & line and lines.family(line) is family)
            yield Deduction({empty: 1}, {}, 0)
            return
        for element in elements_of(lone & ~placed):
            here = next(line for line in lines.through[element] if lines.family(line) is family)
            covers = {line: 1 for line in lines.through[element] if line != here}
            removed = possible & ~lines.without_peers[element]
            yield Deduction({here: 3}, covers, removed, element)


def sets_in_covers(
    lines: Lines, possible: int, size: int, searched: dict[tuple[int, int], int], clock: Clock
) -> Iterator[Deduction]:
    """All deductions by `size` bases in as many covers; in planes of boxes and rows by one alone.

    A plane that has not changed is not searched again: `searched` notes what it held, by its place and the
    size.
    """
    for place, plane in enumerate(lines.planes):
        here = possible & plane.mask
        if (size > 1 and not plane.is_simple) or searched.get((place, size)) == here:
            continue
        searched[place, size] = here
        clock.check()
        for bases, covers in subsets(plane, here, size, size):
            yield from covered(possible, bases, covers)


def covered(possible: int, bases: Sequence[int], covers: Sequence[int]) -> Iterator[Deduction]:
    """What bases that lie in as many covers show, if it is anything."""
    removed = possible & reduce(or_, covers) & ~reduce(or_, bases)
    if removed:
        yield Deduction(dict.fromkeys(bases, 1), dict.fromkeys(covers, 1), removed)


def subsets(plane: Plane, here: int, size: int, width: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """So many open lines of a plane, in one direction or the other, that lie in exactly `width` covers."""
    for bases, covers in ((plane.lines, plane.crossing), (plane.crossing, plane.lines)):
        yield from chosen_in(incidence(bases, covers, here), covers, size, width)


def incidence(bases: Sequence[int], covers: Sequence[int], here: int) -> Incidence:
    """The open lines among some bases, each with the covers that its open elements lie in."""
    crossing = [(1 << at, cover) for at, cover in enumerate(covers)]
    return [
        (base, sum(bit for bit, cover in crossing if elements & cover))
        for base in bases
        if (elements := here & base) & (elements - 1)
    ]


def chosen_in(
    rows: Incidence, covers: Sequence[int], size: int, width: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """So many of the lines that lie in exactly `width` covers together, with these.

    All lines of a plane together show nothing, so fewer are taken.
    """
    for places, union in unions([row[1] for row in rows], size, width) if size < len(rows) else ():
        if union.bit_count() == width:
            yield tuple(rows[at][0] for at in places), [covers[at] for at in elements_of(union)]


def rectangle_bases(lines: Lines, possible: int) -> tuple[int, ...]:
    """The rectangles that are bases now: four cells that can each hold both digits; so none is a clue."""
    candidates = lines.candidates(possible)
    return tuple(
        lines.rectangle(cells, pair)
        for cells in lines.rectangles
        for pair in combinations(digits_of(reduce(and_, (candidates[cell] for cell in cells))), 2)
    )


def rectangle_covers(lines: Lines, possible: int, bases: tuple[int, ...]) -> Iterator[Deduction]:
    """What rectangles show by COVER: alone, or with one or two cells of a unit beside them."""
    for base in bases:
        extra = possible & base
        for cover in lines.holding(extra) if extra else ():
            yield from covered(possible, [base], [cover])
        cells = {*lines.cells(extra)}
        for plane, unit in zip(lines.planes, lines.cube.units, strict=False):
            if len(cells) == 2 and cells <= {*unit.cells}:
                rest = incidence(plane.lines, plane.crossing, possible & plane.mask)
                places = sum(1 << at for at, cover in enumerate(plane.crossing) if extra & cover)
                others = [(base, places), *(row for row in rest if not row[0] & extra)]
                for size in (2, 3):
                    for chosen, covers in chosen_in(others, plane.crossing, size, size):
                        if base in chosen:
                            yield from covered(possible, chosen, covers)
