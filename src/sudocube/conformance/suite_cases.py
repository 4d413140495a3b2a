"""The cases of the conformance suite: puzzles of which it is known how many solutions they have.

They are in `cases.csv`. Certificates in `tests/conformance` prove for each that there is no solution, that
there is one only, or that there are two; tests count how many there are. The puzzles with 17 clues are
transformed from the list of G. Royle, "Minimum Sudoku", University of Western Australia, as M. Dobrichev
continues it; all others were made for this suite.

More cases are made from a seed, so that no solver can know them, and are certain all the same. Some are
cases of the package, transformed by what keeps the rules: they have as many solutions. The others are clues
of a transformed solution, taken at random: the referee passes two solutions, or the trusted checker accepts a
proof that there is one only.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from sudocube.engines import kept_engine
from sudocube.engines.asking import refereed_answer
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.symmetry import random_isomorphism
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.judging import PROVER, Facts

SEEDED = "made from the seed"

TRANSFORMED = 24
"""How many cases are transformed."""

FRESH = 12
"""How many are clues taken at random."""

CLUES = (22, 34)
"""The fewest and the most clues that are taken."""

PROOF_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ConformanceCase:
    """A puzzle, and what is known of it.

    `name` is the category and a number. There are `count` solutions, or at least so many unless `is_exact`.
    `solutions` are the first two of them.

    >>> case = ConformanceCase("small 1", "small", Puzzle("12.. ...3 ..3. ...4"), 0, True)
    >>> case.expected, case.facts.verdict
    ('none', <Verdict.NONE: 'none'>)
    """

    name: str
    category: str
    puzzle: Puzzle
    count: int
    is_exact: bool
    solutions: tuple[Grid, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The right verdict."""
        return (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(self.count, 2)]

    @property
    def facts(self) -> Facts:
        """What refutes an answer: the solutions, and, if there are fewer than two, that these are all."""
        return Facts(self.solutions, is_proved=self.count < 2)

    @property
    def expected(self) -> str:
        """The right answer in words; of several solutions, how many there are."""
        if self.count < 2:
            return " ".join([self.verdict, *map(str, self.solutions)])
        return f"{self.verdict} ({self.count:,} solutions{'' if self.is_exact else ' or more'})"


@cache
def built_in_cases() -> tuple[ConformanceCase, ...]:
    """The cases that come with the package, in the order of the suite.

    >>> [(case.name, case.count) for case in built_in_cases() if case.category == "three solutions"][:2]
    [('three solutions 1', 3), ('three solutions 2', 3)]
    """
    numbers, cases = Counter[str](), []
    text = (files("sudocube") / "conformance" / "cases.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        category, count = row["category"], row["solution_count"]
        numbers[category] += 1
        name, puzzle = f"{category} {numbers[category]}", Puzzle(row["puzzle"])
        known = int(count.removesuffix("+")), not count.endswith("+")
        cases.append(ConformanceCase(name, category, puzzle, *known, (*map(Grid, row["solutions"].split()),)))
    return tuple(cases)


def cases_of(category: str) -> list[ConformanceCase]:
    """The built-in cases of a category, such as "easy" or "size 4"; none if there is no such category."""
    return [case for case in built_in_cases() if case.category == category]


def seeded_cases(seed: int) -> Iterator[ConformanceCase]:
    """The cases that a seed makes, the same ones each time.

    >>> [case.puzzle for case in seeded_cases(1)] == [case.puzzle for case in seeded_cases(1)]
    True
    """
    rng = Random(seed)
    known = [case for case in built_in_cases() if case.puzzle.geometry == Geometry(3, 3)]
    for number, case in enumerate(rng.sample(known, TRANSFORMED), 1):
        moved = random_isomorphism(rng)
        solutions = tuple(map(moved.apply, case.solutions))
        puzzle = moved.apply(case.puzzle)
        yield ConformanceCase(f"{SEEDED} {number}", SEEDED, puzzle, case.count, case.is_exact, solutions)
    grids = [case.solutions[0] for case in known if case.solutions]
    number = TRANSFORMED
    while number < TRANSFORMED + FRESH:
        grid = random_isomorphism(rng).apply(rng.choice(grids))
        kept = set(rng.sample(range(81), rng.randint(*CLUES)))
        puzzle = Puzzle(bytes(digit if cell in kept else 0 for cell, digit in enumerate(grid.cells)))
        answer = refereed_answer(kept_engine(PROVER), puzzle, timeout=PROOF_SECONDS)
        if answer.evidence in (Evidence.PROOF, Evidence.WITNESS):
            number += 1
            is_exact, found = answer.evidence is Evidence.PROOF, answer.solutions
            yield ConformanceCase(f"{SEEDED} {number}", SEEDED, puzzle, len(found), is_exact, found)
