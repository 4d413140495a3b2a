"""Clauses for the page: the catalogue, the clauses of a place and traces, in the form of `--json`."""

import json

import pytest

from sudocube.encoder import Formalism, names
from sudocube.errors import FormatError, UnsupportedError
from sudocube.serving import clause_rows
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import UNIQUE, invoke
from tests.schemas.schema_files import misfits, of_each_form

OPEN = "1.2.....2.3....."
PENCILMARKS = "12......." + 80 * "123456789"
COMMANDS = {
    "encodings": clause_rows.encodings_rows,
    "encoding": clause_rows.encoding_rows,
    "clauses": clause_rows.clauses_rows,
    "trace": clause_rows.trace_rows,
}

SCHEMAS = {
    "encodings": "encodings-list",
    "encoding": "encodings-show",
    "clauses": "encodings-show",
    "trace": "page/trace",
}


def rows(command, **fields):
    """The rows of a command, as they are in JSON; they fit the schema of the command or of the page.

    Of those that differ in their numbers only, the first one is looked at: a trace has thousands.
    """
    made = json.loads(json.dumps(list(COMMANDS[command](RequestFields(fields)))))
    assert list(misfits(SCHEMAS[command], of_each_form(made))) == []
    return made


def test_the_catalogue_has_the_encodings_with_clauses_and_no_others():
    listed = [row for row in invoke("encodings", "list", "--json").rows if row["formalism"] == "cnf"]
    assert rows("encodings") == listed


@pytest.mark.parametrize("name", ["extended", "triads", "binary"])
def test_clauses_are_the_rows_of_the_command(name):
    """Chosen from `encodings show --all`, with the same numbers."""
    shown, *clauses = invoke("encodings", "show", name, "--size", "4", "--all", "--json").rows
    assert rows("encoding", encoding=name, size=4) == [shown]
    found = rows("clauses", encoding=name, size=4, place="row 1")
    assert found
    assert all(row == clauses[row["number"] - 1] for row in found)


def test_without_a_shape_the_clauses_are_those_of_9x9():
    [row] = rows("encoding")
    assert (row["name"], row["size"], row["box"]) == ("extended", 9, "3x3")


def test_all_that_speaks_of_a_cell_is_more_than_its_own_clauses():
    own = [row["number"] for row in rows("clauses", size=4, place="r1c1")]
    about = [row["number"] for row in rows("clauses", size=4, place="r1c1", about=True)]
    assert set(own) < set(about)


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_a_trace_ends_with_the_row_of_its_end(name):
    """No encoding needs more steps for a 9×9 than a page gets."""
    *_, end = rows("trace", puzzle=UNIQUE, encoding=name)
    assert end["end"] in ("solved", "stuck")


def test_a_trace_takes_decisions_and_goes_on_by_itself():
    assert rows("trace", puzzle=OPEN)[-1]["end"] == "stuck"
    assert rows("trace", puzzle=OPEN, search=True, rule="first")[-1]["end"] == "solved"
    decided = rows("trace", puzzle=OPEN, decide="r2c4=4")
    assert [row["literal"] for row in decided if row.get("because") == "decision"] == ["x[r2c4,4]"]
    assert sum("conflict" in row for row in decided) == 1


def test_a_long_trace_is_cut_and_says_so(monkeypatch):
    assert rows("trace", puzzle=UNIQUE, max_steps=30)[-1]["end"] == "max_steps"
    monkeypatch.setattr(clause_rows, "TRACE_SECONDS", 1e-6)
    assert rows("trace", puzzle="." * 256, encoding="minimal")[-1]["end"] == "timeout"


@pytest.mark.parametrize(
    ("decide", "said"), [("r9c9=9", "r1c1 to r4c4"), ("eight", "a decision such as r1c2=3")]
)
def test_decisions_that_cannot_be_read_are_refused(decide, said):
    with pytest.raises(FormatError, match=said):
        rows("trace", puzzle=OPEN, decide=decide)


def test_a_trace_of_pencilmarks_is_refused():
    with pytest.raises(UnsupportedError, match="pencilmarks"):
        rows("trace", puzzle=PENCILMARKS)


@pytest.mark.parametrize("command", ["encoding", "clauses", "trace"])
@pytest.mark.parametrize(
    "name", ["python:os:getcwd", "mine.toml", "mine.cnf", "../cnf/minimal", "cpsat/cube"]
)
def test_an_encoding_is_one_of_the_catalogue_and_no_file_or_function(command, name):
    with pytest.raises(RefusedRequestError, match=r"encoding: found .*; expected one of "):
        rows(command, encoding=name, puzzle=OPEN, place="r1c1", size=4)


@pytest.mark.parametrize("fields", [{"place": "r5c1"}, {"place": "x" * 61}, {"place": 3}, {}])
def test_a_place_is_a_short_text_that_names_one(fields):
    with pytest.raises((FormatError, RefusedRequestError), match=r"^place: "):
        rows("clauses", size=4, **fields)
