"""The shape of a grid: all shapes, how they are written, and the row, column and box of a cell."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS, GEOMETRIES, SIZES, SYMBOLS, Geometry

WIDE = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4)}
WIDE |= {20: (4, 5), 25: (5, 5)}
"""By size: the usual box, rows first."""


def test_rows_columns_and_boxes_of_a_6x6_stand_as_drawn():
    wide, tall = Geometry(2, 3), Geometry(3, 2)
    assert "".join(str(wide.box(cell)) for cell in range(36)) == "000111" * 2 + "222333" * 2 + "444555" * 2
    assert "".join(str(tall.box(cell)) for cell in range(36)) == "001122" * 3 + "334455" * 3
    assert [tall.row(cell) for cell in range(36)] == [r for r in range(6) for _ in range(6)]
    assert [tall.column(cell) for cell in range(36)] == list(range(6)) * 6


def test_there_are_sixteen_geometries_of_ten_sizes_and_a_symbol_for_each_digit():
    """A size alone means boxes at least as wide as tall: 6 is 2 rows × 3 columns."""
    assert {(g.box_rows, g.box_columns) for g in GEOMETRIES} == {
        (r, c) for r in range(2, 6) for c in range(2, 6)
    }
    assert (len(GEOMETRIES), SIZES) == (16, (4, 6, 8, 9, 10, 12, 15, 16, 20, 25))
    assert {
        size: (Geometry.of_size(size).box_rows, Geometry.of_size(size).box_columns) for size in SIZES
    } == WIDE
    assert SYMBOLS == ".123456789ABCDEFGHIJKLMNOP"
    assert set(SYMBOLS) & set(BLANKS) == {"."}


def test_what_is_no_size_and_no_box_is_refused_with_what_there_is():
    for size in (-9, 0, 7, 36):
        with pytest.raises(PuzzleError, match=f"^no size {size}: the sizes are 4, 6, 8, 9, 10, 12, 15"):
            Geometry.of_size(size)
    for text in ("", "3x", "3*3", "3x3x3", "-2x3", "2.0x3", "9" * 5000 + "x3"):
        with pytest.raises(PuzzleError) as caught:
            Geometry.of_box(text)
        assert (
            len(text) > 99 or str(caught.value) == f"no box shape {text!r}: write rows x columns, such as 2x3"
        )
    for rows, columns in ((1, 9), (6, 2), (2, 6), (0, 0)):
        message = f"^no boxes of {rows} x {columns}: each side is 2 to 5$"
        with pytest.raises(PuzzleError, match=message):
            Geometry(rows, columns)
        with pytest.raises(PuzzleError, match=message):
            Geometry.of_box(f"{rows}x{columns}")


def test_a_shape_is_written_read_pickled_and_not_changed():
    """Rows come first; the cross may be any of three, with space around it."""
    for geometry in GEOMETRIES:
        for text in ("{}x{}", "{}X{}", " {} × {}\n", "0{}x{}"):
            assert Geometry.of_box(text.format(geometry.box_rows, geometry.box_columns)) == geometry
        assert pickle.loads(pickle.dumps(geometry)) == geometry == eval(repr(geometry))
    assert str(Geometry(2, 3)) == "6×6 with boxes of 2 rows × 3 columns"
    assert [Geometry(3, 3).cell_name(cell) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]
    for name in ("box_rows", "size"):
        with pytest.raises(FrozenInstanceError):
            setattr(Geometry(2, 3), name, 4)
