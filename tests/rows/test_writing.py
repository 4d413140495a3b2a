"""Writing: every format, solutions, what a format cannot hold, and what is written as it was read."""

import pytest

from sudocube.errors import PuzzleError, UnknownNameError, UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows import FORMATS, Entry, Style
from sudocube.rows.writer import RecordWriter, write
from tests.rows.reading import entries

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


def entry(puzzle, style=None):
    return Entry("t:1", puzzle, None, style or Style())


def test_solutions_take_the_form_of_their_puzzles():
    assert RecordWriter("line").record(entry(FOUR), SOLVED) == f"{SOLVED}\n"
    style = Style("grid", "*", spaced=True, barred=True)
    text = RecordWriter(style).record(entry(FOUR), SOLVED)
    assert text == "1 2 | 3 4\n4 3 | 2 1\n----+----\n2 1 | 4 3\n3 4 | 1 2\n"
    writer = RecordWriter("sdk")
    assert writer.record(entry(NINE), FULL) == f"[Puzzle]\n{ROWS}[State]\n{FULL_ROWS}"
    assert writer.record(entry(NINE)) == f"\n[Puzzle]\n{ROWS}"
    style = Style("csv", "0", delimiter=";")
    writer = RecordWriter(style, columns=["solution"])
    assert writer.record(entry(FOUR, style), SOLVED) == f"puzzle;solution\n{FOUR};{SOLVED}\n"
    assert writer.record(entry(FOUR, style)) == f"{FOUR};\n"


def test_a_solution_is_never_in_the_column_of_puzzles():
    with pytest.raises(UnsupportedError):
        RecordWriter("csv").record(entry(TALL))
    with pytest.raises(UnsupportedError, match="csv holds puzzles, and solutions beside them: choose line"):
        format(SOLVED, "csv")


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
        RecordWriter("line").record(entry(FOUR), FULL)


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
    numbers = Style("line", "0", numerals="numbers")
    assert Style.named("line", numbers) == Style("line", "0")
    assert Style.named("grid", Style("grid", spaced=True, numerals="numbers")) == Style("grid", spaced=True)
    hexadecimal = Style("line", numerals="hexadecimal")
    assert Style.named("line", hexadecimal) is hexadecimal
    assert write(Puzzle("G" + 255 * "."), Style("grid", numerals="numbers")).startswith("16  .  .  .")


@pytest.mark.parametrize(
    "text",
    [
        " ".join(["16", *["0"] * 254, "3"]) + "\n",
        "0123456789ABCDEF" + "." * 240 + "\n",
        "_" * 16 + "\n0123456789ABCDEF\n" + ("_" * 16 + "\n") * 14,
        "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n",
    ],
)
def test_a_puzzle_is_written_as_it_was_read(text):
    [one] = entries(text)
    assert write(one.puzzle, one.style) == text
    [again] = entries(write(one.puzzle, Style.named("grid", one.style)))
    assert again.puzzle == one.puzzle
