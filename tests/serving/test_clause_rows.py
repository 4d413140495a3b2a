"""The commands of the panel Clauses: what `encodings` prints, place by place, and traces."""

import pytest

from sudocube.serving import clause_rows
from tests.cli.command import UNIQUE, invoke
from tests.serving.page_rows import rows_of

OPEN = "1.2.....2.3....."


def test_the_catalogue_has_the_encodings_with_clauses_and_no_others():
    listed = [row for row in invoke("encodings", "list", "--json").rows if row["formalism"] == "cnf"]
    assert rows_of("encodings") == listed
    [row] = rows_of("encoding")
    assert (row["name"], row["size"], row["box"]) == ("extended", 9, "3x3")


def test_clauses_of_a_place_are_rows_of_the_command():
    """Chosen from `encodings show --all`, with the same numbers; also where there are further variables."""
    for name in ("extended", "binary"):
        shown, *clauses = invoke("encodings", "show", name, "--size", "4", "--all", "--json").rows
        assert rows_of("encoding", encoding=name, size=4) == [shown]
        found = rows_of("clauses", encoding=name, size=4, place="row 1")
        assert found
        assert all(row == clauses[row["number"] - 1] for row in found)


def test_all_that_speaks_of_a_cell_is_more_than_its_own_clauses():
    own = [row["number"] for row in rows_of("clauses", size=4, place="r1c1")]
    about = [row["number"] for row in rows_of("clauses", size=4, place="r1c1", about=True)]
    assert set(own) < set(about)


@pytest.mark.slow
def test_the_largest_encodings_need_no_more_steps_for_a_9x9_than_a_page_gets():
    for name in ("binary", "sorting-network", "cardinality-network"):
        assert rows_of("trace", puzzle=UNIQUE, encoding=name)[-1]["end"] in ("solved", "stuck"), name


def test_a_trace_takes_decisions_and_goes_on_by_itself():
    assert rows_of("trace", puzzle=OPEN)[-1]["end"] == "stuck"
    assert rows_of("trace", puzzle=OPEN, search=True, rule="first")[-1]["end"] == "solved"
    decided = rows_of("trace", puzzle=OPEN, decide="r2c4=4")
    assert [row["literal"] for row in decided if row.get("because") == "decision"] == ["x[r2c4,4]"]
    assert sum("conflict" in row for row in decided) == 1


def test_a_long_trace_is_cut_and_says_so(monkeypatch):
    assert rows_of("trace", puzzle=OPEN, max_steps=30)[-1]["end"] == "max_steps"
    monkeypatch.setattr(clause_rows, "TRACE_SECONDS", 1e-9)
    assert rows_of("trace", puzzle="." * 81, encoding="minimal")[-1]["end"] == "timeout"
