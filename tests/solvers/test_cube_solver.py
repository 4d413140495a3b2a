"""The Boolean cube solver: which directions it searches, and which case it assumes first."""

from sudocube.cube import Family
from sudocube.explanation import explain
from sudocube.puzzle import Puzzle
from sudocube.solvers import cube_solver
from sudocube.solvers.cube_state import cube_masks
from sudocube.solvers.trace import StepKind

BOTH_ROWS = Puzzle(".................1..2..3.4.......2...35....6.4...7.......8.2.5.1....4...7.....9..")
"""Cells have three candidates or more at the beginning; 2 has two places left in column 2."""


def first_guesses(puzzle, method="cube"):
    """The guesses of the first case, with their units."""
    guesses = [
        step for step in explain(puzzle, method) if step.kind is StepKind.GUESS and len(step.assumptions) == 1
    ]
    return [(step.cells[0], step.digits[0], step.unit.name if step.unit else None) for step in guesses]


def sizes_of_cases(puzzle):
    """How many elements the smallest undecided line of each direction has, after Algorithm 1."""
    table = cube_masks(puzzle.geometry)
    state = table.state_of_clues(puzzle)
    assert state is not None
    known = cube_solver.algorithm_1(table, cube_solver.DIRECTIONS, *state)
    assert known is not None
    return {family: len(table.fewest(*known, family)) for family in cube_solver.DIRECTIONS}


def test_the_first_assumption_is_over_the_case_with_the_fewest():
    """Two places in a column, where every cell has three candidates or more."""
    assert sizes_of_cases(BOTH_ROWS) == {Family.CELL: 3, Family.COLUMN: 2, Family.ROW: 2}
    cell, digit, unit = first_guesses(BOTH_ROWS)[0]
    assert (BOTH_ROWS.geometry.cell_name(cell), digit, unit) == ("r8c2", 2, "column 2")
