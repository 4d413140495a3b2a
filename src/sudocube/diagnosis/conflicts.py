"""Clues that cannot stand together: minimal sets of them, and sets that share no clue.

A minimal one is found by deletion: a clue without which there is still no solution goes, and with it all
that the solver did not need to see that (its core); one without which there is a solution stays. Source:
J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications" (2010).
"""

from __future__ import annotations

from collections.abc import Mapping

from sudocube.cube import clashes
from sudocube.diagnosis.clock import Clock
from sudocube.diagnosis.confirming import confirms, puzzle_of
from sudocube.diagnosis.oracle import Oracle
from sudocube.diagnosis.results import Clues, Conflict
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection

FEWEST = 2
"""Any one clue alone can stand."""


class Found:
    """Conflicting clues. `without` holds, for each that is known to be needed, a solution of the others."""

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
    >>> found = conflict_among({0: 1, 1: 2, 2: 3, 7: 4, 15: 1}, oracle, Clock.of(None))
    >>> sorted(found.clues), found.is_minimal
    ([0, 1, 7], True)
    """
    if oracle.solution(clues, clock) is not None:
        return None
    return minimised(oracle.core(clues), oracle, clock)


def minimised(clues: Clues, oracle: Oracle, clock: Clock) -> Found:
    """Some of these clues, which have no solution, so that none can be spared; see `conflict_among`."""
    rest, needed = clues, dict[int, int]()
    without: dict[int, Grid] = {}
    try:
        while rest:
            cell = next(iter(rest))
            others = {**needed, **{other: rest[other] for other in rest if other != cell}}
            solution = oracle.solution(others, clock)
            if solution is None:
                core = oracle.core(others)
                rest = {other: digit for other, digit in rest.items() if other in core}
            else:
                without[cell] = solution
                needed[cell] = rest[cell]
                rest = {other: digit for other, digit in rest.items() if other != cell}
    except TimeoutError:
        pass
    return Found({**needed, **rest}, without)


def disjoint_conflicts(clues: Clues, oracle: Oracle, clock: Clock) -> tuple[list[Found], bool]:
    """Conflicts among clues that share none, those of two that clash first; and whether what is left is none.

    As many as there is time for.
    """
    left = dict(clues)
    found: list[Found] = []
    try:
        for clash in clashes(puzzle_of(left, oracle.geometry)):
            pair = [cell for cell in clash.cells if cell in left][:2]
            if len(pair) == FEWEST:
                found.append(minimised({cell: left.pop(cell) for cell in pair}, oracle, clock))
        while (one := conflict_among(left, oracle, clock)) is not None:
            found.append(one)
            left = {cell: digit for cell, digit in left.items() if cell not in one.clues}
    except TimeoutError:
        return found, False
    return found, True


def checked(found: Found, puzzle: Puzzle, at_least: int, clock: Clock) -> Conflict:
    """A conflict as it is shown: its solutions without each clue refereed again, the rest confirmed.

    Raises EngineError where that fails.
    """
    shape = puzzle.geometry
    for cell, grid in found.without.items():
        others = puzzle_of({one: digit for one, digit in found.clues.items() if one != cell}, shape)
        refused = objection(grid.cells, others.cells, shape.box_rows, shape.box_columns)
        if refused is not None or grid.cells[cell] == found.clues[cell]:
            raise EngineError(f"no solution without the clue of {shape.cell_name(cell)}: {grid} ({refused})")
    alone = puzzle_of(found.clues, shape)
    is_confirmed = bool(clashes(alone)) or confirms(alone, clock)
    is_minimal = found.is_minimal or len(found.clues) == at_least
    return Conflict(tuple(sorted(found.clues)), is_minimal, at_least, is_confirmed)
