"""Cases that a seed makes, so that no solver can know them, and that are certain all the same.

Some are cases of the package, transformed by what keeps the rules: they have as many solutions. The others
are clues of a transformed solution, taken at random: the referee passes two solutions, or the trusted checker
accepts a proof that there is one only.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sudocube.conformance.suite_cases import ConformanceCase, built_in_cases
from sudocube.crosschecking import PROVER
from sudocube.engines import kept_engine
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.verdict import Evidence

CATEGORY = "made from the seed"

TRANSFORMED = 24
"""How many cases are transformed."""

FRESH = 12
"""How many are clues taken at random."""

CLUES = (22, 34)
"""The fewest and the most clues that are taken."""

PROOF_SECONDS = 10.0


class Transformation:
    """One of the changes of 9×9 boards that keep the rules, chosen at random.

    Digits are renamed; bands, stacks, rows of a band and columns of a stack are exchanged; half of the
    transformations turn rows into columns.

    >>> grid = built_in_cases()[0].solutions[0]
    >>> other = Transformation(Random(1))
    >>> other(grid) == grid, other(grid) == other(grid)
    (False, True)
    """

    def __init__(self, rng: Random) -> None:
        self._names = bytes([0, *rng.sample(range(1, 10), 9)])
        rows, columns = _shuffled(rng), _shuffled(rng)
        self._from = [9 * row + column for row in rows for column in columns]
        if rng.random() < 0.5:
            self._from = [self._from[9 * column + row] for row in range(9) for column in range(9)]

    def __call__(self, board: Board) -> bytes:
        """The cells of the transformed board."""
        return bytes(self._names[board.cells[cell]] for cell in self._from)


def _shuffled(rng: Random) -> list[int]:
    """Rows (or columns) in another order, in which those of a band stay together."""
    return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]


def seeded_cases(seed: int) -> Iterator[ConformanceCase]:
    """The cases that a seed makes, the same ones each time.

    >>> [case.puzzle for case in seeded_cases(1)] == [case.puzzle for case in seeded_cases(1)]
    True
    """
    rng = Random(seed)
    known = [case for case in built_in_cases() if case.puzzle.geometry == Geometry(3, 3)]
    number = 0
    for case in rng.sample(known, TRANSFORMED):
        moved, number = Transformation(rng), number + 1
        solutions = tuple(Grid(moved(grid)) for grid in case.solutions)
        puzzle = Puzzle(moved(case.puzzle))
        yield ConformanceCase(_name(number), CATEGORY, puzzle, case.count, case.is_exact, solutions)
    grids = [case.solutions[0] for case in known if case.solutions]
    while number < TRANSFORMED + FRESH:
        grid = Transformation(rng)(rng.choice(grids))
        kept = set(rng.sample(range(81), rng.randint(*CLUES)))
        puzzle = Puzzle(bytes(digit if cell in kept else 0 for cell, digit in enumerate(grid)))
        answer = refereed_answer(kept_engine(PROVER), puzzle, timeout=PROOF_SECONDS)
        if answer.evidence in (Evidence.PROOF, Evidence.WITNESS):
            number += 1
            is_exact, found = answer.evidence is Evidence.PROOF, answer.solutions
            yield ConformanceCase(_name(number), CATEGORY, puzzle, len(found), is_exact, found)


def _name(number: int) -> str:
    return f"{CATEGORY} {number}"
