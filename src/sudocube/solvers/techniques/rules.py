"""The rules of the techniques: COVER and CHAIN, and NET as the last resort.

COVER: k bases whose open elements lie in k covers. Then what else lies in the covers is false.

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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations, pairwise, product
from operator import and_, attrgetter, or_
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.solvers.cube_state import CubeMasks, Plane, elements_of, unions
from sudocube.solvers.trace import digits_of


class Link(NamedTuple):
    """A strong link between two parts: bases whose open elements lie in these parts and in `inner` covers."""

    bases: tuple[int, ...]
    inner: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What one technique shows: bases and covers with their counts, and the elements that are false.

    `removed` is a mask. `placed` is the element of a single, and `assumed` that of a net, whose singles are
    in `forced`, in order: line and element. `chain` holds the links of a chain in order, each with its two
    parts. Without covers, it is a contradiction.
    """

    bases: Mapping[int, int]
    covers: Mapping[int, int]
    removed: int
    placed: int | None = None
    assumed: int | None = None
    chain: tuple[tuple[Link, int, int], ...] = ()
    forced: tuple[tuple[int, int], ...] = ()

    @property
    def is_loop(self) -> bool:
        """Whether the ends of a chain share a line: there are as many covers as bases then."""
        return sum(self.covers.values()) == sum(self.bases.values())


Incidence = list[tuple[int, int]]
"""Open lines, each with the places of the lines that its open elements lie in, as a mask."""


def singles(lines: CubeMasks, possible: int, placed: int, families: Sequence[Family]) -> Iterator[Deduction]:
    """The lines of these families with one element left; an empty one is a base without covers.

    A single is k = 1 thrice: its line counts three times, and each other line of the element is a cover.
    """
    for family in families:
        lone, is_empty = lines.lone(possible, family)
        if is_empty:
            yield Deduction({lines.fewest(possible, 0, [family]): 1}, {}, 0)
            return
        for element in elements_of(lone & ~placed):
            here = next(line for line in lines.through[element] if lines.family(line) is family)
            covers = {line: 1 for line in lines.through[element] if line != here}
            removed = possible & ~lines.without_peers[element]
            yield Deduction({here: 3}, covers, removed, element)


def sets_in_covers(lines: CubeMasks, possible: int, size: int, clock: Clock) -> Iterator[Deduction]:
    """All deductions by `size` bases in as many covers; in planes of boxes and rows by one alone."""
    for plane in lines.planes:
        if size == 1 or plane.is_simple:
            clock.check()
            for bases, covers in subsets(plane, possible & plane.mask, size, size):
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


def rectangle_bases(lines: CubeMasks, possible: int) -> tuple[int, ...]:
    """The rectangles that are bases now: four cells that can each hold both digits; so none is a clue."""
    candidates = lines.candidates(possible)
    return tuple(
        lines.rectangle(cells, pair)
        for cells in lines.rectangles
        for pair in combinations(digits_of(reduce(and_, (candidates[cell] for cell in cells))), 2)
    )


def rectangle_covers(lines: CubeMasks, possible: int, bases: tuple[int, ...]) -> Iterator[Deduction]:
    """What rectangles show by COVER: alone, or with one or two cells of a unit beside them."""
    for base in bases:
        extra = possible & base
        for cover in lines.holding(extra) if extra else ():
            yield from covered(possible, [base], [cover])
        cells = {*lines.cells(extra)}
        for plane, unit in zip(lines.planes, lines.cube.units, strict=False):
            if len(cells) == 2 and cells <= {*unit.cells}:
                others = [base, *(cell for cell in plane.lines if not cell & extra)]
                rows = incidence(others, plane.crossing, possible & plane.mask)
                for size in (2, 3):
                    for chosen, covers in chosen_in(rows, plane.crossing, size, size):
                        if base in chosen:
                            yield from covered(possible, chosen, covers)


PartPair = tuple[int, int]


def line_links(lines: CubeMasks, possible: int, extra: tuple[int, ...]) -> Iterator[tuple[PartPair, Link]]:
    """The strong links of single lines, and of rectangles (`extra`)."""
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


def set_links(lines: CubeMasks, possible: int, size: int) -> Iterator[tuple[PartPair, Link]]:
    """The strong links of `size` lines of a plane that lie in one cover more."""
    for plane in filter(attrgetter("is_simple"), lines.planes):
        for chosen, covers in subsets(plane, possible & plane.mask, size, size + 1):
            elements = possible & reduce(or_, chosen)
            for pair in combinations(covers, 2):
                inner = tuple(cover for cover in covers if cover not in pair)
                yield (elements & pair[0], elements & pair[1]), Link(chosen, inner)


class ChainSearch:
    """The chains of one state. Sets of parts are masks over the numbers of `parts`."""

    def __init__(self, lines: CubeMasks, possible: int, sizes: int, extra: tuple[int, ...] = ()) -> None:
        self._lines, self._possible = lines, possible
        self._links: dict[PartPair, Link] = {}
        of_sets = (set_links(lines, possible, size) for size in range(2, sizes + 1))
        for (one, other), link in chain(line_links(lines, possible, extra), *of_sets):
            self._links.setdefault((one, other), link)
            self._links.setdefault((other, one), link)
        self._index_parts(lines)

    def _index_parts(self, lines: CubeMasks) -> None:
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
        left = self._possible & ~(first | last)
        at_ends = product(lines.holding(first), lines.holding(last))
        pair = max(at_ends, key=lambda two: (left & and_(*two)).bit_count())
        return Deduction(bases, covers + Counter(pair), left & and_(*pair), chain=told)


def nets(lines: CubeMasks, possible: int, placed: int, clock: Clock) -> Iterator[Deduction]:
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


def _net(lines: CubeMasks, possible: int, placed: int, assumed: int) -> Deduction | None:
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


def _unwound(lines: CubeMasks, made: list[_Made], empty: int) -> Deduction:
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


def _missing(lines: CubeMasks, element: int, bases: Counter[int], covers: Counter[int]) -> int:
    """By how much an element lies in more bases than covers."""
    through = lines.through[element]
    return sum(bases[line] for line in through) - sum(covers[line] for line in through)
