"""From an encoding to clauses: how many there are, what they say, and that none occurs twice."""

from math import comb
from random import Random

import pytest
from pysat.solvers import Solver

from sudocube.cube import cube
from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.at_most_one import WAYS, Clause, at_most_one
from sudocube.encoder.building_blocks import EncodedLine, encode_statement
from sudocube.encoder.cnf import encoded_lines, formula, without_duplicates
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.encoder.vocabulary import Statement
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.sat import rules_as_clauses
from sudocube.trusted import objection
from tests.counted_clock import CountedClock
from tests.encoder.toml_text import FAMILIES, toml
from tests.puzzles import solved_grid

FOUR, SIX, NINE, LARGE = Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(5, 5)
ENCODINGS = names(Formalism.CNF)


def stated(encoding: Encoding, shape: Geometry) -> list[tuple[str, Clause]]:
    """Every clause with the subject of the statement that says it."""
    lines = encoded_lines(encoding, shape)
    return [(line.statement.subject, clause) for line in lines for clause in line.clauses]


def mine(text: str) -> Encoding:
    return parse(text, name="m", file="m")


@pytest.mark.parametrize(
    ("name", "at_least", "at_most"), [("minimal", 1, 3), ("efficient", 1, 4), ("extended", 4, 4)]
)
def test_there_are_as_many_clauses_as_arithmetic_says(name, at_least, at_most):
    """By size n and box R x C. A family has n² lines; "at most one" has a clause for each of its pairs.

    Twice, by the box and by the row or column, is said that two cells which share both differ: a box has
    R rows of C cells and C columns of R, and there are n boxes and n digits.
    """
    for shape in (one for one in GEOMETRIES if one.size <= 9):
        n, rows, columns = shape.size, shape.box_rows, shape.box_columns
        twice = n * n * (rows * comb(columns, 2) + columns * comb(rows, 2))
        said = at_least * n * n + at_most * n * n * comb(n, 2)
        rules, found = formula(load(name), shape), stated(load(name), shape)
        assert (rules.variables, len(found), len(rules.clauses)) == (n**3, said, said - twice)
        keys = {frozenset(clause) for clause in rules.clauses}
        assert keys == {frozenset(clause) for _, clause in found}
        assert len(keys) == len(rules.clauses)


def test_triads_take_as_many_variables_and_clauses_as_published():
    rules = formula(load("triads"), NINE)
    assert (rules.variables, len(rules.clauses), len(stated(load("triads"), NINE))) == (1_215, 7_695, 7_695)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "pairwise"])
def test_lines_share_no_variable_of_their_own(way):
    """Neither within a family nor between two, and none is left unused between them."""
    encoding = mine(toml({family: {"at_most_one": way} for family in FAMILIES}))
    line_of: dict[int, int] = {}
    lines = [[e + 1 for e in line.elements] for line in cube(SIX).lines]
    for number, (line, found) in enumerate(zip(lines, encoded_lines(encoding, SIX), strict=True)):
        variables = {abs(literal) for clause in found.clauses for literal in clause}
        assert list(found.literals) == line
        assert variables <= {*line, *found.auxiliary}
        assert not variables.intersection(line_of)
        line_of |= dict.fromkeys(variables - set(line), number)
        assert len(found.clauses) == len(at_most_one(way, range(1, 7), 6)[0])
    assert sorted(line_of) == list(range(SIX.size**3 + 1, formula(encoding, SIX).variables + 1))


@pytest.mark.parametrize("which", ["pointing", "claiming"])
def test_locked_candidates_are_what_people_mean_by_them(which):
    """In box 1 and row 1: pointing clears the rest of the row, claiming the rest of the box."""
    found = stated(mine('implied = ["' + which + '"]\n' + toml({})), NINE)
    said = {frozenset(clause) for _, clause in found}
    x = {(row, column): (row * 9 + column) * 9 + 1 for row in range(9) for column in range(9)}  # digit 1
    rest_of_row = [x[0, column] for column in range(3, 9)]
    rest_of_box = [x[row, column] for row in (1, 2) for column in range(3)]
    gone, support = (rest_of_row, rest_of_box) if which == "pointing" else (rest_of_box, rest_of_row)
    assert {frozenset([-element, *support]) for element in gone} <= said
    assert len(said) == len(found) == 54 * 9 * 6


