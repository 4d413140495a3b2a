"""How "at most one of these literals is true" is written as clauses: one function for each way.

Each takes the literals and the highest variable in use so far, and returns the clauses and the highest
variable in use after it; variables in between are its own. For n literals:

    pairwise   no variables of its own, n(n-1)/2 clauses: no two together
    others     as PySAT's CardEnc writes them (A. Ignatiev, A. Morgado and J. Marques-Silva, "PySAT: A
               Python Toolkit for Prototyping with SAT Oracles", 2018)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

Clause = list[int]
AtMostOne = Callable[[Sequence[int], int], tuple[list[Clause], int]]


def pairwise(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
    """One binary clause for each pair.

    >>> pairwise([1, 2, 3], 9)
    ([[-1, -2], [-1, -3], [-2, -3]], 9)
    """
    return [[-first, -second] for first, second in combinations(literals, 2)], top


def _of_pysat(kind: str) -> AtMostOne:
    """The way that PySAT's CardEnc calls `kind`."""

    def write(literals: Sequence[int], top: int) -> tuple[list[Clause], int]:
        from pysat.card import CardEnc, EncType

        cnf = CardEnc.atmost(list(literals), 1, top_id=top, encoding=getattr(EncType, kind))
        return cnf.clauses, max(top, cnf.nv)

    write.__doc__ = f"PySAT's CardEnc.atmost with EncType.{kind}."
    return write


WAYS: dict[str, AtMostOne] = {
    "pairwise": pairwise,
    "sequential-counter": _of_pysat("seqcounter"),
    "bitwise": _of_pysat("bitwise"),
    "ladder": _of_pysat("ladder"),
    "totalizer": _of_pysat("totalizer"),
    "k-m-totalizer": _of_pysat("kmtotalizer"),
    "cardinality-network": _of_pysat("cardnetwrk"),
    "sorting-network": _of_pysat("sortnetwrk"),
}
"""By the name that an encoding's file uses."""
