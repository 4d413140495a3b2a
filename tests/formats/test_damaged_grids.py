"""A grid that lost or doubled a cell, the end of a row, a row or a band is refused, never read as another."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.puzzle import Puzzle
from tests.formats.pasted_styles import numbers, symbols
from tests.formats.test_pasted_styles import entries, plausible
from tests.formats.test_round_trips import USUAL

PUZZLE = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
OTHER = "..2.9....1..2.4.....5.7...........681....5..26...38.73....14.....6...95...5..7..1"
SOLUTION = "751289634269354817348176925697532148512498376483761259934817562825643791176925483"
SPACES = [
    "  3 1  46",
    "   9     ",
    "46       ",
    "   9     ",
    "  8 9   4",
    "  3      ",
    "   2  15 ",
    "6      32",
]
WRITE = "a symbol for each cell: write blanks as ."


def rows_of(cells: str, blank: str = ".") -> list[str]:
    """The rows of a 9×9 puzzle, with spaces between the cells."""
    cells = cells.replace(".", blank)
    return [" ".join(cells[start : start + 9]) for start in range(0, 81, 9)]


def bands_of(cells: str, blank: str = ".") -> list[str]:
    rows = rows_of(cells, blank)
    return ["\n".join(rows[start : start + 3]) for start in (0, 3, 6)]


def given_by(text: str, **hints: Any) -> list[str]:
    """The puzzles and the messages, without the name of the file."""
    return [str(e.puzzle or e.error).removeprefix("pasted.txt:") for e in entries(text, **hints)]


@pytest.mark.parametrize("cells", [PUZZLE, SOLUTION])
@pytest.mark.parametrize("lost", range(1, 6))
@pytest.mark.parametrize("row", [0, 1, 8])
def test_the_end_of_a_row_is_never_filled_with_blanks(cells, lost, row):
    rows = rows_of(cells, "0")
    rows[row] = rows[row][: -2 * lost]
    [message] = given_by("\n".join(rows) + "\n")
    assert message == f"{row + 1}: found {9 - lost} symbols; expected 9 (a row of a 9×9 puzzle)"


@pytest.mark.parametrize("space", [" ", "\xa0"])
def test_a_cell_that_is_lost_does_not_shift_its_row(space):
    rows = [space.join(PUZZLE.replace(".", "0")[start : start + 9]) for start in range(0, 81, 9)]
    rows[1] = space.join("06000810")
    text = "\n".join(rows)
    assert given_by(text) == ["2: found 8 symbols; expected 9 (a row of a 9×9 puzzle)"]
    with pytest.raises(ValueError, match="found 8 symbols; expected 9"):
        Puzzle(text)


def test_a_cell_that_is_lost_between_bars_does_not_shift_its_row():
    rows = ["3 0 0 | 5 0 7 | 0 1 0"] * 9
    rows[3] = rows[3][:-2]
    assert given_by("\n".join(rows)) == ["4: found 8 symbols; expected 9 (a row of a 9×9 puzzle)"]


@pytest.mark.parametrize("size", [16, 25])
def test_a_number_that_is_left_out_of_a_full_grid_is_no_blank(size):
    rows = [[str((row + at) % size + 1).rjust(2) for at in range(size)] for row in range(size)]
    rows[4][7] = "  "
    [entry] = entries("\n".join(" ".join(row) for row in rows))
    assert entry.puzzle is None


@pytest.mark.parametrize("left_out", range(6))
def test_parts_of_two_puzzles_are_never_joined(left_out):
    bands = bands_of(PUZZLE) + bands_of(OTHER)
    assert given_by("\n\n".join(bands)) == [PUZZLE, OTHER]
    del bands[left_out]
    [message] = given_by("\n\n".join(bands))
    assert message.startswith("1: found 15 rows of 9 symbols; expected 9 rows")


@pytest.mark.parametrize("left_out", [0, 8, 9, 17])
def test_rows_of_two_double_spaced_puzzles_are_never_joined(left_out):
    rows = rows_of(PUZZLE) + rows_of(OTHER)
    assert given_by("\n\n".join(rows)) == [PUZZLE, OTHER]
    del rows[left_out]
    [message] = given_by("\n\n".join(rows))
    assert message.startswith("1: found 17 rows of 9 symbols; expected 9 rows")


def test_two_bands_of_two_puzzles_that_a_blank_line_no_longer_separates_are_no_puzzle():
    [message] = given_by("12..\n..1.\n\n.1..\n..2.\n34..\n..1.\n\n.1..\n..2.\n")
    assert message.startswith("4: found 4 rows between blank lines, and 2 above")


def test_bands_in_quoted_mail_are_read():
    text = "\n\n".join(bands_of(PUZZLE))
    assert given_by("> " + text.replace("\n", "\n> ") + "\n") == [PUZZLE]


def test_prose_below_bands_is_passed_over():
    text = "\n\n".join(bands_of(PUZZLE))
    assert given_by(f"{text}\n\nHave fun!\n") == [PUZZLE]
    assert given_by(f"Grid 1\n{text}\n\nGrid 2\n{text}\n") == [PUZZLE, PUZZLE]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_rating_below_a_grid_is_passed_over(gap):
    assert given_by("\n".join(rows_of(PUZZLE)) + gap + "ED=8.3/1.2/1.2\n") == [PUZZLE]


def test_a_symbol_that_is_lost_or_doubled_is_named_where_it_stands():
    rows = ["1.3.|56.8|9A.C|DE.G"] * 16
    rows[6] = rows[6][:-1]
    assert given_by("\n".join(rows)) == ["7: found 15 symbols; expected 16 (a row of a 16×16 puzzle)"]
    assert given_by("\n".join(rows[7:] + rows[:6]))[0].startswith("1: found 15 rows of 16 symbols")
    rows = ["1 2 3 . . 6 7 8 9"] * 9
    rows[4] = "1 22 3 . . 6 7 8 9"
    assert given_by("\n".join(rows)) == ["5: column 3: found '22'; expected one symbol for each cell"]


def test_a_short_row_of_a_table_is_named():
    rows = [",".join(PUZZLE[start : start + 9]).replace(".", "") for start in range(0, 81, 9)]
    rows[4] = rows[4][:-1]
    assert given_by("\n".join(rows)) == [
        "5: found a table with 8 cells in row 5; expected 9 cells in each row"
    ]


def test_a_wider_gap_is_a_border():
    whole, less = "\n\n".join(bands_of(PUZZLE)), "\n\n".join(bands_of(OTHER)[1:])
    got = given_by(f"{whole}\n\n\n{less}\n\n\n{whole}\n")
    assert got[::2] == [PUZZLE, PUZZLE]
    assert got[1].startswith("14: found 6 rows of 9 symbols; expected 9 rows")


@pytest.mark.parametrize("row", [0, 3])
def test_a_blank_line_is_no_row_of_a_double_spaced_grid(row):
    rows = rows_of(PUZZLE, "0")
    rows[row] = rows[row][:-2]
    assert given_by("\n\n".join(rows)) == [
        f"{2 * row + 1}: found 8 symbols; expected 9 (a row of a 9×9 puzzle)"
    ]


@pytest.mark.parametrize("text", ["{}\n\nHave fun!\n", "\n{}\n", "         \n{}\n\n", "Hello\n\n{}\n\nBye\n"])
def test_a_blank_line_is_no_row_of_a_grid_with_spaces_for_blanks(text):
    [message] = given_by(text.format("\n".join(SPACES)))
    assert message.endswith(f": found rows with gaps, whose columns are not certain; expected {WRITE}")


def test_with_an_empty_first_column_a_gap_between_boxes_is_not_certain():
    lines = [
        " 51 289 6",
        "    354 81",
        " 4      92",
        "      2",
        " 12 49   7",
        " 8  7   25",
        " 34 81  56",
        "  5 643  9",
        " 76  25  8",
    ]
    [message] = given_by("\n".join(lines))
    assert message == f"1: found rows with gaps, whose columns are not certain; expected {WRITE}"


@pytest.mark.parametrize("damaged", ["55 2 2 1 3 5", "5 2 2 1 3 55", "5  2 2 1 3 5"])
def test_two_grids_never_become_one_of_twice_the_size(damaged):
    rows = [
        "642566",
        "346214",
        "254321",
        "661463",
        "345546",
        "666365",
        "361522",
        "612163",
        "522135",
        "253356",
        "214535",
        "213312",
    ]
    lines = [" ".join(row) for row in rows]
    cells = "".join(rows)
    assert given_by("\n".join(lines)) == [cells[:36], cells[36:]]
    lines[8] = damaged
    got = given_by("\n".join(lines))
    assert got == [cells[:36], cells[36:]] or (len(got) == 1 and "found '55'" in got[0])


def test_the_header_of_a_table_is_never_a_row():
    header = ["|" + "   |" * 9, "|" + "---|" * 9]
    cells = PUZZLE.replace(".", " ")
    rows = ["| " + " | ".join(cells[start : start + 9]) + " |" for start in range(0, 81, 9)]
    assert given_by("\n".join([*header, *rows])) == [PUZZLE]
    for count in (7, 8):
        for first in (header[0], "|1|2|3|4|5|6|7|8|9|"):
            [message] = given_by("\n".join([first, header[1], *rows[:count]]))
            assert not message.startswith((".", "1.", "123"))


def test_a_line_that_counts_above_eight_rows_is_asked_about():
    lines = ["1 2 3 4 5 6 7 8 9", *rows_of(PUZZLE)[:8]]
    assert given_by("\n".join(lines)) == [
        "1: found 1 to 9 in order, which may be the names of columns above 8 rows;"
        " expected 9 rows, written without spaces"
    ]
    assert given_by("\n".join(line.replace(" ", "") for line in lines)) == ["123456789" + PUZZLE[:72]]


def test_what_stands_behind_the_last_puzzle_may_be_a_part_of_it():
    rows = [",".join(PUZZLE[start : start + 9]).replace(".", "") for start in range(0, 81, 9)]
    assert given_by("\n".join(rows)) == [PUZZLE]
    [message] = given_by("\n".join([*rows, "4"]))
    assert message == "10: found a table with 1 cell in row 10; expected 9 cells in each row"


def joined(row: list[str], between: str, across: int) -> str:
    """The cells of a row, with something between them, or with bars between boxes."""
    if between != "bars":
        return between.join(row)
    return " | ".join(" ".join(row[start : start + across]) for start in range(0, len(row), across))


def test_rows_of_two_sizes_without_a_blank_line_are_never_parted_by_chance():
    rows = ["123456"] * 3 + ["12345."] + ["123456"] * 6 + ["12345678"] * 8
    [message] = given_by("\n".join(rows))
    assert message == "11: found rows of 8 symbols below rows of 6; expected blank lines between the puzzles"


@pytest.mark.parametrize("size", [4, 6, 8])
def test_numbers_with_a_zero_in_front_are_refused_where_symbols_are_expected(size):
    rows = [" ".join(f"{(row + at) % size + 1:02}" for at in range(size)) for row in range(size)]
    [message] = given_by("\n".join(rows))
    assert message.startswith(f"1: column 1: found '01'; expected a digit 1 to {size} or ")


def test_a_cell_that_is_lost_in_a_block_of_two_puzzles_spoils_one_of_them():
    rows = [row.replace(" ", "") for row in rows_of(PUZZLE) + rows_of(OTHER)]
    rows[12] = rows[12][1:]
    assert given_by("\n".join(rows)) == [
        PUZZLE,
        "13: found 8 symbols; expected 9 (a row of a 9×9 puzzle)",
    ]


@st.composite
def damaged(draw: Any) -> Any:
    """One to three puzzles in a file, and the text with a damage in one of them."""
    puzzles = draw(st.lists(plausible(USUAL), min_size=1, max_size=3))
    blank = draw(st.sampled_from(["0", ".", "_"]))
    is_numbered = draw(st.booleans())
    between = draw(st.sampled_from(["\n\n", "\n\n\n", "\n\nGrid\n", "\n"]))
    apart = draw(st.sampled_from(["no", "bands", "rows"]))
    if apart != "no" and between == "\n":
        between = "\n\n"  # two parts that nothing separates are one
    cell_gap = draw(st.sampled_from(["", " ", ",", "\t", "bars"]))
    if not cell_gap and (is_numbered or any(puzzle.geometry.size == 16 for puzzle in puzzles)):
        cell_gap = " "  # sixteen symbols alone on a line are a 4×4 puzzle
    hit = draw(st.integers(0, len(puzzles) - 1))
    texts = []
    for k, puzzle in enumerate(puzzles):
        size = puzzle.geometry.size
        one = blank if size <= 9 or is_numbered else "."
        cells = numbers(puzzle, one) if is_numbered else symbols(puzzle, one)
        down, across = puzzle.geometry.box_rows, puzzle.geometry.box_columns
        if is_numbered and cell_gap in (" ", "bars"):
            cells = [[cell.rjust(len(str(size))) for cell in row] for row in cells]
        lines = [list(row) for row in cells]
        if k == hit:
            row, at = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
            kind = draw(st.sampled_from(["lose", "double", "cut", "row", "band"]))
            if kind == "lose":
                del lines[row][at]
            elif kind == "double":
                lines[row].insert(at, lines[row][at])
            elif kind == "cut":
                del lines[row][max(1, at) :]
            elif kind == "row":
                del lines[row]
            else:
                del lines[row // down * down : row // down * down + down]

        drawn = [joined(row, cell_gap, across) for row in lines]
        height = {"no": len(drawn), "bands": down, "rows": 1}[apart]
        texts.append(
            "\n\n".join("\n".join(drawn[i : i + height]) for i in range(0, len(drawn), max(1, height)))
        )
    return puzzles, between.join(texts) + "\n"


@given(damaged())
def test_what_is_damaged_is_never_read_as_a_puzzle(case):
    """What is read is one of the puzzles, and one less than there were."""
    puzzles, text = case
    got = entries(text)
    read = [entry.puzzle for entry in got if entry.puzzle is not None]
    assert all(puzzle in puzzles for puzzle in read), text
    assert len(got) > len(read), text
