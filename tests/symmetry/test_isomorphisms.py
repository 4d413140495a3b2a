"""An isomorphism says where rows, columns and digits go; it keeps the rules, and can be undone."""

import re
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudocube import Grid, Isomorphism, Puzzle, PuzzleError, UnsupportedError
from sudocube.conformance.suite_cases import cases_of
from sudocube.verdict import referee
from tests.symmetry.boards import boards, isomorphisms

CYCLE = (3, 4, 5, 6, 7, 8, 0, 1, 2)
"""Each band, or stack, goes to the place of the next."""


def test_a_clue_goes_where_its_row_and_its_column_go():
    """r1c2 is in row 0 and column 1, counted from 0."""
    isomorphism = Isomorphism(CYCLE, (2, 0, 1, *range(3, 9)), digits=(5, 2, 3, 4, 1, 6, 7, 8, 9))
    assert isomorphism.apply({(1, 2): 5}).clues == {9 * 3 + 0: 1}


@settings(max_examples=40)
@given(boards, isomorphisms)
def test_the_inverse_undoes_it(puzzle, isomorphism):
    """Before and after; and it is its inverse's inverse."""
    assert isomorphism.inverse.apply(isomorphism.apply(puzzle)) == puzzle
    assert isomorphism.apply(isomorphism.inverse.apply(puzzle)) == puzzle
    assert isomorphism.inverse.inverse == isomorphism


@settings(max_examples=40)
@given(isomorphisms)
def test_a_transformation_keeps_the_rules(isomorphism):
    """A solution of a puzzle becomes a solution of what the puzzle becomes."""
    case = cases_of("easy")[0]
    grid = isomorphism.apply(case.solutions[0])
    assert type(grid) is Grid
    assert referee(grid, isomorphism.apply(case.puzzle)) is None


@settings(max_examples=40)
@given(isomorphisms, st.integers(0, 2**32 - 1).map(Random))
def test_pencilmarks_are_transformed_like_clues(isomorphism, rng):
    """A candidate of a cell becomes a candidate where the cell goes; nothing else does."""
    marks = [rng.sample(range(1, 10), rng.randint(2, 9)) for _ in range(81)]
    text = "".join(str(digit) if digit in some else "." for some in marks for digit in range(1, 10))
    masks = isomorphism.apply(Puzzle(text)).candidates
    assert masks is not None
    for cell, some in enumerate(marks):
        expected = sum(1 << isomorphism.digits[digit - 1] - 1 for digit in some)
        assert masks[isomorphism.cell(cell)] == expected


def test_what_is_no_isomorphism_is_refused():
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"rows": (0, 1, 2, 3, 4, 5, 6, 7, 7)}, "rows .*: they are the numbers 0 to 8, each once"),
        ({"rows": range(1, 10)}, "rows .*: they are the numbers 0 to 8, each once"),
        ({"columns": (0, 1, 2)}, "columns .*: they are the numbers 0 to 8, each once"),
        ({"digits": range(9)}, "digits .*: they are the numbers 1 to 9, each once"),
        ({"rows": (1, 3, 2, 0, 4, 5, 6, 7, 8)}, "rows 1 3 2 .*: the three rows of a band stay together"),
        ({"columns": (0, 1, 3, 2, 4, 5, 6, 7, 8)}, ".*the three columns of a stack stay together"),
    ]
    for arguments, message in wrong:
        with pytest.raises(ValueError, match=message):
            Isomorphism(**arguments)
    with pytest.raises(TypeError):
        Isomorphism(rows=(0.5, *range(1, 9)))  # type: ignore[arg-type]
    of_numpy: Any = (np.array(CYCLE), list(CYCLE), np.bool_(True), np.arange(1, 10))
    assert hash(Isomorphism(*of_numpy)) == hash(Isomorphism(CYCLE, CYCLE, transposed=True))


def test_other_sizes_and_what_is_no_puzzle_are_refused():
    for small in ("1... ..2. .3.. ...4", Grid("1243342143122134")):
        with pytest.raises(UnsupportedError, match="for 9×9 puzzles, not for 4×4"):
            Isomorphism().apply(small)
    with pytest.raises(PuzzleError, match="80 cells"):
        Isomorphism().apply(80 * ".")
    with pytest.raises(TypeError, match="not int"):
        Isomorphism().apply(81)  # type: ignore[call-overload]


@given(boards, isomorphisms)
@settings(max_examples=40)
@example(Puzzle("12......." + 72 * "."), Isomorphism(rows=CYCLE, transposed=True))
def test_the_words_say_all_of_it(puzzle, isomorphism):
    """Who follows them with a pencil comes to the same puzzle."""
    words = str(isomorphism)

    def told(what: str) -> tuple[str, dict[int, int]]:
        all_nine = "1 to 9"
        found = re.search(rf"{what}s ({all_nine}|[\d ]+) become (rows|columns|) ?({all_nine}|[\d ]+)", words)
        if found is None:
            return f"{what}s", {number: number for number in range(1, 10)}
        before, kind, after = found.groups()
        numbers = [range(1, 10) if text == all_nine else map(int, text.split()) for text in (before, after)]
        return kind, {n: n for n in range(1, 10)} | dict(zip(*numbers, strict=True))

    (kind, rows), (_, columns), (_, digits) = told("row"), told("column"), told("digit")
    clues = {}
    for cell, digit in puzzle.clues.items():
        row, column = rows[cell // 9 + 1], columns[cell % 9 + 1]
        clues[(row, column) if kind == "rows" else (column, row)] = digits[digit]
    assert isomorphism.apply(puzzle) == Puzzle(clues)