def test_the_first_row_in_order_is_a_unit_clause_for_each_digit():
    found = formula(mine('implied = ["first-row-in-order"]\n' + toml({})), FOUR).clauses
    assert found == [[1], [6], [11], [16]]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_models_are_the_288_grids_of_size_4(name):
    """Told apart by the declared variables, each once; the referee accepts them all."""
    rules = formula(load(name), FOUR)
    grids = set()
    with Solver("minisat22", bootstrap_with=rules.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            cells = [digit for (digit,) in rules.digits(model)]
            assert objection(cells, [0] * 16, 2, 2) is None
            grids.add(tuple(cells))
            solver.add_clause([-literal for literal in model[: rules.meaning.declared]])
            assert len(grids) <= 288
    assert len(grids) == 288


@pytest.mark.parametrize("name", ["extended", "order", "binary", "triads", "order-direct", "ladder"])
def test_every_variable_has_a_name_of_its_own_and_is_what_it_is_called(name):
    """The declared ones are true exactly when one of their elements is, in a grid of size 6."""
    rules, table = formula(load(name), SIX), cube(SIX)
    called = [rules.meaning.name(v) for v in range(1, rules.variables + 1)]
    assert len(set(called)) == len(called)
    grid = solved_grid(SIX, Random(1)).cells
    with Solver("minisat22", bootstrap_with=rules.clauses) as solver:
        assert solver.solve(assumptions=rules.literals(grid))
        model = solver.get_model()
    true = {table.element(cell, digit) for cell, digit in enumerate(grid)}
    for variable, elements in enumerate(rules.meaning.definitions, 1):
        assert (model[variable - 1] > 0) == (not true.isdisjoint(elements)), rules.meaning.name(variable)
    if name == "binary":
        last = rules.meaning.declared
        said = "¬b[r6c6,bit 2]", "r6c6 holds 5 or 6"
        assert (rules.meaning.literal_name(-last), rules.meaning.meaning(last)) == said


def test_a_clause_that_several_lines_say_stands_once():
    """Whatever the order of its literals; lines are pairs of their literals, or any clauses; signs count."""
    rng, said = Random(1), Statement("triads", "at_most_one", "pairwise")
    for _ in range(300):
        lines: list[EncodedLine] = []
        for _ in range(rng.randint(1, 5)):
            literals = [v * rng.choice((1, 1, 1, -1)) for v in rng.sample(range(1, 6), rng.randint(2, 4))]
            clauses = at_most_one("pairwise", literals, 9)[0]
            if rng.random() < 0.4:
                clauses = [
                    [-v for v in rng.sample(literals, rng.randint(1, len(literals)))] for _ in range(3)
                ]
                literals = []
            lines.append(EncodedLine(said, "here", tuple(literals), clauses, range(0)))
        seen: set[frozenset[int]] = set()
        for line, (_, new) in zip(lines, without_duplicates(lines), strict=True):
            keys = [frozenset(clause) for clause in new]
            assert len(set(keys)) == len(keys), lines
            assert set(keys) == set(map(frozenset, line.clauses)) - seen, lines
            seen |= set(keys)


TRIADS = """
row = { at_most_one = "pairwise", over = "triads" }
column = { at_most_one = "pairwise" }
box = { at_most_one = "pairwise" }
"""


def at_most(**ways: str) -> str:
    """A file that says "at most one" of some families, each in a way of its own."""
    return toml({family: {"at_most_one": way} for family, way in ways.items()})


@pytest.mark.parametrize(
    "text",
    [
        at_most(row="pairwise", column="commander", box="pairwise"),
        at_most(cell="bimander", row="commander", column="pairwise", box="commander"),
        'implied = ["pointing", "claiming"]\n' + toml(),
        'defined.triads.at_most_one = "pairwise"\n' + toml({}) + TRIADS,
    ],
)
def test_of_clauses_that_several_blocks_say_the_first_stands(text):
    """In the order of the file."""
    for shape in (FOUR, SIX, Geometry(3, 2)):
        encoding = mine(text)
        said = [tuple(clause) for line in encoded_lines(encoding, shape) for clause in line.clauses]
        first: dict[frozenset[int], tuple[int, ...]] = {}
        for clause in said:
            first.setdefault(frozenset(clause), clause)
        assert len(first) < len(said)
        assert [tuple(clause) for clause in formula(encoding, shape).clauses] == list(first.values())


def test_writing_a_formula_ends_with_the_line_at_which_time_runs_out(monkeypatch):
    """No encoding writes more than 1,000 clauses between two looks at the clock; of 25×25, few lines are."""
    sizes: list[int] = []

    def counted(*arguments):
        for line in encode_statement(*arguments):
            sizes.append(len(line.clauses))
            yield line

    monkeypatch.setattr("sudocube.encoder.cnf.encode_statement", counted)
    for name in ENCODINGS:
        whole = CountedClock()
        formula(load(name), FOUR, whole)
        assert (max(sizes) <= 1000, whole.looks * 1000 >= sum(sizes)) == (True, True), name
        for shape, most in ((FOUR, 0), (FOUR, whole.looks - 1), (LARGE, 3)):
            sizes.clear()
            with pytest.raises(TimeoutError):
                formula(load(name), shape, CountedClock(most))
            assert len(sizes) == most + 1, name
        sizes.clear()


def test_all_else_that_takes_long_looks_at_the_clock():
    """Reducing a formula, the rules as clauses, and models for CP-SAT with thousands of constraints."""
    rules, puzzle = formula(load("optimised"), NINE), Puzzle("1" + "." * 80)
    whole = CountedClock()
    add_clues(rules, puzzle, whole)
    assert whole.looks * 1000 >= len(rules.clauses)
    for most in range(whole.looks):
        with pytest.raises(TimeoutError):
            add_clues(rules, puzzle, CountedClock(most))
    with pytest.raises(TimeoutError):
        rules_as_clauses(cube(LARGE), CountedClock(3))
    for name in ("automaton", "channelled", "cube", "linear", "table", "triads"):
        with pytest.raises(TimeoutError):
            cpsat_model(load(f"cpsat/{name}"), LARGE, CountedClock(2))
