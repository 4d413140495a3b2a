"""A puzzle as clauses: its solutions are those of the puzzle, reduced or not; and the text of the clauses."""

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import (
    PuzzleFormula,
    add_clues,
    variables_in_rows,
)
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from tests.puzzles import Known, clashing_puzzle, puzzles, solved_grid

SMALL = Geometry(2, 3)
PUZZLE = Puzzle("1... ..2. .3.. ...4")


def formula_of(name: str, puzzle: Puzzle) -> PuzzleFormula:
    """The puzzle as this encoding puts it."""
    return add_clues(formula(load(name), puzzle.geometry), puzzle)


def solutions(of: PuzzleFormula, limit: int = 50) -> set[tuple[int, ...]]:
    """Up to `limit` grids, read back from a solver's models."""
    found: set[tuple[int, ...]] = set()
    with Solver("minisat22", bootstrap_with=of.clauses) as solver:
        while len(found) < limit and solver.solve():
            grid = tuple(digit for (digit,) in of.digits(solver.get_model()))
            assert grid not in found
            found.add(grid)
            if not (literals := of.literals(grid)):
                break  # all of it is fixed
            solver.add_clause([-literal for literal in literals])
    return found


@settings(max_examples=60)
@given(name=st.sampled_from(names(Formalism.CNF)), known=puzzles(max_size=6, limit=40))
def test_it_has_the_solutions_of_the_puzzle(name, known: Known):
    """As many as there are, and each of them right."""
    found = solutions(formula_of(name, known.puzzle))
    shape = known.puzzle.geometry
    assert len(found) == min(known.solutions, 50)
    for grid in found:
        assert objection(grid, known.puzzle.cells, shape.box_rows, shape.box_columns) is None


def test_what_the_clues_fix_is_no_variable_any_more():
    """The elements of a clue's cell, and its digit in the peers: by arithmetic, for one clue of size 9."""
    of = formula_of("optimised", Puzzle("5" + "." * 80))
    peers = 8 + 8 + 4
    assert of.variables == 729 - 9 - peers
    gone = {"x[r1c1,5]", "x[r1c1,1]", "x[r1c9,5]", "x[r9c1,5]", "x[r3c3,5]"}
    called = {of.name(variable) for variable in range(1, of.variables + 1)}
    assert not gone & called
    assert {"x[r1c2,1]", "x[r4c4,5]"} <= called
    assert set(map(abs, chain(*of.clauses))) == set(range(1, of.variables + 1))
    assert (of.elements[4], of.elements[0], of.elements[9 + 4], of.elements[9]) == ((), None, None, (1,))


@pytest.mark.parametrize("unit", ["row", "column", "box"])
def test_clues_that_clash_leave_a_contradiction_and_no_empty_clause(unit):
    """There are tools that do not know what to do with one."""
    puzzle, _ = clashing_puzzle(solved_grid(SMALL, Random(5)), Random(5), unit)
    of = formula_of("optimised", puzzle)
    assert [] not in of.clauses
    assert solutions(of) == set()
    assert max(map(abs, chain(*of.clauses))) == of.variables
    assert of.name(of.variables) == "a[1]"


def test_formats_that_limit_the_length_of_a_text_line_get_sixteen_variables_on_each():
    rows = [*variables_in_rows("x{}", 33)]
    assert [row.split()[0] + row.split()[-1] for row in rows] == ["x1x16", "x17x32", "x33x33"]
