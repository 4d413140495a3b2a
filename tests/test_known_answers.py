"""The puzzles that all other tests rely on: their stated answers are right."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.puzzles import (
    EXAMPLES,
    KINDS,
    count_solutions,
    geometries,
    grids,
    puzzle_from,
    puzzle_with_known_answer,
    puzzles,
    solved_grid,
    unique_puzzle,
)


@pytest.mark.parametrize(
    ("name", "cells", "geometry", "count"), EXAMPLES, ids=[name for name, *_ in EXAMPLES]
)
def test_examples_have_as_many_solutions_as_they_say(name, cells, geometry, count):
    """Counted up to two."""
    assert count_solutions(Puzzle(cells, geometry), 2) == count


def test_examples_are_of_every_kind():
    """No name twice; the sizes and the answers that other suites rely on."""
    assert len({name for name, *_ in EXAMPLES}) == len(EXAMPLES)
    sizes = {Puzzle(cells, geometry).geometry for _, cells, geometry, _ in EXAMPLES}
    shapes = {(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4), (5, 5)}
    assert sizes == {Geometry(rows, columns) for rows, columns in shapes}
    assert {count for *_, count in EXAMPLES} == {0, 1, 2}


@pytest.mark.parametrize(
    ("cells", "limit", "count"),
    [
        ("." * 16, 1000, 288),
        ("." * 16, 288, 288),
        ("." * 16, 287, 287),
        ("." * 16, 1, 1),
        ("1234 3412 .... ....", 1000, 4),
        ("1..1 .... .... ....", 1000, 0),
        ("1234 3412 2143 4321", 1000, 1),
        ("1234 3412 2143 4312", 1000, 0),
    ],
)
def test_the_counter_gives_numbers_that_are_known_otherwise(cells, limit, count):
    """288 grids of size 4 (a number from the literature); the rest by hand."""
    assert count_solutions(Puzzle(cells), limit) == count


def test_the_counter_finds_every_6x6_grid_from_a_first_row():
    """28,200,960 grids of size 6 (a number from the literature), and 6! = 720 first rows alike."""
    assert count_solutions(Puzzle("123456" + "." * 30), 50_000) == 28_200_960 // 720


@given(puzzles(max_size=12, limit=9))
def test_known_answers_are_what_the_counter_finds(known):
    """Whether known by construction or counted."""
    assert count_solutions(known.puzzle, 9) == known.solutions


@given(puzzles(kinds=("unique",), max_size=8), st.data())
def test_no_clue_of_a_dug_puzzle_can_be_spared(known, data):
    """Up to size 9 each clue has been tried."""
    cell = data.draw(st.sampled_from(list(known.puzzle.clues)))
    cells = bytearray(known.puzzle.cells)
    cells[cell] = 0
    assert count_solutions(Puzzle(cells, known.puzzle.geometry)) == 2


@given(grids())
def test_solved_grids_pass_the_referee(grid):
    """Of every geometry."""
    assert objection(grid.cells, grid.cells, grid.geometry.box_rows, grid.geometry.box_columns) is None


def test_every_grid_of_size_4_can_come_up():
    """All 288: the shuffles reach beyond the symmetries of the pattern."""
    assert len({solved_grid(Geometry(2, 2), Random(seed)) for seed in range(5000)}) == 288


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_determines_the_puzzle_and_another_another(geometry, kind):
    """A puzzle that failed can be made again."""
    made = [puzzle_with_known_answer(geometry, Random(seed), kind) for seed in (1, 1, 2)]
    assert made[0] == made[1]
    assert made[0] != made[2]


@given(geometries(), st.data())
def test_a_puzzle_from_a_grid_has_that_many_of_its_clues(geometry, data):
    """Any number from none to all."""
    grid = solved_grid(geometry, Random(3))
    clues = data.draw(st.integers(0, geometry.cell_count))
    puzzle = puzzle_from(grid, Random(4), clues=clues)
    assert len(puzzle.clues) == clues
    assert all(grid.cells[cell] == digit for cell, digit in puzzle.clues.items())


def test_digging_stops_at_the_blanks_asked_for():
    """For puzzles with many clues."""
    grid = solved_grid(Geometry(3, 3), Random(5))
    blanks = [unique_puzzle(grid, Random(6), blanks=blanks).cells.count(0) for blanks in (0, 1, 20)]
    assert blanks == [0, 1, 20]


def test_an_unknown_kind_is_refused_with_those_that_there_are():
    """The message lists them."""
    with pytest.raises(ValueError, match="no kind 'odd': there are full, unique, several, row, column"):
        puzzle_with_known_answer(Geometry(2, 2), Random(0), "odd")


def test_a_grid_is_a_board_for_the_counter_as_well():
    """A full board is also checked."""
    assert count_solutions(Grid("1" * 16)) == 0
