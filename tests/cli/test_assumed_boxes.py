"""Boxes whose shape nobody gave: every row says which was taken, and a line on standard error that it was."""

import pytest

from sudocube.checking import check
from sudocube.cli import assumed_boxes
from sudocube.formats import read_argument
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict
from tests.cli.command import UNIQUE, invoke, written

TURNED_NONE = "23.4....1.....4..6...324.5.1.3.4...2"
"""Unique with boxes of 2 rows × 3 columns; without a solution with boxes of 3 × 2."""

TURNED_UNIQUE = "......3.6..2.4.26.2.1........5.3..24"
"""Several solutions with boxes of 2 rows × 3 columns; one with boxes of 3 × 2."""

SAME = "..354........1....3..2.5.......5...."
"""Several solutions with boxes of either shape."""

ASSUMED = "argument:1: 6×6 with boxes of 2 rows × 3 columns assumed; --box 3x2 takes the other shape\n"
OTHER = "argument:1: with boxes of 3 rows × 2 columns the verdict is none, and unique with these\n"

VERDICTS = [
    ["check"],
    ["check", "--json"],
    ["solve"],
    ["count"],
    ["crosscheck", "--engines", "phases,cube"],
    ["diagnose"],
    ["certify", "-o", "certificates"],
]
EXPLAINED = [["explain", "--max-steps", "1"], ["explain", "--json"]]
OTHERS = [
    ["encode"],
    ["bench", "-e", "cube"],
    ["encodings", "compare", "-e", "minimal"],
]


def as_file(command, cells, folder):
    """The arguments of a command for a puzzle; some take it from a file only."""
    return [*command, written(folder, cells) if command[0] == "bench" else cells]


@pytest.mark.parametrize(
    ("cells", "wide", "tall"),
    [
        (TURNED_NONE, Verdict.UNIQUE, Verdict.NONE),
        (TURNED_UNIQUE, Verdict.MULTIPLE, Verdict.UNIQUE),
        (SAME, Verdict.MULTIPLE, Verdict.MULTIPLE),
    ],
)
def test_the_puzzles_of_these_tests_have_the_verdicts_that_are_said(cells, wide, tall):
    assert check(Puzzle(cells, Geometry(2, 3))).verdict is wide
    assert check(Puzzle(cells, Geometry(3, 2))).verdict is tall


@pytest.mark.parametrize("command", [*VERDICTS, *EXPLAINED], ids=" ".join)
def test_the_assumption_is_said_and_that_the_other_shape_gives_another_verdict(
    command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    outcome = invoke(*command, TURNED_NONE)
    assert outcome.status == 0
    assert outcome.err.startswith(ASSUMED)
    assert outcome.err.endswith(OTHER)


@pytest.mark.parametrize("command", OTHERS, ids=" ".join)
def test_a_command_that_gives_no_verdict_says_the_assumption(command, tmp_path):
    outcome = invoke(*as_file(command, TURNED_NONE, tmp_path))
    assert "6×6 with boxes of 2 rows × 3 columns assumed; --box 3x2 takes the other shape\n" in outcome.err
    assert "the verdict is" not in outcome.err


def test_the_other_verdict_may_be_better():
    outcome = invoke("count", TURNED_UNIQUE)
    assert outcome.out == "10\n"
    assert outcome.err == ASSUMED + OTHER.replace("none, and unique", "unique, and multiple")


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["count", "--limit", "1"], "at least 1"),
        (["check", "-e", "sets"], "unknown"),
        (["explain", "-m", "sets"], "Stuck"),
    ],
)
def test_both_verdicts_are_said_also_where_the_command_gave_none(command, shown):
    """Nobody reads that a verdict was wrong which was never said."""
    outcome = invoke(*command, TURNED_UNIQUE)
    assert shown.lower() in outcome.out.lower()
    assert outcome.err.endswith("the verdict is unique, and multiple with these\n")


def test_steps_from_a_file_are_verified_with_the_assumption_said_as_well(tmp_path):
    steps = written(tmp_path, *invoke("explain", TURNED_NONE, "--json").out.splitlines(), name="steps")
    assert invoke("explain", TURNED_NONE, "--steps", steps).err == ASSUMED + OTHER


def test_where_both_shapes_give_the_same_verdict_only_the_assumption_is_said():
    assert invoke("check", SAME).err == ASSUMED


