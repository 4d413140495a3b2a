"""The forms in which a board takes its cells, and the ways to get at them again."""

import io
import re
from array import array
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sudocube.errors import PuzzleError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from tests.puzzles import geometries

FULL = "1234341221434321"


class Frame:
    """What is iterated by the names of its columns, and is an array of cells: a data frame."""

    def __init__(self, rows: object) -> None:
        self.cells = np.array(rows)

    def __iter__(self) -> Iterator[str]:
        return iter("abcd")

    def __array__(self, dtype: object = None, copy: object = None) -> NDArray[Any]:
        return self.cells


KINDS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, object)


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """Any cells of any geometry."""
    geometry = draw(geometries())
    n = geometry.size
    return Puzzle(draw(st.lists(st.integers(0, n), min_size=n * n, max_size=n * n)), geometry)


@settings(max_examples=25)
@given(boards(), st.sampled_from([0, None, "", " ", "."]), st.sampled_from(KINDS))
def test_rows_arrays_and_mappings_make_the_board_again(board, blank, kind):
    """Rows of integers, of symbols, of numbers as text, and rows as texts; blanks in any way.

    Arrays of any kind of integers; mappings count from 1, as in r1c1, and blanks may be left out or not.
    """
    shape, n = board.geometry, board.geometry.size
    rows = [[digit or blank for digit in row] for row in board.rows]
    symbols = [[SYMBOLS[digit] if digit else blank for digit in row] for row in board.rows]
    numbers = [[str(digit) if digit else "." for digit in row] for row in board.rows]
    texts = ["".join(SYMBOLS[digit] for digit in row) for row in board.rows]
    spaced = [" ".join(row) for row in numbers]
    lists = [rows, tuple(map(tuple, rows)), symbols, numbers, texts, spaced, map(iter, rows)]
    flat = np.array(list(board.cells), kind)
    square = flat.reshape(n, n)
    arrays = [flat, square, list(flat), [*square], flat[:, np.newaxis].T[0], np.asfortranarray(square)]
    every = {(r, c): board[r, c] for r in range(1, n + 1) for c in range(1, n + 1)}
    clues = {(np.int64(r), np.uint8(c)): digit for (r, c), digit in every.items() if digit}
    for form in (*lists, *arrays, every, clues, [cell for row in rows for cell in row]):
        assert Puzzle(form, shape) == board
    digits = np.array(board)
    assert (digits.dtype, digits.tolist()) == (np.dtype(np.uint8), [[*row] for row in board.rows])
    assert np.asarray(board, float).dtype == float
    assert np.array([board, board]).shape == (2, n, n)


def test_rows_of_hexadecimal_digits_are_told_as_in_a_text():
    """Sixteen digits from 0 to F, where each unit has each once: 0 is a digit, and `.` is a blank."""
    cells = [[f"{(4 * r + r // 4 + c) % 16:X}" for c in range(16)] for r in range(16)]
    cells[0][5] = cells[3][7] = ""
    text = "".join(symbol or "." for row in cells for symbol in row)
    expected = Puzzle(text)
    assert expected.cells[0] == 1
    assert Puzzle(cells) == Puzzle([*map("".join, [[s or "." for s in row] for row in cells])]) == expected


def test_a_mapping_is_nine_by_nine_unless_a_geometry_says_otherwise():
    assert Puzzle({(1, 1): 5, (9, 9): "7"}) == Puzzle("5" + "." * 79 + "7")
    assert Puzzle({}) == Puzzle("." * 81)
    assert Puzzle({(1, 16): "G", (2, 1): "16"}, Geometry(4, 4)).clues == {15: 16, 16: 16}


