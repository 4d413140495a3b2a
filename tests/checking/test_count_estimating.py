"""Estimated numbers of solutions: unbiased, with intervals that hold, repeatable; and never called exact."""

from fractions import Fraction
from functools import cache, partial
from math import isclose, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

import sudocube.checking.count_estimating
from sudocube import CountEstimate, Puzzle, UndecidedError, count, count_many, estimate_count, kernel
from sudocube.checking.count_estimating import estimate_numbered
from sudocube.checking.part_sampling import (
    COUNTED_IN_PART,
    PARTS_KEPT,
    SampledTotals,
    chances_to_stay,
    sampled_totals,
    thinned,
)
from sudocube.checking.part_splitting import TAKEN, OpenParts, cube_tables
from sudocube.checking.sample_intervals import Interval, interval_of, rounded_outward, student_quantile
from sudocube.cube import cube
from sudocube.geometry import Geometry
from tests.counted_clock import CountedClock

GRIDS_9X9 = 6_670_903_752_021_072_936_960  # Felgenhauer and Jarvis, "Enumerating possible Sudoku grids", 2005
GRIDS_6X6 = 28_200_960
GRIDS_8X8 = 29_136_487_207_403_520
GRIDS_12X12 = 81171437193104932746936103027318645818654720000

MANY = "5346789126721953481983425678.....4.....8.....7.....8.....5.....2.....6.....2....."
"""A puzzle of 9×9 with 86,593 solutions: too many for the kernel to count it as one part."""

FEW = "5346789126721953481983425678....1....2....7....3....5....5....4....1....3....6..."
"""A puzzle of 9×9 with 132 solutions."""

OVER_A_MILLION = "...........................5..946..7...........78...5269...5.41.....7925.25.94..."
"""A puzzle of 9×9 with 1,303,944 solutions, in few enough parts that all of them are counted."""

FAR_APART = SampledTotals([Fraction(200), Fraction(400)] * 5, are_exact=False)
"""Samples whose mean is 300, and whose interval is from 225 to 376."""

BANDS = {  # the first three rows, and how many grids have them: 72 times what Felgenhauer and Jarvis found
    "123456789456789123789123456": 72 * 108_374_976,
    "123647598456189327789235146": 72 * 94_888_576,
}

needs_kernel = pytest.mark.skipif(not kernel.is_compiled(), reason="without it, 9×9 takes long")


def samples_of(puzzle: str, number: int, *, kept: int, seed: int = 1) -> list[Fraction]:
    """So many samples, drawn side by side."""
    return sampled_totals(Puzzle(puzzle), range(number), seed=seed, kept=kept).totals


@cache
def samples_by_seed(cells: str, seeds: int, number: int) -> list[list[Fraction]]:
    """For each of these seeds so many samples, of a few parts each."""
    return [samples_of(cells, number, kept=4, seed=seed) for seed in range(seeds)]


def intervals_held(true_number: int, confidence: float, samples: list[list[Fraction]]) -> int:
    """How many of the intervals, one for each seed, hold the true number."""
    intervals = [interval_of(totals, confidence) for totals in samples]
    return sum(one is not None and one.low <= true_number <= one.high for one in intervals)


