"""CHAIN: almost sets tied to each other. Whatever sees both ends is false.

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
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations, pairwise
from operator import or_

from sudocube.clock import Clock
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
    for plane in lines.planes:
        for chosen, covers in (
            subsets(plane, possible & plane.mask, size, size + 1) if plane.is_simple else ()
        ):
            elements = possible & reduce(or_, chosen)
            for pair in combinations(covers, 2):
                inner = tuple(cover for cover in covers if cover not in pair)
                yield (elements & pair[0], elements & pair[1]), Link(chosen, inner)


class ChainSearch:
    """The chains of one state. Sets of parts are masks over the numbers of `parts`."""

    def __init__(self, lines: Lines, possible: int, sizes: int, extra: tuple[int, ...] = ()) -> None:
        self._lines, self._possible = lines, possible
        self._links: dict[PartPair, Link] = {}
        found = [line_links(lines, possible, extra)]
        found += [set_links(lines, possible, size) for size in range(2, sizes + 1)]
        for of_size in found:
            for (one, other), link in of_size:
                if (other, one) not in self._links:
                    self._links.setdefault((one, other), link)
        self._index_parts()

    def _index_parts(self) -> None:
        """For each part: the parts that are true if it is false (`strong`), and the reverse (`weak`)."""
        lines = self._lines
        self.parts = list(dict.fromkeys(part for pair in self._links for part in pair))
        numbers = {part: number for number, part in enumerate(self.parts)}
        self._held_by = [lines.holding(part) for part in self.parts]
        self._strong = [0] * len(self.parts)
        on_line, with_element = Counter[int](), Counter[int]()
        for one, other in self._links:
            self._strong[numbers[one]] |= 1 << numbers[other]
            self._strong[numbers[other]] |= 1 << numbers[one]
        for number, part in enumerate(self.parts):
            for line in self._held_by[number]:
                on_line[line] |= 1 << number
            for element in elements_of(part):
                with_element[element] |= 1 << number
        self._weak, self._seen = [], []
        for part, held in zip(self.parts, self._held_by, strict=True):
            near = reduce(or_, (on_line[line] for line in held))
            self._weak.append(near & ~reduce(or_, (with_element[element] for element in elements_of(part))))
            seen = reduce(or_, held)
            self._seen.append(seen & self._possible & ~part)

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
            way.append(_first(self._strong[way[-1]] & false[depth]))
            if depth:
                way.append(_first(self._weak[way[-1]] & true[depth - 1]))
        masks = [self.parts[number] for number in reversed(way)]
        parts = tuple(zip(masks[::2], masks[1::2], strict=True))
        chain = tuple(self._links.get(pair) or self._links[pair[::-1]] for pair in parts)
        joints = [lines.holding(one | other)[0] for (_, one), (other, _) in pairwise(parts)]
        bases = Counter(base for link in chain for base in link.bases)
        covers = Counter(joints) + Counter(cover for link in chain for cover in link.inner)
        first, last = parts[0][0], parts[-1][1]
        of_bases = reduce(or_, bases)
        for line in lines.holding(first | last) if not first & last else ():
            whole = covers + Counter([line])
            removed = self._possible & ~of_bases & reduce(or_, whole)
            if removed:
                return Deduction(bases, whole, removed, chain=chain, parts=parts, is_loop=True)
        most, pair = 0, (0, 0)
        for one in lines.holding(first):
            for other in lines.holding(last):
                removed = self._possible & one & other & ~(first | last)
                if removed.bit_count() > most.bit_count():
                    most, pair = removed, (one, other)
        return Deduction(bases, covers + Counter(pair), most, chain=chain, parts=parts)


def _first(parts: int) -> int:
    return (parts & -parts).bit_length() - 1
