"""`sudocube encodings literature`: what papers measured, and the same on a list of one's own."""

import pytest

from tests.cli.command import invoke

NAKED_SINGLES = "...3.962...1.67.........139.74..8...5..1.3....3..2...5..8..57.14..9..3.2...6..85."
HARD = "....5.2.4.....7...8......9.19.........5..67....21..5...1.83...22.4.9...3..84....."


@pytest.fixture
def listed(tmp_path):
    """A list of two puzzles: one of naked singles, one that only pairs of failed literals decide."""
    file = tmp_path / "list.txt"
    file.write_text(f"{NAKED_SINGLES}\n{HARD}\n", encoding="utf-8")
    return file


def test_each_paper_has_its_table_beside_what_was_measured(listed):
    outcome = invoke("encodings", "literature", listed, "--jobs", "1")
    assert outcome.status == 0
    for paper in (
        "Sudoku as a SAT Problem",
        "Tdoku",
        "Optimized CNF Encoding",
        "Sudoku as a Constraint Problem",
    ):
        assert paper in outcome.out
    words = " ".join(outcome.out.split())
    assert "minimal, theirs 0 % 1 % 25 % 69 % minimal, ours 50.0 % 50.0 % 50.0 % 100.0 %" in words
    assert "extended, theirs 44.5 % extended, ours 50.0 %" in words
    assert "took" in outcome.err


def test_the_figures_are_json_rows(listed):
    rows = invoke("encodings", "literature", listed, "--json", "--jobs", "1").rows
    found = {(row["paper"][:9], row["row"], row["column"]): (row["theirs"], row["ours"]) for row in rows}
    assert found["I. Lynce ", "minimal", "unit"] == (0.0, 0.5)
    assert found["I. Lynce ", "minimal", "failed"] == (0.01, 0.5)
    assert found["I. Lynce ", "minimal", "binary"] == (0.69, 1.0)
    assert found["I. Lynce ", "extended", "failed"] == (1.0, 1.0)
    assert found["T. Dillon", "extended", "unit"] == (0.445, 0.5)
    assert found["G. Kwon a", "extended", "clauses"] == (12_018, 11_988)
    assert found["G. Kwon a", "optimised", "variables"][0] == 164
    assert found["H. Simoni", "domain consistency", "with shaving"] == (None, 1.0)


def test_each_figure_of_a_paper_has_the_address_where_it_was_read(listed):
    rows = invoke("encodings", "literature", listed, "--json", "--jobs", "1").rows
    for row in rows:
        assert (row["source"] is None) == (row["theirs"] is None)
    assert {row["source"].split("/blob/")[0] for row in rows if row["source"]} == {
        "https://github.com/nguyen06/Sudoku-and-SAT",
        "https://github.com/t-dillon/tdoku",
        "https://github.com/Andrew-Koulogeorge/CS76-AI",
    }
    words = " ".join(invoke("encodings", "literature", listed, "--jobs", "1").out.split())
    assert "Theirs were read in github.com/t-dillon/tdoku, commit af426180dc53, file i7-1065G7" in words
    assert "The text of the paper was not found, only its abstract, so no figure of it stands here" in words


def test_nothing_is_said_of_the_list_that_may_not_be_so(listed):
    words = " ".join(invoke("encodings", "literature", listed, "--jobs", "1").out.split())
    assert "more puzzles" not in words
    assert "another order" not in words


def test_what_is_costly_is_measured_on_a_sample(listed):
    rows = invoke("encodings", "literature", listed, "--json", "--jobs", "1", "--sample", "1").rows
    puzzles = {(row["row"], row["column"]): row["puzzles"] for row in rows}
    assert puzzles["minimal", "unit"] == 2
    assert puzzles["minimal", "binary"] == 1
    assert puzzles["domain consistency", "propagation"] == 2
    assert puzzles["domain consistency", "with shaving"] == 1


def test_what_runs_out_of_time_is_counted_and_told(listed):
    outcome = invoke("encodings", "literature", listed, "--jobs", "1", "--timeout", "0.000000001")
    assert outcome.status == 3
    assert "out of time, counted as undecided" in " ".join(outcome.out.split())


def test_other_sizes_are_refused():
    outcome = invoke("encodings", "literature", "1.....2..3.....4")
    assert outcome.status == 2
    assert "the literature measured 9×9 puzzles" in outcome.err
