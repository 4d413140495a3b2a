"""Patterns of clues in the forms that people write."""

from typing import Any

import pytest

from sudocube.errors import FormatError, PuzzleError
from sudocube.generation.clue_patterns import pattern_cells
from sudocube.geometry import Geometry

FOUR = Geometry(2, 2)
CORNERS = frozenset({0, 3, 12, 15})


def test_forms_of_a_pattern():
    for text in (
        "#..#........#..#",
        "1..2|....|....|3..4",
        "1**2********3**4",
        "o-.o\n..--\n....\no__o",
        "■□□■ □□□□ □□□□ ■□□■",
        "#xx# XxXx **?? #xx#",
        "x??x ???? ???? X??X",
        "# . | . #\r\n. . | . .\r\n----+----\r\n. . | . .\r\n# . | . #\r\n",
    ):
        assert pattern_cells(text, FOUR) == CORNERS, text
    for full in (*(16 * sign for sign in "xX*#4"), "xX" * 8):  # nobody writes a pattern without clues
        assert pattern_cells(full, FOUR) == frozenset(range(16))
    assert len(pattern_cells("aG" + 254 * ".", Geometry(4, 4))) == 2
    for cells in ([0, 3, 12, 15, 0], {0: 1, 3: 2, 12: 3, 15: 4}):
        assert pattern_cells(cells, FOUR) == CORNERS


def test_what_is_no_pattern_is_told():
    wrong: list[tuple[Any, str]] = [
        ("#..#", "the pattern has 4 cells: a board of 4×4 with boxes of 2 rows × 2 columns has 16"),
        (16 * ".", "the pattern has no clues: mark the cells with clues by #"),
        ("x*" * 8, "the pattern has x and * alone: write . for the cells without a clue"),
        ([16], "the pattern has a cell 16: cells are 0 to 15"),
    ]
    for pattern, words in wrong:
        with pytest.raises(PuzzleError) as told:
            pattern_cells(pattern, FOUR)
        assert words in str(told.value)
    with pytest.raises(TypeError):
        pattern_cells(["#...", "...."], FOUR)  # type: ignore[list-item]


def test_a_sign_that_cannot_be_in_a_pattern_is_told_with_its_place():
    for pattern, line, column, found in (
        ("5..# .... .... #..#", None, 1, "'5'"),
        ("#..# .... .... #..A", None, 19, "'A'"),
        ("#..#\n....\n.%..\n#..5", 3, 2, "'%'"),
        ("# . | . #\n. . | . .\n----+----\n. . | . !\n# . | . #\n", 4, 9, "'!'"),
    ):
        with pytest.raises(FormatError) as told:
            pattern_cells(pattern, FOUR, source="ring.txt")
        error = told.value
        assert (error.source, error.line, error.column, error.found) == ("ring.txt", line, column, found)
        assert error.expected == "a digit 1 to 4, # or x for a clue, or . for a blank"
