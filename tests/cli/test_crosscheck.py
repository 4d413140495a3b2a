"""What `crosscheck` shows of a long list, and what it says of an engine alone."""

import pytest

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, written

PHASES = ("-e", "phases,cube")


def headlines(out: str, name: str) -> int:
    """How many puzzles have a block of text."""
    return sum(line.startswith(f"{name}:") for line in out.splitlines())


@pytest.mark.parametrize(
    ("details", "shown"), [(None, 10), ("10", 10), ("3", 3), ("0", 0), ("none", 0), ("all", 14)]
)
def test_of_a_long_list_the_first_ten_are_shown_unless_told_otherwise(tmp_path, details, shown):
    file = written(tmp_path, UNIQUE, *[MULTIPLE] * 2, *[NONE] * 12)
    more = [] if details is None else ["--details", details]
    outcome = invoke("crosscheck", file, *PHASES, *more)
    assert outcome.status == 0
    assert headlines(outcome.out, str(file)) == shown
    said = [line for line in outcome.out.splitlines() if "--details" in line]
    expected = {3: "not shown: 11 none", 10: "not shown: 4 none"}.get(shown)
    assert said == ([] if expected is None else [f"{expected} (--details all shows them)"])


def test_the_table_of_engines_is_last(tmp_path):
    """It is what somebody at a terminal sees without going back."""
    file = written(tmp_path, MULTIPLE, *[NONE] * 20)
    lines = invoke("crosscheck", file, *PHASES).out.splitlines()
    assert lines[-6:-2] == ["", "not shown: 11 none (--details all shows them)", "", lines[-3]]
    assert lines[-3].startswith("engine ")
    assert [line.split()[0] for line in lines[-2:]] == ["phases", "cube"]


@pytest.mark.parametrize("details", ["", "some", "-1", "1.5", "1" * 5000, "²"])
def test_details_that_are_no_number_are_a_usage_error(details):
    outcome = invoke("crosscheck", MULTIPLE, *PHASES, "--details", details, columns=10_000)
    assert outcome.status == 2
    assert f"found {details!r}; expected all, none or a number" in outcome.err


@pytest.mark.parametrize("more", [[], ["--json"], ["--prove"]])
def test_one_engine_cross_checks_nothing(more):
    """The status says that the puzzle was decided by fewer than two, and a remark why."""
    outcome = invoke("crosscheck", UNIQUE, "-e", "sat", *more)
    assert outcome.status == 3
    assert "only sat:extended@cadical153 was asked: one engine cross-checks nothing" in outcome.err
    assert invoke("crosscheck", UNIQUE, "-e", "sat", "--quiet").err == ""


@pytest.mark.parametrize("arguments", [["-e", "sat,phases"], ["-e", "sat", "-e", "phases"], []])
def test_of_two_engines_no_such_thing_is_said(arguments):
    outcome = invoke("crosscheck", UNIQUE, *arguments)
    assert outcome.status == 0
    assert "cross-checks nothing" not in outcome.err
