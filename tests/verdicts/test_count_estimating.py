"""Estimated numbers of solutions: unbiased, with intervals that hold, repeatable; and never called exact."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

import pytest

from sudocube import CountEstimate, Puzzle, UndecidedError, count, estimate_count, kernel
from sudocube.arguments import numbered
from sudocube.verdicts import estimating as count_estimating
from sudocube.verdicts.estimating import (
    estimate_numbered,
    interval_of,
    sampled_totals,
    student_quantile,
)
from tests.counted_clock import CountedClock

GRIDS_9X9 = 6_670_903_752_021_072_936_960  # Felgenhauer and Jarvis, "Enumerating possible Sudoku grids", 2005
GRIDS_6X6 = 28_200_960

MANY = "5346789126721953481983425678.....4.....8.....7.....8.....5.....2.....6.....2....."
"""A puzzle of 9×9 with 86,593 solutions: too many for the kernel to count it as one part."""

FEW = "5346789126721953481983425678....1....2....7....3....5....5....4....1....3....6..."
"""A puzzle of 9×9 with 132 solutions."""

FAR_APART = [Fraction(200), Fraction(400)] * 5, False
"""Samples whose mean is 300, and whose interval is from 224 to 376."""

BANDS = {  # no row, or three, and how many grids begin with them: 72 times what Felgenhauer and Jarvis found
    "": GRIDS_9X9,
    "123456789456789123789123456": 72 * 108_374_976,
    "123647598456189327789235146": 72 * 94_888_576,
}

needs_kernel = pytest.mark.skipif(not kernel.is_compiled(), reason="without it, 9×9 takes long")


def samples_of(puzzle: str, number: int, *, kept: int, seed: int = 1) -> list[Fraction]:
    """So many samples, drawn side by side."""
    return sampled_totals(Puzzle(puzzle), range(number), seed=seed, kept=kept)[0]


@pytest.mark.parametrize(
    ("cells", "kept", "number", "of"),
    [
        ("." * 16, 1, 288, 600),
        ("1.......3...4..2...5................", 4, None, 40),
        (FEW, 4, 132, 30),
        pytest.param("." * 36, 8, GRIDS_6X6, 600, marks=pytest.mark.slow),
        pytest.param(MANY, 4, None, 100, marks=[pytest.mark.slow, needs_kernel]),
    ],
)
def test_the_mean_is_right(monkeypatch, cells, kept, number, of):
    number = number or count(cells).number
    if cells == FEW:  # parts are split until they are full grids
        monkeypatch.setenv(kernel.VARIABLE, kernel.TWIN)
    shares = [float(total / number) for total in samples_of(cells, of, kept=kept)]
    assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(of)
    assert stdev(shares) > 0


def test_without_parts_left_out_a_sample_is_exact(monkeypatch):
    """But not beyond the integers of a float; a puzzle without solution has samples of nothing.

    What a part may hold to be counted (here six) does not matter: it is split then.
    """
    assert sampled_totals(Puzzle("." * 16), range(3), seed=1, kept=300) == ([Fraction(288)] * 3, True)
    assert not sampled_totals(Puzzle("." * 16), range(2), seed=1, kept=40)[1]
    assert samples_of("12.. 34.. ..1. ...1", 2, kept=5) == [0, 0]
    for counted in (1, 6, 132) if kernel.is_compiled() else ():
        monkeypatch.setattr("sudocube.verdicts.estimating.COUNTED_IN_PART", counted)
        assert samples_of(FEW, 1, kept=10_000) == [132]
    for most, is_exact in ((288, True), (287, False)):
        monkeypatch.setattr("sudocube.verdicts.estimating.EXACT_IN_FLOAT", most)
        assert sampled_totals(Puzzle("." * 16), range(1), seed=1, kept=300)[1] is is_exact


def test_samples_stay_what_they_were(monkeypatch):
    """On any machine, in any version, at every level of the kernel, and whatever is drawn beside them."""
    alone = sampled_totals(Puzzle("." * 36), [2], seed=7, kept=8)[0]
    assert alone == samples_of("." * 36, 3, kept=8, seed=7)[2:]
    six = [22917739.077734612, 15807284.554586753, 37381912.796450704]
    assert list(map(float, samples_of("." * 36, 3, kept=8, seed=7))) == six
    for level in kernel.levels()[1:]:
        monkeypatch.setenv(kernel.VARIABLE, level)
        nine = [98259.66734115889, 65951.84546589892, 84813.54380625387]
        assert list(map(float, samples_of(MANY, 3, kept=4))) == nine


def test_quantiles_are_those_of_the_tables():
    """And to the last digit what they were, so that no term of the series is lost."""
    for probability, freedom, expected in ((0.975, 39, 2.023), (0.95, 9, 1.833), (0.995, 9, 3.250)):
        assert student_quantile(probability, freedom) == pytest.approx(expected, abs=2e-3)
    found = [student_quantile(*one) for one in ((0.975, 9), (0.75, 9), (0.995, 30))]
    assert found == pytest.approx([2.2621435754456356, 0.7027215935100807, 2.7499952970371324], rel=1e-12)


def test_an_interval_that_reaches_nothing_says_nothing():
    assert interval_of([Fraction(0)] * 10, 0.95) is None
    assert interval_of([Fraction(0)] * 9 + [Fraction(5)], 0.95) is None


def test_numbers_beyond_floats_keep_their_size():
    found = interval_of([Fraction(10**400), Fraction(2 * 10**400)] * 10, 0.95)
    assert found
    mean, low, high = found
    assert (mean, low < mean < high) == (15 * 10**399, True)


def test_ends_are_rounded_outward():
    """To six digits; below that many, to integers."""
    for number, expected in (
        (1_303_944, (1_303_940, 1_303_940, 1_303_950)),
        (Fraction(1_999_999, 2), (1_000_000, 999_999, 1_000_000)),
    ):
        assert interval_of([Fraction(number)] * 10, 0.95) == expected


@pytest.mark.slow
def test_intervals_hold_the_true_number_as_often_as_they_say():
    """Of 60 of 95 %, each of another seed, three miss it on average, and eight with a chance of 1 %."""
    samples = [samples_of("." * 36, 20, kept=4, seed=seed) for seed in range(60)]
    for confidence, fewest, most in ((0.95, 53, 59), (0.5, 20, 40)):
        intervals = [interval_of(totals, confidence) for totals in samples]
        held = sum(one is not None and one[1] <= GRIDS_6X6 <= one[2] for one in intervals)
        assert fewest <= held <= most


def test_the_number_of_6x6_grids_is_in_the_interval():
    """The seed decides what is drawn; what is being done is told with its share."""
    heard: list[tuple[str, float]] = []
    found = estimate_count("." * 36, samples=10, limit=10, seed=3, progress=lambda *told: heard.append(told))
    assert ("sample 1 of 10", 0.0) in heard
    assert found == CountEstimate(26_483_300, False, 24_241_800, 28_724_900, 0.95, 10, 3)
    assert found.low <= GRIDS_6X6 <= found.high
    assert estimate_count("." * 36, samples=10, limit=10, seed=4).number != found.number


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize(("band", "number"), BANDS.items())
def test_known_numbers_of_9x9_grids_are_in_the_interval(band, number):
    found = estimate_count(band + "." * (81 - len(band)), samples=10, limit=10)
    assert found.low <= number <= found.high < 1.3 * found.low


def test_what_can_be_counted_is_exact():
    found = estimate_count("1... .... .... ....")
    assert found == CountEstimate(72, True, 72, 72, 1.0, 0, 0)
    assert str(found) == "72"
    assert estimate_count("11.. .... .... ....").number == 0


def test_the_limit_says_how_far_is_counted(monkeypatch):
    """By default a thousand where the kernel does not serve; one more is looked for.

    Parts that are all counted make an exact number, too, and need no sample.
    """
    if kernel.is_compiled():
        assert estimate_count(MANY, limit=10) == CountEstimate(86_593, True, 86_593, 86_593, 1.0, 0, 0)
    monkeypatch.setattr(count_estimating, "_totals", lambda *_: FAR_APART)
    assert not estimate_count("." * 16, limit=287).exact
    assert estimate_count("." * 16, limit=288).exact
    monkeypatch.setattr(count_estimating, "COUNTED_FIRST", 72)
    assert estimate_count("1" + "." * 15).exact
    monkeypatch.setattr(count_estimating, "COUNTED_FIRST", 71)
    assert not estimate_count("1" + "." * 15).exact


def test_what_was_counted_raises_the_lower_end_up_to_the_number_and_never_the_number(monkeypatch):
    monkeypatch.setattr(count_estimating, "_totals", lambda *_: FAR_APART)
    for cells, limit, low in (("." * 16, 250, 251), ("." * 36, 310, 300), ("." * 36, 10, 224)):
        found = estimate_count(cells, limit=limit, samples=10)
        assert (found.low, found.number, found.high) == (low, 300, 376)


def test_out_of_time_is_undecided(monkeypatch):
    with pytest.raises(UndecidedError, match="out of time after 1e-09 s"):
        estimate_count("." * 81, timeout=1e-9)
    [checked] = estimate_numbered(numbered(["12"]))  # no puzzle, no number
    assert (checked.puzzle, checked.estimate) == (None, None)
    for looks in (1, 5):
        clock = CountedClock(looks)
        monkeypatch.setattr(count_estimating, "Clock", lambda *_, clock=clock: clock)
        with pytest.raises(UndecidedError, match="out of time after 9 s"):
            estimate_count("." * 36, limit=10, timeout=9)


def test_samples_too_far_from_each_other_or_below_what_was_counted_are_no_estimate(monkeypatch):
    monkeypatch.setattr(count_estimating, "_totals", lambda *_: FAR_APART)
    assert estimate_count("." * 36, limit=375, samples=10).high == 376
    with pytest.raises(UndecidedError, match="of the 10 samples ends at 376, below what was counted"):
        estimate_count("." * 36, limit=376, samples=10)
    totals = [Fraction(0)] * 9 + [Fraction(1)], False
    monkeypatch.setattr(count_estimating, "_totals", lambda *_: totals)
    with pytest.raises(UndecidedError, match="the 10 samples lie too far from each other"):
        estimate_count("." * 36, limit=10, samples=10)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"samples": 9}, "9 samples: it is an integer of at least 10"),
        ({"samples": 10.5}, "10.5 samples"),
        ({"confidence": 1}, "a confidence of 1: it is a number above 0 and below 1"),
        ({"confidence": 0.0}, "a confidence of"),
        ({"limit": 0}, "a limit of 0 solutions"),
        ({"timeout": -1}, "a timeout of -1 seconds"),
    ],
)
def test_wrong_arguments_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        estimate_count("." * 16, **wrong)
