"""What the answers of a solver claim, found out by some puzzles: solutions, verdicts or counts; its sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf

from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer, Found, Refuted
from sudocube.geometry import SIZES
from sudocube.puzzle import Puzzle
from sudocube.verdict import Claim, Verdict

COUNT_LIMIT = 10**30
"""The limit on solutions for a solver that counts; above the number of all 9×9 grids, so it cuts nothing."""

Ask = Callable[[Puzzle, int], Answer]
"""Puts a puzzle to the solver, with a limit on solutions; the referee has passed the solutions."""


@dataclass(frozen=True, slots=True)
class SolverClaims:
    """What a solver claims, and how its answers are meant.

    `claim` is None where it never answered. If `grid_is_unique`, a grid alone means "unique": the caller says
    that verdicts or counts are claimed, or the solver says `multiple` of puzzles with several solutions.
    `counts_up_to` is the number at which it stops to count, if it counts and stops. `has_no_answer` says that
    it answered none of the easy puzzles.

    >>> SolverClaims(Claim.VERDICT).limit, SolverClaims(Claim.COUNT).limit == COUNT_LIMIT
    (2, True)
    """

    claim: Claim | None
    is_told: bool = False
    grid_is_unique: bool = False
    counts_up_to: int | None = None
    has_no_answer: bool = False

    @property
    def limit(self) -> int:
        """How many solutions it is asked for."""
        return COUNT_LIMIT if self.claim is Claim.COUNT else 2

    def meant(self, answer: Answer) -> Answer:
        """The answer as it is meant."""
        if isinstance(answer, Found) and self.grid_is_unique and _is_grid_alone(answer):
            return replace(answer, count=1, exhausted=True, reason=None)
        return answer

    def is_right_count(self, answer: Found, case: ConformanceCase) -> bool:
        """Whether the number in an answer fits the puzzle; an answer that claims no number does.

        A solver that stops to count may say that number of any puzzle with so many solutions or more; 2 is
        "two or more" for every solver.
        """
        if answer.claims is not Claim.COUNT or answer.count == case.count:
            return True
        at_most = case.count if case.is_exact else inf
        if not case.is_exact and answer.count >= case.count:
            return True
        return answer.count in (2, self.counts_up_to) and 2 <= answer.count <= at_most


def found_claims(ask: Ask, told: Claim | None = None) -> SolverClaims:
    """What a solver claims, from its answers to some puzzles; `told` is what the caller says it claims."""
    unique = [ask(case.puzzle, 2) for case in cases_of("easy")[:2]]
    if not any(isinstance(answer, Found | Refuted) for answer in unique):
        return SolverClaims(told, told is not None, has_no_answer=True)
    several = [ask(case.puzzle, 2) for case in cases_of("three solutions")[:2]]
    found = _claim_of(unique, several) if told is None else told
    is_mixed = found is not Claim.SOLUTION and Claim.SOLUTION in _claims_in(unique)
    claims = SolverClaims(found, told is not None, grid_is_unique=is_mixed)
    return replace(claims, counts_up_to=_counting_limit(ask)) if found is Claim.COUNT else claims


def _claim_of(unique: Iterable[Answer], several: Iterable[Answer]) -> Claim:
    """What is claimed: a number if there is one, a verdict if one is given of a puzzle that has solutions."""
    found = _claims_in([*unique, *several])
    if Claim.COUNT in found:
        return Claim.COUNT
    return Claim.VERDICT if Claim.VERDICT in found else Claim.SOLUTION


def _claims_in(answers: Iterable[Answer]) -> set[Claim]:
    """What is claimed; `none` says nothing of it, because whoever only looks for a solution says it, too.

    Neither does an answer that was refused: it has shown a grid, and nothing else is known of it.
    """
    return {one.claims for one in answers if isinstance(one, Found) and one.verdict is not Verdict.NONE}


def _is_grid_alone(answer: Found) -> bool:
    return answer.claims is Claim.SOLUTION and not answer.verdict.is_decided


def _counting_limit(ask: Ask) -> int | None:
    """The number at which a solver stops to count; None if it counts on, or does not come to an end."""
    for category in ("three solutions", "hundreds of solutions", "a million solutions or more"):
        case = cases_of(category)[0]
        answer = ask(case.puzzle, COUNT_LIMIT)
        if answer.claims is not Claim.COUNT or not answer.verdict.is_decided:
            return None
        if 2 <= answer.count < case.count:
            return answer.count
    return None


def found_sizes(ask: Ask) -> tuple[int, ...]:
    """The sizes that a solver takes: 9, and those of which it answers a puzzle with a grid of that size.

    A grid that is no solution will do: then it takes the size, and gets it wrong.
    """
    sizes = {9}
    for size in SIZES:
        for case in cases_of(f"size {size}")[:1]:
            answer = ask(case.puzzle, 2)
            if answer.solutions or (isinstance(answer, Refuted) and answer.refused is not None):
                sizes.add(size)
    return tuple(sorted(sizes))
