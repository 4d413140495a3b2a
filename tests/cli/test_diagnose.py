"""`sudocube diagnose`: what it prints, its JSON, and how it ends."""

from pathlib import Path
from typing import Any

import pytest

from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke, written
from tests.puzzles import count_solutions

BROKEN = Path(__file__).resolve().parents[2] / "examples" / "broken.txt"
SUBTLE = PUZZLES["3x3-subtle"]
EMPTY = "." * 16
REDUNDANT, MINIMAL = "1.....2..3...1.4", "1.....2..3.....4"
FIRST = ["index", "source", "puzzle", "box", "verdict", "evidence", "solutions", "undecided"]


def row_of(*arguments: str) -> dict[str, Any]:
    """The only row; its time is checked and taken out."""
    [row] = invoke("diagnose", *arguments, "--json").rows
    assert row.pop("seconds") >= 0
    return row


def test_json_of_none():
    """A clash, and what mends it: 2 at r1c1 is a 1."""
    row = row_of("2... ..2. .3.. 2..4")
    assert list(row) == [
        *FIRST, "clashes", "conflicts", "other_conflicts", "culprits", "changes", "changes_complete",
    ]  # fmt: skip
    changes = row.pop("changes")
    conflict = {"cells": ["r1c1", "r4c1"], "size": 2, "minimal": True, "at_least": 2}
    assert row == {
        "index": 1,
        "source": "argument:1",
        "puzzle": "2.....2..3..2..4",
        "box": "2x2",
        "verdict": "none",
        "evidence": "agreement",
        "solutions": [],
        "undecided": [],
        "clashes": [{"unit": "column 1", "digit": 2, "cells": ["r1c1", "r4c1"]}],
        "conflicts": [{**conflict, "smallest": True, "confirmed": True}],
        "other_conflicts": False,
        "culprits": ["r1c1", "r4c1"],
        "changes_complete": True,
    }
    assert {
        "kind": "change",
        "cell": "r1c1",
        "digit": 2,
        "to_digit": 1,
        "to_cell": None,
        "puzzle": "1.....2..3..2..4",
        "solution": "1243342143122134",
    } in changes
    for change in changes:
        grid, puzzle = Grid(change["solution"]), Puzzle(change["puzzle"])
        assert objection(grid.cells, puzzle.cells, 2, 2) is None
        assert count_solutions(puzzle) == 1


def test_json_of_a_conflict_that_is_not_known_to_be_the_smallest():
    """Null is "not known"; with --smallest it is."""
    [conflict] = row_of(SUBTLE)["conflicts"]
    [smallest] = row_of(SUBTLE, "--smallest")["conflicts"]
    assert (conflict["at_least"], conflict["smallest"], conflict["minimal"]) == (2, None, True)
    assert smallest["at_least"] == smallest["size"] == len(smallest["cells"]) <= conflict["size"]
    assert smallest["smallest"] is True


def test_json_of_multiple():
    """Past the limit there are no numbers; status 3 is kept for a lack of time."""
    row = row_of(MULTIPLE)
    assert list(row) == [*FIRST, "count", "exact", "closest", "farthest", "candidates", "candidates_complete"]
    assert (row["verdict"], row["evidence"], row["count"], row["exact"]) == ("multiple", "witness", 2, True)
    assert sorted(row["closest"]["solutions"]) == sorted(row["solutions"])
    cells = row["closest"]["cells"]
    assert {"size": len(cells), "at_least": len(cells), "smallest": True}.items() <= row["closest"].items()
    assert {"size": len(cells), "at_most": len(cells), "largest": True}.items() <= row["farthest"].items()
    assert row["candidates_complete"] is True
    assert list(row["candidates"])[:2] == ["r1c1", "r1c2"]
    assert row["candidates"]["r1c1"] == {"7": 2}
    assert {name for name, digits in row["candidates"].items() if len(digits) == 2} == set(cells)
    outcome = invoke("diagnose", EMPTY, "--limit", "5", "--json")
    assert (outcome.status, outcome.rows[0]["exact"], outcome.rows[0]["undecided"]) == (0, False, [])
    assert outcome.rows[0]["candidates"]["r2c3"] == {"1": None, "2": None, "3": None, "4": None}


def test_json_of_a_repair():
    solution = "1234341221434321"
    repair = row_of(EMPTY, "--repair", "--solution", solution)["repair"]
    assert list(repair) == ["solution", "clues", "size", "at_least", "smallest", "puzzle"]
    said = {"solution": solution, "size": 4, "at_least": 4, "smallest": True}
    assert said.items() <= repair.items()
    assert len(repair["clues"]) == 4
    assert count_solutions(Puzzle(repair["puzzle"])) == 1


def test_json_of_unique():
    row = row_of("1... ..2. .3.. .1.4")
    assert {key: row[key] for key in list(row)[8:]} == {
        "minimal": False,
        "redundant": ["r4c2"],
        "redundant_complete": True,
        "sub_puzzle": {"puzzle": MINIMAL, "clues": 4, "minimal": True},
    }
    assert row_of(MINIMAL)["minimal"] is True


