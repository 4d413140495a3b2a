"""Grids and candidates drawn with marked cells, as wide as the page allows."""

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, differing_cells
from sudocube.report.grid_drawing import drawn


def test_a_marked_cell_stands_in_brackets():
    lines = [line.plain for line in drawn(Grid("1234341221434321"), marked=[0, 3, 4, 10, 11])]
    assert lines == [
        "[1] 2 | 3 [4]",
        "[3] 4 | 1  2 ",
        "------+------",
        " 2  1 |[4][3]",
        " 4  3 | 2  1 ",
    ]


def test_differing_cells_are_found():
    first, second = Grid("1234341221434321"), Grid("1234341243212143")
    assert list(differing_cells(first, second)) == [8, 9, 10, 11, 12, 13, 14, 15]
    assert list(differing_cells(first, first)) == []


def test_boxes_are_drawn_as_they_are():
    wide = Grid(
        "".join("123456"[(r % 2 * 3 + r // 2 + c) % 6] for r in range(6) for c in range(6)), Geometry(2, 3)
    )
    lines = [line.plain for line in drawn(wide)]
    assert lines[0] == " 1  2  3 | 4  5  6 "
    assert [index for index, line in enumerate(lines) if "+" in line] == [2, 5]
