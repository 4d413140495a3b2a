"""`sudocube convert`: puzzles from one format to another, without solving them."""

import io

from sudocube.puzzle import Puzzle
from sudocube.rows.opening import read
from tests.cli.command import NONE, SOLUTION, UNIQUE, invoke, written

FOUR = "1.....2..3.....4"
MARKS = "12......." + 80 * "123456789"


def test_what_a_format_cannot_hold_is_refused_in_its_place(tmp_path):
    """Never dropped; the others are written."""
    for puzzle, form, why in (
        (MARKS, "line", "the format line does not hold pencilmarks: choose the format pencilmarks"),
        (MARKS, "csv", "the format csv does not hold pencilmarks: choose the format pencilmarks"),
        (FOUR, "sdm", "the format sdm holds 9×9 puzzles only, not 4×4: choose line or grid"),
    ):
        file = written(tmp_path, SOLUTION, puzzle, SOLUTION)
        outcome = invoke("convert", file, "--format", form)
        assert (outcome.status, outcome.err) == (2, f"error: {file}:2: {why}\n")
        assert outcome.out.count("invalid") == (0 if form == "csv" else 1)
        entries = read(io.BytesIO(outcome.out.encode()), f"a.{form}")
        assert [entry.puzzle for entry in entries].count(Puzzle(SOLUTION)) == 2


def test_columns_that_are_left_out_are_named(tmp_path):
    """Once for each table; a table that stays one keeps them."""
    file = written(tmp_path, "id,puzzle,note", f"1,{UNIQUE},x", f"2,{NONE},y", name="a.csv")
    said = f"{file}: the columns 'id' and 'note' left out: line holds puzzles only; csv holds all\n"
    assert invoke("convert", file, "--format", "line") == (0, f"{UNIQUE}\n{NONE}\n", said)
    assert invoke("convert", file, "--format", "csv") == (0, file.read_text(), "")
