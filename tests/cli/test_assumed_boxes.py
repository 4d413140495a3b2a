"""Boxes whose shape nobody gave: every row says which was taken, and a line on standard error that it was."""

from sudocube.cli import assumed_boxes
from sudocube.verdicts.checking import check
from tests.cli.command import UNIQUE, invoke, written

TURNED_NONE = "23.4....1.....4..6...324.5.1.3.4...2"
"""Unique with boxes of 2 rows × 3 columns; without a solution with boxes of 3 × 2."""

TURNED_UNIQUE = "......3.6..2.4.26.2.1........5.3..24"
"""Several solutions with boxes of 2 rows × 3 columns; one with boxes of 3 × 2."""

SAME = "..354........1....3..2.5.......5...."
"""Several solutions with boxes of either shape."""

ASSUMED = "argument:1: 6×6 with boxes of 2 rows × 3 columns assumed; --box 3x2 takes the other shape\n"
OTHER = "argument:1: with boxes of 3 rows × 2 columns the verdict is none, and unique with these\n"
BETTER = "argument:1: with boxes of 3 rows × 2 columns the verdict is unique, and multiple with these\n"


def test_the_assumption_is_said_and_that_the_other_shape_gives_another_verdict(tmp_path, monkeypatch):
    """By each command that gives a verdict; nothing is said where the shape was given, or with --quiet."""
    monkeypatch.chdir(tmp_path)
    more = {"crosscheck": ["-e", "phases,cube"], "certify": ["-o", "folder"]}
    for command in ("check", "solve", "count", "crosscheck", "diagnose", "certify", "explain"):
        outcome = invoke(command, *more.get(command, []), TURNED_NONE, "--json")
        assert (outcome.status, outcome.err) == (0, ASSUMED + OTHER), command
        assert outcome.rows[0].get("box", "2x3") == "2x3"
    given = invoke("check", TURNED_NONE, "--box", "3x2", "--json")
    assert ("boxes" in given.err, given.rows[0]["box"]) == (False, "3x2")
    assert invoke("check", TURNED_NONE, "--quiet").err == ""


def test_a_command_that_gives_no_verdict_says_the_assumption(tmp_path):
    """Unless the shape was given, or boxes are square."""
    for command in (["encode"], ["bench", "-e", "cube"], ["encodings", "compare", "-e", "minimal"]):
        puzzle = written(tmp_path, TURNED_NONE) if command[0] == "bench" else TURNED_NONE
        err = invoke(*command, puzzle).err
        assert "6×6 with boxes of 2 rows × 3 columns assumed; --box 3x2 takes the other shape\n" in err
        assert "the verdict is" not in err
        assert "boxes" not in invoke(*command, puzzle, "--box", "2x3").err
    assert "assumed" not in invoke("encode", UNIQUE).err


def test_both_verdicts_are_said_also_where_the_command_gave_none(tmp_path):
    """Nobody reads that a verdict was wrong which was never said. Of the same verdict, nothing is said."""
    for command in (["count", "--limit", "1"], ["check", "-e", "sets"], ["explain", "-m", "sets"]):
        assert invoke(*command, TURNED_UNIQUE).err.endswith(BETTER), command
    assert invoke("check", SAME).err == ASSUMED
    assert invoke("check", TURNED_NONE, "--size", "6").err == ASSUMED + OTHER  # a size is not a shape
    steps = written(tmp_path, *invoke("explain", TURNED_NONE, "--json").out.splitlines(), name="steps")
    assert invoke("explain", TURNED_NONE, "--steps", steps).err == ASSUMED + OTHER


def test_the_assumption_is_said_once_in_a_run(tmp_path):
    """At the first puzzle that it concerns; and nothing is looked into for several."""
    file = written(tmp_path, UNIQUE, TURNED_NONE, TURNED_NONE, "." * 144)
    assert invoke("count", file, "--limit", "2").err == ASSUMED.replace("argument:1", f"{file}:2")


def test_both_shapes_together_get_little_time(monkeypatch):
    """No more than the run allows, and no word where it is undecided."""
    limits = []

    def out_of_time(puzzle, *, timeout):
        limits.append(timeout)
        return check(puzzle, engine="sets")  # it gets stuck

    monkeypatch.setattr("sudocube.clock.monotonic", lambda: 10.0)
    monkeypatch.setattr("sudocube.verdicts.checking.check", out_of_time)
    assert invoke("solve", TURNED_UNIQUE).err.startswith(ASSUMED)
    assert "verdict" not in invoke("solve", TURNED_UNIQUE, "--timeout", "0.5").err
    assert limits == [assumed_boxes.OTHER_SHAPE_SECONDS, 0.5]
