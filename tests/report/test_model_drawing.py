"""Models drawn with all digits of each cell, as wide as there is room for."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.report.model_drawing import MORE, drawn_model

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)


def cells_of(lines) -> list[str]:
    """The text of each cell: what stands between blanks, brackets and bars."""
    rows = (line.plain for line in lines if "+-" not in line.plain)
    return [word for row in rows for word in re.split(r"[\[\] |]+", row) if word]


@given(st.lists(st.lists(st.integers(1, 4), max_size=4, unique=True).map(sorted), min_size=16, max_size=16))
def test_each_cell_shows_all_its_digits_and_several_stand_in_brackets(digits):
    lines = drawn_model(digits, FOUR, width=80)
    texts = ["".join(map(str, held)) or "." for held in digits]
    assert cells_of(lines) == texts
    drawn = "".join(line.plain for line in lines)
    assert sorted(re.findall(r"\[([^\]]*)\]", drawn)) == sorted(text for text in texts if len(text) > 1)


@pytest.mark.parametrize("width", [40, 50, 80, 120])
def test_what_has_no_room_is_cut_and_said_to_go_on(width):
    lines = drawn_model([range(1, 10)] * 81, NINE, width=width)
    assert max(line.cell_len for line in lines) <= width
    [text] = set(cells_of(lines))
    assert text == "123456789" or (text.endswith(MORE) and SYMBOLS[1:].startswith(text[:-1]))


def test_marked_cells_stand_in_brackets_also_if_they_hold_no_digit():
    digits = [[], *([1] for _ in range(15))]
    assert "[.]" in drawn_model(digits, FOUR, marked=[0], width=40)[0].plain
