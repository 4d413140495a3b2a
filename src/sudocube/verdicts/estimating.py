"""The number of solutions where it is large: an unbiased estimate with a confidence interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, fsum, sqrt
from operator import index
from statistics import NormalDist

from sudocube.arguments import as_puzzle, check_count, check_limits, numbered
from sudocube.clock import Clock, ProgressCallback
from sudocube.errors import UndecidedError
from sudocube.kernel import is_compiled
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows import Entry
from sudocube.shown import Shown
from sudocube.verdicts.checking import COUNTED_AT_MOST, Checked, check_numbered

SAMPLES = 40
FEWEST_SAMPLES = 10
"""With fewer, too little is known of how far samples lie from each other."""

COUNTED_FIRST = 1_000
"""Where the kernel does not serve, so many solutions are counted before the number is estimated."""

ELEMENTS_AT_ONCE = 1 << 20
"""Samples are drawn together as long as their parts have no more elements of the cube: about a megabyte."""


SIGNIFICANT = 6
"""To how many digits an estimate is rounded; more would only look exact."""


@dataclass(frozen=True, slots=True)
class CountEstimate(Shown):
    """The number of solutions: `number`, exactly or as an estimate.

    If `exact`, all solutions were counted: `low` and `high` are the same number, `confidence` is 1, and
    `samples` is 0. Otherwise `number` is an unbiased estimate, the mean of that many independent `samples`,
    and the true number is from `low` to `high` with the probability `confidence`: of all such intervals, so
    large a share holds the true number. All three are rounded to six digits, `low` down and `high` up; always
    low <= number <= high. `seed` gives the same samples again. `str` gives what the command prints.

    >>> from sudocube import estimate_count
    >>> found = estimate_count("1... .... .... ....")
    >>> found.number, found.exact
    (72, True)
    """

    number: int
    exact: bool
    low: int
    high: int
    confidence: float
    samples: int
    seed: int


def estimate_count(
    puzzle: CellForms,
    *,
    samples: int = SAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
    limit: int | None = None,
    timeout: float | None = None,
    progress: ProgressCallback | None = None,
) -> CountEstimate:
    """The number of solutions, counted where there are few, and estimated where there are more.

    Up to `limit` solutions are counted exactly: by default a million at 9×9, and a thousand at other sizes,
    where counting is slow. If there are more, `samples` independent samples are drawn, at least 10. The
    puzzle is split into parts, digit by digit; of many parts a few are drawn, which stand for all; and parts
    with few solutions are counted exactly. If there are so few parts that none is left out, the number is
    exact. Otherwise the mean of the samples is an unbiased estimate. The interval is that of Student's t: as
    samples are not exactly normal, it is approximate. With four times as many samples it is half as wide.
    What was counted before is a lower bound: it raises `low`, up to `number`, and never `number` itself.

    `seed` decides what is drawn: the same one gives the same estimate on any machine, at any compiled level
    of the kernel (without a compiled kernel another one). `timeout` is in seconds for all of it. `progress`
    hears what is being done, and the share of it that is done.

    Raises UndecidedError if the time ran out, if the samples lie too far from each other for an interval
    above 0, or if their interval ends below what was counted before: then more samples may help. Raises
    TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle, and ValueError for
    fewer than 10 samples, for a confidence that is not above 0 and below 1, for a limit that is no integer
    above 0, or for a timeout that is not a number above 0.

    Source: see `sudocube.verdicts.sampling`.

    >>> found = estimate_count("." * 36, samples=10)  # there are 28,200,960 grids of 6×6
    >>> found.exact, found.low < 28_200_960 < found.high
    (False, True)
    """
    [(checked, estimate)] = estimate_numbered(
        numbered([as_puzzle(puzzle)]),
        samples=samples,
        confidence=confidence,
        seed=seed,
        limit=limit,
        timeout=timeout,
        progress=progress,
    )
    if estimate is None:
        raise UndecidedError(checked.reason)
    return estimate


def estimate_numbered(
    items: Iterable[tuple[tuple[int, Entry], Puzzle | None]],
    *,
    samples: int = SAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
    limit: int | None = None,
    timeout: float | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[tuple[Checked, CountEstimate | None]]:
    """The same as `estimate_count` for items with their numbers, as `numbered` yields them, in order.

    With each estimate comes what was counted before it. There is no estimate of what is no puzzle, and none
    where the number is undecided: then `reason` says why, and there are at least `count` solutions. `timeout`
    is for each puzzle.

    Raises ValueError at the call, for the same reasons as `estimate_count`.
    """
    check_limits(limit=1 if limit is None else limit, timeout=timeout)
    check_sampling(samples, confidence)
    seed = index(seed)

    def estimated(item: tuple[tuple[int, Entry], Puzzle | None]) -> tuple[Checked, CountEstimate | None]:
        clock = Clock(timeout, progress)
        late = f"out of time after {timeout:g} s" if timeout is not None else None
        checked = _counted_first(item, limit, clock)
        puzzle = checked.puzzle
        if checked.exhausted:
            return checked, _exactly(checked.count, seed)
        if puzzle is None or checked.reason is not None:
            return (replace(checked, reason=late) if puzzle and clock.is_over else checked), None
        try:
            totals, are_exact = _totals(puzzle, samples, seed, clock)
        except TimeoutError:
            return replace(checked, reason=late), None
        if are_exact:
            number = int(totals[0])
            return replace(checked, count=number, exhausted=True), _exactly(number, seed)
        interval = interval_of(totals, confidence)
        if interval is None:
            reason = f"the {samples} samples lie too far from each other for an estimate"
            return replace(checked, reason=reason), None
        number, low, high = interval
        if high < checked.count:
            reason = f"the interval of the {samples} samples ends at {high:,}, below what was counted"
            return replace(checked, reason=reason), None
        low = max(low, min(checked.count, number))
        return checked, CountEstimate(number, False, low, high, confidence, samples, seed)

    return map(estimated, items)


def _exactly(number: int, seed: int) -> CountEstimate:
    """The number of solutions, all counted."""
    return CountEstimate(number, True, number, number, 1.0, 0, seed)


def check_sampling(samples: int, confidence: float = 0.95) -> None:
    """Raise ValueError for too few samples, or for a confidence that is no probability between 0 and 1."""
    check_count(samples, "{} samples", least=FEWEST_SAMPLES)
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence}: it is a number above 0 and below 1, such as 0.95")


def _counted_first(item: tuple[tuple[int, Entry], Puzzle | None], limit: int | None, clock: Clock) -> Checked:
    """The solutions counted exactly, as far as this is to go; no reason if there are more than the limit.

    One more is looked for: without it, nobody knows whether those up to the limit are all.
    """
    _, puzzle = item
    is_quick = puzzle is not None and puzzle.geometry.size == 9 and is_compiled()
    most = limit or (COUNTED_AT_MOST if is_quick else COUNTED_FIRST)
    [checked] = check_numbered([item], limit=most + 1, timeout=clock.timeout_left, jobs=1)
    return checked if checked.count <= most else replace(checked, reason=None)


def _totals(puzzle: Puzzle, samples: int, seed: int, clock: Clock) -> tuple[list[Fraction], bool]:
    """The samples, as many at a time as fit together; no more of them once they are known to be exact.

    Raises TimeoutError when the clock is over.
    """
    from sudocube.verdicts.sampling import PARTS_KEPT, sampled_totals  # imports NumPy

    at_once = max(1, ELEMENTS_AT_ONCE // (PARTS_KEPT * puzzle.geometry.size**3))
    totals: list[Fraction] = []
    for first in range(0, samples, at_once):
        clock.progress(f"sample {first + 1} of {samples}", first / samples)
        numbers = range(first, min(first + at_once, samples))
        drawn, are_exact = sampled_totals(puzzle, numbers, seed=seed, is_over=lambda: clock.is_over)
        if are_exact:
            return drawn, True
        totals += drawn
    return totals, False


def interval_of(samples: Sequence[Fraction], confidence: float) -> tuple[int, int, int] | None:
    """The mean of at least ten samples, none below 0, and the ends of the interval around it.

    The mean is rounded to six digits, the low end down and the high one up, so that no number falls out. None
    where the interval reaches down to 0. Fractions, because the number of grids of 25×25 is too large for a
    float. Source of the interval: Student, "The probable error of a mean", 1908.

    >>> interval_of([Fraction(100)] * 5 + [Fraction(300)] * 5, 0.95)
    (200, 124, 276)
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
    ends = ((round, mean), (floor, mean - half), (ceil, mean + half))
    middle, low, high = (_rounded(largest * Fraction(end), to_integer) for to_integer, end in ends)
    return middle, low, high


def _rounded(number: Fraction, to_integer: Callable[[Fraction], int]) -> int:
    """The nearest integer, or the next one, with at most six digits before its zeros."""
    unit: int = 10 ** max(0, len(str(to_integer(number))) - SIGNIFICANT)
    return to_integer(number / unit) * unit


def student_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t, to three digits: from nine degrees of freedom on, up to 0.995.

    Source: R. A. Fisher and E. A. Cornish, "The percentile points of distributions having known cumulants",
    1960.

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
