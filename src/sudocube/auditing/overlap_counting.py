"""How many rows of one file, or split, have their puzzle in another one, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_PAIRS_AT_ONCE = 1 << 22


def pair_counts(
    groups: NDArray[np.int64], sides: NDArray[np.integer], *, before: int | None = None
) -> list[list[int]]:
    """Lists of [one, other, rows]: how many rows of side `one` are in a group that holds side `other`, too.

    Row i is in the group `groups[i]`, which ascend, and on the side `sides[i]`. With `before`, only sides
    below that number are counted as `one`. Pairs without rows are left out; the others are sorted.

    >>> pair_counts(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 0]))
    [[0, 1, 2], [1, 0, 1]]
    """
    if not len(groups):
        return []
    number = int(sides.max()) + 1
    found, rows = np.unique(groups * number + sides.astype(np.int64), return_counts=True)
    group, side = np.divmod(found, number)
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    lengths = np.diff(starts, append=len(group))
    in_group = np.repeat(np.arange(len(starts)), lengths)
    shared = np.flatnonzero(lengths[in_group] > 1)
    total: dict[int, int] = {}
    partners = np.cumsum(lengths[in_group[shared]])
    done = 0
    while done < len(shared):  # each with all others of its group, as many as fit into an array
        most = _PAIRS_AT_ONCE + (partners[done - 1] if done else 0)
        end = max(int(np.searchsorted(partners, most, side="right")), done + 1)
        one = shared[done:end]
        times = lengths[in_group[one]]
        begins = np.repeat(np.cumsum(times) - times, times)
        other = np.repeat(starts[in_group[one]], times) + np.arange(len(begins)) - begins
        one = np.repeat(one, times)
        is_pair = one != other
        pairs, which = np.unique(side[one[is_pair]] * number + side[other[is_pair]], return_inverse=True)
        sums = np.bincount(which, weights=rows[one[is_pair]], minlength=len(pairs))
        for pair, count in zip(pairs.tolist(), sums.tolist(), strict=True):
            total[pair] = total.get(pair, 0) + int(count)
        done = end
    return [
        [*divmod(pair, number), total[pair]]
        for pair in sorted(total)
        if before is None or pair // number < before
    ]
