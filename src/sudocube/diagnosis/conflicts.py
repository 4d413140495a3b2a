"""Clues that cannot stand together: minimal sets of them, and sets that share no clue.

A minimal one is found by deletion: a clue without which there is still no solution goes, and with it all
that the solver did not need to see that (its core); one without which there is a solution stays. Source:
J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications" (2010).
"""

from __future__ import annotations

from collections.abc import Mapping

from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.diagnosis.confirming import confirms
from sudocube.diagnosis.oracle import Oracle
from sudocube.diagnosis.results import Clues, Conflict
from sudocube.puzzle import Grid, Puzzle

FEWEST = 2
"""Any one clue alone can stand."""


class Found:
    """Conflicting clues. `without` holds, for each that is known to be needed, a solution of the others.

    The referee has passed those.
    """

    def __init__(self, clues: Clues, without: Mapping[int, Grid]) -> None:
        self.clues, self.without = clues, without

    @property
    def is_minimal(self) -> bool:
        """Whether each clue is known to be needed."""
        return len(self.without) == len(self.clues)


def conflict_among(clues: Clues, oracle: Oracle, clock: Clock) -> Found | None:
    """Some of these clues that have no solution; None where all of them have one.

    Minimal, unless time runs out in the midst; raises TimeoutError where it does before one is known.

    >>> from sudocube.diagnosis.oracle import kept_oracle
    >>> from sudocube.geometry import Geometry
    >>> oracle = kept_oracle(Geometry.of_size(4))
    >>> found = conflict_among({0: 1, 1: 2, 2: 3, 7: 4, 15: 1}, oracle, Clock())
    >>> sorted(found.clues), found.is_minimal
    ([0, 1, 7], True)
    """
    if oracle.solution(clues, clock) is not None:
        return None
    return minimised(oracle.core(clues), oracle, clock)


def minimised(clues: Clues, oracle: Oracle, clock: Clock) -> Found:
    """Some of these clues, which have no solution, so that none can be spared; see `conflict_among`."""
    rest = {cell: oracle.literal(cell, digit) for cell, digit in clues.items()}
    needed: dict[int, int] = {}
    without: dict[int, Grid] = {}
    try:
        while rest:
            cell, literal = rest.popitem()
            others = [*needed.values(), *rest.values()]
            try:
                solution = oracle.unrefereed_solution(others, clock)
            except TimeoutError:
                rest[cell] = literal
                raise
            if solution is None:
                core = set(oracle.asked.core())
                rest = {other: literal for other, literal in rest.items() if literal in core}
            else:
                without[cell] = solution
                needed[cell] = literal
    except TimeoutError:
        pass
    found = {cell: digit for cell, digit in clues.items() if cell in needed or cell in rest}
    for cell, solution in without.items():
        oracle.refereed(solution, {other: digit for other, digit in found.items() if other != cell})
    return Found(found, without)


def disjoint_conflicts(clues: Clues, oracle: Oracle, clock: Clock) -> tuple[list[Found], bool]:
    """Conflicts among clues that share none, those of two that clash first; and whether what is left is none.

    As many as there is time for.
    """
    left = dict(clues)
    found: list[Found] = []
    try:
        for clash in clashes(Puzzle.of_clues(left, oracle.geometry)):
            pair = [cell for cell in clash.cells if cell in left][:2]
            if len(pair) == FEWEST:
                found.append(minimised({cell: left.pop(cell) for cell in pair}, oracle, clock))
        while (one := conflict_among(left, oracle, clock)) is not None:
            found.append(one)
            left = {cell: digit for cell, digit in left.items() if cell not in one.clues}
    except TimeoutError:
        return found, False
    return found, True


def confirmed(found: Found, puzzle: Puzzle, at_least: int, clock: Clock) -> Conflict:
    """A conflict as it is shown, once another solver has seen it; raises EngineError where it objects."""
    alone = Puzzle.of_clues(found.clues, puzzle.geometry)
    is_confirmed = bool(clashes(alone)) or confirms(alone, clock)
    is_minimal = found.is_minimal or len(found.clues) == at_least
    return Conflict(tuple(sorted(found.clues)), is_minimal, at_least, is_confirmed)
