"""Cases that a seed makes, so that no solver can know them, and that are certain all the same.

Some are cases of the package, transformed by what keeps the rules: they have as many solutions. The others
are clues of a transformed solution, taken at random: the referee passes two solutions, or the trusted checker
accepts a proof that there is one only.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sudocube.conformance.suite_cases import ConformanceCase, built_in_cases
from sudocube.engines import kept_engine
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.symmetry import random_isomorphism
from sudocube.verdict import Evidence
from sudocube.verdicts.judging import PROVER

CATEGORY = "made from the seed"

TRANSFORMED = 24
"""How many cases are transformed."""

FRESH = 12
"""How many are clues taken at random."""

CLUES = (22, 34)
"""The fewest and the most clues that are taken."""

PROOF_SECONDS = 10.0


def seeded_cases(seed: int) -> Iterator[ConformanceCase]:
    """The cases that a seed makes, the same ones each time.

    >>> [case.puzzle for case in seeded_cases(1)] == [case.puzzle for case in seeded_cases(1)]
    True
    """
    rng = Random(seed)
    known = [case for case in built_in_cases() if case.puzzle.geometry == Geometry(3, 3)]
    number = 0
    for case in rng.sample(known, TRANSFORMED):
        moved, number = random_isomorphism(rng), number + 1
        solutions = tuple(map(moved.apply, case.solutions))
        puzzle = moved.apply(case.puzzle)
        yield ConformanceCase(_name(number), CATEGORY, puzzle, case.count, case.is_exact, solutions)
    grids = [case.solutions[0] for case in known if case.solutions]
    while number < TRANSFORMED + FRESH:
        grid = random_isomorphism(rng).apply(rng.choice(grids))
        kept = set(rng.sample(range(81), rng.randint(*CLUES)))
        puzzle = Puzzle(bytes(digit if cell in kept else 0 for cell, digit in enumerate(grid.cells)))
        answer = refereed_answer(kept_engine(PROVER), puzzle, timeout=PROOF_SECONDS)
        if answer.evidence in (Evidence.PROOF, Evidence.WITNESS):
            number += 1
            is_exact, found = answer.evidence is Evidence.PROOF, answer.solutions
            yield ConformanceCase(_name(number), CATEGORY, puzzle, len(found), is_exact, found)


def _name(number: int) -> str:
    return f"{CATEGORY} {number}"
