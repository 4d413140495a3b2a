"""A puzzle that is not the first column of its line: numbered, named, in a link, among words, as a list."""

import io
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.formats import Style, read_argument, write
from sudocube.geometry import SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read
from tests.puzzles import puzzle_from, solved_grid

CELLS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = CELLS[::-1]
ZEROS = CELLS.replace(".", "0")
ROWS = [CELLS[start : start + 9] for start in range(0, 81, 9)]
FOUR = "1.....2..3.....4"
SHA_256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def entries(text: str, name: str = "puzzles.txt", **hints: Any) -> Any:
    return list(read(io.BytesIO(text.encode()), name, **hints))


def only(text: str, **hints: Any) -> Any:
    [entry] = entries(text, **hints)
    return entry


def told(text: str, **hints: Any) -> Any:
    error = only(text, **hints).error
    return error.column, error.found, error.expected


@pytest.mark.parametrize(
    "line",
    [
        "1. {}",
        "12) {}",
        "(3) {} hard",
        "7: {}",
        "No. 4: {}",
        "easy-1\t{}\thard",
        "1,{}",
        ",{}",
        "name;{};8.3",
        SHA_256 + " {} 8.3",
        "0000183b305c {} 1.2",
        "Here is one: {}, found by chance",
        "Is it {}?",
        'puzzle = "{}"',
        '{{"id": 3, "puzzle": "{}", "level": "easy"}}',
        "['{}']",
        "**{}**",
        "_{}_ # a comment",
        "<td>{}</td>",
        "| 7 | {} | hard |",
        "sudoku-{}",
        "bd={}&x=1",
        "https://www.example.org/sudoku.htm?bd={}",
        "https://www.example.org/?s={}&level=2",
        "https://www.example.org/?{}",
        "https://www.example.org/play/{}",
        "https://www.example.org/play#{}",
        "https://www.example.org/play#{} # a comment",
        "[{}](https://www.example.org/?bd={})",
        "{} {}",
    ],
)
def test_81_symbols_are_found_anywhere_in_a_line(line):
    """Also where the same puzzle stands twice."""
    for cells in (CELLS, ZEROS):
        for text in (line.format(cells, cells), f"{CELLS}\n{line.format(cells, cells)}"):
            entry = entries(text)[-1]
            assert str(entry.puzzle) == CELLS
            assert (entry.style.format, entry.style.blank) == ("line", cells[2])


def test_a_full_stop_behind_a_puzzle_is_none_of_its_blanks():
    assert str(only(f"Try {ZEROS}.").puzzle) == CELLS
    assert only(f"Try {CELLS}.").error


@pytest.mark.parametrize(
    "line", ["7\t{}\t{}", "{},{},easy", "a {} {}", '{{"puzzle": "{}", "solution": "{}"}}']
)
def test_of_a_puzzle_and_its_solution_the_puzzle_is_read(line):
    assert str(only(line.format(CELLS, SOLUTION)).puzzle) == CELLS
    if not line.startswith("{}"):
        assert str(only(line.format(SOLUTION, CELLS)).puzzle) == CELLS


@pytest.mark.parametrize(
    "line", ["My puzzle is {}. What now?", "My puzzle is {}.", "Can you solve {}?", "Try {}."]
)
def test_what_may_end_a_sentence_is_not_taken_as_the_last_cell(line):
    column, found, expected = told(line.format(CELLS[:80]))
    assert column == line.index("{") + 81
    assert found.endswith("at the end of 81 symbols: it may be a blank or end the sentence")
    assert expected == "the puzzle on a line of its own"


@pytest.mark.parametrize("line", ["1. {}", "easy {}", "very easy {}", "hard {} Arto Inkala", "Hard one: {}"])
def test_a_blank_at_the_end_is_one_where_there_is_no_sentence(line):
    assert str(only(line.format(CELLS[:80] + ".")).puzzle) == CELLS[:80] + "."


def test_of_two_puzzles_neither_is_read():
    column, found, expected = told(f"a {CELLS} b {OTHER}")
    assert (column, found) == (87, "2 puzzles in one line (81 and 81 symbols)")
    assert expected == "one of them, or a puzzle and its solution"
    wrong = SOLUTION.replace("1", "2")
    assert told(f"a {CELLS} {wrong}")[1] == found


