"""The theorem that checks every technique. It knows no names and no search.

Take base lines and cover lines, each as often as wanted. The *excess* of an element is the number of covers
that it lies in less the number of bases; the *rank* is the number of all covers less that of all bases.

    If no open element has an excess below 0, every element with an excess above the rank is false.

Proof. In a solution each base has at least one true element, and each cover at most one. So, summed up over
the true elements, the bases are met at least as often as there are bases, and the covers at most as often as
there are covers: the excesses of the true elements add up to the rank at most. None of them is negative, so
none alone is above the rank.

With a rank below 0 every element is false: there is no solution.

A naked pair has two cells as bases and two digits of a unit as covers; an X-wing, two rows and two columns of
one digit. Both have rank 0. A chain has one cover more than bases.

Sources: Obi-Wahn, "About the arithmetic of Ultimate Fish" (forum.enjoysudoku.com, 2007), has these two rules
for the lines of one digit, and A. Barker, "Local Area Sets and Three Dimensional Sudoku" (the same forum,
2008), base and cover sets with a rank for all lines. With counts it is the cutting plane proof of W. Cook,
C. R. Coullard and G. Turán, "On the complexity of cutting-plane proofs" (1987).
"""

from __future__ import annotations

from collections.abc import Mapping

Counts = Mapping[int, int]
"""How often each line counts; a line is a mask: bit e is set for element e of the cube."""


def refuted(possible: int, bases: Counts, covers: Counts) -> int:
    """The mask of the elements that these lines show to be false, of those that are `possible`; 0 for none.

    >>> bin(refuted(0b111, {0b011: 1}, {0b111: 1}))  # one of two is true, and at most one of three
    '0b100'
    """
    rank = sum(covers.values()) - sum(bases.values())
    false = 0
    for element in range(possible.bit_length()):
        if not possible >> element & 1:
            continue
        excess = sum(count for cover, count in covers.items() if cover >> element & 1)
        excess -= sum(count for base, count in bases.items() if base >> element & 1)
        if excess < 0:
            return 0
        if excess > rank:
            false |= 1 << element
    return false
