"""CSV: the header names the column of puzzles, other columns are ignored."""

import io
from typing import Any

import pytest

from sudocube.formats.line_kinds import PUZZLE_COLUMNS
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

FOUR = "1.....2..3.....4"
SIX = "1....6" * 6


def entries(text: Any, name: Any = "t.txt", **hints: Any) -> Any:
    return list(read(io.BytesIO(text.encode()), name, **hints))


def told(entry: Any) -> Any:
    error = entry.error
    return error.line, error.column, error.found, error.expected


@pytest.mark.parametrize("name", PUZZLE_COLUMNS)
def test_every_known_name_is_the_column_of_puzzles(name):
    for header in (name, name.upper(), f" {name.title()} "):
        [entry] = entries(f"{header},solution\n{FOUR},1234\n")
        assert (entry.source, entry.puzzle, entry.style.format) == ("t.txt:2", Puzzle(FOUR), "csv")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_delimiter_is_read_and_remembered(delimiter):
    lines = [["id", "Puzzle", "level"], ["1", FOUR, "easy"], ["2", f'"{SIX}"', '"a, b; c"']]
    got = entries("\n".join(map(delimiter.join, lines)))
    assert [(entry.source, str(entry.puzzle)) for entry in got] == [("t.txt:2", FOUR), ("t.txt:3", SIX)]
    assert got[0].style.delimiter == delimiter


def test_a_table_may_have_one_column():
    assert [str(e.puzzle) for e in entries(f"quizzes\n{FOUR}\n\n# comment\n{SIX}\n")] == [FOUR, SIX]


def test_the_first_known_name_counts():
    [entry] = entries(f"grid,puzzle\n{SIX},{FOUR}\n")
    assert entry.puzzle == Puzzle(FOUR)


@pytest.mark.parametrize("blank", "0-_")
def test_blanks_are_remembered(blank):
    [entry] = entries(f"puzzle,solution\n{FOUR.replace('.', blank)},\n")
    assert (entry.puzzle, entry.style.blank) == (Puzzle(FOUR), blank)


def test_a_quoted_field_may_hold_delimiters_quotes_and_ends_of_lines():
    text = f'note,puzzle\n"a ""b"", c\nand d, e",{FOUR}\n5" tall,{SIX}\n'
    assert [(e.source, str(e.puzzle)) for e in entries(text)] == [("t.txt:2", FOUR), ("t.txt:4", SIX)]


@pytest.mark.parametrize("lines", [1, 5, 500])
def test_a_quote_that_is_not_closed_costs_its_own_line_only(lines):
    bad, *good = entries(f'note,puzzle\n"open,{FOUR}\n' + f"x,{FOUR}\n" * lines)
    assert told(bad) == (2, 1, "a quote that is not closed", "a closing quote")
    assert [entry.puzzle for entry in good] == [Puzzle(FOUR)] * lines


@pytest.mark.parametrize(
    ("header", "record", "name"),
    [
        ("id,level,text", f"1,easy,{FOUR}", "t.txt"),
        ("foo;b c", f"{FOUR};1", "t.txt"),
        ("texts", FOUR, "T.CSV"),
        ("1st,2nd", f"{FOUR},1", "t.csv"),
    ],
)
def test_a_header_without_a_column_of_puzzles_is_one_error(header, record, name):
    [entry] = entries(f"{header}\n{record}\n{record}\n", name)
    columns = ", ".join(repr(field) for field in header.replace(";", ",").split(","))
    expected = f"a column of puzzles by one of the names {', '.join(PUZZLE_COLUMNS)}"
    assert told(entry) == (1, None, f"the columns {columns}", expected)


def test_a_table_without_a_header_is_read_line_by_line():
    [entry] = entries(f"{SIX},{SIX}\n", "t.csv")
    assert (entry.puzzle, entry.style.format) == (Puzzle(SIX), "line")


@pytest.mark.parametrize(
    ("row", "column", "found", "expected"),
    [
        ("1", None, "1 column", "the puzzle in column 2"),
        ("1,,x", None, "an empty field", "the puzzle in column 2"),
        ("1,123,x", None, "3 symbols", "16 (a 4×4 puzzle)"),
        (f"1, {FOUR[:3]}!{FOUR[4:]},x", 7, "'!'", "a digit 1 to 4 or one of the blanks . 0 * _ - x X ?"),
        (f'"{FOUR},","{FOUR[1:]}9"', 37, "'9'", "a digit 1 to 4 or one of the blanks . 0 * _ - x X ?"),
        (f'"a\nb",{FOUR[1:]}9', None, "'9'", "a digit 1 to 4 or one of the blanks . 0 * _ - x X ?"),
    ],
)
def test_a_faulty_record_is_an_error_and_the_next_is_read(row, column, found, expected):
    bad, good = entries(f"id,puzzle,more\n{row}\n2,{FOUR},\n", size=None if "123" in row else 4)
    assert told(bad) == (2, column, found, expected)
    assert good.puzzle == Puzzle(FOUR)


def test_a_line_that_is_too_long_is_an_error_and_the_next_is_read():
    bad, good = entries(f"id,puzzle\n{'1' * 70_000}\n2,{FOUR}\n")
    assert (bad.error.line, bad.error.found) == (2, "a line of more than 65,536 characters")
    assert good.puzzle == Puzzle(FOUR)


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("names", [[], list("abcdefghi"), ["column " + str(k) for k in range(9)]])
def test_a_grid_saved_as_a_table_is_a_grid(delimiter, names):
    """Nine rows of nine fields, none of which can be a puzzle."""
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rows = [delimiter.join(cells[k : k + 9]).replace(".", "") for k in range(0, 81, 9)]
    text = "\n".join([*[delimiter.join(names)] * bool(names), *rows]).encode()
    [entry] = read(io.BytesIO(text), "x.csv")
    assert str(entry.puzzle) == cells
    [entry] = read(io.BytesIO(text.rsplit(b"\n", 1)[0]), "x.csv")
    assert entry.error
