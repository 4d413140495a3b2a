"""`sudocube explain`: steps in words, as JSON, verified; what is shown, and how it ends."""

import re
from pathlib import Path

import pytest

from sudocube.solvers.methods import METHODS
from tests.cli.command import HARD, SOLUTION, UNIQUE, invoke
from tests.explanation.reference import PUZZLES

EXAMPLE = Path(__file__).parents[2] / "examples" / "steps"
AMBIGUOUS = "12..34......4..1"
TINY = "1.....2..3.....4"
LONG = str(PUZZLES["3x3-long-search"])
STEP_KEYS = (
    *("index", "step", "kind", "rule", "term", "cells", "digits", "unit"),
    *("premises", "placed", "removed", "assumptions"),
)
VERIFICATION_KEYS = ("valid", "true", "counterexample", "reason")
STUCK = "4.6.3....1..7.26.4......5..8...29.3.............3..7.5..35..4.19.46....7........."


def test_json_has_a_row_for_each_step_and_a_summary():
    """Verified, what was found, too."""
    *rows, last = invoke("explain", UNIQUE, "--json").rows
    summary = last["summary"]
    assert [tuple(row) for row in rows] == [STEP_KEYS] * len(rows)
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
    assert (summary["method"], summary["outcome"], summary["steps"]) == ("phases", "solved", len(rows))
    assert summary["solution"] == SOLUTION
    assert sum(rule["count"] for rule in summary["rules"]) == len(rows)
    for kind, field in (("guess", "guesses"), ("deadlock", "deadlocks")):
        assert summary[field] == sum(row["kind"] == kind for row in rows)
    assert summary["depth"] == max(len(row["assumptions"]) for row in rows)
    *rows, last = invoke("explain", TINY, "--json", "--verify", "--max-steps", "5").rows
    assert [tuple(row) for row in rows] == [(*STEP_KEYS, *VERIFICATION_KEYS)] * 5
    assert {(row["valid"], row["true"], row["counterexample"], row["reason"]) for row in rows} == {
        (True, True, None, None)
    }
    assert (last["summary"]["valid"], last["summary"]["refuted"]) == (13, 0)


@pytest.mark.parametrize("method", METHODS)
def test_the_steps_of_every_method_are_verified_by_themselves_and_from_a_file(method):
    """To the end of the search, with --all: the solution is the only one, and those that are stuck say so."""
    asked = ("explain", str(PUZZLES["2x3-unique"]))
    shown = invoke(*asked, "--method", method, "--all", "--verify", "--json")
    *rows, last = shown.rows
    summary = last["summary"]
    assert (rows[-1]["kind"], summary["refuted"], summary["undecided"]) == ("end", 0, 0)
    if shown.status == 0:
        assert (summary["outcome"], summary["count"], summary["exact"]) == ("solved", 1, True)
    again = invoke(*asked, "--steps", "-", "--json", stdin=shown.out)
    assert again.rows[:-1] == rows
    assert again.rows[-1]["summary"] == {**summary, "method": None}


def test_exit_status_and_outcome():
    """Of HARD, the search would take hours; no step is verified in a billionth of a second."""
    for arguments, status, outcome in (
        ([UNIQUE], 0, "solved"),
        ([LONG], 0, "unsolvable"),
        ([STUCK, "--method", "cube:propagate"], 3, "stuck"),
        ([HARD, "--timeout", "0.2", "--max-steps", "1"], 3, "undecided"),
        ([UNIQUE, "--verify", "--timeout", "1e-9"], 3, "undecided"),
    ):
        ended = invoke("explain", *arguments, "--json")
        assert (ended.status, ended.rows[-1]["summary"]["outcome"]) == (status, outcome), arguments
        told = invoke("explain", *arguments)
        assert (told.status, f"Outcome: {outcome}" in told.out) == (status, True), arguments


def test_the_example_of_steps_by_somebody_else():
    """One is right by luck, one is false, one rests on the false one, and one gives no reasons."""
    arguments = ("explain", EXAMPLE / "puzzle.txt", "--steps", EXAMPLE / "steps.jsonl")
    outcome = invoke(*arguments, "--json")
    *rows, last = outcome.rows
    assert outcome.status == 1
    found = [(row["valid"], row["true"]) for row in rows[3:]]
    assert found == [(False, True), (None, True), (False, False), (True, False)]
    assert [row["step"] for row in rows if row["reason"]] == [4, 6] == last["summary"]["refuted_steps"]
    assert rows[5]["counterexample"] == "1243342143122134"
    assert (last["summary"]["true_by_luck"], last["summary"]["outcome"]) == (1, "open")
    told = " ".join(invoke(*arguments).out.split())
    for words in (
        "[refuted, though true by luck]",
        "does not: [7] not as concluded '7 clue 7 solved '1 [4]| 2 3 . . | . . ------+------ . .",
        "[true, not shown valid]",
        "[valid, but false: it rests on a refuted step]",
        "Verified: 3 valid; 1 true, not shown valid; 1 valid, but false: it rests on a refuted step",
        "; 1 refuted, though true by luck; 1 refuted Refuted: steps 4 and 6",
    ):
        assert words in told


def test_several_puzzles_have_headings_and_their_rules_are_counted_over_all():
    """Solved, solved, unsolvable."""
    several = [TINY, AMBIGUOUS, "43....4....3.4.."]
    outcome = invoke("explain", *several, "--max-steps", "0")
    assert (outcome.status, len(outcome.out.split("\nargument:"))) == (0, 3)
    assert "All 3 puzzles: 2 solved, 1 unsolvable\n" in outcome.out
    assert re.search(r"rule +term +used\n", outcome.out)
    *rows, overall = invoke("explain", *several, "--json").rows
    rules = [rule for row in rows if "summary" in row for rule in row["summary"]["rules"]]
    for rule in overall["summary"]["rules"]:
        counts = [one["count"] for one in rules if one["rule"] == rule["rule"]]
        assert rule["count"] == sum(counts)
