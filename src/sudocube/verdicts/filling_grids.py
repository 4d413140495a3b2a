"""Grids from which blanks of a puzzle are filled, so that it becomes easier to trace by hand.

Solutions of the puzzle, if it has any: with the digits of one filled in, it is still a solution. If there are
several, two that differ in few cells are taken: where they agree, all can be filled, and both are still
solutions. A puzzle without a solution stays so whatever is filled in. For it, a grid is taken that agrees
with as many clues as is easily found: clues are left out one by one, wherever there is no solution with those
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from sudocube.clock import Clock
from sudocube.engines import engine_for
from sudocube.geometry import SYMBOLS
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdict import Verdict

SEARCH_SECONDS = 10.0
"""How long grids to fill from are looked for."""

COMPARED = 30
"""Of how many solutions the two are taken that differ least."""


def with_digits(puzzle: Puzzle, digits: Mapping[int, int]) -> Puzzle:
    """The puzzle with these digits in these cells: clues instead of blanks, and blanks for 0.

    A cell of pencilmarks then has one candidate, or all.

    >>> with_digits(Puzzle("1... ..2. .3.. ...4"), {0: 0, 1: 2})
    Puzzle('.2....2..3.....4')
    """
    if puzzle.candidates is None:
        cells = bytearray(puzzle.cells)
        for cell, digit in digits.items():
            cells[cell] = digit
        return Puzzle(bytes(cells), puzzle.geometry)
    text = str(puzzle)
    every_digit = "".join(SYMBOLS[digit] for digit in puzzle.geometry.digits)
    marks = [text[start : start + 9] for start in range(0, len(text), 9)]
    for cell, digit in digits.items():
        marks[cell] = "".join(s if not digit or s == SYMBOLS[digit] else SYMBOLS[0] for s in every_digit)
    return Puzzle("".join(marks), puzzle.geometry)


def filling_grids(puzzle: Puzzle) -> list[Grid]:
    """Up to two valid grids: solutions of the puzzle, or grids that agree with many clues if it has none.

    Empty where none was found in SEARCH_SECONDS.

    >>> filling_grids(Puzzle("1... ..2. .3.. ...4"))
    [Grid('1243342143122134')]
    >>> filling_grids(Puzzle("1243 3421 4312 21.3"))  # column 4 holds a 3 twice
    [Grid('1243342143122134'), Grid('1234342143122143')]
    """
    clock = Clock(SEARCH_SECONDS)
    found: list[Grid] = []
    answer = refereed_answer(
        engine_for(puzzle), puzzle, limit=COMPARED, timeout=clock.timeout_left, on_result=found.append
    )
    if answer.verdict is not Verdict.NONE:
        pairs = combinations(found, 2)
        return list(min(pairs, key=lambda pair: len(differing_cells(*pair)), default=found))
    cells = list(puzzle.clues)
    near = (_nearly_solved(puzzle, order, clock) for order in (cells, cells[::-1]))
    return list(dict.fromkeys(grid for grid in near if grid is not None))


def _nearly_solved(puzzle: Puzzle, order: Iterable[int], clock: Clock) -> Grid | None:
    """A valid grid with the clues of the puzzle, taken in this order, that leave it a solution."""
    kept = with_digits(puzzle, dict.fromkeys(puzzle.clues, 0))
    engine = engine_for(kept)
    best: Grid | None = None
    for cell in order:
        digit = puzzle.cells[cell]
        if best is not None and best.cells[cell] == digit:
            kept = with_digits(kept, {cell: digit})
            continue
        more = with_digits(kept, {cell: digit})
        answer = refereed_answer(engine, more, limit=1, timeout=clock.timeout_left)
        if answer.solutions:
            kept, best = more, answer.solutions[0]
    if best is None:
        answer = refereed_answer(engine, kept, limit=1, timeout=clock.timeout_left)
        best = answer.solutions[0] if answer.solutions else None
    return best