@pytest.mark.parametrize("between", [" ", ",", ";", "\t", " | ", " 5 "])
def test_another_puzzle_behind_one_in_the_first_column_is_refused_like_any_two(between):
    text = CELLS + between + OTHER
    expected = "one of them, or a puzzle and its solution"
    assert told(text) == (82 + len(between), "2 puzzles in one line (81 and 81 symbols)", expected)
    assert told(f"{SOLUTION} {text}")[1].endswith("puzzles in one line (81 and 81 symbols)")


@pytest.mark.parametrize("between", [" ", ",", ";", "\t", " | "])
def test_a_solution_in_the_first_column_is_not_read_in_place_of_its_puzzle(between):
    assert str(only(SOLUTION + between + CELLS).puzzle) == CELLS
    wrong = SOLUTION.replace("1", "2") + between + CELLS
    assert told(wrong)[1] == "2 puzzles in one line (81 and 81 symbols)"


@pytest.mark.parametrize(
    "behind",
    [CELLS, ZEROS, SOLUTION, SOLUTION[::-1], "81 symbols, or more", f"# {OTHER}", "." * 81, "-" * 90, FOUR],
)
def test_whatever_else_follows_a_puzzle_in_the_first_column_is_ignored(behind):
    assert str(only(f"{CELLS} {behind}").puzzle) == CELLS
    assert str(only(f"{SOLUTION} {SOLUTION[::-1]}").puzzle) == SOLUTION


