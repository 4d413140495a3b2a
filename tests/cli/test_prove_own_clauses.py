"""`encodings prove` with clauses of one's own: files and functions, what is printed, and the exit status."""

import sys
from pathlib import Path

import pytest

from sudocube.geometry import Geometry
from sudocube.lab import proving
from sudocube.lab.soundness import nothing_ruled_out
from sudocube.trusted import objection
from tests.cli.command import invoke
from tests.cli.test_prove import proved
from tests.lab.own_formulas import dimacs_text, neighbours, written

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
UNITS = ["row", "column", "box"]
PUZZLE = "1.....2..3.....4"

needs_processes = pytest.mark.skipif(
    sys.platform == "win32", reason="functions run in processes that need Linux or macOS"
)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def file(clauses, variables: int = 64) -> str:
    """A file of these clauses."""
    Path("mine.cnf").write_text(dimacs_text(clauses, variables), "utf-8")
    return "mine.cnf"


def function(*lines: str) -> str:
    """A function with these lines."""
    Path("mine.py").write_text("\n".join(("def clauses(n):", *(f"    {line}" for line in lines))) + "\n")
    return "python:mine.py:clauses"


def test_a_file_that_says_the_rules_is_proved_and_used():
    """It solves puzzles, and is encoded; the size of its header is said."""
    name = file(written(FOUR, ["cell"], UNITS))
    found = proved(name)
    assert (found.status, found.out.partition(" (")[0]) == (0, "mine.cnf, 4×4 with boxes of 2×2: proved")
    said = "mine.cnf: the header announces 64 variables, so 4×4 is taken; --size takes another size\n"
    assert found.err == said
    assert invoke("encodings", "show", name).err.count("so 4×4 is taken") == 1
    assert invoke("check", PUZZLE, "-e", f"sat:{name}").out == "unique\n"
    distinct = set(written(FOUR, ["cell"], UNITS))
    assert f"p cnf 64 {len(distinct) + 4}\n" in invoke("encode", PUZZLE, "-e", name).out


@needs_processes
def test_a_function_is_called_with_the_size_and_what_it_prints_is_on_standard_error():
    """A clause of it has a number and no line."""
    rules = [*map(list, written(FOUR, ["cell"], UNITS))]
    found = proved(
        function("print('size', n)", "yield [-1, -6]", f"yield from {rules}"), "--size", "4", "--json"
    )
    assert (found.status, found.err) == (1, "size 4\n")
    [clause] = found.rows[0]["forbidden_by"]["clauses"]
    assert (clause["number"], clause["text_line"]) == (1, None)


@needs_processes
def test_a_function_that_fails_is_no_input():
    """With its file and line."""
    found = proved(function("yield [1]", "yield [1, 0]"), "--size", "4")
    assert (found.status, found.out) == (2, "")
    assert "size 4: found clause 2 is [1, 0]; 0 is no variable" in found.err
    assert "(mine.py:3)" in found.err


@needs_processes
@pytest.mark.slow
def test_a_function_that_does_not_end_is_undecided():
    """It is ended when its time is over."""
    found = proved(function("while True: pass"), "--size", "4", "--timeout", "0.5")
    assert (found.status, found.out) == (3, "")
    assert found.err.startswith("undecided: python:mine.py:clauses has not made all clauses of size 4 after")


def test_what_is_missing_is_said_in_words_and_as_json():
    """With how much of it, and an example."""
    name = file(written(FOUR, ["cell"], UNITS, neighbours))
    found = proved(name)
    assert found.status == 1
    words = " ".join(found.out.split())
    assert "Missing: with this added, the clauses would be sound." in words
    assert "row, at most one. For each row and digit only neighbours are kept apart: 48 of 96 pairs." in words
    assert "For example, nothing keeps r1c1 and r1c3 from both holding 1." in words
    [row] = proved(name, "--json").rows
    assert (row["missing"][0]["family"], row["missing"][0]["says"]) == ("row", "at most one")
    assert row["missing"][0]["example"] == {"clause": [-1, -9], "says": "r1c1 and r1c3 do not both hold 1"}
    assert (row["missing"][0]["missing"], row["missing"][0]["of"]) == (48, 96)


def test_a_model_is_drawn_with_all_digits_of_each_cell():
    """A cell may hold several, as far as the clauses say."""
    crowded = proved(file(written(FOUR, ["cell", *UNITS], [])), "--json").rows[0]["broken"]["crowded"]
    assert crowded
    shown = proved("mine.cnf").out
    for digits in crowded.values():
        assert f"[{''.join(map(str, digits))}]" in shown
    assert proved(file([])).out.count("[1234]") == 16