@pytest.mark.parametrize("command", [*VERDICTS, *EXPLAINED, *OTHERS], ids=" ".join)
def test_nothing_is_said_where_the_shape_was_given_or_nothing_is_to_be_said(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "boxes" not in invoke(*as_file(command, TURNED_NONE, tmp_path), "--box", "2x3").err
    monkeypatch.chdir(tmp_path.parent)
    certificates = [str(tmp_path / "quiet") if one == "certificates" else one for one in command]
    assert invoke(*as_file(certificates, TURNED_NONE, tmp_path), "--quiet").err == ""


def test_a_size_says_nothing_of_the_shape():
    assert invoke("check", TURNED_NONE, "--size", "6").err == ASSUMED + OTHER


@pytest.mark.parametrize("cells", [UNIQUE, "1.....2..3.....4", "." * 256, "." * 625])
def test_square_boxes_are_not_assumed(cells):
    assert "assumed" not in invoke("encode", cells).err


ROWS = [TURNED_NONE[start : start + 6] for start in range(0, 36, 6)]
DRAWN = {
    "bars": ([f"{row[:3]}|{row[3:]}" for row in ROWS], "2x3"),
    "rules": ([*ROWS[:2], "---+---", *ROWS[2:4], "---+---", *ROWS[4:]], "2x3"),
    "other bars": ([f"{row[:2]}|{row[2:4]}|{row[4:]}" for row in ROWS], "3x2"),
    "other rules": ([*ROWS[:3], "======", *ROWS[3:]], "3x2"),
}


@pytest.mark.parametrize("drawn", DRAWN)
def test_bars_or_rules_between_boxes_give_the_shape(drawn, tmp_path):
    lines, box = DRAWN[drawn]
    outcome = invoke("check", written(tmp_path, *lines), "--json")
    assert outcome.rows[0]["box"] == box
    assert outcome.err == ""


@pytest.mark.parametrize("frame", [["+------+", "|{}|"], ["*------*", "|{}|"], [None, "{}"]])
def test_a_frame_around_a_grid_says_nothing_of_its_boxes(frame, tmp_path):
    rule, row = frame
    rules = [] if rule is None else [rule]
    file = written(tmp_path, *rules, *map(row.format, ROWS), *rules)
    assert "2 rows × 3 columns assumed" in invoke("check", file).err


def test_the_assumption_is_said_once_in_a_run(tmp_path):
    """At the first puzzle that it concerns; and nothing is looked into for several."""
    file = written(tmp_path, UNIQUE, TURNED_NONE, TURNED_NONE, "." * 144)
    outcome = invoke("count", file, "--limit", "2")
    assert outcome.err == (
        f"{file}:2: 6×6 with boxes of 2 rows × 3 columns assumed; --box 3x2 takes the other shape\n"
    )


@pytest.mark.parametrize("shape", GEOMETRIES, ids=str)
def test_every_row_with_a_puzzle_says_its_boxes(shape, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = "." * shape.cell_count
    box = f"{shape.box_rows}x{shape.box_columns}"
    for command in (["count", "--limit", "2"], ["solve"], ["check"]):
        row = invoke(*command, cells, "--json", "--box", box).rows[0]
        assert (row["puzzle"], row["box"]) == (cells, box)


@pytest.mark.parametrize("box", ["2x3", "3x2"])
@pytest.mark.parametrize("command", VERDICTS, ids=" ".join)
def test_every_command_says_the_boxes(command, box, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = [*command, *([] if "--json" in command else ["--json"])]
    row = invoke(*arguments, TURNED_NONE, "--box", box).rows[0]
    assert list(row)[:4] == ["index", "source", "puzzle", "box"]
    assert (row["puzzle"], row["box"]) == (TURNED_NONE, box)


def test_both_shapes_together_get_little_time(monkeypatch):
    """No more than the run allows, and no word where it is undecided."""
    limits = []

    def out_of_time(puzzle, *, timeout):
        limits.append(timeout)
        return check(puzzle, engine="sets")  # it gets stuck

    monkeypatch.setattr("sudocube.checking.check", out_of_time)
    assert invoke("solve", TURNED_UNIQUE).err.startswith(ASSUMED)
    assert "verdict" not in invoke("solve", TURNED_UNIQUE, "--timeout", "0.5").err
    assert 0.5 < limits[0] <= assumed_boxes.OTHER_SHAPE_SECONDS <= 1
    assert 0 < limits[1] <= 0.5
    assert len(limits) == 2


def test_what_the_first_shape_has_taken_the_second_does_not_get(monkeypatch):
    seconds = iter([10.0, 10.0, 10.75])  # at the start, and before each of the shapes
    limits = []
    answer = check(Puzzle(TURNED_NONE, Geometry(2, 3)))

    def within(puzzle, *, timeout):
        limits.append(timeout)
        return answer

    monkeypatch.setattr("sudocube.checking.check", within)
    boxes = assumed_boxes.AssumedBoxes()
    [entry] = read_argument(TURNED_NONE, 1)
    assert boxes.remark(entry) == ASSUMED.strip()
    monkeypatch.setattr("sudocube.clock.monotonic", seconds.__next__)
    boxes.other_verdict(None)
    assert limits == [1.0, 0.25]
