"""What the conformance suite says of a solver: a result for each case, tallies, speeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sudocube.puzzle import Puzzle
from sudocube.verdict import Claim, Shown
from sudocube.verdicts.judging import Cause, Refutation

if TYPE_CHECKING:
    from sudocube.fields import Seconds, Whole, Words

ROBUSTNESS = "lines that are no puzzles"
"""The category of which a right solver need not pass anything, unless it is looked at strictly."""


TRANSPOSED = "it is the transpose of a solution: rows and columns are exchanged"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a solver did in one case.

    `refutation` is what refutes the answer, if anything does. There is one shrunk puzzle for each cause.
    `seconds` is 0 where the time was not measured for this case alone.

    >>> CaseResult("easy 1", "easy", "1...", "unique 1234", "none", False, "a solution passed").cause is None
    True
    """

    in_row = "case category puzzle box expected answer passed shrunk seconds reason? cause? repeat? before?"

    case: Words
    """The name of the case, which no other has. For example: "hard 3"."""
    category: Words
    """The category that the case belongs to. For example: "hard"."""
    puzzle: str
    """The line that the solver got; it may be no puzzle. For example: "1.....2..3.....4"."""
    expected: Words
    """The right answer, in the words of outsiders' answers. For example: "none"."""
    answer: str
    """The answer that was given, or why there is none. For example: "ended by signal 11"."""
    passed: bool | None
    """Whether the answer is right; None if the solver ran out of time. For example: true, null."""
    reason: str | None = None
    """Why the case did not pass; absent if it passed. For example: "two solutions passed the referee"."""
    refutation: Refutation | None = None
    shrunk: Puzzle | None = None
    """A smaller puzzle on which the answer is refuted in the same way; None if there is none.

    For example: "1.....2..3.....4", null.
    """
    repeat: str | None = None
    """A command that asks the solver again, about the smaller puzzle if there is one; absent if the case
    passed.

    For example: "printf '%s\\n' 12343412........ | ./mine".
    """
    before: tuple[str, ...] | None = None
    """The lines that the solver got before this one in the same run; absent if they do not matter.

    For example: ["1.....2..3.....4"].
    """
    seconds: Seconds = 0.0
    box: str | None = None
    """The shape of a box: its rows x its columns; None for a line that is no puzzle.

    For example: "3x3", null.
    """

    @property
    def cause(self) -> Cause | None:
        """What kind of evidence refutes the answer; absent if it is not refuted, as after a crash.

        For example: "two_solutions".
        """
        return None if self.refutation is None else self.refutation.cause

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

    >>> str(CategoryTally(2, 0, 1))
    '2 passed, 1 undecided'
    """

    in_row = "passed failed undecided"

    passed: Whole = 0
    """How many cases passed. For example: 412."""
    failed: Whole = 0
    """How many cases failed. For example: 3."""
    undecided: Whole = 0
    """How many cases ran out of time. For example: 0."""

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
        return ", ".join(f"{number:,} {word}" for word, number in asdict(self).items() if number)


@dataclass(frozen=True, slots=True)
class Conformance(Shown):
    """What the suite found out about a solver.

    `results` are in the order of the suite. `understood` says how its first answers were read. What a solver
    does with lines that are no puzzles counts only if `is_strict`.

    >>> result = CaseResult("easy 1", "easy", "1...", "unique 1234", "none", False, "a solution passed")
    >>> found = Conformance("mine", Claim.VERDICT, (9,), None, 0, (result,), speeds={"mine": 1000.0})
    >>> found.conforms, found.tally.failed, found.by_category["easy"].failed, found.not_passed == (result,)
    (False, 1, 1, True)
    """

    in_row = "solver by_category conforms claims counts_up_to sizes seed speeds note seconds"

    solver: Words
    """The solver, by its full name. For example: "command:./mine"."""
    claims: Claim | None
    """What the answers claim; None if there was none. For example: "verdict", null."""
    sizes: tuple[int, ...]
    """The sizes that the solver takes: it answered with a grid of that size. For example: [9]."""
    counts_up_to: int | None
    """The number at which the solver stops to count; None if it does not, or does not count.

    For example: 2, null.
    """
    seed: int
    """What made the generated puzzles. For example: 0."""
    results: tuple[CaseResult, ...]
    speeds: Mapping[str, float]
    """Puzzles per second on the same puzzles, of the solver and of engines of sudocube; the solver is left
    out where it did not decide enough of them.

    For example: {"command:./mine": 1234.5, "kernel": 250000.0}.
    """
    note: str | None = None
    """A remark on the whole run; None if there is none. For example: "does it flush its output?", null."""
    seconds: Seconds = 0.0
    is_strict: bool = False
    understood: str | None = None

    @property
    def tally(self) -> CategoryTally:
        """How many cases passed, failed and ran out of time, of all that count."""
        return CategoryTally.of(one for one in self.results if self.is_strict or one.category != ROBUSTNESS)

    @property
    def by_category(self) -> dict[str, CategoryTally]:
        """The tally of each category, in the order of the suite.

        For example: {"hard": {"passed": 12, "failed": 0, "undecided": 0}}.
        """
        return CategoryTally.of_each(self.results)

    @property
    def conforms(self) -> bool | None:
        """Whether every case passed; None where none failed, and some ran out of time, or none was asked.

        For example: true, null.
        """
        tally = self.tally
        if tally.failed:
            return False
        return None if tally.undecided or not self.results else True

    @property
    def not_passed(self) -> tuple[CaseResult, ...]:
        """The results of the cases that failed or ran out of time."""
        return tuple(one for one in self.results if one.passed is not True)
