"""`sudocube convert`: puzzles from one format to another, without solving them."""

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudocube.formats import FORMATS, read
from sudocube.geometry import GEOMETRIES
from sudocube.puzzle import Puzzle
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, written

FOUR = "1.....2..3.....4"
MARKS = "12......." + 80 * "123456789"
INVALID = UNIQUE[:-1]


def read_back(text: str, form: str) -> list[Puzzle | None]:
    return [entry.puzzle for entry in read(io.BytesIO(text.encode()), f"a.{form}")]


def test_every_format_that_is_written_holds_the_same_puzzles():
    """Whatever their verdicts; from standard input, too."""
    for form in FORMATS:
        outcome = invoke("convert", "-", "--format", form, stdin=f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n")
        assert (outcome.status, outcome.err) == (0, "")
        assert [str(puzzle) for puzzle in read_back(outcome.out, form)] == [UNIQUE, NONE, MULTIPLE], form


@given(
    cells=st.lists(st.binary(min_size=81, max_size=81), min_size=1, max_size=4),
    forms=st.lists(st.sampled_from([*FORMATS]), min_size=1, max_size=3),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_way_through_several_formats_ends_at_the_same_puzzles(cells, forms, tmp_path):
    puzzles = [str(Puzzle(bytes(value % 10 for value in one))) for one in cells]
    file = written(tmp_path, *puzzles)
    for form in forms:
        outcome = invoke("convert", file, "--format", form)
        assert (outcome.status, outcome.err) == (0, "")
        file = tmp_path / f"converted.{form}"
        file.write_text(outcome.out, "utf-8")
    found = invoke("convert", file, "--format", "line").out.splitlines()
    assert [str(Puzzle(one)) for one in found] == puzzles


def test_all_sizes_and_boxes_go_through_grids_and_back():
    """Bars show the boxes; a line is written where --box says it."""
    for geometry in GEOMETRIES:
        puzzle = "1" + "." * (geometry.cell_count - 1)
        box = ["--box", geometry.box_name]
        drawn = invoke("convert", puzzle, *box, "--format", "ss")
        assert (drawn.status, read_back(drawn.out, "ss")) == (0, [Puzzle(puzzle, geometry)])
        assert invoke("convert", puzzle, *box, "--format", "line").out == f"{puzzle}\n"


def test_what_is_no_puzzle_keeps_its_place(tmp_path):
    file = written(tmp_path, UNIQUE, INVALID, FOUR)
    outcome = invoke("convert", file, "--format", "line")
    assert (outcome.status, outcome.out) == (2, f"{UNIQUE}\ninvalid\n{FOUR}\n")
    assert outcome.err == f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n"
    blocks = invoke("convert", file, "--format", "grid").out.removesuffix("\n").split("\n\n")
    assert blocks[1:] == ["invalid", "1...\n..2.\n.3..\n...4"]


@pytest.mark.parametrize(
    ("puzzle", "form", "why"),
    [
        (MARKS, "line", "the format line does not hold pencilmarks: choose the format pencilmarks"),
        (MARKS, "csv", "the format csv does not hold pencilmarks: choose the format pencilmarks"),
        (FOUR, "sdm", "the format sdm holds 9×9 puzzles only, not 4×4: choose line or grid"),
        (FOUR, "pencilmarks", "the format pencilmarks holds 9×9 puzzles only, not 4×4: choose line or grid"),
    ],
    ids=["marks in a line", "marks in a table", "4×4 in sdm", "4×4 in pencilmarks"],
)
def test_what_a_format_cannot_hold_is_refused_in_its_place(puzzle, form, why, tmp_path):
    """Never dropped; the others are written."""
    file = written(tmp_path, SOLUTION, puzzle, SOLUTION)
    outcome = invoke("convert", file, "--format", form)
    assert (outcome.status, outcome.err) == (2, f"error: {file}:2: {why}\n")
    assert outcome.out.count("invalid") == (0 if form == "csv" else 1)
    assert read_back(outcome.out, form).count(Puzzle(SOLUTION)) == 2


def test_boxes_that_a_line_does_not_show_are_refused(tmp_path):
    rows = ["1.|..|..", "..|..|..", "..|..|..", "--+--+--", "..|..|..", "..|..|..", "..|..|.."]
    outcome = invoke("convert", written(tmp_path, *rows), "--format", "line")
    assert (outcome.status, outcome.out) == (2, "invalid\n")
    assert "does not tell boxes of 3 rows × 2 columns: choose grid, whose bars do" in outcome.err


def test_clues_become_pencilmarks_and_a_list_of_numbers_a_line():
    """Each clue is the only candidate of its cell; of a blank, all are. `solve` answers a list by a list."""
    outcome = invoke("convert", "1" + "." * 80, "--format", "pencilmarks")
    assert outcome.out == "1........" + "123456789" * 80 + "\n"
    numbers = ", ".join(cell.replace(".", "0") for cell in UNIQUE)
    assert invoke("convert", numbers, "--format", "line").out == UNIQUE.replace(".", "0") + "\n"
    assert invoke("solve", numbers, "--format", "line").out == f"{SOLUTION}\n"
    assert invoke("solve", numbers).out.strip() != SOLUTION


def test_columns_that_are_left_out_are_named(tmp_path):
    """Once for each table; a table that stays one keeps them."""
    file = written(tmp_path, "id,puzzle,note", f"1,{UNIQUE},x", f"2,{NONE},y", name="a.csv")
    said = f"{file}: the columns 'id' and 'note' left out: line holds puzzles only; csv holds them\n"
    assert invoke("convert", file, "--format", "line") == (0, f"{UNIQUE}\n{NONE}\n", said)
    assert invoke("convert", file, "--format", "line", "--quiet").err == ""
    assert invoke("convert", file, "--format", "csv") == (0, file.read_text(), "")
    assert invoke("convert", file, "--json").err == said.replace("line holds", "json holds")


def test_json_holds_every_puzzle(tmp_path):
    file = written(tmp_path, UNIQUE, INVALID, MARKS)
    outcome = invoke("convert", file, "--format", "json")
    first, second, third = outcome.rows
    assert first == {"index": 1, "source": f"{file}:1", "puzzle": UNIQUE, "box": "3x3"}
    assert (second["index"], second["verdict"]) == (2, "invalid")
    assert (third["puzzle"], outcome.status) == (MARKS, 2)
