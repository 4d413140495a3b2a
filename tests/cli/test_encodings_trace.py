"""`sudocube encodings trace`: clauses at work, as text, as JSON and as a graph."""

import re
from pathlib import Path
from typing import Any

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.puzzle import Puzzle
from tests.cli.command import UNIQUE, invoke

SMALL = "1.....2..3.....4"
OPEN = "1.2.....2.3....."
"""Two clues are missing for one solution: unit propagation is stuck."""

CLASH = "11.............."
SOLUTION = "1243342143122134"
EXAMPLES = Path(__file__).parents[2] / "examples"


def traced(*arguments: object, columns: int = 80) -> str:
    """The text, on one line."""
    outcome = invoke("encodings", "trace", *map(str, arguments), columns=columns)
    return " ".join(outcome.out.split())


def rows(*arguments: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The steps, and the end."""
    *steps, end = invoke("encodings", "trace", *arguments, "--json").rows
    return steps, end


def test_each_literal_has_its_clause_by_name_and_its_level():
    """Short clauses name the literals that made them fire; a grid beside it fills up to the solution."""
    out = invoke("encodings", "trace", SMALL).out
    assert re.search(r"    1\.  0  x\[r1c1,1\] +r1c1: clue ", out)
    assert re.search(r"\d\.  0  ¬x\[r1c2,1\] +row 1, digit 1: at most one  ← x\[r1c1,1\]", out)
    assert re.search(r"\d\.  0  x\[r1c4,3\] +r1c4: at least one", out)
    beside = [line[-11:] for line in out.splitlines() if re.search(r"[ '\[][.\d][ \]]?\|[ '\[][.\d]", line)]
    drawings = [re.sub(r"[^\d.]", "", "".join(beside[at : at + 4])) for at in range(0, len(beside), 4)]
    assert (drawings[0], drawings[-1], len(drawings) > 3) == (SMALL, SOLUTION, True)
    said = "A grid beside the steps is as it was at the step where it begins; the next one has what changed."
    assert said in traced(SMALL)
    assert "beside" not in traced(SMALL, columns=40)


def test_every_assignment_is_a_row_as_the_clauses_say():
    """The level, the literal by name and number, and why: clue or clause."""
    steps, end = rows(SMALL)
    assert steps[0] == {"step": 1, "level": 0, "literal": "x[r1c1,1]", "number": 1, "because": "clue"}
    pair = next(step for step in steps if step["literal"] == "¬x[r1c2,1]")
    assert pair["number"] == -5
    assert pair["because"] == {
        "clause": [-1, -5],
        "literals": ["¬x[r1c1,1]", "¬x[r1c2,1]"],
        "family": "row",
        "line": "row 1, digit 1",
        "says": "at most one",
        "way": "pairwise",
        "defines": [],
    }
    assert (end["end"], end["cells"], end["decisions"]) == ("solved", SOLUTION, 0)
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))


def test_a_conflict_is_told_from_the_clause_to_the_jump_back():
    """The example of the lesson; whoever has decided is not advised to decide."""
    text = traced(OPEN, "--decide", "r2c4=4")
    for words in (
        "1 x[r2c4,4] decision",
        "Conflict 1: all literals of row 4, digit 4: at most one (pairwise) are false.",
        "is true by column 3, digit 4: at least one. Both clauses together, without it, say:",
        "Learned: ¬x[r2c4,4]. ¬x[r2c4,4] is the only literal of level 1 that is left in it.",
        "Its negation x[r2c4,4], which is true, is the first unique implication point",
        "Back to level 0; the clause has no other literal.",
        "0 ¬x[r2c4,4] what was learned from conflict 1",
        "Stuck: no clause fires any more.",
        "Nothing is left of --decide; --search goes on with decisions by a rule.",
        "[7] changed",
    ):
        assert words in text
    assert "with your own" not in text
    assert text.count("literals that are false at level 0 are left out") == 1
    steps, end = rows(OPEN, "--decide", "r2c4=4")
    conflict = next(step for step in steps if "conflict" in step)
    assert (conflict["conflict"]["line"], conflict["learned"]) == ("row 4, digit 4", ["¬x[r2c4,4]"])
    assert (conflict["learned_clause"], conflict["level"], conflict["backjump"]) == ([-32], 1, 0)
    assert [one["literals"] for one in conflict["resolutions"]][-1] == ["¬x[r2c4,4]"]
    assert steps[steps.index(conflict) + 1]["because"]["family"] == "learned"
    assert (end["end"], end["conflicts"], end["not_decided"]) == ("stuck", 1, [])


def test_what_is_stuck_without_a_conflict_shows_the_candidates_that_are_left():
    """And how the order of clauses and decisions is; brackets are explained only where a grid has them."""
    out = invoke("encodings", "trace", OPEN).out
    assert "These candidates are left:\n  '1   34  |'2   34\n   34  2   | 14  134\n" in out
    assert "literals that are false at level 0" not in traced(OPEN)
    assert "First in, first out: clauses of one literal fire first." in traced(OPEN)
    assert "--decide with your own." in traced(OPEN)
    assert "Decisions:" not in traced(OPEN)
    assert "[7]" not in traced("1" + 15 * ".")
    search = traced("1...2" + 11 * ".", "-e", "minimal", "--search", "--rule", "first")
    assert "Decisions: The variable with the lowest number that has no value yet is made true." in search
    assert search.count("Learned") > 1
    assert search.count("literals that are false at level 0 are left out") == 1


def test_each_resolution_follows_from_the_row_of_the_conflict():
    """From `reduced` on, without the literals of level 0: the row needs no other to be checked."""
    steps, _ = rows("..2.....1.3..3..", "--decide", "r1c2=1, r3c2=2", "-e", "ladder")
    levels: dict[int, int] = {}
    checked = 0
    for step in steps:
        if "number" in step:
            levels[step["number"]] = step["level"]
            continue
        lasting = {-number for number, level in levels.items() if level == 0}
        clause = set(step["reduced"]["clause"])
        assert clause == set(step["conflict"]["clause"]) - lasting
        for one in step["resolutions"]:
            assert -one["number"] in clause
            clause |= set(one["because"]["clause"])
            clause -= {one["number"], -one["number"], *lasting}
            assert clause == set(one["clause"])
            checked += 1
    assert checked


def test_encodings_are_traced_to_a_solution():
    """With literals that its formula has, by either rule."""
    for number, name in enumerate(names(Formalism.CNF)[::3]):
        steps, end = rows(OPEN, "--search", "-e", name, "--rule", ("fewest", "first")[number % 2])
        of = puzzle_formula(load(name), Puzzle(OPEN))
        known = {of.name(variable) for variable in range(1, of.variables + 1)}
        assert end["end"] == "solved", name
        assert {step["literal"].removeprefix("¬") for step in steps if "literal" in step} <= known


def test_a_puzzle_without_solution_is_refuted_by_a_conflict_at_level_0():
    assert "This is level 0, where nothing is decided: the clauses have no model." in traced(CLASH)
    steps, end = rows(CLASH)
    assert (steps[-1]["backjump"], steps[-1]["learned"], end["end"]) == (None, [], "unsatisfiable")


def test_clauses_of_ones_own_may_say_too_little_or_too_much(tmp_path):
    """Without a model they do not refute the puzzle, which has a solution that they forbid."""
    little, much = tmp_path / "little.cnf", tmp_path / "much.cnf"
    little.write_text("p cnf 64 1\n-1 -2 0\n")
    much.write_text("p cnf 64 1\n-1 0\n")
    assert "clause 1 (text line 2)" in traced(SMALL, "-e", little)
    assert "the clauses do not say all rules" in traced(SMALL, "-e", little)
    for name in (str(much), str(EXAMPLES / "encodings" / "incomplete.toml")):
        text = traced(SMALL, "-e", name)
        assert rows(SMALL, "-e", name)[1]["end"] == "unsatisfiable"
        assert "No solution" not in text
        assert "whether the puzzle has a solution is another matter" in text
        assert "`sudocube encodings prove`" in text


def test_a_trace_that_is_cut_short_is_undecided():
    outcome = invoke("encodings", "trace", SMALL, "--max-steps", "3")
    assert (outcome.status, "Stopped after as many steps as --max-steps allows." in outcome.out) == (3, True)
    steps, end = rows(SMALL, "--max-steps", "3")
    assert (len(steps), end["end"]) == (3, "max_steps")
    assert invoke("encodings", "trace", UNIQUE, "--timeout", "0.000001").status == 3


@pytest.mark.parametrize(
    ("arguments", "had_a_value", "not_reached"),
    [
        ([OPEN, "r1c1=1, r1c2=3, r3c4=1", "--max-steps", "10"], "x[r1c1,1]", "x[r1c2,3], x[r3c4,1]"),
        ([OPEN, "r1c2=3, r3c4=1, r1c4=2"], "x[r3c4,1], x[r1c4,2]", ""),
        ([CLASH, "r3c3=1"], "", "x[r3c3,1]"),
        ([CLASH, "r3c3=1", "--timeout", "0.000001"], "", "x[r3c3,1]"),
        ([OPEN, "r1c1=2, r4c4=1", "-e", "mine.cnf"], "", "x[r1c1,2], x[r4c4,1]"),
    ],
    ids=["steps", "values", "refuted", "time", "no clauses"],
)
def test_why_something_was_not_decided_is_told(arguments, had_a_value, not_reached, tmp_path, monkeypatch):
    """Only what has a value is said to have one; for the rest, the trace ended too early."""
    (tmp_path / "mine.cnf").write_text("p cnf 64 0\n")
    monkeypatch.chdir(tmp_path)
    puzzle, decided, *more = arguments
    text = traced(puzzle, "--decide", decided, *more)
    for reason, literals in (("a value was there", had_a_value), ("the trace ended", not_reached)):
        said = re.search(rf"Not decided, because {reason} before: ([^.]*)\.", text)
        assert (said[1] if said else "") == literals
    _, end = rows(puzzle, "--decide", decided, *more)
    assert (", ".join(end["not_decided"]), ", ".join(end["not_reached"])) == (had_a_value, not_reached)


def test_the_implication_graph_is_written_for_graphviz(tmp_path, monkeypatch):
    """The command that draws it is told. Without such a conflict or the package there is none."""
    file = tmp_path / "graph.dot"
    decided = ("encodings", "trace", OPEN, "--decide", "r2c4=4", "--dot", file)
    outcome = invoke(*decided)
    assert "first unique implication point" in file.read_text("utf-8")
    assert f"dot -Tsvg {file} -o {file.with_suffix('.svg')}" in outcome.err
    file.unlink()
    outcome = invoke(*decided, "--conflict", "2")
    assert "there is no conflict 2; the trace has 1 conflict" in outcome.err
    outcome = invoke("encodings", "trace", SMALL, "--dot", file)
    assert (outcome.status, file.exists()) == (2, False)
    words = "there was no conflict", "decisions can lead to one, those of --decide or --search"
    assert [one for one in words if one not in " ".join(outcome.err.split())] == []
    monkeypatch.setattr("sudocube.report.trace_dot.find_spec", lambda name: None)
    outcome = invoke(*decided)
    assert (outcome.status, outcome.out) == (2, "")
    assert 'pip install "sudocube[dot]"' in outcome.err