def test_what_is_no_puzzle_or_has_pencilmarks_is_told_and_the_others_go_on(tmp_path):
    """In its place, with 2."""
    file = written(tmp_path, UNIQUE, UNIQUE[:-1], "12......." + 80 * "123456789", NONE)
    outcome = invoke("diagnose", file, "--json")
    assert outcome.status == 2
    verdicts = ["unique", "invalid", "unknown", "none"]
    assert [(row["index"], row["verdict"]) for row in outcome.rows] == [*enumerate(verdicts, 1)]
    assert outcome.rows[1]["error"] == f"{file}:2: found 80 symbols; expected 81 (a 9×9 puzzle)"
    text = invoke("diagnose", file, "--quiet")
    assert (text.status, text.err) == (2, "")
    assert f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n" in text.out
    assert f"{file}:3  unknown\n  diagnose takes no pencilmarks, only clues.\n" in text.out
    assert f"{file}:4  none" in text.out


def test_of_several_puzzles_those_of_which_nothing_is_to_be_said_are_counted(tmp_path):
    """Unique and minimal ones; wherever they stand, one blank line is between what is shown."""
    file = written(tmp_path, MINIMAL, REDUNDANT, MINIMAL, "2.....2..3..2..4")
    outcome = invoke("diagnose", file)
    assert [line for line in outcome.out.splitlines() if line.startswith(str(file))] == [
        f"{file}:2  unique (agreement)",
        f"{file}:4  none (agreement)",
    ]
    assert f"\n\n{file}:4" in outcome.out
    first, second = outcome.err.splitlines()
    assert outcome.status == 0
    assert first.startswith("4 puzzles: 3 unique, 1 none (")
    assert second == "2 unique and minimal, not shown"
    outcome = invoke("diagnose", MINIMAL, MINIMAL, MINIMAL)
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.endswith("\n3 unique and minimal, not shown\n")
    assert invoke("diagnose", MINIMAL).out.splitlines() == [
        "argument:1  unique (agreement)",
        "  It is minimal: none of its 4 clues can be dropped.",
    ]


def test_what_is_undecided_is_said_and_ends_with_3():
    outcome = invoke("diagnose", HARD, "--timeout", "0.000001", "--json")
    [row] = outcome.rows
    assert (outcome.status, row["verdict"], row["evidence"]) == (3, "unknown", None)
    assert row["undecided"] == ["the verdict"]
    assert row["reason"].startswith("out of time after ")
    text = invoke("diagnose", HARD, "--timeout", "0.000001")
    assert (text.status, text.out.splitlines()[0]) == (3, "argument:1  unknown")


def test_a_chosen_solution_that_is_none_is_refused_and_the_others_go_on():
    """2, with what is wrong in the place of the answer."""
    for solution, words in (
        ("4321341221431234", "does not solve the puzzle: row 1, column 1 holds 4, but the clue is 1"),
        ("12345", "5 cells"),
        ("123434122143432.", "r4c4 is blank"),
        ("12343412214343!1", "symbol 15 is '!'"),
    ):
        asked = ("diagnose", "1" + 15 * ".", NONE, "--repair", "--solution", solution, "--json")
        outcome = invoke(*asked)
        assert (outcome.status, [row["verdict"] for row in outcome.rows]) == (2, ["unknown"] * 2)
        assert words in outcome.rows[0]["reason"]


def test_the_examples_are_what_their_comments_and_the_manual_say():
    """Two slips, two wrong clues, one clue too few, two too many."""
    slip, moved, two, few, many = invoke("diagnose", BROKEN, "--json").rows
    assert [(one["kind"], one["cell"], one["to_digit"]) for one in slip["changes"]] == [("change", "r4c7", 3)]
    assert [(one["kind"], one["cell"], one["to_cell"]) for one in moved["changes"]] == [
        ("move", "r2c4", "r2c3")
    ]
    assert (len(two["conflicts"]), two["culprits"], two["changes"]) == (2, [], [])
    assert {"r1c7", "r1c9"} <= {name for one in two["conflicts"] for name in one["cells"]}
    assert (few["verdict"], few["count"]) == ("multiple", 5)
    assert many["redundant"] == ["r1c9", "r4c8", "r8c8", "r9c4", "r9c7"]
    lines = invoke("diagnose", BROKEN, "--quiet").out.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(f"{BROKEN}:7"))
    assert lines[start + 1 : start + 7] == [
        "  These 7 clues cannot stand together; without any one of them, the others can:",
        "   .  9  . |[3] .  . | 8  .  6",
        "   .  .  . |[4] .  . | .  .  .",
        "   .  8  . |[7] .  . | 3  .  1",
        "  ---------+---------+---------",
        "   .  .  . | . [1] . | .  .  .",
    ]
    assert "    r2c4 = 4: move it to r2c3" in lines[start:]


@pytest.mark.parametrize("columns", [40, 80])
def test_nothing_is_wider_than_the_terminal_and_all_is_ascii(columns):
    """For terminals that know nothing else; no-break spaces become blanks."""
    for name in ("3x3-subtle", "3x3-two-solutions", "2x3-multiple", "3x3-unique-one-blank"):
        out = invoke("diagnose", PUZZLES[name], "--repair", "--smallest", columns=columns).out
        assert max(map(len, out.splitlines())) <= columns
        assert out.isascii()
