"""Answers that stand beside the puzzles in a file: what is to be said of one, and the engine `stored`.

An answer is judged once the verdict on its puzzle is known. A grid is never called wrong on the word of an
engine alone: whatever the referee passes is a solution. So a stored solution can refute a verdict, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sudocube.cell_values import hexadecimal_values
from sudocube.cube import clashes
from sudocube.engines.protocol import Answer, CheckedEngine, Failed, Refuted, Traits, Undecided
from sudocube.errors import PuzzleError, RefutedError, quoted
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.refereeing import referee
from sudocube.symbol_forms import usual_symbols
from sudocube.verdict import Claim, StoredAnswer, Verdict

STORED = "stored"
"""The name of the engine."""

_BETWEEN_NUMBERS = str.maketrans("[](),;", "      ")
_NUMBER = re.compile(r"[0-9]{1,2}")
"""A cell in a list, as Python, NumPy and JSON write it."""

_FROM_ZERO = set("0123456789ABCDEF")
"""The digits of a 16×16 grid that is written with 0 to F."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
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
    if refused := referee(grid, puzzle):
        return _wrong_answer(grid, puzzle, verdict, solutions, refused)
    others = [one for one in solutions if one != grid]
    if verdict is Verdict.NONE:
        return JudgedAnswer(None, "the referee passes the stored solution, so there is one", grid)
    if others:
        place, held, also, _ = _difference(grid, others[0])
        fault = f"{place} holds {held}; another solution has {also}"
        return JudgedAnswer(StoredAnswer.ONE_OF_SEVERAL, fault, grid if verdict is Verdict.UNIQUE else None)
    if verdict is Verdict.MULTIPLE:
        return JudgedAnswer(StoredAnswer.ONE_OF_SEVERAL, "there are others")
    if verdict is Verdict.UNIQUE:
        return JudgedAnswer(StoredAnswer.RIGHT)
    return JudgedAnswer(None, "the referee passes the stored solution; whether there are others is not known")


def _wrong_answer(
    grid: Grid, puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Grid], refused: str
) -> JudgedAnswer:
    """What is to be said of a grid that the referee refuses, for the reason `refused`."""
    if verdict is Verdict.NONE:
        return JudgedAnswer(StoredAnswer.GIVEN_THOUGH_NONE, "the puzzle has none")
    for cell, clue in puzzle.clues.items():
        if (held := grid.cells[cell]) != clue:
            place = puzzle.geometry.cell_name(cell)
            fault = f"{place} holds {SYMBOLS[held]}; the clue is {SYMBOLS[clue]}"
            return JudgedAnswer(StoredAnswer.CONTRADICTS_CLUES, fault)
    if verdict is Verdict.UNIQUE and solutions:
        place, wrong, right, others = _difference(grid, solutions[0])
        more = f", and {others} more cell{'s differ' if others > 1 else ' differs'}" if others else ""
        fault = f"{place} holds {wrong}; the only solution has {right}{more}"
        return JudgedAnswer(StoredAnswer.WRONG, fault)
    return JudgedAnswer(StoredAnswer.WRONG, str(next(iter(clashes(grid)), refused)))


def _difference(grid: Grid, other: Grid) -> tuple[str, str, str, int]:
    """The first cell in which two grids differ, its symbols in each, and in how many others they differ."""
    first, *others = differing_cells(grid, other)
    return (
        grid.geometry.cell_name(first),
        SYMBOLS[grid.cells[first]],
        SYMBOLS[other.cells[first]],
        len(others),
    )


class StoredEngine(CheckedEngine):
    """The answers that stand beside the puzzles, as an engine for `crosscheck`, which hands it their texts.

    It claims a solution, and nothing of others: so it never confirms that a puzzle is unique.
    """

    name = STORED
    traits = Traits(complete=False, pencilmarks=True)

    def __init__(self, variant: str = "") -> None:
        """There are no variants."""

    def _answered(self, *_: object) -> Answer:
        """Of a puzzle alone it knows nothing: the answer is `unknown`."""
        return Undecided("no solution is stored beside the puzzle; crosscheck asks for those in tables")

    def answer_in(self, text: str | None, puzzle: Puzzle) -> Answer:
        """The answer that a stored text is, refereed; None where there is no column of answers.

        >>> type(StoredEngine().answer_in("1243 3421 4321 2134", Puzzle("1... ..2. .3.. ...4"))).__name__
        'Refuted'
        """
        if text is None:
            return self.answer(puzzle)
        if not text.strip():
            return Undecided("no solution is stored")
        from sudocube.engines.outside_answers import OutsideAnswer

        try:
            grid = grid_in(text, puzzle.geometry)
            return OutsideAnswer(Claim.SOLUTION, Verdict.UNKNOWN, (grid,)).answer(self.name, puzzle)
        except PuzzleError as error:
            return Failed(f"no grid is stored: {_why_no_grid(text, error)}")
        except RefutedError as error:
            return Refuted(str(error))


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
