"""What an answer is worth: right, wrong with the reason, or undecided."""

from __future__ import annotations

from sudocube.conformance.conformance_result import CaseResult
from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.suite_cases import ConformanceCase
from sudocube.engines import Answer, Failed, Found, Refuted
from sudocube.puzzle import Grid
from sudocube.verdict import Claim


def judged(case: ConformanceCase, answer: Answer, claims: SolverClaims) -> CaseResult:
    """The result of a case. A crash and garbage fail; out of time and `unknown` are undecided."""
    meant = claims.meant(answer)
    refutation = case.facts.refutation(meant)
    passed: bool | None = False
    reason = None
    if refutation is not None:
        reason = refutation.sentence
    elif isinstance(answer, Failed):
        reason = answer.reason
    elif isinstance(meant, Found) and not claims.is_right_count(meant, case):
        reason = f"it counts {meant.count:,} solutions, and there are {case.count:,}"
    elif isinstance(meant, Found):
        passed = True
    else:
        passed, reason = None, answer.reason or "it says unknown"
    return CaseResult(
        case=case.name,
        category=case.category,
        puzzle=str(case.puzzle),
        expected=case.expected,
        answer=answer_in_words(answer),
        passed=passed,
        reason=reason,
        refutation=refutation,
        seconds=answer.seconds,
        box=case.puzzle.geometry.box_name,
    )


def is_wrong_only_as_meant(case: ConformanceCase, answer: Answer, claims: SolverClaims) -> bool:
    """Whether an answer fails, though nothing refutes it as it stands.

    A number of solutions is not judged by `crosscheck` above two, nor does it take a grid alone for the claim
    that there is no other.

    >>> from sudocube.conformance.suite_cases import cases_of
    >>> from sudocube import Claim, Found
    >>> case = cases_of("three solutions")[0]
    >>> answer = Found(count=4, claims=Claim.COUNT)
    >>> is_wrong_only_as_meant(case, answer, SolverClaims(Claim.COUNT))
    True
    """
    if not isinstance(answer, Found) or case.facts.refutation(answer) is not None:
        return False
    return judged(case, answer, claims).passed is False


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


def not_asked(case: ConformanceCase, reason: str) -> CaseResult:
    """The result of a case that the solver was not asked."""
    box = case.puzzle.geometry.box_name
    return CaseResult(
        case.name, case.category, str(case.puzzle), case.expected, reason, None, reason, box=box
    )
