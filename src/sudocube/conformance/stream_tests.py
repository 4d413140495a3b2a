"""Many puzzles one after the other: does a solver keep something from one to the next?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sudocube.conformance.asked_solver import AskedSolver
from sudocube.conformance.case_judging import judged
from sudocube.conformance.conformance_result import CaseResult
from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer
from sudocube.puzzle import Puzzle
from sudocube.verdicts.shrinking import OutOfTriesError, minimized

STREAM = "forty puzzles in one stream"

BETWEEN = (
    "hard",
    "none, clash in a row",
    "two solutions, one rectangle",
    "17 clues",
    "none, after a deep search",
    "three solutions",
    "full grids, right",
    "full grids, wrong",
    "none, a cell without candidates",
    "one blank",
    "none, a digit without a place",
    "hundreds of solutions",
    "symmetric",
    "none, clash in a box",
    "a digit without a clue",
    "none, clash in a column",
    "two solutions, a late turn",
    "two solutions, far apart",
    "hard",
    "none, after a deep search",
)
"""A puzzle of each goes between two that are known to the solver from before."""

TRIES = 60
"""How often a program is started to find out which lines an answer depends on."""


def stream_cases() -> list[ConformanceCase]:
    """Forty cases: one of each of the categories above, and after each an easy or a hard one once more.

    >>> len(stream_cases()), len({case.puzzle for case in stream_cases()})
    (40, 23)
    """
    again = [*cases_of("easy")[:3], cases_of("hard")[0]]
    cases = []
    for number, category in enumerate(BETWEEN):
        one = cases_of(category)[BETWEEN[:number].count(category)]
        cases += [one, again[0 if number in (0, 1) else number % len(again)]]
    return cases


def stream_results(
    solver: AskedSolver, claims: SolverClaims, wrong_alone: Collection[Puzzle]
) -> Iterator[CaseResult]:
    """The results of the puzzles in one stream, in order.

    `wrong_alone` has the puzzles that the solver has got wrong before; for what else fails, it is found out
    once which lines before it are to blame.
    """
    cases = [
        replace(case, name=f"{STREAM} {number}", category=STREAM)
        for number, case in enumerate(stream_cases(), 1)
    ]
    answers = solver.answers_in_order([case.puzzle for case in cases], claims.limit)
    is_explained = False
    for place, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        result = judged(case, answer, claims)
        if result.passed is False and case.puzzle not in wrong_alone:
            if out_of_place(answers, cases, place, claims):
                result = replace(result, reason=f"the answers are out of place: {result.reason}")
            else:
                before = needed_before(solver, claims, cases[:place], case, is_quick=is_explained)
                result, is_explained = after_others(solver, result, before), True
        yield result


def after_others(
    solver: AskedSolver, result: CaseResult, before: Sequence[ConformanceCase] | None
) -> CaseResult:
    """A result that depends on what the solver was asked before: with these lines, and a command.

    None is for a solver that was right when all was asked once more.
    """
    if before is None:
        reason = f"asked once more it is right, so its answers vary: {result.reason}"
        return replace(result, reason=reason)
    lines = [*(str(one.puzzle) for one in before), result.puzzle]
    repeat = solver.repeat_lines(lines)
    after = "1 puzzle" if len(before) == 1 else f"{len(before)} puzzles"
    reason = f"alone it is right, after {after} it is wrong: {result.reason}"
    return replace(result, before=tuple(lines[:-1]), repeat=repeat, reason=reason)


def out_of_place(
    answers: Sequence[Answer], cases: Sequence[ConformanceCase], place: int, claims: SolverClaims
) -> bool:
    """Whether the answer at a place, and another one beside it, is right for the puzzle before or after."""
    for shift in (-1, 1):
        fits = [
            judged(cases[k + shift], answers[k], claims).passed is True
            and judged(cases[k], answers[k], claims).passed is False
            for k in (place, place + shift)
            if 0 <= k < len(answers) and 0 <= k + shift < len(cases)
        ]
        if len(fits) == 2 and all(fits):
            return True
    return False


def is_right_after(
    solver: AskedSolver, claims: SolverClaims, before: Sequence[ConformanceCase], case: ConformanceCase
) -> bool:
    """Whether a case passes when the solver, started anew, was asked those cases before it."""
    answers = solver.answers_in_order([one.puzzle for one in (*before, case)], claims.limit)
    return judged(case, answers[-1], claims).passed is True


def needed_before(
    solver: AskedSolver,
    claims: SolverClaims,
    before: Sequence[ConformanceCase],
    case: ConformanceCase,
    *,
    is_quick: bool = False,
) -> list[ConformanceCase] | None:
    """As few of these cases as can be found after which the answer to `case` is wrong.

    Often the last one is enough; if `is_quick`, that is all that is tried. None where the answer is right
    even after all of them.
    """
    if not is_right_after(solver, claims, before[-1:], case):
        return list(before[-1:])
    if is_right_after(solver, claims, before, case):
        return None
    tries = 0

    def fails(kept: Sequence[ConformanceCase]) -> bool:
        nonlocal tries
        tries += 1
        if tries > TRIES:
            raise OutOfTriesError
        return not is_right_after(solver, claims, kept, case)

    return list(before) if is_quick else minimized(before, fails)[0]
