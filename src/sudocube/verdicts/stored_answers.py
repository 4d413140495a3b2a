"""Answers that stand beside the puzzles in a file: what is to be said of one, and what `stored` answers.

An answer is judged once the verdict on its puzzle is known. A grid is never called wrong on the word of an
engine alone: whatever the referee passes is a solution. So a stored solution can refute a verdict, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sudocube.cell_values import hexadecimal_values, usual_symbols
from sudocube.engines import Answer, Failed, Found, Refuted, Undecided
from sudocube.engines.own_engines import NOTHING_STORED, STORED
from sudocube.errors import PuzzleError, RefutedError, quoted
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdict import Claim, StoredAnswer, Verdict, referee, refereed

_BETWEEN_NUMBERS = str.maketrans("[](),;", "      ")
_NUMBER = re.compile(r"[0-9]{1,2}")
"""A cell in a list, as Python, NumPy and JSON write it."""

_FROM_ZERO = set("0123456789ABCDEF")
"""The digits of a 16×16 grid that is written with 0 to F."""


class JudgedAnswer(NamedTuple):
    """What is to be said of a stored answer.

    `kind` is None where that is not decided: the answer is a solution, and whether it is the only one is not
    known. `fault` says in words what is wrong, or open; None for a right answer and for a missing one.
    `refuting` is the stored grid where the referee passes it and the puzzle was said to have no solution, or
    another one only.
    """

    kind: StoredAnswer | None
    fault: str | None = None
    refuting: Grid | None = None


def judged_answer(text: str, puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Grid]) -> JudgedAnswer:
    """What is to be said of the answer stored beside a puzzle with that verdict and those solutions.

    The referee has passed the solutions; one at least is shown for `unique`, unless it is only claimed.

    >>> puzzle, solution = Puzzle("1... ..2. .3.. ...4"), Grid("1243342143122134")
    >>> judged_answer("1243 3421 4321 2134", puzzle, Verdict.UNIQUE, [solution]).fault
    'r3c3 holds 2; the only solution has 1, and 1 more cell differs'
    """
    if not text.strip():
        return JudgedAnswer(StoredAnswer.MISSING)
    try:
        grid = grid_in(text, puzzle.geometry)
    except PuzzleError as error:
        return JudgedAnswer(StoredAnswer.NO_GRID, _why_no_grid(text, error))
    refused = referee(grid, puzzle)
    if verdict is Verdict.NONE:
        if refused:
            return JudgedAnswer(StoredAnswer.GIVEN_THOUGH_NONE, "the puzzle has none")
        return JudgedAnswer(None, "the referee passes the stored solution, so there is one", grid)
    for cell, digit in puzzle.clues.items() if refused else ():
        if grid.cells[cell] != digit:
            return JudgedAnswer(StoredAnswer.CONTRADICTS_CLUES, _differs(grid, cell, "the clue is", digit))
    other = next((one for one in solutions if one != grid), None)
    cell, *more = differing_cells(grid, other) if other is not None else (0,)
    if refused:
        if verdict is not Verdict.UNIQUE or other is None:
            from sudocube.cube import clashes

            return JudgedAnswer(StoredAnswer.WRONG, str(next(iter(clashes(grid)), refused)))
        fault = _differs(grid, cell, "the only solution has", other.cells[cell])
        fault += f", and {len(more)} more cell{'s differ' if len(more) > 1 else ' differs'}" if more else ""
        return JudgedAnswer(StoredAnswer.WRONG, fault)
    if other is not None:
        fault = _differs(grid, cell, "another solution has", other.cells[cell])
        return JudgedAnswer(StoredAnswer.ONE_OF_SEVERAL, fault, grid if verdict is Verdict.UNIQUE else None)
    if verdict is Verdict.MULTIPLE:
        return JudgedAnswer(StoredAnswer.ONE_OF_SEVERAL, "there are others")
    if verdict is Verdict.UNIQUE:
        return JudgedAnswer(StoredAnswer.RIGHT)
    open_word = "the referee passes the stored solution; whether there are others is not known"
    return JudgedAnswer(None, open_word)


def _differs(grid: Grid, cell: int, other: str, digit: int) -> str:
    """That a cell holds another digit than something else has there."""
    return f"{grid.geometry.cell_name(cell)} holds {SYMBOLS[grid.cells[cell]]}; {other} {SYMBOLS[digit]}"


def stored_answer(text: str | None, puzzle: Puzzle) -> Answer:
    """The answer that stands beside a puzzle, as that of the engine `stored`; None where there is none.

    It claims a solution, and nothing of others: so it never confirms that a puzzle is unique.

    >>> stored_answer("1243 3421 4312 2134", Puzzle("1... ..2. .3.. ...4")).claims
    <Claim.SOLUTION: 'solution'>
    """
    if text is None:
        return Undecided(NOTHING_STORED)
    if not text.strip():
        return Undecided("no solution is stored")
    try:
        grid = refereed(grid_in(text, puzzle.geometry), puzzle)
    except PuzzleError as error:
        return Failed(f"no grid is stored: {_why_no_grid(text, error)}")
    except RefutedError as error:
        return Refuted(str(error), refused=error.refused)
    reason = f"{STORED} gives one solution, and no word on others"
    return Found((grid,), 1, reason=reason, claims=Claim.SOLUTION)


def grid_in(text: str, geometry: Geometry) -> Grid:
    """The grid that a stored text is, in any form that is read; raises PuzzleError where it is none.

    >>> str(grid_in("[[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]", Geometry(2, 2)))
    '1243342143122134'
    """
    symbols = usual_symbols(text).strip()
    numbers = symbols.translate(_BETWEEN_NUMBERS).split()
    if len(numbers) == geometry.cell_count and all(_NUMBER.fullmatch(one) for one in numbers):
        return Grid(list(map(int, numbers)), geometry)
    if len(symbols) == geometry.cell_count and set(symbols.upper()) == _FROM_ZERO:  # a grid has no blank
        return Grid(hexadecimal_values(symbols), geometry)
    return Grid(Puzzle(symbols, geometry).cells, geometry)


def _why_no_grid(text: str, error: PuzzleError) -> str:
    """Why a text is no grid: what it says, if it is a word, and else what is wrong with its cells."""
    if not any(symbol.isdecimal() for symbol in text):
        return f"it is {quoted(text.strip())}"
    return str(error).replace(": ", "; ")