def test_a_board_can_be_made_of_a_board_or_a_masked_array():
    values = np.ma.masked_equal(np.array(Grid(FULL).rows), 3)
    assert str(Puzzle(values)) == FULL.replace("3", ".")  # what is masked is blank
    tall = Puzzle("1" + "." * 35, Geometry(3, 2))
    assert Puzzle(tall) == tall
    assert Puzzle(Grid(FULL)) == Puzzle(FULL)
    assert Grid(Puzzle(FULL)) == Grid(FULL)
    marks = "12......." + 80 * "123456789"
    assert Puzzle(Puzzle(marks)).candidates == Puzzle(f"# mine\n{marks}\n").candidates is not None
    assert Puzzle(array("B", map(int, FULL))) == Puzzle(memoryview(bytes(map(int, FULL)))) == Puzzle(FULL)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[0] * 9] * 8 + [[0] * 8], "row 9 has 8 cells: each of the 9 rows has 9"),
        ([[0] * 7] * 7, "no size 7: the sizes are 4, 6, 8, 9, 10, 12, 15, 16, 20, 25"),
        ([[[0] * 9] * 9] * 9, "r1c1 is [0, 0, 0, ...]: a cell is a whole number or a symbol"),
        ([[0] * 9, 5] + [[0] * 9] * 7, "row 2 is 5: a row has 9 cells"),
        ([[0] * 4] * 3 + [[0, 0, 0, 5]], "r4c4 holds 5: the digits are 1 to 4"),
        ([["1", "0", ".", "2"] + ["."] * 12] + [["."] * 16] * 15, "0 may be a blank or a digit"),
        ({(0, 1): 5}, "key (0, 1): rows and columns count from 1 to 9"),
        ({("r1", "c1"): 5}, "key ('r1', 'c1'): rows and columns count from 1 to 9"),
        ({0: 5}, "key 0: a mapping goes from (row, column), counted from 1, to digit; Puzzle.of_clues takes"),
        ({(1, 1): "16"}, "r1c1 holds G: the digits are 1 to 9"),
        ({(1, 1): [5]}, "r1c1 is [5]: a cell is a whole number or a symbol"),
        (np.int64(5), "cells that are not digits"),
        (np.full((9, 9), np.nan), "r1c1 is nan: a cell is a whole number or a symbol; 0, None"),
        ([0] * 81 + [-1], "cell 82 is -1: a cell is a whole number"),
        (np.eye(9, dtype=bool), "r1c1 is True: a cell is a whole number or a symbol"),
        ([[False] * 4] * 4, "r1c1 is False: a cell is a whole number or a symbol"),
        ([0, np.True_] + [0] * 14, f"r1c2 is {np.True_!r}: a cell is a whole number or a symbol"),
        ({(1, 1): True}, "r1c1 is True: a cell is a whole number or a symbol"),
        ({(True, 1): 5}, "key (True, 1): rows and columns count from 1 to 9"),
        (Frame(np.eye(4, dtype=bool)), "r1c1 is True: a cell is a whole number or a symbol"),
        ({1, 2, 3}, "a set has no order: give the cells as a list"),
        (io.BytesIO(b"1"), "a BytesIO is a file: read gives the puzzles in it"),
        (PurePosixPath("a.txt"), "a PurePosixPath names a file: read(path) gives the puzzles in it"),
    ],
    ids=lambda value: str(value)[:25],
)  # fmt: skip
def test_other_forms_are_refused_with_the_place(cells, message):
    with pytest.raises(PuzzleError, match="^" + re.escape(message)):
        Puzzle(cells)


DRAWN = """
+-------+-------+
| 1 . | . . |
| . . | 2 . |
+-------+-------+
| . 3 | . . |
| . . | . 4 |
+-------+-------+
"""


def test_a_text_of_several_lines_is_one_grid_or_refused_with_its_place():
    assert Puzzle(DRAWN) == Puzzle("1... ..2. .3.. ...4")
    for text, message in (
        ("12|...|.\n" * 6, None),
        (
            "1...\n..2.\n.3..\n...4\n\n1|..\n..2.\n.3..\n...4\n",
            "^2 puzzles, or what may be some",
        ),
        ("1...\n..2.\n.3.!\n...4", "^text:"),
        ("1...\n\x00..2.\n.3..\n...4", None),
    ):
        with pytest.raises(PuzzleError, match=message):
            Puzzle(text)


def test_rows_and_places_say_what_the_cells_say():
    puzzle = Puzzle("12.. 34.. .... ...1")
    assert puzzle.rows == ((1, 2, 0, 0), (3, 4, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1))
    assert (puzzle[1, 1], puzzle[2, 1], puzzle[4, 4], puzzle[3, 3]) == (1, 3, 1, 0)
    assert puzzle[np.int64(2), np.uint8(2)] == 4  # type: ignore[index]


def test_what_is_no_place_on_the_board_is_refused():
    board: Any = Puzzle("." * 16)
    for row, column in [(0, 1), (1, 0), (5, 1), (1, 5), (-1, 1)]:
        with pytest.raises(
            IndexError, match=f"^no cell r{row}c{column}: rows and columns count from 1 to 4$"
        ):
            board[row, column]
    for place in [5, (1,), (1, 2, 3), "r1c1", ("1", "2"), (1, slice(None)), (1.0, 2), None]:
        with pytest.raises(TypeError, match=r"is no cell: write \[row, column\], both counted from 1"):
            board[place]


def test_a_board_is_no_sequence():
    """It would be counted from 0, and hold rows or cells, which nobody can know."""
    board: object = Board("." * 16)
    with pytest.raises(TypeError, match="is not iterable"):
        list(board)  # type: ignore[call-overload]


@pytest.mark.parametrize("module", ["pandas", pytest.param("polars", marks=pytest.mark.slow)])
def test_a_data_frame_of_cells_is_a_board(module):
    frames = pytest.importorskip(module)
    rows = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    columns = {name: [row[at] for row in rows] for at, name in enumerate("abcd")}
    assert Puzzle(frames.DataFrame(columns)) == Puzzle("1... ..2. .3.. ...4")
    holed = frames.DataFrame({**columns, "b": [0, 0, None, 0]})
    with pytest.raises(PuzzleError, match=r"^r3c2 is nan: a cell is a whole number"):
        Puzzle(holed)
