"""The possibles solver: the source's own examples, each step and rule alone, and all of them together."""

import pytest

from sudocube.engines import engine
from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers import possibles
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.trace import SolverContradictionError
from sudocube.trusted import objection
from tests.solvers.logic_puzzles import HARD, MANY, SHAPES, logic_puzzles, solutions_of
from tests.solvers.steps import (
    arrays_with,
    first_row,
    trace_of,
)

PUZZLES = logic_puzzles()

MUST_BE_EXAMPLE = "1347 2 1357 145 1345 45 9 4567 145678"


def test_possibles_that_conflict_with_permanent_values_of_peers_are_removed():
    """Step 2: in the row, the column and the box, and nowhere else."""
    arrays = Arrays(Puzzle("1..." + "." * 12))
    assert possibles.remove_conflicts(arrays)
    without = {cell for cell, one in enumerate(arrays.possibles) if not one & 1}
    assert without == {1, 2, 3, 4, 8, 12, 5}
    assert not possibles.remove_conflicts(arrays)


def test_a_solo_becomes_permanent_and_no_other_square_does():
    """Step 3."""
    arrays = Arrays(Puzzle("." * 16))
    arrays.possibles[3], arrays.possibles[9] = 0b100, 0b101
    assert possibles.upgrade_solos(arrays)
    assert arrays.board == [0, 0, 0, 3] + [0] * 12
    assert not possibles.upgrade_solos(arrays)


def test_the_must_be_example_of_the_source():
    """Step 4: square 9 is the only one on the row that can be an eight."""
    arrays = arrays_with(MUST_BE_EXAMPLE)
    assert possibles.upgrade_must_bes(arrays)
    assert arrays.board[:9] == [0, 2, 0, 0, 0, 0, 9, 0, 8]
    assert first_row(arrays) == "1347 2 1357 145 1345 45 9 4567 8"


def test_what_is_less_than_it_takes_is_a_contradiction():
    """A value for two squares, and none for one; no square for a value, or one for two."""
    rules = (
        (possibles.remove_conflicts, "1 1 23 234 345 456 567 678 789", "a permanent value twice"),
        (possibles.upgrade_solos, "- 12 23 234 345 456 567 678 789", "no possibles left"),
        (possibles.upgrade_must_bes, "12 12 23 234 345 456 567 678 678", "no square for a value"),
        (
            possibles.upgrade_must_bes,
            "1289 34 34 34567 34567 34567 34567 34567 34567",
            "no square for a value",
        ),
    )
    for step, row, rule in rules:
        arrays = arrays_with(row.replace("-", "12"))
        if "-" in row:
            arrays.possibles[0] = 0
        with pytest.raises(SolverContradictionError, match=rule):
            step(arrays)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_magic_finds_all_solutions_and_logic_alone_those_that_it_can(shape):
    """If logic is not stuck, it finds all solutions: one or none."""
    stuck = 0
    for puzzle in PUZZLES:
        if puzzle.geometry == shape:
            known = set(solutions_of(puzzle))
            found = trace_of(possibles.magic, puzzle, limit=MANY)[1]
            assert len(found) == len(set(found)) == len(known), repr(puzzle)
            if len(known) < MANY:
                assert set(found) == known
            _, found, is_stuck = trace_of(possibles.solutions, puzzle)
            stuck += is_stuck
            assert (set(found) == known) == (not is_stuck)
    assert stuck > 0


@pytest.mark.parametrize("geometry", [Geometry(5, 2)], ids=str)
def test_a_large_empty_grid_leaves_logic_stuck_and_magic_solves_it(geometry):
    """Above size 9 the size of groups is limited; trial and error is still complete."""
    empty = Puzzle("." * geometry.cell_count, geometry)
    with pytest.raises(UndecidedError):
        list(possibles.solutions(empty))
    grid = next(possibles.magic(empty))
    assert objection(grid.cells, empty.cells, geometry.box_rows, geometry.box_columns) is None


def test_the_engines_say_what_the_methods_find():
    """Complete or not, and why they are stuck."""
    stuck = engine("possibles").answer(Puzzle(HARD))
    assert (stuck.verdict, stuck.reason) == ("unknown", "stuck: no more changes in the possibles")
    assert engine("possibles:magic").answer(Puzzle(HARD)).verdict == "unique"
    said = {name: engine(name).traits.complete for name in ("possibles", "possibles:magic")}
    assert said == {"possibles": False, "possibles:magic": True}
