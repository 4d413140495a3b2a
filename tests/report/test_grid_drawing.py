"""Grids and candidates drawn with marked cells, as wide as the page allows."""

from sudocube.explanation import SolvingState
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.report.grid_drawing import beside_each_other, drawn, pencilled
from tests.cli.command import SOLUTION, UNIQUE


def test_a_marked_cell_stands_in_brackets():
    lines = [line.plain for line in drawn(Grid("1234341221434321"), marked=[0, 3, 4, 10, 11])]
    assert lines == [
        "[1] 2 | 3 [4]",
        "[3] 4 | 1  2 ",
        "------+------",
        " 2  1 |[4][3]",
        " 4  3 | 2  1 ",
    ]


def test_drawn_close_neighbours_share_brackets():
    """But never across a bar."""
    lines = [line.plain for line in drawn(Grid("1234341221434321"), marked=[0, 3, 5, 6, 10, 11], close=True)]
    assert lines == [
        "[1]2 | 3[4]",
        " 3[4]|[1]2 ",
        "-----+-----",
        " 2 1 |[4 3]",
        " 4 3 | 2 1 ",
    ]


def test_grids_are_drawn_as_wide_as_the_page_allows():
    """Wide and beside each other, then close, then one below the other."""
    grid = Grid(SOLUTION)

    def lines(width: int) -> list[str]:
        drawing = beside_each_other(
            ["left", "right"], [grid, grid], clues=Puzzle(UNIQUE), marked=[], width=width
        )
        return [line.plain for line in drawing]

    heads = [lines(width)[1] for width in (64, 63, 52, 51, 48, 47, 31, 30)]
    close = "   7 6'4 | 9'8 1 | 5'3 2      7 6'4 | 9'8 1 | 5'3 2 "
    closer = "  7 6'4 | 9'8 1 | 5'3 2   7 6'4 | 9'8 1 | 5'3 2 "
    alone = "   7  6 '4 | 9 '8  1 | 5 '3  2 "
    assert heads == [
        "   7  6 '4 | 9 '8  1 | 5 '3  2      7  6 '4 | 9 '8  1 | 5 '3  2 ",
        close,
        close,
        closer,
        closer,
        alone,
        alone,
        "   7 6'4 | 9'8 1 | 5'3 2 ",
    ]
    assert len(lines(64)) == 12
    assert len(lines(31)) == 25


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


def test_candidates_are_lists_where_they_fit_and_blocks_otherwise():
    """As lists, a changed cell stands in brackets; as blocks, x is a candidate that was just removed."""
    state = SolvingState(Puzzle("1" + "." * 15))

    def lines(width: int) -> list[str]:
        drawing = pencilled(state, marked=[1], removed={1: [1]}, width=width)
        return [line.plain for line in drawing]

    state.masks[1] = 0b1110
    assert lines(25)[:2] == ["'1    [234] | 1234  1234 ", " 1234  1234 | 1234  1234 "]
    assert lines(24)[:2] == ["    x2 | 12  12", "'1  34 | 34  34"]
    assert lines(14)[:2] == ["   x2 | 12 12", "'1 34 | 34 34"]
    assert lines(12)[:2] == ["   x2|12 12", "'1 34|34 34"]
    assert lines(1) == lines(12)


def test_a_cell_without_candidates_is_marked_by_itself():
    """Where a deadlock is."""
    state = SolvingState(Puzzle("1" + "." * 15))
    state.masks[1] = 0
    assert pencilled(state, width=80)[0].plain == "'1     !    | 1234  1234 "
    assert [line.plain[:6] for line in pencilled(state, width=20)[:2]] == ["    ..", "'1  .!"]


def test_a_clue_can_be_told_from_what_was_solved():
    """Without colours, too; a bracket says that a cell differs, so it needs no other sign."""
    clues = Puzzle("1...34.....34..1")
    lines = [line.plain for line in drawn(Grid("1234341221434321"), clues=clues, marked=[4, 7, 10])]
    assert lines == [
        "'1  2 | 3  4 ",
        "[3]'4 | 1 [2]",
        "------+------",
        " 2  1 |[4]'3 ",
        "'4  3 | 2 '1 ",
    ]


def test_a_cell_that_is_left_out_has_no_sign_of_a_clue():
    """A counterexample may show some cells only."""
    lines = [line.plain for line in drawn(Puzzle("12" + "." * 14), clues=Puzzle("1..." + "4" + "." * 11))]
    assert lines[:2] == ["'1  2 | .  . ", " .  . | .  . "]


def test_drawn_close_the_sign_of_a_clue_ends_a_bracket():
    clues = Puzzle("1...34.....34..1")
    lines = [
        line.plain for line in drawn(Grid("1234341221434321"), clues=clues, marked=[4, 7, 10], close=True)
    ]
    assert lines[:2] == ["'1 2 | 3 4 ", "[3'4 | 1[2]"]


def test_a_puzzle_alone_has_no_signs_because_all_its_digits_are_clues():
    puzzle = Puzzle("1...34.....34..1")
    for clues in (None, puzzle):
        assert "'" not in "".join(line.plain for line in drawn(puzzle, clues=clues))


def test_candidates_are_told_from_clues():
    """As lists and as blocks; a changed cell stands in brackets instead."""
    state = SolvingState(Puzzle("1" + "." * 14 + "2"))
    state.filled[5], state.masks[5] = 3, 0b100
    lists = [line.plain for line in pencilled(state, marked=[15], width=80)]
    assert lists[0].startswith("'1 ")
    assert " 3 " in lists[1]
    assert lists[-1].endswith("[2]   ")
    blocks = [line.plain for line in pencilled(state, width=20)]
    assert blocks[1].startswith("'1 ")
