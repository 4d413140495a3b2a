r"""The cube as one integer: bit e is set while element e may still be true.

One integer is a whole state of a solver: the numbers that each blank may still hold, or equally the
blanks where each number may still go. It is immutable, so that saving a state is keeping it, and undoing
is taking it up again. All lines of a family are looked at together, by shifts:

    cell lines of size 4:   cell 15 … cell 1  cell 0
    possible                0100 … 0110      1000        bit 4c + d - 1: cell c may hold d
    possible >> 0 & ends       0 …    0         0   \
    possible >> 1 & ends       0 …    1         0    \  n bits, one above the other, for each line;
    possible >> 2 & ends       1 …    1         0    /  `once` and `twice` gather them with two ORs
    possible >> 3 & ends       0 …    0         1   /

With Python's long integers that is some 20 operations for the n² lines of a family.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sudocube.cube import Cube, Family, cube
from sudocube.geometry import Geometry


class Bits:
    """The masks of one geometry; get them with `bits(geometry)`, which makes each once."""

    def __init__(self, geometry: Geometry) -> None:
        self.cube: Cube = cube(geometry)
        count = self.cube.element_count
        self.all = (1 << count) - 1
        self.without_peers = tuple(self.all & ~sum(1 << peer for peer in peers) for peers in self.cube.peers)
        """By element: all but those that share a line with it."""
        self.families = {family: _Family(self.cube, family) for family in Family}

    def candidates(self, possible: int) -> list[int]:
        """What each cell can hold: by cell, a mask in which bit d - 1 stands for digit d."""
        size = self.cube.size
        one_cell = (1 << size) - 1
        return [possible >> start & one_cell for start in range(0, self.cube.element_count, size)]

    def lone(self, possible: int, family: Family) -> tuple[int, bool]:
        """Of one family of lines: the elements that are alone on their line, and whether a line is empty.

        Of cell lines, the lone ones are the naked singles; of the others, the hidden singles.
        """
        lines = self.families[family]
        ends = lines.ends
        once = twice = 0
        for shift in lines.shifts:
            here = possible >> shift & ends
            twice |= once & here
            once |= here
        lone_ends = once & ~twice
        lone = 0
        if lone_ends:
            for shift in lines.shifts:
                lone |= lone_ends << shift
            lone &= possible
        return lone, once != ends

    def fewest(self, possible: int, placed: int, family: Family) -> list[int]:
        """The possible elements of a line that has the fewest, of those where none is placed yet.

        The first such line, its elements in ascending order; empty where each line has one placed.
        Every line is taken to have at least two possible elements where none is placed.
        """
        lines = self.families[family]
        once = twice = thrice = decided = 0
        for shift in lines.shifts:
            here = possible >> shift & lines.ends
            decided |= placed >> shift
            thrice |= twice & here
            twice |= once & here
            once |= here
        if pairs := twice & ~thrice & ~decided:  # two is the least there can be, and the usual case
            first = (pairs & -pairs).bit_length() - 1
            return [first + shift for shift in lines.shifts if possible >> (first + shift) & 1]
        undecided = [mask for mask in lines.masks if not placed & mask]
        if not undecided:
            return []
        return list(elements_of(possible & min(undecided, key=lambda mask: (possible & mask).bit_count())))


class _Family:
    """One family of lines: the first element of each, how far on the others lie, a mask of each."""

    def __init__(self, of: Cube, family: Family) -> None:
        lines = of.lines_of(family)
        first = lines[0].elements
        self.shifts = tuple(element - first[0] for element in first)
        self.ends = sum(1 << line.elements[0] for line in lines)
        self.masks = tuple(sum(1 << element for element in line.elements) for line in lines)
        if any(line.elements != tuple(line.elements[0] + s for s in self.shifts) for line in lines):
            raise ValueError(f"the {family} lines are not one line moved about")


def elements_of(state: int) -> Iterator[int]:
    """The elements whose bits are set, lowest first.

    >>> list(elements_of(0b10010))
    [1, 4]
    """
    while state:
        lowest = state & -state
        yield lowest.bit_length() - 1
        state ^= lowest


@cache
def bits(geometry: Geometry) -> Bits:
    """The masks of a geometry, made once."""
    return Bits(geometry)
