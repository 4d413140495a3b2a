"""`sudocube count --estimate`: an estimate is called one, in words, in JSON and in CSV; what is refused."""

import csv
import io
import re

import pytest

from sudocube import CountEstimate, kernel
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.report.estimate_text import in_short
from tests.cli.command import NONE, UNIQUE, invoke

BLANK_6 = "." * 36
OVER_A_MILLION = "...........................5..946..7...........78...5269...5.41.....7925.25.94..."
QUICK = ("--estimate", "--samples", "10", "--limit", "100")


def test_an_estimate_is_called_one_and_has_an_interval():
    outcome = invoke("count", BLANK_6, *QUICK, "--box", "2x3")
    assert outcome.status == 0
    assert re.fullmatch(r"estimate 2\.\d\de7 \(95 %: 2\.\d\de7 to [23]\.\d\de7\)\n", outcome.out)
    assert outcome.err == ""


def test_what_can_be_counted_is_counted():
    """As without --estimate."""
    outcome = invoke("count", UNIQUE, NONE, "." * 16, "--estimate")
    assert (outcome.status, outcome.out) == (0, "1\n0\n288\n")


def test_json_has_the_interval_of_an_estimate():
    [row] = invoke("count", BLANK_6, *QUICK, "--seed", "3", "--json").rows
    assert (row["exact"], row["estimate"], row["confidence"]) == (False, True, 0.95)
    assert row["low"] <= row["count"] <= row["high"]
    assert (row["samples"], row["seed"]) == (10, 3)


def test_json_of_an_exact_count_is_as_without_estimates():
    assert invoke("count", UNIQUE, "--estimate", "--json").out == invoke("count", UNIQUE, "--json").out


def test_a_seed_gives_the_same_estimate_again():
    first, again, other = (invoke("count", BLANK_6, *QUICK, "--seed", seed, "--quiet").out for seed in "112")
    assert first == again != other


def test_csv_says_of_each_number_whether_it_is_an_estimate():
    outcome = invoke("count", BLANK_6, "." * 16, "12", *QUICK[:3], "--limit", "500", "--format", "csv")
    estimated, exact, invalid = csv.DictReader(io.StringIO(outcome.out))
    assert (estimated["exact"], estimated["estimate"]) == ("false", "true")
    assert int(estimated["low"]) <= int(estimated["count"]) <= int(estimated["high"])
    assert [exact[name] for name in ("count", "exact", "estimate", "low", "high")] == [
        "288",
        "true",
        "false",
        "288",
        "288",
    ]
    assert [invalid[name] for name in ("count", "exact", "estimate", "low", "high")] == [""] * 5
    assert outcome.status == USAGE_ERROR


def test_out_of_time_is_unknown():
    """At least so many are known, and no estimate is made of too few samples."""
    outcome = invoke("count", "." * 81, "--estimate", "--timeout", "1e-9")
    assert (outcome.status, outcome.out) == (UNDECIDED, "unknown\n")
    assert outcome.err.startswith("argument:1: undecided: ")
    assert outcome.err.endswith("out of time after 1e-09 s\n")


def test_out_of_time_in_json_has_a_reason_and_no_estimate():
    outcome = invoke("count", "." * 81, "--estimate", "--timeout", "1e-9", "--json")
    [row] = outcome.rows
    assert (row["exact"], row["reason"], outcome.status) == (False, "out of time after 1e-09 s", UNDECIDED)
    assert "estimate" not in row


def test_what_is_no_puzzle_is_invalid_and_the_others_go_on():
    outcome = invoke("count", "--estimate", "-", stdin=f"{UNIQUE}\n{UNIQUE[:-1]}\n{UNIQUE}\n")
    assert (outcome.status, outcome.out) == (USAGE_ERROR, "1\ninvalid\n1\n")
    assert "-:2: invalid: found 80 symbols" in outcome.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--samples", "20"], "--samples and --seed go with --estimate"),
        (["--seed", "1"], "--samples and --seed go with --estimate"),
        (["--estimate", "--samples", "0"], "0 samples: it is an integer of at least 10"),
        (["--estimate", "--samples", "9"], "9 samples: it is an integer of at least 10"),
        (["--estimate", "--engine", "sat"], "leave --engine out"),
        (["--estimate", "--jobs", "2"], "leave --jobs out"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, message):
    outcome = invoke("count", UNIQUE, *options)
    assert outcome.status == USAGE_ERROR
    assert message in " ".join(outcome.err.split())


def words_of(number: int, low: int, high: int) -> str:
    """What is printed of such an estimate."""
    return str(CountEstimate(number, False, low, high, 0.95, 40, 0))


def test_estimates_below_ten_million_are_written_out():
    assert words_of(72, 65, 80) == "estimate 72 (95 %: 65 to 80)"
    assert words_of(1_303_940, 1_299_990, 1_307_900) == "estimate 1,303,940 (95 %: 1,299,990 to 1,307,900)"


def test_a_narrow_interval_is_written_with_more_digits():
    assert words_of(7_841_230_000, 7_840_010_000, 7_842_990_000) == (
        "estimate 7.8412e9 (95 %: 7.8400e9 to 7.8430e9)"
    )
    assert words_of(10**20, 10**20 - 10**14, 10**20 + 10**15) == (
        "estimate 1.00000e20 (95 %: 9.99999e19 to 1.00001e20)"
    )


def test_the_ends_of_an_interval_are_shortened_outward():
    assert words_of(7_845_670_000, 7_549_990_000, 8_000_010_000) == (
        "estimate 7.85e9 (95 %: 7.54e9 to 8.01e9)"
    )


def test_limit_solutions_are_counted_and_not_estimated():
    outcome = invoke("count", "." * 16, "--estimate", "--limit", "288", "--json")
    assert [(row["count"], row["exact"]) for row in outcome.rows] == [(288, True)]
    assert invoke("count", "." * 16, "--limit", "288").out == "at least 288\n"


@pytest.mark.skipif(not kernel.is_compiled(), reason="without it, parts of 9×9 are not counted")
def test_a_number_beyond_the_limit_that_was_counted_in_parts_is_exact():
    outcome = invoke("count", OVER_A_MILLION, "--estimate", "--json")
    [row] = outcome.rows
    assert (row["count"], row["exact"], "estimate" in row) == (1_303_944, True, False)


def test_large_numbers_are_written_with_three_digits():
    assert [in_short(number) for number in (10**5, 123_456_789, 4 * 10**308 * 10)] == [
        "1.00e5",
        "1.23e8",
        "4.00e309",
    ]
