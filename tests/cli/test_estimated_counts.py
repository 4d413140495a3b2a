"""`sudocube count --estimate`: an estimate is called one, in words, in JSON and in CSV."""

import csv
import io
import re

import pytest

from sudocube import CountEstimate, kernel
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.report.estimate_text import in_short
from tests.cli.command import NONE, UNIQUE, invoke

BLANK_6 = "." * 36
SEVERAL_13265 = "3......8......8............5..946..7...........78...5269...5.41.....7925.25.94..."
QUICK = ("--estimate", "--samples", "10", "--limit", "100")


def test_an_estimate_is_called_one_and_has_an_interval():
    outcome = invoke("count", BLANK_6, *QUICK, "--box", "2x3")
    assert (outcome.status, outcome.err) == (0, "")
    assert re.fullmatch(r"estimate 2\.\d\de7 \(95 %: 2\.\d\de7 to [23]\.\d\de7\)\n", outcome.out)


def test_json_has_the_interval_and_the_seed_that_gives_it_again():
    rows = [invoke("count", BLANK_6, *QUICK, "--seed", seed, "--json").rows[0] for seed in "331"]
    row = rows[0]
    assert (row["exact"], row["estimate"], row["confidence"]) == (False, True, 0.95)
    assert row["low"] <= row["count"] <= row["high"]
    assert (row["samples"], row["seed"]) == (10, 3)
    assert rows[1]["count"] == row["count"] != rows[2]["count"]


def test_what_can_be_counted_is_counted_as_without_it():
    """Up to --limit, and beyond in parts; what is no puzzle is invalid and the others go on."""
    outcome = invoke("count", "--estimate", "-", stdin=f"{UNIQUE}\n{NONE}\n{UNIQUE[:-1]}\n{16 * '.'}\n")
    assert (outcome.status, outcome.out) == (USAGE_ERROR, "1\n0\ninvalid\n288\n")
    assert "-:3: invalid: found 80 symbols" in outcome.err
    assert invoke("count", UNIQUE, "--estimate", "--json").out == invoke("count", UNIQUE, "--json").out
    [row] = invoke("count", "." * 16, "--estimate", "--limit", "288", "--json").rows
    assert (row["count"], row["exact"]) == (288, True)
    assert invoke("count", "." * 16, "--limit", "288").out == "at least 288\n"


@pytest.mark.skipif(not kernel.is_compiled(), reason="without it, parts of 9×9 are not counted")
def test_a_number_beyond_the_limit_that_was_counted_in_parts_is_exact():
    [row] = invoke("count", SEVERAL_13265, "--estimate", "--limit", "1000", "--json").rows
    assert (row["count"], row["exact"], "estimate" in row) == (13_265, True, False)


def test_csv_says_of_each_number_whether_it_is_an_estimate():
    outcome = invoke("count", BLANK_6, "." * 16, "12", *QUICK[:3], "--limit", "500", "--format", "csv")
    estimated, exact, invalid = csv.DictReader(io.StringIO(outcome.out))
    names = ("count", "exact", "estimate", "low", "high")
    assert (estimated["exact"], estimated["estimate"]) == ("false", "true")
    assert int(estimated["low"]) <= int(estimated["count"]) <= int(estimated["high"])
    assert [exact[name] for name in names] == ["288", "true", "false", "288", "288"]
    assert ([invalid[name] for name in names], outcome.status) == ([""] * 5, USAGE_ERROR)


def test_out_of_time_is_unknown_with_a_reason_and_no_estimate():
    """At least so many are known, and no estimate is made of too few samples."""
    asked = ("count", "." * 81, "--estimate", "--timeout", "1e-9")
    outcome = invoke(*asked)
    assert (outcome.status, outcome.out) == (UNDECIDED, "unknown\n")
    assert outcome.err.startswith("argument:1: undecided: ")
    assert outcome.err.endswith("out of time after 1e-09 s\n")
    [row] = invoke(*asked, "--json").rows
    assert (row["exact"], row["reason"], "estimate" in row) == (False, "out of time after 1e-09 s", False)


def test_estimates_are_written_with_as_many_digits_as_their_interval_is_narrow():
    """Below ten million in full; the ends of the interval are shortened outward."""
    for numbers, words in (
        ((72, 65, 80), "72 (95 %: 65 to 80)"),
        ((1_303_940, 1_299_990, 1_307_900), "1,303,940 (95 %: 1,299,990 to 1,307,900)"),
        ((7_841_230_000, 7_840_010_000, 7_842_990_000), "7.8412e9 (95 %: 7.8400e9 to 7.8430e9)"),
        ((10**20, 10**20 - 10**14, 10**20 + 10**15), "1.00000e20 (95 %: 9.99999e19 to 1.00001e20)"),
        ((7_845_670_000, 7_549_990_000, 8_000_010_000), "7.85e9 (95 %: 7.54e9 to 8.01e9)"),
    ):
        number, low, high = numbers
        assert str(CountEstimate(number, False, low, high, 0.95, 40, 0)) == f"estimate {words}"
    large = (10**5, 123_456_789, 4 * 10**308 * 10)
    assert [in_short(number) for number in large] == ["1.00e5", "1.23e8", "4.00e309"]
