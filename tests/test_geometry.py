"""The shape of a grid: all shapes, how they are written, and the row, column and box of a cell."""

import pickle
import re
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS, GEOMETRIES, SIZES, SYMBOLS, Geometry
from tests.puzzles import geometries

WIDE = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4)}
WIDE |= {20: (4, 5), 25: (5, 5)}
"""By size: the usual box, rows first."""


def test_there_are_sixteen_geometries_of_ten_sizes():
    """Every box from 2×2 to 5×5, once."""
    sides = (2, 3, 4, 5)
    assert {(g.box_rows, g.box_columns) for g in GEOMETRIES} == {(r, c) for r in sides for c in sides}
    assert len(GEOMETRIES) == 16
    assert SIZES == (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)


def test_symbols_are_a_blank_the_digits_and_letters_to_twenty_five():
    """One symbol for each value from 0 to 25, and none of them, but the blank, is read as a blank."""
    assert (SYMBOLS[0], SYMBOLS[9], SYMBOLS[10], SYMBOLS[25], len(SYMBOLS)) == (".", "9", "A", "P", 26)
    assert len(set(SYMBOLS)) == 26
    assert set(SYMBOLS) & set(BLANKS) == {"."}


@pytest.mark.parametrize("size", SIZES)
def test_a_size_alone_means_boxes_at_least_as_wide_as_tall(size):
    """6 is 2 rows × 3 columns; 16 is 4×4."""
    geometry = Geometry.of_size(size)
    assert (geometry.box_rows, geometry.box_columns) == WIDE[size]


@pytest.mark.parametrize("size", [-9, 0, 1, 3, 5, 7, 11, 24, 26, 36])
def test_a_size_that_there_is_not_is_refused_with_those_that_there_are(size):
    """The message says what was found and lists the ten sizes."""
    with pytest.raises(PuzzleError) as caught:
        Geometry.of_size(size)
    assert str(caught.value) == f"no size {size}: the sizes are 4, 6, 8, 9, 10, 12, 15, 16, 20, 25"


@pytest.mark.parametrize("text", ["{}x{}", "{}X{}", "{}×{}", " {} x {}\n", "0{}x{}"])
def test_a_box_is_written_rows_x_columns(text):
    """Rows come first; the cross may be any of three, with space around it."""
    assert [Geometry.of_box(text.format(g.box_rows, g.box_columns)) for g in GEOMETRIES] == list(GEOMETRIES)


@pytest.mark.parametrize("text", ["", "3", "3x", "x3", "3*3", "3x3x3", "axb", "-2x3", "2.0x3", "3 3"])
def test_text_that_is_no_box_is_refused_with_an_example(text):
    """The message shows what was found and how it is written."""
    with pytest.raises(PuzzleError) as caught:
        Geometry.of_box(text)
    assert str(caught.value) == f"no box shape {text!r}: write rows x columns, such as 2x3"


@pytest.mark.parametrize(("rows", "columns"), [(1, 9), (9, 1), (6, 2), (2, 6), (0, 0), (1, 1), (100, 100)])
def test_a_box_with_a_side_that_is_not_2_to_5_is_refused(rows, columns):
    """Built or read, the message is the same."""
    message = f"no boxes of {rows} x {columns}: each side is 2 to 5"
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}$"):
        Geometry(rows, columns)
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}$"):
        Geometry.of_box(f"{rows}x{columns}")


def test_a_box_too_long_for_python_to_read_is_refused_like_any_other():
    """Python itself refuses to read numbers of more than 4300 digits."""
    with pytest.raises(PuzzleError):
        Geometry.of_box("9" * 5000 + "x3")


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
def test_rows_columns_and_boxes_part_the_cells_into_n_times_n(geometry):
    """Each cell's box is the number in a drawing."""
    n = geometry.box_rows * geometry.box_columns
    down, across = geometry.box_rows, geometry.box_columns
    bands = [range(top, top + n // across) for top in range(0, n, down)]
    drawing = [[box for box in band for _ in range(across)] for band in bands for _ in range(down)]
    assert (geometry.size, geometry.cell_count, list(geometry.digits)) == (n, n * n, list(range(1, n + 1)))
    assert [geometry.row(cell) for cell in range(n * n)] == [r for r in range(n) for _ in range(n)]
    assert [geometry.column(cell) for cell in range(n * n)] == [c for _ in range(n) for c in range(n)]
    assert [geometry.box(cell) for cell in range(n * n)] == [box for row in drawing for box in row]


def test_boxes_of_a_6x6_stand_as_drawn():
    """Two rows × three columns, and three × two."""
    wide, tall = Geometry(2, 3), Geometry(3, 2)
    assert "".join(str(wide.box(cell)) for cell in range(36)) == "000111" * 2 + "222333" * 2 + "444555" * 2
    assert "".join(str(tall.box(cell)) for cell in range(36)) == "001122" * 3 + "334455" * 3


def test_cells_are_named_from_one_row_first():
    """`r1c1` is at the top left; rows before columns."""
    names = [Geometry(3, 3).cell_name(cell) for cell in (0, 8, 9, 80)]
    assert names == ["r1c1", "r1c9", "r2c1", "r9c9"]
    assert Geometry(5, 5).cell_name(624) == "r25c25"


def test_text_tells_the_two_shapes_of_a_size_apart():
    """Size, then box rows, then box columns."""
    assert str(Geometry(2, 3)) == "6×6 with boxes of 2 rows × 3 columns"
    assert str(Geometry(3, 2)) == "6×6 with boxes of 3 rows × 2 columns"


@given(geometries(), geometries())
def test_equal_shapes_are_equal_and_hash_alike_and_no_others(one, other):
    """Cached values make no difference."""
    fresh = Geometry(one.box_rows, one.box_columns)
    assert one.size == one.box_rows * one.box_columns  # kept from now on in `one`
    assert (fresh, hash(fresh)) == (one, hash(one))
    assert (one == other) == ((one.box_rows, one.box_columns) == (other.box_rows, other.box_columns))


@given(geometries())
def test_a_geometry_survives_pickling_and_repr(geometry):
    """Both give an equal geometry."""
    assert pickle.loads(pickle.dumps(geometry)) == geometry
    assert eval(repr(geometry)) == geometry


@pytest.mark.parametrize("name", ["box_rows", "box_columns", "size"])
def test_a_geometry_cannot_be_changed(name):
    """Neither a side nor a derived value can be set."""
    with pytest.raises(FrozenInstanceError):
        setattr(Geometry(2, 3), name, 4)
