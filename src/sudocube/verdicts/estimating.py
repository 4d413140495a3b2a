"""The number of solutions where it is large: an unbiased estimate with a confidence interval.

It comes from samples: parts are split, and where they become too many, some are drawn.

Each sample begins with the puzzle itself, which stands for one part. It is split again and again. Of more
than PARTS_KEPT parts so many are drawn, part i with a chance p(i), and a drawn part stands for 1 / p(i) times
as many parts as before: so the expected sum of weights times solutions stays what it was. Parts that are full
grids, or whose solutions can be counted exactly by the kernel, leave the sample, and their weights times
their solutions are added up. The expected sum is the number of solutions, whatever the chances are. These
only decide how far samples lie from each other: they are in proportion to the weight and to how many elements
are left (`_promise`).

Source: Donald E. Knuth, "Estimating the efficiency of backtrack programs", 1975, for the weights along a
random path; Radislav Vaisman and Dirk P. Kroese, "Stochastic enumeration method for counting trees", 2017,
for many paths side by side; Paul Fearnhead and Peter Clifford, "On-line inference for hidden Markov models
via particle filters", 2003, for the chances by which parts are drawn without repetition.

No logarithm and no power is computed at run time, only what IEEE 754 fixes to the last bit: so the same seed
gives the same samples on any machine.

A *part* is the puzzle with some digits more; its solutions are those of the puzzle that hold these digits. A
part is split along a line of the cube: one of the elements that are left in it is true, so each of them makes
a part of its own, and no solution is lost or counted twice. The line with the fewest elements is taken. If it
has one, this is a single, naked or hidden; if it has none, the part has no solution.

The parts of several samples lie side by side, one in each column:

    is_open   (n³, parts)    which elements may still be true
    in_line   (4n², parts)   how many of them are in each line; TAKEN where one of them is true already
    digits    (n², parts)    the digits of the cells, 0 = blank
    weights   (parts,)       for how many parts of the puzzle each of these stands
    samples   (parts,)       the sample to which it belongs, ascending
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil, floor, fsum, log2, sqrt
from operator import index
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle, check_count, check_limits, numbered
from sudocube.clock import Clock, ProgressCallback
from sudocube.cube import candidates_left, cube
from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Shown
from sudocube.verdicts.checking import COUNTED_AT_MOST, Checked, check_numbered

if TYPE_CHECKING:
    from typing import Annotated

    from msgspec import Meta
    from numpy.typing import NDArray

    from sudocube.fields import Rounded

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

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
    `samples` is 0. Otherwise `number` is an unbiased estimate, and the true number is from `low` to `high`
    with the probability `confidence`. All three are rounded to six digits; always low <= number <= high.
    `str` gives what the command prints.

    >>> from sudocube import estimate_count
    >>> found = estimate_count("1... .... .... ....")
    >>> found.number, found.exact
    (72, True)
    """

    in_row = "count=number exact estimate=_is_estimate low high confidence samples seed"

    number: Rounded
    """The estimate, rounded to six digits: the mean of independent samples, whose expectation is the number
    of solutions.

    For example: 6.64912e+21.
    """
    exact: bool
    """Whether all solutions were counted. For example: false."""
    low: Rounded
    """Where the confidence interval begins, rounded down to six digits; at most `count`.

    For example: 6.33344e+21.
    """
    high: Rounded
    """Where the confidence interval ends, rounded up to six digits; at least `count`.

    For example: 6.96479e+21.
    """
    confidence: Annotated[float, Meta(gt=0, lt=1)]
    """The share of all such intervals that hold the true number. For example: 0.95."""
    samples: Annotated[int, Meta(ge=10)]
    """How many samples were drawn. For example: 40."""
    seed: int
    """What draws the same samples again, with `--seed`. For example: 0."""

    @property
    def _is_estimate(self) -> bool:
        """It is an estimate. For example: true."""
        return not self.exact


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

    Source: see the module of this function, `sudocube.verdicts.estimating`.

    >>> found = estimate_count("." * 36, samples=10)  # there are 28,200,960 grids of 6×6
    >>> found.exact, found.low < 28_200_960 < found.high
    (False, True)
    """
    [found] = estimate_numbered(
        numbered([as_puzzle(puzzle)]),
        samples=samples,
        confidence=confidence,
        seed=seed,
        limit=limit,
        timeout=timeout,
        progress=progress,
    )
    if found.exhausted:
        return CountEstimate(found.count, True, found.count, found.count, 1.0, 0, index(seed))
    if found.estimate is None:
        raise UndecidedError(found.reason)
    return found.estimate


def estimate_numbered(
    items: Iterable[tuple[tuple[int, Entry], Puzzle | None]],
    *,
    samples: int = SAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
    limit: int | None = None,
    timeout: float | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Checked]:
    """The same as `estimate_count` for items with their numbers, as `numbered` yields them, in order.

    Each result has what was counted, and an `estimate` where these are not all. There is none of what is no
    puzzle, and none where the number is undecided: then `reason` says why, and there are at least `count`
    solutions. `timeout` is for each puzzle.

    Raises ValueError at the call, for the same reasons as `estimate_count`.
    """
    check_limits(limit=1 if limit is None else limit, timeout=timeout)
    check_count(samples, "{} samples", least=FEWEST_SAMPLES)
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence}: it is a number above 0 and below 1, such as 0.95")
    seed = index(seed)

    def estimated(item: tuple[tuple[int, Entry], Puzzle | None]) -> Checked:
        clock = Clock(timeout, progress)
        late = f"out of time after {timeout:g} s" if timeout is not None else None
        checked = _counted_first(item, limit, clock)
        puzzle = checked.puzzle
        if puzzle is None or checked.exhausted or checked.reason is not None:
            is_late = puzzle is not None and not checked.exhausted and clock.is_over
            return replace(checked, reason=late) if is_late else checked
        try:
            totals, are_exact = _totals(puzzle, samples, seed, clock)
        except TimeoutError:
            return replace(checked, reason=late)
        if are_exact:
            return replace(checked, count=int(totals[0]), exhausted=True)
        interval = interval_of(totals, confidence)
        if interval is None:
            reason = f"the {samples} samples lie too far from each other for an estimate"
            return replace(checked, reason=reason)
        number, low, high = interval
        if high < checked.count:
            reason = f"the interval of the {samples} samples ends at {high:,}, below what was counted"
            return replace(checked, reason=reason)
        low = max(low, min(checked.count, number))
        estimate = CountEstimate(number, False, low, high, confidence, samples, seed)
        return replace(checked, estimate=estimate)

    return map(estimated, items)


def _counted_first(item: tuple[tuple[int, Entry], Puzzle | None], limit: int | None, clock: Clock) -> Checked:
    """The solutions counted exactly, as far as this is to go; no reason if there are more than the limit.

    One more is looked for: without it, nobody knows whether those up to the limit are all.
    """
    _, puzzle = item
    is_quick = puzzle is not None and puzzle.geometry.size == 9 and kernel.is_compiled()
    most = limit or (COUNTED_AT_MOST if is_quick else COUNTED_FIRST)
    [checked] = check_numbered([item], limit=most + 1, timeout=clock.timeout_left, jobs=1)
    return checked if checked.count <= most else replace(checked, reason=None)


def _totals(puzzle: Puzzle, samples: int, seed: int, clock: Clock) -> tuple[list[Fraction], bool]:
    """The samples, as many at a time as fit together; no more of them once they are known to be exact.

    Raises TimeoutError when the clock is over.
    """
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


TAKEN = 255
"""In place of the number of elements left in a line, where one is true: it is no line to split along."""

PARTS_KEPT = 128
"""How many parts of a sample are split further, at most."""

SCALE = 512
"""Weights and sums are smaller by two to this power than what they stand for, so that 25×25 fits a float."""

EXACT_IN_FLOAT = 2**53
"""Sums of integers are exact up to here."""

COUNTED_IN_PART = 20_000
"""A part of 9×9 with fewer solutions is counted exactly, by the compiled kernel."""

OPEN_IN_COUNTED = 160
"""Only parts with so few open elements are tried: of the others most have too many solutions."""

BITS = 20
PROMISE_OF_LINE = np.array([0, *(round(log2(left) / 8 * 2**BITS) for left in range(1, TAKEN)), 0], np.int64)
"""The binary logarithm of the eighth root of how many elements a line has left, times 2 to the BITS.

