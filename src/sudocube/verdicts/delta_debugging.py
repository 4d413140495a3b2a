"""What is left of a list when everything is dropped that a failure does not need: delta debugging.

Source: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on
Software Engineering 28 (2), 2002: the algorithm `ddmin`. The list is cut into subsets, two at first. If a
subset fails by itself, it is cut in the same way. If not, but everything else without one subset fails, that
subset is dropped. If nothing fails, the subsets are made half as long, down to single items. In the end the
list is *1-minimal*: it fails, and without any one of its items it does not. Another list may be shorter.

The paper takes it for granted that nothing at all does not fail. Here this is tried first. No list
is tried twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class OutOfTriesError(Exception):
    """Raised by a test that may not be asked again; `minimized` ends with the shortest list so far."""


def minimized(items: Sequence[T], fails: Callable[[list[T]], bool]) -> tuple[list[T], bool]:
    """The items that are left, in their order, and whether they are 1-minimal.

    `fails` says of some of the items whether they fail; all of them do, which is not tried again. What cannot
    be decided does not fail. Where `fails` raises OutOfTriesError, the shortest list that failed so far is
    returned; it is not known to be 1-minimal. Any other error comes through.

    >>> minimized(range(100), lambda some: 17 in some and 80 in some)
    ([17, 80], True)
    """
    known: dict[tuple[int, ...], bool] = {}

    def test(places: list[int]) -> bool:
        key = tuple(places)
        if key not in known:
            known[key] = fails([items[place] for place in places])
        return known[key]

    left = list(range(len(items)))
    try:
        if not left or test([]):
            return [], True
        granularity = 2
        while len(left) > 1:
            smaller, granularity = _next(left, granularity, test)
            if smaller is None:
                break
            left = smaller
    except OutOfTriesError:
        return [items[place] for place in left], False
    return [items[place] for place in left], True


def _next(
    left: list[int], granularity: int, test: Callable[[list[int]], bool]
) -> tuple[list[int] | None, int]:
    """One step of `ddmin`: what is left after it, and into how many subsets that is cut; None at the end."""
    subsets = _cut(left, granularity)
    for subset in subsets:
        if test(subset):
            return subset, 2
    for subset in subsets:
        dropped = set(subset)
        complement = [place for place in left if place not in dropped]
        if test(complement):
            return complement, max(granularity - 1, 2)
    if granularity >= len(left):
        return None, granularity
    return left, min(2 * granularity, len(left))


def _cut(places: list[int], count: int) -> list[list[int]]:
    """So many stretches of about the same length, at least 1."""
    ends = [len(places) * number // count for number in range(count + 1)]
    return [places[start:end] for start, end in itertools.pairwise(ends)]
