"""Writing: every format, solutions, and what a format cannot hold."""

import pytest

from sudocube.errors import PuzzleError, UnknownNameError, UnsupportedError
from sudocube.formats import FORMATS, Style, Writer, write
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Grid, Puzzle

FOUR = Puzzle("1.....2..3.....4")
SOLVED = Grid("1234432121433412")
NINE = Puzzle("12......." * 9)
FULL = Grid("123456789" * 9)
TALL = Puzzle("1" + "." * 35, Geometry(3, 2))
EMPTY_16 = Puzzle("." * 256)


def test_one_puzzle_per_line():
    assert write([FOUR, NINE], Style("line", "0")) == "1000002003000004\n" + "120000000" * 9 + "\n"
    assert Writer(Style.named("line")).text(FOUR, SOLVED) == f"{SOLVED}\n"
    assert write(NINE, Style.named("sdm")) == f"{NINE}\n"


def test_rows_are_parted_by_blank_lines():
    rows = "1...\n..2.\n.3..\n...4\n"
    assert write([FOUR, FOUR], Style.named("grid")) == f"{rows}\n{rows}"


@pytest.mark.parametrize(
    ("style", "text"),
    [
        (Style("grid", spaced=True), "1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n"),
        (Style("grid", barred=True), "1.|..\n..|2.\n--+--\n.3|..\n..|.4\n"),
        (
            Style("grid", "_", spaced=True, barred=True),
            "1 _ | _ _\n_ _ | 2 _\n----+----\n_ 3 | _ _\n_ _ | _ 4\n",
        ),
        (
            Style("grid", barred=True, framed=True),
            "+--+--+\n|1.|..|\n|..|2.|\n+--+--+\n|.3|..|\n|..|.4|\n+--+--+\n",
        ),
        (Style.named("ss"), "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n"),
    ],
)
def test_rows_with_spaces_bars_and_frames(style, text):
    assert write(FOUR, style) == text


def test_solutions_take_the_form_of_their_puzzles():
    text = Writer(Style("grid", "*", spaced=True, barred=True)).text(FOUR, SOLVED)
    assert text == "1 2 | 3 4\n4 3 | 2 1\n----+----\n2 1 | 4 3\n3 4 | 1 2\n"


def test_sdk_holds_the_puzzle_and_its_solution():
    rows, solved = "12.......\n" * 9, "123456789\n" * 9
    writer = Writer(Style.named("sdk"))
    assert writer.text(NINE, FULL) == f"[Puzzle]\n{rows}[State]\n{solved}"
    assert writer.text(NINE) == f"\n[Puzzle]\n{rows}"


def test_csv_has_one_header_and_with_a_solution_two_columns():
    writer = Writer(Style("csv", "0", delimiter=";"))
    assert writer.text(FOUR, SOLVED) == f"puzzle;solution\n1000002003000004;{SOLVED}\n"
    assert writer.text(FOUR) == "1000002003000004;\n"


def test_a_table_of_puzzles_has_no_column_for_solutions():
    """As `sudocube convert --format csv` writes it; a solution is never in the column of puzzles."""
    assert format(FOUR, "csv") == f"puzzle\n{FOUR}"
    assert format(SOLVED, "csv") == f"solution\n{SOLVED}"
    assert write([FOUR, FOUR], Style.named("csv")) == f"puzzle\n{FOUR}\n{FOUR}\n"
    writer = Writer(Style.named("csv"))
    writer.text(FOUR)
    with pytest.raises(UnsupportedError, match=r"^the table begun has no column 'solution': write another"):
        writer.text(FOUR, SOLVED)


@pytest.mark.parametrize("name", ["sdk", "sdm"])
@pytest.mark.parametrize("geometry", [g for g in GEOMETRIES if g.size != 9], ids=str)
def test_sdk_and_sdm_hold_nine_by_nine_only(name, geometry):
    size = geometry.size
    with pytest.raises(
        UnsupportedError, match=f"the format {name} holds 9×9 puzzles only, not {size}×{size}"
    ):
        write(Puzzle("." * geometry.cell_count, geometry), Style.named(name))


@pytest.mark.parametrize("name", ["line", "csv"])
def test_a_box_shape_that_would_be_lost_is_refused(name):
    with pytest.raises(
        UnsupportedError, match=f"the format {name} does not tell boxes of 3 rows × 2 columns"
    ):
        write(TALL, Style.named(name))


@pytest.mark.parametrize("name", ["line", "csv"])
def test_a_box_shape_that_the_user_gave_need_not_be_told(name):
    assert str(TALL) in write(TALL, Style(name, box_given=True))


def test_a_grid_gets_bars_where_its_box_shape_would_be_lost():
    assert write(TALL, Style.named("grid")).startswith("1.|..|..\n")
    assert write(TALL, Style("grid", box_given=True)).startswith("1.....\n")


def test_a_grid_gets_bars_where_its_rows_would_be_read_as_4_by_4_puzzles():
    assert write(EMPTY_16, Style.named("grid")).startswith("....|....|....|....\n")
    high = Puzzle("5" + "." * 255)
    assert write(high, Style.named("grid")).startswith("5...............\n")


def test_a_solution_of_another_shape_is_refused():
    with pytest.raises(PuzzleError, match=r"a solution of 9×9 .* for a puzzle of 4×4"):
        Writer(Style.named("line")).text(FOUR, FULL)


def test_a_refused_puzzle_does_not_count_as_the_first():
    writer = Writer(Style.named("csv"))
    with pytest.raises(UnsupportedError):
        writer.text(TALL)
    assert writer.text(FOUR).startswith("puzzle\n")


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(UnknownNameError) as raised:
        Style.named("gird")
    error = raised.value
    assert (error.kind, error.name, error.known) == ("format", "gird", sorted(FORMATS))
    assert "Did you mean 'grid'?" in str(error)


@pytest.mark.parametrize("blank", ["", "..", "!", "1"])
def test_a_blank_that_would_not_be_read_is_refused(blank):
    with pytest.raises(UnknownNameError, match="unknown blank"):
        Style("line", blank)


def test_the_style_by_name_keeps_the_blank_and_the_box_shape_of_another():
    like = Style("line", "0", box_given=True)
    assert Style.named("grid", like) == Style("grid", "0", box_given=True)
    assert Style.named("ss", like) == Style("ss", "0", barred=True, framed=True, box_given=True)
    spaced = Style("grid", "_", spaced=True)
    assert Style.named("grid", spaced) is spaced


def test_the_style_by_name_has_symbols_where_numbers_were_read():
    """Who asks for `line` wants n² symbols, whatever the puzzle was pasted as."""
    numbers = Style("line", "0", numerals="numbers", between=", ")
    assert Style.named("line", numbers) == Style("line", "0")
    grid = Style("grid", spaced=True, numerals="numbers")
    assert Style.named("grid", grid) == Style("grid", spaced=True)
    hexadecimal = Style("line", numerals="hexadecimal")
    assert Style.named("line", hexadecimal) is hexadecimal


def test_every_format_has_its_usual_style():
    assert [Style.named(name).format for name in FORMATS] == list(FORMATS)
