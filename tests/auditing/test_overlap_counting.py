"""How many rows of one side have their puzzle on another one: compared with plain loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sudocube.auditing import overlap_counting
from sudocube.auditing.overlap_counting import pair_counts

ROWS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=30).map(sorted)


def plain_counts(rows, before=None):
    """For each two sides, the rows of the one in whose group the other one is, too."""
    sides = sorted({side for _, side in rows})
    found = []
    for one in sides:
        for other in sides:
            count = sum(side == one and (group, other) in rows for group, side in rows)
            if one != other and count and (before is None or one < before):
                found.append([one, other, count])
    return found


def arrays(rows):
    return np.array(rows, np.int64).reshape(-1, 2).T


@given(ROWS, st.none() | st.integers(0, 4))
def test_pairs_are_counted_as_by_loops(rows, before):
    assert pair_counts(*arrays(rows), before=before) == plain_counts(rows, before)


def test_pairs_that_do_not_fit_into_an_array_are_counted_in_several(monkeypatch):
    """A puzzle that is in many files gives many pairs."""
    monkeypatch.setattr(overlap_counting, "_PAIRS_AT_ONCE", 7)
    rows = sorted((group, side) for group in range(3) for side in range(9))
    assert pair_counts(*arrays(rows)) == plain_counts(rows)
