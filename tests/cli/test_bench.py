"""`bench`: tables for people, rows for programs, and the exit status."""

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, no_boxes, written


def test_each_list_has_a_table_with_a_row_for_each_engine(tmp_path):
    """An empty line is between tables; a line that is no puzzle is told."""
    file = written(tmp_path, UNIQUE, MULTIPLE, UNIQUE[:-1], NONE)
    one, empty = written(tmp_path, NONE, name="1.txt"), written(tmp_path, name="0.txt")
    outcome = invoke("bench", empty, file, one, "--engines", "kernel, phases", "--rounds", "2")
    first, second = (part.splitlines() for part in outcome.out.split("\n\n"))
    assert outcome.status == 2
    assert f"{file}:3: invalid: found 80 symbols" in outcome.err
    assert (first[0], second[0]) == (f"{file}: 3 puzzles", f"{one}: 1 puzzle")
    assert first[1].split() == ["engine", "puzzles/s", "×", "phases", "undecided"]
    assert {line.split()[0] for line in first[2:]} == {"kernel", "phases"}


def test_json_has_a_row_for_each_engine():
    """On the sample, if no list is given; undecided puzzles, here of an engine that does not guess, are 3."""
    asked = ("bench", "--rounds", "1", "--puzzles", "12", "--json")
    outcome = invoke(*asked, "--engines", "kernel,phases")
    assert outcome.status == 0
    assert [(row["list"], row["engine"], row["puzzles"]) for row in outcome.rows] == [
        ("sample", "kernel", 12),
        ("sample", "phases", 12),
    ]
    fields = "list engine puzzles per_second ratio reference undecided disagreements seconds"
    assert (list(outcome.rows[0]), outcome.rows[1]["ratio"]) == (fields.split(), 1)
    outcome = invoke(*asked, "--engines", "sets,phases")
    assert outcome.status == 3
    assert outcome.rows[0]["undecided"] > 0
    assert outcome.rows[0]["disagreements"] == 0


def test_a_wrong_engine_is_found_out(tmp_path):
    """It finds solutions of a puzzle that has none."""
    file = written(tmp_path, NONE, UNIQUE)
    outcome = invoke("bench", file, "--engines", f"sat:{no_boxes(tmp_path)},phases", "--rounds", "1")
    assert outcome.status == 1
    assert outcome.err.startswith("error: the engines disagree: ")
