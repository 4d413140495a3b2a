"""Puzzles on the command line: their source is `argument:K`, and errors count columns from its beginning."""

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read_argument

FOUR = "1.....2..3.....4"


@pytest.mark.parametrize(
    "text",
    [FOUR, f"  {FOUR}\n", "1...\n..2.\n.3..\n...4", "1...\r\n..2.\r\n.3..\r\n...4\r\n", "puzzle\n" + FOUR],
)
def test_a_puzzle_on_one_line_or_in_rows(text):
    [entry] = read_argument(text, 2)
    assert (entry.source, entry.puzzle, entry.error) == ("argument:2", Puzzle(FOUR), None)


def test_several_puzzles_have_the_same_source():
    assert [entry.source for entry in read_argument(f"{FOUR}\n{FOUR}", 5)] == ["argument:5"] * 2


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        (FOUR[:15] + "!", 16, "'!'"),
        ("12..\n..1.\n!...\n....", 11, "'!'"),
        ("12..\r\n..1.\r\n!...\r\n....", 13, "'!'"),
        ("12..\n..1.\n....", None, "3 rows of 4 symbols"),
        ("\udcff" + FOUR[1:], 1, "byte 0xff, not text"),
    ],
)
def test_an_error_names_the_column_in_the_argument(text, column, found):
    [entry] = read_argument(text, 3)
    error = entry.error
    assert (entry.source, error.source, error.line) == ("argument:3", "argument", 3)
    assert (error.column, error.found) == (column, found)
    assert str(error).startswith("argument:3: ")


def test_what_was_asked_for_holds():
    [entry] = read_argument("." * 36, 1, geometry=Geometry(3, 2))
    assert entry.puzzle.geometry == Geometry(3, 2)
    [entry] = read_argument(FOUR, 1, size=9)
    assert entry.error.expected == "81 (a 9×9 puzzle)"


def test_an_empty_argument_holds_no_puzzle():
    assert list(read_argument("", 1)) == []