class TestSamples:
    """The mean of many samples is the number of solutions, however few parts are kept."""

    @pytest.mark.parametrize("kept", [1, 2, 7])
    def test_the_mean_of_4x4_is_right(self, kept):
        shares = [float(total / 288) for total in samples_of("." * 16, 2_000, kept=kept)]
        assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(2_000)
        assert stdev(shares) > 0

    def test_the_mean_with_clues_is_right(self):
        puzzle = "1.......3...4..2...5................"
        number = count(puzzle).number
        shares = [float(total / number) for total in samples_of(puzzle, 200, kept=4)]
        assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(200)

    def test_the_mean_of_6x6_is_right(self):
        shares = [float(total / GRIDS_6X6) for total in samples_of("." * 36, 600, kept=8)]
        assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(600)

    @needs_kernel
    def test_the_mean_is_right_where_parts_are_counted_by_the_kernel(self):
        """Candidates and digits reach it as they are, and a part with too many solutions is split further."""
        number = int(count_many([MANY], limit=10**6)[0])
        assert COUNTED_IN_PART < number < 10**6
        shares = [float(total / number) for total in samples_of(MANY, 100, kept=4)]
        assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(100)
        assert 0 < stdev(shares) < 1

    def test_the_mean_is_right_without_a_compiled_kernel(self, monkeypatch):
        """Then parts are split until they are full grids."""
        monkeypatch.setenv(kernel.VARIABLE, kernel.TWIN)
        shares = [float(total / 132) for total in samples_of(FEW, 100, kept=4)]
        assert abs(fmean(shares) - 1) < 3 * stdev(shares) / sqrt(100)
        assert stdev(shares) > 0

    @needs_kernel
    def test_a_part_with_too_many_solutions_is_split_and_not_counted(self, monkeypatch):
        """Here six are too many; with no part left out, the sample is exact."""
        monkeypatch.setattr("sudocube.checking.part_sampling.COUNTED_IN_PART", 6)
        assert count(FEW).number == 132
        assert samples_of(FEW, 1, kept=10_000) == [132]

    def test_without_parts_left_out_a_sample_is_exact(self):
        assert samples_of("." * 16, 3, kept=300) == [288, 288, 288]

    def test_a_puzzle_without_solution_has_samples_of_nothing(self):
        assert samples_of("12.. 34.. ..1. ...1", 2, kept=5) == [0, 0]

    def test_pencilmarks_are_kept_to(self):
        marks = Puzzle(".23456789" + "123456789" * 80)
        parts = OpenParts.of_puzzle(marks, 1, 1.0)
        assert parts.candidate_masks()[0].tolist() == [0b111111110, *[0b111111111] * 80]

    def test_each_sample_has_a_number_and_is_the_same_beside_others(self):
        """So it does not matter how many are drawn together."""
        together = samples_of("." * 36, 6, kept=8)
        assert together[4:] == sampled_totals(Puzzle("." * 36), [4, 5], seed=1, kept=8).totals
        assert len(set(together)) == 6

    @needs_kernel
    def test_samples_are_the_same_at_every_compiled_level(self, monkeypatch):
        drawn = []
        for level in kernel.levels()[1:]:
            monkeypatch.setenv(kernel.VARIABLE, level)
            drawn.append(samples_of(MANY, 3, kept=4))
        assert all(totals == drawn[0] for totals in drawn)

    def test_samples_stay_what_they_were(self):
        """On any machine and in any version."""
        assert [round(total) for total in samples_of("." * 36, 3, kept=8, seed=7)] == [
            22917739,
            15807285,
            37381913,
        ]


class TestSplitting:
    """Parts have no solution in common, and together all of them."""

    def test_parts_are_split_until_they_are_all_solutions(self):
        parts = OpenParts.of_puzzle(Puzzle("1... .... .... ...."), 1, 1.0)
        grids = []
        while len(parts):
            are_solved = parts.are_solved()
            grids += parts.digits.T[are_solved].tolist()
            parts = parts.only(~are_solved).split()
        assert len({tuple(grid) for grid in grids}) == len(grids) == 72
        for grid in grids:
            assert all(len({grid[cell] for cell in unit.cells}) == 4 for unit in cube(Geometry(2, 2)).units)

    @pytest.mark.parametrize("box", ["2x2", "2x3", "3x2", "3x3", "3x4"])
    def test_numbers_in_lines_follow_the_cube(self, box):
        """They are kept up to date by what each digit takes away; here they are counted anew."""
        table = cube(Geometry.of_box(box))
        parts = OpenParts.of_puzzle(Puzzle("." * table.geometry.cell_count, table.geometry), 1, 1.0)
        for _ in range(7):
            parts = parts.split().only(np.arange(2))
        for part in range(2):
            for line, in_line in zip(table.lines, parts.in_line[:, part].tolist(), strict=True):
                is_true = any(
                    parts.digits[cell, part] == digit
                    for cell, digit in map(table.cell_and_digit, line.elements)
                )
                left = int(parts.is_open[list(line.elements), part].sum())
                assert in_line == (TAKEN if is_true else left)

    def test_the_tables_are_those_of_the_cube(self):
        table = cube(Geometry(2, 3))
        tables = cube_tables(Geometry(2, 3))
        for element in range(table.element_count):
            assert set(tables.touched[:, element].tolist()) == table.peers[element] | {element}
            for line in tables.lines[:, element].tolist():
                assert element in table.lines[line].elements


class TestDrawing:
    """Which parts stay: each with its chance, and as many as asked for."""

    def test_chances_add_up_and_are_in_proportion(self):
        scores = np.array([1.0, 100.0, 2.0, 3.0, 4.0, 50.0])
        chances = chances_to_stay(scores, 3)
        assert isclose(chances.sum(), 3)
        assert chances[[1, 5]].tolist() == [1.0, 1.0]
        assert np.allclose(chances[[0, 2, 3, 4]] / scores[[0, 2, 3, 4]], 0.1)

    def test_equal_scores_have_equal_chances(self):
        assert chances_to_stay(np.ones(8), 2).tolist() == [0.25] * 8

    def test_each_part_is_drawn_as_often_as_its_chance_says(self):
        """And stands then for as many as it has to."""
        parts = OpenParts.of_puzzle(Puzzle("." * 16), 1, 1.0).split().split().split()
        number = len(parts)
        expected = parts.weights.sum()
        offsets = [(one + 0.5) / 1_000 for one in range(1_000)]
        drawn = [thinned(parts, [partial(float, offset)], 5) for offset in offsets]
        assert number > 5
        assert {len(some) for some in drawn} == {5}
        assert isclose(fmean(some.weights.sum() for some in drawn), expected, rel_tol=1e-3)


