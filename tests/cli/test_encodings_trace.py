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

SOLUTION = "1243342143122134"

EXAMPLES = Path(__file__).parents[2] / "examples"


def rows(*arguments: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The steps, and the end."""
    *steps, end = invoke("encodings", "trace", *arguments, "--json").rows
    return steps, end


def test_each_literal_has_its_clause_by_name_and_its_level():
    """And short clauses the literals that made them fire."""
    out = invoke("encodings", "trace", SMALL).out
    assert re.search(r"    1\.  0  x\[r1c1,1\] +r1c1: clue ", out)
    assert re.search(r"\d\.  0  ¬x\[r1c2,1\] +row 1, digit 1: at most one  ← x\[r1c1,1\]", out)
    assert re.search(r"\d\.  0  x\[r1c4,3\] +r1c4: at least one", out)


def test_the_order_of_clauses_and_the_rule_of_decisions_are_said():
    plain = " ".join(invoke("encodings", "trace", OPEN).out.split())
    assert "First in, first out: clauses of one literal fire first." in plain
    assert "Decisions:" not in plain
    search = " ".join(invoke("encodings", "trace", OPEN, "--search", "--rule", "first").out.split())
    assert "Decisions: The variable with the lowest number that has no value yet is made true." in search


def test_the_grid_beside_the_literals_fills():
    """From the clues to the solution."""
    out = invoke("encodings", "trace", SMALL).out
    beside = [line[-11:] for line in out.splitlines() if re.search(r"[ '\[][.\d][ \]]?\|[ '\[][.\d]", line)]
    drawings = [re.sub(r"[^\d.]", "", "".join(beside[at : at + 4])) for at in range(0, len(beside), 4)]
    assert (drawings[0], drawings[-1]) == (SMALL, SOLUTION)
    assert len(drawings) > 3


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
    """The example of the lesson."""
    outcome = invoke("encodings", "trace", OPEN, "--decide", "r2c4=4")
    text = " ".join(outcome.out.split())
    assert "1 x[r2c4,4] decision" in text
    assert "Conflict 1: all literals of row 4, digit 4: at most one (pairwise) are false." in text
    assert "is true by column 3, digit 4: at least one. Both clauses together, without it, say:" in text
    assert "Learned: ¬x[r2c4,4]. ¬x[r2c4,4] is the only literal of level 1 that is left in it." in text
    assert "Its negation x[r2c4,4], which is true, is the first unique implication point" in text
    assert "Back to level 0; the clause has no other literal." in text
    assert "0 ¬x[r2c4,4] what was learned from conflict 1" in text
    assert "Stuck: no clause fires any more." in text
    assert outcome.status == 0


def test_a_conflict_is_a_row_with_its_resolutions():
    steps, end = rows(OPEN, "--decide", "r2c4=4")
    conflict = next(step for step in steps if "conflict" in step)
    assert conflict["conflict"]["line"] == "row 4, digit 4"
    assert conflict["learned"] == ["¬x[r2c4,4]"]
    assert (conflict["learned_clause"], conflict["level"], conflict["backjump"]) == ([-32], 1, 0)
    assert [one["literals"] for one in conflict["resolutions"]][-1] == ["¬x[r2c4,4]"]
    assert steps[steps.index(conflict) + 1]["because"]["family"] == "learned"
    assert (end["end"], end["conflicts"], end["not_decided"]) == ("stuck", 1, [])


@pytest.mark.parametrize("encoding", ["extended", "ladder", "optimised"])
def test_each_resolution_follows_from_the_row_of_the_conflict(encoding):
    """From `reduced` on, without the literals of level 0: the row needs no other to be checked."""
    steps, _ = rows("..2.....1.3..3..", "--decide", "r1c2=1, r3c2=2", "-e", encoding)
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


def test_that_literals_of_level_0_are_left_out_is_said_where_there_is_a_conflict():
    said = "literals that are false at level 0 are left out"
    for arguments, times in (([], 0), (["--decide", "r2c4=4"], 1)):
        text = " ".join(invoke("encodings", "trace", OPEN, *arguments).out.split())
        assert text.count(said) == times
    several = invoke("encodings", "trace", "1...2...........", "-e", "minimal", "--search", "--rule", "first")
    assert several.out.count("Learned") > 1
    assert " ".join(several.out.split()).count(said) == 1


@pytest.mark.parametrize("arguments", [[OPEN, "--decide", "r2c4=4"], [SMALL], [OPEN, "--search"]])
def test_brackets_are_explained_where_a_grid_has_them(arguments):
    """Also if the trace ends stuck. They stand around digits that were taken back, too."""
    out = invoke("encodings", "trace", *arguments).out
    assert re.search(r"\[[\d.]", out)
    assert "[7] changed" in out
    assert "[7] new" not in out
    assert "[7]" not in invoke("encodings", "trace", "1...............").out


def test_that_the_grid_is_older_than_the_steps_beside_it_is_said():
    said = "A grid beside the steps is as it was at the step where it begins; the next one has what changed."
    assert said in " ".join(invoke("encodings", "trace", SMALL).out.split())
    assert "beside" not in invoke("encodings", "trace", SMALL, columns=40).out


def test_what_is_stuck_shows_the_candidates_that_are_left():
    out = invoke("encodings", "trace", OPEN).out
    assert "These candidates are left:\n  '1   34  |'2   34\n   34  2   | 14  134\n" in out


@pytest.mark.parametrize("name", names(Formalism.CNF))
@pytest.mark.parametrize("rule", ["fewest", "first"])
def test_every_encoding_is_traced_to_a_solution(name, rule):
    """With literals that its formula has."""
    steps, end = rows(OPEN, "--search", "-e", name, "--rule", rule)
    of = puzzle_formula(load(name), Puzzle(OPEN))
    assert end["end"] == "solved"
    known = {of.name(variable) for variable in range(1, of.variables + 1)}
    assert {step["literal"].removeprefix("¬") for step in steps if "literal" in step} <= known


def test_a_puzzle_without_solution_is_refuted_by_a_conflict_at_level_0():
    outcome = invoke("encodings", "trace", "11..............")
    assert "This is level 0, where nothing is decided: the clauses have no model." in outcome.out
    assert outcome.status == 0
    steps, end = rows("11..............")
    assert (steps[-1]["backjump"], steps[-1]["learned"], end["end"]) == (None, [], "unsatisfiable")


def test_clauses_that_say_too_little_end_with_no_grid(tmp_path):
    file = tmp_path / "mine.cnf"
    file.write_text("p cnf 64 1\n-1 -2 0\n")
    outcome = invoke("encodings", "trace", SMALL, "-e", file)
    assert "clause 1 (text line 2)" in outcome.out
    assert "the clauses do not\nsay all rules" in outcome.out


def test_a_trace_that_is_cut_short_is_undecided():
    outcome = invoke("encodings", "trace", SMALL, "--max-steps", "3")
    assert (outcome.status, "Stopped after as many steps as --max-steps allows." in outcome.out) == (3, True)
    steps, end = rows(SMALL, "--max-steps", "3")
    assert (len(steps), end["end"]) == (3, "max_steps")
    assert invoke("encodings", "trace", UNIQUE, "--timeout", "0.000001").status == 3


@pytest.mark.parametrize(
    ("arguments", "had_a_value", "not_reached"),
    [
        (
            [OPEN, "--decide", "r1c1=1, r1c2=3, r3c4=1", "--max-steps", "10"],
            "x[r1c1,1]",
            "x[r1c2,3], x[r3c4,1]",
        ),
        ([OPEN, "--decide", "r1c2=3, r3c4=1, r1c4=2"], "x[r3c4,1], x[r1c4,2]", ""),
        (["11..............", "--decide", "r3c3=1"], "", "x[r3c3,1]"),
        (["11..............", "--decide", "r3c3=1", "--timeout", "0.000001"], "", "x[r3c3,1]"),
        ([OPEN, "--decide", "r1c1=2, r4c4=1", "-e", "mine.cnf"], "", "x[r1c1,2], x[r4c4,1]"),
    ],
)
def test_why_something_was_not_decided_is_told(arguments, had_a_value, not_reached, tmp_path, monkeypatch):
    """Only what has a value is said to have one; for the rest, the trace ended too early."""
    (tmp_path / "mine.cnf").write_text("p cnf 64 0\n")
    monkeypatch.chdir(tmp_path)
    text = " ".join(invoke("encodings", "trace", *arguments).out.split())
    for reason, literals in (("a value was there", had_a_value), ("the trace ended", not_reached)):
        said = re.search(rf"Not decided, because {reason} before: ([^.]*)\.", text)
        assert (said[1] if said else "") == literals
    _, end = rows(*arguments)
    assert ", ".join(end["not_decided"]) == had_a_value
    assert ", ".join(end["not_reached"]) == not_reached


def test_who_has_decided_is_not_advised_to_decide():
    text = " ".join(invoke("encodings", "trace", OPEN, "--decide", "r2c4=4").out.split())
    assert "Nothing is left of --decide; --search goes on with decisions by a rule." in text
    assert "with your own" not in text
    assert "--decide with your own." in " ".join(invoke("encodings", "trace", OPEN).out.split())


def test_clauses_of_ones_own_without_a_model_do_not_refute_the_puzzle(tmp_path):
    """The puzzle has a solution, which these clauses forbid."""
    file = tmp_path / "mine.cnf"
    file.write_text("p cnf 64 1\n-1 0\n")
    for name in (str(file), str(EXAMPLES / "encodings" / "incomplete.toml")):
        outcome = invoke("encodings", "trace", SMALL, "-e", name)
        text = " ".join(outcome.out.split())
        assert rows(SMALL, "-e", name)[1]["end"] == "unsatisfiable"
        assert "No solution" not in text
        assert "whether the puzzle has a solution is another matter" in text
        assert "`sudocube encodings prove`" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([SMALL, "-e", "cpsat/cube"], "cpsat/cube is an encoding in cp-sat, not in cnf"),
        ([SMALL, "--rule", "best"], "unknown rule 'best'. Known: fewest, first"),
        ([SMALL, "--decide", "r9c1=4"], "found 'r9c1=4'; expected a cell, r1c1 to r4c4"),
        ([SMALL, "--conflict", "1"], "--dot FILE is missing"),
        ([SMALL, "--rule", "first"], "--search is missing"),
        ([SMALL, "--rule", "fewest", "--decide", "r1c2=2"], "--search is missing"),
        ([SMALL, "--max-steps", "0"], "0 is too small"),
        ([SMALL, "-e", "minimal,dual"], "trace takes one encoding, not minimal and dual"),
    ],
)
def test_what_cannot_be_traced_is_told(arguments, message):
    outcome = invoke("encodings", "trace", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_the_implication_graph_is_written_for_graphviz(tmp_path):
    """And the command that draws it is told."""
    file = tmp_path / "graph.dot"
    outcome = invoke("encodings", "trace", OPEN, "--decide", "r2c4=4", "--dot", file)
    assert "first unique implication point" in file.read_text("utf-8")
    assert f"dot -Tsvg {file} -o {file.with_suffix('.svg')}" in outcome.err


def test_without_a_conflict_there_is_no_graph(tmp_path):
    file = tmp_path / "graph.dot"
    outcome = invoke("encodings", "trace", SMALL, "--dot", file)
    assert (outcome.status, file.exists()) == (2, False)
    assert "there was no conflict" in outcome.err
    assert "decisions can lead to one, those of --decide or --search" in " ".join(outcome.err.split())
    outcome = invoke("encodings", "trace", OPEN, "--decide", "r2c4=4", "--dot", file, "--conflict", "2")
    assert "there is no conflict 2; the trace has 1 conflict" in outcome.err


def test_without_the_package_the_line_that_installs_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("sudocube.report.trace_dot.find_spec", lambda name: None)
    outcome = invoke("encodings", "trace", SMALL, "--dot", tmp_path / "graph.dot")
    assert (outcome.status, outcome.out) == (2, "")
    assert 'pip install "sudocube[dot]"' in outcome.err
