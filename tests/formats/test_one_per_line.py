"""One puzzle per line: sizes, blanks, trailing columns, and the place and text of each error."""

import io
from typing import Any

import pytest

from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS, GEOMETRIES, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

FULL = [(r * 3 + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
CELLS = "".join("." if i % 3 else str(digit) for i, digit in enumerate(FULL))
FOUR = "1.....2..3.....4"
NINE = "a digit 1 to 9 or one of the blanks . 0 * _ - x X ?"


def entries(text: Any, name: Any = "puzzles.txt", **hints: Any) -> Any:
    return list(read(io.BytesIO(text.encode()), name, **hints))


def only_error(text: Any, **hints: Any) -> Any:
    [entry] = entries(text, **hints)
    assert entry.puzzle is None
    assert entry.error is not None
    assert entry.source == f"puzzles.txt:{entry.error.line}"
    return entry.error


def told(error: Any) -> Any:
    return error.line, error.column, error.found, error.expected


@pytest.mark.parametrize("blank", BLANKS)
def test_every_blank_is_read_and_remembered(blank):
    [entry] = entries(CELLS.replace(".", blank))
    assert entry.puzzle == Puzzle(CELLS)
    assert (entry.source, entry.error) == ("puzzles.txt:1", None)
    assert (entry.style.format, entry.style.blank) == ("line", blank)


def test_a_puzzle_without_a_blank_is_written_with_dots():
    [entry] = entries("".join(map(str, FULL)))
    assert entry.style.blank == "."


@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_told_by_the_number_of_symbols(size):
    cells = SYMBOLS[size] + "." * (size * size - 1)
    [upper, lower] = entries(f"{cells}\n{cells.lower()}\n")
    assert upper.puzzle == lower.puzzle == Puzzle(cells, Geometry.of_size(size))


@pytest.mark.parametrize(
    "rest", [" 5.6", "\t5.6", ",654", ";654", "  # easy", "#easy", ", # easy", " |", " \u00e9", " ?,?"]
)
def test_what_follows_the_puzzle_is_passed_over(rest):
    assert [entry.puzzle for entry in entries(CELLS + rest)] == [Puzzle(CELLS)]


def test_bytes_that_are_no_text_do_not_matter_in_a_comment():
    [entry] = read(io.BytesIO(CELLS.encode() + b" # M\xfcller"), "puzzles.txt")
    assert entry.puzzle == Puzzle(CELLS)


def test_comments_blank_lines_and_indents_keep_the_numbers_of_the_lines_right():
    text = f"# first\n\n  {CELLS}  \n   # second\n\t{CELLS}\n\n\n{FOUR}"
    assert [(entry.source, str(entry.puzzle)) for entry in entries(text)] == [
        ("puzzles.txt:3", CELLS),
        ("puzzles.txt:5", CELLS),
        ("puzzles.txt:8", FOUR),
    ]


@pytest.mark.parametrize("text", ["", "\n", "   \n\n", "# only a comment", "\r\n\r\n"])
def test_a_text_without_a_puzzle_gives_nothing(text):
    assert entries(text) == []


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (80, "81 (a 9×9 puzzle)"),
        (82, "81 (a 9×9 puzzle)"),
        (35, "36 (a 6×6 puzzle)"),
        (65, "64 (an 8×8 puzzle)"),
        (255, "256 (a 16×16 puzzle)"),
        (728, "625 (a 25×25 puzzle)"),
    ],
)
def test_a_wrong_number_of_symbols_names_the_nearest_size(count, expected):
    assert told(only_error("." * count)) == (1, None, f"{count} symbols", expected)


@pytest.mark.parametrize("symbol", ["!", "Q", "é", "§", "½", "'", '"'])
def test_a_bad_symbol_is_named_with_its_column(symbol):
    text = f"  {CELLS[:30]}{symbol}{CELLS[31:]}"
    assert told(only_error(text)) == (1, 33, repr(symbol), NINE)


@pytest.mark.parametrize(
    ("size", "symbol", "expected"),
    [
        (6, "7", "a digit 1 to 6 or one of the blanks . 0 * _ - x X ?"),
        (9, "A", NINE),
        (10, "B", "a digit 1 to 9, the letter A or one of the blanks . 0 * _ - x X ?"),
        (12, "d", "a digit 1 to 9, a letter A to C or one of the blanks . 0 * _ - x X ?"),
        (25, "Q", "a digit 1 to 9, a letter A to P or one of the blanks . 0 * _ - x X ?"),
    ],
)
def test_a_digit_above_the_size_is_refused(size, symbol, expected):
    error = only_error("." * (size * size - 1) + symbol)
    assert told(error) == (1, size * size, repr(symbol), expected)


