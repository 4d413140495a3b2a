"""NET: one element is assumed, singles follow from it, and a line is left without any. So it is false.

The last resort of a person: nothing is guessed, but much has to be kept in mind. Read backwards, a net is
bases and covers with counts. The empty line is a base. Each of its elements was ruled out by some true one: a
line through both is a cover. Each true element that these covers meet was the last one of its line: that line
is a base, as often as there are covers that meet it in this way; its other elements were ruled out before. In
the end only the covers through the assumed element have no base against them. If there are W of them, the
rank is W - 1, and the element has excess W.

Source: failed literals; the counts are those of the cutting planes of W. Cook, C. R. Coullard and G. Turán
(1987).
"""

from __future__ import annotations

from collections import Counter

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.lines import Deduction, Lines


def first_net(lines: Lines, possible: int, placed: int, clock: Clock) -> Deduction | None:
    """The net that refutes the first element that any refutes; None where there is none."""
    for element in elements_of(possible & ~placed):
        clock.check()
        net = _net(lines, possible, placed, element)
        if net is not None:
            return net
    return None


def _net(lines: Lines, possible: int, placed: int, assumed: int) -> Deduction | None:
    """The net that refutes an element; None where singles come to an end without an empty line."""
    forced: list[tuple[int, int]] = []
    ruled_out: list[tuple[int, int]] = []  # a true element, and what it rules out

    def place(possible: int, element: int) -> int:
        left = possible & lines.table.without_peers[element]
        ruled_out.append((element, possible & ~left))
        return left

    possible, placed = place(possible, assumed), placed | 1 << assumed
    while True:
        found = [lines.table.lone(possible, family) for family in Family]
        if any(is_empty for _, is_empty in found):
            empty = next(line for line in lines.masks if not possible & line)
            return _unwound(lines, forced, ruled_out, empty)
        singles = [
            (at, element) for at, (lone, _) in enumerate(found) for element in elements_of(lone & ~placed)
        ]
        if not singles:
            return None
        for at, element in singles:
            if possible >> element & 1 and not placed >> element & 1:
                forced.append((lines.through[element][at], element))
                possible, placed = place(possible, element), placed | 1 << element


def _unwound(
    lines: Lines,
    forced: list[tuple[int, int]],
    ruled_out: list[tuple[int, int]],
    empty: int,
) -> Deduction:
    """The net as bases and covers; singles that the empty line does not rest on are left out."""
    assumed = ruled_out[0][0]
    bases, covers = Counter({empty: 1}), Counter[int]()
    used: list[tuple[int, int]] = []
    line_of = {element: line for line, element in forced}
    for element, lost in reversed(ruled_out):
        added = 0
        for cover in lines.through[element]:
            here = lost & cover
            missing = max((_missing(lines, one, bases, covers) for one in elements_of(here)), default=0)
            if missing > 0:
                covers[cover] += missing
                added += missing
        if added and element != assumed:
            bases[line_of[element]] += added
            used.append((line_of[element], element))
    return Deduction(bases, covers, 1 << assumed, assumed=assumed, forced=tuple(reversed(used)))


def _missing(lines: Lines, element: int, bases: Counter[int], covers: Counter[int]) -> int:
    """By how much an element lies in more bases than covers."""
    through = lines.through[element]
    return sum(bases[line] for line in through) - sum(covers[line] for line in through)
