"""Sixteen symbols on a line are a 4×4 puzzle, but exactly 16 such lines with a symbol above 4 are a grid."""

import io
from typing import Any

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

LOW = "1.....2..3.....4"
HIGH = "1.....2..3.....G"
SIXTEEN = Geometry(4, 4)


def entries(lines: Any, **hints: Any) -> Any:
    return list(read(io.BytesIO("\n".join(lines).encode()), "s.txt", **hints))


def block(count: Any, high_at: Any = None) -> Any:
    return [HIGH if i == high_at else LOW for i in range(count)]


@pytest.mark.parametrize("high_at", [0, 7, 15])
def test_sixteen_lines_with_a_symbol_above_4_are_one_grid(high_at):
    lines = block(16, high_at)
    [entry] = entries(lines)
    assert (entry.source, entry.puzzle) == ("s.txt:1", Puzzle("".join(lines), SIXTEEN))


@pytest.mark.parametrize("symbol", "5gG")
def test_any_digit_above_4_will_do(symbol):
    [entry] = entries([symbol + LOW[1:], *block(15)])
    assert entry.puzzle.geometry == SIXTEEN


@pytest.mark.parametrize("count", [1, 15, 16, 17, 32])
def test_lines_without_a_symbol_above_4_are_small_puzzles(count):
    got = entries(block(count))
    assert [(e.source, e.puzzle) for e in got] == [(f"s.txt:{i + 1}", Puzzle(LOW)) for i in range(count)]


@pytest.mark.parametrize("count", [1, 2, 15, 17, 18, 32])
@pytest.mark.parametrize("where", ["first", "last"])
def test_a_symbol_above_4_among_another_number_of_lines_is_an_error_there(count, where):
    high_at = 0 if where == "first" else count - 1
    got = entries(block(count, high_at))
    assert len(got) == count
    [bad] = [entry for entry in got if entry.error]
    error = bad.error
    assert (error.line, error.column, error.found) == (high_at + 1, 16, "'G'")
    assert error.expected == (
        "a digit 1 to 4 or one of the blanks . 0 * _ - x X ? (a 4×4 puzzle; rows of a 16×16 puzzle stand in "
        "a block of exactly 16 lines)"
    )


def test_blank_lines_bound_the_block_and_comments_do_not():
    lines = block(16, 3)
    commented = [*lines[:8], "# in the middle", *lines[8:], "", *lines]
    assert [entry.source for entry in entries(commented)] == ["s.txt:1", "s.txt:19"]
    parted = entries([*lines[:8], "", *lines[8:]])
    assert len(parted) == 16


def test_a_spoilt_row_does_not_make_the_grid_sixteen_puzzles():
    lines = block(16, 3)
    lines[5] = "!" + lines[5][1:]
    [entry] = entries(lines)
    assert (entry.error.line, entry.error.column, entry.error.found) == (6, 1, "'!'")
    assert "a letter A to G" in entry.error.expected


def test_trailing_columns_tell_puzzles_on_one_line():
    got = entries([f"{line},1" for line in block(16, 3)])
    assert len(got) == 16


def test_spaces_or_bars_tell_rows():
    for between in (" ", "|"):
        lines = [
            line[:4] + between + line[4:8] + between + line[8:12] + between + line[12:] for line in block(16)
        ]
        [entry] = entries(lines)
        assert entry.puzzle == Puzzle(LOW * 16, SIXTEEN)


def test_rules_tell_rows():
    lines = block(16)
    for i in (12, 8, 4):
        lines.insert(i, "----+----+----+----")
    [entry] = entries(lines)
    assert entry.puzzle == Puzzle(LOW * 16, SIXTEEN)


def test_a_block_that_began_with_another_size_is_one_puzzle_per_line():
    got = entries(["." * 81, *block(16)])
    assert [entry.puzzle.geometry.size for entry in got] == [9] + [4] * 16


def test_a_list_of_small_puzzles_survives_a_short_line():
    for at in (0, 3):
        lines = block(6)
        lines[at] = LOW[1:]
        got = entries(lines)
        assert [bool(entry.error) for entry in got] == [i == at for i in range(6)]


def test_the_size_that_is_asked_for_decides():
    assert [entry.puzzle for entry in entries(block(16), size=16)] == [Puzzle(LOW * 16, SIXTEEN)]
    four = entries(block(16, 3), size=4)
    assert [i for i, entry in enumerate(four) if entry.error] == [3]
    assert four[3].error.expected == "a digit 1 to 4 or one of the blanks . 0 * _ - x X ?"
    [short] = entries(block(15), size=16)
    assert (short.error.found, short.error.expected) == (
        "15 rows of 16 symbols",
        "16 rows (a 16×16 puzzle): a row is missing",
    )
    assert [entry.error.found for entry in entries(block(2), size=9)] == ["16 symbols"] * 2


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(
    ("above", "below"),
    [("```", "```"), ("[code]", "[/code]"), ("", "SE 8.3"), ("Grid 01", "-----"), ("", "Grid:")],
)
def test_prose_and_rules_bound_grids_too(above, below, count):
    """One or several, without a blank line."""
    lines = block(16, 3)
    got = entries([above, *count * lines, below])
    assert [entry.puzzle for entry in got] == count * [Puzzle("".join(lines), SIXTEEN)]


@pytest.mark.parametrize("lines", [block(17, 3), block(32, 3), block(15, 3), block(16)])
def test_other_lines_above_prose_stay_small_puzzles(lines):
    assert len([entry for entry in entries([*lines, "SE 8.3"]) if entry.puzzle]) >= len(lines) - 1
