"""Writing: every format, solutions, what a format cannot hold, and what is written as it was read."""

import pytest

from sudocube.errors import PuzzleError, UnknownNameError, UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows import FORMATS, Style, Writer, write
from tests.rows.reading import CLUES, entries

FOUR = Puzzle("1.....2..3.....4")
SOLVED = Grid("1234432121433412")
NINE = Puzzle("12......." * 9)
FULL = Grid("123456789" * 9)
TALL = Puzzle("1" + "." * 35, Geometry(3, 2))
EMPTY_16 = Puzzle("." * 256)
HEX = Puzzle(bytes([*range(1, 17), *[0] * 240]), Geometry(4, 4))
ROWS, FULL_ROWS = "12.......\n" * 9, "123456789\n" * 9

WRITTEN = [
    (FOUR, Style("line", "0"), "1000002003000004\n"),
    (NINE, Style.named("sdm"), f"{NINE}\n"),
    (FOUR, Style("grid", spaced=True), "1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n"),
    (FOUR, Style("grid", barred=True), "1.|..\n..|2.\n--+--\n.3|..\n..|.4\n"),
    (
        FOUR,
        Style("grid", "_", spaced=True, barred=True),
        "1 _ | _ _\n_ _ | 2 _\n----+----\n_ 3 | _ _\n_ _ | _ 4\n",
    ),
    (
        FOUR,
        Style("grid", barred=True, framed=True),
        "+--+--+\n|1.|..|\n|..|2.|\n+--+--+\n|.3|..|\n|..|.4|\n+--+--+\n",
    ),
    (FOUR, Style.named("ss"), "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n"),
    (NINE, Style.named("sdk"), f"[Puzzle]\n{ROWS}"),
    (HEX, Style("line", numerals="hexadecimal"), "0123456789ABCDEF" + "." * 240 + "\n"),
    (TALL, Style("line", box_given=True), f"{TALL}\n"),
]


def test_a_puzzle_is_written_in_its_style():
    for puzzle, style, text in WRITTEN:
        assert write(puzzle, style) == text, style


def test_solutions_take_the_form_of_their_puzzles():
    assert Writer(Style.named("line")).text(FOUR, SOLVED) == f"{SOLVED}\n"
    text = Writer(Style("grid", "*", spaced=True, barred=True)).text(FOUR, SOLVED)
    assert text == "1 2 | 3 4\n4 3 | 2 1\n----+----\n2 1 | 4 3\n3 4 | 1 2\n"
    writer = Writer(Style.named("sdk"))
    assert writer.text(NINE, FULL) == f"[Puzzle]\n{ROWS}[State]\n{FULL_ROWS}"
    assert writer.text(NINE) == f"\n[Puzzle]\n{ROWS}"
    writer = Writer(Style("csv", "0", delimiter=";"))
    assert writer.text(FOUR, SOLVED) == f"puzzle;solution\n1000002003000004;{SOLVED}\n"
    assert writer.text(FOUR) == "1000002003000004;\n"
    assert format(SOLVED, "csv") == f"solution\n{SOLVED}"


def test_a_table_has_the_columns_of_the_first_puzzle_that_was_written():
    """A solution is never in the column of puzzles."""
    writer = Writer(Style.named("csv"))
    with pytest.raises(UnsupportedError):
        writer.text(TALL)
    assert writer.text(FOUR).startswith("puzzle\n")
    with pytest.raises(UnsupportedError, match=r"^the table begun has no column 'solution': write another"):
        writer.text(FOUR, SOLVED)


def test_what_a_format_does_not_hold_is_refused():
    for geometry in GEOMETRIES:
        for name in ("sdk", "sdm") if geometry.size != 9 else ():
            only = f"the format {name} holds 9×9 puzzles only, not {geometry.size}×{geometry.size}"
            with pytest.raises(UnsupportedError, match=only):
                write(Puzzle("." * geometry.cell_count, geometry), Style.named(name))
    for name in ("line", "csv"):
        lost = f"the format {name} does not tell boxes of 3 rows × 2 columns"
        with pytest.raises(UnsupportedError, match=lost):
            write(TALL, Style.named(name))
    with pytest.raises(UnsupportedError, match="0 to F are the digits of 16×16, not of 9×9"):
        write(NINE, Style("line", numerals="hexadecimal"))
    with pytest.raises(PuzzleError, match=r"a solution of 9×9 .* for a puzzle of 4×4"):
        Writer(Style.named("line")).text(FOUR, FULL)


def test_a_grid_gets_bars_where_it_would_be_read_as_another_puzzle():
    """Where its box shape would be lost, or its rows would be read as 4×4 puzzles."""
    assert write(TALL, Style.named("grid")).startswith("1.|..|..\n")
    assert write(EMPTY_16, Style.named("grid")).startswith("....|....|....|....\n")
    high = Puzzle("5" + "." * 255)
    assert write(high, Style.named("grid")).startswith("5...............\n")


def test_an_unknown_format_lists_the_known_ones_and_a_blank_that_would_not_be_read_is_refused():
    with pytest.raises(UnknownNameError) as raised:
        Style.named("gird")
    error = raised.value
    assert (error.kind, error.name, error.known) == ("format", "gird", sorted(FORMATS))
    assert "Did you mean 'grid'?" in str(error)
    for blank in ("", "..", "!", "1"):
        with pytest.raises(UnknownNameError, match="unknown blank"):
            Style("line", blank)


def test_the_style_by_name_keeps_what_it_can_of_another():
    """Who asks for `line` wants n² symbols, whatever the puzzle was pasted as."""
    assert [Style.named(name).format for name in FORMATS] == list(FORMATS)
    like = Style("line", "0", box_given=True)
    assert Style.named("grid", like) == Style("grid", "0", box_given=True)
    assert Style.named("ss", like) == Style("ss", "0", barred=True, framed=True, box_given=True)
    spaced = Style("grid", "_", spaced=True)
    assert Style.named("grid", spaced) is spaced
    numbers = Style("line", "0", numerals="numbers", between=", ")
    assert Style.named("line", numbers) == Style("line", "0")
    assert Style.named("grid", Style("grid", spaced=True, numerals="numbers")) == Style("grid", spaced=True)
    hexadecimal = Style("line", numerals="hexadecimal")
    assert Style.named("line", hexadecimal) is hexadecimal
    assert write(Puzzle("G" + 255 * "."), Style("grid", numerals="numbers")).startswith("16  .  .  .")


@pytest.mark.parametrize(
    "text",
    [
        *(between.join(CLUES.replace(".", "0")) + "\n" for between in (",", ", ", "\t", ";")),
        " ".join(CLUES) + "\n",
        *(between.join(["16", *["0"] * 254, "3"]) + "\n" for between in (",", ", ", " ", "\t")),
        "0123456789ABCDEF" + "." * 240 + "\n",
        "_" * 16 + "\n0123456789ABCDEF\n" + ("_" * 16 + "\n") * 14,
        "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n",
    ],
)
def test_a_puzzle_is_written_as_it_was_read(text):
    [entry] = entries(text)
    assert write(entry.puzzle, entry.style) == text
    [again] = entries(write(entry.puzzle, Style.named("grid", entry.style)))
    assert again.puzzle == entry.puzzle
