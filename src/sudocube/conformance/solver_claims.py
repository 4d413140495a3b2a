"""What the answers of a solver claim, found out by some puzzles, and what each answer is worth.

They claim solutions, verdicts or counts. An answer is right, wrong with the reason, or undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf

from sudocube.conformance.conformance_result import TRANSPOSED, CaseResult
from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer, Failed, Found, Refuted
from sudocube.engines.outside_answers import EMPTY_LINE
from sudocube.geometry import SIZES
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Verdict, referee

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
    it answered none of the easy puzzles. `said` are its first answer, and then those to puzzles with one
    solution, several and none.

    >>> SolverClaims(Claim.VERDICT).limit, SolverClaims(Claim.COUNT).limit == COUNT_LIMIT
    (2, True)
    """

    claim: Claim | None
    grid_is_unique: bool = False
    counts_up_to: int | None = None
    has_no_answer: bool = False
    said: tuple[Answer, ...] = ()

    @property
    def limit(self) -> int:
        """How many solutions it is asked for."""
        return COUNT_LIMIT if self.claim is Claim.COUNT else 2

    def meant(self, answer: Answer) -> Answer:
        """The answer as it is meant."""
        is_alone = answer.claims is Claim.SOLUTION and not answer.verdict.is_decided
        if isinstance(answer, Found) and self.grid_is_unique and is_alone:
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
        return SolverClaims(told, has_no_answer=True, said=tuple(unique[:1]))
    several = [ask(case.puzzle, 2) for case in cases_of("three solutions")[:2]]
    none = ask(cases_of("none, clash in a row")[0].puzzle, 2)
    claimed = _claims_in([*unique, *several])
    found = told or next((one for one in (Claim.COUNT, Claim.VERDICT) if one in claimed), Claim.SOLUTION)
    is_mixed = found is not Claim.SOLUTION and Claim.SOLUTION in _claims_in(unique)
    one = unique[0] if isinstance(unique[0], Found) else unique[1]
    said = unique[0], one, several[0], none
    claims = SolverClaims(found, grid_is_unique=is_mixed, said=said)
    return replace(claims, counts_up_to=_counting_limit(ask)) if found is Claim.COUNT else claims


def understood(claims: SolverClaims) -> str | None:
    """How the first answers were read, with GRID for each grid; None where there was none.

    >>> from sudocube import Grid
    >>> one, none = Found((Grid(("123456789" * 9)),), 1, claims=Claim.SOLUTION), Found(exhausted=True)
    >>> understood(SolverClaims(None, said=(one, one, one, none)))
    'GRID for one solution, GRID for several, none for no solution'
    """
    kinds = ("one solution", "several", "no solution")
    pairs = zip(claims.said[1:], kinds, strict=True) if claims.said[1:] else ()
    return ", ".join(f"{_in_short(answer)} for {kind}" for answer, kind in pairs) or None


def _in_short(answer: Answer) -> str:
    """An answer in a few words."""
    if isinstance(answer, Found):
        words = [word if len(word) < 16 else "GRID" for word in answer_in_words(answer).split()]
        return " ".join(words) if answer.reason != EMPTY_LINE else "an empty line (none)"
    return "a wrong grid" if isinstance(answer, Refuted) else "nothing that is an answer"


def _claims_in(answers: Iterable[Answer]) -> set[Claim]:
    """What is claimed; `none` says nothing of it, because whoever only looks for a solution says it, too.

    Neither does an answer that was refused: it has shown a grid, and nothing else is known of it.
    """
    return {one.claims for one in answers if isinstance(one, Found) and one.verdict is not Verdict.NONE}


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


def judged(case: ConformanceCase, answer: Answer, claims: SolverClaims) -> CaseResult:
    """The result of a case. A crash and garbage fail; out of time and `unknown` are undecided."""
    meant = claims.meant(answer)
    refutation = case.facts.refutation(meant)
    passed: bool | None = False
    reason = None
    if refutation is not None:
        is_transposed = isinstance(answer, Refuted) and _solves_transposed(answer.refused, case.puzzle)
        said = f"it says {meant.verdict}, but " * meant.verdict.is_decided
        reason = TRANSPOSED if is_transposed else said + refutation.sentence
    elif isinstance(answer, Failed):
        reason = answer.reason
    elif isinstance(meant, Found) and not claims.is_right_count(meant, case):
        reason = f"it counts {meant.count:,} solutions, and there are {case.count:,}"
    elif isinstance(meant, Found):
        passed = True
    else:
        passed, reason = None, answer.reason or "it says unknown"
    return CaseResult(
        case.name,
        case.category,
        str(case.puzzle),
        case.expected,
        answer_in_words(answer),
        passed,
        reason,
        refutation,
        seconds=answer.seconds,
        box=case.puzzle.geometry.box_name,
    )


def _solves_transposed(grid: object, puzzle: Puzzle) -> bool:
    """Whether a grid solves a puzzle when its rows are taken for columns."""
    if not isinstance(grid, Grid):
        return False
    size = grid.geometry.size
    turned = [grid.cells[size * (cell % size) + cell // size] for cell in range(size * size)]
    return referee(Grid(turned, grid.geometry), puzzle) is None


def answer_in_words(answer: Answer) -> str:
    """An answer in the words in which outsiders answer; or why there is none.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=[lambda cells: 1, lambda cells: "none"])
    >>> [answer_in_words(answer) for answer in checked.answers.values()]
    ['1', 'none']
    """
    match answer:
        case Refuted(refused=Grid()):
            return " ".join(map(str, (*answer.passed, answer.refused)))
        case Found():
            words = {Claim.VERDICT: f"{answer.verdict} ", Claim.COUNT: f"{answer.count} "}
            return f"{words.get(answer.claims, '')}{' '.join(map(str, answer.solutions))}".strip()
        case _:
            return answer.reason
