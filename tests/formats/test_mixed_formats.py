"""The first record decides the format; a block of another format is one error, and reading continues."""

import io
from typing import Any

import pytest

from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

CELLS = ("12......." + "." * 9) * 4 + "........9"
ROWS = [CELLS[i : i + 9] for i in range(0, 81, 9)]
LOW, HIGH = "1.....2..3.....4", "1.....2..3.....G"
LINE, GRID, TABLE = "one puzzle per line", "rows of a grid", "a table (CSV)"

BLOCKS = {
    LINE: [CELLS, CELLS],
    GRID: ROWS,
    TABLE: ["id,puzzle", f"1,{CELLS}", f"2,{CELLS}"],
}


def entries(lines: Any) -> Any:
    return list(read(io.BytesIO("\n".join(lines).encode()), "m.txt"))


@pytest.mark.parametrize("other", BLOCKS)
@pytest.mark.parametrize("first", BLOCKS)
def test_a_block_of_another_format_is_one_error_that_names_both(first, other):
    if first == other:
        return
    *good, bad = entries([*BLOCKS[first], "", *BLOCKS[other]])
    assert good
    assert all(entry.puzzle == Puzzle(CELLS) for entry in good)
    error = bad.error
    assert (error.line, error.column) == (len(BLOCKS[first]) + 2, None)
    assert (error.found, error.expected) == (other, f"{first}, as the input began")


@pytest.mark.parametrize("between", [[], [""]])
def test_reading_goes_on_with_the_lines_after_a_grid(between):
    got = entries([CELLS, *between, *ROWS, *between, CELLS])
    assert [entry.puzzle for entry in got] == [Puzzle(CELLS), None, Puzzle(CELLS)]
    assert got[1].error.found == GRID


@pytest.mark.parametrize("between", [[], [""]])
def test_reading_goes_on_with_the_grid_after_lines(between):
    got = entries([*ROWS, *between, CELLS, CELLS, *between, *ROWS])
    assert [entry.puzzle for entry in got] == [Puzzle(CELLS), None, Puzzle(CELLS)]
    assert got[1].error.found == LINE


def test_reading_goes_on_with_the_records_after_a_grid():
    got = entries(["id,puzzle", *ROWS, f"1,{CELLS}"])
    assert [entry.puzzle for entry in got] == [None, Puzzle(CELLS)]


def test_a_section_among_lines_is_one_error():
    got = entries([CELLS, "", "[Puzzle]", *ROWS, "", CELLS])
    assert [entry.puzzle for entry in got] == [Puzzle(CELLS), None, Puzzle(CELLS)]
    assert got[1].error.found == GRID


def test_a_16_by_16_grid_among_lines_is_one_error():
    got = entries([CELLS, "", *[LOW] * 15, HIGH, "", CELLS])
    assert [entry.puzzle for entry in got] == [Puzzle(CELLS), None, Puzzle(CELLS)]
    assert (got[1].source, got[1].error.found) == ("m.txt:3", GRID)


def test_4_by_4_puzzles_on_lines_among_grids_are_one_error():
    got = entries([*ROWS, "", LOW, LOW, LOW, "", *ROWS])
    assert [entry.puzzle for entry in got] == [Puzzle(CELLS), None, Puzzle(CELLS)]
    assert (got[1].source, got[1].error.found) == ("m.txt:11", LINE)


@pytest.mark.parametrize("odd", [LOW[1:], "----", "................"])
def test_an_odd_line_before_4_by_4_puzzles_does_not_hang(odd):
    got = entries([*ROWS, "", odd, LOW, LOW, CELLS, "", *ROWS])
    assert (got[0].puzzle, got[-1].puzzle) == (Puzzle(CELLS), Puzzle(CELLS))
    assert any(entry.error for entry in got)


def test_a_few_short_lines_are_spoilt_puzzles_and_no_grid():
    got = entries([CELLS, *ROWS[:3], CELLS])
    assert [entry.error and entry.error.found for entry in got] == [None, *["9 symbols"] * 3, None]


def test_underlined_words_decide_nothing():
    [entry] = entries(["Puzzles", "=======", "", CELLS])
    assert (entry.source, entry.puzzle) == ("m.txt:4", Puzzle(CELLS))


def test_words_above_the_first_grid_decide_nothing():
    [entry] = entries(["A puzzle", "", *ROWS])
    assert (entry.source, entry.puzzle) == ("m.txt:3", Puzzle(CELLS))


def test_a_puzzle_of_dashes_below_words_is_a_puzzle():
    got = entries(["A puzzle", "-" * 36, "---------"])
    assert [entry.puzzle for entry in got] == [Puzzle("." * 36), None]
