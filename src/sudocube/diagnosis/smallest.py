"""A smallest conflict: clues that hit every set of clues whose removal leaves a solution (see `hitting`).

A set of clues without which there is a solution, and a minimal one, is what a solution disagrees with
once no further clue can be made to hold in it. As long as the smallest set that hits all those known so far
has a solution, that solution shows another one; where it has none, it is a smallest conflict.
"""

from __future__ import annotations

from sudocube.clock import Clock
from sudocube.diagnosis.conflicts import FEWEST, Found, minimised
from sudocube.diagnosis.hitting import HittingSets
from sudocube.diagnosis.oracle import Oracle
from sudocube.diagnosis.results import Clues
from sudocube.puzzle import Grid


def smallest_conflict(clues: Clues, known: Found, oracle: Oracle, clock: Clock) -> tuple[Found, int]:
    """The smallest conflict that was found in time, starting from a known one; no other has fewer clues.

    The number is the bound that was proved: where it is the number of its clues, it is a smallest one.
    """
    best = known
    at_least = FEWEST
    with HittingSets(clues, most=len(best.clues) - 1, at_least=FEWEST) as sets:
        try:
            for solution in known.without.values():
                sets.add(_disagreeing(clues, _grown(clues, solution, oracle, clock)))
            while len(best.clues) > at_least:
                hitting = sets.smallest(clock)
                at_least = min(sets.at_least, len(best.clues))
                if hitting is None or at_least == len(best.clues):
                    break
                chosen = {cell: clues[cell] for cell in clues if cell in hitting}
                is_first = True
                while (grid := oracle.solution(chosen, clock)) is not None:  # others, that share no clue
                    removed = _disagreeing(clues, _grown(clues, grid, oracle, clock))
                    sets.add(removed)
                    chosen |= {cell: clues[cell] for cell in removed}
                    is_first = False
                core = oracle.core(chosen)
                if is_first or len(core) < len(best.clues):
                    best = min(best, minimised(core, oracle, clock), key=lambda one: len(one.clues))
        except TimeoutError:
            at_least = min(max(at_least, sets.at_least), len(best.clues))
    return best, at_least


def _disagreeing(clues: Clues, grid: Grid) -> list[int]:
    """The clues that a grid does not hold."""
    return [cell for cell, digit in clues.items() if grid.cells[cell] != digit]


def _grown(clues: Clues, grid: Grid, oracle: Oracle, clock: Clock) -> Grid:
    """A grid that holds all the clues that this one does, and others, so that no further one can hold."""
    kept = {cell: digit for cell, digit in clues.items() if grid.cells[cell] == digit}
    for cell, digit in clues.items():
        if grid.cells[cell] != digit:
            more = oracle.solution({**kept, cell: digit}, clock)
            if more is not None:
                grid = more
                kept = {one: value for one, value in clues.items() if grid.cells[one] == value}
    return grid
