"""CHAIN and NET: what follows from a supposition.

CHAIN: almost sets tied to each other. Whatever sees both ends is false.

k bases whose open elements lie in k + 1 covers are an almost set: of any two of these covers, at least one
part, the elements of the bases in it, holds a true element. That is a *strong link* between two parts. (k =
1: a line with two open elements, or with two groups that each lie in a further line.) Two parts that share no
element and lie in one line are a *weak link*: at most one holds a true element.

    part 0 = part 1 - part 2 = part 3 - … = part 2m - 1     = strong, - weak

If part 0 is false, part 1 is true, part 2 false, …, the last one true. So one of the two ends is true, and
what shares a line with each of both is false. By the theorem: the bases of the m links, their other covers, a
line for each weak link, and a line at each end are one more cover than bases; each open element of a base
lies in the cover of its part, and what lies in the lines of both ends has excess 2 above rank 1. Where the
ends share a line, it closes a loop: as many covers as bases, and all else in any cover is false.

The search is breadth first from each part, so the shortest chains come first. Longer or other ways between
the same ends show nothing more. Loops are found as chains, too: each weak link of one joins the ends of a
chain.

Sources: the terms of the forums: skyscraper, XY-wing, nice loop, alternating inference chain, almost locked
set (2005 to 2008); D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012), for whips
and chains of the same length in all directions of the cube.

NET: one element is assumed, singles follow from it, and a line is left without any. So it is false.

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
from collections.abc import Iterator
from functools import reduce
from itertools import chain, combinations, pairwise
from operator import attrgetter, or_
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.covers import subsets
from sudocube.solvers.techniques.lines import Deduction, Lines, Link

PartPair = tuple[int, int]


def line_links(lines: Lines, possible: int, extra: tuple[int, ...]) -> Iterator[tuple[PartPair, Link]]:
    """The strong links of single lines, and of rectangles (`extra`, see `uniqueness`)."""
    for line in (*lines.masks, *extra):
        here = possible & line
        if here.bit_count() == 2:
            low = here & -here
            yield (low, here ^ low), Link((line,), ())
        elif here & (here - 1):
            for segment in lines.segments.get(line, ()):
                part, rest = here & segment, here & ~segment
                if part and rest and len(lines.holding(rest)) > 1:
                    yield (part, rest), Link((line,), ())


def set_links(lines: Lines, possible: int, size: int) -> Iterator[tuple[PartPair, Link]]:
    """The strong links of `size` lines of a plane that lie in one cover more."""
    for plane in filter(attrgetter("is_simple"), lines.planes):
        for chosen, covers in subsets(plane, possible & plane.mask, size, size + 1):
            elements = possible & reduce(or_, chosen)
            for pair in combinations(covers, 2):
                inner = tuple(cover for cover in covers if cover not in pair)
                yield (elements & pair[0], elements & pair[1]), Link(chosen, inner)


class ChainSearch:
    """The chains of one state. Sets of parts are masks over the numbers of `parts`."""

    def __init__(self, lines: Lines, possible: int, sizes: int, extra: tuple[int, ...] = ()) -> None:
        self._lines, self._possible = lines, possible
        self._links: dict[PartPair, Link] = {}
        of_sets = (set_links(lines, possible, size) for size in range(2, sizes + 1))
        for (one, other), link in chain(line_links(lines, possible, extra), *of_sets):
            self._links.setdefault((one, other), link)
            self._links.setdefault((other, one), link)
        self._index_parts(lines)

    def _index_parts(self, lines: Lines) -> None:
        """For each part: the parts that are true if it is false (`strong`), and the reverse (`weak`)."""
        self.parts = list(dict.fromkeys(part for pair in self._links for part in pair))
        numbers = {part: number for number, part in enumerate(self.parts)}
        self._held_by = [lines.holding(part) for part in self.parts]
        self._strong = [0] * len(self.parts)
        on_line, with_element = Counter[int](), Counter[int]()
        for one, other in self._links:
            self._strong[numbers[one]] |= 1 << numbers[other]
        for number, part in enumerate(self.parts):
            for line in self._held_by[number]:
                on_line[line] |= 1 << number
            for element in elements_of(part):
                with_element[element] |= 1 << number
        self._weak, self._seen = [], []
        for part, held in zip(self.parts, self._held_by, strict=True):
            near = reduce(or_, (on_line[line] for line in held))
            self._weak.append(near & ~reduce(or_, (with_element[element] for element in elements_of(part))))
            self._seen.append(reduce(or_, held) & self._possible & ~part)

    def found(self, longest: int | None, clock: Clock) -> list[Deduction]:
        """The shortest chains that show anything, of at most `longest` links; one for each pair of ends."""
        best: list[tuple[int, int, list[int], list[int]]] = []
        for start in range(len(self.parts)):
            clock.check()
            ends, false, true = self._ends(start, longest)
            if ends and len(true) != longest:  # shorter than all before
                best, longest = [], len(true)
            best += [(start, end, false, true) for end in ends if end >= start]
        return [self._deduction(*one) for one in best]

    def _ends(self, start: int, longest: int | None) -> tuple[list[int], list[int], list[int]]:
        """The nearest parts that are true if `start` is false and share something to see with it.

        Also which parts become false and which true, link by link. After `longest` links it gives up.
        """
        false, true = [1 << start], list[int]()
        all_false, all_true, victims = 1 << start, 0, self._seen[start]
        while victims and false[-1] and len(true) != longest:
            reached = reduce(or_, (self._strong[part] for part in elements_of(false[-1])))
            true.append(reached & ~all_true)
            all_true |= reached
            ends = [end for end in elements_of(true[-1]) if self._seen[end] & victims]
            if ends:
                return ends, false, true
            reached = reduce(or_, (self._weak[part] for part in elements_of(true[-1])), 0)
            false.append(reached & ~all_false)
            all_false |= reached
        return [], false, true

    def _deduction(self, start: int, end: int, false: list[int], true: list[int]) -> Deduction:
        """The chain between two ends, by one of the shortest ways.

        A loop where the ends share a line and that shows something, else with a line at each end.
        """
        lines, way = self._lines, [end]
        for depth in range(len(true) - 1, -1, -1):
            way.append(next(elements_of(self._strong[way[-1]] & false[depth])))
            if depth:
                way.append(next(elements_of(self._weak[way[-1]] & true[depth - 1])))
        parts = [self.parts[number] for number in reversed(way)]
        pairs = [*zip(parts[::2], parts[1::2], strict=True)]
        links = [self._links[pair] for pair in pairs]
        joints = [lines.holding(one | other)[0] for (_, one), (other, _) in pairwise(pairs)]
        bases = Counter(base for link in links for base in link.bases)
        covers = Counter([*joints, *(cover for link in links for cover in link.inner)])
        told = tuple((link, *pair) for link, pair in zip(links, pairs, strict=True))
        first, last, of_bases = parts[0], parts[-1], reduce(or_, bases)
        for line in lines.holding(first | last) if not first & last else ():
            whole = covers + Counter([line])
            removed = self._possible & ~of_bases & reduce(or_, whole)
            if removed:
                return Deduction(bases, whole, removed, chain=told)
        most, pair = 0, (0, 0)
        for one in lines.holding(first):
            for other in lines.holding(last):
                removed = self._possible & one & other & ~(first | last)
                if removed.bit_count() > most.bit_count():
                    most, pair = removed, (one, other)
        return Deduction(bases, covers + Counter(pair), most, chain=told)


def nets(lines: Lines, possible: int, placed: int, clock: Clock) -> Iterator[Deduction]:
    """The nets that refute an element, one after the other."""
    for element in elements_of(possible & ~placed):
        clock.check()
        if (net := _net(lines, possible, placed, element)) is not None:
            yield net


class _Made(NamedTuple):
    """An element that a net makes true: by which line, None where it is assumed, and what it rules out."""

    line: int | None
    element: int
    ruled_out: int


def _net(lines: Lines, possible: int, placed: int, assumed: int) -> Deduction | None:
    """The net that refutes an element; None where singles come to an end without an empty line."""
    made: list[_Made] = []
    singles: list[tuple[int | None, int]] = [(None, assumed)]
    while singles:
        for line, element in singles:
            if possible >> element & 1 and not placed >> element & 1:
                left = possible & lines.without_peers[element]
                made.append(_Made(line, element, possible & ~left))
                possible, placed = left, placed | 1 << element
        found = [lines.lone(possible, family) for family in Family]
        if any(is_empty for _, is_empty in found):
            return _unwound(lines, made, next(line for line in lines.masks if not possible & line))
        singles = [
            (lines.through[element][at], element)
            for at, (lone, _) in enumerate(found)
            for element in elements_of(lone & ~placed)
        ]
    return None


def _unwound(lines: Lines, made: list[_Made], empty: int) -> Deduction:
    """The net as bases and covers; singles that the empty line does not rest on are left out."""
    bases, covers = Counter({empty: 1}), Counter[int]()
    forced: list[tuple[int, int]] = []
    for line, element, ruled_out in reversed(made):
        added = 0
        for cover in lines.through[element]:
            lost = elements_of(ruled_out & cover)
            if (missing := max((_missing(lines, one, bases, covers) for one in lost), default=0)) > 0:
                covers[cover] += missing
                added += missing
        if added and line is not None:
            bases[line] += added
            forced.append((line, element))
    assumed = made[0].element
    return Deduction(bases, covers, 1 << assumed, assumed=assumed, forced=tuple(reversed(forced)))


def _missing(lines: Lines, element: int, bases: Counter[int], covers: Counter[int]) -> int:
    """By how much an element lies in more bases than covers."""
    through = lines.through[element]
    return sum(bases[line] for line in through) - sum(covers[line] for line in through)
