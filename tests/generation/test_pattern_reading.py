"""Patterns of clues in the forms that people write."""

import pytest

from sudocube.errors import PuzzleError
from sudocube.generation.pattern_reading import pattern_cells
from sudocube.geometry import Geometry

FOUR = Geometry(2, 2)
CORNERS = frozenset({0, 3, 12, 15})


@pytest.mark.parametrize(
    "text",
    [
        "#..#........#..#",
        "X..X ........ X..X",
        "*..*\n....\n....\n*..*\n",
        "1..2|....|....|3..4",
        "1002 0000 0000 3004",
        "1xx2 xxxx xxxx 3xx4",
        "1**2********3**4",
        "o-.o\n..--\n....\no__o",
        "# . | . #\n. . | . .\n----+----\n. . | . .\n# . | . #\n",
        "# . | . #\r\n. . | . .\r\n----+----\r\n. . | . .\r\n# . | . #\r\n",
    ],
)
def test_forms_of_a_pattern(text):
    assert pattern_cells(text, FOUR) == CORNERS


def test_a_pattern_may_be_its_cells():
    assert pattern_cells([0, 3, 12, 15, 0], FOUR) == CORNERS
    assert pattern_cells({0: 1, 3: 2, 12: 3, 15: 4}, FOUR) == CORNERS


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("#..#", "the pattern has 4 cells: a board of 4×4 with boxes of 2 rows × 2 columns has 16"),
        (16 * ".", "the pattern has no clues: mark the cells with clues by #"),
        ([], "the pattern has no clues"),
        ([16], "the pattern has a cell 16: cells are 0 to 15"),
        ([-1], "the pattern has a cell -1"),
    ],
)
def test_what_is_no_pattern_is_told(pattern, words):
    with pytest.raises(PuzzleError) as told:
        pattern_cells(pattern, FOUR)
    assert words in str(told.value)


def test_what_is_neither_text_nor_cells_is_a_type_error():
    with pytest.raises(TypeError):
        pattern_cells(["#...", "...."], FOUR)  # type: ignore[list-item]