@pytest.mark.parametrize("size", SIZES)
def test_a_solution_before_its_puzzle_is_told_in_all_sizes(size):
    rng = Random(size)
    solution = solved_grid(Geometry.of_size(size), rng)
    puzzle = puzzle_from(solution, rng, clues=size * size // 2)
    assert only(f"{solution},{puzzle}").puzzle == puzzle


def test_a_number_of_16_digits_before_a_puzzle_is_not_read_as_one():
    """Otherwise the lines 1 to 4 of a list with such numbers would be 4×4 puzzles."""
    column, found, expected = told(f"0000000000000001 {CELLS}")
    assert (column, found) == (18, "2 puzzles in one line (16 and 81 symbols)")
    assert expected.endswith("or the size (--size)")
    assert str(only(f"0000000000000001 {CELLS}", size=9).puzzle) == CELLS
    assert str(only(f"0000000000000005 {CELLS}").puzzle) == CELLS
    assert str(only(f"{FOUR} 81 symbols would be too many").puzzle) == FOUR


@pytest.mark.parametrize(
    "line",
    [
        "This is a text of 81 characters that nobody in the world should take for a puzzle",
        "An answer " + "." * 81 + " 7",
        "one " + "-" * 81,
        SHA_256,
        f"sha256 {SHA_256}",
        "md5 d41d8cd98f00b204e9800998ecf8427e",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "id 00000000-0000-0000-0000-000000000001",
        "id 12340000-0000-0000-0000-000000000005",
        "at 2020-01-02-11-30 o'clock",
        "card 4111111111111111",
        "bits " + "01" * 32,
        "n = " + "".join(Random(1).choice("0123456789abcdef") for _ in range(256)),
        "n = " + "15226050279225333605356183781326374297180681149613806886579084945801229632589528976540",
        f"a {CELLS[1:]}",
        f"a {CELLS}1",
        "1. " + "2020-01-02-11-30",
        " ".join(map(str, range(1, 38))),
    ],
)
def test_what_only_looks_like_a_puzzle_is_none(line):
    assert [entry.puzzle for entry in entries(line)] == [None]


@pytest.mark.parametrize("geometry", [Geometry.of_size(size) for size in SIZES], ids=str)
def test_other_sizes_are_found_where_they_are_certain(geometry):
    rng = Random(geometry.size)
    cells = str(puzzle_from(solved_grid(geometry, rng), rng, clues=geometry.cell_count // 2))
    for line in (f"1. {cells}", f"a long name, with many words\t{cells}\t3", f"http://a.org/?p={cells}"):
        assert str(only(line).puzzle) == cells


def test_a_size_that_is_asked_for_is_certain():
    assert str(only(f"code {'1100' * 16}", size=8).puzzle) == "11.." * 16
    assert only(f"code {'1100' * 16}").error


def test_pencilmarks_are_found_anywhere_in_a_line():
    marks = "1........" + "12......." + 79 * "123456789"
    entry = only(f"7\t{marks}\thard")
    assert (entry.puzzle, entry.style.format) == (Puzzle(marks), "pencilmarks")


def test_a_list_with_such_lines_keeps_their_places_and_goes_on_after_errors():
    text = f"easy puzzles:\n1. {CELLS}\n2. {CELLS[1:]}\n\n3. {OTHER}\n"
    assert [(entry.source, entry.error is None) for entry in entries(text)] == [
        ("puzzles.txt:2", True),
        ("puzzles.txt:3", False),
        ("puzzles.txt:5", True),
    ]


def test_a_file_named_csv_without_a_header_is_read():
    assert [str(e.puzzle) for e in entries(f"1,{CELLS},{SOLUTION}\n2,{OTHER},\n", "a.csv")] == [CELLS, OTHER]


LISTS = {
    "commas": ",".join(ZEROS),
    "commas and spaces": ", ".join(ZEROS),
    "spaces": " ".join(CELLS),
    "tabs": "\t".join(ZEROS),
    "semicolons": ";".join(ZEROS),
    "nothing for blanks": ",".join(CELLS.replace(".", " ")).replace(" ", ""),
    "a comma at the end": ",".join(ZEROS) + ",",
    "brackets": str(list(map(int, ZEROS))),
    "lists in lists": str([list(map(int, row.replace(".", "0"))) for row in ROWS]),
    "strings": str([list(row) for row in ROWS]).replace("'", '"'),
    "empty strings": str([[*row.replace(".", " ")] for row in ROWS]).replace("' '", '""').replace("'", '"'),
    "empty strings, flat": str([*OTHER.replace(".", " ")][::-1]).replace("' '", '""').replace("'", '"'),
    "null": str([[None if cell == "." else int(cell) for cell in row] for row in ROWS]).replace(
        "None", "null"
    ),
    "None": str([[None if cell == "." else int(cell) for cell in row] for row in ROWS]),
    "decimal": " ".join(f"{digit}." for digit in ZEROS),
    "nan": ",".join("nan" if cell == "." else f"{cell}.0" for cell in CELLS),
    "a number before": "1. " + " ".join(CELLS),
    "an object": f'{{"id": 17, "board": {[list(map(int, row.replace(".", "0"))) for row in ROWS]}}}',
    "with the solution": f'{{"a": {list(map(int, ZEROS))}, "b": {list(map(int, SOLUTION))}}}',
    "rows": " ".join(ROWS),
    "rows and slashes": "/".join(ROWS),
    "rows in quotes": str(ROWS),
    "boxes": " ".join(CELLS[start : start + 3] for start in range(0, 81, 3)),
}


@pytest.mark.parametrize("form", LISTS)
def test_81_cells_with_something_between_them_are_a_puzzle(form):
    entry = only(LISTS[form] + "\n")
    assert str(entry.puzzle) == CELLS
    assert entry.style.format == "line"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_last_of_n_squared_fields_may_be_a_blank_of_nothing(delimiter, size):
    rng = Random(size)
    cells = puzzle_from(solved_grid(Geometry.of_size(size), rng), rng, clues=size * size // 2).cells[:-1]
    for end in ("\n", f"{delimiter}\n" * (delimiter != "\t") or "\n"):
        text = delimiter.join(str(cell or "") for cell in cells) + delimiter + end
        if size > 4:  # sixteen fields may be a row of a 16×16 grid
            assert only(text, size=size).puzzle.cells == cells + b"\0"
    assert only(",".join(ZEROS[:-1]) + ",").error  # no other blank is nothing: a cell is missing


@pytest.mark.parametrize("form", ["commas", "commas and spaces", "spaces", "tabs", "semicolons"])
def test_a_list_is_written_as_it_was_read(form):
    entry = only(LISTS[form])
    assert write(entry.puzzle, entry.style) == LISTS[form] + "\n"


@pytest.mark.parametrize("size", [16, 25])
@pytest.mark.parametrize("between", [",", ", ", " ", "\t"])
def test_numbers_1_to_n_are_a_puzzle(size, between):
    rng = Random(size)
    puzzle = puzzle_from(solved_grid(Geometry.of_size(size), rng), rng, clues=size * size // 2)
    text = between.join(map(str, puzzle.cells)) + "\n"
    entry = only(text)
    assert (entry.puzzle, entry.style.numerals) == (puzzle, "numbers")
    assert write(entry.puzzle, entry.style) == text
    [again] = entries(write(entry.puzzle, Style.named("line", entry.style)))
    assert again.puzzle == puzzle


def test_numbers_are_written_in_columns_where_rows_are_asked_for():
    text = write(Puzzle("G" + 255 * "."), Style("grid", numerals="numbers"))
    assert text.startswith("16  .  .  .")


def test_whether_numbers_begin_at_0_is_asked():
    """Where there are other blanks, and n does not occur."""
    text = " ".join(["0", ".", "15", *["."] * 253])
    assert told(text) == (
        1,
        "'0' beside '.', and no 16: it may be a blank or a digit",
        "the digits of a 16×16 puzzle as 1 to 16, and one kind of blank",
    )
    assert only(text.replace("15", "16")).puzzle.cells[:3] == bytes([0, 0, 16])


def test_lists_in_a_list_show_a_4_by_4_puzzle_and_sixteen_numbers_alone_do_not():
    """They may be a row of a 16×16 grid."""
    assert str(only("[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]").puzzle) == FOUR
    assert entries("[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]")[0].error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (",".join(ZEROS[:-1]), (None, "80 numbers", "81 (a 9×9 puzzle)")),
        (" ".join(ZEROS + "1"), (None, "82 numbers", "81 (a 9×9 puzzle)")),
        (",".join(ZEROS[:-1]) + ",q", (161, "'q'", "a digit 1 to 9 or one of the blanks . 0 * _ - x X ?")),
        ("10," + ",".join(ZEROS[1:]), (1, "'10'", "a digit 1 to 9 or one of the blanks . 0 * _ - x X ?")),
        (" ".join(["17", *["1"] * 255]), (1, "'17'", "a number 1 to 16, a symbol or a blank")),
        (
            str([[1] * 8, [2] * 10, *[[0] * 9] * 7]).replace(" ", ""),
            (2, "8 numbers in row 1", "9 (a 9×9 puzzle)"),
        ),
    ],
)
def test_a_list_with_a_fault_is_an_error_with_its_place(text, expected):
    assert told(text) == expected


def test_cells_that_may_be_candidates_are_not_read_as_rows():
    """Nine cells with all nine candidates are 81 digits, too."""
    assert entries(" ".join(["123456789"] * 9))[0].puzzle is None


def test_an_argument_is_read_alike():
    for text in (f"1. {CELLS}", f"https://a.org/?bd={ZEROS}", LISTS["commas"], LISTS["lists in lists"]):
        [entry] = read_argument(text, 1)
        assert str(entry.puzzle) == CELLS


PUZZLES = st.builds(
    lambda seed, clues: puzzle_from(solved_grid(Geometry(3, 3), Random(seed)), Random(seed), clues=clues),
    st.integers(0, 1000),
    st.integers(1, 81),
)
WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n#", exclude_categories=["Cc"]), max_size=15
)


@given(PUZZLES, WORDS, WORDS, st.sampled_from(" ,;\t\"'=/:()<>"), st.sampled_from(" ,;\t\"'&/()<>"))
def test_any_words_around_a_puzzle_leave_it_as_it_is(puzzle, before, behind, left, right):
    """A line that begins with a comment is none, of course."""
    entry = only(f"{before}{left}{puzzle}{right}{behind}")
    assert str(entry.puzzle) == str(puzzle)


@given(
    st.lists(
        st.sampled_from([CELLS, ROWS[0], "1", "10", ",", " ", "[", "]", '"', "{", "0", ".", "#", "x"]),
        max_size=200,
    )
)
def test_any_mixture_is_read_or_refused(parts):
    for entry in entries("".join(parts)):
        assert (entry.puzzle is None) != (entry.error is None)


def test_the_column_of_a_zero_in_doubt_is_that_in_the_line():
    cells = ("1.04" + SYMBOLS[1:9]).ljust(256, ".")
    assert told(f"name\t{cells}")[0] == 8


@pytest.mark.parametrize("line", ["http://a.org/?bd={}", "Grid {} easy", "1. {}", "easy-2\t{}\t8.3"])
@pytest.mark.parametrize("cells", [CELLS[:80], ZEROS[:79], CELLS + "1"])
def test_a_puzzle_that_lacks_a_cell_or_has_one_too_many_is_told_so(line, cells):
    for text in (line.format(cells), f"{CELLS}\n{line.format(cells)}"):
        error = entries(text)[-1].error
        assert (error.found, error.expected) == (f"{len(cells)} symbols", "81 (a 9×9 puzzle)")
