"""`bench`: tables for people, rows for programs, and the exit status."""

import json

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, no_boxes, written
from tests.encoder.toml_text import toml


def test_a_table_for_people_and_rows_for_programs(tmp_path):
    """For each list, or for the sample if no list is given."""
    file = written(tmp_path, UNIQUE, MULTIPLE, "no puzzle", NONE)
    outcome = invoke("bench", file, "--engines", "kernel, phases", "--rounds", "2")
    lines = outcome.out.splitlines()
    assert outcome.status == 2  # a line is no puzzle
    assert outcome.err.startswith(f"{file}:3: invalid: column 1: found")
    assert lines[0] == f"{file}: 3 puzzles"
    assert lines[1].split() == ["engine", "puzzles/s", "×", "phases", "undecided"]
    assert {line.split()[0] for line in lines[2:]} == {"kernel", "phases"}
    outcome = invoke("bench", "--engines", "kernel,phases", "--rounds", "1", "--puzzles", "6", "--json")
    assert [(row["list"], row["engine"], row["puzzles"]) for row in outcome.rows] == [
        ("sample", "kernel", 6),
        ("sample", "phases", 6),
    ]
    assert outcome.rows[1]["ratio"] == 1
    fields = "list engine puzzles per_second ratio reference undecided disagreements seconds"
    assert list(json.loads(outcome.out.splitlines()[0])) == fields.split()
    assert outcome.status == 0


def test_the_tables_of_two_lists_have_an_empty_line_between_them(tmp_path):
    empty, *files = (
        written(tmp_path, *lines, name=f"{len(lines)}.txt") for lines in ([], [NONE], [UNIQUE] * 2)
    )
    outcome = invoke("bench", empty, *files, "--engines", "phases", "--rounds", "1")
    first, second = outcome.out.split("\n\n")
    assert [part.splitlines()[0] for part in (first, second)] == [
        f"{files[0]}: 1 puzzle",
        f"{files[1]}: 2 puzzles",
    ]


def test_a_wrong_engine_is_found_out(tmp_path):
    """It finds solutions of a puzzle that has none."""
    file = written(tmp_path, NONE, UNIQUE)
    outcome = invoke("bench", file, "--engines", f"sat:{no_boxes(tmp_path)},phases", "--rounds", "1")
    assert outcome.status == 1
    assert outcome.err.startswith("error: the engines disagree: ")


def test_undecided_puzzles_are_told_of():
    """Here by an engine that does not guess."""
    outcome = invoke("bench", "-e", "sets,phases", "--rounds", "1", "--puzzles", "12", "--json")
    assert outcome.status == 3
    assert outcome.rows[0]["undecided"] > 0
    assert outcome.rows[0]["disagreements"] == 0


def test_an_engine_that_fails_is_told_of_with_its_error(tmp_path):
    """An encoding whose models are no grids; the other engine is measured."""
    file = tmp_path / "nothing.toml"
    file.write_text(toml({}), "utf-8")
    outcome = invoke("bench", written(tmp_path, UNIQUE), "--engines", f"phases,sat:{file}", "--rounds", "1")
    assert outcome.status == 3
    rows = [line.split() for line in outcome.out.splitlines()[2:]]
    assert sorted(row[-1] for row in rows if row[0] != f"sat:{file}@cadical153") == ["0", "1"]
    assert ["phases", "0"] in [[row[0], row[-1]] for row in rows]
    assert f"sat:{file}@cadical153 failed: a model of" in outcome.err
