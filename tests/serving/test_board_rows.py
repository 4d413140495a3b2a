"""What the board asks while a puzzle is typed, pasted, and handed out."""

import json

import pytest

from sudocube import Puzzle, check
from sudocube.formats import FORMATS
from sudocube.serving.board_rows import example_rows, export_rows, look_rows, read_rows
from sudocube.serving.request_fields import RequestFields
from tests.cli.command import run
from tests.schemas.schema_files import misfits

CLASHING = "1..1............"
TALL = "123456" + "." * 30


def fitting(rows):
    """The rows as JSON, which fit their schema."""
    made = [json.loads(json.dumps(row)) for row in rows]
    assert list(misfits("page/board", made)) == []
    return made


def look(puzzle, **fields):
    [row] = fitting(look_rows(RequestFields({"puzzle": puzzle, **fields})))
    return row


def read(text, **fields):
    return [*read_rows(RequestFields({"text": text, **fields}))]


def export(puzzle, **fields):
    return {row["format"]: row for row in fitting(export_rows(RequestFields({"puzzle": puzzle, **fields})))}


def test_clashes_are_those_that_diagnose_prints():
    assert look(CLASHING)["clashes"] == run("diagnose", CLASHING, "--json").rows[0]["clashes"]


def test_candidates_are_what_no_clue_rules_out_and_only_sent_if_they_are_wanted():
    assert "candidates" not in look(CLASHING)
    left = look("12..............", candidates=True)["candidates"]
    assert left["r1c3"] == [3, 4]
    assert left["r2c1"] == [3, 4]
    assert left["r4c4"] == [1, 2, 3, 4]
    assert "r1c1" not in left


def test_candidates_of_a_puzzle_with_pencilmarks_are_among_these():
    marks = "12......." + "1........" + "123456789" * 79
    assert look(marks, candidates=True)["candidates"]["r1c1"] == [2]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_that_is_exported_is_read_again(format):
    puzzle = Puzzle("..34.....9.8....1.16.....78.2..1....6..8.......9..4........3..5...7.....8.5...9.6")
    row = export(str(puzzle))[format]
    assert row["error"] is None
    assert [one["puzzle"] for one in read(row["text"])] == [str(puzzle)]


def test_what_a_format_cannot_hold_is_said_and_not_dropped():
    rows = export(TALL, box="3x2")
    assert rows["line"]["text"] is None
    assert "choose grid" in rows["line"]["error"]
    assert [one["box"] for one in read(rows["grid"]["text"])] == ["3x2"]


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_exported_is_what_convert_writes(format):
    line = "..34.....9.8....1.16.....78.2..1....6..8.......9..4........3..5...7.....8.5...9.6"
    assert export(line)[format]["text"] == run("convert", line, "--format", format).out


def test_the_json_that_is_exported_is_the_row_of_convert():
    [printed] = run("convert", CLASHING, "--json").rows
    assert json.loads(export(CLASHING)["json"]["text"]) == printed


def test_the_picture_that_is_exported_is_that_of_the_notebooks():
    assert export(CLASHING)["svg"]["text"].strip() == Puzzle(CLASHING)._repr_html_()


def test_several_puzzles_of_a_text_are_read_and_mistakes_have_their_place():
    first, second = read("1.....2..3.....4\n1.....2..3.....5\n")
    assert first["puzzle"] == "1.....2..3.....4"
    assert second["error"].startswith("text:2: column 16: found '5'")
    assert [*misfits("convert", [first, second])] == []


def test_one_text_line_is_read_as_on_the_command_line():
    assert read(" 1... ..2. .3.. ...4 \n")[0]["puzzle"] == "1.....2..3.....4"
    assert read("1... ..2. .3.. ...5")[0]["error"].startswith("text:1: column 19")


def test_examples_are_what_their_titles_say():
    rows = fitting(example_rows(RequestFields({})))
    verdicts = {row["title"]: check(row["puzzle"]).verdict for row in rows}
    assert verdicts["Several solutions"] == "multiple"
    assert {"none"} == {verdicts[title] for title in verdicts if "wrong" in title or "clash" in title}
    others = [title for title in verdicts if title[0].isdigit() or title.endswith(("enough", "needed"))]
    assert {"unique"} == {verdicts[title] for title in others}
    assert len(others) + 3 == len(rows)


def test_a_text_with_nothing_in_it_has_no_rows():
    assert read("# a comment\n") == []
