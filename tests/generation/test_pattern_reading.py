"""Patterns of clues in the forms that people write."""

import pytest

from sudocube.errors import FormatError, PuzzleError
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
        "■□□■ □□□□ □□□□ ■□□■",
        "#xx# XxXx **?? #xx#",
        "x??x ???? ???? X??X",
        "?..? .... .... x..*",
        "# . | . #\n. . | . .\n----+----\n. . | . .\n# . | . #\n",
        "# . | . #\r\n. . | . .\r\n----+----\r\n. . | . .\r\n# . | . #\r\n",
    ],
)
def test_forms_of_a_pattern(text):
    assert pattern_cells(text, FOUR) == CORNERS


@pytest.mark.parametrize("sign", ["x", "X", "*", "#", "4"])
def test_a_board_with_one_sign_alone_is_full_of_clues(sign):
    """Nobody writes a pattern without clues."""
    assert pattern_cells(16 * sign, FOUR) == frozenset(range(16))


def test_large_and_small_letters_are_the_same():
    assert pattern_cells("xX" * 8, FOUR) == frozenset(range(16))
    assert len(pattern_cells("aG" + 254 * ".", Geometry(4, 4))) == 2


def test_a_pattern_may_be_its_cells():
    assert pattern_cells([0, 3, 12, 15, 0], FOUR) == CORNERS
    assert pattern_cells({0: 1, 3: 2, 12: 3, 15: 4}, FOUR) == CORNERS


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("#..#", "the pattern has 4 cells: a board of 4×4 with boxes of 2 rows × 2 columns has 16"),
        (16 * ".", "the pattern has no clues: mark the cells with clues by #"),
        (16 * "?", "the pattern has no clues"),
        ("x*" * 8, "the pattern has x and * alone: write . for the cells without a clue"),
        ([], "the pattern has no clues"),
        ([16], "the pattern has a cell 16: cells are 0 to 15"),
        ([-1], "the pattern has a cell -1"),
    ],
)
def test_what_is_no_pattern_is_told(pattern, words):
    with pytest.raises(PuzzleError) as told:
        pattern_cells(pattern, FOUR)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("pattern", "line", "column", "found"),
    [
        ("5..# .... .... #..#", None, 1, "'5'"),
        ("#..# .... .... #..A", None, 19, "'A'"),
        ("#..#\n....\n.%..\n#..5", 3, 2, "'%'"),
        ("# . | . #\n. . | . .\n----+----\n. . | . !\n# . | . #\n", 4, 9, "'!'"),
    ],
)
def test_a_sign_that_cannot_be_in_a_pattern_is_told_with_its_place(pattern, line, column, found):
    with pytest.raises(FormatError) as told:
        pattern_cells(pattern, FOUR, source="ring.txt")
    error = told.value
    assert (error.source, error.line, error.column, error.found) == ("ring.txt", line, column, found)
    assert error.expected == "a digit 1 to 4, # or x for a clue, or . for a blank"


def test_what_is_neither_text_nor_cells_is_a_type_error():
    with pytest.raises(TypeError):
        pattern_cells(["#...", "...."], FOUR)  # type: ignore[list-item]
