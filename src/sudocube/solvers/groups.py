"""The rule of pairs, outside and inside, and what it becomes for triples, quads and larger groups.

Source: see `possibles`. In one unit, among its squares without a permanent value and the values that it
still lacks (as many as those squares):

    outside   k squares have k possibles together   these values go from the squares outside     naked
    inside    k values have k squares together      other possibles go from inside the squares   hidden

    possibles    13  2  13  145  1345  45  9  4567  145678      outside pair: 1 3 in squares 1 and 3
    afterwards   13  2  13   45    45  45  9  4567   45678

Both are the same search, once in the sets of possibles of the squares, once in the sets of squares of the
values: k sets whose union has at most k members. A union with fewer than k members is a contradiction: k
squares need k values, and k values need k squares.

Up to which k? Let m squares be open. If k of them have exactly k possibles, the other m - k values can only
go in the other m - k squares, and the reverse holds, too. So an outside group of k and an inside group of
m - k are the same fact, seen from its two sides, and remove the same possibles. It is therefore enough to
look for outside groups up to m / 2, inside groups below m / 2, and the must-be's (inside groups of one).

No contradiction is lost by this. Take a smallest set of squares with fewer possibles than squares, k squares.
Any k - 1 of them have at least k - 1 possibles, or they would be a smaller such set. So they have exactly
k - 1 and are a group, whose rule leaves the last square without possibles. Once all groups are applied, each
value that is still possible in a square of a unit is part of some way to fill the unit, and a unit that
cannot be filled is a contradiction. This is domain consistency of AllDifferent.

Above size 9 a unit would have thousands of groups, so there k is at most LARGEST.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudocube.geometry import Geometry
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.trace import Rule, SolverContradictionError, digits_of, union

LARGEST = 4
"""The largest k above size 9."""

NAMES = {2: ("pairs", "pair"), 3: ("triples", "triple"), 4: ("quads", "quad")}

FEW_POSSIBLES = Rule("fewer possibles than squares", "more cells than digits")
FEW_SQUARES = Rule("fewer squares than values", "more digits than cells")


def sizes(geometry: Geometry) -> range:
    """The values of k, from 2; at size 9 up to 4, because 9 squares can be open."""
    half = geometry.size // 2
    return range(2, 1 + (half if geometry.size <= 9 else min(half, LARGEST)))


def groups(sets: Sequence[int], k: int) -> list[tuple[int, ...]]:
    """All choices of k of these sets (masks) whose union has at most k members, as indices.

    A partial group is dropped as soon as its union has more than k members.

    >>> groups([0b0011, 0b0111, 0b0011, 0b1110], 2)
    [(0, 2)]
    """
    small = [index for index, one in enumerate(sets) if one.bit_count() <= k]
    if len(small) < k:
        return []
    partial: list[tuple[tuple[int, ...], int]] = [((index,), sets[index]) for index in small]
    for _ in range(k - 1):
        partial = [
            ((*members, index), union | sets[index])
            for members, union in partial
            for index in small
            if index > members[-1] and (union | sets[index]).bit_count() <= k
        ]
    return [members for members, _ in partial]


def outside(arrays: Arrays, k: int) -> bool:
    """Apply the rule of pairs, outside (naked groups), in every unit; True if anything changed."""
    possibles, name, changed = arrays.possibles, rule("outside", k), False
    for unit in arrays.units:
        squares = arrays.open_squares(unit)
        if 2 * k > len(squares):
            continue
        for members in groups([possibles[square] for square in squares], k):
            group = [squares[index] for index in members]
            values = union(possibles[square] for square in group)
            if values.bit_count() < k:
                raise SolverContradictionError(FEW_POSSIBLES, group, digits_of(values), unit)
            others = [square for square in squares if square not in group]
            changed |= arrays.remove(name, values, others, about=group, digits=values, unit=unit)
    return changed


def inside(arrays: Arrays, k: int) -> bool:
    """Apply the rule of pairs, inside (hidden groups), in every unit; True if anything changed."""
    possibles, name, changed = arrays.possibles, rule("inside", k), False
    for unit in arrays.units:
        squares = arrays.open_squares(unit)
        if 2 * k >= len(squares):
            continue
        lacking = union(possibles[square] for square in squares)
        bits = [1 << digit - 1 for digit in digits_of(lacking)]
        places = [
            sum(1 << at for at, square in enumerate(squares) if possibles[square] & bit) for bit in bits
        ]
        for members in groups(places, k):
            values = sum(bits[index] for index in members)
            group = [square for square in squares if possibles[square] & values]
            if len(group) < k:
                raise SolverContradictionError(FEW_SQUARES, group, digits_of(values), unit, unit.cells)
            changed |= arrays.remove(
                name, ~values, group, about=group, digits=values, unit=unit, cells=unit.cells
            )
    return changed


def rule(side: str, k: int) -> Rule:
    """The names of a group: outside or inside in the source, naked or hidden as the standard term.

    >>> rule("outside", 2), rule("inside", 5)
    (Rule(name='pairs outside', term='naked pair'), Rule(name='groups of 5 inside', term='hidden group of 5'))
    """
    name, term = NAMES.get(k, (f"groups of {k}", f"group of {k}"))
    return Rule(f"{name} {side}", f"{'naked' if side == 'outside' else 'hidden'} {term}")
