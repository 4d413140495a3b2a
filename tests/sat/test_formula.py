"""Sudoku as a formula: puzzles to literals, models to grids."""

import pytest

from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, SudokuFormula, clauses_by_line, rules_as_clauses

FOUR = Geometry(2, 2)
GRID = Grid("1234 3412 2143 4321")
ENCODINGS = ["extended", "order", "binary", "triads"]


def in_encoding(name: str) -> SudokuFormula:
    return SudokuFormula(formula(load(name), FOUR))


def model_of(rules: SudokuFormula, grid: Grid) -> list[int]:
    """The literals of a grid, and for direct variables the negation of all others."""
    literals = rules.literals(Puzzle(grid.cells, FOUR))
    said = {abs(literal): literal for literal in literals}
    return [said.get(v, -v) for v in range(1, rules.top + 1)]


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_model_becomes_the_grid_whose_literals_hold_in_it(name):
    rules, puzzle = in_encoding(name), Puzzle("123. 34.2 2143 43.1")
    with IncrementalSolver(rules.clauses, rules.top) as solver:
        assert solver.is_satisfiable(rules.literals(puzzle))
        assert rules.grid(solver.model()) == rules.solution(solver.model(), puzzle) == GRID


@pytest.mark.parametrize("cell", [0, 7, 15])
@pytest.mark.parametrize("digits", [(), (1, 2), (1, 2, 3)])
def test_a_model_in_which_a_cell_holds_no_digit_or_several_is_no_grid(cell, digits):
    """Also in the last cell, and where the numbers of digits make up for each other."""
    rules = in_encoding("extended")
    own = {rules.literal(cell, digit) for digit in FOUR.digits}
    wanted = {rules.literal(cell, digit) for digit in digits}
    model = [abs(v) if abs(v) in wanted else -abs(v) if abs(v) in own else v for v in model_of(rules, GRID)]
    with pytest.raises(EngineError, match=r"that is no grid: r\dc\d holds (no|2|3) digit"):
        rules.grid(model)


def test_a_model_that_is_no_solution_is_refused_by_the_referee():
    rules = in_encoding("extended")
    with pytest.raises(EngineError, match=r"the referee refuses the solution 1234341221434321: row 1"):
        rules.solution(model_of(rules, GRID), Puzzle("2... .... .... ...."))
    wrong = Grid("1234 3412 2143 4312")
    with pytest.raises(EngineError, match="column 3 does not hold each of 1 to 4 once"):
        rules.solution(model_of(rules, wrong), Puzzle("." * 16))


def test_pencilmarks_become_negated_literals():
    marks = Puzzle("12......." + "123456789" * 80)
    rules = SudokuFormula(formula(load("extended"), marks.geometry))
    assert rules.literals(marks) == [-3, -4, -5, -6, -7, -8, -9]


def test_a_solution_is_excluded_by_its_digits_in_the_blank_cells():
    rules = in_encoding("extended")
    puzzle = Puzzle("123. 341. 214. 432.")
    expected = [-rules.literal(cell, GRID.cells[cell]) for cell in (3, 7, 11, 15)]
    assert list(rules.excluding(GRID, puzzle)) == expected


def test_the_rules_are_exactly_one_on_each_line_of_the_cube():
    table = cube(FOUR)
    by_line = dict(clauses_by_line(table))
    assert list(by_line) == list(table.lines)
    for line, (some, *pairs) in by_line.items():
        assert list(some) == [element + 1 for element in line.elements]
        assert len(pairs) == 6
    assert rules_as_clauses(table) == [clause for clauses in by_line.values() for clause in clauses]