The eighth root was measured: with the number itself, samples of 9×9 lie five times as far from each other.
"""


def sampled_totals(
    puzzle: Puzzle,
    samples: Sequence[int],
    *,
    seed: int,
    is_over: Callable[[], bool] = bool,
    kept: int = PARTS_KEPT,
) -> tuple[list[Fraction], bool]:
    """For each of these samples a number whose expectation is the number of solutions.

    A sample is known by its number: the seed, the number and the puzzle decide what is drawn for it, and not
    which other samples there are. Each sample splits `kept` parts at a time, at most.

    The Boolean says whether no part was ever left out, so that all of them are the true number.

    Raises TimeoutError soon after `is_over` says that the time is over.
    """
    # Python promises that `random` gives the same numbers for the same seed in every version.
    draws = [Random(f"sample {number} of seed {seed}").random for number in samples]
    are_counted = puzzle.geometry.size == 9 and kernel.is_compiled()
    totals = np.zeros(len(samples))
    parts = OpenParts.of_puzzle(puzzle, len(samples), 2.0**-SCALE)
    are_whole = True
    while len(parts):
        if is_over():
            raise TimeoutError
        numbers = np.where((parts.digits > 0).all(axis=0), 1, -1)  # a full grid is its only solution
        if are_counted:
            _count_small(parts, numbers, is_over)
        are_known = numbers >= 0
        np.add.at(totals, parts.samples[are_known], parts.weights[are_known] * numbers[are_known])
        left = parts.only(~are_known)
        drawn = thinned(left, draws, kept)
        are_whole &= drawn is left
        parts = drawn.split()
    numbered = [Fraction(total) * 2**SCALE for total in totals.tolist()]
    return numbered, are_whole and max(numbered) <= EXACT_IN_FLOAT


def _count_small(parts: OpenParts, numbers: NDArray[np.int64], is_over: Callable[[], bool]) -> None:
    """Put the number of solutions of each part of 9×9 that has few in its place; the others stay -1."""
    tried = np.flatnonzero((numbers < 0) & (parts.is_open.sum(axis=0) <= OPEN_IN_COUNTED))
    if not len(tried):
        return
    search = kernel.start_search(
        parts.only(tried).candidate_masks(), limit=COUNTED_IN_PART, keep_solutions=False
    )
    if not kernel.finish(search, is_over):
        raise TimeoutError
    are_all = search.counts < COUNTED_IN_PART
    numbers[tried[are_all]] = search.counts[are_all]


def thinned(parts: OpenParts, draws: Sequence[Callable[[], float]], kept: int) -> OpenParts:
    """About `kept` of the parts of each sample that has more, drawn; each stands for those that are left out.

    If no sample has more, these are the `parts` themselves, the same object.
    `draws` has a function for each sample, which gives a random number from 0 to below 1.
    """
    ends = np.searchsorted(parts.samples, np.arange(len(draws) + 1)).tolist()
    chances = np.ones(len(parts))
    are_drawn = np.ones(len(parts), np.bool_)
    scores: Floats | None = None
    for draw, first, end in zip(draws, ends, ends[1:], strict=False):
        if end - first > kept:
            if scores is None:
                scores = parts.weights * _promise(parts)
            of_sample = slice(first, end)
            chances[of_sample] = chances_to_stay(scores[of_sample], kept)
            are_drawn[of_sample] = _drawn(chances[of_sample], draw())
    if scores is None:
        return parts
    drawn = parts.only(are_drawn)
    drawn.weights /= chances[are_drawn]
    return drawn


def _promise(parts: OpenParts) -> Floats:
    """A number for each part that tells roughly which have more solutions: float64 (parts,), 2 at most.

    It is the product of the eighth roots of how many elements each line has left, but for a common factor:
    two to the sum of logarithms, with a straight line from each power of two to the next.
    """
    logarithms = PROMISE_OF_LINE[parts.in_line].sum(axis=0)
    powers = logarithms >> BITS
    between = 1 + (logarithms & (1 << BITS) - 1) / 2.0**BITS
    promise: Floats = np.ldexp(between, (powers - powers.max()).astype(np.int32))
    return promise


def chances_to_stay(scores: Floats, kept: int) -> Floats:
    """The chances in proportion to the scores whose sum is `kept`; no chance is above 1.

    The scores are above 0, and more than `kept` of them. Those that would have more than 1 stay for certain,
    and the others share what is left.

    >>> chances_to_stay(np.array([1.0, 6.0, 1.0, 1.0, 1.0]), 3).tolist()
    [0.5, 1.0, 0.5, 0.5, 0.5]
    """
    ascending = np.sort(scores)
    sums = np.cumsum(ascending)[::-1][:kept]  # of the others, where 0, 1, 2 … stay for certain
    places = np.arange(kept, 0, -1)  # for the others
    certain = int(np.argmax(ascending[::-1][:kept] * places <= sums))
    chances: Floats = np.minimum(1.0, scores * (places[certain] / sums[certain]))
    return chances


def _drawn(chances: Floats, offset: float) -> NDArray[np.bool_]:
    """Which parts are drawn, each with its chance: the chances end to end, and a mark after each unit.

    The first mark is at a random place, so one random number decides of all; neighbours, which are alike,
    are rarely drawn together.
    """
    marks = np.floor(np.cumsum(chances) + offset)
    drawn: NDArray[np.bool_] = np.diff(marks, prepend=0.0) > 0
    return drawn


class CubeTables(NamedTuple):
    """The cube of a geometry as arrays: elements of lines, lines of elements, and peers."""

    elements: Places
    """(n, 4n²): the first, the second … element of each line."""
    lines: Places
    """(4, n³): the lines through each element."""
    touched: Places
    """(1 + peers, n³): each element itself and its peers."""


@cache
def cube_tables(geometry: Geometry) -> CubeTables:
    """The tables of a geometry, made once."""
    table = cube(geometry)
    elements = np.array([line.elements for line in table.lines], np.intp)
    lines = np.argsort(elements, axis=None, kind="stable").reshape(-1, 4) // geometry.size
    touched = np.array([[one, *sorted(peers)] for one, peers in enumerate(table.peers)], np.intp)
    return CubeTables(*map(np.ascontiguousarray, (elements.T, lines.T, touched.T)))


@dataclass(slots=True, eq=False)
class OpenParts:
    """Parts that are to be split further; the columns are described above."""

    geometry: Geometry
    is_open: NDArray[np.bool_]
    in_line: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    weights: NDArray[np.float64]
    samples: Places

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, samples: int, weight: float) -> OpenParts:
        """The puzzle itself as the only part of each sample."""
        tables = cube_tables(puzzle.geometry)
        table = cube(puzzle.geometry)
        is_open = np.zeros((table.element_count, 1), np.bool_)
        for cell, digits in candidates_left(puzzle).items():
            is_open[[table.element(cell, digit) for digit in digits]] = True
        clues = [table.element(cell, digit) for cell, digit in puzzle.clues.items()]
        in_line = is_open[tables.elements].sum(axis=0, dtype=np.uint8)
        in_line[tables.lines[:, clues].ravel()] = TAKEN
        cells = np.frombuffer(puzzle.cells, np.uint8).reshape(-1, 1)
        alone = cls(puzzle.geometry, is_open, in_line, cells, np.full(1, weight), np.zeros(1, np.intp))
        parts = alone.only(np.zeros(samples, np.intp))
        parts.samples = np.arange(samples)
        return parts

    def __len__(self) -> int:
        return len(self.weights)

    def only(self, parts: Places | NDArray[np.bool_]) -> OpenParts:
        """Some of the parts, by their columns; or those that are marked."""
        columns = np.flatnonzero(parts) if parts.dtype == np.bool_ else parts
        return OpenParts(  # `take` leaves the rows of a table one after the other in memory
            self.geometry,
            self.is_open.take(columns, axis=1),
            self.in_line.take(columns, axis=1),
            self.digits.take(columns, axis=1),
            self.weights[columns],
            self.samples[columns],
        )

    def split(self) -> OpenParts:
        """The parts that these are split into, those without an element left in some line excepted.

        No part may be solved.
        """
        tables = cube_tables(self.geometry)
        choices = tables.elements[:, self.in_line.argmin(axis=0)].T
        columns, places = np.nonzero(self.is_open[choices, np.arange(len(self))[:, None]])
        parts, each = self.only(columns), np.arange(len(columns))
        elements = choices[columns, places]  # one more is true in each part
        touched = tables.touched[:, elements]
        were_open = parts.is_open[touched, each].view(np.uint8)
        parts.is_open[touched, each] = False
        entries = tables.lines[:, touched] * len(columns) + each  # of in_line, line by line
        np.subtract.at(parts.in_line.reshape(-1), entries, were_open)
        parts.in_line[tables.lines[:, elements], each] = TAKEN
        cells, less_one = np.divmod(elements, self.geometry.size)
        parts.digits[cells, each] = less_one + 1
        return parts.only(np.flatnonzero(parts.in_line.all(axis=0)))

    def candidate_masks(self) -> NDArray[np.uint16]:
        """The candidates of each cell of 9×9, as the kernel takes them: (parts, 81), bit d - 1 for d."""
        masks = (np.uint16(1) << self.digits) >> 1
        bits = np.uint16(1) << np.arange(9, dtype=np.uint16)
        masks += (self.is_open.reshape(81, 9, -1) * bits[:, None]).sum(axis=1, dtype=np.uint16)
        return np.ascontiguousarray(masks.T)
