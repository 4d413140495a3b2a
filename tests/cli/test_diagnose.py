"""`sudocube diagnose`: what it prints, its JSON, and how it ends."""

import re
from pathlib import Path
from typing import Any

import pytest

from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke, run, written
from tests.cli.test_interrupt import interrupted
from tests.puzzles import count_solutions

BROKEN = Path(__file__).resolve().parents[2] / "examples" / "broken.txt"
SUBTLE = PUZZLES["3x3-subtle"]
EMPTY = "." * 16
FIRST = ["index", "source", "puzzle", "box", "verdict", "evidence", "solutions", "seconds", "undecided"]


def row_of(*arguments: str) -> dict[str, Any]:
    """The only row; its time is checked and taken out."""
    [row] = invoke("diagnose", *arguments, "--json").rows
    assert row.pop("seconds") >= 0
    return row


def test_json_of_none():
    """A clash, and what mends it: 2 at r1c1 is a 1."""
    row = row_of("2... ..2. .3.. 2..4")
    assert list(row) == [one for one in FIRST if one != "seconds"] + [
        "clashes", "conflicts", "other_conflicts", "culprits", "changes", "changes_complete",
    ]  # fmt: skip
    changes = row.pop("changes")
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
        "conflicts": [
            {
                "cells": ["r1c1", "r4c1"],
                "size": 2,
                "minimal": True,
                "at_least": 2,
                "smallest": True,
                "confirmed": True,
            }
        ],
        "other_conflicts": False,
        "culprits": ["r1c1", "r4c1"],
        "changes_complete": True,
    }
    mended = "1.....2..3..2..4"
    assert {
        "kind": "change",
        "cell": "r1c1",
        "digit": 2,
        "to_digit": 1,
        "to_cell": None,
        "puzzle": mended,
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
    row = row_of(MULTIPLE)
    assert list(row)[8:] == [
        "count", "exact", "closest", "farthest", "candidates", "candidates_complete",
    ]  # fmt: skip
    assert (row["verdict"], row["evidence"], row["count"], row["exact"]) == ("multiple", "witness", 2, True)
    assert sorted(row["closest"]["solutions"]) == sorted(row["solutions"])
    cells = row["closest"]["cells"]
    assert {key: row["closest"][key] for key in ("size", "at_least", "smallest")} == {
        "size": len(cells),
        "at_least": len(cells),
        "smallest": True,
    }
    assert {key: row["farthest"][key] for key in ("size", "at_most", "largest")} == {
        "size": len(cells),
        "at_most": len(cells),
        "largest": True,
    }
    assert row["candidates_complete"] is True
    assert list(row["candidates"])[:2] == ["r1c1", "r1c2"]
    assert row["candidates"]["r1c1"] == {"7": 2}
    assert {name for name, digits in row["candidates"].items() if len(digits) == 2} == set(cells)


def test_json_past_the_limit_tells_no_numbers():
    """Status 3 is kept for a lack of time; the limit was asked for."""
    outcome = invoke("diagnose", EMPTY, "--limit", "5", "--json")
    [row] = outcome.rows
    assert (outcome.status, row["exact"], row["undecided"]) == (0, False, [])
    assert row["candidates"]["r2c3"] == {"1": None, "2": None, "3": None, "4": None}


def test_json_of_a_repair():
    solution = "1234341221434321"
    row = row_of(EMPTY, "--repair", "--solution", solution)
    repair = row["repair"]
    assert list(repair) == ["solution", "clues", "size", "at_least", "smallest", "puzzle"]
    assert (repair["solution"], repair["size"], repair["at_least"], repair["smallest"]) == (
        solution,
        4,
        4,
        True,
    )
    assert len(repair["clues"]) == 4
    assert count_solutions(Puzzle(repair["puzzle"])) == 1


def test_json_of_unique():
    row = row_of("1... ..2. .3.. .1.4")
    assert list(row)[8:] == ["minimal", "redundant", "redundant_complete", "sub_puzzle"]
    assert {key: row[key] for key in list(row)[8:]} == {
        "minimal": False,
        "redundant": ["r4c2"],
        "redundant_complete": True,
        "sub_puzzle": {"puzzle": "1.....2..3.....4", "clues": 4, "minimal": True},
    }
    assert row_of("1... ..2. .3.. ...4")["minimal"] is True


def test_a_batch_goes_on_past_what_is_no_puzzle(tmp_path):
    """Reported in its place; 2, whatever the others are."""
    file = written(tmp_path, UNIQUE, UNIQUE[:-1], NONE)
    outcome = invoke("diagnose", file, "--json")
    assert outcome.status == 2
    assert [(row["index"], row["verdict"]) for row in outcome.rows] == [
        (1, "unique"),
        (2, "invalid"),
        (3, "none"),
    ]
    assert outcome.rows[1] == {
        "index": 2,
        "source": f"{file}:2",
        "verdict": "invalid",
        "error": f"{file}:2: found 80 symbols; expected 81 (a 9×9 puzzle)",
    }
    text = invoke("diagnose", file).out
    assert f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n" in text
    assert f"{file}:3  none" in text


REDUNDANT, MINIMAL = "1.....2..3...1.4", "1.....2..3.....4"


def test_of_several_puzzles_those_of_which_nothing_is_to_be_said_are_counted(tmp_path):
    """Unique and minimal ones; wherever they stand, one blank line is between what is shown."""
    file = written(tmp_path, MINIMAL, REDUNDANT, MINIMAL, "2.....2..3..2..4")
    outcome = invoke("diagnose", file)
    assert [line for line in outcome.out.splitlines() if line.startswith(str(file))] == [
        f"{file}:2  unique (agreement)",
        f"{file}:4  none (agreement)",
    ]
    assert f"\n\n{file}:4" in outcome.out
    assert "minimal: none" not in outcome.out
    first, second = outcome.err.splitlines()
    assert first.startswith("4 puzzles: 3 unique, 1 none (")
    assert second == "2 unique and minimal, not shown"
    assert [row["index"] for row in invoke("diagnose", file, "--json").rows] == [1, 2, 3, 4]


def test_of_several_puzzles_that_are_all_minimal_nothing_is_shown():
    outcome = invoke("diagnose", MINIMAL, MINIMAL, MINIMAL)
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.endswith("\n3 unique and minimal, not shown\n")


def test_of_a_single_puzzle_it_is_said_that_it_is_minimal():
    outcome = invoke("diagnose", MINIMAL)
    verdict, said = outcome.out.splitlines()
    assert verdict == "argument:1  unique (agreement)"
    assert said == "  It is minimal: none of its 4 clues can be dropped."
    assert outcome.err == ""


def test_which_clues_to_add_is_said_before_the_long_tables():
    lines = invoke("diagnose", EMPTY, "--repair").out.splitlines()
    added, differs = (
        next(number for number, line in enumerate(lines) if line.startswith(start))
        for start in ("  With these 4 further clues", "  These two differ")
    )
    assert added == 2 < differs


def test_pencilmarks_are_refused_by_name_and_the_others_go_on(tmp_path):
    mixed = written(tmp_path, "12......." + 80 * "123456789", NONE)
    outcome = invoke("diagnose", mixed)
    assert outcome.status == 2
    assert outcome.out.startswith(f"{mixed}:1  unknown\n  diagnose takes no pencilmarks, only clues.\n")
    assert f"{mixed}:2  none (agreement)" in outcome.out


def test_what_is_undecided_is_said_and_ends_with_3():
    outcome = invoke("diagnose", HARD, "--timeout", "0.000001", "--json")
    [row] = outcome.rows
    assert (outcome.status, row["verdict"], row["evidence"]) == (3, "unknown", None)
    assert row["undecided"] == ["the verdict"]
    assert row["reason"].startswith("out of time after ")
    text = invoke("diagnose", HARD, "--timeout", "0.000001")
    assert (text.status, text.out.splitlines()[0]) == (3, "argument:1  unknown")


def test_all_done_is_0_whatever_the_verdicts(tmp_path):
    outcome = invoke("diagnose", written(tmp_path, UNIQUE, MULTIPLE, NONE))
    assert outcome.status == 0
    assert outcome.err.startswith("3 puzzles: 1 unique, 1 multiple, 1 none (")


def test_quiet_says_nothing_but_the_answer(tmp_path):
    file = written(tmp_path, UNIQUE, NONE)
    assert invoke("diagnose", file, "--quiet").err == ""
    assert invoke("diagnose", file, "--quiet").out == invoke("diagnose", file).out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--solution", 81 * "1"], "--solution goes with --repair"),
        (["--timeout", "0"], "--timeout"),
        (["--timeout", "nan"], "--timeout"),
        (["--limit", "0"], "--limit"),
        (["--size", "7"], "there is no size 7"),
        (["--box", "2x3", "--size", "9"], "do not fit together"),
    ],
)
def test_options_that_make_no_sense(options, words):
    outcome = invoke("diagnose", UNIQUE, *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in " ".join(outcome.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("solution", "words"),
    [
        ("4321341221431234", "does not solve the puzzle: row 1, column 1 holds 4, but the clue is 1"),
        ("12", "2 cells: a grid of 4×4"),
        ("123434122143432.", "r4c4 is blank"),
        ("12345", "5 cells"),
        ("12343412214343!1", "symbol 15 is '!'"),
    ],
)
def test_a_chosen_solution_that_is_none_is_refused_and_the_others_go_on(solution, words):
    """2, with what is wrong in the place of the answer."""
    arguments = ["diagnose", "1" + 15 * ".", NONE, "--repair", "--solution", solution, "--json"]
    outcome = invoke(*arguments)
    assert outcome.status == 2
    first, second = outcome.rows
    assert (first["verdict"], second["verdict"]) == ("unknown", "unknown")
    assert words in first["reason"]


def test_text_of_none_shows_the_conflict_and_what_mends_it():
    """The second example in the manual."""
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


def test_the_examples_are_what_their_comments_say():
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


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", ["3x3-subtle", "3x3-two-solutions", "2x3-multiple", "3x3-unique-one-blank"])
def test_nothing_is_wider_than_the_terminal(name, columns):
    out = invoke("diagnose", PUZZLES[name], "--repair", "--smallest", columns=columns).out
    assert max(map(len, out.splitlines())) <= columns


@pytest.mark.parametrize("name", ["4x4-multiple", "4x4-clash-in-column"])
def test_larger_ones_fit_eighty_columns(name):
    out = invoke("diagnose", PUZZLES[name], "--repair").out
    assert max(map(len, out.splitlines())) <= 80


def test_output_is_plain_ascii_where_the_puzzle_is():
    """For terminals that know nothing else; no-break spaces become blanks."""
    for puzzle in (NONE, SUBTLE, MULTIPLE, "1... ..2. .3.. .1.4"):
        assert invoke("diagnose", puzzle, "--repair").out.isascii()


def test_help_does_not_tell_more_than_there_is():
    words = " ".join(invoke("diagnose", "--help").out.split())
    for option in ("--smallest", "--repair", "--solution", "--limit", "--timeout", "10.0"):
        assert option in words


def test_ctrl_c_leaves_the_finished_ones(tmp_path):
    """Whole lines, status 130, and no process left."""
    file = written(tmp_path, UNIQUE, NONE, *["." * 81] * 50)
    status, lines, err, left = interrupted(["diagnose", str(file), "--json", "--repair"], 2, more=0.5)
    assert (status, left) == (130, 0)
    assert err.endswith("interrupted\n")
    assert all(re.fullmatch(r"\{.*\}\n", line) for line in lines)
    assert len(lines) >= 2


def test_several_processes_diagnose_in_the_order_of_the_input(tmp_path):
    """What is no puzzle, and what cannot be diagnosed, keeps its place."""
    marks = "".join("." * 9 if cell else "1" + "." * 8 for cell in range(81))
    file = written(tmp_path, "1.....2..3.....4", "12.....3..3....4", "no", marks, "1" + 15 * ".")
    alone = invoke("diagnose", file, "--json", "-j", "1")
    shared = run("diagnose", file, "--json", "-j", "2")
    assert (shared.status, shared.err) == (alone.status, alone.err)
    same = ("index", "source", "puzzle", "verdict", "error", "reason")
    assert [[row.get(one) for one in same] for row in shared.rows] == [
        [row.get(one) for one in same] for row in alone.rows
    ]
    assert [row["verdict"] for row in shared.rows] == ["unique", "none", "invalid", "unknown", "multiple"]
