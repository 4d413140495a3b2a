"""How much figures vary: quartiles, an interval for a mean, and whether two encodings differ beyond noise.

Intervals come from the bootstrap (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979):
puzzles are drawn at random from those that were measured, as many as there are, again and again, and the
middle 95 % of the means are the interval. Where checks were repeated, repeats are drawn, too. So an
interval says what other puzzles of the same kind, and other orders of clauses, might have given; it says
nothing of other machines. It is too narrow for few puzzles and for few repeats: see SURE_PUZZLES.

For a share, the interval is that of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
Inference", Journal of the American Statistical Association 22, 1927: it has a width at 0 and at 1, too, where
the bootstrap has none.

Two encodings are compared puzzle by puzzle: the same draws are made for both, and the interval is that of the
difference. If it contains zero, their order is within noise. Encodings are put in order by their means on the
puzzles that all of them were measured on, because one that gave up on the hard ones must not win by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sudocube.lab.measuring import EFFORTS, MEASURES

if TYPE_CHECKING:
    from sudocube.lab.comparing import Figures

Numbers = NDArray[np.float64]

DRAWS = 1000
"""How often puzzles are drawn for an interval."""

LEVEL = 0.95
"""The share of the means that an interval holds."""

FEWEST_PUZZLES = 10
"""With fewer puzzles, no difference of two encodings is told: too many would be chance."""

SURE_PUZZLES, SURE_REPEATS = 20, 10
"""With fewer puzzles, or with fewer repeats than that but more than one, bootstrap intervals hold the true
mean clearly less often than LEVEL says."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How a measure varies over the puzzles.

    The quartiles are those of the puzzles, of each the mean over its repeats.
    """

    in_row = "low high q1 median q3"

    low: float | None
    """The lower end of the interval for the mean, for a share that of Wilson; None where a single puzzle was
    measured once.

    For example: 0.5, null.
    """
    high: float | None
    """The upper end. For example: 1.0, null."""
    q1: float
    """The first quartile. For example: 1."""
    median: float
    """The median. For example: 1."""
    q3: float
    """The third quartile. For example: 1."""


def spread(figures: Figures, measure: str) -> Spread | None:
    """How a measure of an encoding varies over the puzzles; None where nothing was measured.

    >>> from sudocube.lab import compare
    >>> puzzles = ["1... ..2. .3.. ...4", "1... .... .3.. ...4"]
    >>> [figures] = compare(puzzles, ["minimal"], jobs=1)
    >>> found = spread(figures, "unit_propagation")
    >>> round(found.low, 3), round(found.high, 3), found.median
    (0.095, 0.905, 0.5)
    """
    numbers = _matrix(figures, measure)
    means = numbers.mean(axis=0)
    known = means[~np.isnan(means)]
    if not len(known):
        return None
    q1, median, q3 = map(float, np.quantile(known, (0.25, 0.5, 0.75)))
    is_share = MEASURES[measure].is_share and _is_enough(numbers)
    found = wilson(int(known.sum()), len(known)) if is_share else _interval(numbers, figures.plan.seed)
    low, high = found or (None, None)
    return Spread(low, high, q1, median, q3)


def wilson(yes: int, of: int) -> tuple[float, float]:
    """The interval of Wilson for a share: `yes` of so many, above 0.

    >>> [round(end, 3) for end in wilson(40, 40)], [round(end, 3) for end in wilson(20, 40)]
    ([0.912, 1.0], [0.352, 0.648])
    """
    share, z = yes / of, NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = share + z * z / (2 * of)
    half = z * sqrt(share * (1 - share) / of + (z / (2 * of)) ** 2)
    scale = 1 + z * z / of
    return max(0.0, min(share, (middle - half) / scale)), min(1.0, max(share, (middle + half) / scale))


def ranking(rows: Sequence[Figures], measure: str) -> list[tuple[Figures, bool | None]]:
    """The encodings by a measure, the best first, each with whether the next one is within noise.

    That is None for the last one, and where it cannot be told: there are too few numbers, or the two differ
    the other way round on the puzzles that only they were both measured on.

    The rows are of the same puzzles, and the order is that of the means on those that all rows have a number
    for. The best share is the greatest, of other numbers the least. Those that were not measured are left
    out; so are, for what full checks took, those that gave a model that is no solution.
    """
    sign = -1 if MEASURES[measure].is_share else 1
    right = [row for row in rows if measure not in EFFORTS or not row.is_refuted]
    measured = [(row, mean) for row in right if (mean := row.mean(measure)) is not None]
    numbers = [sign * _matrix(row, measure) for row, _ in measured]
    of_puzzles = np.array([one.mean(axis=0) for one in numbers])
    common = of_puzzles[..., ~np.isnan(of_puzzles).any(axis=0)]
    keys = [float(some.mean()) if some.size else 0.0 for some in common]
    order = sorted(range(len(measured)), key=lambda at: (keys[at], sign * measured[at][1]))
    noise = [
        _is_within_noise(numbers[other] - numbers[one], rows[0].plan.seed) for one, other in pairwise(order)
    ]
    return [(measured[at][0], near) for at, near in zip_longest(order, noise)]


def _is_within_noise(gain: Numbers, seed: int) -> bool | None:
    """Whether the interval for a mean gain contains zero; None where that cannot be told.

    `gain` is by how much the first of two encodings is better on each puzzle.
    """
    found = _interval(gain, seed)
    if found is None:
        return None
    low, high = found
    puzzles = int((~np.isnan(gain)).any(axis=0).sum())
    return low <= 0 if low <= 0 <= high or (low > 0 and puzzles >= FEWEST_PUZZLES) else None


def _matrix(figures: Figures, measure: str) -> Numbers:
    """The numbers of a measure. Of shares, what ran out of time is not decided, as in their means."""
    found = figures.numbers[measure].copy()
    if figures.late.get(measure):
        found[np.isnan(found)] = 0
    return found


def _is_enough(numbers: Numbers) -> bool:
    """Whether there is more than one number to draw from."""
    return int((~np.isnan(numbers)).sum()) > 1


def _interval(numbers: Numbers, seed: int) -> tuple[float, float] | None:
    """The interval that holds LEVEL of the means of draws; None where there are too few numbers."""
    if not _is_enough(numbers):
        return None
    random, filled, means = np.random.default_rng(seed), np.nan_to_num(numbers), list[float]()
    for _ in range(DRAWS):
        puzzles, repeats = (
            np.bincount(random.integers(items, size=items), minlength=items)
            for items in reversed(numbers.shape)
        )
        weights = ~np.isnan(numbers) * repeats[:, None] * puzzles
        if total := weights.sum():
            means.append(float((weights * filled).sum() / total))
    low, high = np.quantile(means, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return float(low), float(high)