def test_a_lost_grid_comes_with_the_clause_by_number_by_line_and_in_words():
    """The referee accepts the grid."""
    clauses = [*written(FOUR, ["cell"], UNITS), (-1, -6)]
    found = proved(file(clauses))
    number, says = len(clauses), "not both together: r1c1 holds 1, r1c2 holds 2"
    said = f"Clause {number} forbids it: clause {number}, line {number + 2}, -1 -6 0: {says}"
    assert found.status == 1
    assert said in " ".join(found.out.split())
    [row] = proved("mine.cnf", "--json").rows
    clause = {"number": number, "text_line": number + 2, "clause": [-1, -6], "says": says}
    assert row["forbidden_by"] == {"count": 1, "together": False, "clauses": [clause]}
    assert objection([int(cell) for cell in row["lost"]], [0] * 16, 2, 2) is None


def test_auxiliary_variables_that_link_lines_are_only_sampled_above_4x4():
    """Status 3: not all grids were tried."""
    clauses = [*written(Geometry.of_size(6), ["cell"], UNITS), (-1, -8, 217), (-217, 218), (-218, 217)]
    found = proved(file(clauses, 218), "--size", "6", "--json")
    assert (found.status, found.rows[0]["outcome"], found.rows[0]["sampled_grids"]) == (3, "sampled", 100)


def test_where_a_function_cannot_be_called_it_is_said_what_to_do():
    """A file can be used there."""
    name = function("return []")
    for arguments in (("check", PUZZLE, "-e", f"sat:{name}"), ("encode", PUZZLE, "-e", name)):
        found = invoke(*arguments)
        assert found.status == 2
        assert "write its clauses into a file NAME.cnf, in DIMACS" in found.err


def test_nothing_is_wider_than_the_terminal():
    """Neither clauses nor grids."""
    name = file([*written(FOUR, [], ["row"], neighbours), (-1, -32)])
    found = invoke("encodings", "prove", name, columns=40)
    assert found.status == 1
    assert max(map(len, found.out.splitlines())) <= 40


@pytest.mark.parametrize(
    ("command", "prefix", "status"),
    [(("solve",), "sat:", 3), (("encode",), "", 2), (("encodings", "trace"), "", 2)],
)
def test_a_puzzle_of_another_size_than_the_header_names_gets_no_answer(command, prefix, status):
    """Without variables of their own, clauses of 9×9 would say that a 4×4 puzzle has no solution."""
    name = file(written(NINE, ["cell"], UNITS), 729)
    found = invoke(*command, PUZZLE, "-e", prefix + name)
    assert found.status == status
    assert "729 variables in its header, the number of 9×9; the puzzle is 4×4, with 64" in found.err
    assert "none" not in found.out


def test_where_a_grid_is_lost_soundness_leaves_time_for_what_helps(monkeypatch):
    """It gets a tenth of the time, and where that is not enough, the report says why."""
    given = []

    def without_an_answer(encoded, clock):
        given.append(clock.seconds_left)
        return nothing_ruled_out(encoded.cube)

    monkeypatch.setattr(proving, "soundness", without_an_answer)
    rules = [*map(list, written(FOUR, ["cell"], UNITS))]
    refuted, undecided = (proved(file(some)) for some in ([*rules, [1]], rules))
    assert (refuted.status, undecided.status) == (1, 3)
    assert given[0] <= 6 < given[1]
    briefly = "Not known to be sound: ways to break a rule were looked for only briefly, since a valid grid"
    assert [briefly in " ".join(one.out.split()) for one in (refuted, undecided)] == [True, False]
    assert f"Clause {len(rules) + 1} forbids it" in " ".join(refuted.out.split())


def test_a_slip_that_is_recognised_is_told_with_what_to_change():
    """All signs exchanged; in words and in the row. Where the clauses are right, there is no hint."""
    rules = written(FOUR, ["cell"], UNITS)
    flipped = file([[-literal for literal in clause] for clause in rules])
    found = proved(flipped)
    assert found.status == 1
    assert "Hint: " in found.out
    assert "Checked: with this changed, the clauses say the rules." in " ".join(found.out.split())
    [row] = proved(flipped, "--json").rows
    assert row["hints"]["mended"] is True
    [hint] = row["hints"]["slips"]
    assert hint["slip"] == "sign-flipped"
    assert proved(file(rules), "--json").rows[0]["hints"] is None
