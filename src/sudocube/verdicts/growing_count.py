"""Solutions counted in rounds, each to ten times the number of the one before, for whoever looks on."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from sudocube.arguments import check_limits, numbered
from sudocube.clock import Clock
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.verdicts.checking import COUNTED_AT_MOST, Checked, check_numbered

FIRST_ROUND = 1_000
"""To how many solutions the first round counts."""

GROWTH = 10
"""How many times farther each round counts; what is counted again costs a ninth more, all in all."""


def count_growing(
    puzzle: Puzzle | str, *, limit: int = COUNTED_AT_MOST, timeout: float | None = None
) -> Generator[Checked, None, None]:
    """What is known of the number of solutions after each round of counting.

    In each result there are at least `count` solutions, and no others if it is `exhausted`; the last result
    is one of these, or has reached `limit`, or its `reason` says why there is no better one. No result has a
    smaller `count` than the one before. `timeout` is in seconds for all of them, the time between two `next`
    included. The default engine of the puzzle counts, in this process.

    Raises ValueError for a limit that is no integer above 0 or a timeout that is not a number above 0, and
    TypeError for what is no puzzle in any form.

    >>> [(found.count, found.exhausted) for found in count_growing("1... .... .... ....")]
    [(72, True)]
    >>> [(found.count, found.exhausted) for found in count_growing("." * 81, limit=2500)]
    [(1000, False), (2500, False)]
    """
    check_limits(limit=limit, timeout=timeout)
    [item] = numbered([puzzle])
    return _counted(item, limit, timeout)


def _counted(
    item: tuple[tuple[int, Entry], Puzzle | None], limit: int, timeout: float | None
) -> Generator[Checked, None, None]:
    """See `count_growing`."""
    clock = Clock(timeout)
    best = 0
    most = min(FIRST_ROUND, limit)
    while True:
        [found] = check_numbered([item], limit=most, timeout=clock.timeout_left, jobs=1)
        best = max(best, found.count)
        reason = f"out of time after {timeout:g} s" if found.reason and clock.is_over else found.reason
        yield replace(found, count=best, reason=reason)
        if found.exhausted or found.count < most or most == limit:
            return
        most = min(most * GROWTH, limit)