class TestIntervals:
    """Student's interval around the mean."""

    @pytest.mark.parametrize(
        ("probability", "freedom", "expected"),
        [(0.975, 9, 2.262), (0.975, 39, 2.023), (0.95, 9, 1.833), (0.995, 9, 3.250), (0.995, 30, 2.750)],
    )
    def test_quantiles_are_those_of_the_tables(self, probability, freedom, expected):
        assert student_quantile(probability, freedom) == pytest.approx(expected, abs=2e-3)

    def test_an_interval_that_reaches_nothing_says_nothing(self):
        assert interval_of([Fraction(0)] * 10, 0.95) is None
        assert interval_of([Fraction(0)] * 9 + [Fraction(5)], 0.95) is None

    def test_numbers_beyond_floats_keep_their_size(self):
        found = interval_of([Fraction(10**400), Fraction(2 * 10**400)] * 10, 0.95)
        assert found
        assert (rounded_outward(found)[0], found.low < found.mean < found.high) == (15 * 10**399, True)

    def test_ends_are_rounded_outward(self):
        """To six digits; so what was in the interval still is."""
        narrow = Interval(Fraction(1_303_944), Fraction(1_303_943), Fraction(1_303_945))
        assert rounded_outward(narrow) == (1_303_940, 1_303_940, 1_303_950)
        below_seven_digits = Interval(Fraction(1_999_999, 2), Fraction(1_999_998, 2), Fraction(1_999_999, 2))
        assert rounded_outward(below_seven_digits) == (1_000_000, 999_999, 1_000_000)

    def test_intervals_hold_the_true_number_as_often_as_they_say(self):
        """Of 60 of 95 %, each of another seed, three miss it on average, and eight with a chance of 1 %."""
        assert 53 <= intervals_held(GRIDS_6X6, 0.95, samples_by_seed("." * 36, 60, 20)) < 60

    @needs_kernel
    def test_intervals_hold_it_where_the_kernel_counts_parts(self):
        number = int(count_many([MANY], limit=10**6)[0])
        assert 26 <= intervals_held(number, 0.95, samples_by_seed(MANY, 30, 10)) <= 30

    def test_less_confidence_holds_it_less_often(self):
        assert 20 <= intervals_held(GRIDS_6X6, 0.5, samples_by_seed("." * 36, 60, 20)) <= 40

    @pytest.mark.parametrize(
        ("box", "number"), [("2x4", GRIDS_8X8), ("4x2", GRIDS_8X8), ("3x4", GRIDS_12X12)]
    )
    def test_known_numbers_of_grids_are_in_the_interval(self, box, number):
        geometry = Geometry.of_box(box)
        totals = sampled_totals(
            Puzzle("." * geometry.cell_count, geometry), range(12), seed=0, kept=PARTS_KEPT // 4
        ).totals
        found = interval_of(totals, 0.95)
        assert found
        assert found.low <= number <= found.high
        assert 0.5 < found.mean / number < 2