@pytest.mark.parametrize("byte", [0x01, 0x1B, 0x7F, 0x80, 0xE9, 0xFF])
def test_a_byte_that_is_no_text_is_named_with_its_column(byte):
    line = CELLS[:4].encode() + bytes([byte]) + CELLS[5:].encode()
    [entry] = read(io.BytesIO(line), "puzzles.txt")
    assert told(entry.error) == (1, 5, f"byte 0x{byte:02x}, not text", NINE)


def test_nul_is_no_text_where_a_text_has_long_begun():
    lines = [CELLS.encode()] * 60 + [b"\0" + CELLS.encode()[1:]]
    *good, last = read(io.BytesIO(b"\n".join(lines)), "puzzles.txt")
    assert len(good) == 60
    assert told(last.error) == (61, 1, "byte 0x00, not text", NINE)


@pytest.mark.parametrize(
    ("word", "column"), [("oops", 1), ("12oops", 3), ("Grid-01", 1), ("  ....oops!", 7), ("1.2.A.§", 5)]
)
def test_the_first_symbol_that_does_not_fit_is_named_and_not_a_later_one_that_fits_no_size(word, column):
    """Letters up to P are symbols of 25×25, but not of this puzzle."""
    error = only_error(word)
    assert error.column == column
    assert error.found.partition(",")[0] == repr(word[column - 1])


def test_a_line_that_begins_with_a_comma_has_nothing_in_its_first_column():
    """So a puzzle in the second column is found, and without one the comma is the fault."""
    first, second, third = entries(f"{CELLS}\n,{CELLS}\n,{CELLS[1:]}")
    assert first.puzzle == second.puzzle == Puzzle(CELLS)
    assert (third.error.line, third.error.column, third.error.found) == (3, 1, "','")


def test_reading_goes_on_after_each_error():
    text = f"{CELLS}\n{CELLS[1:]}\n{FOUR}\n{CELLS[1:]}!\nwords\n{CELLS}\n"
    got = [(e.source, e.error and (e.error.line, e.error.column)) for e in entries(text)]
    assert got == [
        ("puzzles.txt:1", None),
        ("puzzles.txt:2", (2, None)),
        ("puzzles.txt:3", None),
        ("puzzles.txt:4", (4, 81)),
        ("puzzles.txt:5", (5, 1)),
        ("puzzles.txt:6", None),
    ]


def test_a_heading_of_words_is_passed_over_and_the_puzzles_after_it_are_read():
    for heading in ("My puzzles", "Hard, harder, hardest", "Level 3", "-----"):
        first, second = entries(f"{heading}\n{CELLS}\n{CELLS}\n")
        assert (first.source, first.puzzle, second.puzzle) == ("puzzles.txt:2", Puzzle(CELLS), Puzzle(CELLS))
        [only] = entries(f"{heading} \n\n{CELLS}\n")
        assert (only.source, only.puzzle) == ("puzzles.txt:3", Puzzle(CELLS))


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_a_box_shape_that_is_asked_for_is_the_one_that_is_read(geometry):
    [entry] = entries("." * geometry.cell_count, geometry=geometry)
    assert entry.puzzle.geometry == geometry
    assert entry.style.box_given


@pytest.mark.parametrize("size", SIZES)
def test_a_size_alone_has_boxes_at_least_as_wide_as_tall(size):
    [entry] = entries("." * (size * size), size=size)
    assert entry.puzzle.geometry == Geometry.of_size(size)
    assert not entry.style.box_given


def test_a_puzzle_of_another_size_than_asked_for_is_an_error():
    assert told(only_error(CELLS, size=6)) == (1, None, "81 symbols", "36 (a 6×6 puzzle)")
    geometry = Geometry(3, 2)
    assert told(only_error(CELLS, geometry=geometry)) == (1, None, "81 symbols", "36 (a 6×6 puzzle)")


def test_a_size_that_there_is_not_is_refused_at_once():
    with pytest.raises(PuzzleError, match="no size 7"):
        read(io.BytesIO(b""), "puzzles.txt", size=7)
    with pytest.raises(PuzzleError, match="size 9 and boxes of 2 x 3"):
        read(io.BytesIO(b""), "puzzles.txt", size=9, geometry=Geometry(2, 3))


def test_a_name_ending_in_sdm_is_the_format_sdm_for_nine_by_nine_only():
    nine, four = entries(f"{CELLS}\n{FOUR}\n", name="SOME.SDM")
    assert (nine.style.format, four.style.format) == ("sdm", "line")


def test_eighty_one_dashes_are_a_puzzle_without_clues():
    blank = "-" * 81
    assert [entry.puzzle for entry in entries(f"{blank}\n{CELLS}")] == [Puzzle(blank), Puzzle(CELLS)]
    assert [entry.puzzle for entry in entries(f"{blank}\n{blank}")] == [Puzzle(blank)] * 2
