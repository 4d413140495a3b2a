"""Which cases a solver is not asked any more, because it was out of time for others of their kind."""

from __future__ import annotations

from collections import Counter

from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.suite_cases import ConformanceCase
from sudocube.verdict import Claim, Verdict

GIVEN_UP_AFTER = 3
"""Out of time for so many puzzles in a row of one category and verdict, a solver is not asked the others."""

OUT_OF_TIME = "not asked: it was out of time for the puzzles before"

COUNTS_ALL = "not asked: it counts all solutions, and this puzzle may have too many"

STOP_COUNTING = (
    "it counts all solutions, and some puzzles have too many: let it stop at a number; 2 is enough, "
    "and means two or more"
)


class Patience:
    """Told of each result, it knows which cases are not worth the time any more.

    After three puzzles out of time, those of the same category with the same verdict are left out: the others
    of the category may be easy. A solver that counts on without end, as far as is known, is asked one puzzle
    of which only the least number of solutions is known, and no other if it is out of time for that.

    >>> from sudocube.conformance.suite_cases import cases_of
    >>> one, other, *_ = cases_of("a million solutions or more")
    >>> patience = Patience(SolverClaims(Claim.COUNT))
    >>> patience.reason_not_to_ask(one)
    >>> patience.note_result(one, is_undecided=True, is_late=True)
    >>> patience.reason_not_to_ask(other)
    'not asked: it counts all solutions, and this puzzle may have too many'
    """

    def __init__(self, claims: SolverClaims, *, is_over: bool = False) -> None:
        self._counts_all = claims.claim is Claim.COUNT and claims.counts_up_to is None
        self._is_over = is_over
        self._late: Counter[tuple[str, Verdict]] = Counter()
        self.counts_too_long = False

    def reason_not_to_ask(self, case: ConformanceCase) -> str | None:
        """Why a case is not asked; None if it is."""
        if self._is_over or self._late[case.category, case.verdict] >= GIVEN_UP_AFTER:
            return OUT_OF_TIME
        return COUNTS_ALL if self.counts_too_long and not case.is_exact else None

    def note_result(self, case: ConformanceCase, *, is_undecided: bool, is_late: bool) -> None:
        """Take note of a case that was asked; what is undecided need not have taken long."""
        key = case.category, case.verdict
        self._late[key] = self._late[key] + 1 if is_late else 0
        self.counts_too_long |= is_undecided and self._counts_all and not case.is_exact
