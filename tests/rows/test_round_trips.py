"""A written puzzle is read back unchanged: all geometries, formats, forms and blanks."""

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudocube.geometry import BLANKS, GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import Style
from sudocube.rows.writer import write
from tests.rows.reading import entries
from tests.rows.test_pasted_styles import USUAL


@st.composite
def puzzles(draw: Any, geometries: Any = GEOMETRIES) -> Any:
    """A puzzle with few digits, or with many, or with whole rows of blanks."""
    geometry = draw(st.sampled_from(geometries))
    size = geometry.size
    highest = draw(st.sampled_from([0, 1, 4, size]))
    cells = draw(
        st.one_of(
            st.binary(min_size=geometry.cell_count, max_size=geometry.cell_count),
            st.lists(st.integers(0, 3), min_size=size, max_size=size).map(
                lambda rows: b"".join(bytes([row and 1 + row % size] * size) for row in rows)
            ),
        )
    )
    return Puzzle(bytes(cell % (min(highest, size) + 1) for cell in cells), geometry)


def styles(*formats: Any) -> Any:
    return st.builds(
        Style,
        st.sampled_from(formats),
        st.sampled_from(BLANKS),
        spaced=st.booleans(),
        barred=st.booleans(),
        framed=st.booleans(),
        delimiter=st.sampled_from(",;\t"),
    )


def seen(text: str, **hints: Any) -> Any:
    """The entries of a text, none of which is an error."""
    found = entries(text, **hints)
    assert [entry.error for entry in found] == [None] * len(found)
    return found


KINDS = {("grid", "ss"): GEOMETRIES, ("line", "csv"): USUAL, ("sdk", "sdm"): [Geometry(3, 3)]}


@settings(max_examples=30)
@given(st.data())
@pytest.mark.parametrize("formats", KINDS)
def test_puzzles_of_every_shape_that_a_format_can_tell(formats, data):
    style = data.draw(styles(*formats))
    given_puzzles = data.draw(st.lists(puzzles(KINDS[formats]), min_size=1, max_size=5))
    found = seen(write(given_puzzles, style))
    assert [entry.puzzle for entry in found] == given_puzzles
    assert formats[0] != "line" or {entry.style.format for entry in found} == {style.format}


@settings(max_examples=30)
@given(puzzles(), styles("line", "csv", "grid"))
def test_any_box_shape_where_the_user_gives_it(puzzle, style):
    given_style = Style(style.format, style.blank, style.spaced, style.barred, box_given=True)
    [entry] = seen(write(puzzle, given_style), geometry=puzzle.geometry)
    assert entry.puzzle == puzzle
    assert entry.style.box_given


@settings(max_examples=30)
@given(puzzles(), styles("grid", "ss", "line", "csv"))
@example(Puzzle(bytes(81)), Style("line", "?"))
def test_the_style_that_was_read_writes_the_same_text(puzzle, style):
    text = write(Puzzle(puzzle.cells), style)
    [entry] = seen(text)
    assert write(entry.puzzle, entry.style) == text


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_empty_grids_are_read_in_every_style(geometry):
    """The hardest to tell apart: blanks, bars, rules and frames are made of the same few symbols.

    Found: in a frame, 10×10 with boxes of 5 rows is 16 characters wide, and was read as a 4×4 puzzle.
    """
    empty = Puzzle(bytes(geometry.cell_count), geometry)
    blanks = BLANKS if geometry.size <= 10 else "-*"
    for format_, blank, spaced, barred, framed in product(
        ("grid", "ss"), blanks, (False, True), (False, True), (False, True)
    ):
        style = Style(format_, blank, spaced=spaced, barred=barred, framed=framed)
        assert [(style, entry.puzzle) for entry in seen(write([empty, empty], style))] == [(style, empty)] * 2
