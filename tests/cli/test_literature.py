"""`sudocube encodings literature`: what papers measured, and the same on a list of one's own."""

import pytest

from tests.cli.command import invoke, written

NAKED_SINGLES = "...3.962...1.67.........139.74..8...5..1.3....3..2...5..8..57.14..9..3.2...6..85."
HARD = "....5.2.4.....7...8......9.19.........5..67....21..5...1.83...22.4.9...3..84....."


@pytest.fixture
def listed(tmp_path):
    """A list of two puzzles: one of naked singles, one that only pairs of failed literals decide."""
    return written(tmp_path, NAKED_SINGLES, HARD)


def test_each_paper_has_its_table_beside_what_was_measured(listed):
    """With the address where its figures were read, and nothing of the list that may not be so."""
    outcome = invoke("encodings", "literature", listed, "--jobs", "1")
    assert outcome.status == 0
    words = " ".join(outcome.out.split())
    for said in (
        "Sudoku as a SAT Problem",
        "Optimized CNF Encoding",
        "Sudoku as a Constraint Problem",
        "minimal, theirs 0 % 1 % 25 % 69 % minimal, ours 50.0 % 50.0 % 50.0 % 100.0 %",
        "extended, theirs 44.5 % extended, ours 50.0 %",
        "Theirs were read in github.com/t-dillon/tdoku, commit af426180dc53, file i7-1065G7",
        "The text of the paper was not found, only its abstract, so no figure of it stands here",
    ):
        assert said in words
    assert "took" in outcome.err
    assert not any(said in words for said in ("more puzzles", "another order"))


def test_the_figures_are_json_rows_with_their_sources(listed):
    """What is costly is measured on a sample."""
    options = ("--json", "--jobs", "1", "--sample", "1")
    rows = invoke("encodings", "literature", listed, *options).rows
    found = {(row["paper"][:9], row["row"], row["column"]): (row["theirs"], row["ours"]) for row in rows}
    assert found["I. Lynce ", "minimal", "unit"] == (0.0, 0.5)
    assert found["I. Lynce ", "minimal", "binary"][0] == 0.69
    assert found["T. Dillon", "extended", "unit"] == (0.445, 0.5)
    assert found["G. Kwon a", "extended", "clauses"] == (12_018, 11_988)
    assert found["G. Kwon a", "optimised", "variables"][0] == 164
    assert found["H. Simoni", "domain consistency", "with shaving"][0] is None
    assert all((row["source"] is None) == (row["theirs"] is None) for row in rows)
    assert len({row["source"].split("/blob/")[0] for row in rows if row["source"]}) == 3
    puzzles = {(row["row"], row["column"]): row["puzzles"] for row in rows}
    assert (puzzles["minimal", "unit"], puzzles["minimal", "binary"]) == (2, 1)
