"""Clues of a unique puzzle that can be spared, and a puzzle of which none can.

A clue can be dropped where no other solution agrees with the solution on all other clues.
"""

from __future__ import annotations

from sudocube.diagnosis.clock import Clock
from sudocube.diagnosis.confirming import confirms, puzzle_of
from sudocube.diagnosis.oracle import Oracle
from sudocube.diagnosis.results import Clues, Redundancy
from sudocube.puzzle import Grid, Puzzle


def redundancy(puzzle: Puzzle, solution: Grid, oracle: Oracle, clock: Clock) -> Redundancy:
    """Which clues can be dropped, and what is left when as many as possible are dropped one by one."""
    clues = puzzle.clues
    differs = oracle.forbid(solution, ())
    redundant, undecided = [], []
    try:
        share = clock.share(0.5)
        for cell in clues:
            try:
                others = {other: digit for other, digit in clues.items() if other != cell}
                if oracle.solution(others, share, more=[differs]) is None:
                    redundant.append(cell)
            except TimeoutError:
                undecided.append(cell)
        minimal, is_minimal = clues, not redundant and not undecided
        if redundant:
            spare = [*undecided, *redundant]
            minimal, is_minimal = _dug_out(clues, spare, differs, oracle, clock.share(0.8))
        elif undecided:
            minimal = clues
    finally:
        oracle.asked.retire(differs)
    smaller = puzzle_of(minimal, puzzle.geometry)
    if minimal != clues and not confirms(smaller, clock, solution=solution):
        smaller, is_minimal = puzzle, False
    return Redundancy(tuple(redundant), tuple(undecided), smaller, is_minimal)


def _dug_out(
    clues: Clues, spare: list[int], differs: int, oracle: Oracle, clock: Clock
) -> tuple[Clues, bool]:
    """Clues without those that can be dropped one after the other; and whether no other one can be.

    Only the `spare` ones are tried: a clue that was needed before is needed when there are fewer.
    """
    kept, is_minimal = dict(clues), True
    for cell in spare:
        if cell not in kept:
            continue
        others = {other: digit for other, digit in kept.items() if other != cell}
        try:
            if oracle.solution(others, clock, more=[differs]) is None:
                core = oracle.core(others)
                kept = {other: digit for other, digit in others.items() if other in core}
        except TimeoutError:
            is_minimal = False
    return kept, is_minimal