class TestEstimates:
    """What `estimate_count` says of known numbers."""

    def test_the_number_of_6x6_grids_is_in_the_interval(self):
        found = estimate_count("." * 36, limit=10)
        assert (found.exact, found.confidence, found.samples, found.seed) == (False, 0.95, 40, 0)
        assert found.low <= GRIDS_6X6 <= found.high
        assert found.low <= found.number <= found.high < 1.3 * found.low

    @needs_kernel
    def test_the_number_of_9x9_grids_is_in_the_interval(self):
        found = estimate_count("." * 81, samples=10, limit=10)
        assert found.low <= GRIDS_9X9 <= found.high
        assert found.high < 1.3 * found.low

    @needs_kernel
    @pytest.mark.parametrize(("band", "number"), BANDS.items())
    def test_the_grids_with_a_given_band_are_in_the_interval(self, band, number):
        found = estimate_count(band + "." * 54, samples=10, limit=10)
        assert found.low <= number <= found.high
        assert found.high < 1.3 * found.low

    def test_what_can_be_counted_is_exact(self):
        found = estimate_count("1... .... .... ....")
        assert (found.number, found.exact, found.low, found.high) == (72, True, 72, 72)
        assert (found.confidence, found.samples, str(found)) == (1.0, 0, "72")

    def test_no_solution_is_an_exact_number(self):
        assert estimate_count("11.. .... .... ....").number == 0

    def test_the_limit_says_how_far_is_counted(self):
        assert not estimate_count("." * 16, limit=287).exact
        assert estimate_count("." * 16, limit=288).exact

    def test_no_interval_begins_below_what_was_counted(self, monkeypatch):
        """One more than the limit."""
        monkeypatch.setattr(sudocube.checking.count_estimating, "_totals", lambda *_: FAR_APART)
        found = estimate_count("." * 16, limit=250, samples=10)
        assert (found.number, found.low) == (300, 251)

    def test_no_interval_begins_above_its_number(self, monkeypatch):
        """The number stays unbiased, though 311 were counted."""
        monkeypatch.setattr(sudocube.checking.count_estimating, "_totals", lambda *_: FAR_APART)
        found = estimate_count("." * 36, limit=310, samples=10)
        assert (found.low, found.number, found.high) == (300, 300, 376)

    @needs_kernel
    def test_parts_that_are_all_counted_make_an_exact_number(self):
        """It has seven digits, none of them rounded; and no sample is needed."""
        found = estimate_count(OVER_A_MILLION)
        assert found == CountEstimate(1_303_944, True, 1_303_944, 1_303_944, 1.0, 0, 0)

    def test_a_number_is_not_exact_where_some_parts_were_left_out(self):
        assert sampled_totals(Puzzle("." * 16), range(2), seed=1, kept=300).are_exact
        assert not sampled_totals(Puzzle("." * 16), range(2), seed=1, kept=40).are_exact

    def test_sums_beyond_the_integers_of_a_float_are_not_called_exact(self, monkeypatch):
        monkeypatch.setattr("sudocube.checking.part_sampling.EXACT_IN_FLOAT", 287)
        assert not sampled_totals(Puzzle("." * 16), range(1), seed=1, kept=300).are_exact

    def test_the_seed_decides_what_is_drawn(self):
        again = [estimate_count("." * 36, samples=10, limit=10, seed=seed) for seed in (1, 1, 2)]
        assert again[0] == again[1]
        assert again[0].number != again[2].number

    def test_four_times_as_many_samples_make_it_narrower(self):
        few, many = (estimate_count("." * 36, samples=number, limit=10) for number in (10, 40))
        assert many.high - many.low < 0.7 * (few.high - few.low)

    def test_the_largest_size_can_be_sampled(self):
        rows = [[(5 * row + row // 5 + column) % 25 + 1 for column in range(25)] for row in range(22)]
        totals = sampled_totals(Puzzle([*rows, *[[0] * 25] * 3]), range(1), seed=0, kept=4).totals
        assert totals[0] >= 6


class TestUndecided:
    """No number is made up."""

    def test_out_of_time_is_undecided(self):
        with pytest.raises(UndecidedError, match="out of time after 1e-09 s"):
            estimate_count("." * 81, timeout=1e-9)

    def test_out_of_time_while_samples_are_drawn_is_undecided(self, monkeypatch):
        """An estimate of those that were quick enough would be biased."""
        clock = CountedClock(5)
        monkeypatch.setattr(sudocube.checking.count_estimating, "Clock", lambda *_: clock)
        with pytest.raises(UndecidedError, match="out of time after 9 s"):
            estimate_count("." * 36, limit=10, timeout=9)

    def test_samples_too_far_from_each_other_are_no_estimate(self, monkeypatch):
        monkeypatch.setattr("sudocube.checking.part_sampling.PARTS_KEPT", 1)
        totals = SampledTotals([Fraction(0)] * 9 + [Fraction(1)], are_exact=False)
        monkeypatch.setattr(sudocube.checking.count_estimating, "_totals", lambda *_: totals)
        with pytest.raises(UndecidedError, match="the 10 samples lie too far from each other"):
            estimate_count("." * 36, limit=10, samples=10)

    def test_an_interval_below_what_was_counted_is_no_estimate(self, monkeypatch):
        """The samples met too little, and this shows it."""
        monkeypatch.setattr(sudocube.checking.count_estimating, "_totals", lambda *_: FAR_APART)
        assert estimate_count("." * 36, limit=375, samples=10).high == 376
        with pytest.raises(UndecidedError, match="of the 10 samples ends at 376, below what was counted"):
            estimate_count("." * 36, limit=376, samples=10)

    def test_what_is_no_puzzle_has_no_number(self):
        from sudocube.arguments import numbered

        [(checked, estimate)] = estimate_numbered(numbered(["12"]))
        assert (checked.puzzle, estimate) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"samples": 9}, "9 samples: it is an integer of at least 10"),
        ({"samples": 0}, "0 samples: it is an integer of at least 10"),
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
