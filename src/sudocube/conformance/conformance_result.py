"""What the conformance suite says of a solver: a result for each case, tallies, speeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sudocube.shown import Shown
from sudocube.verdict import Claim
from sudocube.verdicts.judging import Refutation
from sudocube.verdicts.shrinking import Shrunk

ROBUSTNESS = "lines that are no puzzles"
"""The category of which a right solver need not pass anything, unless it is looked at strictly."""


TRANSPOSED = "it is the transpose of a solution: rows and columns are exchanged"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a solver did in one case.

    `case` is the name of the case, which no other has, and `category` what it belongs to. `puzzle` is the
    line as the solver got it, which in the category of odd lines may be anything at all. `expected` and
    `answer` are in the words of outsiders' answers, such as "none" or "unique 1234…"; where there is no
    answer, `answer` says why.

    `passed` is None where the solver ran out of time. `reason` says in a sentence why a case was not passed,
    `refutation` what refutes the answer, if anything does, and `shrunk` has a smaller puzzle on which it is
    refuted in the same way; there is one for each cause. `repeat` is a command for a shell that asks the
    solver again, about the smaller puzzle if there is one. `before` holds the lines that the solver got
    before this one, if the answer depends on them. `seconds` is 0 where the time was not measured for this
    case alone. `box` is the shape of a box of the puzzle, such as "3x3"; None for a line that is no puzzle.

    >>> CaseResult("easy 1", "easy", "1...", "unique 1234", "none", False, "a solution passed").passed
    False
    """

    case: str
    category: str
    puzzle: str
    expected: str
    answer: str
    passed: bool | None
    reason: str | None = None
    refutation: Refutation | None = None
    shrunk: Shrunk | None = None
    repeat: str | None = None
    before: tuple[str, ...] = ()
    seconds: float = 0.0
    box: str | None = None

    @property
    def is_late(self) -> bool:
        """Whether the time ran out, or it was not asked any more.

        >>> CaseResult("easy 1", "easy", "1...", "unique 1234", "", None, "out of time after 2 s").is_late
        True
        """
        return self.passed is None and (self.reason or "").startswith(("out of time", "not asked"))


@dataclass(frozen=True, slots=True)
class CategoryTally:
    """How many cases of a category passed, failed and ran out of time.

    >>> CategoryTally(2, 0, 1).conforms, CategoryTally(2, 1, 1).conforms, CategoryTally(2, 0, 0).conforms
    (None, False, True)
    """

    passed: int = 0
    failed: int = 0
    undecided: int = 0

    @property
    def conforms(self) -> bool | None:
        """False where a case failed, else None where one is undecided, else True."""
        if self.failed:
            return False
        return None if self.undecided else True

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> CategoryTally:
        """The tally of some results."""
        passed = [one.passed for one in results]
        return cls(passed.count(True), passed.count(False), passed.count(None))

    @classmethod
    def of_each(cls, results: Sequence[CaseResult]) -> dict[str, CategoryTally]:
        """The tally of each category, in the order of the suite."""
        names = dict.fromkeys(one.category for one in results)
        return {name: cls.of(one for one in results if one.category == name) for name in names}

    def __str__(self) -> str:
        numbers = {"passed": self.passed, "failed": self.failed, "undecided": self.undecided}
        return ", ".join(f"{number:,} {word}" for word, number in numbers.items() if number)


@dataclass(frozen=True, slots=True)
class Conformance(Shown):
    """What the suite found out about a solver.

    `solver` is its name. `claims` is what its answers claim, None if it never answered. `sizes` holds the
    sizes that it takes: those that it answered with a grid of that size. `counts_up_to` is the number at
    which it stops to count, if it claims counts and stops. `seed` made the generated puzzles. `results` are
    in the order of the suite.

    `speeds` tells how many 9×9 puzzles a second are decided, the same ones each, by the solver and by the
    engines `kernel` and `phases`, by name; the solver is left out where it did not decide enough of them.
    `note` says what there is to say of the run as a whole, if anything. `seconds` is the time of the run.
    `understood` says how its first answers were read.
    What a solver does with lines that are no puzzles counts only if `is_strict`.

    >>> result = CaseResult("easy 1", "easy", "1...", "unique 1234", "none", False, "a solution passed")
    >>> found = Conformance("mine", Claim.VERDICT, (9,), None, 0, (result,), speeds={"mine": 1000.0})
    >>> found.conforms, found.tally.failed, found.by_category["easy"].failed, found.not_passed == (result,)
    (False, 1, 1, True)
    """

    solver: str
    claims: Claim | None
    sizes: tuple[int, ...]
    counts_up_to: int | None
    seed: int
    results: tuple[CaseResult, ...]
    speeds: Mapping[str, float]
    note: str | None = None
    seconds: float = 0.0
    is_strict: bool = False
    understood: str | None = None

    @property
    def tally(self) -> CategoryTally:
        """How many cases passed, failed and ran out of time, of all that count."""
        return CategoryTally.of(one for one in self.results if self.is_strict or one.category != ROBUSTNESS)

    @property
    def by_category(self) -> dict[str, CategoryTally]:
        """The tally of each category, in the order of the suite."""
        return CategoryTally.of_each(self.results)

    @property
    def conforms(self) -> bool | None:
        """Whether every case passed; None where none failed, and some ran out of time, or none was asked."""
        return self.tally.conforms if self.results else None

    @property
    def not_passed(self) -> tuple[CaseResult, ...]:
        """The results of the cases that failed or ran out of time."""
        return tuple(one for one in self.results if one.passed is not True)
