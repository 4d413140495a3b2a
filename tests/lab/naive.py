"""Propagation and failed literals again, written to be simple and not to be fast."""

from collections.abc import Iterable
from itertools import permutations

from sudocube.cube import cube

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


def filtered_units(puzzle) -> list[tuple[int, ...]] | None:
    """The digits of each cell that are part of a way to fill each of its units, by trying all ways."""
    shape = puzzle.geometry
    left = [{digit} if digit else set(shape.digits) for digit in puzzle.cells]
    before = None
    while before != left:
        before = [set(one) for one in left]
        for unit in cube(shape).units:
            ways = [
                way
                for way in permutations(shape.digits)
                if all(digit in left[cell] for digit, cell in zip(way, unit.cells, strict=True))
            ]
            if not ways:
                return None
            for cell, digits in zip(unit.cells, zip(*ways, strict=True), strict=True):
                left[cell] = set(digits)
    return [tuple(sorted(one)) for one in left]
