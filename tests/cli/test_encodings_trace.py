"""`sudocube encodings trace`: clauses at work, as text, as JSON and as a graph."""

import re
from typing import Any

from tests.cli.command import invoke

SMALL = "1.....2..3.....4"
OPEN = "1.2.....2.3....."
"""Two clues are missing for one solution: unit propagation is stuck."""

SOLUTION = "1243342143122134"


def traced(*arguments: object, columns: int = 80) -> str:
    """The text, on one line."""
    outcome = invoke("encodings", "trace", *map(str, arguments), columns=columns)
    return " ".join(outcome.out.split())


def rows(*arguments: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The steps, and the end."""
    *steps, end = invoke("encodings", "trace", *arguments, "--json").rows
    return steps, end


def test_every_assignment_is_a_row_as_the_clauses_say():
    """The level, the literal by name and number, and why: clue or clause."""
    steps, end = rows(SMALL)
    assert steps[0] == {"step": 1, "level": 0, "literal": "x[r1c1,1]", "number": 1, "because": "clue"}
    pair = next(step for step in steps if step["literal"] == "¬x[r1c2,1]")
    said = {"clause": [-1, -5], "literals": ["¬x[r1c1,1]", "¬x[r1c2,1]"], "line": "row 1, digit 1"}
    assert {**said, "says": "at most one", "way": "pairwise"}.items() <= pair["because"].items()
    assert (pair["number"], end["end"], end["cells"], end["decisions"]) == (-5, "solved", SOLUTION, 0)


def test_a_conflict_is_told_from_the_clause_to_the_jump_back():
    """The example of the lesson; whoever has decided is not advised to decide."""
    text = traced(OPEN, "--decide", "r2c4=4")
    for words in (
        "1 x[r2c4,4] decision",
        "Conflict 1: all literals of row 4, digit 4: at most one (pairwise) are false.",
        "Learned: ¬x[r2c4,4]. ¬x[r2c4,4] is the only literal of level 1 in it;",
        "Back to level 0, where the learned clause makes ¬x[r2c4,4] true.",
        "Stuck: no clause fires any more.",
        "--search goes on with decisions by a rule, --decide with your own.",
    ):
        assert words in text
    assert text.count("literals that are false at level 0 are left out") == 1
    steps, end = rows(OPEN, "--decide", "r2c4=4")
    conflict = next(step for step in steps if "conflict" in step)
    assert (conflict["conflict"]["line"], conflict["learned"]) == ("row 4, digit 4", ["¬x[r2c4,4]"])
    assert (conflict["learned_clause"], conflict["level"], conflict["backjump"]) == ([-32], 1, 0)
    assert [one["literals"] for one in conflict["resolutions"]][-1] == ["¬x[r2c4,4]"]
    assert steps[steps.index(conflict) + 1]["because"]["family"] == "learned"
    assert (end["end"], end["conflicts"], end["not_decided"]) == ("stuck", 1, [])


def test_what_was_not_decided_is_told():
    """It had a value, or the trace ended too early."""
    for puzzle, decided, more, left in (
        (OPEN, "r1c1=1, r1c2=3, r3c4=1", "--max-steps=10", "x[r1c1,1], x[r1c2,3], x[r3c4,1]"),
        (OPEN, "r1c2=3, r3c4=1, r1c4=2", "", "x[r3c4,1], x[r1c4,2]"),
        ("11..............", "r3c3=1", "", "x[r3c3,1]"),
    ):
        asked = (puzzle, "--decide", decided, *more.split())
        said = re.search(r"Not decided, because [^:]* before: ([^.]*)\.", traced(*asked))
        assert said is not None
        _, end = rows(*asked)
        assert said[1] == ", ".join(end["not_decided"]) == left


def test_the_implication_graph_is_drawn(tmp_path):
    """Without a conflict there is none."""
    file = tmp_path / "graph.svg"
    decided = ("encodings", "trace", OPEN, "--decide", "r2c4=4", "--graph", file)
    assert invoke(*decided).status == 0
    assert "implication graph: x[r2c4,4]: decision, level 1" in file.read_text("utf-8")
    file.unlink()
    outcome = invoke("encodings", "trace", SMALL, "--graph", file)
    assert (outcome.status, file.exists(), "there was no conflict" in outcome.err) == (2, False, True)


def test_each_constraint_of_a_cp_sat_encoding_tells_what_it_removes_and_why():
    """An all-different by who needs which numbers; beside it the other two strengths."""
    text = traced(OPEN, "-e", "cpsat/alldifferent")
    for words in (
        "r1c2 is not 1 or 2 and r1c4 is not 1 or 2, by all different (r1c1, r1c2, r1c3, r1c4).",
        "r1c2 and r2c1 need 3 and 4.",
        "Unit propagation (extended) does not decide the puzzle; the linear relaxation fixes 6 of 16 cells.",
    ):
        assert words in text
    steps, end = rows(OPEN, "-e", "cpsat/alldifferent")
    first = steps[0]
    assert first["removed"] == {"r1c2": [1, 2], "r1c4": [1, 2]}
    assert first["because"] == "all different (r1c1, r1c2, r1c3, r1c4). r1c1 needs 1. r1c3 needs 2"
    assert (end["end"], end["unit_propagation"], end["relaxation"]) == ("stuck", False, 6)
    none = ("11" + "." * 14, "-e", "cpsat/linear")
    assert "refutes the puzzle; the linear relaxation has no solution." in traced(*none)
    steps, end = rows(*none)
    assert ("conflict" in steps[-1], end["end"], "relaxation" in end) == (True, "unsatisfiable", False)
