"""Whether two answers to the same puzzle can both be right.

Two decided answers differ if their verdicts do, or their solutions of a unique puzzle. `unknown` differs from
nothing. What only claims a solution never decides; it differs from `none`, and from `unique` where the
solution is another one.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudocube.puzzle import Grid
from sudocube.verdict import Answer, Claim, Verdict


def differ(one: Answer, other: Answer) -> bool:
    """Whether the answers, each decided or with a claimed solution, cannot both be right."""
    if not (one.verdict.is_decided and other.verdict.is_decided):
        return _contradicts(one, other) or _contradicts(other, one)
    if one.verdict is not other.verdict:
        return True
    return one.verdict is Verdict.UNIQUE and _are_other(one.solutions, other.solutions)


def _contradicts(claimed: Answer, decided: Answer) -> bool:
    """Whether an answer that only claims a solution contradicts a decided one."""
    if claimed.claims is not Claim.SOLUTION or not claimed.solutions:
        return False
    if decided.verdict is Verdict.UNIQUE:
        return _are_other(claimed.solutions, decided.solutions)
    return decided.verdict is Verdict.NONE


def _are_other(some: Sequence[Grid], others: Sequence[Grid]) -> bool:
    """Whether the solutions that both show of a unique puzzle differ; an outsider may show none."""
    return bool(some) and bool(others) and some != others
