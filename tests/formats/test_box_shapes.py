"""Bars and rules show the box shape; if they are not between boxes, the error says where."""

import io
from typing import Any

import pytest

from sudocube.formats import Style, write
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

WIDE, TALL = Geometry(2, 3), Geometry(3, 2)
BARS_EVERY_2 = ["12|34|56"] + ["..|..|.."] * 2 + ["--+--+--"] + ["..|..|.."] * 3


def entries(lines: Any, **hints: Any) -> Any:
    return list(read(io.BytesIO("\n".join(lines).encode()), "g.txt", **hints))


def told(entry: Any) -> Any:
    error = entry.error
    return error.line, error.column, error.found, error.expected


@pytest.mark.parametrize("style", [Style("ss", barred=True, framed=True), Style(format="grid", barred=True)])
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_bars_and_rules_tell_the_box_shape(geometry, style):
    puzzle = Puzzle("1" + "." * (geometry.cell_count - 1), geometry)
    assert [entry.puzzle for entry in entries([write(puzzle, style)])] == [puzzle]


def test_bars_every_two_columns_make_boxes_of_three_rows():
    [entry] = entries(BARS_EVERY_2)
    assert entry.puzzle.geometry == TALL


def test_bars_alone_tell_the_box_shape():
    [entry] = entries(["..|..|.."] * 6)
    assert entry.puzzle.geometry == TALL


def test_rules_alone_tell_the_box_shape():
    [entry] = entries([*["......"] * 3, "===", *["......"] * 3])
    assert entry.puzzle.geometry == TALL


def test_without_bars_and_rules_boxes_are_at_least_as_wide_as_tall():
    [entry] = entries(["......"] * 6)
    assert entry.puzzle.geometry == WIDE


def test_a_box_shape_that_is_asked_for_and_agrees_is_taken():
    [entry] = entries(BARS_EVERY_2, geometry=TALL)
    assert entry.puzzle.geometry == TALL


@pytest.mark.parametrize("hints", [{"geometry": WIDE}, {"size": 6}])
def test_bars_that_contradict_what_was_asked_for_are_an_error(hints):
    [entry] = entries(BARS_EVERY_2, **hints)
    asked = f"bars after columns 3, for a grid that is {WIDE} as asked for"
    assert told(entry) == (1, 3, "bars after columns 2, 4", asked)


def test_rules_that_contradict_what_was_asked_for_are_an_error():
    [entry] = entries([*["......"] * 3, "===", *["......"] * 3], geometry=WIDE)
    asked = f"rules after rows 2, 4, for a grid that is {WIDE} as asked for"
    assert told(entry) == (4, None, "rules after rows 3", asked)


def test_bars_at_odd_places_are_an_error_with_line_and_column():
    bad, good = entries(["# x", *[".. | .... | ..."] * 9, "", *["..|..|.."] * 6])
    assert told(bad) == (2, 4, "bars after columns 2, 6", "bars after columns 3, 6")
    assert good.puzzle


def test_bars_that_leave_one_out_are_an_error():
    [entry] = entries(["......|..."] * 9)
    assert told(entry) == (1, 7, "bars after columns 6", "bars after columns 3, 6")


def test_the_error_names_every_shape_that_there_is():
    [entry] = entries([".|.....", *[".|....."] * 5])
    assert told(entry) == (1, 2, "bars after columns 1", "bars after columns 2, 4 or bars after columns 3")


def test_a_row_with_other_bars_than_the_row_above_is_an_error():
    lines = ["...|...|..."] * 9
    lines[4] = "..|....|..."
    [entry] = entries(lines)
    assert told(entry) == (5, 3, "bars after columns 2, 6", "bars after columns 3, 6, as in line 4")
    lines[4] = "........."
    [entry] = entries(lines)
    assert told(entry) == (5, None, "no bars", "bars after columns 3, 6, as in line 4")


def test_rules_where_no_box_ends_are_an_error_with_their_line():
    lines = ["...|...|..."] * 9
    [entry] = entries([*lines[:3], "---+---+---", *lines[3:5], "---+---+---", *lines[5:]])
    assert told(entry) == (7, None, "rules after rows 3, 5", "rules after rows 3, 6")


def test_rules_that_contradict_the_bars_are_an_error():
    [entry] = entries([*["..|..|.."] * 2, "--+--+--", *["..|..|.."] * 2, "--+--+--", *["..|..|.."] * 2])
    assert told(entry) == (3, None, "rules after rows 2, 4", "rules after rows 3")


def test_rules_at_the_edges_tell_nothing():
    [entry] = entries(["======", *["......"] * 6, "======"])
    assert entry.puzzle.geometry == WIDE
