"""What independent samples with the same expectation say of it: their mean, and a confidence interval.

Source of the interval: Student, "The probable error of a mean", 1908. Its quantiles are those of the series
by R. A. Fisher and E. A. Cornish, "The percentile points of distributions having known cumulants", 1960.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

SIGNIFICANT = 6
"""To how many digits an estimate is rounded; more would only look exact."""


class Interval(NamedTuple):
    """The mean, and the ends of the interval around it."""

    mean: Fraction
    low: Fraction
    high: Fraction


def interval_of(samples: Sequence[Fraction], confidence: float) -> Interval | None:
    """The mean of at least ten samples, none below 0, with its interval; None where this reaches down to 0.

    Fractions, because the number of grids of 25×25 is too large for a float.

    >>> mean, low, high = interval_of([Fraction(1)] * 5 + [Fraction(3)] * 5, 0.95)
    >>> float(mean), round(float(low), 2), round(float(high), 2)
    (2.0, 1.25, 2.75)
    """
    largest = max(samples)
    if not largest:
        return None
    shares = [float(sample / largest) for sample in samples]
    number = len(shares)
    mean = fsum(shares) / number
    variance = fsum((share - mean) ** 2 for share in shares) / (number - 1)
    half = student_quantile((1 + confidence) / 2, number - 1) * sqrt(variance / number)
    if half >= mean:
        return None
    return Interval(*(largest * Fraction(end) for end in (mean, mean - half, mean + half)))


def student_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t, to three digits: from nine degrees of freedom on, up to 0.995.

    >>> round(student_quantile(0.975, 9), 3), round(student_quantile(0.975, 39), 3)
    (2.262, 2.023)
    """
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / freedom**power for power, term in enumerate(terms))


def rounded(number: Fraction, to_integer: Callable[[Fraction], int] = round) -> int:
    """The nearest integer with at most six digits before its zeros; with `floor` and `ceil` the next one.

    >>> rounded(Fraction(123456789, 10)), rounded(Fraction(41, 2))
    (12345700, 20)
    >>> rounded(Fraction(123456789, 10), floor), rounded(Fraction(41, 2), ceil)
    (12345600, 21)
    """
    unit: int = 10 ** max(0, len(str(to_integer(number))) - SIGNIFICANT)
    return to_integer(number / unit) * unit


def rounded_outward(interval: Interval) -> tuple[int, int, int]:
    """Mean, low and high in six digits: low rounded down and high up, so that no number falls out."""
    return rounded(interval.mean), rounded(interval.low, floor), rounded(interval.high, ceil)
