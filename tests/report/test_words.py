"""Verdicts, numbers and clashes as short phrases."""

from collections import Counter

import pytest

from sudocube.checking import Checked
from sudocube.errors import FormatError
from sudocube.puzzle import Puzzle
from sudocube.report.words import (
    CLASHES_AT_MOST,
    count_in_words,
    listed,
    named_clashes,
    no_solution_in_words,
    placed_verdict,
    summary_in_words,
    verdict_in_words,
)
from sudocube.verdict import Answer, Verdict
from tests.cli.command import PUZZLES, UNIQUE

CLASH = Puzzle(PUZZLES["2x2-clash-in-row"])
NO_CLASH = Puzzle(PUZZLES["2x2-no-digit-for-a-cell"])


@pytest.mark.parametrize(
    ("count", "exhausted", "limit", "words"),
    [
        (0, True, 10, "0"),
        (12, True, 100, "12"),
        (100, False, 100, "at least 100"),
        (3, False, 100, "unknown"),
        (0, False, 100, "unknown"),
    ],
)
def test_a_count_says_whether_it_is_exact(count, exhausted, limit, words):
    """The limit was reached, or the time."""
    answer = Answer(Verdict.UNKNOWN, count=count, exhausted=exhausted, reason="out of time")
    assert "".join(count_in_words(answer, limit)) == words


def test_the_source_of_a_puzzle_is_named_once():
    """The message of an error begins with it, too."""
    error = FormatError("a.txt", 3, None, found="80 symbols", expected="81")
    checked = Checked(1, "a.txt:3", None, Verdict.INVALID, error=error)
    assert "".join(placed_verdict(checked)) == "a.txt:3: invalid: found 80 symbols; expected 81"
    checked = Checked(1, "a.txt:3", Puzzle(UNIQUE), Verdict.UNKNOWN, reason="out of time")
    assert "".join(placed_verdict(checked)) == "a.txt:3: unknown: out of time"


def test_clashes_are_named_as_the_reason_of_none():
    """If there are any; a puzzle may have no solution for other reasons."""
    clash = "r1c1 and r1c4 both hold 1 in row 1"
    assert verdict_in_words(Checked(1, "a:1", CLASH, Verdict.NONE)) == (Verdict.NONE, f": {clash}")
    assert verdict_in_words(Checked(1, "a:1", NO_CLASH, Verdict.NONE)) == (Verdict.NONE,)
    assert "".join(no_solution_in_words(CLASH)) == f"no solution: {clash}"
    assert "".join(no_solution_in_words(NO_CLASH)) == "no solution"


def test_of_many_clashes_the_first_few_are_named():
    """All cells the same: each of the twelve units clashes."""
    named = named_clashes(Puzzle("1" * 16))
    assert len(named) == CLASHES_AT_MOST + 1
    assert named[-1] == f"and {12 - CLASHES_AT_MOST} more"


def test_a_summary_names_only_the_verdicts_that_occur():
    """In the order of the verdicts, not of the puzzles."""
    verdicts = Counter({Verdict.NONE: 3, Verdict.UNIQUE: 1_997, Verdict.UNKNOWN: 0})
    summary = summary_in_words(verdicts, "0.50 s", "sat")
    assert "".join(summary) == "2,000 puzzles: 1,997 unique, 3 none (0.50 s, sat)"
    assert [piece for piece in summary if isinstance(piece, Verdict)] == [Verdict.UNIQUE, Verdict.NONE]


def test_names_are_listed_with_and_before_the_last():
    """From an iterator, too."""
    assert listed(iter(["r1c1", "r1c2", "r1c3"])) == "r1c1, r1c2 and r1c3"
