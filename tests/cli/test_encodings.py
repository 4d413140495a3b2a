"""`sudocube encodings`: list, show, compare."""

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import encoded_lines, formula
from sudocube.geometry import Geometry
from tests.cli.command import invoke, no_boxes, written

SMALL = "1.....2..3.....4"


def shown(*arguments, columns=80):
    return invoke("encodings", "show", *arguments, "--size", "4", columns=columns)


def compared(*arguments):
    return invoke("encodings", "compare", *arguments, "--jobs", "1")


def test_the_list_names_each_encoding_with_its_source_and_has_a_row_for_each():
    rows = invoke("encodings", "list", "--json").rows
    assert [row["name"] for row in rows] == list(names())
    text = " ".join(invoke("encodings", "list").out.split())
    for name in names():
        assert f"{name} {load(name).title}" in text
    assert "Sudoku as a SAT Problem (2006)" in text


def test_each_encoding_is_shown_in_words_formulas_numbers_and_clauses():
    """In the width of the terminal; no place in a formula is left open."""
    for name in names():
        outcome = shown(name)
        assert outcome.status == 0
        assert max(map(len, outcome.out.splitlines())) <= 80
        flat = " ".join(outcome.out.split())
        for words in (load(name).title, "Variables, for a grid of", "∀", "In all", "of one line each"):
            assert words in flat, name
        assert "{" not in flat.replace("{1, …, n}", "")
    for name in ("triads", "k-m-totalizer", "cpsat/cube"):
        assert max(map(len, shown(name, columns=40).out.splitlines())) <= 40


def test_counts_and_rows_are_those_of_the_formula():
    """Variables, clauses and distinct clauses, statement by statement, and every clause in its order."""
    geometry = Geometry.of_size(4)
    for name in names(Formalism.CNF)[::3]:
        head, *rows = shown(name, "--all", "--json").rows
        rules = formula(load(name), geometry)
        stated = sum(len(line.clauses) for line in encoded_lines(load(name), geometry))
        assert sum(part["clauses"] for part in head["statements"]) == stated, name
        assert sum(part["distinct"] for part in head["statements"]) == len(rules.clauses)
        assert (head["variables"][0]["from"], head["variables"][-1]["to"]) == (1, rules.variables)
        assert [row["clause"] for row in rows] == [list(clause) for clause in rules.clauses]
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        assert all(row["line"] and len(row["literals"]) == len(row["clause"]) for row in rows)
    assert shown("extended", "--json").rows[0] == shown("extended", "--all", "--json").rows[0]


def test_an_encoding_that_is_wrong_is_found_out(tmp_path):
    """Its models are no solutions, as the referee says; or it loses solutions, and they do not agree."""
    outcome = compared("." * 16, "-e", f"minimal,{no_boxes(tmp_path)}")
    assert outcome.status == 3
    assert "the referee refuses the solution" in outcome.err
    lines = no_boxes(tmp_path).read_text("utf-8").splitlines()
    lines[4:4] = ['implied = ["first-row-in-order"]']
    lines += ["[families.box]", 'at_most_one = "pairwise"']
    file = written(tmp_path, *lines, name="first-row.toml")
    outcome = compared("4321" + "." * 12, "-e", f"minimal,{file}")
    assert "the encodings do not agree on the verdicts" in outcome.err
    assert "1 none" in outcome.err
