"""Boards: what they accept, what they refuse, and that they never change."""

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.errors import PuzzleError, quoted
from sudocube.geometry import BLANKS, GEOMETRIES, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from tests.puzzles import geometries

FULL = "1234341221434321"
COUNTS = "16, 36, 64, 81, 100, 144, 225, 256, 400, 625"


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """Any cells of any geometry, with or without broken rules."""
    geometry = draw(geometries(max_size=12))
    n = geometry.size
    cells = draw(st.lists(st.integers(0, n), min_size=n * n, max_size=n * n))
    return Puzzle(cells, geometry)


@settings(max_examples=40)
@given(boards())
def test_a_board_reads_what_it_writes(board):
    geometry = board.geometry
    forms = (str(board), list(board.cells), board.cells, bytearray(board.cells))
    assert [Puzzle(cells, geometry) for cells in forms] == [board] * 4
    assert str(board) == "".join(".123456789ABCDEFGHIJKLMNOP"[digit] for digit in board.cells)
    assert list(board.clues.items()) == [(cell, digit) for cell, digit in enumerate(board.cells) if digit]


def test_blanks_and_digits_may_be_of_several_kinds():
    """Eight symbols mean a blank, which is written as a dot; floats that equal an integer are accepted."""
    assert sorted(BLANKS) == sorted(".0*_-xX?")
    for blank in BLANKS:
        assert str(Puzzle(FULL.replace("3", blank))) == "12.4.412214.4.21"
    whole: list[Any] = [1.0, Fraction(1), 4, 0.0]
    assert Puzzle(whole + [0] * 12) == Puzzle([1, 1, 4, 0] + [0] * 12)


def test_the_number_of_cells_tells_the_geometry_and_one_that_fits_none_is_refused():
    """As text or as digits; the message says how many there are and may be, or which shape was asked for."""
    for size in SIZES:
        assert Puzzle("." * size**2).geometry == Geometry.of_size(size)
    for count in (0, 1, 15, 49, 82, 626):
        for cells in ("." * count, [0] * count):
            with pytest.raises(PuzzleError) as caught:
                Puzzle(cells)
            assert str(caught.value) == f"{count} cell{'s' * (count != 1)}: a puzzle has {COUNTS} cells"
    said = "^35 cells: a grid of 6×6 with boxes of 3 rows × 2 columns has 36$"
    with pytest.raises(PuzzleError, match=said):
        Puzzle("." * 35, Geometry(3, 2))


def test_n_is_a_digit_and_one_more_is_not():
    """The message names the first wrong cell, its value, and the allowed digits."""
    for geometry in GEOMETRIES:
        n, blanks = geometry.size, [0] * (geometry.size**2 - 2)
        assert Puzzle([0, n, *blanks], geometry).clues == {1: n}
        found = SYMBOLS[n + 1] if n < 25 else 26
        with pytest.raises(PuzzleError, match=f"^r1c2 holds {found}: the digits are 1 to {SYMBOLS[n]}$"):
            Puzzle([0, n + 1, *blanks], geometry)


@pytest.mark.parametrize("symbol", ["!", "Q", "²", "٣", "\x00", "😀"])
def test_a_symbol_that_is_no_cell_is_refused_by_its_place(symbol):
    """Symbols are counted from 1, without white space; the message says what a cell may hold."""
    with pytest.raises(PuzzleError) as caught:
        Puzzle("1. " + symbol + "." * 13)
    assert (
        str(caught.value) == f"symbol 3 is {symbol!r}: a cell is a digit, a letter or one of . 0 * _ - x X ?"
    )


@pytest.mark.parametrize(
    "value",
    [-1, 1.5, 256, float("nan"), "one", b"1", object(), 10**400, "0x", "²"],
    ids=lambda value: str(value)[:9],
)
def test_what_is_no_digit_is_refused_by_its_cell(value):
    """Only integers and symbols are accepted; nothing is rounded or cut off."""
    forms = [[0, value] + [0] * 14, [[0, value, 0, 0]] + [[0] * 4] * 3, {(1, 2): value}]
    if isinstance(value, bytes) or value == "one":
        del forms[0]  # a row
    for cells in forms:
        with pytest.raises(PuzzleError) as caught:
            Puzzle(cells)
        expected = "a cell is a whole number or a symbol; 0, None and '' are blanks"
        assert str(caught.value) == f"r1c2 is {quoted(value)}: {expected}"


@pytest.mark.parametrize("kind", [Puzzle, Grid])
def test_a_board_cannot_be_changed(kind):
    """No attribute can be set, added or deleted, nor is a list kept from which it was made."""
    board = kind(FULL)
    for name in ("cells", "geometry", "clues", "more"):
        with pytest.raises(AttributeError, match=f"^a {kind.__name__} cannot be changed$"):
            setattr(board, name, b"")
    for name in ("cells", "geometry"):
        with pytest.raises(AttributeError, match=f"^a {kind.__name__} cannot be changed$"):
            delattr(board, name)
    assert type(board.cells) is bytes
    cells = bytearray(board.cells)
    again, cells[0] = kind(cells), 4
    assert again == board == kind(FULL)


def test_a_board_survives_pickling_and_a_grid_has_no_blank():
    for board in (Puzzle("1" + "." * 15), Grid(FULL), Puzzle("." * 36, Geometry(3, 2)), Board("." * 81)):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(board, protocol))
            assert (type(again), again) == (type(board), board)
    for cell, name in ((6, "r2c3"), (15, "r4c4")):
        with pytest.raises(PuzzleError, match=f"^{name} is blank: a grid has none$"):
            Grid(FULL[:cell] + "." + FULL[cell + 1 :])


@settings(max_examples=40)
@given(boards(), st.data())
def test_boards_are_equal_when_cells_and_geometry_are(board, data):
    """Equal boards have equal hashes; one changed cell, another shape or kind makes boards different."""
    assert Puzzle("." * 36, Geometry(2, 3)) == Puzzle("." * 36) != Puzzle("." * 36, Geometry(3, 2))
    assert Puzzle(FULL) != Grid(FULL)
    assert Puzzle(FULL) != FULL
    same = Puzzle(bytes(board.cells), Geometry(board.geometry.box_rows, board.geometry.box_columns))
    assert (same, hash(same)) == (board, hash(board))
    other = list(board.cells)
    cell = data.draw(st.sampled_from(range(len(other))))
    other[cell] = (other[cell] + 1) % (board.geometry.size + 1)
    assert Puzzle(other, board.geometry) != board


@pytest.mark.parametrize("line", ["1. {}", "https://a.org/?bd={}", "{} 8.3", "easy\t{}\thard", '["{}"]'])
def test_one_line_in_a_form_that_is_read_is_a_puzzle(line):
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert str(Puzzle(line.format(cells))) == cells
    assert str(Puzzle(",".join(cells))) == cells
    with pytest.raises(PuzzleError, match="2 puzzles in one line"):
        Puzzle(f"id: {cells} {cells[::-1]}")
