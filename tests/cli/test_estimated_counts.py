"""`sudocube count --estimate`: an estimate is called one, in words, in JSON and in CSV."""

from sudocube import CountEstimate
from tests.cli.command import invoke

BLANK_6 = "." * 36
SEVERAL_13265 = "3......8......8............5..946..7...........78...5269...5.41.....7925.25.94..."
QUICK = ("--estimate", "--samples", "10", "--limit", "100")


def test_an_estimate_has_an_interval_and_the_seed_that_gives_it_again():
    asked = ("count", BLANK_6, *QUICK, "--box", "2x3", "--json", "--seed")
    row, again, other = (invoke(*asked, seed).rows[0] for seed in "334")
    assert (row["exact"], row["estimate"], row["confidence"]) == (False, True, 0.95)
    assert row["low"] <= row["count"] <= row["high"]
    assert (row["samples"], row["seed"]) == (10, 3)
    assert again["count"] == row["count"] != other["count"]


def test_large_estimates_are_written_with_six_digits_as_in_json():
    """Below a million in full."""
    for numbers, words in (
        ((72, 65, 80), "72 (95 %: 65 to 80)"),
        ((1_303_940, 1_299_990, 1_307_900), "1.30394e6 (95 %: 1.29999e6 to 1.30790e6)"),
        ((7_841_230_000, 7_840_010_000, 7_842_990_000), "7.84123e9 (95 %: 7.84001e9 to 7.84299e9)"),
        ((10**20, 10**20 - 10**14, 10**20 + 10**15), "1.00000e20 (95 %: 9.99999e19 to 1.00001e20)"),
        ((4 * 10**309, 39 * 10**308, 41 * 10**308), "4.00000e309 (95 %: 3.90000e309 to 4.10000e309)"),
        ((7_845_670_000, 7_549_990_000, 8_000_010_000), "7.84567e9 (95 %: 7.54999e9 to 8.00001e9)"),
    ):
        number, low, high = numbers
        assert str(CountEstimate(number, False, low, high, 0.95, 40, 0)) == f"estimate {words}"
