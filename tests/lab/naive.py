"""Propagation and what looks further ahead again, written to be simple and not to be fast."""

from collections.abc import Iterable, Sequence
from itertools import permutations

Clauses = Iterable[Iterable[int]]


def propagated(clauses: Clauses, assumed: Iterable[int]) -> set[int] | None:
    """All literals that follow; None where there is a contradiction."""
    listed = [list(clause) for clause in clauses]
    true = set(assumed)
    while not any(-literal in true for literal in true):
        found = set()
        for clause in listed:
            if not true.intersection(clause):
                open_literals = {literal for literal in clause if -literal not in true}
                if not open_literals:
                    return None
                if len(open_literals) == 1:
                    found |= open_literals
        if not found:
            return true
        true |= found
    return None


def with_failed_literals(clauses: Clauses, variables: Iterable[int]) -> set[int] | None:
    """All literals that follow when each literal of these variables that fails is false."""
    left = [list(clause) for clause in clauses]
    probes = [sign * variable for variable in variables for sign in (1, -1)]
    known = propagated(left, ())
    while known is not None:
        left = [
            [one for one in clause if -one not in known] for clause in left if not known.intersection(clause)
        ]
        probes = [probe for probe in probes if probe not in known and -probe not in known]
        failing = next((probe for probe in probes if propagated(left, [probe]) is None), None)
        if failing is None:
            return known
        implied = propagated(left, [-failing])
        known = None if implied is None else known | implied
    return None


def domain_consistent(masks: Sequence[int]) -> list[int] | None:
    """The candidates that are part of a way to give the cells different digits, by trying all ways."""
    digits = [1 << bit for bit in range(max(masks, default=0).bit_length())]
    ways = [
        way
        for way in permutations(digits, len(masks))
        if all(digit & mask for digit, mask in zip(way, masks, strict=True))
    ]
    return [sum({way[place] for way in ways}) for place in range(len(masks))] if ways else None


def bounds_consistent(masks: Sequence[int]) -> list[tuple[int, int]] | None:
    """The lowest and the highest digit of each cell, as bits, when all between them counts as a candidate."""
    filled = [(1 << mask.bit_length()) - (mask & -mask) for mask in masks]
    found = domain_consistent(filled)
    if found is None:
        return None
    return [((mask & -mask).bit_length(), mask.bit_length()) for mask in found]
