"""`encodings prove` with clauses of one's own: files and functions, what is printed, and the exit status."""

import sys
from pathlib import Path

import pytest

from sudocube.geometry import Geometry
from sudocube.trusted import objection
from tests.cli.command import invoke
from tests.cli.test_prove import proved
from tests.lab.own_formulas import dimacs_text, neighbours, written

UNITS = ["row", "column", "box"]
RULES = written(Geometry.of_size(4), ["cell"], UNITS)
PUZZLE = "1.....2..3.....4"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def file(clauses, variables: int = 64) -> str:
    """A file of these clauses."""
    Path("mine.cnf").write_text(dimacs_text(clauses, variables), "utf-8")
    return "mine.cnf"


def words(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


def test_a_file_that_says_the_rules_is_proved_and_used():
    """It solves puzzles, and is encoded; the size of its header is said."""
    name = file(RULES)
    found = proved(name)
    said = "mine.cnf, 4×4 with boxes of 2 rows × 2 columns: proved"
    assert (found.status, found.out.partition(" (")[0]) == (0, said)
    said = "mine.cnf: its clauses are for 4×4; --size takes another size\n"
    assert found.err == said
    assert invoke("encodings", "show", name).err.count("are for 4×4") == 1
    assert invoke("check", PUZZLE, "-e", f"sat:{name}").out == "unique\n"
    assert f"p cnf 64 {len(set(RULES)) + 4}\n" in invoke("encode", PUZZLE, "-e", name).out


@pytest.mark.skipif(sys.platform == "win32", reason="functions run in processes that need Linux or macOS")
def test_a_function_that_fails_is_no_input_and_one_that_cannot_be_called_is_told_what_to_do():
    """With its file and line; a file can be used everywhere."""
    Path("mine.py").write_text("def clauses(n):\n    print('size', n)\n    yield [1]\n    yield [1, 0]\n")
    found = proved("python:mine.py:clauses", "--size", "4")
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith("size 4\n")
    assert "size 4: found clause 2 is [1, 0]; 0 is no variable" in found.err
    assert "(mine.py:4)" in found.err
    for command, prefix in (("check", "sat:"), ("encode", "")):
        found = invoke(command, PUZZLE, "-e", f"{prefix}python:mine.py:clauses")
        assert found.status == 2
        assert "write its clauses into a file NAME.cnf, in DIMACS" in found.err


def test_what_is_missing_is_said_in_words_and_as_json():
    """With how much of it, and an example."""
    name = file(written(Geometry.of_size(4), ["cell"], UNITS, neighbours))
    found = proved(name)
    assert found.status == 1
    said = words(found.out)
    assert "Missing: with this added, the clauses would be sound." in said
    assert "row, at most one. 48 of 96 pairs are missing. For example, nothing says that r1c1" in said
    [row] = proved(name, "--json").rows
    example = {"clause": [-1, -9], "says": "r1c1 and r1c3 do not both hold 1"}
    expected = {"family": "row", "says": "at most one", "example": example, "missing": 48, "of": 96}
    assert expected.items() <= row["missing"][0].items()


def test_a_model_is_drawn_with_all_digits_of_each_cell():
    """A cell may hold several, as far as the clauses say."""
    out = proved(file([])).out
    assert out.count("12  12 | 12  12") == out.count("34  34 | 34  34") == 4


def test_a_lost_grid_comes_with_the_clause_by_number_by_line_and_in_words():
    """The referee accepts the grid."""
    found = proved(file([*RULES, (-1, -6)]))
    number, says = len(RULES) + 1, "not both together: r1c1 holds 1, r1c2 holds 2"
    assert found.status == 1
    said = f"1 clause forbids it: clause {number}, line {number + 2}, -1 -6 0: {says}"
    assert said in words(found.out)
    [row] = proved("mine.cnf", "--json").rows
    clause = {"number": number, "text_line": number + 2, "clause": [-1, -6], "says": says}
    assert row["forbidden_by"] == {"count": 1, "together": False, "clauses": [clause]}
    assert objection([int(cell) for cell in row["lost"]], [0] * 16, 2, 2) is None


@pytest.mark.parametrize(
    ("command", "prefix", "status"), [("solve", "sat:", 3), ("encode", "", 2), ("encodings trace", "", 2)]
)
def test_a_puzzle_of_another_size_than_the_header_names_gets_no_answer(command, prefix, status):
    """Without variables of their own, clauses of 9×9 would say that a 4×4 puzzle has no solution."""
    found = invoke(*command.split(), PUZZLE, "-e", prefix + file([(1, 2)], 729))
    assert found.status == status
    assert "729 variables in its header, the number of 9×9; the puzzle is 4×4, with 64" in found.err
    assert "none" not in found.out
